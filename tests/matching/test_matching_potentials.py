"""Weights that contain a price of each vertex: they are proved optimal as given, and prices change no perfect matching."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fastpair.matching import (
    Solver,
    SparseSolver,
    max_weight_matching,
    min_weight_matching,
    verify,
)
from profiles import sampled

SIZES = st.sampled_from([62, 63, 64, 65, 100, 131])
"""Graphs of fewer than 64 vertices are not asked for prices."""
PRICES = st.sampled_from([0, 300, 3000, 10**6, 2**44, 2**57])


def priced(n, most, seed, *, kind="sparse"):
    """Noise and the prices of vertices, of edges that have a perfect matching if n is even."""
    rng = np.random.default_rng(seed)
    if kind == "dense":
        i, j = np.triu_indices(n, 1)
    else:
        i, j = rng.integers(0, n, (2, 3 * n))
        if kind == "bipartite":
            i, j = 2 * (i // 2), 2 * (j // 2) + 1
        i, j = np.r_[i, np.arange(0, n - 1, 2)], np.r_[j, np.arange(1, n, 2)]
        keep = (i != j) & (np.maximum(i, j) < n)
        i, j = np.unique(np.sort([i[keep], j[keep]], axis=0), axis=1)
    return i, j, rng.integers(0, 1000, len(i)), rng.integers(0, most + 1, n)


def checked(found, graph, **options):
    verify(graph, found, **options)
    return found


@settings(max_examples=sampled(600))
@given(SIZES, PRICES, st.integers(0, 99), st.sampled_from(["sparse", "bipartite", "dense"]))
def test_a_perfect_matching_is_paid_all_prices_once(n, most, seed, kind):
    n += n % 2
    i, j, noise, x = priced(n, most, seed, kind=kind)
    plain = max_weight_matching((i, j, noise), n=n, perfect=True)
    whole = (i, j, noise + x[i] + x[j])
    most_edges = {"n": n, "maxcardinality": True}
    found = checked(max_weight_matching(whole, **most_edges), whole, **most_edges)
    assert found.cardinality == n // 2
    prices = sum(x.tolist())  # beyond 64 bits, too
    assert found.weight == plain.weight + prices
    solver = SparseSolver(whole, **most_edges)
    assert checked(solver.solve(), whole, **most_edges).weight == found.weight
    lightest = min_weight_matching(whole, n=n, perfect=True)
    assert lightest.weight - prices == min_weight_matching((i, j, noise), n=n, perfect=True).weight
    if kind == "dense":
        matrix = np.zeros((n, n), np.int64)
        matrix[i, j] = matrix[j, i] = whole[2]
        assert (
            checked(
                max_weight_matching(matrix, maxcardinality=True), matrix, maxcardinality=True
            ).weight
            == found.weight
        )
        assert (
            checked(Solver(matrix, maxcardinality=True).solve(), matrix, maxcardinality=True).weight
            == found.weight
        )


@settings(max_examples=sampled(600))
@given(
    SIZES,
    PRICES,
    st.integers(0, 99),
    st.sampled_from(["sparse", "bipartite", "dense"]),
    st.booleans(),
    st.booleans(),
)
def test_where_vertices_stay_free_the_proof_is_that_of_the_weights(
    n, most, seed, kind, maxcardinality, signed
):
    i, j, noise, x = priced(n, most, seed, kind=kind)
    alone = np.setdiff1d(np.arange(n), np.arange(0, n, 9))  # every ninth vertex has no edge
    kept = np.isin(i, alone) & np.isin(j, alone) if kind != "dense" else np.ones(len(i), bool)
    i, j, weights = i[kept], j[kept], (noise + x[i] + x[j])[kept]
    if signed:
        weights = weights - int(weights.mean())
    whole, options = (i, j, weights), {"n": n, "maxcardinality": maxcardinality}
    found = checked(max_weight_matching(whole, **options), whole, **options)
    assert checked(SparseSolver(whole, **options).solve(), whole, **options).weight == found.weight
    if kind == "dense":
        matrix = np.zeros((n, n), np.int64)
        matrix[i, j] = matrix[j, i] = weights
        options.pop("n")
        assert (
            checked(max_weight_matching(matrix, **options), matrix, **options).weight
            == found.weight
        )


@pytest.mark.parametrize("most", [2**58 - 1, 2**59 - 500, 2**59 - 499, 2**59])
def test_prices_up_to_the_limit_of_weights(most):
    i, j, noise, x = priced(80, 0, 5, kind="dense")
    x = np.where(np.arange(80) % 2 == 0, most, x)
    matrix = np.zeros((80, 80), np.int64)
    matrix[i, j] = matrix[j, i] = np.minimum(noise + x[i] + x[j], 2**60)
    for sign in 1, -1:
        found = checked(
            max_weight_matching(sign * matrix, maxcardinality=True),
            sign * matrix,
            maxcardinality=True,
        )
        assert found.cardinality == 40


def test_levels_with_prices():
    i, j, noise, x = priced(80, 10**6, 1, kind="dense")
    matrix = np.zeros((80, 80), np.int64)
    matrix[i, j] = matrix[j, i] = noise + x[i] + x[j]
    other = np.zeros((80, 80), np.int64)
    other[i, j] = other[j, i] = (noise * 7919) % 10
    found = max_weight_matching(levels=[matrix, other], maxcardinality=True)
    verify(None, found, levels=[matrix, other], maxcardinality=True)
    assert found.levels[0] == max_weight_matching(matrix, maxcardinality=True).weight


@settings(max_examples=sampled(300))
@given(SIZES, SIZES, PRICES, st.integers(0, 99), st.integers(0, 3), st.booleans())
def test_a_bipartite_matrix_has_the_optimum_of_its_edges(
    rows, columns, most, seed, sides, maxcardinality
):
    rng = np.random.default_rng(seed)
    weights = rng.integers(0, 1000, (rows, columns))
    if sides & 1:
        weights += rng.integers(0, most + 1, (rows, 1))
    if sides & 2:
        weights += rng.integers(0, most + 1, columns)
    if seed % 3 == 0:
        weights -= int(weights.mean())
    options = {"bipartite": True, "maxcardinality": maxcardinality}
    found = checked(max_weight_matching(weights, **options), weights, **options)
    i, j = np.indices(weights.shape).reshape(2, -1)
    few = rng.random(i.size) < 0.2  # not so many that edges are solved as a matrix
    allowed = np.zeros(weights.shape, bool)
    allowed[i[few], j[few]] = True
    listed = (i[few], rows + j[few], weights[i[few], j[few]])
    edges = {"n": rows + columns, "maxcardinality": maxcardinality}
    some = checked(max_weight_matching(listed, **edges), listed, **edges)
    assert max_weight_matching(weights, allowed=allowed, **options).weight == some.weight
    assert maxcardinality or some.weight <= found.weight


@pytest.mark.parametrize("unit", [1, 2**29, 2**34])  # on both sides of what an auction takes
@pytest.mark.parametrize("shape", [(400, 400), (280, 400), (400, 280)])
@pytest.mark.parametrize("share", [0.1, 0.3, 3])
def test_a_matrix_with_prices_about_as_large_as_the_rest(shape, share, unit):
    rng = np.random.default_rng(5)
    weights = rng.integers(0, 10**6, shape)
    for prices in (rng.integers(0, int(10**6 * share), each) for each in [(shape[0], 1), shape[1]]):
        weights = weights + prices
    weights = weights * unit
    for maxcardinality in False, True:
        options = {"bipartite": True, "maxcardinality": maxcardinality}
        found = checked(max_weight_matching(weights, **options), weights, **options)
        assert found.cardinality == min(shape)


@pytest.mark.parametrize("n", [254, 256, 400])  # graphs of fewer than 256 do not begin anew
@pytest.mark.parametrize("share", [0.3, 1, 3])
@pytest.mark.parametrize("masked", [False, True])
def test_a_graph_with_prices_about_as_large_as_the_rest(n, share, masked):
    rng = np.random.default_rng(5)
    noise = np.triu(rng.integers(0, 10**6, (n, n)), 1)
    noise = noise + noise.T
    allowed = None
    if masked:
        allowed = np.triu(rng.random((n, n)) < 0.9, 1)
        allowed = allowed | allowed.T
    x = rng.integers(0, int(10**6 * share), n)
    weights = noise + x[:, None] + x
    np.fill_diagonal(weights, 0)
    plain = max_weight_matching(noise, allowed=allowed, perfect=True)
    options = {"allowed": allowed, "maxcardinality": True}
    found = checked(max_weight_matching(weights, **options), weights, **options)
    assert found.weight == plain.weight + int(x.sum())
    solver = Solver(weights, **options)
    assert checked(solver.solve(), weights, **options).weight == found.weight
    assert max_weight_matching(weights, allowed=allowed).weight >= found.weight
