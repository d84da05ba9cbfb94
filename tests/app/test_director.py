"""What a director asks and is told, without a terminal: as a page or another program would use it."""

from __future__ import annotations

import pytest

from fastpair.app.actions.apply import Call, apply
from fastpair.app.actions.output import Output
from fastpair.app.draws.drawing import draw
from fastpair.app.draws.plan import resolve
from fastpair.app.draws.request import Request
from fastpair.app.history.state import CongressState
from fastpair.errors import FormatError, RuleError
from fastpair.formats import read
from fastpair.pairing.rules import StatedRules
from processes import run_without
from repository import ROOT

EVENING = ROOT / "examples" / "evening.xml"


def drawn(**rules):
    request = Request(constraints=StatedRules(**rules))
    return draw(resolve(CongressState.read(EVENING), request))


def test_a_draw_from_file_to_file(tmp_path):
    heard = []
    state = CongressState.read(EVENING)
    done = apply(state, Call(action="draw"))
    drawing = done.drawing
    assert [*drawing.remarks, *drawing.changes()] == []
    target = Output.prepare(tmp_path / "drawn.xml", (EVENING,), overwrite=False)
    target.write(done.state.document.content, heard.append)
    assert drawing.document()["proof"] == drawing.draw.proof
    games = read(tmp_path / "drawn.xml").tournament.round(2).games
    assert {game.players for game in games} == {
        (board.white, board.black) for board in drawing.draw.boards
    }
    assert heard == []


def test_what_was_there_is_kept_and_said(tmp_path):
    path = tmp_path / "drawn.xml"
    path.write_text("precious")
    with pytest.raises(FormatError, match="exists already"):
        Output.prepare(path, (), overwrite=False)
    heard = []
    Output.prepare(path, (), overwrite=True).write(b"new", heard.append)
    (line,) = heard
    backup = tmp_path / line.rpartition(" ")[2]
    assert (backup.read_text(), path.read_text()) == ("precious", "new")


def test_rules_name_players_as_they_are_typed():
    pairs = {
        frozenset((board.white, board.black))
        for board in drawn(force=(("mira", "oluwen"),), families="free").draw.boards
    }
    assert {"FALDINIMIRA", "FALDINIOLUWEN"} in pairs
    with pytest.raises(RuleError, match=r"evening\.xml: no player 'mirra'; did you mean"):
        drawn(force=(("mirra", "oluwen"),))


def test_it_needs_no_terminal():
    done = run_without(
        ["click", "rich", "matplotlib"],
        "import pkgutil, importlib, fastpair.app as director\n"
        "for module in pkgutil.iter_modules(director.__path__, 'fastpair.app.'):\n"
        "    importlib.import_module(module.name)\n"
        "assert 'fastpair.ui.cli' not in sys.modules\n",
    )
    assert done.returncode == 0, done.stderr
