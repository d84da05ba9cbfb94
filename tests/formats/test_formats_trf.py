"""FIDE's report files: TRF16 and TRF26, read, written, and paired by the program of the others."""

from __future__ import annotations

import io
import os
import re
import subprocess
import tarfile
import tracemalloc
from contextlib import suppress
from cProfile import Profile
from dataclasses import replace
from datetime import date
from itertools import product
from pathlib import Path
from time import process_time

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from conftest import CONFORMANCE, UNSET
from fastpair import draw_round
from fastpair.errors import FormatError, RuleError
from fastpair.formats import FORMATS, format_of, read
from fastpair.go.tournament import (
    PRESETS,
    Bye,
    DutchRules,
    Event,
    Game,
    Player,
    Points,
    Result,
    Same,
    Tournament,
)
from fastpair.ui.cli import main
from pages import director_of
from profiles import few, sampled

FORMAT = FORMATS["trf"]
TEXT = """\
012 Open of Ulm
022 Ulm
032 GER
042 2026/11/27
052 2026/11/29
102 Orskorf, Vavio
777 no code of anybody
XXC white1
001    1 m FM Adler, Berta                      2210 GER     4600001 1990/05/04  1.0    1     4 w 1
001    2 w    Birch, Bo                         2105 ENG     4600002 1988/00/00  1.0    2     5 b 1
001    3 m    Cedar, Cleo                       1990 FRA             2001/11/30  1.0    3     6 w +
001    4 wWFM Dañil, Eva                        1930 ESP     4600004             0.0    4     1 b 0
001    5 m    Elm, Finn                         1800 GER                         0.0    5     2 w L
001    6 m    Fir                               1750                             0.0    6     3 b -
001    7 w    Gorse, Ida                             SUI             2009/01/02  1.0    7  0000 - U
132 below the players
XXR 4
XXP 1 3
"""
FORMS = [(end, code) for end in ("\r", "\r\n", "\n") for code in ("utf-8", "latin-1", "utf-8-sig")]


def document(text=TEXT, end="\n", encoding="utf-8"):
    return FORMAT.read("t.trf", text.replace("\n", end).encode(encoding))


def tournament(text=TEXT):
    return document(text).tournament


def held(content):
    return FORMAT.read("again", content).tournament


def with_line(text, number, new):
    """The text with another line, from 1; None takes it away."""
    lines = text.splitlines(keepends=True)
    lines[number - 1 : number] = [] if new is None else [f"{new}\n"]
    return "".join(lines)


def with_cells(*cells, points=None, before=""):
    """A report of one round: what each player has in it."""
    lines = [
        f"001 {n:>4}      {f'P{n}':<33} {2000 - n}                            "
        f"{'' if points is None else points[n - 1]:>4} {n:>4}  {cell}"
        for n, cell in enumerate(cells, start=1)
    ]
    return "".join(f"{line}\n" for line in [before, *lines] if line)


def changed_lines(before, after):
    """The lines of which one file alone has each."""
    ours, theirs = before.splitlines(), after.splitlines()
    return [line for line in ours if line not in theirs], [
        line for line in theirs if line not in ours
    ]


def test_a_file_is_read():
    found = document()
    (unknown,) = found.remarks
    assert unknown.startswith("line 7: '777' is not a code of a report")
    t = found.tournament
    assert (t.name, t.kind, t.rules.rounds) == ("Open of Ulm", "swiss", 4)
    assert t.event == Event(
        place="Ulm",
        country="GER",
        begins=date(2026, 11, 27),
        ends=date(2026, 11, 29),
        director="Orskorf, Vavio",
    )
    chess = PRESETS["Chess"].changes
    assert (t.rules.points, t.rules.placement) == (chess["points"], chess["placement"])
    assert t.rules.never_same == (Same("apart 1"),)
    assert t.players[0] == Player(
        key="ADLERBERTA",
        name="Adler",
        first_name="Berta",
        rating=2210,
        country="GER",
        fide_id="4600001",
        title="FM",
        sex="m",
        birth="1990-05-04",
        attributes={"apart 1": "yes"},
    )
    assert [p.birth for p in t.players[1:4]] == ["1988", "2001-11-30", ""]
    assert (t.players[5].name, t.players[5].first_name, t.players[6].rating) == ("Fir", "", None)
    assert t.byes == (Bye(round=1, player="GORSEIDA"),)
    games = [(g.table, g.white, g.black, g.result, g.by_default) for g in t.games]
    assert games == [
        (1, "ADLERBERTA", "DAÑILEVA", Result.WHITE_WINS, False),
        (2, "ELMFINN", "BIRCHBO", Result.BLACK_WINS, False),
        (3, "CEDARCLEO", "FIR", Result.WHITE_WINS, True),
    ]
    assert t.round_to_draw() == 2


@pytest.mark.parametrize(
    "first", ["001    1 m FM Adler", "012 Cup", "XXR 5", "BBW  1.0", "142 5", "### by hand"]
)
def test_a_report_is_recognised(first):
    content = f"\ufeff{first}\n".encode()
    assert format_of("file", content) is FORMAT
    assert sum(form.recognises(content) for form in FORMATS.values()) == 1


@pytest.mark.parametrize(("end", "encoding"), FORMS)
def test_a_result_changes_the_lines_of_its_players_alone(end, encoding):
    found = document(end=end, encoding=encoding)
    assert found.content_with(found.tournament) == TEXT.replace("\n", end).encode(encoding)
    games = [replace(found.tournament.games[1], result=Result.JIGO), *found.tournament.games]
    games.remove(found.tournament.games[1])
    games.sort(key=lambda game: game.table)
    changed = replace(found.tournament, games=tuple(games))
    content = found.content_with(changed)
    assert held(content) == changed
    text = content.decode(encoding)
    assert text.count(end) == len(TEXT.splitlines())
    gone, new = changed_lines(TEXT, text)
    assert [line[:80] for line in gone] == [line[:80] for line in new]
    cells = {line[14:19]: (line[80:84], line[91:]) for line in new}
    assert cells["Birch"] == (" 0.5", "   5 b =")
    assert cells["Elm, "] == (" 0.5", "   2 w =")
    points = [line[80:84] for line in TEXT.splitlines() if line[14:19] in cells]
    assert [was for was, (now, _) in zip(points, cells.values(), strict=True) if was != now] == [
        " 1.0",
        " 0.0",
    ]


@pytest.mark.parametrize(
    ("cell", "points", "meaning"),
    [
        ("0000 - U", "1.0", (True, False, False)),
        ("0000 - F", "1.0", (True, False, False)),
        ("0000 - +", "1.0", (True, False, False)),
        ("0000 - H", "0.5", (False, True, True)),
        ("0000 - =", "0.5", (False, True, True)),
        ("0000 - Z", "0.0", (False, True, False)),
        ("0000 - -", "0.0", (False, True, False)),
        ("     - Z", "0.0", (False, True, False)),
        ("", "0.0", (False, True, False)),
    ],
)
def test_rounds_without_a_game(cell, points, meaning):
    text = with_cells("   2 w 1", "   1 b 0", cell, points=("1.0", "0.0", points), before="142 2")
    found = document(text)
    player = found.tournament.players[2]
    byes = [bye.player for bye in found.tournament.byes]
    assert (byes == ["P3"], 1 in player.absences, 1 in player.requested_byes) == meaning
    assert found.remarks == ()
    wrong = document(with_cells("   2 w 1", "   1 b 0", cell, points=("1.0", "0.0", "0.7")))
    stated = f"line 3: the file has 0.7 points, and its results give {points}"
    assert wrong.remarks == (stated,)
    renamed = replace(found.tournament, name="Cup")
    assert changed_lines(text, found.content_with(renamed).decode()) == ([], ["012 Cup"])


@pytest.mark.parametrize(
    ("ours", "theirs", "meaning"),
    [
        ("1", "0", (Result.WHITE_WINS, False)),
        ("W", "L", (Result.WHITE_WINS, False)),
        ("0", "1", (Result.BLACK_WINS, False)),
        ("=", "D", (Result.JIGO, False)),
        ("0", "0", (Result.BOTH_LOSE, False)),
        ("+", "-", (Result.WHITE_WINS, True)),
        ("-", "+", (Result.BLACK_WINS, True)),
        ("-", "-", (Result.BOTH_LOSE, True)),
        (" ", " ", (Result.UNKNOWN, False)),
    ],
)
def test_results(ours, theirs, meaning):
    for colours in ("wb", "bw", "--"):
        t = tournament(with_cells(f"   2 {colours[0]} {ours}", f"   1 {colours[1]} {theirs}"))
        (game,) = t.games
        turned = colours == "bw"
        assert (game.white, game.black) == (("P2", "P1") if turned else ("P1", "P2"))
        result = game.result.turned if turned else game.result
        assert (result, game.by_default) == meaning
        assert held(FORMAT.new(t)) == t


@pytest.mark.parametrize(
    ("lines", "points"),
    [
        ("", Points(wins_bye_x2=2)),
        ("162  W 1.0    D 0.5    L 0.0    Z 0.0    P 1.0", Points(wins_bye_x2=2)),
        ("162  W 3.0    D 1.0", (6, 2, 0, 0, 6, 0)),
        ("162  W10.0    D 5.0    L 1.0    Z 0.5    P 0.0", (20, 10, 2, 1, 0, 1)),
        ("162  W 3.0    D 1.0    L 0.0    A 0.5    P 1.5    X 0.0", (6, 2, 0, 1, 3, 1)),
        ("162  W 1.0    D 0.5    L 0.0    U 0.5    X 0.5", (2, 1, 0, 0, 1, 0)),
        ("BBW  3.0\nBBD  1.0\nBBU  1.5", (6, 2, 0, 0, 3, 0)),
        ("BBL  1.0\nBBZ  0.5\nBBF -1.0", (2, 1, 2, 1, 2, -2)),
    ],
)
def test_points(lines, points):
    t = tournament(f"012 Cup\n{lines}\n")
    found = t.rules.points
    if isinstance(points, Points):
        assert found == points
        assert b"162" not in FORMAT.new(t)
    else:
        assert points == (
            found.win_x2,
            found.jigo_x2,
            found.loss_x2,
            found.wins_absent_x2,
            found.wins_bye_x2,
            found.forfeit_loss_x2,
        )
        assert (found.forfeit_win_x2, found.requested_bye_x2) == (found.win_x2, found.jigo_x2)
    assert held(FORMAT.new(t)) == t


def test_pairs_that_are_forbidden_are_attributes():
    more = f"{TEXT}260   1   2    2    4    6\n"
    found = document(more)
    rules = found.tournament.rules
    assert rules.never_same == (Same("apart 1"), Same("apart 2", until=2))
    assert [p.attribute("apart 2") for p in found.tournament.players] == ["", "yes"] * 3 + [""]
    fewer = replace(found.tournament, rules=replace(rules, never_same=rules.never_same[1:]))
    _, new = changed_lines(more, found.content_with(fewer).decode())
    assert new == []
    school = replace(rules, never_same=(Same("school"),))
    with pytest.raises(RuleError, match="no place for the attribute 'school'"):
        found.content_with(replace(found.tournament, rules=school))
    pupils = [replace(p, attributes={"school": p.country}) for p in found.tournament.players]
    t = replace(found.tournament, players=tuple(pupils), rules=school)
    assert "\n260   1   4    1    5\n" in FORMAT.new(t).decode()


def test_byes_of_coming_rounds():
    text = f"{TEXT}240 H   2    1    3\n240 Z   3    1\n240 F   4    2\n"
    found = document(text)
    one, two, three, *_ = found.tournament.players
    assert (one.absences, one.requested_byes) == ({2, 3}, {2})
    assert (three.absences, three.requested_byes) == ({2}, {2})
    assert Bye(round=4, player=two.key) in found.tournament.byes
    drawn = found.tournament.replace_round(
        2,
        [
            Game(round=2, table=1, white="GORSEIDA", black="BIRCHBO"),
            Game(round=2, table=2, white="DAÑILEVA", black="ELMFINN"),
        ],
        [Bye(round=2, player="FIR")],
    )
    content = found.content_with(drawn)
    again = held(content)
    assert again == replace(drawn, byes=tuple(sorted(drawn.byes, key=lambda bye: bye.round)))
    text = content.decode()
    assert "240 H" not in text
    assert "240 Z   3    1\n240 F   4    2\n" in text
    assert [line[101:] for line in text.splitlines() if line[:3] == "001"] == [
        "0000 - H", "   7 b", "0000 - H", "   5 w", "   4 b", "0000 - U", "   2 w",
    ]  # fmt: skip
    comes = replace(one, absences=frozenset(), requested_byes=frozenset())
    present = replace(found.tournament, players=(comes, *found.tournament.players[1:]))
    assert held(found.content_with(present)) == present


def test_an_absence_that_stands_in_the_line_of_its_player():
    text = TEXT.replace("   1 b 0", "   1 b 0  0000 - Z")
    found = document(text)
    assert found.tournament.players[3].absences == {2}
    gone = [replace(p, absences=frozenset()) for p in found.tournament.players]
    content = found.content_with(replace(found.tournament, players=tuple(gone)))
    assert content.decode() == TEXT


def test_who_waits_until_a_round_is_over():
    """A player without anything waits while results are missing, and is absent afterwards."""
    text = with_cells("   2 w  ", "   1 b  ", "")
    assert tournament(text).players[2].absences == frozenset()
    text = with_cells("   2 w 1", "   1 b 0", "")
    assert tournament(text).players[2].absences == {1}
    text = with_cells("   2 w 1", "   1 b 0", "", "", "")
    assert tournament(text).players[2].absences == frozenset()


def test_players_come_and_go():
    found = document()
    fresh = Player(key="ASHZOË", name="Ash", first_name="Zoë", rating=1600, country="SWE")
    entered = replace(found.tournament, players=(*found.tournament.players, fresh))
    content = found.content_with(entered)
    _, new = changed_lines(TEXT, content.decode())
    assert new == [
        "001    8      Ash, Zoë                          1600 SWE                         0.0    7",
    ]
    assert held(content).players[-1] == replace(fresh, absences=frozenset({1}))
    games = found.tournament.games[:-1]
    left = [p for p in found.tournament.players if p.name not in ("Cedar", "Fir")]
    content = found.content_with(replace(found.tournament, players=tuple(left), games=games))
    numbers = [
        (int(line[4:8]), line[91:95].strip())
        for line in content.decode().splitlines()
        if line[:3] == "001"
    ]
    assert numbers == [(1, "3"), (2, "4"), (3, "1"), (4, "2"), (5, "0000")]
    assert "XXP" not in content.decode()
    teams = document(f"{TEXT}013 Team\n")
    with pytest.raises(RuleError, match="line 19 names players by numbers"):
        teams.content_with(replace(found.tournament, players=tuple(left), games=games))


def test_facts_change_in_their_columns():
    found = document()
    one = replace(
        found.tournament.players[0],
        name="Alder",
        rating=2199,
        country="AUT",
        fide_id="77",
        attributes={"apart 1": "yes"},
    )
    changed = replace(found.tournament, players=(one, *found.tournament.players[1:]))
    gone, new = changed_lines(TEXT, found.content_with(changed).decode())
    assert new == [
        gone[0].replace("Adler", "Alder").replace("2210 GER     4600001", "2199 AUT          77")
    ]


def test_other_tables_are_in_a_comment():
    found = document()
    moved = [replace(game, table=10 - game.table) for game in found.tournament.games]
    changed = replace(found.tournament, games=tuple(reversed(moved)))
    content = found.content_with(changed)
    assert held(content) == changed
    comment = "### round 1 tables  9:1  8:5  7:3\n"
    assert content.decode() == TEXT.replace("001    1", f"{comment}001    1")
    assert FORMAT.read("x", content).content_with(found.tournament).decode() == TEXT
    assert held(content.replace(b" 9:1", b" 8:1")) == found.tournament  # a table twice


@pytest.mark.parametrize("ranks", ["7654321", "       "])
def test_players_are_in_the_order_of_their_numbers_whatever_their_ranks(ranks):
    text = TEXT.replace("XXC white1", "XXC rank")
    for n, rank in enumerate(ranks, start=1):
        lines = text.splitlines()
        at = next(i for i, line in enumerate(lines) if line.startswith(f"001 {n:>4}"))
        lines[at] = f"{lines[at][:85]}{rank:>4}{lines[at][89:]}"
        text = "".join(f"{line}\n" for line in lines)
    found = document(text)
    assert found.tournament.players == document(TEXT).tournament.players
    assert found.content_with(found.tournament).decode() == text


LAST = TEXT.splitlines()[8:15]


@pytest.mark.parametrize(
    ("number", "line", "message"),
    [
        (9, LAST[0].replace("   1 m", "   x m"), "t.trf:9: columns 5-8: expected the number of"),
        (10, LAST[0], "t.trf:10: columns 5-8: line 9 has the number 1 too: give each its own"),
        (
            9,
            LAST[0].replace("4 w 1", "4 x 1"),
            "t.trf:9: columns 92-99: round 1: expected opponent",
        ),
        (
            9,
            LAST[0].replace("4 w 1", "4 w 3"),
            "t.trf:9: columns 92-99: round 1: expected opponent",
        ),
        (
            9,
            LAST[0].replace("4 w 1", "4 w H"),
            "t.trf:9: columns 92-99: round 1: expected opponent",
        ),
        (15, LAST[6].replace("- U", "- 1"), "t.trf:15: columns 92-99: round 1: expected opponent"),
        (
            9,
            LAST[0].replace("4 w 1", "4 w ="),
            "t.trf:9: round 1: number 1 against number 4 has the result '=' in one line and '-' in",
        ),
        (
            9,
            LAST[0].replace("4 w 1", "4 b 1"),
            "t.trf:9: round 1: number 1 against number 4 has the same colour in both lines: corr",
        ),
        (
            9,
            LAST[0].replace("4 w 1", "9 w 1"),
            "t.trf:9: round 1: .* number 9, and there are 7 play",
        ),
        (9, LAST[0].replace("4 w 1", "1 w 1"), "t.trf:9: round 1: number 1 plays himself: correct"),
        (12, None, "t.trf:9: round 1: number 1 has a game against number 4, who has none: correct"),
        (9, LAST[0].replace("4 w 1", "4 w +"), "t.trf:9: round 1: .* is by default in one line"),
        (
            9,
            LAST[0].replace("2210", "good"),
            "t.trf:9: columns 49-52: expected the rating of the player, found 'good'",
        ),
        (17, "XXR four", "t.trf:17: expected a number of rounds from 1 to 99, found 'four'"),
        (17, "142 100", "t.trf:17: expected a number of rounds"),
        (17, "142 0", "t.trf:17: expected a number of rounds"),
        (18, "XXP 1 9", "t.trf:18: expected the number of a player, found '9'$"),
        (18, "XXA 9 1.0", "t.trf:18: expected the number of a player, found '9'$"),
        (18, "XXA", "t.trf:18: expected the number of a player, found ''$"),
        (18, "XXA 1 1.0 one", "t.trf:18: expected points such as 1.0, found 'one'$"),
        (18, "XXA 1 0.3", "t.trf:18: expected points such as 1.0, found '0.3'$"),
        (18, "XXA 1 -1.0", "t.trf:18: expected points such as 1.0, found '-1.0'$"),
        (18, "XXA 1 100.0", "t.trf:18: expected points such as 1.0, found '100.0'$"),
        *(
            (
                18,
                f"250{rest}",
                "t.trf:18: expected points, rounds and players such as "
                f"'1.0   1   3    1    8', found '{rest.strip()}'$",
            )
            for rest in (
                "",
                " 1.0 1 3",
                "       1.0   1   3    1    x",
                "       0.3   1   3    1    8",
                "      -1.0   1   3    1    8",
                "       1.0   3   1    1    8",
                "       1.0   0   1    1    8",
                "       1.0   1   3    8    1",
                "       1.0   1   3    0    1",
            )
        ),
        (18, "260 1", "t.trf:18: expected the first and the last round"),
        (18, "XXP 3 3", "t.trf:18: expected two players or more, found '3 3'"),
        (18, "240 H   5    1", "t.trf:18: expected H, F or Z, a round from 1 to 4"),
        (18, "240 X   2    1", "t.trf:18: expected H, F or Z, a round from 1 to 4"),
        (18, "162  W 0.3", "t.trf:18: expected points such as W 1.0"),
        (18, "162  Q 1.0", "t.trf:18: expected points such as W 1.0"),
        (18, "BBW  many", "t.trf:18: expected points such as W 1.0"),
        (
            9,
            f"{LAST[0]}  0000 - Z" + "  0000 - Z" * 4,
            "t.trf:9: round 6 is beyond the 4 of line 17",
        ),
    ],
)
def test_wrong_lines_are_refused_with_their_place(number, line, message):
    with pytest.raises(FormatError, match=message) as caught:
        document(with_line(TEXT, number, line))
    assert "\n" not in str(caught.value)


def test_lines_that_a_tournament_does_not_hold_are_named():
    text = f"{TEXT}013 Team\n310 Team\n299 x\n250       1.0   1   2    1    4\nXXS W=1\n"
    assert [remark.partition(": ")[0] for remark in document(text).remarks] == [
        "line 7", "line 19", "line 21", "line 23", "line 20",
    ]  # fmt: skip
    found = document(text)
    named = found.content_with(replace(found.tournament, name="Cup")).decode()
    assert named == text.replace("Open of Ulm", "Cup")


def test_letters_of_points_stay():
    """The letter of absences, and the points of unknown results."""
    found = document(f"{TEXT}162  W 1.0    D 0.5    L 0.0    A 0.0    P 1.0    X 0.5\n")
    rules = found.tournament.rules
    points = replace(rules.points, wins_bye_x2=1)
    other = replace(found.tournament, rules=replace(rules, points=points))
    lines = found.content_with(other).decode().splitlines()
    assert "162  W 1.0    D 0.5    L 0.0    A 0.0    P 0.5    X 0.5" in lines


@pytest.mark.parametrize(
    ("lines", "unread"),
    [
        ("777 nothing of anybody", 0),
        ("777 1 2", 1),
        ("BBX  0.5", 1),
        ("XYZ 2024/01/01", 0),
        ("299   1  1.0", 1),
        ("XXS W=1", 1),
        ("801   1 Team", 0),
    ],
)
def test_a_draw_asks_about_lines_that_are_not_read(tmp_path, capsys, lines, unread):
    """Those of which it is not known that they bear on no points, absences or pairs; they stay in the file."""
    file = tmp_path / "open.trf"
    file.write_text(with_cells("", "", "", "", before=f"XXR 3\n152 W\n{lines}"))
    assert len(read(file).unread) == unread
    before = file.read_bytes()
    assert main(["draw", str(file)]) == 0
    assert main(["draw", str(file), "--write"]) == (2 if unread else 0)
    shown = capsys.readouterr().err
    assert ("line 3" in shown) >= bool(unread)
    if unread:
        assert file.read_bytes() == before
        assert main(["draw", str(file), "--write", "--even-so"]) == 0
    assert lines in file.read_text().splitlines()
    assert len(read(file).tournament.games) == 2


@pytest.mark.parametrize(
    ("lines", "system", "foreign"),
    [
        ("", "dutch", ""),
        ("092 Individual: Swiss-System", "dutch", ""),
        ("092 Standard", "dutch", ""),
        ("092 FIDE_DUTCH_2025", "dutch", ""),
        ("092 Individual: Round-Robin", None, "Individual: Round-Robin"),
        ("092 Individual: Swiss-System (Dubov)", None, "Individual: Swiss-System (Dubov)"),
        ("192 FIDE_DUTCH_2026_BAKU", "dutch", ""),
        ("192 FIDE_DUTCH", "dutch", ""),
        ("192 FIDE_DUTCH\n042 2026/01/31", None, "FIDE_DUTCH"),
        ("192 FIDE_DUTCH\n042 2026/02/01", "dutch", ""),
        ("192 FIDE_DUTCH_2025\n042 2026/01/31", "dutch", ""),
        ("092 Swiss\n192 FIDE_DUTCH_2017", None, "FIDE_DUTCH_2017"),
        ("092 Swiss\n192 FIDE_DUBOV", None, "FIDE_DUBOV"),
        ("192 FIDE_BURSTEIN_BAKU", None, "FIDE_BURSTEIN_BAKU"),
        ("192 FIDE_ROUNDROBIN_BERGER", None, "FIDE_ROUNDROBIN_BERGER"),
        ("192 OTHER_OURS", None, "OTHER_OURS"),
        ("192 OTHER_SWISS", "swiss", ""),
        ("192 OTHER", None, ""),
    ],
)
def test_other_systems_are_named_and_not_drawn(tmp_path, capsys, lines, system, foreign):
    file = tmp_path / "open.trf"
    file.write_text(with_cells("", "", "", "", before=f"XXR 3\n152 W\n{lines}".strip()))
    found = read(file)
    assert (found.tournament.rules.system, found.foreign_system) == (system, foreign)
    assert any(foreign in remark for remark in found.remarks) == bool(foreign) or "2025" in lines
    assert main(["draw", str(file), "--write"]) == (2 if foreign else 0)
    assert not foreign or repr(foreign) in capsys.readouterr().err
    assert main(["draw", str(file), "--redraw", "--system", "dutch"]) == 0
    assert lines.splitlines() == [each for each in file.read_text().splitlines() if each in lines.splitlines()]  # fmt: skip


def test_absences_of_the_next_round():
    """XXZ names them; a draw has them in the lines of the players, and later rounds have not."""
    cells = ["3 w 1", "4 b 0", "1 b 0", "2 w 1"]
    found = document(with_cells(*(f"   {c}" for c in cells), before="XXR 3\nXXC white1\nXXZ 3 4"))
    t = found.tournament
    assert [sorted(p.absences) for p in t.players] == [[], [], [2], [2]]
    draw = draw_round(t, 2)
    assert [{*board.players} for board in draw.boards] == [{"P1", "P2"}]
    content = found.content_with(draw.applied_to(t))
    assert b"XXZ" not in content
    assert held(content) == draw.applied_to(t)


@pytest.mark.parametrize(
    ("cells", "result"),
    [
        (("0000 - Z", "   1 w +"), Result.WHITE_WINS),
        (("        ", "   1 b +"), Result.BLACK_WINS),
        (("0000 - Z", "   1 w -"), Result.BOTH_LOSE),
        (("0000 - U", "   1 w -"), Result.BLACK_WINS),
        (("   2 b +", "0000 - Z"), Result.BLACK_WINS),
    ],
)
def test_a_forfeit_of_one_line_counts_for_both(cells, result):
    text = with_cells(*cells, "   4 w 1", "   3 b 0", before="XXR 3")
    found = document(text)
    games = {(g.white, g.black): g for g in found.tournament.games}
    (game,) = [g for players, g in games.items() if "P1" in players]
    assert (game.result, game.by_default) == (result, True)
    (remark,) = found.remarks
    assert "has a forfeit against number" in remark
    other = replace(found.tournament, name="Cup")
    assert [
        line for line in found.content_with(other).decode().splitlines() if line[:3] == "001"
    ] == [line for line in text.splitlines() if line[:3] == "001"]
    for wrong in (("0000 - H", "   1 w +"), ("0000 - U", "   1 w +"), ("0000 - Z", "   1 w 1")):
        with pytest.raises(FormatError, match="who has none"):
            document(with_cells(*wrong, before="XXR 3"))


def test_one_fide_number_of_several_players_is_a_remark(tmp_path, run):
    twice = "FIDE number 1234567 is that of 2 players: Player A, Player B"
    entries, file = tmp_path / "list.csv", tmp_path / "open.json"
    entries.write_text(
        "name,first name,rating,FIDE ID\nPlayer,A,2000,1234567\nPlayer,B,1990,1234567\n"
        "Player,C,1980,7654321\n"
    )
    assert twice in "".join(run("info", entries)[1:])
    assert twice in run("new", file, "--preset", "FIDE", "--entries", entries)[2]
    assert twice in "".join(run("info", file)[1:])
    for_three = "FIDE number 7654321 is that of 2 players: Player C, Last First"
    assert for_three in run("register", file, "Last", "First", "--rating", "1900", "--fide-id", "7654321")[2]  # fmt: skip
    report = TEXT.replace("4600002", "4600001")
    assert any("FIDE number 4600001 is that of 2" in each for each in document(report).remarks)


def test_points_that_follow_from_others():
    found = document()
    rules = found.tournament.rules
    more = replace(rules, points=replace(rules.points, win_x2=6))
    state = found.settled(replace(found.tournament, rules=more))
    assert held(found.content_with(replace(found.tournament, rules=more))) == state
    points = state.rules.points
    assert (points.forfeit_win_x2, points.both_win_x2, points.wins_bye_x2) == (6, 6, 2)
    none = replace(rules, points=replace(rules.points, forfeit_win_x2=0))
    assert found.settled(replace(found.tournament, rules=none)).rules.points.forfeit_win_x2 == 0


@pytest.mark.parametrize(
    ("country", "written"), [("DE", "GER"), ("GER", "GER"), ("SE", "SWE"), ("?", ""), ("", "")]
)
def test_countries_have_three_letters(country, written):
    pytest.importorskip("babel")
    found = tournament()
    one = replace(found.players[0], country=country)
    t = replace(found, players=(one, *found.players[1:]))
    assert held(FORMAT.new(t)).players[0].country == written


def filled_in(lines, places=range(1, 10)):
    """Virtual points of each player and round by lines 250, one after the other."""
    found = dict.fromkeys(product(places, range(1, 8)), 0)
    for halves, first, last, start, end in lines:
        for place, number in found:
            if first <= number <= last and start <= place <= end:
                found[place, number] = halves
    return found


ENDS = st.tuples(st.integers(1, 7), st.integers(1, 7)).map(sorted)


@given(st.lists(st.tuples(st.integers(0, 6), ENDS, ENDS), max_size=9))
def test_lines_250_are_points_of_each_player_and_round(lines):
    lines = [(halves, *rounds, *numbers) for halves, rounds, numbers in lines]
    text = "\n".join(
        f"250      {halves / 2:4} {first:3} {last:3} {start:4} {end:4}"
        for halves, first, last, start, end in lines
    )
    dutch = tournament(with_cells("", before=f"{text}\n777 stays")).rules.dutch
    ranges = re.findall(r"([0-9.]+) in (\d+)-(\d+) for (\d+)-(\d+)", dutch.acceleration)
    stated = [(float(points) * 2, *map(int, ends)) for points, *ends in ranges]
    assert filled_in(stated) == filled_in(lines)


@pytest.mark.parametrize(
    "line",
    [
        "XXA    1  1.0  0.5",
        "XXP    1    2",
        "XXZ    1",
        "162  W 1.0    D 0.5    L 0.0    A 0.0    X 0.5",
        "BBW  1.0",
        "240 H   3    1",
        "250       1.0   1  99    1 9999",
        "260   1   9    1    2",
        "299   1  1.0",
        "777   1   2",
        "192 FIDE_DUTCH",
        "### round 1 tables 1:1",
    ],
)
def test_any_number_of_lines_takes_time_in_proportion(line):
    """Far below a second for 200 kB of a kind, of which a quadratic reader takes many."""
    cells = ("   2 w 1", "   1 b 0")
    content = with_cells(*cells, before="XXR 9\n" + f"{line}\n" * (200_000 // len(line))).encode()
    begin = process_time()
    found = FORMAT.read("t", content)
    assert process_time() - begin < 1
    assert len(found.tournament.games) == 1


MOST_CALLS = 150
"""Calls of functions for a game of a report of many rounds."""


def test_a_game_of_a_long_report_takes_few_calls():
    """Players and their cells are gone through once for all rounds, not for each."""
    rounds, pairs = 99, 20
    cells = [
        "  ".join([cell] * rounds)
        for n in range(1, 2 * pairs, 2)
        for cell in (f"{n + 1:>4} w 1", f"{n:>4} b 0")
    ]
    content = with_cells(*cells, before=f"XXR {rounds}").encode()
    assert len(FORMAT.read("t", content).tournament.games) == pairs * rounds
    profile = Profile()
    profile.runcall(FORMAT.read, "t", content)
    calls = sum(each.callcount for each in profile.getstats())
    assert calls < MOST_CALLS * pairs * rounds


def test_any_number_of_ranges_takes_the_memory_of_one():
    lines = [f"250       1.0   1  99    1 {9999 - number % 9:4}" for number in range(3000)]
    content = with_cells("", before="\n".join(lines)).encode()
    tracemalloc.start()
    try:
        found = FORMAT.read("t", content).tournament.rules.dutch
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert found.acceleration == "1 in 1-99 for 1-9999"
    assert most < 40 * 2**20


@pytest.mark.parametrize(
    ("lines", "system", "dutch"),
    [
        ("", "dutch", {}),
        ("192 FIDE_DUTCH_2025\n092 Individual", "dutch", {}),
        ("092 FIDE_DUTCH_2025", "dutch", {}),
        ("092 Round robin", None, {}),
        ("192 FIDE_BURSTEIN", None, {}),
        ("192 OTHER", None, {}),
        ("192 OTHER_SWISS", "swiss", {}),
        ("192 OTHER_ROUND_ROBIN\n152 W", "round-robin", {"initial_colour": "white"}),
        ("152 B", "dutch", {"initial_colour": "black"}),
        ("152 b", "dutch", {"initial_colour": "black"}),
        ("XXC white1", "dutch", {"initial_colour": "white"}),
        ("XXC rank black1", "dutch", {"initial_colour": "black"}),
        ("152 W\nXXC black1", "dutch", {"initial_colour": "white"}),
        ("250       1.0   1   2    1    1", "dutch", {"acceleration": "1 in 1-2 for 1-1"}),
        ("250       1.0   1   2    1    8", "dutch", {"acceleration": "1 in 1-2 for 1-8"}),
        (
            "XXA    1  1.0  0.5  0.5",
            "dutch",
            {"acceleration": "1 in 1-1 for 1-1, 0.5 in 2-3 for 1-1"},
        ),
        (
            "XXA    1  2.0  0.0  2.0",
            "dutch",
            {"acceleration": "2 in 1-1 for 1-1, 2 in 3-3 for 1-1"},
        ),
        (
            "250       1.0   1   2    1    1\nXXA    1  2.0  1.5  0.5\n250       0.5   2   2    1    3",
            "dutch",
            {"acceleration": "1 in 1-1 for 1-1, 0.5 in 2-3 for 1-1, 0.5 in 2-2 for 2-3"},
        ),
        ("192 FIDE_DUTCH_2025_BAKU", "dutch", {"acceleration": "baku"}),
        (
            "192 FIDE_DUTCH_BAKU\n250       1.0   1   2    1    1",
            "dutch",
            {"acceleration": "1 in 1-2 for 1-1"},
        ),
    ],
)
def test_the_system_is_that_of_the_rules(lines, system, dutch):
    """It is read, written into new files, and in place of the lines that said another one."""
    t = tournament(with_cells("", before=f"{lines}\n777 stays" if lines else "777 stays"))
    order = {"order": "entry"} if system == "dutch" else {}
    assert (t.rules.system, t.rules.dutch) == (system, DutchRules(**order, **dutch))
    assert held(FORMAT.new(t)) == t
    for other in OTHER_SYSTEMS:
        before = document(with_cells("", "", "", before=f"{other}\nXXC rank white1\n777 stays"))
        rules = replace(before.tournament.rules, system=t.rules.system, dutch=t.rules.dutch)
        content = before.content_with(replace(before.tournament, rules=rules))
        assert held(content).rules == before.settled(held(content)).rules == rules
        lines = content.decode().splitlines()
        assert "777 stays" in lines
        assert any(line.startswith("XXC rank") for line in lines)


OTHER_SYSTEMS = (
    "192 FIDE_DUTCH_2025_BAKU",
    "192 OTHER_CUP\n152 B",
    "092 Dutch\n250       1.0   1   2    1    2\nXXA    3  1.0  0.5",
)


def test_players_of_a_new_report_are_in_the_order_of_their_pairing_numbers():
    """Ratings number them for the Dutch system, unless the order of the entries does."""
    ratings = {"a": 1500, "b": None, "c": 2000, "d": 1500}
    players = tuple(Player(key=key.upper(), name=key, rating=r) for key, r in ratings.items())
    rules = replace(tournament().rules, never_same=(), rounds=3)
    for system, order, names in (
        ("dutch", "rating", "cadb"),
        ("dutch", "entry", "abcd"),
        (None, "rating", "abcd"),
    ):
        rules = replace(rules, system=system, dutch=DutchRules(order=order))
        t = Tournament(kind="swiss", rules=rules, players=players)
        found = held(FORMAT.new(t))
        assert "".join(player.name for player in found.players) == names
        drawn = [
            sorted(sorted(board.pair) for board in draw_round(each, 1).boards)
            for each in (t, found)
        ]
        assert drawn[0] == drawn[1]


def test_the_order_of_a_report_stays_that_of_its_numbers():
    found = document()
    rules = replace(found.tournament.rules, dutch=DutchRules(order="rating"))
    with pytest.raises(
        RuleError, match="pairing numbers in the order of entry: they cannot be by rating"
    ):
        found.content_with(replace(found.tournament, rules=rules))


def test_ranges_of_virtual_points_are_read_back_as_they_are_settled():
    found = document()
    dutch = replace(
        found.tournament.rules.dutch, acceleration="1.0 in 1-2 for 2-3,0.5 in 3-3 for 4-9"
    )
    state = replace(found.tournament, rules=replace(found.tournament.rules, dutch=dutch))
    content = found.content_with(state)
    assert held(content) == found.settled(state)
    assert held(content).rules.dutch.acceleration == "1 in 1-2 for 2-3, 0.5 in 3-3 for 4-9"
    _, new = changed_lines(TEXT, content.decode())
    assert new == ["250       1.0   1   2    2    3", "250       0.5   3   3    4    9"]
    assert found.render(found.tournament, content).decode() == TEXT


def test_at_most_9999_players():
    players = tuple(Player(key=str(n), name=str(n)) for n in range(10_000))
    t = replace(tournament(), players=players, games=(), byes=())
    with pytest.raises(RuleError, match="at most 9999 players"):
        FORMAT.new(t)


@st.composite
def other_states(draw):
    """A state of the tournament in which anything may have changed that the file holds."""
    t = tournament()
    players = list(t.players)
    for place in draw(st.sets(st.integers(0, 6), max_size=3)):
        away = frozenset(draw(st.sets(st.integers(3, 4))))
        asked = frozenset(r for r in away if draw(st.booleans()))
        players[place] = replace(
            players[place],
            rating=draw(st.none() | st.integers(1, 3000)),
            country=draw(st.sampled_from(["", "AUT"])),
            absences=players[place].absences | away,
            requested_byes=asked,
        )
    games = [
        replace(game, result=result, by_default=by_default)
        for game in t.games
        for result, by_default in [
            draw(
                st.sampled_from(
                    [
                        (Result.WHITE_WINS, False),
                        (Result.JIGO, False),
                        (Result.BLACK_WINS, True),
                        (Result.BOTH_LOSE, True),
                        (Result.UNKNOWN, False),
                    ]
                )
            )
        ]
    ]
    byes = list(t.byes)
    if draw(st.booleans()):
        keys = draw(st.permutations([p.key for p in players]))
        tables = draw(st.permutations([1, 2, 5]))
        games += sorted(
            (
                Game(round=2, table=table, white=keys[2 * i], black=keys[2 * i + 1])
                for i, table in enumerate(tables)
            ),
            key=lambda game: game.table,
        )
        byes.append(Bye(round=2, player=keys[6]))
    points = Points(win_x2=draw(st.sampled_from([2, 6])))
    win = points.win_x2
    points = replace(points, forfeit_win_x2=win, both_win_x2=win, wins_bye_x2=win)
    return replace(
        t,
        name=draw(st.sampled_from(["Open of Ulm", "", "Cup – 2"])),
        rules=replace(t.rules, rounds=draw(st.sampled_from([4, 9])), points=points),
        players=tuple(players),
        games=tuple(games),
        byes=tuple(byes),
    )


@given(
    state=other_states(),
    more=other_states(),
    form=st.sampled_from(FORMS[::3]),
)
def test_any_change_is_read_back_and_unknown_lines_stay(state, more, form):
    end, encoding = form
    content = document(end=end, encoding=encoding).content
    for each in (state, more):
        before = FORMAT.read("t.trf", content)
        content = before.content_with(each)
        assert held(content) == each
        lines = content.decode(encoding).split(end)
        assert {"777 no code of anybody", "132 below the players", "XXC white1"} <= {*lines}
        assert [line[8:48] for line in lines if line[:3] == "001"] == [line[8:48] for line in LAST]
    assert held(FORMAT.new(state)) == state


@given(
    place=st.integers(0, len(TEXT) - 1),
    cut=st.integers(0, 12),
    new=st.binary(max_size=6) | st.sampled_from([b"\r", b"001", b" ", b"9", b"240 H", b"\xe9"]),
)
def test_damaged_files_are_read_or_refused(place, cut, new):
    content = TEXT.encode()
    content = content[:place] + new + content[place + cut :]
    found = None
    with suppress(FormatError):
        found = FORMAT.read("t.trf", content)
    assume(found is not None)
    assert held(FORMAT.new(found.tournament)).games == found.tournament.games
    longer = replace(
        found.tournament,
        rules=replace(found.tournament.rules, rounds=found.tournament.rules.rounds + 1),
    )
    assert held(found.content_with(longer)).rules.rounds == longer.rules.rounds


def test_a_report_is_directed_by_commands(tmp_path, capsys):
    file = tmp_path / "open.trf"
    file.write_bytes(TEXT.replace("\n", "\r\n").encode("latin-1"))
    for words, answer in (
        (("info",), "system: Swiss, 4 rounds"),
        (("standings",), "BH"),
        (("draw", "--write"), "system: dutch (order entry, initial_colour white), seed 0"),
        (("result", "1", "1-0", "2", "1/2", "3", "0-1!"), "round 2"),
        (("absent", "Fir", "--round", "3", "--requested-bye"), ""),
    ):
        command, *rest = words
        assert main([command, str(file), *rest]) == 0
        assert answer in capsys.readouterr().out
    lines = file.read_bytes().decode("latin-1").split("\r\n")
    assert {"777 no code of anybody", "132 below the players", "240 H   3    6"} <= {*lines}
    t = read(file).tournament
    assert [game.result for game in t.round(2).games] == [
        Result.WHITE_WINS, Result.JIGO, Result.BLACK_WINS,
    ]  # fmt: skip
    assert main(["convert", str(file), str(tmp_path / "a.json")]) == 0
    assert "nothing is lost" in capsys.readouterr().out
    assert read(tmp_path / "a.json").tournament.rules == t.rules
    assert main(["convert", str(tmp_path / "a.json"), str(tmp_path / "b.trf")]) == 0
    assert (tmp_path / "b.trf").read_bytes() == file.read_bytes()
    assert main(["result", str(file), "1", "x"]) == 2
    assert main(["rules", str(file), "--system", "swiss"]) == 0
    assert "192 OTHER_SWISS" in file.read_bytes().decode("latin-1").split("\r\n")
    assert main(["rules", str(file), "--system", "dutch", "--acceleration", "baku"]) == 0
    assert "192 FIDE_DUTCH_2026_BAKU" in file.read_bytes().decode("latin-1").split("\r\n")
    assert read(file).tournament.rules.dutch.acceleration == "baku"
    capsys.readouterr()
    assert main(["rules", str(file), "--order", "rating"]) == 2
    assert "they cannot be by rating" in capsys.readouterr().err


def test_what_another_format_loses_is_named(tmp_path, capsys):
    file = tmp_path / "open.trf"
    blank = " " * 24
    text = TEXT.replace(f"Ida{blank}     SUI", f"Ida{blank}1700 SUI").replace(" FM ", " XY ")
    text = text.replace("2001/11/30", "  unknown ").replace("wWFM", "xWFM")
    file.write_text(text)
    assert main(["convert", str(file), str(tmp_path / "list.csv")]) == 0
    lost = {line.strip() for line in capsys.readouterr().out.splitlines()}
    assert {
        "line 777 is lost: 'no code of anybody'",
        "rules, dutch: initial colour 'white' becomes 'lot'",
        "title is lost: 'XY'",
        "birth date is lost: 'unknown'",
        "sex is lost: 'x'",
    } <= lost
    assert not any(
        line.startswith(("line 012", "line XXR", "line XXP", "line XXC")) for line in lost
    )


def test_a_list_of_players_of_whom_some_have_ratings(tmp_path, capsys):
    """It is written, and read back, as one of a game without grades."""
    file, entries = tmp_path / "open.trf", tmp_path / "list.csv"
    file.write_text(TEXT)
    assert main(["convert", str(file), str(entries)]) == 0
    assert "kind" not in capsys.readouterr().out
    players = read(entries).tournament.players
    assert [p.rating for p in players] == [2210, 2105, 1990, 1930, 1800, 1750, None]
    assert not any(str(p.grade) for p in players)
    assert main(["convert", str(entries), str(tmp_path / "new.trf")]) == 0
    names = [(p.full_name, p.rating) for p in read(tmp_path / "new.trf").tournament.players]
    assert names == [(p.full_name, p.rating) for p in players]
    strict = entries.read_text().replace("Adler;Berta;;", "Adler;Berta;1d;")
    entries.write_text(strict)
    with pytest.raises(FormatError, match="8: expected a grade such as 3d or 12k"):
        read(entries)


def test_a_report_is_directed_on_the_page(tmp_path):
    file = tmp_path / "open.trf"
    file.write_bytes(TEXT.encode())
    with director_of(file) as director:
        assert "Adler" in director.get("/players/1").text
        director.do("/boards/2/draw")
        director.do("/results/2/enter", results="1 1 2 3 3 2")
        assert "Gorse" in director.get("/standings/2").text
    t = read(file).tournament
    assert all(game.has_result for game in t.round(2).games)
    assert "777 no code of anybody" in file.read_text()


# ---- The program that others pair with, and the tournaments that it has played ----

PEER = Path(CONFORMANCE or ".", "../../peers/bbppairings").resolve()
PROGRAM = PEER / "bbppairings"


def unpacked(name):
    """The files of an archive of the peer, by their names."""
    if CONFORMANCE is None:
        pytest.skip(UNSET)
    archive = PEER / name
    if not archive.exists():
        pytest.skip(f"no {archive}")
    with tarfile.open(fileobj=io.BytesIO(archive.read_bytes())) as files:
        members = [member for member in files if member.isfile()]
        return {member.name: files.extractfile(member).read() for member in members}


@pytest.fixture(scope="module")
def played():
    """The tournaments that the peer has played, by their names."""
    return unpacked("tournaments.tar.xz")


@pytest.fixture(scope="module")
def answered():
    """Tournaments before a round, each with what the peer has answered."""
    files = unpacked("answers.tar.xz")
    return [(files[f"{name[:-4]}.trf"], files[name]) for name in files if name.endswith(".out")]


def drawn(content):
    """The boards of the next round in the peer's form: White and Black by number, the bye with 0."""
    tournament = FORMAT.read("t", content).tournament
    draw = draw_round(tournament, tournament.round_to_draw())
    number = {player.key: place for place, player in enumerate(tournament.players, start=1)}
    boards = [(number[board.white], number[board.black]) for board in draw.boards]
    return boards + [(number[key], 0) for key in filter(None, [draw.bye])]


def test_the_next_round_is_the_peers_before_and_after_it_is_written(answered):
    """Pairs, colours, the bye and the order of the boards."""
    assert len(answered) > 200
    for content, answer in few(answered, 12, ci=40):
        numbers = [*map(int, answer.split())]
        expected = [*zip(numbers[1::2], numbers[2::2], strict=True)]
        assert drawn(content) == expected
        assert drawn(FORMAT.new(FORMAT.read("t", content).tournament)) == expected


def paired(folder, content):
    """The next round as the peer pairs it."""
    if not PROGRAM.is_file():
        pytest.skip(f"no {PROGRAM}: no other program to ask")
    file, pairs = folder / "in.trf", folder / "pairs"
    file.write_bytes(content)
    command = [os.fspath(PROGRAM), "--dutch", file, "-p", pairs]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return pairs.read_text().split()


def test_the_peers_tournaments_are_the_same_after_they_are_written(played):
    assert len(played) > 400
    for content in few(played.values(), 12, ci=20):
        found = FORMAT.read("t", content)
        assert [each.partition("FIDE")[2] for each in found.remarks] in (
            [],
            ["_DUTCH_2025 is drawn by the rules in force from 1 February 2026"],
        )
        assert held(FORMAT.new(found.tournament)) == found.tournament
        earlier = found.tournament.before(found.tournament.rules.rounds)
        cut = FORMAT.read("t", found.content_with(earlier))
        assert cut.tournament == earlier
        again = cut.content_with(found.tournament).decode().split("\r")
        columns = [line[:85] + line[89:] for line in again if line[:3] == "001"]
        assert columns == [
            line[:85] + line[89:] for line in content.decode().split("\r") if line[:3] == "001"
        ]


def test_the_peer_pairs_the_next_round_of_what_is_written(played, tmp_path):
    sizes = {name: [*map(int, re.findall(r"_([0-9]+)x([0-9]+)", name)[0])] for name in played}
    small = [name for name, (players, rounds) in sizes.items() if 3 * rounds < players < 40]
    for name in few(sorted(small), 3, ci=sampled(len(small))):
        content = played[name]
        found = FORMAT.read("t", content)
        rounds = found.tournament.rules.rounds + 1
        more = replace(found.tournament, rules=replace(found.tournament.rules, rounds=rounds))
        pairs = paired(tmp_path, content + b"\rXXR %d\r" % rounds)
        assert len(pairs) > 2
        assert paired(tmp_path, FORMAT.new(more)) == pairs
        assert paired(tmp_path, found.content_with(more)) == pairs


def test_the_peer_understands_every_line_that_is_written(played, tmp_path):
    """Byes, points, forbidden pairs and rounds in the columns of TRF26."""
    rules = tournament().rules
    points = replace(
        rules.points,
        win_x2=6,
        jigo_x2=2,
        forfeit_win_x2=6,
        both_win_x2=6,
        wins_bye_x2=4,
        requested_bye_x2=2,
    )
    t = replace(tournament(), rules=replace(rules, points=points))
    away = [replace(p, absences=frozenset({2}), requested_byes=frozenset({2} if p.name == "Fir" else ()))
            if p.name in ("Fir", "Elm") else p for p in t.players]  # fmt: skip
    pairs = paired(tmp_path, FORMAT.new(replace(t, players=tuple(away))))
    assert {"5", "6"}.isdisjoint(pairs[1:])
    assert {*zip(pairs[1::2], pairs[2::2], strict=True)}.isdisjoint({("1", "3"), ("3", "1")})
    assert {"5", "6"} <= {*paired(tmp_path, FORMAT.new(t))[1:]}
    forfeits = replace(points, forfeit_loss_x2=1)
    content = FORMAT.new(replace(t, rules=replace(rules, points=forfeits)))
    assert b"BBF  0.5\n" in content
    assert paired(tmp_path, content)


def test_no_rule_of_go_is_lost_in_a_report(tmp_path, run):
    entries, path = tmp_path / "list.csv", tmp_path / "open.json"
    entries.write_text("name,rating,country\nAnna,2000,GER\nBo,1900,FRA\n", "utf-8")
    run("new", path, "--preset", "FIDE", "--order", "entry", "--entries", entries)
    status, said, _ = run("convert", path, tmp_path / "open.trf")
    assert status == 0
    assert "rules" not in said


def test_a_fide_number_that_is_none_is_refused(tmp_path, capsys):
    file = tmp_path / "open.trf"
    file.write_text(TEXT.replace("    4600002", "       ABC2"))
    assert main(["register", str(file), "Novak", "Ann", "--fide-id", "1x2"]) == 2
    assert "Novak Ann: a FIDE number has at most 11 digits, found '1x2'" in capsys.readouterr().err
    assert main(["register", str(file), "Novak", "Ann", "--fide-id", "12345678901"]) == 0
    assert "       ABC2" in file.read_text()
    assert read(file).tournament.players[-1].fide_id == "12345678901"


@pytest.mark.parametrize(("text", "title"), [(" GM", "GM"), ("  f", "FM"), ("wg ", "WGM"), ("wcm", "WCM"), ("XY ", "")])  # fmt: skip
def test_a_title_is_read_and_its_column_stays(text, title):
    content = TEXT.replace(" FM Adler", f"{text} Adler")
    found = document(content)
    ada, *others = found.tournament.players
    assert ada.title == title
    assert found.content_with(found.tournament).decode() == content
    other = replace(found.tournament, players=(replace(ada, title="IM"), *others))
    assert found.content_with(other).decode() == TEXT.replace(" FM Adler", " IM Adler")
