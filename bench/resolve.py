"""What a change costs a solver that holds its state, beside a solve from scratch.

    python bench/resolve.py [PLAYERS]

Each line: a change of one edge or vertex, then solving again; the median of five times forty such
changes one after the other, and the same and the mean as shares of the median of solves from
scratch.
"""

from __future__ import annotations

import sys
from functools import partial
from statistics import mean, median
from time import perf_counter

import numpy as np

from fastpair.matching import Solver, max_weight_matching
from fastpair.research.bench import KINDS, instance

RUNS = 5
CHANGES = 40


def forbid_matched(solver, mate, i, j):
    solver.forbid(i, int(mate[i]))


def forbid_unmatched(solver, mate, i, j):
    solver.forbid(i, j)


def lighten_matched(solver, mate, i, j):
    solver.set_weight(i, int(mate[i]), int(solver.weights[i, mate[i]] * 0.99))


def force(solver, mate, i, j):
    if solver.allowed[i, j]:
        solver.force(i, j)


def replace_vertex(solver, mate, i, j):
    row, edges = solver.weights[i].copy(), solver.allowed[i].copy()
    solver.remove(i)
    solver.insert(i, row, edges)


def seconds(action):
    start = perf_counter()
    action()
    return perf_counter() - start


def main(players):
    print(f"{'kind':8}{'change':20}{'ms':>8}{'of a solve':>12}{'mean':>8}")
    for kind in KINDS:
        graph = instance(kind, players)
        weights, allowed = graph.weights, graph.allowed
        solve = partial(max_weight_matching, weights, allowed=allowed)
        whole = median(seconds(solve) for _ in range(9))
        print(f"{kind:8}{'from scratch':20}{1000 * whole:8.2f}{1:12.2f}{1:8.2f}")
        for change in (forbid_unmatched, forbid_matched, lighten_matched, force, replace_vertex):
            taken = []
            for run in range(RUNS):
                rng = np.random.default_rng(run)
                solver = Solver(weights, allowed=allowed, maxcardinality=True)
                for _ in range(CHANGES):
                    mate = solver.solve().mate
                    i, j = map(int, rng.choice(np.flatnonzero(mate >= 0), 2, replace=False))
                    if j == mate[i]:
                        continue
                    changing = seconds(partial(change, solver, mate, i, j))
                    taken.append(changing + seconds(solver.solve))
            name = change.__name__.replace("_", " ")
            usual, average = median(taken), mean(taken)
            print(f"{'':8}{name:20}{1000 * usual:8.2f}{usual / whole:12.2f}{average / whole:8.2f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
