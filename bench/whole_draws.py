"""How long whole draws take, per model and stage.

    python bench/whole_draws.py                        an invented field of 1000 players
    python bench/whole_draws.py FILE... --model NAME   every round of tournaments; the slowest is shown

A draw is read from no file here: it begins with the tournament, and ends with the boards. Of several
runs the fastest counts, in milliseconds and stage by stage. ``draw`` is the sum of the stages but the
proof; ``all`` is the fastest run as a whole.
"""

from __future__ import annotations

from argparse import ArgumentParser
from time import perf_counter

from fastpair.formats import read
from fastpair.simulate import generate
from fastpair.systems import draw_round
from fastpair.weights import MODELS

STAGES = ("field", "bye", "weights", "matching", "verification", "boards")
HEAD = f"{'model':20}{'players':>8}{'round':>6}" + "".join(
    f"{name:>10}" for name in (*(stage[:8] for stage in STAGES), "draw", "all")
)
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
    found = []
    for _ in range(runs):
        start = perf_counter()
        draw = draw_round(before, number, model=model)
        found.append({**draw.timings, "all": perf_counter() - start})
    times = {stage: 1e3 * min(run.get(stage, 0.0) for run in found) for stage in (*STAGES, "all")}
    times["draw"] = sum(times[stage] for stage in STAGES if stage != "verification")
    return times, 2 * len(draw.boards)


def row(tournament, numbers, model, runs):
    """One row of the table: the round that takes longest."""
    timed = [(*fastest(tournament, number, model, runs), number) for number in numbers]
    times, players, number = max(timed, key=lambda found: found[0]["draw"])
    shown = "".join(f"{times[name]:10.1f}" for name in (*STAGES, "draw", "all"))
    return f"{model:20}{players:8}{number:6}{shown}"


def main():
    parser = ArgumentParser(description="Time whole draws.")
    parser.add_argument("files", nargs="*", metavar="FILE")
    parser.add_argument("--model", action="append", choices=sorted(MODELS), help="default: all")
    parser.add_argument("--players", type=int, default=1000, help="of the invented field")
    parser.add_argument("--runs", type=int, default=10, help="of which the fastest counts")
    options = parser.parse_args()
    cases = [rounds_of(path) for path in options.files] or [invented(options.players)]
    for tournament, numbers in cases:
        print(tournament.name, HEAD, sep="\n")
        for model in options.model or MODELS:
            print(row(tournament, numbers, model, options.runs), flush=True)
        print()


if __name__ == "__main__":
    main()
