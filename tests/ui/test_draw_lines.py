"""Document after document through one process: a line in, a line out."""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import shutil
import subprocess
from importlib.resources import files

import pytest
from jsonschema import Draft202012Validator

from commands import COMMAND, do
from fastpair import draw_document
from fastpair.formats import read
from fastpair.formats.fastpair import new_content
from fastpair.ui.cli import main
from processes import started
from repository import ROOT

ERROR = Draft202012Validator(
    json.loads(files("fastpair.app").joinpath("error.schema.json").read_text("utf-8"))
)
EVENING = json.loads(new_content(read(ROOT / "examples" / "evening.xml").tournament)) | {"draw": {}}


def test_each_line_is_answered_before_the_next_one_comes():
    with started(
        [*COMMAND, "draw", "-", "--lines"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ) as process:

        def answer(line):
            process.stdin.write(f"{line}\n")
            process.stdin.flush()
            return json.loads(process.stdout.readline())

        first = answer(json.dumps(EVENING))
        assert first["proof"] == draw_document(EVENING)["proof"]
        wrong = answer(json.dumps({**EVENING, "players": [{"key": "a", "name": "A", "grade": 7}]}))
        ERROR.validate(wrong)
        assert (wrong["code"], wrong["pointer"]) == ("format", "/players/0/grade")
        assert wrong["expected"] in wrong["message"]
        assert (wrong["expected"], wrong["found"]) == (
            "a grade such as 3d or 12k",
            7,
        )
        over = answer(json.dumps({**EVENING, "draw": {"round": 77}}))
        ERROR.validate(over)
        assert (over["code"], over["pointer"]) == ("format", "/draw/round")
        nobody = answer(json.dumps({**EVENING, "players": [], "games": [], "byes": []}))
        ERROR.validate(nobody)
        assert (nobody["code"], nobody["pointer"]) == ("rule", "")
        for blank in ("", "  "):
            empty = answer(blank)
            ERROR.validate(empty)
            assert (empty["code"], empty["message"]) == (
                "format",
                "document: expected JSON, found nothing",
            )
        assert answer("{")["code"] == "format"
        assert answer(json.dumps(EVENING))["boards"] == first["boards"]
        process.stdin.close()
        assert process.wait() == 0
        assert process.stdout.read() == ""


@pytest.mark.parametrize("more", [["--json"], ["--round", "2"], ["--write"]])
def test_a_document_says_itself_what_is_asked(more, capsys):
    assert main(["draw", "-", "--lines", *more]) == 2
    assert "each document says" in capsys.readouterr().err


def test_a_line_is_answered_by_what_it_asks_for(capsys, monkeypatch):
    """A draw only where one is asked for; what asks for nothing, or for too much, is refused."""
    plain = {name: value for name, value in EVENING.items() if name != "draw"}
    asked = {"explain": {"question": "opponents", "players": [plain["players"][0]["key"]]}}
    lines = (
        EVENING,
        plain | asked,
        plain | {"standings": {}},
        plain,
        plain | asked | {"check": {}},
    )
    text = "".join(
        f"{json.dumps(line)}\n" for line in (*lines, plain | {"draw": None}, EVENING | asked)
    )
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    do("draw", "-", "--lines")
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    kinds = [answer["format"].removeprefix("fastpair.") for answer in answers]
    assert kinds == ["draw", "explanation", "standings", "error", "error", "error", "draw"]
    for error, found in zip(answers[3:6], ("nothing", "explain and check", "nothing"), strict=True):
        ERROR.validate(error)
        assert (error["code"], error["pointer"]) == ("format", "/draw")
        assert error["message"].endswith(f"or another question alone, found {found}")


@pytest.mark.parametrize("command", ["draw", "standings", "check"])
def test_a_document_that_fails_is_answered_by_one(command, capsys, monkeypatch):
    """The line of standard error, as without --json, and the error as a document."""
    wrong = json.dumps({**EVENING, "players": [{"key": "a", "name": "A", "grade": 7}]}).encode()

    def run(*options):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(wrong)))
        assert main([command, "-", *options]) == 2
        return capsys.readouterr()

    plain, document = run(), run("--json")
    assert (plain.out, document.err) == ("", plain.err)
    error = json.loads(document.out)
    ERROR.validate(error)
    assert (error["code"], error["pointer"]) == ("format", "/players/0/grade")
    assert error["message"] in document.err


def test_lines_come_from_standard_input(capsys):
    assert main(["draw", str(ROOT / "examples" / "evening.xml"), "--lines"]) == 2
    assert "fastpair draw - --lines" in capsys.readouterr().err


def has_jsonlite():
    """Whether R is there with the package that its example reads JSON by."""
    if os.name == "nt" or not shutil.which("Rscript"):
        return False
    asked = ["Rscript", "-e", "quit(status = !requireNamespace('jsonlite', quietly = TRUE))"]
    return subprocess.run(asked, check=False).returncode == 0


@pytest.mark.skipif(not has_jsonlite(), reason="no Rscript with the package jsonlite")
def test_the_example_in_r(tmp_path):
    command = tmp_path / "fastpair"
    command.write_text(f'#!/bin/sh\nexec {shlex.join(COMMAND)} "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    done = subprocess.run(
        ["Rscript", str(ROOT / "examples" / "r" / "draw.R")],
        env=os.environ | {"PATH": os.pathsep.join([str(tmp_path), os.environ["PATH"]])},
        check=True,
        capture_output=True,
        text=True,
    )
    boards = [re.fullmatch(r"(\d)\. (\w+) - (\w+)", line) for line in done.stdout.splitlines()]
    assert [board[1] for board in boards] == ["1", "2", "3", "1"]
    pairs = [{board[2], board[3]} for board in boards]
    assert set().union(*pairs[:3]) == {"Ann", "Bob", "Cai", "Dee", "Eve", "Fay"}
    assert all(met not in pairs for met in ({"Ann", "Bob"}, {"Cai", "Dee"}, {"Eve", "Fay"}))
    assert pairs[3] == {"Gil", "Hal"}
