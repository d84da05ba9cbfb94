"""Floats: solved as the binary fractions that they are, or rounded with a bound that holds."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import graphs
from fastpair.matching import (
    EngineError,
    max_weight_matching,
    max_weight_matchings,
    min_weight_matching,
    quantize,
    verify,
)
from fastpair.matching.arrays import exact_sum, quantize_compiled

LARGEST = np.finfo(np.float64).max
finite = st.floats(allow_nan=False, allow_infinity=False)
alike = st.floats(1.0, 100.0)


def fractions(values):
    return [Fraction(value) for value in np.ravel(values).tolist()]


def optimum(weights, allowed, sign, *, maxcardinality):
    """Weight of the best matching in exact fractions, by trying them all."""
    exact = [[sign * Fraction(value) for value in row] for row in weights.tolist()]
    worth = (lambda pair: pair) if maxcardinality else (lambda pair: pair[1])

    @cache
    def best(rest):
        if len(rest) < 2:
            return 0, Fraction(0)
        i, *others = rest
        found = best(tuple(others))
        for j in others:
            if allowed[i, j]:
                count, total = best(tuple(k for k in others if k != j))
                found = max(found, (count + 1, total + exact[i][j]), key=worth)
        return found

    return sign * best(tuple(range(len(weights))))[1]


def check(weights, allowed):
    """Both objectives and forms are optimal within the stated bound; return the bounds."""
    i, j = np.argwhere(np.triu(allowed, 1)).T
    forms = [(weights, {"allowed": allowed}), ((i, j, weights[i, j]), {"n": len(weights)})]
    for form, options in forms:
        for maxcardinality in (True, False):
            for sign, solve in ((1, max_weight_matching), (-1, min_weight_matching)):
                best = optimum(weights, allowed, sign, maxcardinality=maxcardinality)
                matching = solve(form, **options, maxcardinality=maxcardinality)
                a, b = matching.edges.T
                assert matching.weight == sum(fractions(weights[a, b]))
                loss = sign * (best - matching.weight)
                assert 0 <= loss <= matching.loss_bound
                claim = {"maxcardinality": maxcardinality, "minimize": sign < 0}
                verify(form, matching, **options, **claim)
                yield matching.loss_bound


def float_graphs(elements):
    def build(n):
        cells = st.tuples(arrays(np.float64, (n, n), elements=elements), arrays(np.bool_, (n, n)))
        return cells.map(lambda pair: (np.triu(pair[0], 1), graphs.symmetric(pair[1])))

    return st.integers(0, 7).flatmap(build)


@given(float_graphs(finite))
def test_any_floats_are_optimal_within_the_bound(graph):
    weights = np.triu(graph[0], 1)
    list(check(weights + weights.T, graph[1]))


@given(float_graphs(alike), st.integers(-1000, 900))
def test_floats_of_similar_size_are_exact(graph, exponent):
    weights = np.ldexp(np.triu(graph[0], 1), exponent)
    assert set(check(weights + weights.T, graph[1])) == {0}


@given(arrays(np.float64, st.integers(0, 20), elements=finite))
@example(np.array([LARGEST, 5e-324]))
@example(np.array([5e-324, -5e-324]))
@example(np.array([2.0**60, 1.0]))
@example(np.array([2.0**60, 0.5]))
@example(np.array([-(2.0**60), 1.0]))
@example(np.array([2.0**-1000, 2.0**-1060]))
@example(np.array([-0.0]))
def test_quantize_keeps_each_value_or_rounds_it_by_half_a_unit(values):
    result = quantize(values)
    given = fractions(values)
    kept = [result.unit * k for k in result.integers.tolist()]
    assert result.integers.dtype == np.int64
    assert np.abs(result.integers).max(initial=0) <= 2**60
    assert result.unit.numerator & (result.unit.numerator - 1) == 0
    assert result.unit.denominator & (result.unit.denominator - 1) == 0
    assert all(2 * abs(a - b) <= result.unit for a, b in zip(given, kept, strict=True))
    assert result.exact == (given == kept)
    if not result.exact:
        # They are solved in 64 bits, and no finer unit would have allowed that.
        assert np.abs(result.integers).max() <= 2**59
        assert any(2 * abs(value) > result.unit * 2**59 for value in given)
        with pytest.raises(ValueError, match="not a multiple of"):
            quantize(values, exact=True)


@given(arrays(np.float64, st.integers(1, 20), elements=finite))
def test_quantize_is_exact_wherever_sixty_bits_can_be(values):
    given = fractions(values)
    finest = max(value.denominator for value in given)
    fits = max(abs(value) for value in given) * finest <= 2**60
    assert quantize(values).exact or not fits


@pytest.mark.parametrize("form", ["matrix", "rows and columns", "edges"])
def test_floats_that_are_rounded_lose_no_more_than_their_bound_says(form):
    rng = np.random.default_rng(5)
    n = 40
    weights = graphs.symmetric(np.exp(rng.normal(0, 9, (n, n))))
    i, j = np.triu_indices(n, 1)
    given = (i, j, weights[i, j]) if form == "edges" else weights
    options = {"bipartite": form == "rows and columns"}
    matching = max_weight_matching(given, **options)
    verify(given, matching, **options)
    largest = Fraction(float(weights.max()))
    assert largest <= matching.unit * 2**59 < 2 * largest
    # Half a unit for each edge of this matching, and of any other.
    edges = n if form == "rows and columns" else n // 2
    assert 0 < matching.loss_bound <= edges * matching.unit


@given(st.lists(st.integers(-(2**53), 2**53)))
def test_whole_floats_keep_the_unit_one(values):
    result = quantize(np.array(values, np.float64))
    assert result.integers.tolist() == values
    assert (result.unit, result.exact) == (1, True)


anything = st.floats() | st.sampled_from([0.0, -0.0, 1.0, -3.0, LARGEST, 5e-324])


def same_or_refused(compiled, define):
    """The definition gives the same, or raises where the compiled code gives nothing."""
    if compiled is None:
        with pytest.raises(ValueError):
            define()
        return
    expected = define()
    assert compiled.integers.dtype == np.int64
    assert np.array_equal(compiled.integers, expected.integers)
    assert (compiled.unit, compiled.exact) == (expected.unit, expected.exact)


@given(st.lists(st.tuples(anything | finite, st.booleans())), st.booleans(), st.booleans())
def test_compiled_quantization_is_what_its_definition_says(cells, masked, exact):
    values = np.array([value for value, _ in cells], np.float64)
    where = np.array([flag for _, flag in cells], np.bool_) if masked else None
    compiled = quantize_compiled(values, where, exact=exact)
    same_or_refused(compiled, lambda: quantize(values, where=where, exact=exact))


@given(float_graphs(anything | finite), st.booleans(), st.booleans(), st.booleans())
def test_compiled_quantization_of_matrices(graph, even, masked, exact):
    values, allowed = graph
    n = len(values)
    if even:
        values = np.triu(values, 1) + np.triu(values, 1).T
    values[np.diag_indices(n)] = np.nan
    edges = (allowed if masked else np.ones((n, n), np.bool_)) & ~np.eye(n, dtype=bool)

    def define():
        found = quantize(values, where=edges, exact=exact)
        if ((values != values.T) & edges).any():
            raise ValueError
        return found

    compiled = quantize_compiled(values, allowed if masked else None, exact=exact)
    same_or_refused(compiled, define)


@pytest.mark.parametrize("n", [31, 32, 33, 64, 100, 1500])
def test_compiled_quantization_of_large_matrices(n):
    rng = np.random.default_rng(n)
    values = graphs.symmetric(np.exp(rng.normal(0, 9, (n, n))))
    allowed = graphs.symmetric(rng.random((n, n)) < 0.9)
    off_diagonal = ~np.eye(n, dtype=bool)
    for where, edges in ((None, off_diagonal), (allowed, allowed & off_diagonal)):
        compiled = quantize_compiled(values, where, exact=False)
        same_or_refused(compiled, lambda edges=edges: quantize(values, where=edges))
        assert not compiled.exact
    i, j = sorted(rng.choice(n, 2, replace=False).tolist())
    values[j, i] = np.nextafter(values[i, j], 0)
    assert quantize_compiled(values, None, exact=False) is None
    allowed[i, j] = allowed[j, i] = False
    assert quantize_compiled(values, allowed, exact=False) is not None


@pytest.mark.parametrize("n", [40, 1500])
@pytest.mark.parametrize(
    ("others", "one"),
    [
        (1.0, 0.25),  # a finer scale
        (0.25, 2.0**40),  # the same one
        (1.0, 2.0**62),  # a coarser one
        (1.0, 2.0**-80),  # none but a rounded one
        (2.0**-80, 1.0),
        (0.1, -0.0),
        (1.0, np.inf),
        (1.0, np.nan),
    ],
)
def test_the_scale_fits_floats_that_are_not_among_those_it_is_estimated_by(n, others, one):
    """Every sixteenth row is looked at before."""
    edges = ~np.eye(n, dtype=bool)
    rounded = graphs.symmetric(np.exp(np.random.default_rng(n).normal(0, 9, (n, n))))
    for values in (np.full((n, n), others), others * rounded):
        values[20, 23] = values[23, 20] = one
        compiled = quantize_compiled(values, None, exact=False)
        same_or_refused(compiled, lambda values=values: quantize(values, where=edges))
        compiled = quantize_compiled(values.ravel(), None, exact=False)
        same_or_refused(compiled, lambda values=values: quantize(values.ravel()))


@pytest.mark.parametrize("n", [2, 6, 40, 800])
@pytest.mark.parametrize("solve", [max_weight_matching, min_weight_matching])
def test_rounded_matrices_have_one_result_in_every_form(n, solve):
    weights = graphs.symmetric(np.exp(np.random.default_rng(n).normal(0, 9, (n, n))))
    weights[0, 1] = weights[1, 0] = 2.0**70
    weights[n - 2, n - 1] = weights[n - 1, n - 2] = 1.0
    forms = [(weights.tolist(), {}), (weights, {"allowed": np.ones((n, n), np.bool_)})]
    expected = solve(weights)
    verify(
        weights,
        expected,
        minimize=solve is min_weight_matching,
        maxcardinality=solve is min_weight_matching,
    )
    for form, options in forms:
        found = solve(form, **options)
        assert (found.weight, found.loss_bound) == (expected.weight, expected.loss_bound)
        assert found.digest() == expected.digest()
    if solve is max_weight_matching:
        (found,) = max_weight_matchings([weights], maxcardinality=False)
        assert (found.digest(), found.loss_bound) == (expected.digest(), expected.loss_bound)


@given(arrays(np.float64, st.integers(0, 20), elements=finite))
def test_exact_sum(values):
    assert exact_sum(values) == sum(fractions(values))


def test_quantize_passes_integers_on():
    weights = np.array([[0, 2**62], [-(2**62), 5]])
    result = quantize(weights)
    assert (result.integers == weights).all()
    assert (result.unit, result.exact) == (1, True)


def test_quantize_names_the_cell():
    weights = np.array([[0, 1e18], [0.1, 1e300]])
    where = np.array([[True, True], [True, False]])
    result = quantize(weights, where=where)
    assert not result.exact
    assert result.integers[1, 1] == 0
    with pytest.raises(ValueError, match=r"cell \(1, 0\) holds 0.1, .* 2\*\*0,"):
        quantize(weights, where=where, exact=True)
    with pytest.raises(ValueError, match=r"cell \(0, 1\) holds inf"):
        quantize(np.array([[0, np.inf], [1, 2]]))


def test_large_arrays_are_rounded_in_pieces():
    values = np.random.default_rng(1).random(200_000)
    values[150_000] = 2.0**-80
    result = quantize(values)
    assert np.array_equal(result.integers, np.rint(values * float(1 / result.unit)))
    with pytest.raises(ValueError, match="edge 150000"):
        quantize(values, exact=True)


def inexact():
    rng = np.random.default_rng(2)
    weights = np.exp(rng.normal(0, 40, (30, 30)))
    return np.triu(weights, 1) + np.triu(weights, 1).T


def test_exact_refuses_to_round():
    weights = inexact()
    assert max_weight_matching(weights, maxcardinality=True).loss_bound > 0
    for solve in (max_weight_matching, min_weight_matching):
        with pytest.raises(ValueError, match=r"cell \(\d+, \d+\) holds .* exact=False"):
            solve(weights, exact=True)
    eighths = np.rint(weights % 100 * 8) / 8
    matching = max_weight_matching(np.maximum(eighths, eighths.T), exact=True, maxcardinality=True)
    assert (matching.unit, matching.loss_bound) == (Fraction(1, 8), 0)
    assert isinstance(matching.weight, Fraction)


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_floats_of_every_width(dtype):
    rng = np.random.default_rng(3)
    weights = graphs.symmetric(rng.normal(0, 1, (8, 8)).astype(dtype))
    wide = max_weight_matching(weights.astype(np.float64), maxcardinality=True)
    matching = max_weight_matching(weights, maxcardinality=True)
    assert matching.mate.tolist() == wide.mate.tolist()
    assert matching.weight == wide.weight
    verify(weights, matching, maxcardinality=True)


def test_verification_refuses_a_bound_that_is_too_small_and_another_unit():
    weights = inexact()
    matching = max_weight_matching(weights, maxcardinality=True)
    verify(weights, matching, maxcardinality=True)
    for changes in (
        {"loss_bound": matching.loss_bound - matching.unit / 2**10},
        {"unit": matching.unit / 2},
        {"weight": matching.weight + matching.unit},
    ):
        with pytest.raises(EngineError, match="not proven"):
            verify(weights, replace(matching, **changes), maxcardinality=True)


def test_nearly_symmetric_floats_are_refused_even_where_rounding_hides_it():
    weights = inexact()
    weights[3, 4] = np.nextafter(1.0, 2.0)
    weights[4, 3] = 1.0
    with pytest.raises(ValueError, match=r"cell \(3, 4\) holds .* \(4, 3\) holds 1.0"):
        max_weight_matching(weights, maxcardinality=True)
