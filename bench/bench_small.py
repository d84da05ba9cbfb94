"""Graphs of a few vertices, where a call costs more than the search, beside rustworkx.

pytest bench/bench_small.py
"""

from __future__ import annotations

import networkx as nx
import pytest

from fastpair.matching import max_weight_matching
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
