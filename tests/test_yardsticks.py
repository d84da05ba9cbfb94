"""Reports and checks compare each round by the model and the rules that drew it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fastpair.cli import main
from fastpair.formats.opengotha import new_document
from fastpair.simulate import generate

MODEL = "own.toml"
COMMANDS = ["report", "check"]


@pytest.fixture
def run(capsys):
    """Run a command: what it prints, and its warnings."""

    def run(*typed):
        assert main(list(map(str, typed))) in (0, 1)
        return capsys.readouterr()

    return run


@pytest.fixture
def congress(tmp_path, monkeypatch, run):
    """A file whose only round is drawn by a model in a file; two who would meet must not."""
    monkeypatch.chdir(tmp_path)
    path = Path("congress.xml")
    entered = generate(24, 3, seed=4)
    new_document(entered).write(path, entered)
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
    assert judged(run, command, congress) == ("godraw2015", 0, [])


@pytest.mark.parametrize("command", COMMANDS)
def test_by_another_model(command, congress, run):
    assert judged(run, command, congress, "--model", "opengotha352")[0] == "opengotha352"


@pytest.mark.parametrize("command", COMMANDS)
def test_by_the_fitting_model_if_that_of_the_draw_is_gone(command, congress, run):
    Path(MODEL).unlink()
    model, _, remarks = judged(run, command, congress)
    assert model == "opengotha351"
    assert remarks == [
        "round 1 is compared with the optimum of opengotha351, not that of the draw, godraw2015"
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
    assert "the heaviest draw of the same players by godraw2015, opengotha352, proven" in page
    assert "the best by godraw2015, opengotha352" in run("check", congress).out
