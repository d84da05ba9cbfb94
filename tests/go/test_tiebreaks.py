"""What the papers say of their tie-breakers; test_scores.py holds their values equal to plain sums."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from builders import game
from fastpair.go.comparison import compare_places
from fastpair.go.scores import MMS_OF_1_DAN, ScoreHistory, criterion_values, cusp_x2, sos_x2
from fastpair.go.standings import standings
from fastpair.go.tournament import (
    Bye,
    Criterion,
    Grade,
    Player,
    Points,
    Result,
    Rules,
    Tournament,
    with_preset,
)
from tournaments import tournaments


@given(tournaments())
def test_the_score_without_absences_is_that_of_rules_that_give_nothing(tournament):
    points = replace(tournament.rules.points, mms_absent_x2=0, requested_bye_x2=0)
    plain = ScoreHistory.of(replace(tournament, rules=replace(tournament.rules, points=points)))
    history = ScoreHistory.of(tournament)
    for after in range(tournament.rules.rounds + 1):
        ours = criterion_values(history, Criterion.SCORE_WITHOUT_ABSENCES, after)
        assert ours.tolist() == criterion_values(plain, Criterion.MMS, after).tolist()


@given(tournaments())
def test_cuss_is_cusp_for_who_has_played_all_games(tournament):
    """BGA 4.6: but for the score at the start, which counts in every round."""
    history, after = ScoreHistory.of(tournament), tournament.rules.rounds
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
    history = ScoreHistory.of(replace(tournament, games=games, rules=rules))
    for after in range(rules.rounds + 1):
        theirs = criterion_values(history, Criterion.SOS_MMS, after)
        assert sos_x2(history, after).tolist() == theirs.tolist()


NO_SUMS = {"NULL", "CAT", "Rank", "Rating", "OUT", "OUT2", "PO", "DC", "SDC"}
"""Criteria that are a fact of the player, or compare players with each other."""


@given(tournaments(), st.sampled_from([each for each in Criterion if each.value not in NO_SUMS]))
def test_what_the_rounds_add_makes_the_value(tournament, criterion):
    """Of every criterion that is a sum; each term names the opponent of its round."""
    table = standings(tournament, criteria=[criterion.value])
    assume(table.rows and table.rows[0].place < table.rows[-1].place)
    found = compare_places(tournament, table, table.rows[0].key, table.rows[-1].key)
    for row, terms in zip(found.rows, found.terms, strict=True):
        assert sum(each.value for each in terms if each.counted) == row.values[0]
        assert {each.round: each.opponent for each in terms if each.opponent} == {
            game.round: game.opponent_of(row.key)
            for game in tournament.games
            if row.key in game.players and game.round <= table.after
        }


def test_a_comparison_begins_with_the_score_at_the_start():
    """A beats B and C, who start a grade higher, and B beats C in between."""
    grades = {"a": Grade(-1), "b": Grade(0), "c": Grade(0)}
    players = tuple(
        Player(key=key, name=key.upper(), first_name="", grade=grade)
        for key, grade in grades.items()
    )
    games = (
        game(1, 1, "a", "b", Result.WHITE_WINS),
        game(2, 1, "b", "c", Result.WHITE_WINS),
        game(3, 1, "c", "a", Result.BLACK_WINS),
    )
    played = Tournament(rules=Rules(rounds=3), players=players, games=games)
    table = standings(played, criteria=["MMS"])
    [_, *lines] = compare_places(played, table, "a", "c").sentences()
    assert lines == [
        "A, MMS 31: 29 at the start, 1 in round 1 (B), 1 in round 3 (C)",
        "C, MMS 30: 30 at the start, 0 in round 2 (B), 0 in round 3 (A)",
    ]
    table = standings(played, criteria=["SOSM"])
    [_, *lines] = compare_places(played, table, "a", "b").sentences()
    assert lines == [
        "B, SOSM 91: 31 in round 1 (A), 30 in round 2 (C), 30 in round 3 (no opponent)",
        "A, SOSM 90: 31 in round 1 (B), 29 in round 2 (no opponent), 30 in round 3 (C)",
    ]


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
    history = ScoreHistory.of(Tournament(rules=Rules(rounds=5), players=players, games=games))
    assert criterion_values(history, Criterion.CUSS_MMS, 5)[0] == 2 * cuss
    assert cusp_x2(history, 5)[0] == 2 * cuss


W, B, D = Result.WHITE_WINS, Result.BLACK_WINS, Result.JIGO


def round_robin(preset, results):
    """A, B and C against each other, and each of them against D."""
    pairs = ["ab", "cd", "ca", "bd", "bc", "da"]
    games = [
        game(1 + place // 2, 1 + place % 2, *pair, result)
        for place, (pair, result) in enumerate(zip(pairs, results, strict=True))
    ]
    players = tuple(Player(key=key, name=key) for key in "abcd")
    rules = with_preset(Rules(rounds=3), preset)
    return Tournament(kind="swiss", rules=rules, players=players, games=tuple(games))


@pytest.mark.parametrize(
    ("preset", "results", "values"),
    [
        # Points, Buchholz, Sonneborn-Berger, Cumulative, Direct-Encounter, Wins, Wins-with-Black
        ("chess", (D, D, D, D, D, D), {"a": (1.5, 4.5, 2.25, 3, None, 0, 0)}),
        (
            "chess",
            (W, W, W, W, W, B),
            {
                "a": (2, 4, 2, 4, None, 2, 1),
                "b": (2, 4, 2, 3, None, 2, 0),
                "c": (2, 4, 2, 5, None, 2, 0),
                "d": (0, 6, 0, 0, None, 0, 0),
            },
        ),
        (
            "football",
            (W, D, D, W, W, B),
            {
                "a": (7, 9, 8, 14, None, 2, 1),
                "b": (6, 10, 3, 9, None, 2, 0),
                "c": (2, 14, 4, 5, None, 0, 0),
                "d": (1, 15, 1, 3, None, 0, 0),
            },
        ),
    ],
)
def test_the_tie_breaks_of_other_games(preset, results, values):
    table = standings(round_robin(preset, results), 3)
    found = {row.key: row.values for row in table.rows if row.key in values}
    assert found == values


def test_a_direct_encounter_counts_once_all_who_are_tied_have_met():
    """Two who are tied, of whom one has beaten the other; and three, of whom two have not met."""
    criteria = (Criterion.WINS, Criterion("DE"))
    players = tuple(Player(key=key, name=key) for key in "abcd")
    rules = Rules(rounds=3, placement=criteria, points=Points(win_x2=6, jigo_x2=2))
    rules = replace(rules, handicap=replace(rules.handicap, ceiling=0))
    games = (game(1, 1, "a", "b", B), game(2, 1, "a", "c", W), game(3, 1, "a", "d", D))
    games += (game(3, 2, "b", "c", D),)
    tournament = Tournament(kind="swiss", rules=rules, players=players, games=games)
    values = {row.key: row.values for row in standings(tournament, 3).rows}
    assert values == {"a": (4, 2), "b": (4, 1), "c": (1, None), "d": (1, None)}
    three = replace(tournament, games=games[:1])
    values = {row.key: row.values for row in standings(three, 3).rows}
    assert values == {"a": (0, None), "b": (3, None), "c": (0, None), "d": (0, None)}


def test_unplayed_rounds_by_the_rules_of_chess():
    """C.07 16: a dummy with the own score, draws after a withdrawal, and cuts of own choices first."""
    players = (
        Player(key="a", name="a"),
        Player(key="b", name="b", absences=frozenset({2, 3})),
        Player(key="c", name="c", absences=frozenset({1}), requested_byes=frozenset({1})),
        Player(key="d", name="d"),
    )
    forfeit = replace(game(2, 2, "c", "d", W), by_default=True)
    games = (game(1, 1, "a", "b", W), forfeit, game(3, 1, "a", "c", B))
    byes = (Bye(round=1, player="d"), Bye(round=2, player="a"), Bye(round=3, player="d"))
    rules = with_preset(Rules(rounds=3), "Chess")
    criteria = (
        Criterion.WINS,
        Criterion.SOS_WINS,
        Criterion.SOS_WINS_1,
        Criterion.SODOS_WINS,
    )
    tournament = Tournament(
        kind="swiss",
        rules=replace(rules, placement=criteria),
        players=players,
        games=games,
        byes=byes,
    )
    found = {row.key: row.values for row in standings(tournament, 3).rows}
    assert found == {
        # b left after round 1: two draws in its opponent's sum, and none in its own.
        # A dummy has at most the points of draws in all rounds, or what the absent opponent has.
        "a": (2, 1 + 1.5 + 2.5, 1.5 + 2.5, 1 + 1.5),
        "b": (0, 2 + 0 + 0, 2 + 0, 0),
        "c": (2.5, 1.5 + 2 + 2, 2 + 2, 0.75 + 2 + 2),
        "d": (2, 1.5 + 2 + 1.5, 1.5 + 1.5, 1.5 + 0 + 1.5),
    }
    bga = replace(tournament, rules=replace(tournament.rules, missed="bga"))
    values = {row.key: row.values[1] for row in standings(bga, 3).rows}
    assert values == {"a": 0 + 2.5, "b": 2, "c": 2 + 2, "d": 2.5}
