"""Bipartite graphs, which the engine solves without blossoms, and rectangular matrices."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np
import pytest
import scipy.sparse
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment
from scipy.sparse.csgraph import maximum_bipartite_matching

from fastpair.matching import (
    EngineError,
    UnmatchableError,
    max_weight_matching,
    min_weight_matching,
    verify,
)

LARGEST = 2**60
WEIGHTS = {
    "few": st.integers(-2, 2),
    "equal": st.just(7),
    "equal and negative": st.just(-7),
    "many": st.integers(-1000, 1000),
    "huge": st.integers(-LARGEST, LARGEST),
    "extreme": st.sampled_from([-LARGEST, 0, LARGEST]),
}


@st.composite
def rectangles(draw):
    """A matrix of weights and which of its cells are edges."""
    rows, columns = draw(st.tuples(st.integers(0, 6), st.integers(0, 6)))
    cells = rows * columns
    weight = WEIGHTS[draw(st.sampled_from(sorted(WEIGHTS)))]
    weights = draw(st.lists(weight, min_size=cells, max_size=cells))
    complete = draw(st.booleans())
    allowed = draw(
        st.lists(st.just(True) if complete else st.booleans(), min_size=cells, max_size=cells)
    )
    shape = (rows, columns)
    return np.array(weights, np.int64).reshape(shape), np.array(allowed, bool).reshape(shape)


def exhaustive(weights, allowed, *, maxcardinality):
    """Cardinality and weight of the best matching, by trying all."""
    rows, columns = weights.shape

    @cache
    def best(row, taken):
        if row == rows:
            return (0, 0)
        found = [best(row + 1, taken)]
        for column in range(columns):
            if allowed[row, column] and not taken >> column & 1:
                count, weight = best(row + 1, taken | 1 << column)
                found.append((count + 1, weight + int(weights[row, column])))
        return max(found, key=lambda each: each if maxcardinality else each[1])

    return best(0, 0)


def edge_list(weights, allowed, order=None):
    """The graph as a list of edges, its vertices renumbered by ``order``."""
    i, j = np.nonzero(allowed)
    first, second = i, j + len(weights)
    if order is not None:
        first, second = order[first], order[second]
    return first, second, weights[i, j]


def forms(weights, allowed):
    """The graph as rows and columns, as a list of edges, as a symmetric matrix."""
    size = sum(weights.shape)
    yield (weights,), {"allowed": allowed, "bipartite": True}
    yield (edge_list(weights, allowed),), {"n": size}
    yield (edge_list(weights, allowed, np.random.default_rng(size).permutation(size)),), {"n": size}
    square = np.zeros((2, size, size), np.int64)
    for matrix, cells in zip(square, (weights, allowed), strict=True):
        matrix[: len(cells), len(cells) :] = cells
        matrix[len(cells) :, : len(cells)] = cells.T
    yield (square[0],), {"allowed": square[1].astype(bool)}


@given(rectangles())
@example((np.zeros((0, 3), np.int64), np.ones((0, 3), bool)))
@example((np.zeros((3, 0), np.int64), np.ones((3, 0), bool)))
@example((np.array([[5], [5], [-1]]), np.array([[True], [True], [False]])))
def test_every_form_has_the_optimum_and_its_proof(graph):
    for maxcardinality in (True, False):
        count, weight = exhaustive(*graph, maxcardinality=maxcardinality)
        for arguments, options in forms(*graph):
            matching = max_weight_matching(*arguments, **options, maxcardinality=maxcardinality)
            assert matching.weight == weight
            assert matching.cardinality == count or not maxcardinality
            assert matching.certificate.blossoms == ()
            verify(*arguments, matching, **options, maxcardinality=maxcardinality)


@pytest.mark.parametrize(
    "shape",
    [(40, 40), (30, 70), (70, 30), (1, 50), (50, 1), (7, 9), (16, 16), (17, 23), (31, 33)],
)
@pytest.mark.parametrize("largest", [1, 3, 10**6])
@pytest.mark.parametrize("maximize", [True, False])
def test_matrices_have_the_optimum_of_scipy(shape, largest, maximize):
    weights = np.random.default_rng(shape).integers(-largest, largest, shape)
    rows, columns = linear_sum_assignment(weights, maximize=maximize)
    solve = max_weight_matching if maximize else min_weight_matching
    matching = solve(weights, bipartite=True)
    first, second = matching.edges.T
    assert matching.weight == weights[rows, columns].sum()
    assert weights[first, second - shape[0]].sum() == matching.weight
    verify(weights, matching, bipartite=True, minimize=not maximize)


@pytest.mark.parametrize("seed", range(20))
def test_as_many_pairs_as_scipy_finds_and_the_weight_of_the_general_engine(seed):
    rng = np.random.default_rng([21, seed])
    rows, columns, edges = 120, 100, 200
    first, second = rng.integers(0, rows, edges), rng.integers(0, columns, edges)
    weights = rng.integers(-50, 51, edges)
    graph = scipy.sparse.csr_array((np.ones(edges), (first, second)), shape=(rows, columns))
    most = int((maximum_bipartite_matching(graph) >= 0).sum())
    # With a triangle beside it, the graph is not bipartite.
    size = rows + columns
    triangle = (size + np.array([0, 1, 2]), size + np.array([1, 2, 0]), np.zeros(3, np.int64))
    listed = (first, second + rows, weights)
    odd = tuple(np.r_[one, other] for one, other in zip(listed, triangle, strict=True))
    for maxcardinality in (True, False):
        matching = max_weight_matching(listed, n=size, maxcardinality=maxcardinality)
        general = max_weight_matching(odd, maxcardinality=maxcardinality)
        assert matching.weight == general.weight
        verify(listed, matching, n=size, maxcardinality=maxcardinality)
        if maxcardinality:
            assert matching.cardinality == most == general.cardinality - 1


def test_paths_that_need_the_whole_width():
    """A long path: its duals add up to far more than one weight, and leave 64 bits."""
    size = 301
    weights = np.where(np.arange(size - 1) % 2 == 0, LARGEST, -LARGEST)
    path = (np.arange(size - 1), np.arange(1, size), weights)
    for maxcardinality in (True, False):
        matching = max_weight_matching(path, maxcardinality=maxcardinality)
        assert matching.weight == 150 * LARGEST
        verify(path, matching, maxcardinality=maxcardinality)


def test_floats_between_rows_and_columns():
    weights = np.array([[0.5, 1.25, np.nan], [1e6, 0.0, 2.5]])
    allowed = ~np.isnan(weights)
    matching = max_weight_matching(weights, allowed=allowed, bipartite=True, maxcardinality=True)
    assert (matching.weight, matching.loss_bound) == (Fraction(4000005, 4), 0)
    verify(weights, matching, allowed=allowed, bipartite=True, maxcardinality=True)
    with pytest.raises(ValueError, match=r"cell \(0, 2\) holds nan"):
        max_weight_matching(weights, bipartite=True, maxcardinality=True)
    rounded = np.array([[1e6, 1e-12], [1e-12, 3.3], [0.1, 0.2]])
    matching = max_weight_matching(rounded, maxcardinality=True)
    assert 0 < matching.loss_bound < 1e-9
    verify(rounded, matching, maxcardinality=True)


def test_a_rectangle_that_cannot_be_matched_is_explained():
    with pytest.raises(UnmatchableError, match="leaves 1 of 5 vertices over: 3"):
        max_weight_matching([[1, 0, 1], [0, 0, 1]], bipartite=True, perfect=True)
    assert max_weight_matching([[1, 0], [0, 1]], bipartite=True, perfect=True).mate.tolist() == [
        *(2, 3, 0, 1),
    ]


def test_another_matching_of_a_rectangle_is_not_proven():
    matching = max_weight_matching([[1, 5, 2, 0], [3, 4, 9, 0]], maxcardinality=True)
    with pytest.raises(EngineError, match="not proven"):
        verify([[1, 5, 2, 0], [3, 4, 9, 0]], matching, minimize=True)
    with pytest.raises(EngineError, match="not proven"):
        verify([[9, 5, 2, 0], [3, 4, 9, 0]], matching, maxcardinality=True)


@pytest.mark.parametrize(
    ("weights", "options", "error", "message"),
    [
        (np.zeros((5, 3)), {}, ValueError, r"tuple\(array.T\).*bipartite=True"),
        (np.zeros(5), {"bipartite": True}, ValueError, r"shape \(5,\)"),
        (([0], [1], [2]), {"bipartite": True}, TypeError, "bipartite goes with a matrix"),
        (
            np.zeros((2, 4)),
            {"n": 6},
            TypeError,
            r"n goes with edges, three arrays \(i, j, weight\) in a tuple",
        ),
        (np.zeros((2, 4)), {"allowed": np.ones((4, 2), bool)}, ValueError, r"shape \(2, 4\)"),
        ([[0, 0], [2**60 + 1, 0], [0, 0], [0, 0]], {}, OverflowError, r"cell \(1, 0\).*2\*\*60"),
    ],
)
def test_rectangles_that_do_not_fit_are_refused(weights, options, error, message):
    with pytest.raises(error, match=message):
        max_weight_matching(weights, **options)


def test_the_same_graph_has_the_same_matching_each_time():
    weights = np.random.default_rng(3).integers(0, 3, (60, 80))
    assert len({max_weight_matching(weights, maxcardinality=True).digest() for _ in range(3)}) == 1
