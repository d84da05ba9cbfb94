"""The lists of teams: standings and cross table, against the games one by one."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

import pytest

from fastpair.go.team_standings import team_standings
from fastpair.go.teams import of_teams
from fastpair.go.tournament import Criterion, Result, RoundKind, TeamCriterion
from fastpair.report import (
    format_number,
    lineups_sheet,
    team_cells,
    team_cross_table,
    team_matches_sheet,
    team_players_sheet,
    team_sheet,
)
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


HALVES = {"½": 0.5, "": 0}


def number(text):
    """A number as it is printed."""
    return HALVES[text[-1:]] + float(text[:-1] or 0) if text[-1:] == "½" else float(text or 0)


@pytest.mark.parametrize("seed", range(12))
def test_the_page_of_a_team_has_its_own_players_and_points_in_front(seed):
    """The same board points as the standings, seen by the team, and those of each player as the games say."""
    tournament = played(seed)
    play, names = tournament.team_play, tournament.name_of
    rows = {row.key: row for row in team_standings(tournament, tournament.rules.rounds).rows}
    for team in play.teams:
        sheet = team_matches_sheet(tournament, team, str)
        headings = list(dict.fromkeys(row[0] for row in sheet.rows))
        assert len(headings) == tournament.last_paired
        own = {names(key) for key in team.members} | {"empty board"}
        for heading in headings:
            boards = [row for row in sheet.rows if row[0] == heading and row[1]]
            at = int(heading.partition(":")[0].split()[1])
            if not boards:
                assert rows[team.key].opponents[at - 1] in ("bye", "-")
                continue
            assert heading.partition(": ")[2].startswith(f"{team.name} – ")
            assert all(any(row[2].startswith(name) for name in own) for row in boards)
            sums = heading.rpartition(" ")[2].partition("–")[0]
            known = any(row[5] for row in boards)
            assert not known or number(sums) == rows[team.key].boards[at - 1]
        for key, line in zip(
            team.players_in_order, team_players_sheet(tournament, team, str).rows, strict=True
        ):
            games = [g for g in tournament.games if key in g.players and g.has_result]
            points = sum(g.ending.won_x2[g.players.index(key)] for g in games) / 2
            alone = sum(cell == "+" for cell in line[2:-2])
            assert number(line[-2]) == points + alone
            assert number(line[-1]) == len(games) + alone


def test_line_ups_name_boards_substitutes_and_nobody():
    tournament = entered(2, 2, spares=1)
    a, b = tournament.team_play.teams
    teams = (replace(a, lineups=(("A2", "", "A1"),)), replace(b, captain="Cy Ott"))
    tournament = replace(tournament, team_play=replace(tournament.team_play, teams=teams))
    sheet = lineups_sheet(tournament, 1, str)
    assert sheet.rows == (
        ("Team A", "1", "A 2 1k"),
        ("Team A", "2", "empty board"),
        ("Team A", "Substitute", "A 1 1d"),
        ("Team B · Captain: Cy Ott", "1", "B 1 1d"),
        ("Team B · Captain: Cy Ott", "2", "B 2 1k"),
    )
