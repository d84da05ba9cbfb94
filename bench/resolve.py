"""What a change costs a solver that holds its state, beside a solve from scratch.

    python bench/resolve.py [PLAYERS]
    python bench/resolve.py sparse [VERTICES]

Each line: a change of one edge or vertex, then solving again; the median of five times forty such
changes one after the other, and the same and the mean as shares of the median of solves from
scratch.

Of sparse graphs, the edges that change get the weight of another edge by lot, and all changes and solves
are made one after the other.
"""

from __future__ import annotations

import sys
from functools import partial
from statistics import mean, median
from time import process_time

import numpy as np

from fastpair.matching import Solver, SparseSolver, max_weight_matching
from fastpair.research.bench import KINDS, SPARSE, Objective, instance, sparse_instance

RUNS = 5
CHANGES = 40


def forbid_matched(solver, mate, i, j):
    solver.forbid(i, int(mate[i]))


def forbid_unmatched(solver, mate, i, j):
    solver.forbid(i, j)


def lighten_matched(solver, mate, i, j):
    solver.set_weight(i, int(mate[i]), int(solver.units[i, mate[i]] * 0.99))


def force(solver, mate, i, j):
    if solver.allowed[i, j]:
        solver.force(i, j)


def replace_vertex(solver, mate, i, j):
    row, edges = solver.units[i].copy(), solver.allowed[i].copy()
    solver.remove(i)
    solver.insert(i, row, edges)


def seconds(action):
    start = process_time()  # nothing here has more than one thread
    action()
    return process_time() - start


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


SHARES = (0.0001, 0.001, 0.01)
"""Shares of the edges of a sparse graph that change between two solves."""


def reweigh(solver, rng, weights, share):
    """New weights for some of the edges."""
    first, second, _ = solver.edges
    some = rng.choice(len(first), max(1, round(share * len(first))), replace=False)
    return partial(solver.set_weights, first[some], second[some], rng.choice(weights, len(some)))


def sparse(vertices):
    head = "".join(f"{f'{share:.2%} changed':>16}{'':>6}" for share in SHARES)
    print(f"{'graph':15}{'objective':12}{'scratch, ms':>12}{head}")
    for family in SPARSE:
        for objective in (Objective.WEIGHT, Objective.CARDINALITY):
            problem = sparse_instance(family, vertices, objective=objective)
            most = {"maxcardinality": objective is Objective.CARDINALITY}
            solve = partial(max_weight_matching, problem.edges, n=problem.size, **most)
            whole = median(seconds(solve) for _ in range(RUNS))
            line = f"{family:15}{objective:12}{1000 * whole:12.1f}"
            solver = SparseSolver(problem.edges, n=problem.size, **most)
            solver.solve()
            rng = np.random.default_rng(1)
            for share in SHARES:
                taken = []
                for _ in range(4 * RUNS):
                    change = reweigh(solver, rng, problem.edges[2], share)
                    taken.append(seconds(change) + seconds(solver.solve))
                line += f"{1000 * median(taken):16.1f}{median(taken) / whole:6.2f}"
            print(line, flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["sparse"]:
        sparse(int(sys.argv[2]) if len(sys.argv) > 2 else 20_000)
    else:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
