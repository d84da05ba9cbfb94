"""What the papers say of their tie-breakers; test_scores.py holds their values equal to plain sums."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from builders import game
from fastpair.go.scores import MMS_OF_1_DAN, History, criterion_values, cusp_x2, sos_x2
from fastpair.go.tournament import Criterion, Grade, Player, Result, Rules, Tournament
from tournaments import tournaments


@given(tournaments())
def test_the_score_without_absences_is_that_of_rules_that_give_nothing(tournament):
    points = replace(tournament.rules.points, mms_absent_x2=0, requested_bye_x2=0)
    plain = History.of(replace(tournament, rules=replace(tournament.rules, points=points)))
    history = History.of(tournament)
    for after in range(tournament.rules.rounds + 1):
        ours = criterion_values(history, Criterion.SCORE_WITHOUT_ABSENCES, after)
        assert ours.tolist() == criterion_values(plain, Criterion.MMS, after).tolist()


@given(tournaments())
def test_cuss_is_cusp_for_who_has_played_all_games(tournament):
    """BGA 4.6: but for the score at the start, which counts in every round."""
    history, after = History.of(tournament), tournament.rules.rounds
    cuss = criterion_values(history, Criterion.CUSS_MMS, after)
    expected = cusp_x2(history, after) + 2 * after * history.start_mms
    all_played = history.played.all(axis=1)
    assert (cuss == expected)[all_played].all()


@given(tournaments())
def test_sos_is_that_of_opengotha_without_its_own_rules(tournament):
    games = tuple(replace(game, handicap=0) for game in tournament.games)
    rules = replace(
        tournament.rules, unplayed_as_half_point=False, absence_as_half_point=False, missed="bga"
    )
    history = History.of(replace(tournament, games=games, rules=rules))
    for after in range(rules.rounds + 1):
        theirs = criterion_values(history, Criterion.SOS_MMS, after)
        assert sos_x2(history, after).tolist() == theirs.tolist()


@pytest.mark.parametrize(("won", "cuss"), [((1, 2, 3), 12), ((3, 4, 5), 6)])
def test_early_wins_count_more_often(won, cuss):
    """V 4.2.2: three wins of five."""
    players = tuple(
        Player(key=key, name=key, first_name="", grade=Grade(0), correction=-MMS_OF_1_DAN)
        for key in "ab"
    )
    games = tuple(
        game(number, 1, "a", "b", Result.WHITE_WINS if number in won else Result.BLACK_WINS)
        for number in range(1, 6)
    )
    history = History.of(Tournament(rules=Rules(rounds=5), players=players, games=games))
    assert criterion_values(history, Criterion.CUSS_MMS, 5)[0] == 2 * cuss
    assert cusp_x2(history, 5)[0] == 2 * cuss
