"""Commands that must be done, or refused in one line."""

from __future__ import annotations

from fastpair.ui.cli import main


def run(capsys, *words):
    """What a command prints that is done."""
    status = main([*map(str, words)])
    told = capsys.readouterr()
    assert status == 0, told.err
    return told.out


def refused(capsys, *words):
    """Why a command is refused."""
    assert main([*map(str, words)]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1, said
    return said
