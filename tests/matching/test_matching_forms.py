"""Every form and type of weights, minima, and perfect matchings."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
import scipy.sparse

import graphs
from fastpair.errors import FastpairError
from fastpair.matching import (
    EngineError,
    Solver,
    UnmatchableError,
    max_weight_matching,
    min_weight_matching,
    quantize,
    verify,
)

FORMATS = ("bsr", "coo", "csc", "csr", "dok", "lil")
"""Formats that store explicit zeros (a DIA matrix has none of its own)."""

NAN, INF = float("nan"), float("inf")


def sparse_forms(graph):
    """The graph as scipy sparse matrices and arrays: both triangles, the upper, the lower."""
    n = len(graph)
    i, j, w = graph.edge_list
    for make in (scipy.sparse.coo_array, scipy.sparse.coo_matrix):
        yield make((np.r_[w, w], (np.r_[i, j], np.r_[j, i])), shape=(n, n), dtype=np.int64)
        yield make((w, (i, j)), shape=(n, n), dtype=np.int64)
        yield make((w, (j, i)), shape=(n, n), dtype=np.int64)


def negated(graph):
    weights = np.where(graph.allowed, graph.weights, 0)
    return graphs.Graph(-weights, graph.allowed)


@pytest.mark.parametrize("seed", range(10))
def test_sparse_matrices_are_the_graph(seed):
    rng = np.random.default_rng([10, seed])
    for _ in range(20):
        graph = graphs.random_graph(rng, 10)
        count, weight = graphs.exhaustive(graph, maxcardinality=True)
        for matrix in sparse_forms(graph):
            matching = max_weight_matching(matrix, maxcardinality=True)
            assert (matching.cardinality, matching.weight) == (count, weight)
            verify(matrix, matching, maxcardinality=True)


@pytest.mark.parametrize("shape", [(3, 5), (5, 3), (4, 4)])
def test_sparse_rows_and_columns_are_the_matrix(shape):
    rng = np.random.default_rng(shape)
    for _ in range(20):
        stored, weights = rng.random(shape) < 0.6, rng.integers(-9, 10, shape)
        sparse = scipy.sparse.coo_array((weights[stored], np.nonzero(stored)), shape=shape)
        for solve in (max_weight_matching, min_weight_matching):
            dense = solve(weights, allowed=stored, bipartite=True, maxcardinality=True)
            found = solve(sparse, bipartite=True, maxcardinality=True)
            assert (found.cardinality, found.weight) == (dense.cardinality, dense.weight)
        verify(sparse, max_weight_matching(sparse, bipartite=True), bipartite=True)
        if shape[0] != shape[1]:
            assert (
                max_weight_matching(sparse).weight
                == max_weight_matching(weights, allowed=stored, bipartite=True).weight
            )


@pytest.mark.parametrize("form", FORMATS)
def test_every_sparse_format_and_explicit_zeros(form):
    coo = scipy.sparse.coo_array(([0, 3, 0, 3], ([0, 1, 1, 2], [1, 2, 0, 1])), shape=(3, 3))
    matrix = coo.asformat(form)
    assert matrix.nnz == 4
    before = matrix.toarray()
    assert min_weight_matching(matrix).edges.tolist() == [[0, 1]]
    assert max_weight_matching(matrix, maxcardinality=True).edges.tolist() == [[1, 2]]
    np.testing.assert_array_equal(matrix.toarray(), before)


def test_duplicates_of_a_sparse_matrix_add_up_as_in_scipy():
    coo = scipy.sparse.coo_array(([2, 3, 4], ([0, 0, 1], [1, 1, 2])), shape=(3, 3))
    unsorted = scipy.sparse.csr_array(([3, 2, 4], [1, 1, 2], [0, 2, 3, 3]), shape=(3, 3))
    for matrix in (coo, unsorted):
        assert max_weight_matching(matrix, maxcardinality=True).weight == 5
        assert matrix.nnz == 3


def test_diagonal_of_a_sparse_matrix_is_no_edge():
    matching = max_weight_matching(
        scipy.sparse.csr_array(np.diag([5.0, NAN, INF])), maxcardinality=True
    )
    assert (matching.cardinality, len(matching.mate)) == (0, 3)


@pytest.mark.parametrize(
    "matrix",
    [
        [[0, 1, 2], [1, 0, 0], [3, 0, 0]],
        [[0, 1, 2], [1, 0, 0], [0, 0, 0]],
        [[0, 0, 2], [1, 0, 0], [0, 0, 0]],
        [[0, 1, 0], [1, 0, 0], [2, 0, 0]],
    ],
)
@pytest.mark.parametrize("dtype", [int, float])
def test_asymmetric_sparse_matrices_are_refused(matrix, dtype):
    with pytest.raises(ValueError, match=r"cells \(0, [12]\) and \([12], 0\)"):
        max_weight_matching(scipy.sparse.csr_array(np.array(matrix, dtype)), maxcardinality=True)


def test_sparse_matrices_need_no_import_of_scipy():
    script = "import sys, fastpair.matching; sys.exit('scipy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script]).returncode == 0


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("maxcardinality", [True, False])
def test_minimum_is_the_maximum_of_the_negated(seed, maxcardinality):
    rng = np.random.default_rng([11, seed])
    for _ in range(50):
        graph = graphs.random_graph(rng, 9)
        count, weight = graphs.exhaustive(negated(graph), maxcardinality=maxcardinality)
        for arguments, options in graph.forms():
            matching = min_weight_matching(*arguments, **options, maxcardinality=maxcardinality)
            assert matching.weight == -weight
            assert matching.cardinality == count or not maxcardinality
            claim = {"maxcardinality": maxcardinality, "minimize": True}
            verify(*arguments, matching, **options, **claim)


def test_a_maximum_is_not_proven_to_be_a_minimum():
    weights = np.array([[0, 1, 2], [1, 0, 3], [2, 3, 0]])
    verify(weights, min_weight_matching(weights), minimize=True)
    with pytest.raises(EngineError, match="not proven"):
        verify(weights, max_weight_matching(weights, maxcardinality=True), minimize=True)
    with pytest.raises(EngineError, match="not proven"):
        verify(weights, min_weight_matching(weights), maxcardinality=True)


@pytest.mark.parametrize("seed", range(20))
def test_perfect_matching_or_the_vertices_left_over(seed):
    rng = np.random.default_rng([13, seed])
    for _ in range(50):
        graph = graphs.random_graph(rng, 8)
        count, weight = graphs.exhaustive(graph, maxcardinality=True)
        for arguments, options in graph.forms():
            if 2 * count == len(graph):
                matching = max_weight_matching(*arguments, **options, perfect=True)
                assert matching.weight == weight
                verify(*arguments, matching, **options, perfect=True)
                continue
            with pytest.raises(UnmatchableError, match="no perfect matching exists") as caught:
                min_weight_matching(*arguments, **options, perfect=True)
            left = caught.value.vertices
            assert len(left) == len(graph) - 2 * count
            assert ", ".join(map(str, left)) in str(caught.value)


def test_perfect_is_more_than_maximum_cardinality():
    star = ([0, 0, 0], [1, 2, 3], [-1, -1, -1])
    assert issubclass(UnmatchableError, ValueError)
    assert issubclass(UnmatchableError, FastpairError)
    with pytest.raises(UnmatchableError, match="leaves 2 of 4 vertices over"):
        max_weight_matching(star, perfect=True, maxcardinality=False)
    matching = max_weight_matching(star, maxcardinality=True)
    verify(star, matching, maxcardinality=True)
    with pytest.raises(EngineError, match="not perfect"):
        verify(star, matching, perfect=True)


def test_many_vertices_left_over_are_counted_and_some_named():
    with pytest.raises(
        UnmatchableError, match=r"leaves 98 of 100 .* 19, 20, 21, \.\.\.$"
    ) as caught:
        max_weight_matching(([0], [1], [1]), n=100, perfect=True)
    assert caught.value.vertices == tuple(range(2, 100))


DTYPES = [
    *(np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64),
    *(np.float16, np.float32, np.float64, object, ">i4", ">f8"),
]


@pytest.mark.parametrize("dtype", DTYPES)
def test_every_type_of_number_is_the_same_problem(dtype):
    weights = graphs.uniform(np.random.default_rng(14), 15, 60)
    weights -= weights.min()
    expected = max_weight_matching(weights, maxcardinality=True)
    given = weights.astype(dtype)
    i, j = np.triu_indices(15, 1)
    edges = (i, j, given[i, j])
    for form in (given, given.tolist(), edges):
        matching = max_weight_matching(form, maxcardinality=True)
        assert matching.mate.tolist() == expected.mate.tolist()
        assert matching.weight == expected.weight
        assert (matching.unit, matching.loss_bound) == (1, 0)
        assert type(matching.weight) is int
        verify(form, matching, maxcardinality=True)


def test_booleans_count_edges():
    weights = graphs.symmetric(np.random.default_rng(15).random((20, 20)) < 0.1)
    matching = max_weight_matching(weights, maxcardinality=True)
    assert matching.cardinality == 10
    assert (
        matching.weight
        == max_weight_matching(weights, allowed=weights, maxcardinality=True).cardinality
        < 10
    )
    verify(weights, matching, maxcardinality=True)


@pytest.mark.parametrize("dtype", [object, np.uint64, np.float64])
def test_forbidden_cells_are_not_read(dtype):
    allowed = ~np.eye(4, dtype=bool)
    allowed[0, 1] = allowed[1, 0] = False
    weights = np.full((4, 4), 3).astype(dtype)
    worst = {object: [None, "x"], np.uint64: [2**64 - 1] * 2, np.float64: [NAN, -INF]}[dtype]
    weights[0, 1], weights[1, 0] = worst
    weights[2, 2] = worst[0]
    matching = min_weight_matching(weights, allowed=allowed)
    assert matching.weight == 6
    verify(weights, matching, allowed=allowed, minimize=True)


def test_weights_at_the_limit_have_minima():
    weights = graphs.symmetric(np.full((6, 6), 2**60))
    assert min_weight_matching(weights).weight == 3 * 2**60
    assert min_weight_matching(-weights).weight == -3 * 2**60
    for value in (2**60 + 1, -(2**60) - 1, -(2**63)):
        weights[2, 4] = weights[4, 2] = value
        with pytest.raises(OverflowError, match=rf"cell \(2, 4\) is beyond 2\*\*60: {value}"):
            min_weight_matching(weights)
        allowed = weights != value
        assert min_weight_matching(weights, allowed=allowed).weight == 3 * 2**60


@pytest.mark.parametrize("count", [2, 60])
def test_parallel_edges_count_by_the_best(count):
    rng = np.random.default_rng(16)
    i = rng.integers(0, 8, count)
    j = (i + rng.integers(1, 8, count)) % 8
    w = rng.integers(-9, 9, count)
    best = graphs.Graph(np.full((8, 8), -100), np.zeros((8, 8), bool))
    for a, b, weight in zip(i, j, w, strict=True):
        best.allowed[a, b] = best.allowed[b, a] = True
        best.weights[a, b] = best.weights[b, a] = max(best.weights[a, b], weight)
    for given in (w, w / 8, w * 0.1):
        matching = max_weight_matching((i, j, given), n=8, maxcardinality=True)
        assert matching.cardinality == graphs.exhaustive(best, maxcardinality=True)[0]
        verify((i, j, given), matching, n=8, maxcardinality=True)
        verify((i, j, given), min_weight_matching((i, j, given), n=8), n=8, minimize=True)
    assert (
        max_weight_matching((i, j, w), n=8, maxcardinality=True).weight
        == graphs.exhaustive(best, maxcardinality=True)[1]
    )


def test_a_tuple_is_a_list_of_edges_and_anything_else_is_a_matrix():
    rows = [[0, 6, 5], [6, 0, 4], [5, 4, 0]]
    for matrix in (
        rows,
        np.array(rows),
        [*map(tuple, rows[:2]), rows[2]],
        list(map(np.array, rows)),
    ):
        assert max_weight_matching(matrix, maxcardinality=True).edges.tolist() == [[0, 1]]
    edges = ([0, 1, 2], [1, 2, 3], [2, 5, 2])
    for listed in (edges, tuple(map(np.array, edges)), (range(3), (1, 2, 3), [2, 5, 2])):
        assert max_weight_matching(listed, maxcardinality=True).edges.tolist() == [[0, 1], [2, 3]]


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_a_tuple_of_tuples_is_refused(size):
    for either in (((0,) * size,) * 3, ((0,) * size,) * size):
        with pytest.raises(TypeError, match="matrix as an array or a list, edges as three arrays"):
            max_weight_matching(either, maxcardinality=True)


@pytest.mark.parametrize("rows", [2, 4])
def test_rows_of_edges_say_how_to_give_them(rows):
    edges = np.array([[0, 1, 5], [1, 2, 6], [2, 3, 7], [0, 3, 1]])[:rows]
    with pytest.raises(ValueError, match=r"three arrays .* tuple\(array.T\)"):
        max_weight_matching(edges, maxcardinality=True)
    assert max_weight_matching(tuple(edges.T), maxcardinality=True).weight > 0


EDGES = [[0, 0, 1, 2, 3], [1, 2, 2, 3, 4], [6, 5, 4, 3, 9]]
"""The arrays i, j and weight of five edges; as a matrix of rows and columns they weigh 13."""


@pytest.mark.parametrize("solve", [max_weight_matching, min_weight_matching, Solver])
@pytest.mark.parametrize("count", [1, 2, 4, 5])
@pytest.mark.parametrize("kind", [list, np.array, lambda rows: np.array(rows, float)])
def test_three_rows_that_may_be_edges_say_how_to_give_either(solve, count, kind):
    rows = kind([row[:count] for row in EDGES])
    with pytest.raises(ValueError, match=r"tuple\(array\), a matrix .* bipartite=True"):
        solve(rows)


def test_what_is_named_as_a_matrix_or_as_edges_is_not_refused():
    rows = np.array(EDGES)
    assert max_weight_matching(tuple(EDGES)).weight == max_weight_matching(tuple(rows)).weight == 15
    assert max_weight_matching(EDGES, bipartite=True).weight == 13
    assert max_weight_matching(EDGES, allowed=rows >= 0).weight == 13
    assert max_weight_matching(rows.T, allowed=rows.T >= 0).weight == 13
    # Numbers that are not whole are no vertices.
    assert max_weight_matching(rows + 0.5).weight == max_weight_matching(rows.T + 0.5).weight
    verify(rows, max_weight_matching(rows, bipartite=True), bipartite=True)
    with pytest.raises(ValueError, match="may be meant as edges"):
        verify(rows, max_weight_matching(rows, bipartite=True))


@pytest.mark.parametrize("kind", [list, np.array, lambda rows: np.array(rows, float)])
def test_three_edges_are_not_taken_for_a_matrix_of_three_vertices(kind):
    # Symmetric; read as (i, j, weight), it has the edges of a triangle.
    with pytest.raises(ValueError, match=r"\(3, 3\) may be meant .* 0 on its diagonal"):
        max_weight_matching(kind([[0, 1, 0], [1, 2, 2], [0, 2, 5]]))
    # As edges, these three have but one pair of vertices or two, so that they are a matrix.
    assert max_weight_matching(kind([[0, 6, 5], [6, 0, 9], [5, 9, 0]])).weight == 9
    assert max_weight_matching(kind([[7, 6, 5], [6, 7, 9], [5, 9, 7]])).weight == 9


@pytest.mark.parametrize("kind", [int, float, object])
def test_loops_are_no_edges_in_any_form(kind):
    weights = np.array([[9, 1, 2, 4], [1, 9, 3, 1], [2, 3, 9, 2], [4, 1, 2, 9]], kind)
    i, j = np.triu_indices(4)
    forms = [weights, (i, j, weights[i, j])]
    if kind is not object:
        forms.append(scipy.sparse.coo_array((weights[i, j], (i, j)), shape=(4, 4)))
    for form in forms:
        for maxcardinality in (True, False):
            matching = max_weight_matching(form, maxcardinality=maxcardinality)
            assert matching.edges.tolist() == [[0, 3], [1, 2]]
            verify(form, matching, maxcardinality=maxcardinality)
        verify(form, min_weight_matching(form), minimize=True)


def test_vertices_may_be_floats_without_a_fraction():
    edges = np.array([[0, 1, 0.5], [1, 2, 0.75]])
    assert max_weight_matching(tuple(edges.T), maxcardinality=True).edges.tolist() == [[1, 2]]


def test_what_gives_an_array_is_not_read_cell_by_cell():
    class Table:
        def __array__(self, dtype=None, copy=None):
            return np.array([[0, 2.0**70], [2.0**70, 0]])

        def __iter__(self):
            raise AssertionError

    assert max_weight_matching(Table(), maxcardinality=True).weight == 2**70


def test_the_weight_of_a_loop_is_not_read():
    for worst in (NAN, INF):
        edges = ([0, 1, 5], [1, 1, 5], [2.0, worst, worst])
        matching = max_weight_matching(edges, maxcardinality=True)
        assert (matching.weight, len(matching.mate)) == (2, 6)
        verify(edges, matching, maxcardinality=True)
    with pytest.raises(ValueError, match="edge 2 joins 1 and 7"):
        max_weight_matching(([0, 1, 1], [1, 1, 7], [1, 1, 1]), n=3, maxcardinality=True)


@pytest.mark.parametrize("solve", [max_weight_matching, min_weight_matching])
@pytest.mark.parametrize("n", [5, 40])
def test_a_weight_that_is_too_large_is_named_as_it_was_given(solve, n):
    i, j = np.triu_indices(n, 1)
    weights = np.ones(len(i), np.int64)
    weights[6] = 2**60 + 1
    edge = rf"cell \({i[6]}, {j[6]}\)"
    with pytest.raises(OverflowError, match=r"of edge 6 is beyond 2\*\*60: 1152921504606846977"):
        solve((i, j, weights))
    with pytest.raises(OverflowError, match="of edge 7 is beyond"):
        solve((np.r_[0, i], np.r_[0, j], np.r_[1, weights]))
    with pytest.raises(OverflowError, match=edge):
        solve(scipy.sparse.coo_array((weights, (i, j)), shape=(n, n)))
    matrix = np.zeros((n, n), np.int64)
    matrix[i, j] = matrix[j, i] = weights
    with pytest.raises(OverflowError, match=edge):
        solve(matrix)


@pytest.mark.parametrize("order", ["rows", "columns", "turned", "last twice", "lot", "one missing"])
@pytest.mark.parametrize("n", [48, 55, 64])
def test_a_full_graph_as_edges_in_any_order_is_solved_as_its_matrix(n, order):
    rng = np.random.default_rng(n)
    matrix = np.triu(rng.integers(-50, 1000, (n, n)), 1)
    matrix += matrix.T
    i, j = np.triu_indices(n, 1)
    allowed = ~np.eye(n, dtype=bool)
    weights = matrix[i, j]
    if order == "columns":
        i, j = np.tril_indices(n, -1)[::-1]
        weights = matrix[i, j]
    elif order == "turned":
        i, j = j, i
    elif order == "last twice":
        i, j, weights = np.r_[i, i[-1]], np.r_[j, j[-1]], np.r_[weights, -60]
    elif order == "lot":
        lot = rng.permutation(len(i))
        i, j, weights = i[lot], j[lot], weights[lot]
    elif order == "one missing":
        i, j, weights = i[1:], j[1:], weights[1:]
        allowed[0, 1] = allowed[1, 0] = False
    for most in (False, True):
        expected = max_weight_matching(matrix, allowed=allowed, maxcardinality=most)
        found = max_weight_matching((i, j, weights), maxcardinality=most)
        assert found.mate.tolist() == expected.mate.tolist()
        assert found.weight == expected.weight
        verify((i, j, weights), found, maxcardinality=most)


def test_ends_are_not_changed_in_passing():
    with pytest.raises(TypeError, match="masks are not read"):
        max_weight_matching(
            (np.ma.masked_array([0, 1], [False, True]), [1, 2], [1, 1]), maxcardinality=True
        )
    with pytest.raises(OverflowError, match=r"i\[1\] holds 18446744073709551611"):
        max_weight_matching(
            (np.array([0, 2**64 - 5], np.uint64), [1, 2], [1, 1]), maxcardinality=True
        )


def test_representations_are_one_line():
    weights = graphs.uniform(np.random.default_rng(17), 301, 10**6)
    for form in (weights, weights / 7, weights * 1e300, weights * 1e-300):
        matching = max_weight_matching(form, maxcardinality=True)
        for each in (matching, matching.certificate, quantize(form)):
            assert "\n" not in repr(each)
            assert len(repr(each)) < 200
    assert repr(max_weight_matching(([0], [1], [5]), n=3, maxcardinality=True)) == (
        "<Matching: n=3, cardinality=1, weight=5>"
    )
