"""What is looked up instead of evaluated: classes, lists of pairs and their kernels."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from fastpair._kernels.classes import coded, extent, pairs_met
from fastpair._kernels.lookup import Lookup, add_listed, add_product, look_up, mirror, pairs_of
from fastpair.pairing.papers.area import numbered


@st.composite
def classes(draw):
    """Classes of some players, and whether a rule applies to players of two classes."""
    kinds = draw(st.integers(1, 4))
    number = draw(st.lists(st.integers(0, kinds - 1), min_size=1, max_size=20))
    applies = np.zeros((kinds, kinds), dtype=np.uint8)
    for a in range(kinds):
        for b in range(a, kinds):
            applies[a, b] = applies[b, a] = draw(st.booleans())
    return np.array(number, dtype=np.int32), applies


def numbers(*shape):
    return np.random.default_rng(sum(shape)).integers(-(2**40), 2**40, shape)


@given(st.lists(st.integers(0, 300)), st.integers(301, 20_000))
def test_numbers_have_no_gaps(code, bound):
    code = np.array(code, dtype=np.int64)
    _, first, number = np.unique(code, return_index=True, return_inverse=True)
    found = numbered(code, bound)
    assert np.array_equal(found[0], first)
    assert np.array_equal(found[1], number)


def listed(condition, applies):
    """Pairs that a rule applies to, by the kernel; and the same as a matrix."""
    expected = np.triu(applies[condition][:, condition], 1)
    return pairs_of(applies, condition, int(expected.sum())), expected


@given(classes())
def test_pairs_are_those_that_a_rule_applies_to(drawn):
    (i, j), expected = listed(*drawn)
    assert (np.diff(i) >= 0).all()
    assert sorted(zip(i, j, strict=True)) == sorted(map(tuple, np.argwhere(expected)))


@given(classes(), classes(), st.booleans(), st.data())
def test_looked_up_and_mirrored(drawn, other, compares, data):
    (number, _), (condition, applies) = drawn, other
    n = min(len(number), len(condition))
    number, condition = number[:n], condition[:n]
    share = numbers(4, 4, 4 if compares else 1)
    columns = tuple(np.arange(2 * n, dtype=np.int32).reshape(2, n) % 3) if compares else None
    agreement = 0
    if compares:
        one, last = (column[:, None] == column for column in columns)
        agreement = 2 * one + last
    found = share[number[:, None], number, agreement]
    expected = 5 + 2 * np.where(applies[condition][:, condition], found, 7)
    lookup = Lookup(share, number, columns, applies, condition, 7)
    total = np.empty((n, n), dtype=np.int64)
    rows = data.draw(st.integers(1, n))
    for start in range(0, n, rows):
        stop = min(start + rows, n)
        part = total[start:stop]
        look_up(part, np.arange(start, stop), 0, True, 5, [lookup, lookup])
        mirror(total, start, stop)
    expected = np.triu(expected, 1)
    np.fill_diagonal(total, 0)
    assert np.array_equal(total, expected + expected.T)


@given(classes(), st.booleans())
def test_products_are_rounded_as_by_numpy(drawn, three):
    condition, applies = drawn
    n, random = len(condition), np.random.default_rng(1)
    first, second, last = (random.random((4, 4)), random.random((4, 4)), random.random((n, n)))
    product = first[condition][:, condition] * second[condition][:, condition]
    if three:
        product = product * last
    expected = np.rint(product * 2.0**45).astype(np.int64) - 9
    total = np.zeros((n, n), dtype=np.int64)
    sides = first, condition, second, condition, last if three else np.empty((0, 0))
    add_product(total, np.arange(n), 0, True, 2.0**45, *sides, applies, condition, 9)
    assert np.array_equal(total, np.triu(expected * applies[condition][:, condition], 1))


@given(classes())
def test_shares_are_added_to_listed_pairs(drawn):
    (i, j), matrix = listed(*drawn)
    expected = numbers(*matrix.shape)
    total = expected.copy()
    expected[i, j] += np.arange(len(i))
    add_listed(total, i, j, np.arange(len(i)))
    assert np.array_equal(total, expected)


@given(
    st.lists(st.sampled_from([-3.0, -0.5, 0.0, 0.25, 1.0, 7.5, 1e30]), min_size=1),
    st.integers(0, 40),
)
def test_values_are_coded_alike_if_they_are_alike(values, most):
    reals = np.array(values)
    for array in (reals, np.clip(reals, -9, 9).astype(np.int64), reals > 0):
        plain = array.view(np.uint8) if array.dtype == bool else array
        bound, code = coded(plain, most)
        twice = 2 * array if array.dtype.kind == "f" else plain
        spread = max(0, twice.max()) - min(0, twice.min())
        if (twice != np.rint(twice)).any() or spread >= most:
            assert bound == 0
            continue
        assert spread + 1 == bound
        assert np.array_equal(np.diff(code), np.diff(twice.astype(np.int64)))
        assert code.min() >= 0
        assert code.max() < bound


@given(classes())
def test_a_rule_reaches_from_the_first_to_the_last_player(drawn):
    number, applies = drawn
    pairs = applies[number][:, number].astype(bool)
    count, first, last = extent(applies, number)
    assert count == np.triu(pairs, 1).sum()
    for k in range(len(applies)):
        reached = np.flatnonzero(applies[k][number])
        assert (first[k], last[k]) == (
            (reached[0], reached[-1]) if len(reached) else (len(number), -1)
        )


@given(st.integers(1, 9), st.integers(0, 5), st.data())
def test_pairs_that_have_met_are_listed_once_and_in_order(players, rounds, data):
    some = st.lists(st.integers(-1, players - 1), min_size=rounds, max_size=rounds)
    opponents = np.array([data.draw(some) for _ in range(players)], dtype=np.int64)
    met = {(i, j) for i, line in enumerate(opponents.tolist()) for j in line if j > i}
    found = pairs_met(opponents.reshape(players, rounds))
    assert list(zip(*(each.tolist() for each in found), strict=True)) == sorted(met)
