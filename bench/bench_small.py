"""Graphs of a few vertices, where a call costs more than the search, beside rustworkx and scipy.

pytest bench/bench_small.py
"""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest

from fastpair.matching import max_weight_matching, max_weight_matchings
from fastpair.research.bench.instances import instance

FORMS = ("matrix", "floats", "lists", "edges", "edge lists", "rustworkx", "networkx backend")


def solver(form, n):
    """A call for one form of the same graph, and the weight that it has to find."""
    problem = instance("sech", n, rounds=0, seed=1)
    weights = problem.weights // 2**20
    first, second, _ = problem.edges
    edges = (first, second, weights[first, second])
    best = max_weight_matching(weights, maxcardinality=True).weight
    if form in ("rustworkx", "networkx backend"):
        return peer_solver(form, n, edges), best
    given = {
        "matrix": weights,
        "floats": weights * 0.5,
        "lists": weights.tolist(),
        "edges": edges,
        "edge lists": tuple(array.tolist() for array in edges),
    }[form]
    assert (
        max_weight_matching(given, maxcardinality=True).weight * (2 if form == "floats" else 1)
        == best
    )
    return (lambda: max_weight_matching(given, maxcardinality=True)), best


def peer_solver(form, n, edges):
    triples = list(zip(*(array.tolist() for array in edges), strict=True))
    if form == "networkx backend":
        graph = nx.Graph()
        graph.add_weighted_edges_from(triples)
        return lambda: nx.max_weight_matching(graph, maxcardinality=True, backend="fastpair")
    rustworkx = pytest.importorskip("rustworkx")
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(n))
    graph.add_edges_from(triples)
    return lambda: rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("n", [2, 4, 6, 8, 10, 16])
def test_small(benchmark, n, form):
    solve, _ = solver(form, n)
    benchmark.group = f"small {n}"
    benchmark.extra_info.update(form=form, n=n)
    benchmark.pedantic(solve, rounds=2000, warmup_rounds=100)


def assignment(form, n):
    """A call for rows and columns, and the weight that it has to find."""
    weights = np.random.default_rng(n).integers(0, 1000, (n, n))
    floats = weights * 0.5
    best = max_weight_matching(weights, bipartite=True, maxcardinality=True).weight
    if form == "scipy":
        optimize = pytest.importorskip("scipy.optimize")
        return (lambda: optimize.linear_sum_assignment(weights, maximize=True)), best
    if form == "lapjv":
        lap = pytest.importorskip("lap")
        return (lambda: lap.lapjv(-floats)), best
    given = floats if form == "floats" else weights
    return (lambda: max_weight_matching(given, bipartite=True, maxcardinality=True)), best


@pytest.mark.parametrize("form", ["matrix", "floats", "scipy", "lapjv"])
@pytest.mark.parametrize("n", [4, 10, 30, 100])
def test_assignment(benchmark, n, form):
    solve, _ = assignment(form, n)
    benchmark.group = f"assignment {n}"
    benchmark.extra_info.update(form=form, n=n)
    benchmark.pedantic(solve, rounds=2000, warmup_rounds=100)


def many(form, n, count):
    """A call for many graphs, all given as edges."""
    first, second = np.triu_indices(n, 1)
    random = np.random.default_rng(n)
    weights = [random.integers(0, 1000, len(first)).tolist() for _ in range(count)]
    edges = [(first.tolist(), second.tolist(), each) for each in weights]
    if form == "one by one":
        return lambda: [max_weight_matching(each, maxcardinality=True) for each in edges]
    if form == "rustworkx":
        solves = [peer_solver(form, n, tuple(map(np.array, each))) for each in edges]
        return lambda: [solve() for solve in solves]
    return lambda: max_weight_matchings(
        edges, maxcardinality=True, threads=1 if form == "1 thread" else None
    )


@pytest.mark.parametrize("form", ["one by one", "1 thread", "all threads", "rustworkx"])
@pytest.mark.parametrize(("n", "count"), [(8, 2000), (16, 1000), (60, 100)])
def test_many(benchmark, n, count, form):
    solve = many(form, n, count)
    benchmark.group = f"{count} graphs of {n}"
    benchmark.extra_info.update(form=form, n=n, count=count)
    benchmark.pedantic(solve, rounds=10, warmup_rounds=1)
