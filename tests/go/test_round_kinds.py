"""What a player had in a round: a row for each kind, and a column for each that asks.

The values follow from the rules: points from TRF26 162, tie-breaks from C.07 articles 7, 8 and 16, meetings, colours
and byes from C.04.1, ratings from B.02 5.1.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import pytest

from fastpair import draw_round, standings
from fastpair.errors import NoPairingError
from fastpair.formats import FORMATS
from fastpair.go.fide_ratings import fide_ratings
from fastpair.go.norms import norms_of
from fastpair.go.teams import of_teams
from fastpair.go.tournament import (
    PRESETS,
    Bye,
    FideRules,
    Game,
    Grade,
    Player,
    Points,
    Result,
    RoundKind,
    Rules,
    Team,
    TeamPlay,
    Tournament,
)
from fastpair.report import Attendance, wall_list
from pages import director_of

RULES = replace(
    Rules(**PRESETS["FIDE"].changes),
    rounds=3,
    points=Points(wins_bye_x2=1),
    fide=FideRules(order="entry", initial_colour="white"),
)
"""A win is a point, and the bye of a pairing half a point: a full-point bye is worth more."""


class Row(NamedTuple):
    """What A had in round 2, after a loss with White against C in round 1; B beat D in it, and C beats D in round 2."""

    kind: RoundKind
    result: Result | None = None
    """Of A, with Black, against B; None without a game."""

    ending: str = ""
    """What else is said of the game, or the round: a fact of `Game`, ``bye``, ``away``, or several."""

    points: float = 0
    win: int = 0
    """WIN, 7.1."""
    won: int = 0
    """WON, 7.2."""
    black: int = 0
    """BPG, 7.3."""
    chosen: int = 2
    """REP, 7.6: the rounds that one elected to play."""
    own: float = 2
    """BH of A, 8.1: the two points of C, and those of B or of the dummy of 16.4."""
    seen: float = 0
    """What A adds to the BH of C: the points, or half a point for a bye on request in the last rounds, 16.3."""
    games: int = 1
    """Those that are rated, and count for norms."""
    again: bool = True
    """Whether A and B may meet in round 3."""
    free: bool = True
    """Whether A may have the bye in round 3."""
    cell: str = ""
    """In a report for FIDE."""
    printed: str = ""
    """In the wall list, in print and on the page; without the number of B."""
    listed: str = ""
    """Why A has no board, in print and on the screen."""


AT_BOARD = {"black": 1, "again": False}
AWAY = {"chosen": 1, "seen": 0.5}
ROWS = [
    Row(
        *(RoundKind.RATED, Result.BLACK_WINS, ""),
        **AT_BOARD, points=1, win=1, won=1, own=3, seen=1, games=2, cell="   2 b 1", printed="+b",
    ),
    Row(
        *(RoundKind.RATED, Result.JIGO, ""),
        **AT_BOARD, points=0.5, own=3.5, seen=0.5, games=2, cell="   2 b =", printed="=b",
    ),
    Row(
        *(RoundKind.RATED, Result.WHITE_HALF, ""),
        **AT_BOARD, own=3.5, games=2, cell="   2 b 0", printed="-b",
    ),
    Row(
        *(RoundKind.RATED, Result.BOTH_LOSE, ""),
        **AT_BOARD, own=3, games=2, cell="   2 b 0", printed="-b",
    ),
    Row(
        *(RoundKind.UNRATED, Result.BLACK_WINS, "unrated"),
        **AT_BOARD, points=1, win=1, won=1, own=3, seen=1, cell="   2 b W", printed="+ub",
    ),
    Row(
        *(RoundKind.UNRATED, Result.WHITE_WINS, "unrated"),
        **AT_BOARD, own=4, cell="   2 b L", printed="-ub",
    ),
    Row(
        *(RoundKind.FORFEIT_WON, Result.BLACK_WINS, "by_default"),
        points=1, win=1, own=3, seen=1, free=False, cell="   2 b +", printed="+!b",
    ),
    Row(
        *(RoundKind.FORFEIT_LOST, Result.WHITE_WINS, "by_default"),
        chosen=1, cell="   2 b -", printed="-!b",
    ),
    Row(
        *(RoundKind.DOUBLE_FORFEIT, Result.BOTH_LOSE, "by_default"),
        chosen=1, cell="   2 b -", printed="-!b",
    ),
    Row(
        *(RoundKind.PAIRING_BYE, None, "bye"),
        points=0.5, own=2.5, seen=0.5, free=False, cell="0000 - U", printed="0+", listed="bye",
    ),
    Row(
        *(RoundKind.FULL_POINT_BYE, None, "bye away asked"),
        points=1, win=1, own=3, seen=1, free=False, cell="0000 - F", printed="0+", listed="bye",
    ),
    Row(
        *(RoundKind.HALF_POINT_BYE, None, "away asked"),
        **AWAY, points=0.5, own=2.5, cell="0000 - H", printed="0=", listed="requested bye",
    ),
    Row(
        *(RoundKind.ABSENT, None, "away"), **AWAY, cell="0000 - Z", printed="0-", listed="absent",
    ),
    Row(
        *(RoundKind.NO_SHOW, None, "away missed"),
        **AWAY, cell="0000 - -", printed="0-", listed="did not come",
    ),
]  # fmt: skip
IN_TEAMS = [
    Row(
        *(RoundKind.EMPTY_BOARD, None, "alone"),
        points=1, win=1, own=3, seen=1, cell="0000 - +", printed="0+",
        listed="win against an empty board",
    ),
]  # fmt: skip
"""A and D are a team, and C and B, who is absent: its draws follow other rules."""

OPEN = [
    Row(RoundKind.OPEN, Result.UNKNOWN, "", cell="   2 b", printed="?b"),
    Row(RoundKind.POSTPONED, Result.UNKNOWN, "postponed", cell="   2 b", printed="pb"),
]


def rows(*lists):
    """A test for each row."""
    found = [row for each in lists for row in each]
    return pytest.mark.parametrize("row", found, ids=lambda row: f"{row.kind.name} {row.result}")


def event(row):
    """The tournament of a row: A to D in the order of their numbers."""
    away = frozenset({2} if "away" in row.ending else ())
    asked = away if "asked" in row.ending else frozenset()
    missed = away if "missed" in row.ending else frozenset()
    players = [
        Player(key, name=key, rating=2000 - 10 * number)
        for number, key in enumerate("ABCD", start=1)
    ]
    players[0] = replace(players[0], absences=away, requested_byes=asked, no_shows=missed)
    if row.result is None:
        players[1] = replace(players[1], absences=frozenset({2}))
    games = [
        Game(round=1, table=1, white="A", black="C", result=Result.BLACK_WINS),
        Game(round=1, table=2, white="D", black="B", result=Result.BLACK_WINS),
        Game(round=2, table=2, white="C", black="D", result=Result.WHITE_WINS),
    ]
    if row.result is not None:
        facts = {row.ending: True} if row.ending else {}
        games.append(Game(round=2, table=1, white="B", black="A", result=row.result, **facts))
    found = Tournament(
        kind="swiss",
        rules=RULES,
        players=tuple(players),
        games=tuple(games),
        byes=(Bye(round=2, player="A"),) if "bye" in row.ending else (),
    )
    if "alone" not in row.ending:
        return found
    teams = (
        Team(key="1", name="Ash", lineups=(("A", "D"), ("D", "A"))),
        Team(key="2", name="Birch", lineups=(("C", "B"), ("C", ""))),
    )
    rules = replace(RULES, system="swiss-team")
    return replace(found, rules=rules, team_play=TeamPlay(teams=teams, size=2, fewest=1))


def values(tournament, *criteria, after=2):
    return {row.key: row.values for row in standings(tournament, after, criteria=criteria).rows}


def can_be_paired(tournament, *keys):
    """Whether round 3 can be paired with these players alone."""
    try:
        draw_round(tournament.with_absences(3, {*"ABCD"} - {*keys}), 3)
    except NoPairingError:
        return False
    return True


@rows(ROWS, IN_TEAMS)
def test_points_and_own_results(row):
    found = values(event(row), "PTS", "WIN", "WON", "BPG", "REP")
    assert found["A"] == (row.points, row.win, row.won, row.black, row.chosen)


@rows(ROWS, IN_TEAMS)
def test_unplayed_rounds_of_tie_breaks(row):
    tournament = event(row)
    buchholz = values(tournament, "BH")
    assert buchholz["A"] == (row.own,)
    assert buchholz["C"] == (row.seen,)  # D has no points


@rows(ROWS, IN_TEAMS)
def test_ratings_and_norms(row):
    tournament = event(row)
    changes = {each.player.key: each for each in fide_ratings(tournament)}
    assert changes["A"].games == row.games
    assert {norm.games for norm in norms_of(tournament, "")["A"]} == {row.games}


@rows(ROWS)
def test_the_next_round(row):
    tournament = event(row)
    assert can_be_paired(tournament, "A", "B") == row.again
    assert can_be_paired(tournament, "A") == row.free


@rows(ROWS)
def test_the_colour_of_the_next_game(row):
    """A had White in round 1: after Black in round 2 both colours are even, else Black is due."""
    tournament = event(row).with_absences(3, ["B"])
    (board,) = (b for b in draw_round(tournament, 3).boards if "A" in (b.white, b.black))
    due = (board.white == "A") if row.black else (board.black == "A")
    assert due or board.white == "D"  # D has had White and Black, too


@rows(ROWS, IN_TEAMS, OPEN)
def test_files(row):
    tournament = event(row)
    assert tournament.kind_of("A", 2) is row.kind
    for name in ("trf", "fastpair"):
        content = FORMATS[name].new(tournament)
        again = FORMATS[name].read("again", content).tournament
        key = again.players[0].key
        held = RoundKind.OPEN if (name, row.kind) == ("trf", RoundKind.POSTPONED) else row.kind
        assert again.kind_of(key, 2) is held
        assert values(again, "PTS")[key] == (row.points,)
    report = FORMATS["trf"].new(tournament).decode()
    (line,) = (line for line in report.splitlines() if line.startswith("001    1"))
    assert line[101:].rstrip() == row.cell


@rows(ROWS, IN_TEAMS, OPEN)
def test_prints(row):
    tournament = event(row)
    sheet = wall_list(standings(tournament, 2), str)
    (cells,) = (cells for cells in sheet.rows if cells[2].startswith("A "))
    assert cells[6].lstrip("1234" if row.result else "") == row.printed
    assert Attendance.of(tournament, 2).reasons(str).get("A", "") == row.listed


@rows(ROWS, IN_TEAMS, OPEN)
def test_pages(row, tmp_path):
    file = tmp_path / "event.json"
    file.write_bytes(FORMATS["fastpair"].new(event(row)))
    with director_of(file) as browser:
        page = browser.get("/wallist/2").text
        browser.send("/boards/2/publish", {"even_so": "yes"})
        phone = browser.get("/hall/mine?me=A").text
    assert ("round 2" in phone.partition('class="other"')[2]) == bool(row.listed)
    cells = page.partition('?key=A"')[2].split("<td>")
    assert cells[4].lstrip("1234" if row.result else "") == row.printed


NEAREST = {
    RoundKind.UNRATED: RoundKind.RATED,
    RoundKind.FULL_POINT_BYE: RoundKind.PAIRING_BYE,
    RoundKind.HALF_POINT_BYE: RoundKind.ABSENT,
    RoundKind.NO_SHOW: RoundKind.ABSENT,
    RoundKind.POSTPONED: RoundKind.OPEN,
}
FORFEITS = (RoundKind.FORFEIT_WON, RoundKind.FORFEIT_LOST, RoundKind.DOUBLE_FORFEIT)
BYES = (RoundKind.PAIRING_BYE, RoundKind.FULL_POINT_BYE)
IN_GO = {
    "fastpair": {},
    "trf": {RoundKind.POSTPONED: RoundKind.OPEN},
    "opengotha": NEAREST,
    "macmahon": NEAREST,
    "pairgoth": NEAREST | dict.fromkeys(FORFEITS[:2], RoundKind.RATED),
    "egd": NEAREST,
    "ffg": NEAREST | dict.fromkeys(FORFEITS, RoundKind.RATED),
    "aga": NEAREST
    | dict.fromkeys(FORFEITS, RoundKind.OPEN)
    | dict.fromkeys(BYES, RoundKind.ABSENT),
}
"""What a file makes of kinds that it cannot tell, where a bye is a win."""
OTHER_RESULTS = {
    ("aga", Result.JIGO): RoundKind.OPEN,
    ("aga", Result.BOTH_LOSE): RoundKind.OPEN,
    ("egd", Result.BOTH_LOSE): RoundKind.DOUBLE_FORFEIT,
}
"""The same of results."""


@pytest.mark.parametrize("name", IN_GO)
@rows([row for row in ROWS if row.result is not Result.WHITE_HALF], OPEN)
def test_files_of_go(row, name):
    found = event(row)
    players = (replace(player, grade=Grade(0)) for player in found.players)
    points = Points(wins_bye_x2=2, mms_bye_x2=2)
    tournament = replace(
        found, kind="go", rules=Rules(rounds=3, points=points), players=tuple(players)
    )
    near = IN_GO[name].get(row.kind, row.kind)
    near = OTHER_RESULTS.get((name, row.result), near)
    for _ in range(2):
        content = FORMATS[name].new(tournament)
        tournament = FORMATS[name].read("again", content).tournament
        (key,) = (player.key for player in tournament.players if player.name == "A")
        assert tournament.kind_of(key, 2) is near


def test_the_table_has_all_formats_that_have_games():
    assert IN_GO.keys() == FORMATS.keys() - {"csv"}


def test_who_enters_late_was_not_there_before():
    tournament = event(ROWS[0])
    late = Player("E", name="E", rating=1900, absences=frozenset({1, 2}))
    tournament = replace(tournament, players=(*tournament.players, late))
    assert [tournament.kind_of("E", number) for number in (1, 2, 3)] == [
        RoundKind.NOT_ENTERED,
        RoundKind.NOT_ENTERED,
        RoundKind.UNPAIRED,
    ]
    assert values(tournament, "PTS", "REP")["E"] == (0, 0)


def test_forfeits_on_both_sides_are_a_meeting_without_colours():
    games = [Game(round=1, table=1, white="A", black="B", **ending) for ending in (
        {"result": Result.WHITE_WINS, "by_default": True, "second_result": Result.BLACK_WINS, "second_by_default": True},
        {"result": Result.WHITE_WINS, "by_default": True, "second_result": Result.WHITE_WINS, "second_by_default": True},
    )]  # fmt: skip
    assert [game.kinds for game in games] == [
        (RoundKind.SPLIT_FORFEIT, RoundKind.SPLIT_FORFEIT),
        (RoundKind.FORFEIT_WON, RoundKind.FORFEIT_LOST),
    ]
    split = games[0].kinds[0]
    assert (split.is_meeting, split.at_board, split.is_rated) == (True, False, False)


def test_a_match_of_teams_is_forfeited_by_one_of_them():
    players = tuple(Player(key, name=key, rating=2000) for key in ("a1", "a2", "b1", "b2"))
    teams = tuple(Team(key=key, name=key, lineups=((f"{key}1", f"{key}2"),)) for key in "ab")
    for second, met in ((Result.WHITE_WINS, True), (Result.BLACK_WINS, False)):
        games = (
            Game(
                round=1, table=1, white="a1", black="b1", result=Result.WHITE_WINS, by_default=True
            ),
            Game(round=1, table=2, white="b2", black="a2", result=second, by_default=True),
        )
        tournament = Tournament(
            kind="swiss",
            rules=replace(RULES, system="swiss-team"),
            players=players,
            games=games,
            team_play=TeamPlay(teams=teams, size=2),
        )
        assert tournament.draws_teams
        assert bool(of_teams(tournament).meetings) is met
