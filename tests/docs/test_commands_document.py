"""The commands of docs/reference/commands.md, one after the other, as they stand there."""

from __future__ import annotations

import re
import shlex
from io import BytesIO, TextIOWrapper

from fastpair.app.history.timeline import History
from fastpair.ui.cli import main
from repository import ROOT

CHANGING_NOTHING = (
    *("best", "generate", "heat-map", "log", "opponents", "pairings", "ratings"),
    *("report", "standings", "wallist", "whatif", "why", "why-not"),
)
DOCUMENT = ROOT / "docs" / "reference" / "commands.md"


def commands():
    """The command lines, and what is printed into their standard input."""
    text = DOCUMENT.read_text(encoding="utf-8")
    for block in re.findall(r"^```sh\n(.*?)^```", text, re.M | re.S):
        for line in block.splitlines():
            printed, _, command = line.rpartition(" | ")
            typed = shlex.split(printed)[1].replace("\\n", "\n") if printed else ""
            program, *arguments = shlex.split(command, comments=True)
            assert program == "fastpair"
            yield arguments, typed


def test_the_commands_do_what_they_say(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for arguments, typed in commands():
        monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(typed.encode())))
        assert main(arguments) == 0, (arguments, capsys.readouterr().err)
        capsys.readouterr()
    named = [arguments[0] for arguments, _ in commands()]
    acts = [entry.act for entry in History("congress.xml").entries()]
    assert acts == [act for act in named if act not in CHANGING_NOTHING]
