"""Pairs that must and must not be drawn."""

from __future__ import annotations

import numpy as np
import pytest

from fastpair.draw import Constraints
from fastpair.errors import RuleError

KEY = ("a", "b", "c", "d")
STRANGERS = np.zeros((4, 4), dtype=np.bool_)


def pairs(*pairs):
    return frozenset(map(frozenset, pairs))


def allowed(constraints, met=STRANGERS):
    """Pairs of keys that may be drawn."""
    mask = constraints.allowed(KEY, met)
    assert (mask == mask.T).all()
    assert not mask.diagonal().any()
    return {KEY[i] + KEY[j] for i, j in np.argwhere(np.triu(mask))}


def test_everybody_may_play_everybody_else():
    assert allowed(Constraints()) == {"ab", "ac", "ad", "bc", "bd", "cd"}
    assert not STRANGERS.any()


def test_who_has_met_does_not_meet_again_unless_rematches_are_allowed():
    met = STRANGERS.copy()
    met[0, 1] = met[1, 0] = True
    assert allowed(Constraints(), met) == {"ac", "ad", "bc", "bd", "cd"}
    assert "ab" in allowed(Constraints(rematches=True), met)
    assert met.sum() == 2


def test_a_forbidden_pair_is_no_pair():
    assert allowed(Constraints(must_not_play=pairs("da", "xy", "ax"))) == {
        "ab", "ac", "bc", "bd", "cd",
    }  # fmt: skip


def test_who_must_play_has_one_opponent_left():
    met = STRANGERS.copy()
    met[0, 2] = met[2, 0] = True
    assert allowed(Constraints(must_play=pairs("ca")), met) == {"ac", "bd"}


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"must_play": pairs("aa")}, "expected a pair of two players, got ['a']"),
        ({"must_not_play": pairs("abc")}, "expected a pair of two players, got ['a', 'b', 'c']"),
        ({"must_play": pairs("ab", "bc")}, "'b' must play 2 games in one round"),
        (
            {"must_play": pairs("ab"), "must_not_play": pairs("ba")},
            "'a' and 'b' must play and must not play",
        ),
    ],
)
def test_constraints_that_cannot_be_are_refused(asked, message):
    with pytest.raises(RuleError) as caught:
        Constraints(**asked)
    assert str(caught.value) == message


def test_who_is_not_in_the_field_cannot_have_to_play():
    with pytest.raises(RuleError, match="'a' and 'x' must play, but 'x' is not to be paired"):
        allowed(Constraints(must_play=pairs("ax")))
