"""How long whole draws take, per model and stage, in Markdown.

    python bench/whole_draws.py              an invented field of 1000 players
    python bench/whole_draws.py FILE...      and the slowest rounds of tournaments that were played
    python bench/whole_draws.py --teams 40   a congress of teams instead, by the commands

A draw is read from no file here: it begins with the tournament, and ends with the boards. Of several
runs the fastest counts, in milliseconds and stage by stage; a draw is the sum of its stages but the
proof. Of a congress of teams each round is drawn, gets its results, and is followed by the standings of
the teams: a command each, from its start to its end, in seconds, which are measured once.
"""

from __future__ import annotations

import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from fastpair.formats import read
from fastpair.go.tournament import Result
from fastpair.pairing.generator import Chance, generate, with_results
from fastpair.pairing.rounds import draw_round
from fastpair.pairing.weights import MODELS

STAGES = ("field", "bye", "weights", "matching", "boards")
PROOF = "verification"
ROUND, ROUNDS = 5, 7
COMMAND = [sys.executable, "-c", "import sys, fastpair.ui.cli; sys.exit(fastpair.ui.cli.main())"]
TYPED = {
    Result.WHITE_WINS: "1-0",
    Result.BLACK_WINS: "0-1",
    Result.JIGO: "1/2",
    Result.BOTH_LOSE: "0-0",
}


def invented(players):
    """Round 5 of a congress of seven in which about so many take part."""
    return generate(players * 4 // 3, ROUNDS, seed=1, play=ROUND - 1), (ROUND,)


def rounds_of(path):
    """A tournament, and its rounds that have games."""
    tournament = read(path).tournament
    numbers = range(1, tournament.rules.rounds + 1)
    return tournament, [number for number in numbers if tournament.round(number).games]


def fastest(tournament, number, model, runs):
    """Milliseconds by stage, and the number of players."""
    before = tournament.before(number)
    draws = [draw_round(before, number, model=model) for _ in range(runs)]
    times = {
        stage: 1e3 * min(draw.timings.get(stage, 0.0) for draw in draws)
        for stage in (*STAGES, PROOF)
    }
    times["draw"] = sum(times[stage] for stage in STAGES)
    return times, 2 * len(draws[0].boards)


def slowest(tournament, numbers, model, runs):
    """Milliseconds by stage of the round whose draw takes longest, and its players."""
    timed = (fastest(tournament, number, model, runs) for number in numbers)
    return max(timed, key=lambda found: found[0]["draw"])


def seconds(*arguments, typed=""):
    """Seconds of a command of fastpair, as a process of its own."""
    start = perf_counter()
    command = [*COMMAND, *map(str, arguments)]
    subprocess.run(command, input=typed, text=True, capture_output=True, check=True)
    return perf_counter() - start


def results(path, number, lots):
    """What somebody types who enters invented results of a round."""
    games = with_results(read(path).tournament, number, lots).round(number).games
    return "".join(f"{g.table} {TYPED[g.result]}{'!' * g.by_default}\n" for g in games)


def team_congress(teams, boards):
    """Seconds of each round: its draw, its results, and the standings of the teams."""
    size = ["--teams", teams, "--boards", boards, "--rounds", ROUNDS]
    lots = Chance(1)
    with TemporaryDirectory() as folder:
        path = Path(folder, "teams.xml")
        seconds("generate", *size, "--output", path)
        for number in range(1, ROUNDS + 1):
            draw = seconds("draw", path, "--write")
            entered = seconds("result", path, "--from", "-", typed=results(path, number, lots))
            yield draw, entered, seconds("standings", path, "--teams")


def tell_team_congress(teams, boards):
    """A line for each round, and the sums."""
    print(f"| {teams} teams of {boards} | draw | results | standings | together |")
    print("| --- |" + " ---: |" * 4)
    rounds = []
    for times in team_congress(teams, boards):
        rounds.append(times)
        print(line(f"round {len(rounds)}", times), flush=True)
    print(line("all rounds", [sum(times) for times in zip(*rounds, strict=True)]))


def line(what, times):
    """A row of the table of seconds."""
    return f"| {what} | {' | '.join(f'{each:.2f}' for each in (*times, sum(times)))} |"


def main():
    parser = ArgumentParser(description="Time whole draws.")
    parser.add_argument("files", nargs="*", metavar="FILE")
    parser.add_argument("--model", action="append", choices=sorted(MODELS), help="default: all")
    parser.add_argument("--players", type=int, default=1000, help="of the invented field")
    parser.add_argument("--runs", type=int, default=10, help="of which the fastest counts")
    parser.add_argument("--teams", type=int, help="time a congress of teams instead")
    parser.add_argument("--boards", type=int, default=5, help="of a match")
    options = parser.parse_args()
    if options.teams:
        tell_team_congress(options.teams, options.boards)
        return
    field = invented(options.players)
    played = [rounds_of(path) for path in options.files]
    names = [tournament.name for tournament, _ in played]
    head = ["model", "players", *STAGES, "draw", "proof", *names]
    print(f"| {' | '.join(head)} |\n| --- |{' ---: |' * (len(head) - 1)}")
    for model in options.model or MODELS:
        times, players = slowest(*field, model, options.runs)
        cells = [times[stage] for stage in (*STAGES, "draw", PROOF)]
        cells += [slowest(*each, model, options.runs)[0]["draw"] for each in played]
        shown = " | ".join(f"{cell:.1f}" for cell in cells)
        print(f"| `{model}` | {players} | {shown} |", flush=True)


if __name__ == "__main__":
    main()
