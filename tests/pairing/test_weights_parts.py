"""The small parts of the weights: shapes, names, luck, deviations."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import player
from fastpair.go.tournament import Rules, Tournament, without_case
from fastpair.pairing.field import Field, NameHashes, by_lot, codes
from fastpair.pairing.weights.models import concave, quotient

TEXTS = st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=8), max_size=8)
INTEGERS = st.integers(-(10**12), 10**12)


@given(INTEGERS, st.integers(1, 10**6))
def test_quotient_is_cut_towards_zero(dividend, divisor):
    expected = abs(dividend) // divisor * (1 if dividend >= 0 else -1)
    assert quotient(np.array([dividend]), divisor)[0] == expected


@pytest.mark.parametrize(
    ("deviation", "worth", "concavity", "expected"),
    [
        (0.0, 10**11, 0.5, 10**11),
        (1.0, 10**11, 0.5, 0),
        (0.5, 1000, 0.0, 500),
        (0.5, 1000, 0.5, 625),
        (0.5, 1000, 1.0, 750),
        (2.0, 1001, 0.5, -2002),
        (1.25, 1001, 0.1, -281),
        (0.1, 0, 0.5, 0),
    ],
)
def test_concave_by_hand(deviation, worth, concavity, expected):
    assert concave(deviation, worth, concavity) == expected


@given(TEXTS)
def test_hashes_join_as_texts_do(texts):
    hashes = NameHashes.of(texts)
    units = [np.frombuffer(text.encode("utf-16-le"), dtype="<u2").tolist() for text in texts]
    for i, s in enumerate(units):
        for j, t in enumerate(units):
            expected = sum(code * place for place, code in enumerate(s + t, start=1))
            overlap = hashes.length[i] * hashes.total[j]
            assert hashes.weighted[i] + hashes.weighted[j] + overlap == expected
            assert (hashes.order[i] < hashes.order[j]) == (s < t)
            assert (hashes.order[i] == hashes.order[j]) == (s == t)


@given(st.lists(st.sampled_from(["a", "b", "c", ""]), min_size=1))
def test_codes_are_equal_for_equal_texts(texts):
    numbers = codes(texts)
    assert np.array_equal(numbers[:, None] == numbers, [[s == t for t in texts] for s in texts])
    assert set(numbers.tolist()) == set(range(len(set(texts))))


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Bern", "BERN", True),
        ("Ülm", "üLM", True),
        ("İst", "ist", True),
        ("ıst", "IST", True),
        ("ß", "SS", False),
        ("Ulm", "Ülm", False),
    ],
)
def test_folding_ignores_capitals_only(one, other, same):
    assert (without_case(one) == without_case(other)) == same


def field_of(*players, **rules):
    return Field.of(Tournament(players=players, rules=Rules(**rules)), 1)


def split_mix(state):
    """One step of SplitMix64 in integers without end."""
    state = (state + 0x9E3779B97F4A7C15) % 2**64
    state = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
    state = (state ^ (state >> 27)) * 0x94D049BB133111EB % 2**64
    return state ^ (state >> 31)


@given(st.integers(0, 2**64 - 1), st.integers(1, 10**9))
def test_luck_by_lot_equals_its_definition(salt, most):
    field = field_of(*(player(key) for key in "abcd"))
    for low, high in ((0, 1), (0, 3), (1, 2)):
        state = split_mix(split_mix(split_mix(salt) ^ low) ^ high)
        expected = int((state >> 11) / 2**53 * (most + 1))
        assert by_lot(field[low], field[high], most, salt) == expected
        assert by_lot(field[high], field[low], most, salt) == expected
