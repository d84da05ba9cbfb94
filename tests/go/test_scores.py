"""Scores and standings, held equal to a slow reference."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

from builders import player, reference_of
from fastpair.errors import RuleError
from fastpair.go.scores import (
    ScoreHistory,
    criterion_scale,
    criterion_values,
    places,
    standings_order,
    standings_values,
    whole,
)
from fastpair.go.tournament import (
    Bye,
    Criterion,
    EventFormat,
    Game,
    Grade,
    Points,
    Result,
    RoundKind,
    Rules,
    Tournament,
)
from fastpair.research.conformance import participation
from tournaments import tournaments


@given(tournaments())
def test_history_is_what_happened(tournament):
    history, reference = ScoreHistory.of(tournament), reference_of(tournament)
    keys = [player.key for player in tournament.players]
    assert history.start_mms.tolist() == [reference.start(key) for key in keys]
    assert history.category.tolist() == [reference.category(key) for key in keys]
    for i, key in enumerate(keys):
        for number in range(1, tournament.rules.rounds + 1):
            opponent, colour, won, _ = reference.met(key, number) or (None, 0, 0, None)
            t = number - 1
            assert participation(history)[i, t] == reference.status(key, number)
            assert history.opponent[i, t] == (-1 if opponent is None else keys.index(opponent))
            assert history.colour[i, t] == colour
            assert history.won_x2[i, t] == won
            assert history.points_x2[i, t] == reference.points(key, number)
    by_name = sorted(range(len(keys)), key=lambda i: reference.name(keys[i]))
    assert history.name_order.argsort(kind="stable").tolist() == by_name


@given(tournaments())
def test_criteria_equal_the_reference(tournament):
    history, reference = ScoreHistory.of(tournament), reference_of(tournament)
    for after in range(tournament.rules.rounds + 1):
        for criterion in Criterion:
            expected = [
                reference.doubled(each.key, criterion.value, after) for each in tournament.players
            ]
            assert criterion_values(history, criterion, after).tolist() == expected, criterion


@given(tournaments())
def test_standings_equal_the_reference(tournament):
    history, reference = ScoreHistory.of(tournament), reference_of(tournament)
    criteria = tournament.rules.placement
    names, keys = [each.value for each in criteria], [player.key for player in tournament.players]
    for after in range(tournament.rules.rounds + 1):
        values = standings_values(history, criteria, after)
        expected = [*reference.values(names, after).values()]
        assert [tuple(row) for row in values.tolist()] == expected
        order = standings_order(history, criteria, after)
        assert [keys[i] for i in order] == reference.order(names, after)
        better = [1 + sum(other > own for other in expected) for own in expected]
        assert places(values).tolist() == better


def games(*results, round_number=1):
    """Games of a round from strings such as ``'a>b'`` (a wins with White) or ``'a=b'``."""
    symbols = {">": Result.WHITE_WINS, "<": Result.BLACK_WINS, "=": Result.JIGO}
    return tuple(
        Game(round=round_number, table=table, white=text[0], black=text[2], result=symbols[text[1]])
        for table, text in enumerate(results, start=1)
    )


def confrontation(tournament, *criteria, after=1):
    """Values of direct confrontation by key; ``criteria`` are those of the standings."""
    history = ScoreHistory.of(tournament)
    values = standings_values(history, criteria, after)
    column = criteria.index(Criterion.DIRECT_CONFRONTATION)
    return {p.key: int(values[i, column]) for i, p in enumerate(tournament.players)}


def test_who_won_stands_above_whom_he_beat():
    players = tuple(map(player, "abcd"))
    tournament = Tournament(players=players, games=games("b>a", "d>c"))
    values = confrontation(tournament, Criterion.DIRECT_CONFRONTATION)
    assert values == {"a": 0, "b": 2, "c": 0, "d": 2}


def test_confrontation_yields_to_the_criteria_that_follow_where_nobody_won():
    players = (player("a"), player("b", rating=5), player("c", rating=9))
    tournament = Tournament(players=players, games=games("a>b"))
    values = confrontation(tournament, Criterion.DIRECT_CONFRONTATION, Criterion.RATING)
    # b is last of those who beat nobody; then a, whose rating is lower than that of c.
    assert values == {"b": 0, "a": 1, "c": 2}


@pytest.mark.parametrize("second", ["a>b", "a<b"])
def test_only_a_single_net_win_confronts(second):
    both = (*games("a>b"), *games(second, round_number=2))
    tournament = Tournament(players=(player("a"), player("b")), games=both)
    values = confrontation(tournament, Criterion.DIRECT_CONFRONTATION, after=2)
    assert values == {"a": 0, "b": 0}


@pytest.mark.parametrize(
    ("rules", "counts"),
    [
        (Rules(format=EventFormat.CUP), True),
        (Rules(format=EventFormat.CUP, placement=(Criterion.CUP_SCORE,)), False),
        (Rules(format=EventFormat.DOUBLE_ELIMINATION), False),
        (Rules(format=EventFormat.SWISS), False),
        (Rules(), False),
    ],
)
def test_a_forfeit_confronts_in_a_cup_alone(rules, counts):
    """It says who goes on; by the scores of OpenGotha it does not."""
    (won,) = games("a>b")
    players = (player("a"), player("b"))
    tournament = Tournament(players=players, rules=rules, games=(replace(won, by_default=True),))
    values = confrontation(tournament, Criterion.DIRECT_CONFRONTATION)
    assert values == {"a": int(counts), "b": 0}


def test_simple_confrontation_needs_all_games():
    three = (*games("a>b"), *games("a>c", round_number=2), *games("c>b", round_number=3))
    tournament = Tournament(players=tuple(map(player, "abc")), games=three)
    history = ScoreHistory.of(tournament)
    criteria = (Criterion.SIMPLE_DIRECT_CONFRONTATION,)
    assert standings_values(history, criteria, 3)[:, 0].tolist() == [2, 0, 1]
    assert standings_values(history, criteria, 2)[:, 0].tolist() == [0, 0, 0]


def test_a_large_tie_without_games_is_ranked_by_the_rest():
    count = 600
    players = tuple(player(f"p{i}", rating=i) for i in range(count))
    criteria = (Criterion.DIRECT_CONFRONTATION, Criterion.RATING)
    values = standings_values(ScoreHistory.of(Tournament(players=players)), criteria, 0)
    assert values[:, 0].tolist() == list(range(count))


def test_a_mcmahon_tournament_by_hand():
    """Bar 1d, floor 3k; a handicap stone counts a point in SOS for who gave it."""
    points = Points(mms_bye_x2=2, mms_absent_x2=1, round_down=True)
    rules = Rules(rounds=2, floor=Grade(-3), bar=Grade(0), points=points)
    players = (
        player("a", 4),
        player("b", -1),
        player("c", -9, absences=frozenset({2})),
        player("d", -2),
    )
    first = (
        Game(round=1, table=1, white="a", black="b", handicap=1, result=Result.WHITE_WINS),
        Game(round=1, table=2, white="d", black="c", result=Result.JIGO),
    )
    second = (Game(round=2, table=1, white="b", black="a", result=Result.WHITE_WINS),)
    byes = (Bye(round=2, player="d"),)
    tournament = Tournament(rules=rules, players=players, games=first + second, byes=byes)
    history = ScoreHistory.of(tournament)
    assert history.start_mms.tolist() == [30, 29, 27, 28]
    assert criterion_values(history, Criterion.MMS, 1).tolist() == [62, 58, 55, 57]
    # c is absent for half a point, which is rounded down; d has the bye.
    assert criterion_values(history, Criterion.MMS, 2).tolist() == [62, 60, 55, 59]
    assert criterion_values(history, Criterion.SOS_MMS, 2).tolist() == [122, 122, 113, 111]
    assert standings_order(history, rules.placement, 2).tolist() == [0, 1, 3, 2]
    kinds = [RoundKind.RATED, RoundKind.RATED, RoundKind.ABSENT, RoundKind.PAIRING_BYE]
    assert history.kind[:, 1].tolist() == [kind.code for kind in kinds]
    assert history.byes_before(3).tolist() == [0, 0, 0, 1]
    assert history.byes_before(2).tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("points", "without_absences"),
    [
        # 29 points at the start, two rounds absent, then a bye: only the bye counts.
        (Points(mms_absent_x2=1, mms_bye_x2=2, round_down=False), [58, 58, 58, 60]),
        (Points(mms_absent_x2=2, mms_bye_x2=1, round_down=False), [58, 58, 58, 59]),
        (Points(mms_absent_x2=2, mms_bye_x2=1, round_down=True), [58, 58, 58, 58]),
    ],
)
def test_the_score_without_absences_counts_the_bye(points, without_absences):
    tournament = Tournament(
        rules=Rules(rounds=3, points=points),
        players=(player("a", -1, absences=frozenset({1, 2})),),
        byes=(Bye(round=3, player="a"),),
    )
    history = ScoreHistory.of(tournament)
    scores = [
        int(criterion_values(history, Criterion.SCORE_WITHOUT_ABSENCES, r)[0]) for r in range(4)
    ]
    assert scores == without_absences


def test_the_strasbourg_bonus_by_hand():
    """Two points for who starts at the bar and is unbeaten before the last round, and again at it."""
    players = (player("a"), player("b"), player("c"), player("d", -1))
    results = [("a>b", "c>d"), ("a>d", "c>b"), ("a>c", "b>d")]
    played = [games(*line, round_number=n) for n, line in enumerate(results, start=1)]
    tournament = Tournament(
        rules=Rules(rounds=4, bar=Grade(0)), players=players, games=sum(played, ())
    )
    history = ScoreHistory.of(tournament)
    strasbourg = [
        criterion_values(history, Criterion.STRASBOURG_SCORE, after).tolist() for after in range(5)
    ]
    assert strasbourg == [
        [60, 60, 60, 58],
        [62, 60, 62, 58],
        [68, 60, 68, 58],  # a and c are unbeaten after two of four rounds
        [74, 62, 68, 58],  # a has beaten c too
        [74, 62, 68, 58],
    ]


@pytest.mark.parametrize(
    ("score_x2", "points"), [(3, 1), (1, 0), (0, 0), (-1, 0), (-3, -1), (-4, -2)]
)
def test_half_points_are_dropped_towards_zero(score_x2, points):
    assert whole(np.array([score_x2])).tolist() == [points]


def test_every_criterion_has_a_scale():
    assert all(map(criterion_scale, Criterion))
    assert criterion_scale(Criterion.CATEGORY) == -1
    assert criterion_scale(Criterion.SODOS_MMS) == 4


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"games": games("a>x")}, "no player has the key 'x'"),
        ({"byes": (Bye(round=1, player="x"),)}, "no player has the key 'x'"),
        ({"games": games("a>b", round_number=6)}, "expected rounds from 1 to 5, got round 6"),
        ({"byes": (Bye(round=6, player="a"),)}, "expected rounds from 1 to 5, got round 6"),
        ({"games": games("a>b", "c>a")}, "round 1: 'a' has 2 games or byes"),
        (
            {"games": games("a>b", round_number=2), "byes": (Bye(round=2, player="b"),)},
            "round 2: 'b' has 2 games or byes",
        ),
    ],
)
def test_a_contradictory_tournament_is_refused(changes, message):
    tournament = Tournament(players=tuple(map(player, "abc")), doubtful=True, **changes)
    with pytest.raises(RuleError, match=message):
        ScoreHistory.of(tournament)


def test_columns_are_frozen():
    history = ScoreHistory.of(Tournament(players=(player("a"),)))
    with pytest.raises(ValueError, match="read-only"):
        history.points_x2[0, 0] = np.int64(2)
