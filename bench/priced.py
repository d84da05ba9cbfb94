"""Weights that contain a price of each vertex, x_u + x_v + noise, beside the same without prices.

    pip install scipy
    python bench/priced.py [--repeats 5]

Prices change no perfect matching, so that the same edges are found with them and without. At the end,
edges whose weights no price explains. Prints the
least processor time of some repetitions, in milliseconds.
"""

from __future__ import annotations

import argparse
from time import process_time

import numpy as np
from scipy.spatial import Delaunay, cKDTree

from fastpair.matching import SparseSolver, max_weight_matching, min_weight_matching

PRICES = (0, 10**3, 10**4, 10**6)


def sparse(rng, n, degree):
    return rng.integers(0, n, (2, n * degree // 2))


def bipartite(rng, n, degree):
    m = n * degree // 2
    return np.stack([2 * rng.integers(0, n // 2, m), 2 * rng.integers(0, n // 2, m) + 1])


def delaunay(rng, n):
    corners = Delaunay(rng.random((n, 2))).simplices
    return np.concatenate([corners[:, [0, 1]], corners[:, [1, 2]], corners[:, [0, 2]]]).T


def nearest(rng, n, k=8):
    points = rng.random((n, 2))
    return np.stack(
        [np.repeat(np.arange(n), k), cKDTree(points).query(points, k + 1)[1][:, 1:].ravel()]
    )


def dense(_, n):
    return np.stack(np.triu_indices(n, 1))


FAMILIES = {
    "degree 6, 8,000": (sparse, 8000, 6),
    "bipartite, degree 8, 8,000": (bipartite, 8000, 8),
    "Delaunay, 20,000": (delaunay, 20_000),
    "nearest 8, 8,000": (nearest, 8000),
    "complete, 400": (dense, 400),
    "complete, 2,000": (dense, 2000),
}


def graph(rng, make, n, *rest):
    """Edges once each, and noise; a path of heavy edges makes a perfect matching."""
    first, second = np.c_[make(rng, n, *rest), [np.arange(0, n, 2), np.arange(1, n, 2)]]
    keys = np.unique(np.minimum(first, second) * n + np.maximum(first, second))
    first, second = keys // n, keys % n
    first, second = first[first != second], second[first != second]
    path = (second == first + 1) & (first % 2 == 0)
    return first, second, rng.integers(0, 1000, len(first)) + 5000 * path


def two_sides(rng, n, within=20):
    """A graph of degree 6 between two halves, and some edges in one; of the lower end, a price."""
    first, second = rng.integers(0, n // 2, 3 * n), rng.integers(n // 2, n, 3 * n)
    inner = rng.integers(0, n // 2, (within, 2))
    inner = inner[inner[:, 0] != inner[:, 1]]
    first, second = np.r_[first, inner[:, 0]], np.r_[second, inner[:, 1]]
    return first, second, np.minimum(first, second) + 1


def outliers(rng, n):
    """Names and weights of one graph with prices, some of whose edges have weights that no price explains."""
    first, second, noise = graph(rng, sparse, n, 6)
    x = rng.integers(0, 10**6, n)
    clean = noise + x[first] + x[second]
    path = noise >= 5000
    yield "none", (first, second, clean)
    for name, share, weight in (
        ("one of 10^9", 0, 10**9),
        ("0.1 % forbidden", 0.001, 6 * 10**6),
        ("1 % forbidden", 0.01, 6 * 10**6),
        ("5 % forbidden", 0.05, 6 * 10**6),
    ):
        weights = clean.copy()
        count = max(int(share * len(weights)), 1)
        weights[rng.choice(np.flatnonzero(~path), count, replace=False)] = weight
        yield name, (first, second, weights)
    yield "a path without prices", (first, second, np.where(path, 5 * 10**6, clean))
    x = np.exp2(2 * rng.integers(0, 21, n)).astype(np.int64)
    yield "prices 2^U, U even to 40", (first, second, noise + x[first] + x[second])
    x = rng.integers(0, 10**6, n) * (np.arange(n) % 2)
    yield "prices of one side", (first, second, noise + x[first] + x[second])


def milliseconds(call, repeats):
    least = np.inf
    for _ in range(repeats):
        start = process_time()
        call()
        least = min(least, process_time() - start)
    return 1000 * least


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=5)
    repeats = parser.parse_args().repeats
    print("| graph | call |", *(f"x up to {most} |" for most in PRICES))
    for name, (make, n, *rest) in FAMILIES.items():
        rng = np.random.default_rng(7)
        i, j, noise = graph(rng, make, n, *rest)
        x = rng.random(n)
        calls = {
            "lightest perfect": lambda edges, n=n: min_weight_matching(edges, n=n, perfect=True),
            "heaviest": lambda edges, n=n: max_weight_matching(edges, n=n),
            "`SparseSolver`": lambda edges, n=n: SparseSolver(edges, n=n).solve(),
        }
        for call, solve in calls.items():
            row = []
            for most in PRICES:
                prices = (most * x).astype(np.int64)
                edges = i, j, noise + prices[i] + prices[j]
                row.append(milliseconds(lambda solve=solve, edges=edges: solve(edges), repeats))
            print(f"| {name} | {call} |", *(f"{ms:.1f} |" for ms in row), flush=True)
    print("\n| two sides and 20 edges within one, min(u, v) + 1 | heaviest | most edges |")
    for n in (2000, 8000, 32_000):
        edges = two_sides(np.random.default_rng(7), n)
        row = [
            milliseconds(
                lambda edges=edges, n=n, most=most: max_weight_matching(
                    edges, n=n, maxcardinality=most
                ),
                repeats,
            )
            for most in (False, True)
        ]
        print(f"| {n} |", *(f"{ms:.1f} |" for ms in row), flush=True)
    print("\n| degree 7, prices to 10^6; outliers | 10,000 | 20,000 |")
    sizes = (10_000, 20_000)
    both = [outliers(np.random.default_rng(3), n) for n in sizes]
    for graphs in zip(*both, strict=True):
        row = [
            milliseconds(
                lambda n=n, edges=edges: min_weight_matching(edges, n=n, perfect=True), repeats
            )
            for n, (_, edges) in zip(sizes, graphs, strict=True)
        ]
        print(f"| {graphs[0][0]} |", *(f"{ms:.1f} |" for ms in row), flush=True)


if __name__ == "__main__":
    main()
