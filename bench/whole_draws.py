"""How long whole draws take, per model and stage, in Markdown.

    python bench/whole_draws.py              an invented field of 1000 players
    python bench/whole_draws.py FILE...      and the slowest rounds of tournaments that were played

A draw is read from no file here: it begins with the tournament, and ends with the boards. Of several
runs the fastest counts, in milliseconds and stage by stage; a draw is the sum of its stages but the
proof.
"""

from __future__ import annotations

from argparse import ArgumentParser

from fastpair.formats import read
from fastpair.lab.simulate import generate
from fastpair.pairing.rounds import draw_round
from fastpair.pairing.weights import MODELS

STAGES = ("field", "bye", "weights", "matching", "boards")
PROOF = "verification"
ROUND, ROUNDS = 5, 7


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


def main():
    parser = ArgumentParser(description="Time whole draws.")
    parser.add_argument("files", nargs="*", metavar="FILE")
    parser.add_argument("--model", action="append", choices=sorted(MODELS), help="default: all")
    parser.add_argument("--players", type=int, default=1000, help="of the invented field")
    parser.add_argument("--runs", type=int, default=10, help="of which the fastest counts")
    options = parser.parse_args()
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
