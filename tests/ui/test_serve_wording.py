"""The page sends nobody to a command: it names its buttons."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import fastpair
from congress_files import games
from fastpair.formats import read
from fastpair.ui.web.wording import ADVICE, here, names_command

PACKAGE = Path(fastpair.__file__).parent
ABOVE = ("ui", "lab")


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


BELOW = [
    text
    for path in sorted(PACKAGE.rglob("*.py"))
    if path.relative_to(PACKAGE).parts[0] not in ABOVE
    for text in texts(path)
    if names_command(text)
]


def test_no_sentence_of_the_layers_below_names_a_command_on_the_page():
    assert len(BELOW) > 50
    assert [here(text) for text in BELOW if names_command(here(text))] == []


@pytest.mark.parametrize("advice", ADVICE)
def test_all_advice_that_is_said_in_other_words_is_given(advice):
    assert any(re.search(advice, text) for text in BELOW)
    assert not names_command(ADVICE[advice])


def test_the_page_itself_names_none():
    folder = PACKAGE / "ui" / "web"
    for path in (*folder.glob("templates/*.html"), folder / "static" / "page.js"):
        text = re.sub(r"<!--|-->|(?<=\w)--(?=;|\))", "", path.read_text(encoding="utf-8"))
        assert not names_command(text), path
    for path in folder.glob("*.py"):
        if path.name != "wording.py":
            told = [text for text in texts(path) if " " in text and names_command(here(text))]
            assert told == [], path


def test_names_stay_as_they_are():
    for text in ("Anna--Lena 3d", "Ann -- Bo", "another fastpair is writing it", "it is 2-1--0"):
        assert here(text) == text


def test_refusals_name_buttons(director, drawn):
    board = games(drawn)[1]
    key = board.white
    director.do("/boards/1/publish")
    director.do("/boards/1/freeze")
    refused = director.refused("/boards/1/swap", one=key, other=games(drawn)[2].white)
    assert "“Let boards change again” on the page Boards lets them change" in refused
    director.do("/boards/1/back", state="frozen")
    refused = director.refused("/players/1/attend", wish=f"absent {key}")
    assert "“Take the game back” at the table" in refused
    director.do("/results/1/enter", results="1 1")
    refused = director.refused("/boards/1/unpair", table="1")
    assert "typing “1 0” on the page Results takes it back first" in refused
    (idle,) = read(drawn).tournament.round(1).byes
    refused = director.refused("/players/1/attend", wish=f"absent {idle}")
    assert "“Give the bye” beside another player" in refused
