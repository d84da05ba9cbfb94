"""b-matchings and T-joins, against all choices of edges."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastpair.matching import (
    EngineError,
    UnmatchableError,
    max_weight_b_matching,
    min_weight_b_matching,
    min_weight_t_join,
    verify,
)
from fastpair.matching.blocks import Blocks

MOST_EDGES = 9
LARGEST = 2**59 - 1


@st.composite
def graphs(draw):
    """Edges of a small graph as (i, j, weight), without loops and parallels, and its size."""
    n = draw(st.integers(2, 6))
    pairs = [(i, j) for i in range(n) for j in range(i)]
    chosen = draw(st.lists(st.sampled_from(pairs), unique=True, max_size=MOST_EDGES))
    size = draw(st.sampled_from([1, 3, 100, LARGEST]))
    weights = draw(st.lists(st.integers(-size, size), min_size=len(chosen), max_size=len(chosen)))
    ends = np.array(chosen, np.int64).reshape(-1, 2)
    return (ends[:, 0], ends[:, 1], np.array(weights, np.int64)), n


def choices(edges, n):
    """Degrees, number and weight of every set of edges."""
    i, j, weights = edges
    for flags in product([False, True], repeat=len(i)):
        where = np.array(flags, bool)
        degrees = np.bincount(np.concatenate([i[where], j[where]]), minlength=n)
        yield degrees, int(where.sum()), sum(weights[where].tolist())


def facts(subgraph, edges, n):
    """Degrees, number and weight of chosen edges, which are edges of the graph and different."""
    weight_of = {frozenset(map(int, e[:2])): int(e[2]) for e in zip(*edges, strict=True)}
    chosen = [frozenset(edge) for edge in subgraph.edges.tolist()]
    assert len(set(chosen)) == len(chosen)
    assert subgraph.edges.tolist() == sorted(sorted(edge) for edge in chosen)
    assert subgraph.weight == sum(weight_of[edge] for edge in chosen)
    degrees = np.bincount(subgraph.edges.ravel(), minlength=n)
    return degrees, len(chosen), subgraph.weight


@given(graphs(), st.data(), st.booleans(), st.booleans())
def test_no_other_edges_within_the_numbers_are_better(graph, data, maxcardinality, minimize):
    edges, n = graph
    b = np.array(data.draw(st.lists(st.integers(0, 4), min_size=n, max_size=n)))
    sign = -1 if minimize else 1
    solve = min_weight_b_matching if minimize else max_weight_b_matching
    options = {"n": n, "maxcardinality": maxcardinality}
    found = solve(edges, b, **options)
    degrees, count, weight = facts(found, edges, n)
    assert (degrees <= b).all()
    best = max(
        (count if maxcardinality else 0, sign * weight)
        for degrees, count, weight in choices(edges, n)
        if (degrees <= b).all()
    )
    assert (count if maxcardinality else 0, sign * weight) == best
    verify(edges, found, b=b, minimize=minimize, **options)


@given(graphs(), st.data())
def test_each_vertex_has_exactly_its_number(graph, data):
    edges, n = graph
    b = np.array(data.draw(st.lists(st.integers(0, 3), min_size=n, max_size=n)))
    within = [(weight, degrees) for degrees, _, weight in choices(edges, n) if (degrees <= b).all()]
    full = [weight for weight, degrees in within if (degrees == b).all()]
    if full:
        found = max_weight_b_matching(edges, b, n=n, perfect=True)
        degrees, _, weight = facts(found, edges, n)
        assert (degrees == b).all()
        assert weight == max(full)
        verify(edges, found, b=b, n=n, perfect=True)
        return
    with pytest.raises(UnmatchableError) as refused:
        max_weight_b_matching(edges, b, n=n, perfect=True)
    most = max(degrees.sum() for _, degrees in within)
    left = {tuple(np.flatnonzero(d < b).tolist()) for _, d in within if d.sum() == most}
    assert refused.value.vertices in left


@given(graphs(), st.data())
def test_no_other_join_is_lighter(graph, data):
    edges, n = graph
    terminals = data.draw(st.lists(st.sampled_from(range(n)), unique=True))
    odd = np.isin(np.arange(n), terminals)
    joins = [weight for degrees, _, weight in choices(edges, n) if (degrees % 2 == odd).all()]
    if not joins:
        with pytest.raises(UnmatchableError, match="no T-join exists"):
            min_weight_t_join(edges, terminals, n=n)
        return
    found = min_weight_t_join(edges, terminals, n=n)
    degrees, _, weight = facts(found, edges, n)
    assert (degrees % 2 == odd).all()
    assert weight == min(joins)
    verify(edges, found, terminals=terminals, n=n)


@pytest.mark.parametrize("b", [2, 3])
def test_more_vertices_than_all_choices_can_be_tried_for(b):
    """The linear programme of a bipartite graph has an integral optimum."""
    from scipy.optimize import linprog

    rng = np.random.default_rng(b)
    weights = rng.integers(0, 1000, (12, 15))
    found = max_weight_b_matching(weights, b, maxcardinality=False)
    rows, columns = np.divmod(np.arange(weights.size), weights.shape[1])
    at = np.concatenate([np.eye(12)[rows], np.eye(15)[columns]], axis=1).T
    bound = linprog(-weights.ravel(), A_ub=at, b_ub=np.full(27, b), bounds=(0, 1))
    assert found.weight == round(-bound.fun)


def test_a_join_of_two_is_a_shortest_path():
    import networkx as nx

    rng = np.random.default_rng(3)
    grid = nx.convert_node_labels_to_integers(nx.grid_2d_graph(9, 9))
    edges = np.array([(i, j, rng.integers(0, 100)) for i, j in grid.edges]).T
    grid.add_weighted_edges_from(edges.T.tolist())
    found = min_weight_t_join(tuple(edges), [0, 80])
    assert found.weight == nx.dijkstra_path_length(grid, 0, 80)


def test_every_form_gives_the_same():
    weights = np.array([[0, 6, 5, 1], [6, 0, 4, 9], [5, 4, 0, 7], [1, 9, 7, 0]])
    i, j = np.triu_indices(4, 1)
    parallel = (np.tile(i, 2), np.tile(j, 2), np.concatenate([weights[i, j], weights[i, j] - 1]))
    for form in (weights, weights / 4, (i, j, weights[i, j]), parallel):
        assert max_weight_b_matching(form, [1, 2, 1, 2], maxcardinality=True).edges.tolist() == [
            [0, 1],
            [1, 3],
            [2, 3],
        ]
        assert min_weight_b_matching(form, 2).edges.tolist() == [[0, 1], [0, 3], [1, 2], [2, 3]]
    assert max_weight_b_matching(weights / 4, [1, 2, 1, 2], maxcardinality=True).weight == Fraction(
        11, 2
    )
    assert min_weight_t_join(weights / 4, [0, 2]).weight == Fraction(5, 4)
    allowed = weights != 9
    assert (
        max_weight_b_matching(weights, [1, 2, 1, 2], allowed=allowed, maxcardinality=True).weight
        == 13
    )


def test_what_cannot_be_answered_is_refused():
    weights = np.array([[0, 6, 5], [6, 0, 4], [5, 4, 0]])
    for b, error, words in [
        ([1, 2], ValueError, r"expected b of shape \(3,\), or one number, got \(2,\)"),
        (-1, ValueError, "expected numbers of 0 or more as b, got -1"),
        (0.5, TypeError, "expected integers as b"),
    ]:
        with pytest.raises(error, match=words):
            max_weight_b_matching(weights, b, maxcardinality=True)
    for terminals, words in [
        ([0, 0], "expected different terminals, got 0 twice"),
        ([3], "expected terminals from 0 to 2, got 3"),
        (1, r"expected a list of terminals, got shape \(\)"),
    ]:
        with pytest.raises(ValueError, match=words):
            min_weight_t_join(weights, terminals)
    with pytest.raises(OverflowError, match=r"less than 2\*\*59 in size, got 5764.* of 0 and 1"):
        min_weight_b_matching(([0], [1], [2**59]), 1)
    with pytest.raises(ValueError, match="exact"):
        max_weight_b_matching(([0, 1], [1, 2], [2.0**59, 1e-9]), 1, maxcardinality=True)
    blocks = Blocks(size=3, compute=lambda rows, start, stop: None)
    with pytest.raises(TypeError, match="got Blocks"):
        max_weight_b_matching(blocks, 1, maxcardinality=True)


def test_a_proof_of_something_else_proves_nothing():
    weights = np.array([[0, 6, 5, 1], [6, 0, 4, 9], [5, 4, 0, 7], [1, 9, 7, 0]])
    found = max_weight_b_matching(weights, 2, maxcardinality=True)
    with pytest.raises(TypeError, match="expected a Subgraph to verify, got Matching"):
        verify(weights, found.proof, b=2, maxcardinality=True)
    for other in (replace(found, weight=found.weight + 1), replace(found, edges=found.edges[1:])):
        with pytest.raises(EngineError, match="not those of the proof"):
            verify(weights, other, b=2, maxcardinality=True)
    with pytest.raises(EngineError):
        verify(weights + 100 * (weights == 5), found, b=2, maxcardinality=True)
    with pytest.raises(UnmatchableError):
        verify(weights, max_weight_b_matching(weights, 4, maxcardinality=True), b=4, perfect=True)
