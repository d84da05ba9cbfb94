"""Rounds of each system of FIDE: processor time of the draw and of its verification, brackets and matchings.

    python bench/bench_fide.py [PLAYERS ...]

Rounds 2, 5 and 9 of tournaments of 100 and of 1,000 players or teams, the least of five. The aims, verification included,
are 20 ms for 100 and 500 ms for 1,000; a star is at what takes longer.
"""

from __future__ import annotations

import sys
from time import process_time

from fastpair.go.teams import of_teams
from fastpair.pairing.generator import generate
from fastpair.pairing.rounds import situation_of
from fastpair.pairing.systems import system_class

SYSTEMS = ("dutch", "burstein", "dubov", "swiss-team", "double-swiss")
AIMS = {100: 20, 1000: 500}
"""Milliseconds."""


def timed(work):
    """What a call gives, and its processor time in milliseconds, the least of five."""
    times = []
    for _ in range(5):
        start = process_time()
        found = work()
        times.append(1000 * (process_time() - start))
    return found, min(times)


def lines(name, count):
    """Some rounds of a tournament."""
    system = system_class(name)(initial_colour="white")
    boards = 2 if system.of_teams else None
    tournament = generate(count * (boards or 1), 9, seed=1, play=8, system=system, boards=boards)
    tournament = of_teams(tournament) if boards else tournament
    for number in (2, 5, 9):
        situation = situation_of(tournament.before(number), number)
        pairing, paired = timed(lambda at=situation: system.pair(at))
        _, proven = timed(pairing.proof.prove)
        found, both = pairing.proof.paired_brackets, paired + proven
        stages = sum(len(each.stages) for each in found)
        late = " *" if both > AIMS.get(count, both) else ""
        cells = name, count, number, f"{paired:.0f}", f"{proven:.0f}", f"{both:.0f}{late}"
        yield f"| {' | '.join(map(str, (*cells, len(found), stages)))} |"


if __name__ == "__main__":
    print("| system | players | round | draw, ms | proof, ms | both, ms | brackets | matchings |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for count in map(int, sys.argv[1:] or AIMS):
        for name in SYSTEMS:
            for line in lines(name, count):
                print(line, flush=True)
