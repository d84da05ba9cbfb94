"""The systems of FIDE beside slow references that try every pairing, set and permutation."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from beside_references import (
    OF_MATCHES,
    OF_PLAYERS,
    compare,
    compare_large,
    compare_with_everything,
)
from profiles import sampled


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


@pytest.mark.parametrize("name", [*OF_PLAYERS, *OF_MATCHES])
@given(seed=st.integers(0, 10**6), lawless=st.booleans(), apart=st.sampled_from([0, 0.2, 0.4, 0.7]))
@settings(max_examples=sampled(60))
@example(seed=2, lawless=True, apart=0)
def test_players_who_are_left_out_change_nothing(name, seed, lawless, apart):
    """Beside up to 40 players, of whom only those are looked at who may matter to a bracket."""
    compare_with_everything(name, seed, lawless=lawless, apart=apart)


@pytest.mark.parametrize("name", ["burstein", "dubov", *OF_MATCHES])
@given(seed=st.integers(0, 10**6), lawless=st.booleans(), apart=st.sampled_from([0, 0.3, 0.6, 0.8]))
@settings(max_examples=sampled(40))
def test_large_brackets_beside_another_solver(name, seed, lawless, apart):
    """The first rounds of 30 to 60 players whom hardly anything tells apart, some of whom may meet few."""
    rounds = (3, 5) if name == "burstein" else (1, 2)
    compare_large(name, seed, rounds, lawless=lawless, apart=apart)
