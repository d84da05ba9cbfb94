"""Rounds of each system of FIDE: processor time of the draw and of its verification, brackets and matchings.

    python bench/bench_fide.py [PLAYERS ...]
    python bench/bench_fide.py --large

Rounds 2, 5 and 9 of tournaments of 100 and of 1,000 players or teams, the least of five. The aims, verification included,
are 20 ms for 100 and 500 ms for 1,000; a star is at what takes longer.

Large fields are of the Dutch system, each once, in a process of its own, with its peak of memory: round 6 of 10,000 and of
20,000 players, and the worst bracket that is known, 10,000 in round 1, the first of whom may meet two alone.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from itertools import pairwise
from time import process_time

from fastpair import Constraints, Player, Rules, Tournament
from fastpair.go.teams import of_teams
from fastpair.go.tournament import SWISS_RULES
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


LARGE = (("worst", 10_000), ("round 6", 10_000), ("round 6", 20_000))


def large_situation(kind, count):
    """A round of a large field."""
    if kind == "worst":
        players = tuple(Player(key=f"P{n}", name=f"P{n}", rating=2500) for n in range(1, count + 1))
        tournament = Tournament(kind="swiss", rules=Rules(rounds=9, **SWISS_RULES), players=players)
        met = {3, count // 4}
        apart = [("P1", f"P{n}") for n in range(2, count + 1) if n not in met]
        return situation_of(tournament, 1, Constraints(forbid=apart))
    system = system_class("dutch")(initial_colour="white")
    return situation_of(generate(count, 9, seed=1, play=5, system=system), 6)


def large_line(kind, count):
    """A round of a large field, paired and proven once; the peak of memory is of the whole process."""
    situation, times = large_situation(kind, count), [process_time()]
    pairing = system_class("dutch")(initial_colour="white").pair(situation)
    times.append(process_time())
    pairing.proof.prove()
    times.append(process_time())
    draw, proof = (b - a for a, b in pairwise(times))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    return f"| {kind} | {count} | {draw:.1f} | {proof:.1f} | {peak:.2f} |"


if __name__ == "__main__" and sys.argv[1:] == ["--large"]:
    print("| field | players | draw, s | proof, s | memory, GB |")
    print("| --- | ---: | ---: | ---: | ---: |", flush=True)
    for kind, count in LARGE:
        subprocess.run([sys.executable, __file__, "--large", kind, str(count)], check=True)
elif __name__ == "__main__" and sys.argv[1:2] == ["--large"]:
    print(large_line(sys.argv[2], int(sys.argv[3])))
elif __name__ == "__main__":
    print("| system | players | round | draw, ms | proof, ms | both, ms | brackets | matchings |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for count in map(int, sys.argv[1:] or AIMS):
        for name in SYSTEMS:
            for line in lines(name, count):
                print(line, flush=True)
