"""A small congress from the entries to the result file, as ``bench/congress.py`` plays a large one."""

from __future__ import annotations

import io
import sys
from runpy import run_path

import pytest

from fastpair.app.history.timeline import History
from fastpair.formats import read
from fastpair.go.tournament import Result
from fastpair.ui.cli import main
from repository import ROOT

SCRIPT = run_path(str(ROOT / "bench" / "congress.py"))
differences = SCRIPT["differences"]


class InProcess:
    """Commands in this process, with what is typed on standard input."""

    def __init__(self, monkeypatch, capsys):
        self.monkeypatch, self.capsys = monkeypatch, capsys

    def __call__(self, name, *arguments, typed="", status=0):
        self.monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode())))
        done = main([name, *map(str, arguments)])
        printed = self.capsys.readouterr()
        assert done == status, printed.err
        return printed.out


@pytest.fixture
def congress(monkeypatch, capsys, tmp_path, request):
    run = InProcess(monkeypatch, capsys)
    size = {"players": 40, "rounds": 4, "seed": 1}
    return SCRIPT["Congress"](run, tmp_path, **size, suffix=request.param)


@pytest.mark.parametrize("congress", ["json", "xml"], indirect=True)
def test_the_result_file_holds_the_standings(congress):
    target = congress.play()
    assert list(differences(congress.file, target)) == []
    held = read(congress.file).tournament
    assert sum(game.by_default for game in held.games) > 0
    assert all(game.result is not Result.UNKNOWN for game in held.games)
    assert {1, 2, 3} <= held.players[-1].absences
    acts = {entry.act for entry in History(congress.file).entries()}
    assert acts == {"new", "register", "absent", "withdraw", "draw", "undo", "swap", "result"}

    congress.run(
        "result", congress.file, "--round", 2, held.round(2).games[0].table, "0-0", "--even-so"
    )
    assert list(differences(congress.file, target))
