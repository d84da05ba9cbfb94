"""Teams: their matches, the tournament that they are, and its standings."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import GO_RESULTS
from fastpair.errors import RuleError
from fastpair.go.standings import standings
from fastpair.go.team_standings import team_standings
from fastpair.go.teams import matches_of, of_teams, pair_of
from fastpair.go.tournament import (
    Criterion,
    Game,
    Grade,
    HandicapRules,
    Points,
    Result,
    TeamCriterion,
)
from fastpair.pairing.rounds import draw_round, with_matches
from fastpair.report import team_sheet
from team_tournaments import entered

RESULTS = [*GO_RESULTS]


def drawn(tournament, number, **options):
    before = of_teams(tournament)
    draw = draw_round(before, number, **options)
    return with_matches(tournament, before, draw.applied_to(before), number), draw


def games(results, number=1):
    """A match between A and B with these results from A's side, A having White at board 1."""
    turned = {Result.WHITE_WINS: Result.BLACK_WINS, Result.BLACK_WINS: Result.WHITE_WINS}
    return tuple(
        Game(round=number, table=b, white=f"A{b}", black=f"B{b}", result=result)
        if b % 2
        else Game(
            round=number, table=b, white=f"B{b}", black=f"A{b}", result=turned.get(result, result)
        )
        for b, result in enumerate(results, start=1)
    )


@pytest.mark.parametrize("size", [2, 3])
def test_match_points_are_those_of_opengotha(size):
    """Above the boards and the other's sum: 2; as high as the higher of these: 1."""
    worth = {r: r.won_x2 for r in RESULTS}
    for results in product(RESULTS, repeat=size):
        tournament = replace(entered(size=size), games=games(results))
        (match,) = matches_of(tournament, tournament.team_play, 1)
        own, other = (sum(worth[r][side] for r in results) for side in (0, 1))
        assert match.sums == (own, other)
        points = [
            2 if mine > max(size, yours) else int(mine == max(size, yours))
            for mine, yours in ((own, other), (other, own))
        ]
        assert [*match.points] == points


@pytest.mark.parametrize("size", [2, 3, 4])
def test_a_match_is_decided_when_no_missing_result_can_change_it(size):
    finished = [r for r in RESULTS if r in (Result.WHITE_WINS, Result.BLACK_WINS, Result.JIGO)]
    for results in product([*finished, Result.UNKNOWN], repeat=size):
        tournament = replace(entered(size=size), games=games(results))
        (match,) = matches_of(tournament, tournament.team_play, 1)
        ends = set()
        for rest in product(finished, repeat=results.count(Result.UNKNOWN)):
            left = iter(rest)
            full = [next(left) if r is Result.UNKNOWN else r for r in results]
            won = sum(r.won_x2[0] - r.won_x2[1] for r in full)
            ends.add((won > 0) - (won < 0))
        if len(ends) > 1:
            assert match.result is Result.UNKNOWN
        else:
            expected = {1: Result.WHITE_WINS, -1: Result.BLACK_WINS, 0: Result.JIGO}
            assert match.result is expected[ends.pop()]


@given(st.integers(2, 8), st.integers(2, 5), st.integers(0, 5), st.booleans())
def test_a_draw_of_teams_is_one_of_boards(teams, size, seed, stones):
    ceiling = 9 if stones else 0
    tournament = entered(
        teams, size, handicap=HandicapRules(ceiling=ceiling, threshold=Grade(8), by_mms=False)
    )
    after, draw = drawn(tournament, 1, seed=seed)
    matches = matches_of(after, after.team_play, 1)
    assert len(matches) == teams // 2
    assert [(m.white, m.black) for m in matches] == [(b.white, b.black) for b in draw.boards]
    tables = [game.table for game in after.round(1).games]
    assert tables == list(range(1, size * (teams // 2) + 1))
    for match in matches:
        assert [*match.boards] == list(range(1, size + 1))
        assert [game.table for game in match.boards.values()] == list(
            range(match.table, match.table + size)
        )
        for board, game in match.boards.items():
            assert {game.white[1:], game.black[1:]} == {str(board)}
            assert game.handicap == 0  # players of one grade
            assert (game.white in match.first) == (board % 2 == 1)
    assert of_teams(after).round(1).byes == ((draw.bye,) if draw.bye else ())


def test_the_standings_count_matches_before_boards():
    won = replace(entered(2, 3), games=games([Result.WHITE_WINS] * 2 + [Result.BLACK_WINS]))
    criteria = (
        TeamCriterion.MATCH_POINTS,
        TeamCriterion.BOARD_WINS,
        TeamCriterion.BOARD_WINS_2,
        TeamCriterion.SOS_MATCH_POINTS,
    )
    table = team_standings(won, 1, criteria)
    assert [(row.key, row.values, row.opponents) for row in table.rows] == [
        ("A", (2, 2.0, 2.0, 0), ("2+",)),
        ("B", (0, 1.0, 0.0, 2), ("1-",)),
    ]


def test_the_sign_of_a_match_is_that_of_its_points():
    """By OpenGotha's rule a team with half of the boards has one point though the other has less."""
    results = [Result.WHITE_WINS] * 2 + [Result.BLACK_WINS, Result.BOTH_LOSE]
    half = replace(entered(2, 4), games=games(results))
    told = {row.key: (row.values[0], row.opponents) for row in team_standings(half, 1).rows}
    assert told == {"A": (1, ("2=",)), "B": (0, ("1-",))}


@pytest.mark.parametrize(
    ("kind", "ratings", "mean"),
    [
        ("swiss", (None, None), None),
        ("swiss", (1500, None), 1500),
        ("swiss", (1500, 1601), 1550),
        ("swiss", (-900, 1600), 1600),
        ("go", (None, None), None),
        ("go", (1500, 1601), 1550),
        ("go", (3100, None), 1100),
    ],
)
def test_without_a_rating_there_is_no_mean(kind, ratings, mean):
    """In a Swiss, members without one do not count; OpenGotha counts them as 30 kyu."""
    tournament = replace(entered(2, 2), kind=kind)
    rated = dict(zip(("A1", "A2"), ratings, strict=True))
    players = tuple(replace(p, rating=rated.get(p.key, 1000)) for p in tournament.players)
    tournament = replace(tournament, players=players)
    table = team_standings(tournament, 0, (TeamCriterion.MEAN_RATING, Criterion.RATING))
    values = {row.key: row.values for row in table.rows}
    assert values == {"A": (mean, mean), "B": (1000, 1000)}
    assert [row.key for row in table.rows] == (["B", "A"] if mean is None else ["A", "B"])
    shown = [cells[-2:] for cells in team_sheet(table, str).rows if cells[1] == "Team A"]
    assert shown == [("–", "–") if mean is None else (str(mean), str(mean))]
    of_players = standings(tournament, 0, (Criterion.RATING,))
    assert {row.key: row.values[0] for row in of_players.rows if row.key in rated} == {
        key: None if value == -900 else value for key, value in rated.items()
    }


def test_equal_teams_of_another_game_are_in_the_order_of_letters():
    names = ("Zeman", "Čapek", "de Boer")
    tournament = replace(entered(3, 2), kind="swiss")
    named = zip(tournament.team_play.teams, names, strict=True)
    teams = tuple(replace(team, name=name) for team, name in named)
    tournament = replace(tournament, team_play=replace(tournament.team_play, teams=teams))
    criteria = (TeamCriterion.MATCH_POINTS,)
    rows = team_standings(tournament, 0, criteria).rows
    assert [row.name for row in rows] == ["Čapek", "de Boer", "Zeman"]


def test_a_team_may_start_with_the_sum_of_its_members():
    tournament = entered(2, 3, floor=Grade(-20), bar=Grade(5))
    summed = replace(tournament, team_play=replace(tournament.team_play, summed=True))
    team = of_teams(summed).by_key["A"]
    assert int(team.grade) + team.correction == 0 - 1 - 2
    assert of_teams(tournament).by_key["A"].correction == 0


@pytest.mark.parametrize(
    ("points", "bye", "requested"),
    [
        (Points(wins_bye_x2=2), (2, 2), (1, 1)),
        (Points(win_x2=6, jigo_x2=2, wins_bye_x2=6, requested_bye_x2=2), (2, 2), (1, 1)),
        (Points(win_x2=6, jigo_x2=2, wins_bye_x2=2, requested_bye_x2=0), (1, 1), (0, 0)),
        (Points(win_x2=6, jigo_x2=4, loss_x2=2, wins_bye_x2=2, requested_bye_x2=3), (0, 0), (1, 1)),
    ],
)
def test_a_bye_of_a_team_is_a_match_worth_its_points(points, bye, requested):
    """Match points are 2, 1 or 0, and each board a win, a half or nothing, whatever a win is worth."""
    criteria = (Criterion.WINS, TeamCriterion.MATCH_POINTS, TeamCriterion.BOARD_WINS)
    tournament = entered(4, 2)
    asking = tuple(
        replace(p, absences=frozenset({1}), requested_byes=frozenset({1}))
        if p.key.startswith("D")
        else p
        for p in tournament.players
    )
    rules = replace(tournament.rules, points=points, placement=(Criterion.WINS,))
    tournament = replace(tournament, kind="swiss", rules=rules, players=asking)
    tournament = replace(tournament, games=games([Result.WHITE_WINS] * 2))
    assert of_teams(tournament).by_key["D"].requested_byes == {1}
    values = {row.key: row.values for row in team_standings(tournament, 1, criteria).rows}
    assert values["A"] == (points.win_x2 / 2, 2, 2)
    assert values["C"] == (points.wins_bye_x2 / 2, *bye)
    assert values["D"] == (points.requested_bye_x2 / 2, *requested)


def test_a_team_asks_for_a_bye_if_all_who_are_missing_do():
    tournament = entered(2, 2)
    first, *others = tournament.players
    asks = replace(first, absences=frozenset({1, 2}), requested_byes=frozenset({1, 2}))
    away = replace(others[0], absences=frozenset({2}))
    team = of_teams(replace(tournament, players=(asks, away, *others[1:]))).by_key["A"]
    assert (team.absences, team.requested_byes) == ({1, 2}, {1})
    pair = pair_of([asks, away], key="p", name="Pair")
    assert (pair.absences, pair.requested_byes) == ({1, 2}, {1})


@pytest.mark.parametrize(
    ("lineup", "said"),
    [(("A1", "nobody"), "no player has the key"), (("A1", "B1"), "several boards")],
)
def test_teams_that_cannot_be_are_refused(lineup, said):
    tournament = entered(2, 2)
    first, other = tournament.team_play.teams
    teams = (other, replace(first, lineups=(lineup,)))
    with pytest.raises(RuleError, match=said):
        replace(tournament, team_play=replace(tournament.team_play, teams=teams))
    with pytest.raises(RuleError, match="several teams"):
        replace(tournament, team_play=replace(tournament.team_play, teams=(first, first)))
