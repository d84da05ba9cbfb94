"""The page sends nobody to a command: it names its buttons."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import fastpair
from congress_files import games
from fastpair.errors import FormatError
from fastpair.formats import read
from fastpair.sentences import Remedy, Sentence
from fastpair.ui.cli import screen as commands
from fastpair.ui.web.rendering import ADVICE, localized

PACKAGE = Path(fastpair.__file__).parent


def texts(path):
    """The texts of a module, but for those that explain the code; 7 stands for what is filled in."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    pieces = {
        id(piece)
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        for piece in node.values
    }
    for node in ast.walk(tree):
        if id(node) in said or id(node) in pieces:
            continue
        if isinstance(node, ast.JoinedStr):
            yield "".join(
                piece.value if isinstance(piece, ast.Constant) else "7" for piece in node.values
            )
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def remedies():
    """The names of all that a sentence says can be done."""
    return {
        name.value
        for path in sorted(PACKAGE.rglob("*.py"))
        if "Remedy(" in (text := path.read_text(encoding="utf-8"))
        for call in ast.walk(ast.parse(text))
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "Remedy"
        for name in ast.walk(call.args[0])
        if isinstance(name, ast.Constant)
    }


def names_command(text):
    return re.search(r"(?<![\w-])--[a-z]|\bfastpair (?!is |does |draws |serve)[a-z]+\b", text)


def test_the_command_has_words_for_all_that_can_be_done_and_the_page_for_what_it_offers():
    known = remedies()
    assert commands.ADVICE.keys() == known
    assert ADVICE.keys() < known


def test_the_page_names_no_command():
    folder = PACKAGE / "ui" / "web"
    for text in ADVICE.values():
        assert not names_command(text)
    scripts = [path for path in folder.glob("static/*.js") if ".min." not in path.name]
    for path in (*folder.glob("templates/*.html"), *scripts):
        text = re.sub(r"<!--|-->|(?<=\w)--(?=;|\))", "", path.read_text(encoding="utf-8"))
        assert not names_command(text), path
    for path in folder.glob("*.py"):
        assert [text for text in texts(path) if " " in text and names_command(text)] == [], path


def test_each_interface_says_what_can_be_done_there():
    said = Sentence(
        "no place", Remedy("draw by weights"), Remedy("draw", what="it"), about="keep_most"
    )
    assert localized(said) == "no place; “Pair round” under Rounds does it"
    assert commands.worded(said) == (
        "--keep-most: no place; --system mcmahon draws by weights, fastpair draw --write draws it"
    )
    error = FormatError("a.xml", 3, Sentence("two\nlines", Remedy("redo")))
    assert str(error) == r"a.xml:3: two\nlines"
    assert commands.worded(error) == r"a.xml:3: two\nlines; fastpair redo makes it"


def test_refusals_name_buttons(director, drawn):
    board = games(drawn)[1]
    key = board.white
    director.do("/boards/1/publish")
    director.do("/boards/1/freeze")
    refused = director.refused("/boards/1/swap", one=key, other=games(drawn)[2].white)
    assert "“Unlock pairings” under Rounds, Tools, allows changes" in refused
    director.do("/boards/1/back", state="frozen")
    refused = director.refused("/players/1/attend", wish=f"absent {key}")
    assert "“Record no-show” in the details of the player" in refused
    director.do("/results/1/enter", results="1 1")
    refused = director.refused("/boards/1/unpair", table="1")
    assert "delete the result of table 1 under Results first" in refused
    (idle,) = read(drawn).tournament.round(1).byes
    refused = director.refused("/players/1/attend", wish=f"absent {idle}")
    assert "“Assign bye” for another player" in refused
