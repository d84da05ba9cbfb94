"""FIDE's report files: TRF16 and TRF26 are read, and wrong lines refused."""

from __future__ import annotations

import re
import tracemalloc
from cProfile import Profile
from dataclasses import replace
from datetime import date
from itertools import product
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastpair.errors import FormatError, RuleError
from fastpair.formats import FORMATS, format_of
from fastpair.go.tournament import (
    PRESETS,
    Bye,
    Event,
    Game,
    Player,
    Points,
    Result,
    Same,
)
from trf_reports import (
    FORMAT,
    LAST,
    TEXT,
    changed_lines,
    document,
    held,
    tournament,
    with_cells,
    with_colour,
    with_line,
)


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


@pytest.mark.parametrize(
    ("cell", "points", "meaning"),
    [
        ("0000 - U", "1.0", (True, False, False)),
        ("0000 - F", "1.0", (True, True, True)),
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
        assert held(FORMAT.new(t)) == with_colour(t, "black" if turned else "white")


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
        (15, LAST[6].replace("- U", "- D"), "t.trf:15: columns 92-99: round 1: expected opponent"),
        (
            13,
            LAST[4].replace("2 w L", "2 w ="),
            "t.trf:10: round 1: number 2 against number 5 has the result",
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
    text = f"{TEXT}192 FIDE_DUTCH\n310 Team\n299 x\n250       1.0   1   2    1    4\n"
    assert [remark.partition(": ")[0] for remark in document(text).remarks] == [
        "line 7", "line 20",
    ]  # fmt: skip
    found = document(text)
    named = found.content_with(replace(found.tournament, name="Cup")).decode()
    assert named == text.replace("Open of Ulm", "Cup")


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
    fide = tournament(with_cells("", before=f"{text}\n777 stays")).rules.fide
    ranges = re.findall(r"([0-9.]+) in (\d+)-(\d+) for (\d+)-(\d+)", fide.acceleration)
    stated = [(float(points) * 2, *map(int, ends)) for points, *ends in ranges]
    assert filled_in(stated) == filled_in(lines)


TEAMS = "".join(f"310 {n:>3} {'Team':<64} {n:>4} {n + 2:>4}\n" for n in (1, 2))
"""Two teams of two, of whom the first two have a game."""


@pytest.mark.parametrize(
    "line",
    [
        "240 Z   3    1    2",
        "300   1   1   2    1    3",
        "320  1.0  1.0   1   2",
        "330 +-   2   1   2",
        "250  1.0  1.0   1   1    1    2",
        "260   1   9    1    2",
        "299  0.0  0.0   1    1",
        "362 TW 2.0   TD 1.0   TL 0.0",
        "777   1   2",
    ],
)
def test_any_number_of_lines_of_teams_takes_time_in_proportion(line):
    cells = ("   2 w 1", "   1 b 0", "   4 b 1", "   3 w 0")
    content = with_cells(*cells, before=f"XXR 9\n{TEAMS}" + f"{line}\n" * (200_000 // len(line)))
    begin = process_time()
    found = FORMAT.read("t", content.encode())
    assert process_time() - begin < 1
    assert found.tournament.draws_teams
    assert len(found.tournament.games) == 2 + 2 * line.startswith("330")


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


MOST_CALLS = 160
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
        found = FORMAT.read("t", content).tournament.rules.fide
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert found.acceleration == "1 in 1-99 for 1-9999"
    assert most < 40 * 2**20
