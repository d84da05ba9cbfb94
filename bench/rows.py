"""Processor time of the engine on the instances of the other benchmarks, to compare two states of the code.

    python bench/rows.py before.json               with the one that is installed
    python bench/rows.py after.json before.json    with the other one: families, and what takes longer than before

Each row is the least of a few solves on one thread. Run both in turns and give the same files again: a file that is
there keeps the least of its old and new times.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from math import prod
from pathlib import Path
from time import process_time

from fastpair.research.bench import KINDS, SPARSE, Objective, instance, sparse_instance
from fastpair.research.bench.peers import fastpair_solver
from hard_instances import HARD, hard_instance
from recipes import prepared, stored
from worst_instances import WORST, worst_instance

SECONDS, FEWEST, MOST = 0.12, 3, 300
"""How long a row is repeated, and how often at least and at most."""
SLOWER = 1.03


def rows():
    """Names of instances, the family first, and what makes each."""
    for n in (100, 300, 1000, 2000, 5000):
        for kind in KINDS:
            yield f"congress {kind} {n}", instance, (kind, n)
    for n in (100, 300, 1000):
        for family in HARD:
            yield f"hard {family} {n}", hard_instance, (family, n)
        for family in WORST:
            yield f"hard {family} {n}", worst_instance, (family, n)
    for place, recipe in enumerate(stored(), 1):
        for order in ({}, {"by lot": True}):
            for n in (recipe["n"], 4 * recipe["n"], 16 * recipe["n"]):
                name = f"found {place:02}{'-by-lot' * bool(order)} {n}"
                yield name, prepared, ({**recipe, **order}, n)
    for n in (300, 3000, 30_000):
        for family in SPARSE:
            for objective in Objective:
                yield f"sparse {family}-{objective} {n}", sparse, (family, n, objective)


def sparse(family, n, objective):
    return sparse_instance(family, n, objective=objective)


def least_seconds(solve):
    """The least processor time of a solve."""
    solve()
    times = []
    while len(times) < FEWEST or (sum(times) < SECONDS and len(times) < MOST):
        start = process_time()
        solve()
        times.append(process_time() - start)
    return min(times)


def main(path, before=None):
    file = Path(path)
    found = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    for name, make, arguments in rows():
        seconds = least_seconds(fastpair_solver(make(*arguments)))
        found[name] = min(seconds, found.get(name, seconds))
    file.write_text(json.dumps(found, indent=1), encoding="utf-8")
    if before is None:
        return
    old = json.loads(Path(before).read_text(encoding="utf-8"))
    ratios = {name: found[name] / old[name] for name in found.keys() & old.keys()}
    families = defaultdict(list)
    for name, ratio in ratios.items():
        families[name.partition(" ")[0]].append(ratio)
    for family, each in families.items():
        print(f"{family}: geometric mean {prod(each) ** (1 / len(each)):.2f} of {len(each)} rows")
    slower = {name: ratio for name, ratio in ratios.items() if ratio > SLOWER}
    print(f"{len(slower)} of {len(ratios)} rows above {SLOWER}")
    for name, ratio in sorted(slower.items(), key=lambda each: -each[1]):
        print(f"{ratio:.2f} {name}, {1000 * found[name]:.3g} ms")


if __name__ == "__main__":
    main(*sys.argv[1:])
