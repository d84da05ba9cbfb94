"""Graphs whose weights are computed: large ones have the best matchings, too, found by few edges."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fastpair.matching import EngineError, max_weight_matching
from fastpair.pairing.solving import large
from fastpair.pairing.solving.large import ComputedGraph


@st.composite
def graphs(draw):
    size = draw(st.integers(2, 40))
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    allowed = np.triu(
        random.random((size, size)) < draw(st.sampled_from([0.02, 0.1, 0.5, 0.95])), 1
    )
    span = draw(st.sampled_from([1, 2, 5, 2**50]))
    weights = random.integers(-span, span, (size, size))
    weights = np.triu(weights, 1) + np.triu(weights, 1).T
    return allowed | allowed.T, weights


@pytest.fixture(autouse=True)
def _small_is_large(monkeypatch):
    monkeypatch.setattr(large, "LARGE", 0)
    monkeypatch.setattr(large, "_RANGE", 4)
    monkeypatch.setattr(large, "_FEW", 1)


@given(graphs(), st.booleans())
@settings(max_examples=150)
def test_a_large_graph_has_the_best_matching(pair, complete):
    allowed, weights = pair
    graph = ComputedGraph(allowed, lambda one, other: weights[one, other])
    found = graph.best_matching(complete=complete)
    best = max_weight_matching(weights, allowed=allowed, maxcardinality=complete)
    assert found.weight == best.weight
    assert not complete or found.cardinality == best.cardinality
    graph.prove(found, complete=complete)
    graph.prove(best, complete=complete)


def test_few_edges_are_enough(monkeypatch):
    """No matrix is made where most pairs weigh the same, not even if one player meets few."""
    size = 60
    allowed = ~np.eye(size, dtype=bool)
    allowed[0, 2:] = allowed[2:, 0] = False
    monkeypatch.delattr(ComputedGraph, "_matrix")
    graph = ComputedGraph(allowed, lambda one, other: -abs(abs(one - other) - size // 2))
    found = graph.best_matching(complete=True)
    graph.prove(found, complete=True)
    assert found.cardinality == size // 2


def test_a_worse_matching_is_refused():
    allowed = ~np.eye(6, dtype=bool)
    graph = ComputedGraph(allowed, lambda one, other: one * other)
    best = graph.best_matching(complete=True)
    mate = np.array([1, 0, 3, 2, 5, 4])
    graph.prove(best, complete=True)
    other = ComputedGraph(allowed, lambda one, other: -one * other)
    with pytest.raises(EngineError):
        other.prove(best, complete=True)
    with pytest.raises(EngineError):
        graph.prove(replace(best, mate=mate[::-1].copy(), weight=0), complete=True)
