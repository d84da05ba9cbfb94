"""A board for which a team has named nobody: the other team's player has a point by forfeit in every table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fastpair import Player, Rules, Tournament, standings
from fastpair.formats import FORMATS
from fastpair.go.team_standings import team_standings
from fastpair.go.teams import matches_of, mean_rating
from fastpair.go.tournament import PRESETS, Game, Result, RoundKind, Team, TeamPlay
from fastpair.report import Attendance

TRF = FORMATS["trf"]
ANN, BO, CY = (
    Player(key=name, name=name, rating=rating)
    for name, rating in (("ANN", 2000), ("BO", 1900), ("CY", 1950))
)
DRAWN = Game(round=1, table=1, white="ANN", black="CY", result=Result.JIGO)


def two_teams(players=(ANN, BO, CY), *, fewest=1, games=(DRAWN,), kind="swiss"):
    """Ash with two players against Birch with one."""
    teams = (
        Team(key="1", name="Ash", lineups=(("ANN", "BO"),)),
        Team(key="2", name="Birch", lineups=(("CY",),)),
    )
    rules = Rules(**PRESETS["Chess"].changes)
    return Tournament(
        kind=kind,
        rules=replace(rules, rounds=2, system="swiss-team"),
        players=players,
        games=games,
        team_play=TeamPlay(teams=teams, size=2, fewest=fewest),
    )


def points(tournament):
    return {row.key: row.values[0] for row in standings(tournament, 1, ["PTS"]).rows}


def test_the_player_alone_has_won_by_forfeit():
    found = two_teams()
    assert found.kind_of("BO", 1) is RoundKind.EMPTY_BOARD
    assert points(found) == {"BO": 1, "ANN": 0.5, "CY": 0.5}
    (row,) = [
        row for row in standings(found, 1, ["PTS", "WIN", "WON", "BPG"]).rows if row.key == "BO"
    ]
    assert row.values == (1, 1, 0, 0)
    assert [row.values[1] for row in team_standings(found, 1).rows] == [1.5, 0.5]
    (match,) = matches_of(found, found.team_play, 1)
    assert (match.empty, match.all_boards) == ({2: ("BO", "")}, (1, 2))
    attendance = Attendance.of(found, 1)
    assert attendance.sum(str) == "3 players: 2 on boards, 1 win against an empty board"


@pytest.mark.parametrize(
    "found",
    [
        two_teams(games=()),
        two_teams((ANN, replace(BO, absences=frozenset({1})), CY)),
        two_teams(fewest=0),
    ],
)
def test_nobody_wins_where_nobody_is_drawn_or_comes(found):
    assert found.facing_nobody(1) == frozenset()
    assert points(found)["BO"] == 0
    match = next(iter(matches_of(found, found.team_play, 1)), None)
    assert match is None or match.empty == {}


def test_the_report_says_so_and_is_read_again():
    content = TRF.new(two_teams())
    lines = content.decode().splitlines()
    assert [line for line in lines if line.startswith("300")] == [
        "300   1   1   2    1    3", "300   1   2   1    2    0",
    ]  # fmt: skip
    (line,) = [line for line in lines if line[14:16] == "BO"]
    assert (line[80:84], line[91:99]) == (" 1.0", "0000 - +")
    document = TRF.read("t", content)
    assert points(document.tournament) == {"BO": 1, "ANN": 0.5, "CY": 0.5}
    assert document.remarks == ()


def test_a_bye_beside_boards_that_its_team_played_is_an_empty_board():
    """As older files have it, which state a point less."""
    text = TRF.new(two_teams()).decode().replace("0000 - +", "0000 - U")
    text = "\n".join(line for line in text.splitlines() if not line.startswith("300"))
    text = text.replace(" 1.0    1  0000 - U", " 0.0    3  0000 - U")
    document = TRF.read("t", text.encode())
    assert points(document.tournament) == {"BO": 1, "ANN": 0.5, "CY": 0.5}
    (line,) = [n for n, line in enumerate(text.splitlines(), start=1) if "0000 - U" in line]
    assert document.remarks == (f"line {line}: the file has 0.0 points, and its results give 1.0",)


def test_the_mean_rating_leaves_an_empty_board_out():
    found = two_teams()
    ratings = [mean_rating(found, found.team_play, team) for team in found.team_play.teams]
    assert ratings == [1950, 1950]
