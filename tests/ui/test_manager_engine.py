"""The engine that managers start: its arguments, answers, statuses and files."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from contextlib import chdir, redirect_stdout
from dataclasses import replace
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from fastpair.formats import FORMATS
from fastpair.go.teams import of_teams
from fastpair.ui import engine
from peer_archives import answers, checklist, tournaments
from profiles import few, sampled
from repository import ROOT

PROGRAM = "from fastpair.ui.engine import run; run()"


def report(*players, rounds=5, lines=("XXC white1",)):
    """A report of players, each the cells of their rounds."""
    rows = [
        f"001 {n:>4}      {f'P{n}':<33} {2000 - n}{'':28}{'':>4} {n:>4}  {'  '.join(cells)}"
        for n, cells in enumerate(players, 1)
    ]
    head = [f"XXR {rounds}"] if rounds else []
    return "".join(f"{line}\n" for line in [*head, *lines, *rows])


FIVE = (["   3 w 1"], ["   4 b 0"], ["   1 b 0"], ["   2 w 1"], ["0000 - U"])
"""A round of five players."""

FOUR = (["   3 w 1", "   4 b 1"], ["   4 b 1", "   3 w 1"], ["   1 b 0", "   2 b 0"], ["   2 w 0", "   1 w 0"])  # fmt: skip
"""Two rounds of four players, the second as the Dutch system does not pair it."""


@pytest.fixture
def run(tmp_path, capfd):
    """Run the engine in a folder: its status, and what it has written to both outputs."""

    def call(*words):
        with chdir(tmp_path):
            status = engine.main([*map(str, words)])
        done = capfd.readouterr()
        return status, done.out, done.err

    return call


def content(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


# ---- The answers of another program ----


def test_the_answer_is_that_of_the_other_program(tmp_path, run):
    for text, answer in few(answers(), 8, ci=30):
        (tmp_path / "in.trf").write_bytes(text)
        assert run("--dutch", "in.trf", "-p", "out") == (0, "", "")
        assert (tmp_path / "out").read_bytes() == answer
    assert run("--dutch", "in.trf", "-p") == (0, answer.decode(), "")
    assert run("in.trf", "-p") == (0, answer.decode(), "")


def test_a_report_of_the_new_form_has_the_same_answer(tmp_path, run):
    for text, answer in few(answers(), 4, ci=30):
        tournament = FORMATS["trf"].read("in.trf", text).tournament
        (tmp_path / "in.trf").write_bytes(FORMATS["trf"].new(tournament))
        assert run("--dutch", "in.trf", "-p") == (0, answer.decode(), "")


def test_every_round_of_the_other_program_is_found_again(tmp_path, run):
    found = 0
    for name, text in few(tournaments().items(), 6, ci=20):
        (tmp_path / name).write_bytes(text)
        status, out, err = run("--dutch", name, "-c")
        tournament = FORMATS["trf"].read(name, text).tournament
        rounds = [
            number
            for number in range(1, tournament.last_round + 1)
            if tournament.round(number).games
        ]
        assert (status, err) == (0, "")
        assert out.splitlines() == [f"{name}: Round #{number}" for number in rounds]
        found += len(rounds)
    assert found > 30


# ---- What is asked for ----


def test_who_takes_part_alone_has_the_bye(tmp_path, run):
    (tmp_path / "in.trf").write_text(report([], ["0000 - Z"]))
    assert run("in.trf", "-p") == (0, "1\n1 0\n", "")


def test_checklist(tmp_path, run):
    """The columns of the other program, by their places: managers read its cells between tabs."""
    (tmp_path / "in.trf").write_text(report(*FIVE))
    assert run("--dutch", "in.trf", "-p", "out", "-l")[0] == 0
    answer, checklist = (tmp_path / "out").read_text(), (tmp_path / "in.list").read_text()
    assert answer == "3\n5 1\n3 4\n2 0\n"
    *lines, release = checklist.split("\n")
    assert [line.split("\t") for line in lines] == [
        [""],
        ["ID", "Pts", "--", "Pref", "C2", "C14", "C16", "  Cur", "", "R1", ""],
        [""],
        [" 1", "1.0", " W", " (B)", " Y", "   ", "   ", " (5B)", "", " 3", ""],
        [" 4", "1.0", " W", " (B)", " Y", "   ", "   ", " (3B)", "", " 2", ""],
        [" 5", "1.0", "  ", "  A ", " N", "  D", "   ", " (1W)", "", "  ", ""],
        [""],
        [" 2", "0.0", " B", " (W)", " Y", "   ", "   ", "(bye)", "", " 4", ""],
        [" 3", "0.0", " B", " (W)", " Y", "   ", "   ", " (4W)", "", " 1", ""],
        [""],
        [""],
    ]
    assert release.startswith("fastpair-engine ")
    assert run("in.trf", "-l", "own", "-p")[:2] == (0, answer)
    assert (tmp_path / "own").read_text() == checklist
    assert run("in.trf", "-c", "-l", "of.rounds")[0] == 0
    assert (tmp_path / "of.rounds").read_text().startswith("Round 1\n\nID\t")


def test_preferences_in_the_checklist(tmp_path, run):
    """Absolute, strong, mild and none; forfeits are no games, and a wide number makes its column wide."""
    players = (
        ["   2 w 1", "   3 w 1"],
        ["   1 b 0", "   4 w ="],
        ["   4 w +", "   1 b 0"],
        ["   3 b -", "   2 b ="],
        ["0000 - H", "0000 - H"],
    )
    (tmp_path / "in.trf").write_text(report(*players))
    assert run("--dutch", "in.trf", "-p", "out", "-l", "list")[0] == 0
    rows = [line.split("\t") for line in (tmp_path / "list").read_text().splitlines()]
    cells = {
        int(row[0]): (row[2].strip(), row[3], row[9:11])
        for row in rows
        if len(row) > 9 and row[0] != "ID"
    }
    assert cells == {
        1: ("WW", "  B ", [" 2", " 3"]),
        2: ("BW", "  b ", [" 1", " 4"]),
        3: ("B", " (W)", ["  ", " 1"]),
        4: ("B", " (W)", ["  ", " 2"]),
        5: ("", "  A ", ["  ", "  "]),
    }


def test_the_checklist_is_that_of_the_other_program(tmp_path, run):
    """Byte for byte but for the last line, which names the program."""
    text, expected, pairs = checklist()
    (tmp_path / "in.trf").write_bytes(text)
    assert run("--dutch", "in.trf", "-p", "out", "-l", "list")[0] == 0
    ours, theirs = (each.rpartition(b"\n") for each in ((tmp_path / "list").read_bytes(), expected))
    assert ours[:2] == theirs[:2]
    assert b"\t" not in ours[2]
    assert (tmp_path / "out").read_bytes() == pairs


@pytest.mark.parametrize("letter", "HFZ")
def test_a_last_column_marks_absences(tmp_path, run, letter):
    """Whatever they get for it, the others are paired, and one of them has the bye."""
    cells = [[*own, f"0000 - {letter}" if n == 1 else "        "] for n, own in enumerate(FIVE)]
    (tmp_path / "in.trf").write_text(report(*cells[:4]))
    assert run("in.trf", "-p") == (0, "2\n4 1\n3 0\n", "")
    (tmp_path / "in.trf").write_text(report(*cells))
    assert run("in.trf", "-p") == (0, "2\n5 1\n3 4\n", "")


def test_a_bye_of_a_full_point_is_none_of_the_pairing(tmp_path, run):
    played = (["   3 w 1"], ["0000 - F"], ["   1 b 0"])
    (tmp_path / "in.trf").write_text(report(*played, lines=[]))
    assert run("in.trf", "-check") == (0, "in.trf: Round #1\n", "")


def test_who_never_came_has_no_number_for_the_initial_colour(tmp_path, run):
    """5 had half a point in round 1 and is away, so 6 counts as the fifth; 1 has lost by forfeit, and came."""
    first = ["6 b -", "7 b 0", "8 b =", "0000 - U", "0000 - H", "1 w +", "2 w 1", "3 w =", "10 w -", "9 b +"]  # fmt: skip
    cells = ([each if each.startswith("0") else each.rjust(8)] for each in first)
    (tmp_path / "in.trf").write_text(report(*cells, lines=("152 W", "240 Z   2    5")))
    assert run("--dutch", "in.trf", "-p") == (0, "5\n4 7\n6 10\n3 1\n9 8\n2 0\n", "")


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        (["XXC white1"], "2\n1 3\n4 2\n"),
        (["XXC rank black1"], "2\n3 1\n2 4\n"),
        (["152 B"], "2\n3 1\n2 4\n"),
        (["XXC white1", "XXZ 2 4"], "1\n1 3\n"),
        (["XXC white1", "240 Z   1    2    4"], "1\n1 3\n"),
        (["XXC white1", "XXP 1 3"], "2\n1 4\n3 2\n"),
        (["XXC white1", "260   1   2    1    3"], "2\n1 4\n3 2\n"),
        (["XXC white1", "XXA    1  1.0", "XXA    2  1.0"], "2\n1 2\n3 4\n"),
        (["XXC white1", "250       1.0   1   2    1    2"], "2\n1 2\n3 4\n"),
        (["XXC white1", "192 FIDE_DUTCH_2026_BAKU"], "2\n1 2\n3 4\n"),
    ],
)  # fmt: skip
def test_lines_that_a_pairing_depends_on(tmp_path, run, lines, answer):
    (tmp_path / "in.trf").write_text(report([], [], [], [], lines=lines))
    assert run("in.trf", "-p") == (0, answer, "")


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("260   1   3    1    3", (0, "2\n1 4\n3 2\n", "")),
        ("240 Z   1    2    4", (0, "1\n1 3\n", "")),
        ("299      1.0   0.5     1    1", (0, "2\n1 3\n4 2\n", "")),
        ("299 +    1.0   0.5     1    1", (3, "", "Error parsing file in.trf: line 10: 299 cannot be obeyed: '+    1.0   0.5     1    1'\n")),
    ],
)  # fmt: skip
def test_lines_that_a_pairing_of_teams_depends_on(tmp_path, run, line, answer):
    """They are obeyed, or the report is refused."""
    lines = ["142 3", "152 W", "192 FIDE_TEAM_TYPEA_MP_GP", "352 W"]
    teams = [f"310 {n:>3} Team {n}{'2000':>39}    0.0    0.0   0  {n:>4}" for n in (1, 2, 3, 4)]
    (tmp_path / "in.trf").write_text(report([], [], [], [], lines=[*lines, *teams, line]))
    assert run("in.trf", "-p") == answer


def test_points_are_read_from_every_line_that_states_them(tmp_path, run):
    """A draw that is worth a third of a win makes other score groups."""
    values = {"PointsForWin": 3, "PointsForDraw": 1, "HighestRating": 1700, "PlayersNumber": 20}
    t = made(tmp_path, run, **values, DrawPercentage=60, RoundsNumber=5)
    lines = FORMATS["trf"].new(t.before(5)).decode().splitlines()
    at = next(place for place, line in enumerate(lines) if line.startswith("162"))
    answers = []
    for stated in (
        lines[at],
        "BBW  3.0\nBBD  1.0",
        "XXS W=3.0 D=1.0 PAB=3.0",
        "XXS WW=3 BW=3 FW=3 WD=1,BD=1,HPB=1,PAB=3",
        "",
    ):
        text = "\n".join([*lines[:at], stated, *lines[at + 1 :]])
        (tmp_path / "in.trf").write_text(text)
        answers.append(run("in.trf", "-p")[:2])
    assert answers[0][0] == 0
    assert answers[1:4] == [answers[0]] * 3
    assert answers[4][0] == 0
    assert answers[4] != answers[0]


def test_differences_of_rounds(tmp_path, run):
    """They are shown; one round alone can be checked; a check of everything has a status of its own."""
    (tmp_path / "in.trf").write_text(report(*FOUR))
    shown = (
        "in.trf: Round #2\n"
        "  Checker pairings   Tournament pairings\n"
        "     2 -    1             4 -    1\n"
        "     3 -    4             2 -    3\n"
    )
    assert run("in.trf", "-c") == (0, f"in.trf: Round #1\n{shown}", "")
    assert run("in.trf", "-c", 2) == (0, shown, "")
    assert run("in.trf", "-c", 1) == (0, "in.trf: Round #1\n", "")
    status, out, _ = run("-check", "in.trf")
    assert status == 1
    assert shown in out


def test_differences_of_standings(tmp_path, run):
    assert run("-g", 3, "-o", "in.trf")[0] == 0
    status, out, err = run("in.trf", "-check")
    assert (status, err) == (0, "")
    assert out.splitlines()[-1] == "in.trf: Standings"
    lines = (tmp_path / "in.trf").read_text().splitlines(keepends=True)
    at = next(place for place, line in enumerate(lines) if line.startswith("001    1"))
    lines[at] = f"{lines[at][:80]} 0.0{lines[at][84:]}"
    (tmp_path / "in.trf").write_text("".join(lines))
    status, out, _ = run("in.trf", "-check")
    assert status == 1
    assert "\n  Player 1: Points 0, expected " in out
    without = [line for line in lines if line[:3] not in ("212", "###")]
    (tmp_path / "in.trf").write_text("".join(without))
    status, out, _ = run("in.trf", "-check")
    assert status == 1
    assert re.search(r"Standings\n  Player 1: Points 0, expected [0-9.]+\n$", out)
    assert run("-g", 3, "-o", "in.trf")[0] == 0
    text = re.sub(
        r"(?m)^(### tie-breaks 2: +\S+) +(\S+)", r"\1 99.5", (tmp_path / "in.trf").read_text()
    )
    (tmp_path / "in.trf").write_text(text)
    status, out, _ = run("in.trf", "-check")
    assert status == 1
    assert re.search(r"Standings\n  Player 2: \S.* 99.5, expected [0-9.]+\n$", out)


CONFIG = {
    "PlayersNumber": 12,
    "RoundsNumber": 4,
    "DrawPercentage": 100,
    "ForfeitRate": 10**6,
    "RetiredRate": 10**6,
    "HalfPointByeRate": 10**6,
    "HighestRating": 1500,
    "LowestRating": 1500,
}


def made(folder, run, **values):
    """The tournament of a configuration."""
    text = "".join(f"{name}={value}\n" for name, value in {**CONFIG, **values}.items())
    (folder / "config").write_text(text)
    assert run("--dutch", "-g", "config", "-o", "made.trf", "-s", 5) == (0, "", "")
    made = (folder / "made.trf").read_bytes()
    assert run("made.trf", "-check")[0] == 0
    return FORMATS["trf"].read("made.trf", made).tournament


SYSTEMS = ("dutch", "burstein", "dubov", "double-swiss", "swiss-team")


@settings(max_examples=sampled(200))
@given(st.sampled_from(SYSTEMS), st.integers(0, 999), st.sampled_from(("none", "baku")))
def test_each_system_makes_what_it_finds_right(name, seed, acceleration):
    """Its checks find nothing, it pairs the last round again as the next one, and it finds other colours."""
    with TemporaryDirectory() as folder, chdir(folder):
        file, config = Path("made.trf"), Path("config")
        units = "TeamsNumber=7\nBoardsNumber=2" if name == "swiss-team" else "PlayersNumber=9"
        config.write_text(
            f"{units}\nRoundsNumber=4\nForfeitRate=9\nHalfPointByeRate=20\nAcceleration={acceleration}\n"
        )
        out = answer("-g", "config", "-o", "made.trf", "-s", seed, f"--{name}")
        assert out == (0, "") or out[0] == 1  # no pairing
        assume(file.exists())
        rounds = [f"made.trf: Round #{number}\n" for number in range(1, 5)]
        assert answer("-check", "made.trf") == (0, "".join([*rounds, "made.trf: Standings\n"]))
        assert answer("made.trf", "-c", f"--{name}") == (0, "".join(rounds))
        tournament = FORMATS["trf"].read("made.trf", file.read_bytes()).tournament
        units, key = of_teams(tournament), {}
        for number, unit in enumerate(units.players, start=1):
            key[unit.key] = number
        before = tournament.before(4)
        before = replace(before, byes=tuple(bye for bye in before.byes if bye.round < 4))
        Path("in.trf").write_bytes(FORMATS["trf"].new(before))
        pairs = [(key[game.white], key[game.black]) for game in units.round(4).games]
        pairs += [(key[bye], 0) for bye in units.pairing_byes(4)]
        status, out = answer("in.trf", "-p")
        assert (status, int(out.split()[0])) == (0, len(pairs))
        assert {tuple(map(int, line.split())) for line in out.splitlines()[1:]} == {*pairs}
        turned = tuple(
            replace(game, white=game.black, black=game.white) if game.round == 4 else game
            for game in tournament.games
        )
        turned = replace(tournament, games=turned)
        Path("in.trf").write_bytes(FORMATS["trf"].new(turned))
        status, out = answer("in.trf", "-check")
        assert status == 1
        assert "Round #4\n  Checker pairings   Tournament pairings\n" in out


def answer(*words):
    """The status of the engine, and its standard output."""
    with redirect_stdout(StringIO()) as out:
        status = engine.main([*map(str, words)])
    return status, out.getvalue()


@pytest.mark.parametrize("seed", [1, 2])
def test_teams_are_made_checked_and_paired(seed, folder, run):
    """The numbers of a pair are those of teams; what is wrong of a team is found."""
    (folder / "config").write_text(
        "TeamsNumber=9\nBoardsNumber=3\nRoundsNumber=5\nRetiredRate=40\nHalfPointByeRate=9\nForfeitRate=9\n"
    )
    assert run("--dutch", "-g", "config", "-o", "made.trf", "-s", seed) == (0, "", "")
    status, out, _ = run("--dutch", "made.trf", "-check")
    assert (status, out.count("\n")) == (0, 6)
    text = (folder / "made.trf").read_text()
    lines = [line for line in text.splitlines() if line[:3] == "310"]
    assert (len(lines), len(lines[0].split())) == (9, 10)
    (folder / "in.trf").write_text(text.replace("142 5", "142 6"))
    status, out, _ = run("--dutch", "in.trf", "-p")
    number, *pairs = out.splitlines()
    paired = [int(word) for pair in pairs for word in pair.split() if word != "0"]
    assert (status, int(number), len({*paired})) == (0, len(pairs), len(paired))
    assert {*paired} <= {*range(1, 10)}
    (folder / "in.trf").write_text(text.replace(lines[4], f"{lines[4][:61]}  99.5{lines[4][67:]}"))
    status, out, _ = run("--dutch", "in.trf", "-check")
    assert (status, out.splitlines()[-1].partition(",")[0]) == (1, "  Player 5: Board-Points 99.5")


def test_a_tournament_is_made_as_the_configuration_says(tmp_path, run):
    t = made(tmp_path, run)
    assert (len(t.players), t.rules.rounds, t.last_round) == (12, 4, 4)
    assert {player.rating for player in t.players} == {1500}
    assert {game.result.value for game in t.games} == {"jigo"}
    assert not any(game.by_default for game in t.games)
    t = made(tmp_path, run, DrawPercentage=0, ForfeitRate=1, PointsForWin=3, PointsForDraw=1)
    assert all(game.by_default for game in t.games)
    assert (t.rules.points.win_x2, t.rules.points.jigo_x2) == (6, 2)
    t = made(tmp_path, run, HalfPointByeRate=3, RetiredRate=20, PointsForPAB=0.5)
    assert any(player.requested_byes for player in t.players)
    assert t.rules.points.wins_bye_x2 == 1
    assert made(tmp_path, run, Acceleration="baku").rules.fide.acceleration == "baku"


def test_the_same_seed_makes_the_same_tournament(tmp_path, run):
    for words in (("-g", "-s", 8), ("-g", 8), ("-s", 8, "-g")):
        assert run(*words, "-o", f"{len(content(tmp_path))}.trf") == (0, "", "")
    assert len({*content(tmp_path).values()}) == 1
    assert run("-g", "-o", "a.trf")[0] == run("-g", "-o", "b.trf")[0] == 0
    assert (tmp_path / "a.trf").read_bytes() != (tmp_path / "b.trf").read_bytes()


def test_release_and_usage(tmp_path, run):
    status, out, err = run("-r")
    assert (status, out.split()[0], out.count("\n"), err) == (0, "fastpair-engine", 1, "")
    for words in ((), ("-h",), ("--help",)):
        status, usage, err = run(*words)
        assert (status, err) == (0, "")
        assert usage.startswith(f"{out}usage: fastpair-engine ")
    (tmp_path / "in.trf").write_text(report([], []))
    assert run("-r", "in.trf", "-p")[1] == f"{out}1\n1 2\n"


# ---- Refusals: the status, one line to standard error, and nothing written ----

REFUSED = [
    (1, ["met.trf", "-p", "out", "-l"], "No valid pairing exists: round 2"),
    (1, ["-g", "config", "-o", "out", "-s", "1"], "No valid pairing exists: round 2"),
    (1, ["absent.trf", "-p"], "No valid pairing exists: nobody takes part in round 1"),
    (3, ["in.trf"], "nothing is asked for"),
    (3, ["-p"], "the file that is to be read is missing"),
    (3, ["in.trf", "-p", "out", "more"], "unexpected argument 'more'"),
    (3, ["in.trf", "-p", "out", "-c"], "more than one task"),
    (3, ["in.trf", "-p", "-p"], "stated twice"),
    (3, ["--dutch", "--dutch", "in.trf", "-p"], "stated twice"),
    (3, ["in.trf", "-x"], "unknown argument '-x'"),
    (3, ["--burdov", "in.trf", "-p"], "unknown argument '--burdov'"),
    (3, ["--mcmahon", "in.trf", "-p"], "unknown argument '--mcmahon'"),
    (3, ["in.trf", "-p", "-o", "out"], "'-o' does not fit"),
    (3, ["in.trf", "-p", "-s", "1"], "'-s' does not fit"),
    (3, ["-g", "-o", "out", "-l", "list"], "'-l' does not fit"),
    (3, ["-", "-p", "-l"], "-l: name a file for the checklist of standard input"),
    (3, ["in.trf", "-p", "out", "-l", "./out"], "would be the file of the pairs and of the list"),
    (3, ["-g"], "-o OUT is missing"),
    (3, ["-g", "-o"], "the name of a file is missing"),
    (3, ["-g", "-o", "out", "-s", "x"], "expected a number from 0, found 'x'"),
    (3, ["-g", "-o", "out", "-s"], "expected a number from 0, found ''"),
    (3, ["in.trf", "-g", "-o", "out"], "-g reads no report"),
    (3, ["in.trf", "-c", "0"], "expected a number from 1, found '0'"),
    (3, ["in.trf", "-c", "4"], "has no games of round 4"),
    (3, ["-g", "wrong", "-o", "out"], "line 2: expected a line such as PlayersNumber=100, found"),
    (3, ["-g", "ratings", "-o", "out"], "LowestRating 1400 is above HighestRating 1000"),
    (3, ["-g", "few", "-o", "out"], "line 1: expected a number from 2 to 9999, found"),
    (3, ["rounds.trf", "-p"], "The total number of rounds in the tournament must be specified."),
    (3, ["colour.trf", "-p"], "Please configure the initial piece colors."),
    (3, ["line.trf", "-p"], "line 3: columns 92-99: round 1: expected opponent"),
    (3, ["over.trf", "-p"], "all 2 rounds are played"),
    (3, ["open.trf", "-p"], "round 1: 2 results missing"),
    (3, ["lim.trf", "-p"], "line 2: 'FIDE_LIM' is none of the systems here"),
    (3, ["empty.trf", "-p"], "expected a report, found an empty file"),
    (3, ["text.trf", "-p"], "expected lines 001, one for each player, found none"),
    (3, ["text.trf", "-check"], "expected lines 001, one for each player, found none"),
    (4, ["long.trf", "-p"], "at most 99 rounds, found 100"),
    (4, ["-g", "large", "-o", "out"], "line 1: expected a number from 2 to 9999, found"),
    (5, ["gone.trf", "-p"], "Error reading file gone.trf: The file could not be loaded."),
    (5, ["folder", "-c"], "Error reading file folder: The file could not be loaded."),
    (5, ["-g", "gone", "-o", "out"], "Error reading file gone: The file could not be loaded."),
    (5, ["in.trf", "-p", "no/out"], "The output file (no/out) could not be opened."),
    (5, ["in.trf", "-p", "folder"], "The output file (folder) could not be opened."),
    (5, ["in.trf", "-p", "out", "-l", "no/list"], "The output file (no/list) could not be opened."),
    (5, ["in.trf", "-p", "in.trf"], "The output file (in.trf) is the file that is read."),
    (5, ["-g", "3", "-o", "no/out"], "The output file (no/out) could not be opened."),
]  # fmt: skip


@pytest.fixture
def folder(tmp_path):
    """Reports and configurations that are refused, and one that is not."""
    files = {
        "in.trf": report(*FIVE),
        "met.trf": report(["   2 w 1"], ["   1 b 0"]),
        "rounds.trf": report([], [], rounds=None),
        "colour.trf": report([], [], lines=[]),
        "line.trf": report(["   2 x 1"], ["   1 b 0"]),
        "over.trf": report(*FOUR, rounds=2),
        "open.trf": report(["   3 w  "], ["   4 b  "], ["   1 b  "], ["   2 w  "]),
        "lim.trf": report([], [], lines=["192 FIDE_LIM"]),
        "empty.trf": "",
        "absent.trf": report(["0000 - Z"], ["0000 - H"]),
        "text.trf": "XXR 5\nno report\n",
        "long.trf": report([], [], rounds=100),
        "config": "PlayersNumber=2\nRoundsNumber=3\nRetiredRate=1000\nHalfPointByeRate=1000\n",
        "wrong": "PlayersNumber=10\nPlayers=20\n",
        "ratings": "HighestRating=1000\n",
        "few": "PlayersNumber=1\n",
        "large": "PlayersNumber=10000\n",
        "out": "as it was",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "folder").mkdir()
    return tmp_path


def test_refusals(folder, run):
    for status, words, message in REFUSED:
        found = run(*words)
        assert found[:2] == (status, ""), words
        assert message in found[2], words
        assert found[2].count("\n") == 1, words
        assert (folder / "out").read_text() == "as it was", words
    names = {path.name for path in folder.iterdir()}
    assert not names & {"in.list", "met.list", "list"}
    assert not [name for name in names if name.startswith(".")]


def test_a_system_that_is_asked_for_takes_the_place_of_that_of_the_report(folder, run):
    (folder / "lim.trf").write_text(report([], [], lines=["192 FIDE_LIM", "152 W"]))
    assert run("--dutch", "lim.trf", "-p") == (0, "1\n1 2\n", "")


def test_doubtful_points_are_named(tmp_path, run):
    """In a warning: the answer is that of the results."""
    text = report(*FIVE).replace(f"1999{'':32}", f"1999{'':28} 3.0")
    (tmp_path / "in.trf").write_text(text)
    status, out, err = run("in.trf", "-p")
    assert (status, out) == (0, "3\n5 1\n3 4\n2 0\n")
    assert err.startswith(
        "Warning: in.trf: line 3: the file has 3.0 points, and its results give 1"
    )


def test_an_error_of_the_engine_is_one_line(folder, run):
    for error, status in ((ZeroDivisionError("of\nsomething"), 2), (MemoryError(), 4)):
        with mock.patch("fastpair.app.engine_protocol.reports.draw_round", side_effect=error):
            found = run("in.trf", "-p")
        assert (found[0], found[1], found[2].count("\n")) == (status, "", 1)


WORDS = st.sampled_from(
    ["-p", "-c", "-l", "-g", "-o", "-s", "-r", "-check", "--dutch", "--swiss", "--", "-", "", "0", "2",
     "-1", "99999999999999999999", "in.trf", "met.trf", "line.trf", "out", "new", "wrong", "few", "folder",
     "no/out", "\0", "a\nb", "\udce4", "ß\u202e", "-pp", "--help", "config"]
)  # fmt: skip


@settings(
    max_examples=sampled(1500),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(words=st.lists(WORDS, max_size=7), text=st.text(max_size=60))
def test_no_arguments_and_no_report_end_in_an_error(folder, run, words, text):
    """Whatever they are, there is a status, and one line if that is not 0."""
    (folder / "new").write_text(f"XXR 3\n{text}", encoding="utf-8")
    with mock.patch("sys.stdin", TextIOWrapper(BytesIO(text.encode()))):
        status, _, err = run(*words)
    assert status in (0, 1, 3, 4, 5), (words, err)
    if status == 0:
        assert "Error" not in err
    elif status > 1 or err:  # a check that finds differences has no error
        assert err.count("\n") == 1, (words, err)


# ---- The process ----

NOT_NEEDED = ("babel", "click", "rich", "msgspec", "numpy.testing", "numpy.ma", "fastpair.report",
              "fastpair.insight", "fastpair.go.teams", "fastpair.go.standings", "fastpair.formats.entries.document",
              "fastpair.pairing.weights.models.godraw2015", "fastpair.pairing.generator")  # fmt: skip

OF_THE_ENGINE = {f"fastpair.app.engine_protocol{name}" for name in ("", ".reports", ".statuses")}


def test_a_process_loads_what_it_needs(tmp_path):
    (tmp_path / "in.trf").write_text(report(*FIVE))
    script = (
        "import sys, json; from fastpair.ui.engine import main;"
        "status = main(sys.argv[1:]); print(json.dumps(sorted(sys.modules)), file=sys.stderr); sys.exit(status)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, "--dutch", "in.trf", "-p"],
        capture_output=True, text=True, cwd=tmp_path, check=True,
    )  # fmt: skip
    assert done.stdout == "3\n5 1\n3 4\n2 0\n"
    loaded = {*json.loads(done.stderr)}
    assert not {*NOT_NEEDED} & loaded
    assert {name for name in loaded if name.startswith("fastpair.app.")} == OF_THE_ENGINE


@pytest.mark.parametrize(
    ("words", "status", "lines"), [(("in.trf", "-c"), 0, (1, 0)), (("in.trf", "-x"), 3, (0, 1))]
)
def test_a_process_ends_with_its_status_and_all_that_it_says(tmp_path, words, status, lines):
    (tmp_path / "in.trf").write_text(report(*FIVE))
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *words],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert done.returncode == status
    assert (done.stdout.count("\n"), done.stderr.count("\n")) == lines


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device")
def test_an_output_that_is_full_is_a_status(tmp_path):
    (tmp_path / "in.trf").write_text(report(*FIVE))
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, "in.trf", "-p"],
            stdout=full, stderr=subprocess.PIPE, text=True, cwd=tmp_path, check=False,
        )  # fmt: skip
    assert done.returncode == 5
    assert done.stderr.count("\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="scripts of a shell")
def test_a_program_that_starts_java_or_the_other_program(tmp_path):
    """Both ways of the document, with its own scripts."""
    text = (ROOT / "docs" / "how-to" / "use-as-engine.md").read_text("utf-8")
    link, script = re.findall(r"^```sh\n(.*?)^```", text, re.M | re.S)
    files = {
        "fastpair-engine": f'#!/bin/sh\nexec {sys.executable} -c "{PROGRAM}" "$@"\n',
        "java": script,
    }
    for name, content in files.items():
        (tmp_path / name).write_text(content)
        (tmp_path / name).chmod(0o755)
    (tmp_path / "open.trf").write_text(report(*FIVE))
    env = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    java = "java -ea -jar /some/javafo.jar open.trf -p java.txt"
    for command in (link, java):
        subprocess.run(command, shell=True, cwd=tmp_path, env=env, check=True)
    answers = {(tmp_path / name).read_text() for name in ("pairs.txt", "java.txt")}
    assert answers == {"3\n5 1\n3 4\n2 0\n"}
