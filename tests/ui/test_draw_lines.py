"""Document after document through one process: a line in, a line out."""

from __future__ import annotations

import json
import subprocess
from importlib.resources import files

import pytest
from jsonschema import Draft202012Validator

from commands import COMMAND
from fastpair import draw_document
from fastpair.formats import read
from fastpair.formats.fastpair.document import new_content
from fastpair.ui.cli import main
from repository import ROOT

ERROR = Draft202012Validator(
    json.loads(files("fastpair.app").joinpath("error.schema.json").read_text("utf-8"))
)
EVENING = json.loads(new_content(read(ROOT / "examples" / "evening.xml").tournament))


def test_each_line_is_answered_before_the_next_one_comes():
    with subprocess.Popen(
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
        process.stdin.write("\n")  # an empty line is no document
        assert answer("{")["code"] == "format"
        assert answer(json.dumps(EVENING))["boards"] == first["boards"]
        process.stdin.close()
        assert process.wait() == 0
        assert process.stdout.read() == ""


@pytest.mark.parametrize("more", [["--json"], ["--round", "2"], ["--write"]])
def test_a_document_says_itself_what_is_asked(more, capsys):
    assert main(["draw", "-", "--lines", *more]) == 2
    assert "each document says" in capsys.readouterr().err


def test_lines_come_from_standard_input(capsys):
    assert main(["draw", str(ROOT / "examples" / "evening.xml"), "--lines"]) == 2
    assert "fastpair draw - --lines" in capsys.readouterr().err
