"""The systems of FIDE beside slow references that try every pairing, set and permutation."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

import reference_burstein
import reference_dubov
from fastpair import Constraints
from fastpair.errors import NoPairingError
from fastpair.pairing.rounds import situation_of
from fastpair.pairing.systems import system_class
from match_events import can_be_told, system_of, tournament_of
from random_events import random_states
from random_matches import present, states

REFERENCES = {"burstein": reference_burstein.pairing, "dubov": reference_dubov.pairing}


def drawn(state, name):
    """The round as the system pairs it, White first, and the bye; None if it refuses."""
    settings = {
        key: state.settings[key]
        for key in ("acceleration", "initial_colour", "order")
        if key in state.settings
    }
    forbid = frozenset(frozenset(pair) for pair in state.settings.get("forbid", ()))
    system = system_class(name)(**settings)
    situation = situation_of(state.tournament, state.round_number, Constraints(forbid=forbid), 0)
    with suppress(NoPairingError):
        return _pairs(state.tournament, system.pair(situation))
    return None


def _pairs(tournament, found):
    """The pairs with White first, and the bye, by key; proven."""
    found.proof.prove()
    keys = [player.key for player in tournament.players]
    pairs = frozenset((keys[one], keys[other]) for one, other in found.pairs.tolist())
    return pairs, None if found.bye is None else keys[found.bye]


def compare(name, seed, **more):
    """Compare all rounds of an invented tournament; count what happened in them."""
    found = Counter()
    for state in random_states(seed, REFERENCES[name], **more):
        expected = state.expected and (state.expected.pairs, state.expected.bye)
        assert drawn(state, name) == expected, (seed, state.round_number)
        found["rounds"] += 1
        if state.expected:
            found["several floaters"] += any(each > 1 for each in state.expected.floaters)
            found["shifts"] += any(state.expected.shifts)
    return found


@pytest.mark.parametrize("name", REFERENCES)
@given(seed=st.integers(0, 10**6))
def test_it_is_the_round_of_the_rules(name, seed):
    compare(name, seed)


def compare_matches(name, seed, **more):
    """Compare all rounds of an invented event of matches; count what happened in them."""
    found = Counter()
    for event, settings, answer in states(seed, name, **more):
        if not can_be_told(event, settings) or len(present(event)) < 2:
            continue
        tournament, constraints = tournament_of(event, settings)
        situation = situation_of(tournament, event.next_round, constraints, 0)
        drawn = None
        with suppress(NoPairingError):
            drawn = _pairs(tournament, system_of(event, settings).pair(situation))
        expected = answer and (
            frozenset((str(white), str(black)) for white, black in answer.pairs),
            None if answer.bye is None else str(answer.bye),
        )
        assert drawn == expected, (seed, event.next_round)
        found["rounds"] += 1
        brackets = answer.brackets if answer else ()
        found["several floaters"] += any(len(each.upfloaters) > 1 for each in brackets)
        found["C6 unmet"] += any(each.next_reached is False for each in brackets)
    return found


@pytest.mark.parametrize("name", ["team", "double"])
@given(seed=st.integers(0, 10**6), count=st.sampled_from([None, 8]))
def test_it_is_the_round_of_matches(name, seed, count):
    compare_matches(name, seed, count=count)
