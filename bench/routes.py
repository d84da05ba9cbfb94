"""What the choice of a search costs or saves: each family beside the other route, in one run.

    python bench/routes.py [VERTICES]
    python bench/routes.py peers [VERTICES]

The first command prints milliseconds of processor time, the best of five runs in turns, most edges. Bipartite families
are solved beside the same graph with one odd chord, which the general search solves; complete graphs as edges beside
their matrix; the first solve of a `SparseSolver` beside one call. The second command solves what is hard for a general
search beside LEMON, whose graph is built before: the medians of nine runs in turns.
"""

from __future__ import annotations

import sys
from statistics import median
from time import process_time

import numpy as np

from fastpair.matching import SparseSolver, max_weight_matching
from fastpair.research.bench.instances import listed
from fastpair.research.bench.peers import PEERS, fastpair_solver

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


def band(n):
    """Each vertex with the twelve nearest ones."""
    first, step = np.divmod(np.arange(6 * n), 6)
    second = first + step + 1
    return first[second < n], second[second < n]


def hubs(n, leaves):
    """A ring of hubs with so many leaves each."""
    hubs = np.arange(n // (leaves + 1))
    ends = np.arange(len(hubs), n)
    return np.r_[hubs, ends % len(hubs)], np.r_[np.roll(hubs, 1), ends]


def hard_for_a_general_search(n):
    """Names, and instances with the most weight and with the most edges."""
    rng = np.random.default_rng(3)
    families = {
        "band of 12 neighbours": band(n),
        "path, rising weights": path(n),
        "hubs of 9 leaves": hubs(n, 9),
        "hubs of 50 leaves": hubs(n, 50),
    }
    for name, (first, second) in families.items():
        drawn = rng.integers(1, 1001, len(first))
        weights = np.arange(1, n) if "rising" in name else drawn
        for most in (False, True):
            instance = listed(name, n, first, second, weights, maxcardinality=most)
            yield f"{name}, most {'edges' if most else 'weight'}", instance


def beside_peers(n):
    lemon = next(peer for peer in PEERS if peer.name == "LEMON")
    for name, instance in hard_for_a_general_search(n):
        yield name, fastpair_solver(instance), lemon.prepare(instance, False)


def beside(ours, other, best=min, turns=TURNS):
    """The best milliseconds of both, in turns."""
    taken = [], []
    for _ in range(turns):
        for call, times in zip((ours, other), taken, strict=True):
            start = process_time()
            call()
            times.append(1000 * (process_time() - start))
    return tuple(map(best, taken))


def solve(edges):
    return lambda: max_weight_matching(edges, maxcardinality=True)


def solve_first(edges):
    return lambda: SparseSolver(edges, maxcardinality=True).solve()


def comparisons(n):
    """Names, and the calls that are compared."""
    for family in (path, tree, comb, ladder, strip, grid):
        for shuffled in (False, True):
            edges = weighted(family(n), n, shuffled=shuffled)
            name = f"{family.__name__}{', shuffled' * shuffled}"
            yield f"{name}, beside a chord", solve(edges), solve(with_chord(edges))
            yield f"{name}, first solve of a solver", solve_first(edges), solve(edges)
    for size in (100, 300, 1000, 2000):
        rng = np.random.default_rng(size)
        upper = np.triu(rng.integers(0, 10**6, (size, size)), 1)
        first, second = np.triu_indices(size, 1)
        edges = first, second, upper[first, second]
        yield f"complete, {size}, edges beside a matrix", solve(edges), solve(upper + upper.T)
        yield f"complete, {size}, first solve of a solver", solve_first(edges), solve(edges)


def main(n):
    print("| family | ms | beside | ratio |\n| --- | --- | --- | --- |")
    for row in comparisons(n):
        show(*row)


def main_peers(n):
    print("| family | ms | LEMON, ms | ratio |\n| --- | --- | --- | --- |")
    for row in beside_peers(n):
        show(*row, best=median, turns=9)


def show(name, ours, other, **how):
    own, beside_it = beside(ours, other, **how)
    print(f"| {name} | {own:.2f} | {beside_it:.2f} | {own / beside_it:.2f} |", flush=True)


if __name__ == "__main__":
    words = sys.argv[1:]
    if words[:1] == ["peers"]:
        main_peers(*map(int, words[1:2] or [20_000]))
    else:
        main(*map(int, words[:1] or [40_000]))
