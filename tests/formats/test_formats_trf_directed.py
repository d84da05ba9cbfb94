"""Tournaments in FIDE's report files are directed by commands and on the page."""

from __future__ import annotations

import pytest

from commands import do
from fastpair import draw_round
from fastpair.errors import FormatError
from fastpair.formats import read
from fastpair.go.tournament import (
    Result,
)
from fastpair.ui.cli import main
from pages import director_of
from trf_reports import TEXT, document, held, with_cells


@pytest.mark.parametrize(
    ("lines", "unread"),
    [
        ("777 nothing of anybody", 0),
        ("777 1 2", 1),
        ("BBX  0.5", 1),
        ("XYZ 2024/01/01", 0),
        ("299   1  1.0", 1),
        ("801   1 Team", 0),
    ],
)
def test_a_draw_asks_about_lines_that_are_not_read(tmp_path, capsys, lines, unread):
    """Those of which it is not known that they bear on no points, absences or pairs; they stay in the file."""
    file = tmp_path / "open.trf"
    file.write_text(with_cells("", "", "", "", before=f"XXR 3\n152 W\n{lines}"))
    assert len(read(file).unread) == unread
    before = file.read_bytes()
    do("draw", file)
    assert main(["draw", str(file), "--write"]) == (2 if unread else 0)
    shown = capsys.readouterr().err
    assert ("line 3" in shown) >= bool(unread)
    if unread:
        assert file.read_bytes() == before
        do("draw", file, "--write", "--even-so")
    assert lines in file.read_text().splitlines()
    assert len(read(file).tournament.games) == 2


def test_points_that_an_arbiter_gives_count_when_pairs_are_made():
    """With two more the last of four has the highest score, and meets the first, as he has met the second."""
    cells = ("   3 w 1", "   4 b 1", "   1 b 0", "   2 w 0")
    before = "XXR 2\n152 W\n192 FIDE_DUTCH_2026"
    found = []
    for line in ("", "\n299           2.0    1    4"):
        read = document(
            with_cells(*cells, points=("1.0", "1.0", "0.0", "0.0"), before=before + line)
        )
        doubts = ["line 8: the file has 0.0 points, and its results and the points of 299 give 2.0"]
        assert [*read.remarks] == (doubts if line else [])
        given = read.tournament
        found.append({board.pair for board in draw_round(given, 2, system="dutch").boards})
    assert found == [
        {frozenset(("P1", "P2")), frozenset(("P3", "P4"))},
        {frozenset(("P1", "P4")), frozenset(("P2", "P3"))},
    ]


@pytest.mark.parametrize(
    ("lines", "system", "foreign"),
    [
        ("", "dutch", ""),
        ("092 Individual: Swiss-System", "dutch", ""),
        ("092 Standard", "dutch", ""),
        ("092 FIDE_DUTCH_2025", "dutch", ""),
        ("092 Individual: Round-Robin", "round-robin", ""),
        ("192 CUSTOM_ROUNDROBIN", "round-robin", "CUSTOM_ROUNDROBIN"),
        ("092 Individual: Swiss-System (Lim)", None, "Individual: Swiss-System (Lim)"),
        ("192 FIDE_DUTCH_2026_BAKU", "dutch", ""),
        ("192 FIDE_DUTCH", "dutch", ""),
        ("192 FIDE_DUTCH\n042 2025/06/30", None, "FIDE_DUTCH"),
        ("192 FIDE_DUTCH\n042 2025/07/01", "dutch", ""),
        ("192 FIDE_DUTCH_2025\n042 2026/01/31", "dutch", ""),
        ("092 Swiss\n192 FIDE_DUTCH_2017", None, "FIDE_DUTCH_2017"),
        ("092 Swiss\n192 FIDE_DUBOV", "dubov", ""),
        ("192 FIDE_BURSTEIN_BAKU", "burstein", ""),
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
    do("draw", file, "--redraw", "--system", "dutch")
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
        do(command, file, *rest)
        assert answer in capsys.readouterr().out
    lines = file.read_bytes().decode("latin-1").split("\r\n")
    assert {"777 no code of anybody", "132 below the players", "240 H   3    6"} <= {*lines}
    t = read(file).tournament
    assert [game.result for game in t.round(2).games] == [
        Result.WHITE_WINS, Result.JIGO, Result.BLACK_WINS,
    ]  # fmt: skip
    do("convert", file, tmp_path / "a.json")
    assert "nothing is lost" in capsys.readouterr().out
    assert read(tmp_path / "a.json").tournament.rules == t.rules
    do("convert", tmp_path / "a.json", tmp_path / "b.trf")
    assert (tmp_path / "b.trf").read_bytes() == file.read_bytes()
    assert main(["result", str(file), "1", "x"]) == 2
    do("rules", file, "--system", "swiss")
    assert {"192 CUSTOM_SWISS", "### system swiss"} <= {*file.read_bytes().decode("latin-1").split("\r\n")}  # fmt: skip
    do("rules", file, "--system", "dutch", "--acceleration", "baku")
    assert "192 FIDE_DUTCH_BAKU" in file.read_bytes().decode("latin-1").split("\r\n")
    assert read(file).tournament.rules.fide.acceleration == "baku"
    capsys.readouterr()
    assert main(["rules", str(file), "--order", "rating"]) == 2
    assert "they cannot be by rating or lot" in capsys.readouterr().err


def test_what_another_format_loses_is_named(tmp_path, capsys):
    file = tmp_path / "open.trf"
    blank = " " * 24
    text = TEXT.replace(f"Ida{blank}     SUI", f"Ida{blank}1700 SUI").replace(" FM ", " XY ")
    text = text.replace("2001/11/30", "  unknown ").replace("wWFM", "xWFM")
    file.write_text(text)
    do("convert", file, tmp_path / "list.csv")
    lost = {line.strip() for line in capsys.readouterr().out.splitlines()}
    assert {
        "line 777 is lost: 'no code of anybody'",
        "rules, fide: initial colour 'white' becomes 'lot'",
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
    do("convert", file, entries)
    assert "kind" not in capsys.readouterr().out
    players = read(entries).tournament.players
    assert [p.rating for p in players] == [2210, 2105, 1990, 1930, 1800, 1750, None]
    assert not any(str(p.grade) for p in players)
    do("convert", entries, tmp_path / "new.trf")
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
    do("register", file, "Novak", "Ann", "--fide-id", "12345678901")
    assert "       ABC2" in file.read_text()
    assert read(file).tournament.players[-1].fide_id == "12345678901"
