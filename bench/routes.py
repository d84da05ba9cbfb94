"""What the choice of a search costs or saves: each family beside the other route, in one run.

    python bench/routes.py [VERTICES]

Milliseconds of processor time, the best of five runs in turns, most edges. Bipartite families are solved beside
the same graph with one odd chord, which the general search solves; complete graphs as edges beside their matrix;
the first solve of a `SparseSolver` beside one call.
"""

from __future__ import annotations

import sys
from time import process_time

import numpy as np

from fastpair.matching import SparseSolver, max_weight_matching

TURNS = 5


def path(n):
    return np.arange(n - 1), np.arange(1, n)


def tree(n):
    return np.random.default_rng(1).integers(0, np.arange(1, n)), np.arange(1, n)


def comb(n):
    spine = np.arange(0, n - 3, 2)
    return np.r_[spine, spine], np.r_[spine + 1, spine + 2]


def grid(n, width=None):
    width = width or int(n**0.5)
    cells = np.arange(n // width * width).reshape(-1, width)
    return (
        np.r_[cells[:, :-1].ravel(), cells[:-1].ravel()],
        np.r_[cells[:, 1:].ravel(), cells[1:].ravel()],
    )


def strip(n):
    return grid(n, 4)


def ladder(n):
    return grid(n, 2)


def weighted(ends, n, *, shuffled):
    rng = np.random.default_rng(2)
    first, second = ends
    if shuffled:
        names, turn = rng.permutation(n), rng.permutation(len(first))
        first, second = names[first][turn], names[second][turn]
    return first, second, rng.integers(1, 1001, len(first))


def with_chord(edges):
    """One edge more, between two neighbours of a vertex: an odd cycle."""
    first, second, weights = edges
    ends, counts = np.unique(np.r_[first, second], return_counts=True)
    middle = ends[counts > 1][0]
    others = np.r_[second[first == middle], first[second == middle]][:2]
    return np.r_[first, others[0]], np.r_[second, others[1]], np.r_[weights, 1]


def beside(ours, other):
    """The best milliseconds of both, in turns."""
    taken = [], []
    for _ in range(TURNS):
        for call, times in zip((ours, other), taken, strict=True):
            start = process_time()
            call()
            times.append(1000 * (process_time() - start))
    return tuple(map(min, taken))


def solve(edges):
    return lambda: max_weight_matching(edges, maxcardinality=True)


def comparisons(n):
    """Names, and the calls that are compared."""
    for family in (path, tree, comb, ladder, strip, grid):
        for shuffled in (False, True):
            edges = weighted(family(n), n, shuffled=shuffled)
            name = f"{family.__name__}{', shuffled' * shuffled}"
            yield f"{name}, beside a chord", solve(edges), solve(with_chord(edges))
            first = lambda edges=edges: SparseSolver(edges, maxcardinality=True).solve()  # noqa: E731
            yield f"{name}, first solve of a solver", first, solve(edges)
    for size in (100, 300, 1000, 2000):
        rng = np.random.default_rng(size)
        upper = np.triu(rng.integers(0, 10**6, (size, size)), 1)
        first, second = np.triu_indices(size, 1)
        edges = first, second, upper[first, second]
        yield f"complete, {size}, edges beside a matrix", solve(edges), solve(upper + upper.T)


def main(n):
    print("| family | ms | beside | ratio |\n| --- | --- | --- | --- |")
    for name, ours, other in comparisons(n):
        own, beside_it = beside(ours, other)
        print(f"| {name} | {own:.2f} | {beside_it:.2f} | {own / beside_it:.2f} |", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 40_000)
