"""Reports and checks compare each round by the model and the rules that drew it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from congress_files import save
from fastpair.formats import read
from fastpair.go.tournament import Result
from fastpair.pairing.generator import generate
from fastpair.ui.cli import main

MODEL = "own.toml"
COMMANDS = ["report", "check"]


@pytest.fixture
def run(capsys):
    """Run a command: what it prints, and its warnings."""

    def run(*typed):
        assert main(list(map(str, typed))) in (0, 1)
        return capsys.readouterr()

    return run


WITHIN = "round 1 is compared with the best pairing under the rules that it was paired with"


@pytest.fixture
def congress(tmp_path, monkeypatch, run):
    """A file whose only round is drawn by a model in a file; two who would meet must not."""
    monkeypatch.chdir(tmp_path)
    path = Path("congress.xml")
    entered = generate(24, 3, seed=4)
    save(entered, path)
    Path(MODEL).write_text(run("models", "show", "godraw2015").out, encoding="utf-8")
    first = json.loads(run("draw", path, "--model", MODEL, "--json").out)["boards"][0]
    apart = first["white"], first["black"]
    run("draw", path, "--model", MODEL, "--forbid", *apart, "--write")
    return path


def judged(run, command, *typed):
    """Model and loss of round 1."""
    document = json.loads(run(command, *typed, "--json").out)
    found = document if command == "report" else document["rounds"][0]
    return found["model"], found["loss"], document["remarks"]


@pytest.mark.parametrize("command", COMMANDS)
def test_by_the_draw(command, congress, run):
    assert judged(run, command, congress) == ("godraw2015", 0, [WITHIN])


@pytest.mark.parametrize("command", COMMANDS)
def test_by_another_model(command, congress, run):
    assert judged(run, command, congress, "--model", "opengotha352")[0] == "opengotha352"


@pytest.mark.parametrize("command", COMMANDS)
def test_by_the_fitting_model_if_that_of_the_draw_is_gone(command, congress, run):
    Path(MODEL).unlink()
    model, _, remarks = judged(run, command, congress)
    assert model == "opengotha351"
    assert remarks == [
        WITHIN,
        "round 1 is compared with the best pairing by the rules of OpenGotha 3.51, not the rules of "
        "GoDraw 2015, by which the round was drawn",
    ]


@pytest.mark.parametrize("command", COMMANDS)
def test_without_the_history(command, congress, run):
    """The rules of the draw are not known then."""
    Path(f"{congress}.history").unlink()
    assert judged(run, command, congress)[0] == "opengotha351"
    assert judged(run, command, congress, "--model", MODEL)[1] > 0


def test_a_page_names_all_models(congress, run):
    run("draw", congress, "--round", "2", "--model", "opengotha352", "--write", "--without-results")
    run("report", congress, "--output", "report.html")
    page = Path("report.html").read_text("utf-8")
    assert "the heaviest draw of the same players by GoDraw 2015, OpenGotha 3.52, proven" in page
    assert "the best by GoDraw 2015, OpenGotha 3.52" in run("check", congress).out


@pytest.fixture
def second_round(tmp_path, run):
    """A file whose round 2 is drawn by the model that fits it, which counts all who have entered."""
    path = tmp_path / "congress.xml"
    played = generate(37, 4, seed=6, play=1)
    save(played, path)
    run("draw", path, "--write")
    return path


@pytest.fixture
def late_entry(second_round, run):
    run("register", second_round, "Late", "Lotte", "--grade", "5d", "--final")
    return second_round


def losses(run, path):
    """Of round 2, by both commands, and what ``best`` says of it."""
    checked, reported = (json.loads(run(name, path, "--json").out) for name in COMMANDS[::-1])
    best = json.loads(run("best", path, "--round", "2", "--json").out)
    lighter = [remark for remark in best["remarks"] if "lighter" in remark]
    return checked["rounds"][1]["loss"], reported["loss"], lighter


def test_who_enters_later_makes_no_draw_worse(late_entry, run):
    assert losses(run, late_entry) == (0, 0, [])


def test_who_enters_later_without_the_history(late_entry, run):
    Path(f"{late_entry}.history").unlink()
    assert losses(run, late_entry) == (0, 0, [])


def test_a_later_correction_makes_no_draw_worse(second_round, run):
    table = read(second_round).tournament.round(1).games[0].table
    other = {"1-0": "0-1", "0-1": "1-0"}
    was = read(second_round).tournament.round(1).games[0].result
    run(
        "result",
        second_round,
        table,
        other["1-0" if was is Result.WHITE_WINS else "0-1"],
        "--round",
        1,
        "--even-so",
    )
    assert read(second_round).tournament.round(1).games[0].result is not was
    assert losses(run, second_round) == (0, 0, [])


def test_an_edit_after_a_late_entry_is_weighed_as_the_draw_was(late_entry, run):
    games = read(late_entry).tournament.round(2).games
    names = {p.key: p.full_name for p in read(late_entry).tournament.players}
    typed = [names[games[0].white], names[games[1].white]]
    run("swap", late_entry, *typed)
    back = run("swap", late_entry, *typed)
    assert "is the best one of its players" in back.out + back.err


@pytest.fixture
def by_table(tmp_path, run):
    """Three rounds of a round robin, with all results."""
    path = tmp_path / "ring.json"
    run("new", path, "--rounds", 5, "--preset", "Chess", "--system", "round-robin")
    for number in range(6):
        run("register", path, f"Player {number}", "--rating", 2000 - number, "--final")
    for number in range(1, 4):
        run("draw", path, "--write")
        for table in range(1, 4):
            run("result", path, "--round", number, table, "1-0")
    return path


@pytest.mark.parametrize("known", [True, False], ids=["drawn", "entered"])
def test_pairs_and_colours_by_a_table_are_compared_with_nothing(by_table, run, known, capsys):
    """Whether the history knows that the table has drawn them, or the format alone says so: without a warning."""
    if not known:
        by_table.with_name("ring.json.history").unlink()
    checked = run("check", by_table, "--json")
    document = json.loads(checked.out)
    assert (document["findings"], document["rounds"], document["remarks"]) == ([], [], [])
    assert checked.err == ""
    reported = run("report", by_table)
    assert reported.out.splitlines()[1] == "optimum: none, because the system draws without weights"
    assert reported.err == ""
    assert main(["why", str(by_table), "Player 0", "Player 1"]) == 2
    said = capsys.readouterr().err
    assert (
        "round 4 is drawn by the table of the round robin, which has no weights to explain" in said
    )
