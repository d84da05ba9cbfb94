"""Ratings where players have none, or one below the lowest that the formulas know [V 2.2]."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import player
from fastpair.go.ratings import LOWEST, con, expectation, update
from fastpair.go.tournament import NO_RATING, Grade, Rules, Tournament
from fastpair.pairing import ADDED_TERMS
from fastpair.pairing.field import Field
from fastpair.pairing.rounds import draw_round
from fastpair.pairing.weights.models import GoDraw2015
from fastpair.research.models import Entropy, RatingInformation

RATINGS = st.floats(-900, 2949)


def entered(*strengths, **rules):
    """Players a, b, c, … of a grade and perhaps a rating each."""
    players = (
        player(key, Grade.parse(grade), rating=rating[0] if rating else NO_RATING)
        for key, (grade, *rating) in zip("abcdef", strengths, strict=False)
    )
    return Tournament(rules=Rules(rounds=3, **rules), players=tuple(players))


def pairs(draw):
    return {"".join(sorted(board.white + board.black)) for board in draw.boards}


@given(RATINGS, RATINGS, st.sampled_from([0, 0.5, 1]), st.integers(0, 9))
def test_ratings_start_from_the_lowest_one(first, second, result, stones):
    new = update(first, second, result, handicap=stones)
    raised = max(first, LOWEST), max(second, LOWEST)
    shares = expectation(*raised, handicap=stones)
    for after, before, points, share in zip(new, raised, (result, 1 - result), shares, strict=True):
        assert after == max(before + con(before) * (points - share), LOWEST)


@pytest.mark.parametrize(
    "term", [ADDED_TERMS["entropy"](), ADDED_TERMS["rating_information"](mode="target", target=0)]
)
def test_who_has_no_rating_has_that_of_his_grade(term):
    field = Field.of(entered(["3d"], ["1k", 2300], ["30k"], ["25k", -300]), 1)
    state = GoDraw2015().state(field)
    a, b, c, d = (state[field.key.index(key)] for key in "abcd")
    assert [int(player.rating) for player in (a, b, c, d)] == [2300, 2300, LOWEST, -300]
    weight = term.term().weight
    assert weight(a, b) == weight(c, d) == 1
    assert weight(a, c) == weight(b, d) < 0.01


@pytest.mark.parametrize(
    "model",
    [
        Entropy(),
        RatingInformation(information=ADDED_TERMS["rating_information"](mode="target", target=0)),
    ],
)
def test_models_of_ratings_draw_players_without_one_by_their_grade(model):
    swiss = {"floor": Grade(0), "bar": Grade(0)}
    tournament = entered(["3d"], ["10k", 1100], ["10k"], ["3d", 2300], **swiss)
    assert pairs(draw_round(tournament, 1, model=model)) == {"ad", "bc"}
