"""Tournaments as facts: what differs between two states, and the way from one to the other."""

from __future__ import annotations

import json
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from fastpair.app.history.entries import differences, facts, with_facts
from tournaments import tournaments


def same(one, other):
    """Whether two states differ in the order of their players and games at most."""
    return (one.name, one.rules, one.event) == (other.name, other.rules, other.event) and all(
        sorted(map(repr, getattr(one, part))) == sorted(map(repr, getattr(other, part)))
        for part in ("players", "games", "byes")
    )


def states():
    """Pairs of states, of which each pair of players has one game in a round at most."""
    return st.tuples(tournaments(), tournaments())


def through_json(changes):
    return [(tuple(subject), after) for subject, _, after in json.loads(json.dumps(changes))]


@given(states())
def test_the_differences_lead_from_one_state_to_the_other(pair):
    old, new = pair
    changes = differences(old, new)
    assert same(with_facts(old, through_json(changes)), new)
    assert same(with_facts(new, through_json([c.reversed for c in changes])), old)


@given(states())
def test_differences_are_those_of_all_facts(pair):
    """The objects that two states share are left out only because they cannot differ."""
    old, new = pair
    shared = replace(new, players=old.players, byes=old.byes, doubtful=True)
    before, after = facts(old), facts(shared)
    subjects = {
        subject for subject in {*before, *after} if before.get(subject) != after.get(subject)
    }
    assert {change.subject for change in differences(old, shared)} == subjects


@given(tournaments())
def test_a_state_does_not_differ_from_itself(tournament):
    copies = tuple(replace(player) for player in tournament.players)
    assert differences(tournament, replace(tournament, players=copies)) == ()
