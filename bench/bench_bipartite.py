"""Bipartite graphs beside LEMON, scipy and lapjv, in one run.

    python bench/bench_bipartite.py

Medians of three runs in turns, in milliseconds; one run if it takes seconds. Ours is the whole call with its certificate; the
graphs of LEMON and the matrices of scipy and lapjv are made before. Every answer has the same weight.
"""

from __future__ import annotations

from statistics import median
from time import perf_counter

import lap
import numpy as np
from scipy.optimize import linear_sum_assignment
from scipy.sparse import csr_array
from scipy.sparse.csgraph import maximum_bipartite_matching, min_weight_full_bipartite_matching

from fastpair.matching import max_weight_matching, min_weight_matching, verify
from fastpair.research.bench import PEERS
from fastpair.research.bench.instances import listed

TURNS = 3
LONG = 4.0
"""Seconds after which a solver is not asked again."""


def between_halves(size, count, largest, seed=1):
    """A perfect matching by lot, and other edges by lot, without parallel ones."""
    rng = np.random.default_rng([seed, size, count, largest])
    half = size // 2
    keys = np.arange(half) * half + rng.permutation(half)
    while len(keys) < count:
        keys = np.unique(np.r_[keys, rng.integers(0, half * half, count - len(keys))])
    first, second = np.divmod(keys, half)
    weights = rng.integers(1, largest + 1, len(keys))
    name = f"{size} vertices, {count} edges, 1..{largest}"
    return listed(name, size, first, second + half, weights)


def matrices():
    """Names and weights of complete graphs, rows by columns."""
    rng = np.random.default_rng(1)
    numbers = np.arange(1, 1001)
    yield "1000 x 1000, i·j", np.outer(numbers, numbers)
    yield "3000 x 3000, 1..100", rng.integers(1, 101, (3000, 3000))
    yield "1200 x 1200, 1..100", rng.integers(1, 101, (1200, 1200))
    yield "1200 x 1200, 1..10^6", rng.integers(1, 10**6 + 1, (1200, 1200))
    yield "1000 x 1000, 1..10^6", rng.integers(1, 10**6 + 1, (1000, 1000))
    yield "500 x 5000, 1..10^6", rng.integers(1, 10**6 + 1, (500, 5000))
    yield "1000 x 1000, 1..100", rng.integers(1, 101, (1000, 1000))
    yield "300 x 300, 0..2", rng.integers(0, 3, (300, 300))
    yield "2000 x 2000, 0..2", rng.integers(0, 3, (2000, 2000))
    yield "200 x 200, floats", rng.random((200, 200))
    for most in (10**5, 3 * 10**5, 10**6):
        weights = rng.integers(1, 10**6 + 1, (1000, 1000))
        prices = rng.integers(0, most + 1, (1000, 1)) + rng.integers(0, most + 1, 1000)
        yield f"1000 x 1000, 1..10^6, prices to {most}", weights + prices


def lemon(problem):
    """LEMON's perfect matching, or nothing where LEMON is not."""
    peer = next(peer for peer in PEERS if peer.name == "LEMON")
    return None if peer.absence() else peer.prepare(problem, True)


def list_solvers(problem):
    """Solvers of a list of edges; each returns the weight."""
    first, second, weights = problem.edges
    half = problem.size // 2
    matrix = csr_array((weights, (first, second - half)), shape=(half, half))
    equal = weights.min() == weights.max()

    def ours():
        matching = max_weight_matching(problem.edges, n=problem.size, perfect=True)
        return matching.weight

    def scipy():
        if equal:
            return int((maximum_bipartite_matching(matrix) >= 0).sum()) * int(weights[0])
        rows, columns = min_weight_full_bipartite_matching(matrix, maximize=True)
        return int(matrix[rows, columns].sum())

    solve = lemon(problem)

    def peer():
        mate = solve()
        return int(weights[mate[first] == second].sum())

    verify(
        problem.edges,
        max_weight_matching(problem.edges, n=problem.size, maxcardinality=True),
        n=problem.size,
        maxcardinality=True,
    )
    return {"fastpair": ours, "scipy": scipy} | ({"LEMON": peer} if solve else {})


def matrix_solvers(weights, *, maximize):
    """Solvers of a matrix of rows and columns; each returns the weight."""
    solve = max_weight_matching if maximize else min_weight_matching

    def ours():
        return solve(weights, bipartite=True, maxcardinality=True).weight

    def scipy():
        return weights[linear_sum_assignment(weights, maximize=maximize)].sum()

    costs = (weights.max() - weights if maximize else weights).astype(float)

    def lapjv():
        _, columns, _ = lap.lapjv(costs)
        return weights[np.arange(len(weights)), columns].sum()

    verify(
        weights,
        solve(weights, bipartite=True, maxcardinality=True),
        bipartite=True,
        maxcardinality=True,
        minimize=not maximize,
    )
    square = weights.shape[0] == weights.shape[1]
    return {"fastpair": ours, "scipy": scipy} | ({"lapjv": lapjv} if square else {})


def measured(solvers):
    """Median seconds of each solver, which take turns, and whether all found the same weight."""
    times = {name: [] for name in solvers}
    found = set()
    for _ in range(TURNS):
        for name, solve in solvers.items():
            if sum(times[name]) > LONG:
                continue
            start = perf_counter()
            found.add(round(float(solve()), 9))
            times[name].append(perf_counter() - start)
    return {name: median(each) for name, each in times.items()}, len(found) == 1


def report(name, solvers):
    """Print one row of the table."""
    seconds, same = measured(solvers)
    if not same:
        raise SystemExit(f"{name}: the solvers find different weights")
    shown = [f"{1000 * seconds[each]:.3g}" if each in seconds else "" for each in COLUMNS]
    best = min(each for solver, each in seconds.items() if solver != "fastpair")
    print(f"| {name} | {' | '.join(shown)} | {best / seconds['fastpair']:.2f}× |", flush=True)


COLUMNS = ("fastpair", "LEMON", "scipy", "lapjv")


def main():
    print(f"| graph | {' | '.join(f'{each}, ms' for each in COLUMNS)} | best peer / fastpair |")
    print("| --- " * (len(COLUMNS) + 2) + "|")
    for count, largest in ((200_000, 10**6), (300_000, 10**6), (300_000, 1)):
        problem = between_halves(100_000, count, largest)
        report(problem.name, list_solvers(problem))
    for name, weights in matrices():
        for aim in ("greatest", "least"):
            report(f"{name}, {aim}", matrix_solvers(weights, maximize=aim == "greatest"))


if __name__ == "__main__":
    main()
