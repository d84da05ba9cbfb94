"""In a Swiss every model and system goes by the wins, and a bar and grades have no part in the scores."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from builders import player
from fastpair.go.tournament import Criterion, Game, Grade, Result, Rules, Tournament
from fastpair.pairing import both_below, not_handicap
from fastpair.pairing.field import Conventions, Field, state_of
from fastpair.pairing.rounds import draw_round
from fastpair.pairing.weights import MODELS, model_named
from fastpair.research.systems import EPM

GRADES = range(-25, 6, 3)
SWISS = Rules(
    rounds=5, placement=(Criterion.WINS, Criterion.SOS_WINS, Criterion.SOSOS_WINS), bar=Grade(0)
)
SCORED = [name for name in MODELS if name not in ("entropy", "rating-information")]
PAPERS = [name for name in SCORED if not name.startswith("opengotha")]
BY_WINS = Conventions(seeding=("sos", "sosos", "sodos", "cuss"))


@pytest.fixture
def swiss():
    """Eleven players of all grades; of round 1, the stronger of neighbours has won each of five games."""
    players = [player(chr(97 + i), grade, club=str(i % 3)) for i, grade in enumerate(GRADES)]
    games = [
        Game(round=1, table=i + 1, white=players[2 * i + 1].key, black=players[2 * i].key)
        for i in range(5)
    ]
    won = tuple(replace(game, result=Result.WHITE_WINS) for game in games)
    return Tournament(rules=SWISS, players=tuple(players), games=won)


def off_score(draw):
    return sum(board.white_score != board.black_score for board in draw.boards)


@pytest.mark.parametrize("name", SCORED)
def test_a_draw_pairs_equal_wins(swiss, name):
    draw = draw_round(swiss, 2, model=model_named(name))
    assert off_score(draw) == 1  # five have a win; the bye leaves five without one


def test_epm_pairs_equal_wins(swiss):
    assert off_score(draw_round(swiss, 2, system=EPM())) == 1


@pytest.mark.parametrize("name", PAPERS)
def test_the_bye_goes_to_the_fewest_wins(swiss, name):
    strong = replace(swiss.players[0], grade=Grade(8))
    three = replace(swiss, players=(strong, *swiss.players[1:3]), games=swiss.games[:1])
    draw = draw_round(three, 2, model=model_named(name))
    assert draw.bye in ("a", "c")  # the weakest has won


@pytest.mark.parametrize("name", PAPERS)
def test_the_floor_and_the_bar_of_a_swiss_mean_nothing(swiss, name):
    model = model_named(name)
    other = replace(swiss, rules=replace(SWISS, floor=Grade(-5), bar=Grade(8)))
    one, two = (model.weigh(Field.of(each, 2)).total for each in (swiss, other))
    assert np.array_equal(one, two)


def test_the_state_counts_wins_and_no_handicaps(swiss):
    state = state_of(Field.of(swiss, 2).roster, BY_WINS)
    assert sorted(state.mms) == 6 * [0.0] + 5 * [1.0]
    assert state.seeds.groups == 2
    assert state.bar == np.inf
    assert both_below(state, state).all()
    assert not_handicap(state[:, None], state[None, :]).all()
