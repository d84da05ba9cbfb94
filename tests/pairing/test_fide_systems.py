"""The systems of FIDE beside slow references that try every pairing, set and permutation."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beside_references import OF_MATCHES, compare


@pytest.mark.parametrize("name", ["burstein", "dubov"])
@given(seed=st.integers(0, 10**6), apart=st.sampled_from([0, 0, 0.3]))
def test_it_is_the_round_of_the_rules(name, seed, apart):
    compare(name, seed, apart=apart)


@given(seed=st.integers(0, 10**6))
def test_players_who_have_often_been_drawn_up(seed):
    compare("dubov", seed, upfloating=True)


@pytest.mark.parametrize("name", OF_MATCHES)
@given(
    seed=st.integers(0, 10**6), count=st.sampled_from([None, 8]), apart=st.sampled_from([0, 0, 0.2])
)
def test_it_is_the_round_of_matches(name, seed, count, apart):
    compare(name, seed, count=count, apart=apart)
