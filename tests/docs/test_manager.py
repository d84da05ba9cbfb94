"""examples/python/manager.py, as a director uses it."""

from __future__ import annotations

import ast
import subprocess
import sys

from fastpair import Congress, Result
from repository import ROOT

MANAGER = ROOT / "examples" / "python" / "manager.py"

LIST = """Name,First name,Grade,Club
Adler,Ann,3d,A
Bell,Bo,2d,B
Cole,Cy,1k,A
Dorn,Di,3k,C
Eck,Ed,5k,B
Fux,Flo,6k,A
Gold,Gus,7k,
"""


def answers(folder, lines, *arguments):
    """What the manager says to each line, an answer to a question being part of the line above it."""
    done = subprocess.run(
        [sys.executable, MANAGER, *arguments],
        input="".join(f"{line}\n" for line in lines),
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert done.stderr == ""
    return [answer.strip() for answer in done.stdout.split("> ")[1:]]


def test_a_tournament_of_three_rounds(tmp_path):
    (tmp_path / "entries.csv").write_text(LIST, "utf-8")
    steps = {
        'new "Autumn open" 3': "",
        "entries entries.csv": "Adler Ann 3d (A) is registered",
        "add Hill Hal 9k": "Hill Hal 9k is registered",
        "draw": "round 1 drawn by fastpair: 4 boards",
        "publish": "round 1 published: 4 boards",
        "results 1 1=1-0 2=0-1 3=1-0": "round 1: 1 result missing",
        "draw\nn": "nothing was changed",
        "results 1 4=1/2": "round 1: all results entered",
        "draw ": "round 2 drawn by fastpair: 4 boards",
        "publish ": "round 2 published: 4 boards",
        "redraw Hill\ny": "round 2 drawn by fastpair: 3 boards, bye of Fux Flo, 3 of 4 kept",
        "boards": "bye Fux Flo 6k",
        "results 2 1=1-0 2=1-0 3=1-0": "round 2: all results entered",
        "results 1 1=0-1\ny\ny": "corrected, it was: Bell Bo (white) beats Adler Ann",
        "undo\ny": "undone",
        "absent Gold": "Gold Gus is absent from round 3",
        "why Adler Bell": "In the best draw of round 3 Adler Ann would not play Bell Bo.",
        "draw  ": "round 3 drawn by fastpair: 3 boards, bye of ",
        "results 3 1=1-0 2=1-0 3=0-1": "round 3: all results entered",
        "standings": "place player MMS SOSM SOSOSM\n1 ",
        "quit": "not saved; see: help save, help quit",
        "save autumn.json": "saved",
        "quit ": "",
    }
    said = answers(tmp_path, steps)
    for (step, expected), answer in zip(steps.items(), said, strict=True):
        assert expected in answer, step
    tournament = Congress.open(tmp_path / "autumn.json").tournament
    assert len(tournament.players) == 8
    assert len(tournament.games) == 4 + 3 + 3
    assert all(game.has_result for game in tournament.games)
    assert tournament.round(1).at(1).result is Result.WHITE_WINS
    assert tournament.by_key["HILLHAL"].absences == {2}

    again = answers(tmp_path, ["standings", "undo\ny", "save", "quit"], "autumn.json")
    assert again[0] == said[-4]
    assert not Congress.open(tmp_path / "autumn.json").tournament.is_played(3)


def test_what_cannot_be_done_is_answered_in_a_line(tmp_path):
    (tmp_path / "entries.csv").write_text(LIST, "utf-8")
    (tmp_path / "broken.json").write_text("{", "utf-8")
    before = ['new "Autumn open" 3', "entries entries.csv", "draw", "save autumn.json"]
    wrong = {
        "new Autumn": "not understood: new Autumn; see: help new",
        "new Autumn three": "not understood: new Autumn three; see: help new",
        "new Autumn 3 Shogi": "refused: no preset 'Shogi'; choose one of",
        "entries nowhere.csv": "refused: nowhere.csv: cannot be read: no such file or directory",
        "entries broken.json": "refused: broken.json",
        'add "Hill': 'not understood: add "Hill; see: help add',
        "add Hill Hal strong": "refused: grade: enter a grade from 30k to 9d, not strong",
        "absent": "refused: name a player",
        "absent Nobody": "refused: no player 'Nobody'",
        "boards 9": "refused: the round must be from 1 to 3, not 9",
        "results": "not understood: results; see: help results",
        "results 1 1:1-0": "not understood: results 1 1:1-0; see: help results",
        "results 1 1=2-0": "refused: '2-0' is not a result such as 1-0 (White wins)",
        "results 1 99=1-0": "refused: round 1 has no table 99; it has 1–3",
        "results 2 1=1-0": "refused: round 2",
        "why Adler": "not understood: why Adler; see: help why",
        "why Adler Nix": "refused: no player 'Nix'",
        "redraw Nix": "refused: autumn.json: no player 'Nix'",
        "save autumn.doc": "refused: ",
        "open nowhere.xml": "refused: nowhere.xml: cannot be read",
        "hello": "not understood: hello; see: help",
    }
    file = tmp_path / "autumn.json"
    said = answers(tmp_path, [*before, *wrong, "undo", "save nowhere/a.json"])
    for (line, expected), answer in zip(wrong.items(), said[len(before) :], strict=False):
        assert answer.startswith(expected), line
        assert len(answer.splitlines()) == 1, line
    assert said[-2].startswith("refused: nowhere/a.json: cannot be written")
    assert Congress.open(file).tournament.is_drawn(
        1
    )  # what was refused or not saved changed nothing
    assert answers(tmp_path, [], "nowhere.json")[0] == ""


def test_it_is_a_hundred_lines():
    text = MANAGER.read_text("utf-8")
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    doc = {
        line
        for node in ast.walk(ast.parse(text))
        if isinstance(node, documented) and ast.get_docstring(node)
        for line in range(node.body[0].lineno, node.body[0].end_lineno + 1)
    }
    lines = enumerate(text.splitlines(), 1)
    assert len([number for number, line in lines if line.strip() and number not in doc]) <= 100
