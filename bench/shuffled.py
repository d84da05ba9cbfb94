"""Sparse graphs in their own numbering of the vertices and shuffled, beside LEMON, in one run.

    python bench/shuffled.py [VERTICES]

The families number near vertices alike, which the cache likes; a caller's graph may not. Least seconds of three runs in
turns; ours is the whole call with its certificate, LEMON's graph is made before. Every answer has the same weight.
"""

from __future__ import annotations

import sys
from time import perf_counter

import numpy as np

from fastpair.matching import max_weight_matching
from fastpair.research.bench import PEERS, SPARSE, sparse_instance
from fastpair.research.bench.instances import listed

TURNS = 3
LEMON = next(peer for peer in PEERS if peer.name == "LEMON")


def shuffled(problem, seed=1):
    """The same graph with other numbers, its edges in another order."""
    rng = np.random.default_rng(seed)
    number = rng.permutation(problem.size)
    order = rng.permutation(len(problem.edges[0]))
    first, second, weights = (values[order] for values in problem.edges)
    ends = np.sort([number[first], number[second]], axis=0)
    return listed(problem.name, problem.size, *ends, weights, maxcardinality=problem.maxcardinality)


def seconds(problem):
    """Least seconds of ours and of LEMON's, and the weights found."""

    def solved():
        return max_weight_matching(problem.edges, n=problem.size, maxcardinality=True)

    def ours():
        return solved().weight

    solve = LEMON.prepare(problem, 2 * solved().cardinality == problem.size)
    first, second, weights = problem.edges

    def lemon():
        mate = solve()
        return int(weights[mate[first] == second].sum())

    times, found = {ours: [], lemon: []}, set()
    for _ in range(TURNS):
        for each, spent in times.items():
            start = perf_counter()
            found.add(each())
            spent.append(perf_counter() - start)
    return [min(spent) for spent in times.values()], found


def main(vertices):
    if reason := LEMON.absence():
        raise SystemExit(f"LEMON is not here: {reason}")
    print(
        "| graph | own numbers: fastpair, s | LEMON, s | times as fast | shuffled: fastpair, s | LEMON, s | times as fast |"
    )
    print("|---|" + "---:|" * 6)
    for family in SPARSE:
        problem = sparse_instance(family, vertices)
        cells, weights = [], set()
        for each in (problem, shuffled(problem)):
            (ours, lemon), found = seconds(each)
            cells += [f"{ours:.2f}", f"{lemon:.2f}", f"{lemon / ours:.2f}"]
            weights |= found
        if len(weights) > 1:
            raise SystemExit(f"{family}: different weights")
        print(f"| {family} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
