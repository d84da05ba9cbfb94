"""What a person sees: hostile names, narrow terminals, few players."""

from __future__ import annotations

import json
import os
import re
import sys
from dataclasses import replace

import pytest

from congress_files import save
from fastpair.go.tournament import Bye, Game, Grade, Player, Result, Rules, Tournament
from fastpair.pairing.generator import generate
from fastpair.report import Column, width
from fastpair.ui.cli import screen as page
from fastpair.ui.cli.screen import show_table
from terminals import on_a_terminal

HOSTILE = {
    "Escape\x9b2J": r"Escape\x9b2J",
    "Turned\u202e": r"Turned\u202e",
    "Hidden\u200b": r"Hidden\u200b",
    "[red]Marked[/red]": "[red]Marked[/red]",
    "Deleted\x7f": r"Deleted\x7f",
    "Line\u2028end": r"Line\u2028end",
}


def entered(names, **changes):
    """Players of one grade with such family names."""
    return tuple(
        Player(key=f"{name}A".replace(" ", "").upper(), name=name, first_name="A", **changes)
        for name in names
    )


@pytest.fixture
def hostile(tmp_path):
    players = entered(HOSTILE, grade=Grade.parse("3k"))
    tournament = Tournament(name="Open\u202e\x9b", rules=Rules(rounds=2), players=players)
    return save(tournament, tmp_path / "hostile.xml")


def steering(text):
    """Characters other than line ends that a terminal would obey or hide."""
    return re.findall(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069]", text)


@pytest.mark.parametrize("command", [["draw"], ["info", "--list-absent"], ["draw", "--json"]])
def test_no_name_steers_the_terminal(run, hostile, command):
    status, output, errors = run(command[0], hostile, *command[1:])
    assert status == 0
    assert steering(output + errors) == []


def test_names_are_shown_whole_and_harmless(run, hostile):
    _, output, _ = run("draw", hostile)
    assert output.startswith("Open\\u202e\\x9b, round 1\n\n")
    assert all(f"{shown} A 3k" in output for shown in HOSTILE.values())


def test_json_holds_names_as_they_are(run, hostile):
    _, output, _ = run("draw", hostile, "--json")
    document = json.loads(output)
    assert {player["name"] for player in document["players"].values()} == set(HOSTILE)
    assert document["tournament"] == "Open\u202e\x9b"


@pytest.mark.parametrize(
    "arguments",
    [
        ["draw", "{file}", "--absent", "\x1b[2JNobody\u202e"],
        ["draw", "{file}", "--forbid", "hidden", "hidden\u200b"],
        ["draw", "no\x1bsuch\nfile.xml"],
        ["draw", "{file}", "--model", "\x9b.toml"],
        ["draw", "{file}", "--\x1b[2J"],
        ["dra\x1bw"],
    ],
)
def test_no_error_steers_the_terminal(run, hostile, arguments):
    status, output, errors = run(*(word.format(file=hostile) for word in arguments))
    assert (status, output, errors.count("\n")) == (2, "", 1)
    assert steering(errors) == []


def test_a_traceback_steers_nothing(run, hostile, monkeypatch):
    def fail(*arguments, **options):
        raise KeyError("x\x9by")

    def break_off(*arguments, **options):
        raise AssertionError("\x1b[2J")

    monkeypatch.setenv("FASTPAIR_TRACEBACK", "1")
    for failure in (fail, break_off):
        monkeypatch.setattr("fastpair.app.draws.drawing.draw_round", failure)
        status, _, errors = run("draw", hostile)
        assert status == 3
        assert steering(errors) == []


@pytest.fixture
def narrow(monkeypatch, capsys):
    """Show a table on a terminal of so many columns; its lines."""

    def show(columns, rows, room):
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
        monkeypatch.setattr(page, "get_terminal_size", lambda: os.terminal_size((room, 24)))
        show_table(columns, rows)
        return re.sub(r"\x1b\[[0-9;]*m", "", capsys.readouterr().out).splitlines()

    return show


COLUMNS = [
    Column("Table", right=True),
    Column("White", name=True),
    Column("Handicap", right=True, short="Hd"),
    Column("Black", name=True),
    Column("Unusual"),
]
ROWS = [
    ["1", "Selmavel-Kermtrov Olmina 12k", "", "Lombek Tara 3d", ""],
    ["2", "名前名前名前名前 太郎 2d", "9", "Faldini Oluwen 12k", "white drawn down, same club"],
]


@pytest.mark.parametrize("room", [50, 60, 80])
def test_a_table_fits_with_a_line_for_each_row(narrow, room):
    lines = narrow(COLUMNS, ROWS, room)
    assert len(lines) == 2 + len(ROWS)
    assert max(map(width, lines)) <= room
    assert all("12k" in lines[2] and "3d" in lines[2] for _ in lines)
    assert "2d" in lines[3]
    assert "12k" in lines[3]


def test_an_empty_column_gives_its_width_away(narrow):
    rows = [[*row[:2], "", row[3], ""] for row in ROWS]
    head, _, first, _ = narrow(COLUMNS, rows, 62)
    assert head.split() == ["Table", "White", "Black"]
    assert "Selmavel-Kermtrov Olmina 12k" in first


def test_titles_are_shortened_before_names_are(narrow):
    whole = sum(len(cell) for cell in ("Table", ROWS[0][1], ROWS[1][3], ROWS[1][4])) + 8
    lines = narrow(COLUMNS, ROWS, whole + len("Handicap"))
    assert "Handicap" in lines[0]
    lines = narrow(COLUMNS, ROWS, whole + len("Hd"))
    assert "Handicap" not in lines[0]
    assert "…" not in "".join(lines)


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="the system has no pseudo-terminals")
def test_a_congress_has_a_line_for_each_board(tmp_path):
    tournament = generate(700, 5, seed=1, play=2)
    lines = on_a_terminal("draw", save(tournament, tmp_path / "congress.xml"))
    boards = len(tournament.to_pair(3)) // 2
    assert len(lines) <= boards + 15
    assert max(map(width, lines)) <= 80
    assert sum(bool(re.match(r" +\d+  ", line)) for line in lines) == boards


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="the system has no pseudo-terminals")
def test_the_measures_of_quality_fit(tmp_path):
    file = save(generate(40, 3, seed=1, play=2), tmp_path / "congress.xml")
    lines = on_a_terminal("quality", file, "--compare", "opengotha351")
    table = lines[2 : lines.index("", 3)]
    assert len(table) == 2 + 3 * 3
    assert max(map(width, table)) <= 80


@pytest.fixture
def begun(tmp_path):
    """Eight players; round 1 has a game with a result, one without, and a bye; one is absent, one
    preliminary.
    """
    players = list(entered(["Ash", "Beck", "Cole", "Dorn", "Esch", "Falk", "Gras"], grade=Grade(0)))
    players[4] = replace(players[4], absences=frozenset({1, 3, 4, 5}))
    players.append(replace(entered(["Holm"], grade=Grade(0))[0], final=False))
    games = (
        Game(round=1, table=1, white="ASHA", black="BECKA", result=Result.JIGO),
        Game(round=1, table=3, white="COLEA", black="DORNA", handicap=2),
    )
    rules = Rules(rounds=5)
    tournament = Tournament(rules=rules, players=tuple(players), games=games)
    return tournament, tmp_path / "begun.xml"


def test_kept_boards_are_listed_by_themselves(run, begun):
    tournament, path = begun
    file = save(tournament, path)
    status, output, _ = run("draw", file, "--round", "1")
    assert status == 0
    drawn, kept = output.split("\n\n")[1:3]
    assert "Ash" not in drawn
    assert kept.splitlines() == [
        "kept from before the draw:",
        "Table  White      Black      Handicap  Result",
        "    1  Ash A 1d   Beck A 1d            jigo",
        "    3  Cole A 1d  Dorn A 1d         2",
    ]
    assert "kept: 2 games that the round had before\n" in output
    assert "players: 2 paired, 1 absent, 1 preliminary\n" in output
    _, output, _ = run("draw", file, "--round", "1", "--json")
    document = json.loads(output)
    assert [game["table"] for game in document["kept"]] == [1, 3]
    assert [game["result"] for game in document["kept"]] == ["jigo", None]
    assert {"ASHA", "COLEA"} <= document["players"].keys()
    assert [board["table"] for board in document["boards"]] == [2]


def test_a_bye_from_before_is_shown(run, begun):
    tournament, path = begun
    players = (*tournament.players, *entered(["Ives"], grade=Grade(0)))
    byes = (Bye(round=1, player="GRASA"),)
    file = save(replace(tournament, players=players, byes=byes), path)
    _, output, _ = run("draw", file, "--round", "1")
    assert "bye: Gras A 1d (from before)\n" in output
    document = json.loads(run("draw", file, "--round", "1", "--json")[1])
    assert (document["bye"], document["kept_byes"]) == (None, ["GRASA"])


def test_the_absent_are_named_on_request(run, begun):
    tournament, path = begun
    file = save(tournament, path)
    assert "Esch" not in run("info", file)[1].split("\n\n")[1]
    _, output, _ = run("info", file, "--list-absent")
    listed = output.split("\n\n")[2].splitlines()
    assert [re.split(" {2,}", line.strip()) for line in listed] == [
        ["Player", "Registration", "Absent from rounds"],
        ["Esch A 1d", "1, 3-5"],
        ["Holm A 1d", "preliminary"],
    ]
    document = json.loads(run("info", file, "--json")[1])
    assert document["absent"] == {"ESCHA": [1, 3, 4, 5]}
    assert document["preliminary"] == ["HOLMA"]


def test_if_nobody_is_absent_it_is_said(run, tmp_path):
    players = entered(["Ash", "Beck"], grade=Grade(0))
    file = save(Tournament(rules=Rules(rounds=1), players=players), tmp_path / "t.xml")
    _, output, _ = run("info", file, "--list-absent")
    assert "absent: nobody from any round; preliminary: nobody\n" in output


@pytest.mark.parametrize(
    ("players", "said"),
    [
        ((), "the tournament has no players"),
        (entered(["Ash"], grade=Grade(0), final=False), "of 1 player none is confirmed"),
        (
            entered(["Ash", "Beck"], grade=Grade(0), final=False),
            "of 2 players none is confirmed",
        ),
    ],
)
@pytest.mark.parametrize("number", [[], ["--round", "1"], ["--round", "1", "--redraw"]])
def test_without_players_the_message_is_true(run, tmp_path, players, said, number):
    file = save(Tournament(rules=Rules(rounds=3), players=players), tmp_path / "none.xml")
    assert run("draw", file, *number) == (2, "", f"fastpair: {file}: {said}\n")
    assert run("info", file)[1].endswith(f"next draw: none, {said}\n")


def test_one_player_is_no_players(run, tmp_path):
    file = save(
        Tournament(rules=Rules(rounds=1), players=entered(["Ash"], grade=Grade(0))),
        tmp_path / "one.xml",
    )
    _, output, _ = run("info", file)
    assert "1 round, bar" in output
    assert "next draw: round 1, 1 player, nothing missing\n" in output
    _, output, _ = run("weights", file, "--round", "1", "--output", tmp_path / "w.npz")
    assert "round 1, 0 players, opengotha351; Ash A has the bye and is left out\n" in output
    target = tmp_path / "new.xml"
    _, output, _ = run("generate", "--players", "1", "--rounds", "1", "--output", target)
    assert output == f"{target}: 1 player, 1 round, 0 of them played\n"


def test_two_who_must_not_meet_are_no_others(run, tmp_path):
    players = entered(["Ash", "Beck"], grade=Grade(0))
    file = save(Tournament(rules=Rules(rounds=1), players=players), tmp_path / "two.xml")
    status, output, _ = run("draw", file, "--forbid", "ash", "beck")
    assert status == 1
    assert "unpaired: Ash A 1d: may not play the only other player: must not play 1\n" in output


@pytest.mark.parametrize(
    ("model", "shown"),
    [
        ("opengotha351", False),
        ("entropy", False),
        ("rating-information", False),
        ("godraw2015", True),
        ("gotha", True),
    ],
)
def test_the_seed_is_shown_where_lots_are_drawn(run, begun, model, shown):
    tournament, path = begun
    file = save(tournament, path)
    _, output, _ = run("draw", file, "--round", "1", "--model", model, "--seed", "5")
    assert f"model: {model}, seed 5\n" in output if shown else f"model: {model}\n" in output
    _, output, _ = run("draw", file, "--round", "1", "--model", model, "--seed", "5", "--json")
    document = json.loads(output)
    assert (document["seed"], document["by_lot"]) == (5, shown)


@pytest.mark.parametrize("name", ["opengotha351", "opengotha352"])
def test_opengothas_seed_is_shown_if_its_rules_want_luck(run, tmp_path, name):
    tournament = generate(20, 2, seed=1)
    for random, deterministic in ((0, False), (1000, True), (1000, False)):
        pairing = replace(tournament.rules.pairing, random=random, deterministic=deterministic)
        lucky = replace(tournament, rules=replace(tournament.rules, pairing=pairing))
        _, output, _ = run("draw", save(lucky, tmp_path / "t.xml"), "--model", name)
        assert (f"model: {name}, seed 0\n" in output) == (random > 0 and not deterministic)


@pytest.mark.parametrize("command", [[], ["draw"], ["info"], ["models"], ["models", "show"]])
def test_h_is_help(run, command):
    status, output, _ = run(*command, "-h")
    assert (status, output) == run(*command, "--help")[:2]
    assert "Usage:" in output


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="the system has no pseudo-terminals")
def test_every_parameter_is_shown_whole_on_a_terminal(run):
    lines = on_a_terminal("models")
    assert max(map(width, lines)) <= 80
    piped = run("models")[1]
    assert " ".join(" ".join(lines).split()) == " ".join(piped.split())
    assert "  coefficients.mms = 1000.0 (weight) [" in piped
