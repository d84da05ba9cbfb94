"""The columns of every record of a report, filled by the widest values that it has room for, read and written."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from fastpair.errors import FormatError
from fastpair.formats import FORMATS
from fastpair.formats.trf import foreign_facts
from fastpair.go.tournament import Result

FORMAT = FORMATS["trf"]
LONG = "Abcdefghijklmnopqrstuvwxyzabcdefghijklmn"


def placed(code, *values):
    """A line with values that fill their columns, from 1, as the handbook counts them."""
    line = code
    for first, last, value in values:
        assert len(value) == last - first + 1, value
        line = f"{line.ljust(first - 1)}{value}"
    return line


FIRST = placed(
    "001", (5, 8, "9998"), (10, 10, "w"), (11, 13, "WGM"), (15, 47, LONG[:33]), (49, 52, "2999"),
    (54, 56, "GER"), (58, 68, "12345678901"), (70, 79, "1999/12/31"), (81, 84, " 1.0"), (86, 89, "   1"),
    (92, 99, "9999 w 1"), (102, 109, "9999 b -"), (112, 119, "9999 w  "),
)  # fmt: skip
SECOND = placed(
    "001", (5, 8, "9999"), (15, 47, LONG[1:34]), (81, 84, " 1.0"), (86, 89, "   2"),
    (92, 99, "9998 b 0"), (102, 109, "9998 w +"), (112, 119, "9998 b  "),
)  # fmt: skip
HEAD = ["142 12", "152 W"]


def read(*lines, rows=(FIRST, SECOND)):
    return FORMAT.read("t", "".join(f"{line}\n" for line in (*HEAD, *lines, *rows)).encode())


def written(document, **changes):
    """The lines of the file after a change of everything that some fields state."""
    return document.content_with(replace(document.tournament, **changes)).decode().splitlines()


def test_a_player():
    document = read()
    one, other = document.tournament.players
    assert (one.sex, one.title, one.name, one.rating, one.country) == ("w", "WGM", LONG[:33], 2999, "GER")  # fmt: skip
    assert (one.fide_id, one.birth) == ("12345678901", "1999-12-31")
    assert [game.result for game in document.tournament.games] == [Result.WHITE_WINS, Result.WHITE_WINS, Result.UNKNOWN]  # fmt: skip
    assert document.remarks == ()
    bare = read(rows=("001 9998      X", "001 9999      Y"))
    players = (replace(one, key="X"), replace(other, key="Y"))
    games = [replace(game, **dict(zip(("white", "black"), "XY" if game.white == one.key else "YX", strict=True))) for game in document.tournament.games]  # fmt: skip
    whole = replace(bare.tournament, players=players, games=tuple(games))
    lines = bare.content_with(whole).decode().splitlines()
    assert lines[-2:] == [FIRST.rstrip(), SECOND.rstrip()]


@pytest.mark.parametrize(("given", "points"), [("99.5", "100.5"), ("-9.5", "-8.5"), ("-12.5", "-11.5")])  # fmt: skip
def test_points_may_begin_in_the_blank_before_their_columns(given, points):
    line = f"299         {given:>5}    1 9998"
    row = f"{FIRST[:79]}{points:>5}{FIRST[84:]}"
    document = read(line, rows=(row, SECOND))
    assert document.remarks == ()
    assert document.tournament.players[0].bonus_halves == (round(2 * float(given)),)
    none = replace(document.tournament.players[0], bonus_halves=())
    content = document.content_with(
        replace(document.tournament, players=(none, document.tournament.players[1]))
    )
    (again,) = [each for each in content.decode().splitlines() if each[4:8] == "9998"]
    assert again[79:84] == "  1.0"
    assert line in FORMAT.read("t", content).content_with(document.tournament).decode()
    assert row[:84] in FORMAT.read("t", content).content_with(document.tournament).decode()


def test_days_and_rounds_that_are_still_to_come():
    """Each list of numbers ends in its columns, and begins a new line when it is too long."""
    days = placed("132", (92, 99, "26/10/01"), (102, 109, "26/10/02"), (112, 119, "26/10/03"))
    byes = placed("240", (5, 5, "H"), (7, 9, " 12"), (11, 14, "9998"), (16, 19, "9999"))
    document = read(days, byes)
    assert document.tournament.event.round_dates == tuple(date(2026, 10, n) for n in (1, 2, 3))
    assert all(12 in player.requested_byes for player in document.tournament.players)
    bare = [replace(each, absences=(), requested_byes=()) for each in document.tournament.players]
    none = replace(
        document.tournament,
        players=tuple(bare),
        event=replace(document.tournament.event, round_dates=()),
    )
    without = FORMAT.read("t", document.content_with(none))
    assert {days, byes} <= {*without.content_with(document.tournament).decode().splitlines()}


@pytest.mark.parametrize(
    ("line", "field", "value"),
    [
        (placed("250", (10, 13, "99.5"), (15, 17, " 10"), (19, 21, " 12"), (23, 26, "9998"), (28, 31, "9999")),
         "acceleration", "99.5 in 10-12 for 1-2"),
        (placed("250", (5, 8, "99.5"), (15, 17, " 10"), (19, 21, " 12"), (23, 26, "9998"), (28, 31, "9999")),
         "acceleration", "99.5 in 10-12 for 1-2"),
    ],
)  # fmt: skip
def test_virtual_points(line, field, value):
    document = read(line)
    assert getattr(document.tournament.rules.fide, field) == value
    rules = document.tournament.rules
    bare = replace(rules, fide=replace(rules.fide, acceleration="none"))
    without = FORMAT.read("t", document.content_with(replace(document.tournament, rules=bare)))
    again = without.content_with(document.tournament).decode().splitlines()
    assert (line in again) == (line[9:13] == "99.5")


@pytest.mark.parametrize(
    ("line", "until"),
    [
        (placed("260", (5, 7, "  1"), (9, 11, " 11"), (13, 16, "9998"), (18, 21, "9999")), 11),
        (placed("260", (5, 7, " 10"), (13, 16, "9998"), (18, 21, "9999")), 10),
        ("260 1 9 9998 9999", 9),
    ],
)
def test_who_must_not_meet(line, until):
    """Without a last round it is the first one."""
    (same,) = read(line).tournament.rules.never_same
    assert same.until == until
    first = int(line.split()[1])
    lines = FORMAT.read("t", read().content).content_with(read(line).tournament).decode()
    assert f"260 {first:>3} {until:>3} 9998 9999" in lines.splitlines()


@pytest.mark.parametrize(
    ("line", "halves"),
    [
        (placed("299", (14, 17, "98.5"), (20, 22, "  2"), (24, 27, "9998"), (29, 32, "9999")), 197),
        (placed("299", (14, 17, "-9.5"), (20, 22, "  2"), (24, 27, "9998"), (29, 32, "9999")), -19),
        (placed("299", (12, 15, "98.5"), (17, 19, "  2"), (21, 24, "9998"), (26, 29, "9999")), 197),
        (placed("299", (7, 10, " 0.0"), (12, 15, " 1.5"), (17, 19, "  2"), (21, 24, "9998"), (26, 29, "9999")), 3),
        (placed("299", (8, 11, " 0.0"), (14, 17, " 1.5"), (20, 22, "  2"), (24, 27, "9998"), (29, 32, "9999")), 3),
        ("299 1.5 2 9998 9999", 3),
    ],
)  # fmt: skip
def test_points_that_are_given(line, halves):
    """In the columns of today, and in those of a draft of the format."""
    document = read(line)
    assert [player.bonus_halves for player in document.tournament.players] == [(0, halves)] * 2
    assert document.unread == ()
    assert line in written(document, name="Cup")


def test_points_of_a_result_in_both_sets_of_columns():
    """The letter of a result says that the points replace those of the round."""
    for line in ("299 +          3.5    2 9999", "299 +        3.5   2 9999"):
        assert read(line).tournament.players[1].bonus_halves == (0, 5)


# ---- Teams ----

NAMES = LONG[:32], LONG[:31] + "z"
TEAMS = tuple(
    placed(
        "310", (5, 7, number), (9, 40, name), (42, 46, "Abcde"), (48, 53, "  2999"),
        (55, 60, points), (62, 67, "   1.0"), (69, 71, rank), (74, 77, member),
    )
    for number, name, points, rank, member in (("998", NAMES[0], "  10.0", "  1", "9998"), ("999", NAMES[1], "  10.0", "  1", "9999"))
)  # fmt: skip
HEAD_OF_TEAMS = ["192 FIDE_TEAM", placed("352", (5, 5, "W")), placed("362", (5, 10, "TW10.0"), (14, 19, "TD 5.0"), (23, 28, "TL 0.0"))]  # fmt: skip
FORFEIT = placed("330", (5, 6, "-+"), (8, 10, "  2"), (12, 14, "998"), (16, 18, "999"))
PLAYED = f"{FIRST[:100]} 9999 b -", f"{SECOND[:100]} 9998 w +"


def test_teams_and_their_forfeits():
    document = read(*HEAD_OF_TEAMS, *TEAMS, FORFEIT, rows=(FIRST[:109], SECOND[:109]))
    play = document.tournament.team_play
    assert [(team.key, team.name, team.short_name) for team in play.teams] == [("998", NAMES[0], "Abcde"), ("999", NAMES[1], "Abcde")]  # fmt: skip
    assert (play.win_x2, play.jigo_x2) == (20, 10)
    teams = tuple(replace(team, name="A", short_name="") for team in play.teams)
    other = replace(document.tournament, team_play=replace(play, teams=teams))
    again = FORMAT.read("t", document.content_with(other)).content_with(document.tournament)
    assert {*TEAMS, FORFEIT} <= {*again.decode().splitlines()}


def test_a_forfeited_match_in_other_signs():
    for one, other in (("WL", "10"), ("LW", "01"), ("LL", "00")):
        found = [
            read(*HEAD_OF_TEAMS, *TEAMS, f"330 {sign}   2 998 999", rows=(FIRST[:99], SECOND[:99])).tournament
            for sign in (one, other, {"W": "+", "L": "-"}[one[0]] + {"W": "+", "L": "-"}[one[1]])
        ]  # fmt: skip
        assert found[0] == found[1] == found[2]


def test_lineups_and_byes_of_teams():
    """An empty board is 0; a round without a bye is 0 or blank."""
    lineup = placed("300", (5, 7, "  1"), (9, 11, "998"), (13, 15, "999"), (17, 20, "   0"), (22, 25, "9998"))  # fmt: skip
    theirs = placed("300", (5, 7, "  1"), (9, 11, "999"), (13, 15, "998"), (17, 20, "   0"), (22, 25, "9999"))  # fmt: skip
    byes = placed("320", (5, 8, " 5.0"), (10, 13, " 1.0"), (19, 21, "999"))
    rows = (f"{FIRST[:99]}{' ' * 12}9999 w  ", f"{SECOND[:99]}{' ' * 12}9998 b  ")
    for stated in (byes, byes.replace("     999", "   0 999")):
        document = read(*HEAD_OF_TEAMS[::2], *TEAMS, "352 WB", lineup, theirs, stated, rows=rows)
        tournament = document.tournament
        lineups = [team.lineup(1)[:2] for team in tournament.team_play.teams]
        assert lineups == [("", player.key) for player in tournament.players]
        present = [[each.plays_in(n) for n in (1, 2, 3)] for each in tournament.players]
        assert present == [[True, False, True], [True, True, True]]
        again = FORMAT.read("t", read(*HEAD_OF_TEAMS[::2], *TEAMS, "352 WB", rows=rows).content)
        lines = again.content_with(tournament).decode().splitlines()
        assert {lineup, theirs} <= {*lines}


def test_virtual_points_of_teams():
    line = placed("250", (5, 8, "20.0"), (10, 13, " 0.0"), (15, 17, "  1"), (19, 21, " 12"), (23, 26, " 998"), (28, 31, " 999"))  # fmt: skip
    document = read(*HEAD_OF_TEAMS, *TEAMS, line)
    assert document.tournament.rules.fide.acceleration == "20 in 1-12 for 1-2"
    again = FORMAT.read("t", read(*HEAD_OF_TEAMS, *TEAMS).content)
    assert line in again.content_with(document.tournament).decode().splitlines()


def test_the_older_line_of_a_team():
    line = placed("013", (5, 36, LONG[:32]), (37, 40, "9998"), (42, 45, "9999"))
    document = read("092 Team: Swiss-System", line)
    (team,) = document.tournament.team_play.teams
    assert (team.name, len(team.members)) == (LONG[:32], 2)
    assert not [where for where, _ in foreign_facts(document.content) if "013" in where]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("240 H   3x9998", "expected H, F or Z, a round"),
        ("250  1.0  1.0x  1   2 9998 9999", "expected points, rounds and players"),
        ("260   1x  2 9998 9999", "expected the first and the last round, then players"),
        ("310 99x", "expected the number of a team, found '99x'"),
    ],
)
def test_something_between_the_columns_is_refused(line, message):
    with pytest.raises(FormatError, match=message):
        read("092 Team", line) if line[:3] == "310" else read(line)
