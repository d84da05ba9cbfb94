"""The commands of documents, one after the other, as they stand there."""

from __future__ import annotations

import shlex
from io import BytesIO, TextIOWrapper

import pytest

from code_blocks import blocks, write_named
from fastpair.app.history.timeline import History
from fastpair.ui.cli import main
from repository import ROOT

CHANGING_NOTHING = (
    *("best", "generate", "log", "opponents", "pairings", "ratings"),
    *("report", "standings", "wallist", "whatif", "why", "why-not"),
)
DOCS = ROOT / "docs"
COMMANDS = "reference/commands.md"
RUN = (
    *(COMMANDS, "how-to/teams.md", "reference/ratings.md", "reference/systems.md"),
    "reference/tie-breaks.md",
)
"""Documents whose commands use files that a command before them makes, or a block that is named."""


def commands(document):
    """The command lines, and what is printed into their standard input."""
    for _, block in blocks(DOCS / document, "sh"):
        for line in block.splitlines():
            printed, _, command = line.rpartition(" | ")
            typed = shlex.split(printed)[1].replace("\\n", "\n") if printed else ""
            program, *arguments = shlex.split(command, comments=True)
            assert program == "fastpair"
            yield arguments, typed


@pytest.mark.parametrize("document", RUN)
def test_the_commands_do_what_they_say(document, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    write_named(DOCS / document, tmp_path)
    assert [*commands(document)]
    for arguments, typed in commands(document):
        monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(typed.encode())))
        assert main(arguments) == 0, (arguments, capsys.readouterr().err)
        capsys.readouterr()
    if document == COMMANDS:
        named = [arguments[0] for arguments, _ in commands(document)]
        acts = [entry.act for entry in History("congress.xml").entries()]
        assert acts == [act for act in named if act not in CHANGING_NOTHING]
