"""The best matchings one after the other, against all matchings of small graphs."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from fractions import Fraction
from itertools import islice

import numpy as np
import pytest

import graphs
from all_matchings import all_matchings
from fastpair.matching import (
    EngineError,
    Matching,
    Solver,
    kbest_matchings,
    max_weight_matching,
    verify,
)
from profiles import sampled


def check(weights, allowed, k, *, maxcardinality):
    matchings = [frozenset(found) for found in all_matchings(allowed, list(range(len(weights))))]
    if maxcardinality:
        most = max(map(len, matchings))
        matchings = [found for found in matchings if len(found) == most]
    heaviest = sorted((sum(int(weights[e]) for e in found) for found in matchings), reverse=True)
    keywords = {"allowed": allowed, "maxcardinality": maxcardinality}

    every = list(kbest_matchings(weights, **keywords))
    assert [found.weight for found in every] == heaviest
    assert {frozenset(map(tuple, found.edges.tolist())) for found in every} == set(matchings)
    for found in every:
        assert found.weight == sum(int(weights[tuple(edge)]) for edge in found.edges)
        assert found.cardinality == len(found.edges)

    some = list(kbest_matchings(weights, **keywords, k=k))
    assert [found.weight for found in some] == heaviest[:k]
    assert len({tuple(found.mate) for found in some}) == len(some)
    verify(weights, some, **keywords)


@pytest.mark.parametrize("maxcardinality", [True, False])
@pytest.mark.parametrize("seed", range(sampled(150)))
def test_equals_the_list_of_all_matchings(seed, maxcardinality):
    rng = np.random.default_rng([20, seed])
    n = int(rng.integers(0, 8))
    kind = graphs.KINDS[rng.integers(len(graphs.KINDS))]
    size = int(rng.choice([1, 2, 3, 10, 1000, 2**55]))
    weights = kind(rng, n, size)
    if rng.integers(2):  # many edges are no gain
        weights = weights - size // 2
    allowed = graphs.symmetric(rng.random((n, n)) < rng.choice([1, 0.7, 0.3]))
    check(weights, allowed, int(rng.integers(1, 12)), maxcardinality=maxcardinality)


@pytest.mark.parametrize("n", [30, 31])
def test_larger_graphs_are_proven(n):
    weights = graphs.grouped(np.random.default_rng(21), n, 2**40)
    best = list(kbest_matchings(weights, k=6, maxcardinality=True))
    assert len(best) == 6
    assert best[0].weight == max_weight_matching(weights, maxcardinality=True).weight
    verify(weights, best, maxcardinality=True)
    assert [found.weight for found in islice(kbest_matchings(weights, maxcardinality=True), 6)] == [
        found.weight for found in best
    ]


def test_the_same_call_yields_the_same():
    weights = graphs.uniform(np.random.default_rng(22), 14, 2)
    first, second = (list(kbest_matchings(weights, k=20, maxcardinality=True)) for _ in range(2))
    assert [found.digest() for found in first] == [found.digest() for found in second]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda best: best[1:],
        lambda best: [best[0], *best[2:]],
        lambda best: [best[0], best[0], *best[1:]],
        lambda best: [best[0], best[2], best[1], *best[3:]],
        lambda best: [*best[:-1], replace(best[-1], weight=best[-1].weight + 1)],
        lambda best: [*best[:-1], replace(best[-1], forced=(), forbidden=())],
        lambda best: [best[0], replace(best[1], forced=best[1].forbidden), *best[2:]],
        lambda best: [best[0], replace(best[1], forbidden=((0, 10),)), *best[2:]],
        lambda best: [best[0], replace(best[1], forced=((0,),)), *best[2:]],
        lambda best: [replace(best[0], mate=None), *best[1:]],
        lambda best: [replace(best[0], mate=best[0].mate[:-1]), *best[1:]],
        lambda best: [replace(best[0], weight=None), *best[1:]],
        lambda best: [replace(best[0], cardinality=None), *best[1:]],
    ],
)
def test_what_is_not_the_list_of_the_best_is_refused(spoil):
    weights = graphs.uniform(np.random.default_rng(23), 10, 1000)
    best = list(kbest_matchings(weights, k=5, maxcardinality=True))
    assert len({found.weight for found in best}) == 5
    verify(weights, best, maxcardinality=True)
    verify(weights, iter(best), maxcardinality=True)
    with pytest.raises(EngineError):
        verify(weights, spoil(best), maxcardinality=True)
    with pytest.raises(EngineError):
        verify(weights[:-2, :-2], best, maxcardinality=True)


@pytest.mark.parametrize("maxcardinality", [True, False])
@pytest.mark.parametrize("seed", range(sampled(30)))
def test_the_best_of_a_cell_is_second_only_if_no_other_cell_has_a_better_one(seed, maxcardinality):
    """Each edge of the best matching, taken out, makes a cell whose best is proven in itself."""
    weights = graphs.uniform(np.random.default_rng([27, seed]), 7, 30) - 8
    keywords = {"maxcardinality": maxcardinality}
    best, second = kbest_matchings(weights, k=2, **keywords)
    verdicts = []
    for edge in map(tuple, best.edges.tolist()):
        solver = Solver(weights, **keywords)
        solver.forbid(*edge)
        found = solver.solve()
        if maxcardinality and found.cardinality < best.cardinality:
            continue
        parts = (found.mate, found.weight, found.cardinality, found.certificate)
        claimed = [best, Matching(*parts, forbidden=(edge,))]
        verdicts.append(found.weight == second.weight)
        with nullcontext() if verdicts[-1] else pytest.raises(EngineError, match="is missing"):
            verify(weights, claimed, **keywords)
    assert any(verdicts) or not maxcardinality


def test_arguments_are_checked_at_once():
    with pytest.raises(ValueError, match="k of 0 or more, got -1"):
        kbest_matchings([[0, 1], [1, 0]], k=-1, maxcardinality=True)
    assert list(kbest_matchings([[0, 1], [1, 0]], k=0, maxcardinality=True)) == []


@pytest.mark.parametrize("maxcardinality", [True, False])
@pytest.mark.parametrize("seed", range(sampled(40)))
def test_edges_and_floats_are_ranked_as_their_matrix(seed, maxcardinality):
    """Small ones, some that have to be rounded, and some too large for their costs to be computed."""
    rng = np.random.default_rng([28, seed])
    n = int(rng.integers(2, 7))
    kinds = (
        rng.integers(-9, 9, (n, n)) / 4,
        rng.normal(size=(n, n)),
        1e7 ** rng.normal(size=(n, n)),
    )
    weights = graphs.symmetric(kinds[rng.integers(3)])
    if rng.integers(4) == 0:
        weights = graphs.symmetric(rng.integers(-(2**60), 2**60, (n, n)))
    allowed = graphs.symmetric(rng.random((n, n)) < 0.8)
    np.fill_diagonal(allowed, False)
    i, j = np.nonzero(np.triu(allowed))
    listed = (np.append(i, j), np.append(j, i), np.append(weights[i, j], weights[i, j]))
    matchings = [frozenset(found) for found in all_matchings(allowed, list(range(n)))]
    if maxcardinality:
        most = max(map(len, matchings))
        matchings = [found for found in matchings if len(found) == most]
    exact = [sum(Fraction(weights[e].item()) for e in found) for found in matchings]
    for form, options in ((weights, {"allowed": allowed}), (listed, {"n": n})):
        options |= {"maxcardinality": maxcardinality}
        ranked = list(kbest_matchings(form, **options))
        assert sorted(found.weight for found in ranked) == sorted(exact)
        for k, found in enumerate(ranked):
            assert found.weight == sum(Fraction(weights[tuple(e)].item()) for e in found.edges)
            later = max((other.weight for other in ranked[k + 1 :]), default=found.weight)
            assert found.weight + found.loss_bound >= later
        best = max_weight_matching(form, **options)
        assert best.unit == ranked[0].unit
        assert best.loss_bound or not ranked[0].loss_bound
        verify(form, ranked[:3], **options)
        if len(ranked) > 1 and ranked[0].weight > ranked[1].weight + best.loss_bound:
            with pytest.raises(EngineError):
                verify(form, ranked[1:3], **options)


@pytest.mark.parametrize("maxcardinality", [True, False])
def test_edges_on_levels_and_rectangles_are_ranked(maxcardinality):
    i, j = [0, 1, 0, 1], [2, 3, 3, 2]
    lists = [(i, j, [0.5, 0.5, 0.25, 0.5]), (i, j, [1, 2, 3, 4])]
    options = {"maxcardinality": maxcardinality}
    found = list(kbest_matchings(levels=lists, k=4, **options))
    assert [each.levels for each in found[:2]] == [(1, 3), (0.75, 7)]
    verify(None, found, levels=lists, **options)
    rectangle = [[1, 2, 3], [4, 5, 7]]
    found = list(kbest_matchings(rectangle, bipartite=True, k=3, **options))
    assert [each.weight for each in found] == [9, 8, 8]
    verify(rectangle, found, bipartite=True, **options)


def test_an_equally_heavy_matching_with_one_more_edge():
    """The solver finds it in the cell of the one without that edge, which it does not contradict."""
    rows = "0 -1 0 1 1 2,-1 0 0 -1 -1 1,0 0 0 -1 0 1,1 -1 -1 0 0 1,1 -1 0 0 0 1,2 1 1 1 1 0"
    weights = np.array([row.split() for row in rows.split(",")], dtype=np.int64)
    check(weights, np.ones((6, 6), dtype=bool), 30, maxcardinality=False)
