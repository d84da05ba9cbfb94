"""The command line: what it prints, what it refuses, and with which status it ends."""

from __future__ import annotations

from dataclasses import replace

import pytest

from commands import do
from congress_files import save
from fastpair import __version__
from fastpair.app.draws import drawing
from fastpair.formats import read
from fastpair.go.tournament import Game, Grade, Player, Result, Rules, Tournament
from fastpair.matching import EngineError
from fastpair.pairing.generator import generate

ENTERED = [
    ("Müller", "Anna", "3d", "Bern"),
    ("Müller", "Björn", "2d", ""),
    ("Østby", "Łukasz", "1k", "Oslo"),
    ("van Dijk", "Jo-Ann", "2k", "Oslo"),
    ("Smith", "Cy", "5k", ""),
    ("Sato", "Aya", "20k", "Kyo"),
]


def players():
    for name, first, grade, club in ENTERED:
        key = f"{name}{first}".replace(" ", "").upper()
        yield Player(
            key=key, name=name, first_name=first, grade=Grade.parse(grade), country="CH", club=club
        )


@pytest.fixture
def tournament():
    """Six players, of whom round 1 is drawn and played but for one result."""
    games = [
        Game(round=1, table=1, white="MÜLLERANNA", black="MÜLLERBJÖRN", result=Result.WHITE_WINS),
        Game(round=1, table=2, white="ØSTBYŁUKASZ", black="VANDIJKJO-ANN", result=Result.JIGO),
        Game(round=1, table=3, white="SMITHCY", black="SATOAYA", handicap=9),
    ]
    rules = Rules(rounds=3, floor=Grade.parse("20k"), bar=Grade.parse("4d"))
    return Tournament(name="Open", rules=rules, players=tuple(players()), games=tuple(games))


@pytest.fixture
def file(tournament, tmp_path):
    return save(tournament, tmp_path / "open.xml")


def boards(output):
    """The cells of the lines of a printed table."""
    lines = output.split("\n\n")[1].splitlines()
    return [line.split("  ") for line in lines[1:]]


def test_a_draw_is_printed_in_table_order_with_a_summary(run, file):
    status, output, errors = run("draw", file, "--force", "anna muller", "łukasz")
    assert status == 0
    assert output.startswith("Open, round 2\n\n")
    table = output.split("\n\n")[1]
    assert [line.split()[0] for line in table.splitlines()] == ["Table", "1", "2", "3"]
    first = table.splitlines()[1]
    assert "Müller Anna 3d" in first
    assert "Østby Łukasz 1k" in first
    assert "29½" in first
    assert "must play" in first
    assert "players: 6 paired, 0 absent\n" in output
    assert "bye: none\n" in output
    assert "optimal: proven\n" in output
    assert "model: opengotha351\n" in output
    assert errors == "fastpair: warning: round 1: 1 result missing (table 3)\n"


def test_columns_are_aligned(run, tmp_path):
    tournament = generate(40, 2, seed=1)
    first, *others = tournament.players
    wide = replace(first, name="名前", key=f"名前{first.first_name}".upper())
    entered = (wide, *others)
    file = save(replace(tournament, players=entered), tmp_path / "t.xml")
    _, output, _ = run("draw", file)
    head, *lines = output.split("\n\n")[1].splitlines()
    column = head.index("White")
    for line in lines:
        wide = sum(letter in "名前" for letter in line[:column])
        assert line[column - wide - 2 : column - wide] == "  "
        assert line[column - wide] != " "


def test_somebody_is_left_over(run, file):
    forbidden = [
        "--forbid",
        "sato",
        "cy",
        "--forbid",
        "sato",
        "vandijk",
        "--forbid",
        "sato",
        "łukasz",
    ]
    status, output, _ = run(
        "draw", file, *forbidden, "--forbid=aya", "björn", "--forbid", "aya", "müller anna"
    )
    assert status == 1
    assert "players: 4 paired, 0 absent\n" in output
    left = "unpaired: Sato Aya 20k: may play none of the 5 others: rematch 1, must not play 5\n"
    assert left in output
    said = "no other rule could pair more than what must and must not play: "
    assert f"{said}Müller Anna 3d, Sato Aya 20k\n" in output


def test_writing_puts_the_draw_into_the_file(run, file, tournament):
    absent = ("--absent", "sato", "--absent", "smith")
    status, _, _ = run("draw", file, *absent, "--write", "--without-results")
    assert status == 0
    written = read(file).tournament
    assert written.round(1) == tournament.round(1)
    assert [game.table for game in written.round(2).games] == [1, 2]
    assert written.by_key["SATOAYA"].absences == {2}
    assert written.to_pair(2) == ()
    status, _, errors = run("draw", file, "--round", "2")
    assert (status, errors.count("\n")) == (2, 1)
    assert "round 2: nobody is left to pair, 4 players have a game or a bye" in errors
    assert run("draw", file)[1].startswith("Open, round 3\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["--forbid", "müller", "sato"],
            "player 'müller' is ambiguous: Müller Anna 3d (MÜLLERANNA, Bern, CH), ",
        ),
        (["--absent", "smiht"], "no player 'smiht'; did you mean Smith Cy (SMITHCY)?"),
        (["--absent", "qqqq"], "no player 'qqqq'"),
        (["--forbid", "sato"], "--forbid: name two players, not 'sato'"),
        (["--force", "sato", "satoaya"], "--force: name two players, not 'sato' twice"),
        (["--force", "sato", "cy", "--absent", "aya"], "--force: Sato Aya is not to be paired in"),
        (
            ["--force", "sato", "cy", "--force", "cy", "anna"],
            "Smith Cy cannot play two games in one round",
        ),
        (
            ["--force", "sato", "cy", "--forbid", "cy", "sato"],
            "cannot be forced and forbidden to meet",
        ),
        (["--round", "4"], "the round must be from 1 to 3, not 4"),
        (["--round", "0"], "Invalid value for '--round': "),
        (["--round", "1", "--absent", "sato"], "--absent: Sato Aya has a game or a bye in round 1"),
        (["--round", "one"], "Invalid value for '--round': "),
        (["--seed", "-1"], "Invalid value for '--seed': "),
        (["--model", "x"], "must be a model (opengotha351, "),
        (["--write", "--output", "x.xml"], "expected either --write or --output, got both"),
        (["--output", "no/such/folder/x.xml"], "no/such/folder/x.xml: cannot be written: "),
        (["--forbidden", "a", "b"], "No such option"),
    ],
)
def test_bad_input_is_one_line(run, file, arguments, message):
    before = file.read_bytes()
    status, output, errors = run("draw", file, *arguments, "--json")
    assert (status, output, errors.count("\n")) == (2, "", 1)
    assert errors.startswith("fastpair: ")
    assert message in errors
    assert file.read_bytes() == before


def test_files_that_are_none_are_one_line(run, tmp_path):
    (tmp_path / "empty.xml").touch()
    for path in (tmp_path, tmp_path / "no.xml", tmp_path / "empty.xml"):
        for command in ("draw", "info"):
            status, output, errors = run(command, path)
            assert (status, output, errors.count("\n")) == (2, "", 1)
            assert errors.startswith(f"fastpair: {path}: ")


def line_with(file, *texts):
    """The number of the first line that holds all texts."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return next(i for i, line in enumerate(lines, 1) if all(text in line for text in texts))


def test_a_player_twice_in_an_earlier_round_is_refused(run, tournament, tmp_path):
    twice = Game(round=1, table=4, white="SATOAYA", black="MÜLLERANNA")
    games = (*tournament.games, twice)
    file = save(replace(tournament, games=games, doubtful=True), tmp_path / "twice.xml")
    line = line_with(file, "<Game", 'tableNumber="4"')
    contradiction = f"line {line}: round 1: 'MÜLLERANNA' has 2 games or byes"
    refusal = f"fastpair: {file}: {contradiction}\n"
    assert run("draw", file, "--round", "2") == (2, "", refusal)
    output = run("info", file)[1]
    assert f"fault: {contradiction}\n" in output
    assert "takes too long" not in output
    later = tuple(replace(game, round=3) for game in (*tournament.games, twice))
    file = save(replace(tournament, games=later, doubtful=True), tmp_path / "later.xml")
    do("draw", file, "--round", "2")


@pytest.mark.parametrize(
    ("version", "model"),
    [
        ("3.51.02", "opengotha351"),
        ("3.52", "opengotha352"),
        ("3.52.03", "opengotha352"),
        ("3.6", "opengotha351"),
        ("4.0", "opengotha352"),
        ("", "opengotha351"),
        ("3.x", "opengotha351"),
    ],
)
def test_the_model_fits_the_version_of_the_file(run, file, version, model):
    text = file.read_text(encoding="utf-8")
    assert 'fullVersionNumber="3.51"' in text
    changed = text.replace('fullVersionNumber="3.51"', f'fullVersionNumber="{version}"')
    file.write_text(changed, encoding="utf-8")
    assert f"model: {model}\n" in run("draw", file)[1]
    assert "model: opengotha352\n" in run("draw", file, "--model", "opengotha352")[1]


def test_info_says_what_is_missing(run, file):
    status, output, errors = run("info", file)
    assert (status, errors) == (0, "")
    assert output.startswith("Open\nsystem: McMahon, 3 rounds, bar 4d, floor 20k\nplayers: 6, ")
    rows = [line.split() for line in output.split("\n\n")[1].splitlines()[1:]]
    assert rows == [
        ["1", "6", "3", "1", "0", "0"],
        ["2", "6", "0", "0", "0", "6"],
        ["3", "6", "0", "0", "0", "6"],
    ]
    assert "missing: round 1, table 3: no result of Smith Cy against Sato Aya\n" in output
    assert "next draw: round 2, 6 players, 1 missing\n" in output
    assert "rounds to come: all 2 rounds that are left can be drawn" in output


def test_info_names_faults_and_who_has_no_game(run, tournament, tmp_path):
    games = (replace(tournament.games[0], table=2), tournament.games[1])
    file = save(replace(tournament, games=games, doubtful=True), tmp_path / "fault.xml")
    _, output, _ = run("info", file)
    line = line_with(file, "<Game", games[1].white)
    assert f"fault: line {line}: round 1: 2 games at table 2\n" in output
    assert "missing: round 1: Sato Aya takes part, but has neither game nor bye\n" in output


def test_a_long_list_is_cut_and_says_so(run, tmp_path):
    tournament = generate(80, 2, seed=1)
    keys = [player.key for player in tournament.to_pair(1)]
    games = tuple(
        Game(round=1, table=t, white=keys[2 * t], black=keys[2 * t + 1]) for t in range(1, 30)
    )
    file = save(replace(tournament, games=games), tmp_path / "t.xml")
    _, output, _ = run(
        "info",
        file,
    )
    assert output.count("\nmissing: ") == 0
    _, output, _ = run("info", save(played(tournament, games), tmp_path / "u.xml"))
    assert output.count("\nmissing: ") == 21
    assert "missing: … and " in output


def played(tournament, games):
    """The games, of which only the first has a result."""
    first, *others = games
    return replace(tournament, games=(replace(first, result=Result.JIGO), *others))


def test_version(run):
    assert run("--version") == (0, f"fastpair {__version__}\n", "")


def test_no_command_is_bad_input(run):
    assert run()[0] == 2
    status, _, errors = run("drwa")
    assert (status, errors.count("\n")) == (2, 1)
    assert "No such command 'drwa'" in errors


@pytest.mark.parametrize("error", [EngineError("not proven"), KeyError("x"), ZeroDivisionError()])
def test_a_bug_is_one_line_and_its_own_status(run, file, monkeypatch, error):
    def fail(*arguments, **options):
        raise error

    monkeypatch.setattr(drawing, "draw_round", fail)
    monkeypatch.delenv("FASTPAIR_TRACEBACK", raising=False)
    status, output, errors = run("draw", file)
    assert (status, output, errors.count("\n")) == (3, "", 1)
    assert f"a bug of fastpair, not of your file: {type(error).__name__}" in errors
    monkeypatch.setenv("FASTPAIR_TRACEBACK", "1")
    status, _, errors = run("draw", file)
    assert status == 3
    assert "Traceback (most recent call last)" in errors


def test_an_interrupt_has_its_status(run, file, monkeypatch):
    def interrupt(*arguments, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr(drawing, "draw_round", interrupt)
    status, output, _ = run("draw", file)
    assert (status, output) == (130, "")


def test_that_all_are_absent_is_the_reason_that_nobody_is_left(run, file):
    absent = [word for name, first, *_ in ENTERED for word in ("--absent", f"{name} {first}")]
    status, _, errors = run("draw", file, "--round", 2, *absent)
    assert status == 2
    assert errors.endswith("round 2: no player to pair, all are absent\n")


def test_standard_output_is_no_name_of_a_file(run, file, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    status, _, errors = run("draw", file, "--output", "-", "--without-results")
    assert status == 2
    assert "name a file" in errors
    assert [path.name for path in tmp_path.iterdir()] == [file.name]


def test_qualities_of_models_that_draw_lots_name_the_seed(run, file):
    assert "\nseed: 3\n" in run("quality", file, "--compare", "godraw2015", "--seed", 3)[1]
    assert "seed" not in run("quality", file, "--seed", 3)[1]
