"""The lists of teams: standings and cross table, against the games one by one."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

import pytest

from fastpair.go.team_standings import team_standings
from fastpair.go.teams import of_teams
from fastpair.go.tournament import Criterion, Result, RoundKind, TeamCriterion
from fastpair.report import team_cross_table, team_sheet
from fastpair.report.sheet import format_number
from fastpair.report.standings_pages import team_cells
from team_tournaments import entered, played

WON = {
    Result.WHITE_WINS: (1, 0), Result.BLACK_WINS: (0, 1), Result.JIGO: (0.5, 0.5),
    Result.BOTH_WIN: (1, 1), Result.BOTH_LOSE: (0, 0), Result.UNKNOWN: (0, 0),
}  # fmt: skip


def by_round(tournament, number):
    """Opponent and board points of each team in a round, by key, from the games of its line-up alone."""
    at = {
        key: (team.key, board)
        for team in tournament.team_play.teams
        for board, key in enumerate(team.lineup(number)[: tournament.team_play.size], start=1)
        if key
    }
    points, opponents = defaultdict(float), {}
    for game in tournament.round(number).games:
        sides = [at[key] for key in game.players]
        for (team, _), (other, _), won in zip(sides, sides[::-1], WON[game.result], strict=True):
            points[team] += won
            opponents[team] = other
    for team, other in opponents.items():
        for board in range(1, tournament.team_play.size + 1):
            here, there = (
                any(owner == (key, board) for owner in at.values()) for key in (team, other)
            )
            points[team] += here and not there
    return {key: (other, points[key]) for key, other in opponents.items()}


@pytest.mark.parametrize("seed", range(24))
def test_points_and_cells_are_those_of_the_games(seed):
    tournament = played(seed)
    rounds = range(1, tournament.rules.rounds + 1)
    table = team_standings(tournament, rounds[-1], [TeamCriterion("EDE")])
    lines = {row.key: row.number for row in table.rows}
    found = {number: by_round(tournament, number) for number in rounds}
    units = of_teams(tournament)
    sheet = team_sheet(table, str)
    shown = {row.key: cells[4:7] for row, cells in zip(table.rows, sheet.rows, strict=True)}
    for row, cells in zip(table.rows, team_cells(table, str), strict=True):
        without = {n for n in rounds if row.key not in found[n]}
        byes = [n for n in without if units.kind_of(row.key, n) is RoundKind.PAIRING_BYE]
        in_games = sum(found[n][row.key][1] for n in rounds if n not in without)
        match_x2, boards_x2 = tournament.team_play.worth_of_bye(tournament.rules.points)
        assert row.board_points == in_games + len(byes) * boards_x2 / 2
        signs = [cell[-1] for n, cell in enumerate(row.opponents, start=1) if n not in without]
        worth = {"+": 2, "=": 1, "-": 0}
        if "?" not in signs:
            ends = [str(signs.count(sign)) for sign in "+=-"]
            assert [*shown[row.key]] == ends
            assert row.match_points == sum(map(worth.get, signs)) + len(byes) * match_x2 / 2
        for number in rounds:
            text = cells[number - 1][number]
            if number in without:
                assert text.partition(" ")[0] == ("bye" if number in byes else "-")
                continue
            other, points = found[number][row.key]
            assert text[:-1].startswith(str(lines[other]))
            assert text.endswith(f" {format_number(points)}")


def columns(table):
    return [column.title for column in team_sheet(table, str).columns][7:]


@pytest.mark.parametrize(
    ("criteria", "shown"),
    [
        (["TEAMP", "BDW"], ["Match points", "Board points"]),
        (["BDW", "MNR"], ["Board points", "Match points", "MNR"]),
        (["MNR"], ["Match points", "Board points", "MNR"]),
        (["PTS:GP", "MPvGP", "EDE"], ["Board points", "Match points", "EDE"]),
        (["PTS:MP", "EDE", "PTS:GP"], ["Match points", "EDE", "Board points"]),
    ],
)
def test_match_points_and_board_points_are_in_every_list(criteria, shown):
    """Where they are criteria at their places, and else before what decides between equal teams."""
    tournament = played(3)
    table = team_standings(tournament, 2, list(map(TeamCriterion, criteria)))
    assert columns(table) == shown
    at = shown.index("Board points") - len(shown)
    points = [format_number(row.board_points) for row in table.rows]
    assert [cells[at] for cells in team_sheet(table, str).rows] == points


def test_a_round_robin_of_teams_is_crossed_and_the_list_of_its_players_is_not():
    tournament = entered(4, 2, placement=(Criterion.WINS,))
    tournament = replace(
        tournament, rules=replace(tournament.rules, system="round-robin").with_format()
    )
    table = team_standings(tournament, 0)
    sheet = team_cross_table(table, str)
    assert [column.title for column in sheet.columns][5:9] == ["1", "2", "3", "4"]
    assert [row[5 + place] for place, row in enumerate(sheet.rows)] == ["×"] * 4
    kind = tournament.event_kind
    assert (kind.predetermined, kind.crosses_players) == (True, False)
    assert replace(tournament, team_play=None).event_kind.crosses_players
