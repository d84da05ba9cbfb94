"""The rules of a tournament on the page: shown, changed, and refused."""

from __future__ import annotations

import re
from contextlib import closing
from html import unescape

import pytest

from congress_files import save
from fastpair.formats import read
from fastpair.research.simulate import generate
from fastpair.ui.web.running import Server
from pages import Browser
from repository import ROOT


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "congress.xml"
    path.write_bytes((ROOT / "examples" / "congress.xml").read_bytes())
    return path


@pytest.fixture
def director(file):
    with closing(Server(file, "127.0.0.1", 0)) as server, Browser(server) as browser:
        browser.open()
        yield browser


def shown(director):
    """The fields of the form as the page fills them."""
    text = director.get("/rules/1").text
    typed = dict(re.findall(r'<input id="(\w+)" name="\w+"[^>]* value="([^"]*)"', text))
    for name, options in re.findall(r'<select id="(\w+)".*?>(.*?)</select>', text, re.DOTALL):
        chosen = re.search(r"<option selected>([^<]*)<", options)
        typed[name] = chosen[1] if chosen else ""
    return {name: unescape(value) for name, value in typed.items()}


def test_the_form_changes_nothing_by_itself(director, file):
    before = file.read_bytes()
    answer = director.do("/rules/1/change", **shown(director))
    assert "so already" in answer
    assert file.read_bytes() == before


def test_what_is_typed_otherwise_is_changed(director, file):
    fields = {**shown(director), "name": "Autumn Open", "rounds": "6", "place": "Ulm", "bar": "4d"}
    director.do("/rules/1/change", **fields, even_so="yes")
    tournament = read(file).tournament
    assert (tournament.name, tournament.event.place) == ("Autumn Open", "Ulm")
    assert (tournament.rules.rounds, str(tournament.rules.bar)) == (6, "4d")
    assert "Autumn Open" in director.get("/rules/1").text


@pytest.mark.parametrize(
    ("name", "typed", "said"),
    [
        ("rounds", "0", "got 0"),
        ("rounds", "", "expected a whole number"),
        ("bar", "25k", "above the bar"),
        ("komi", "six", "in halves"),
        ("colours", "blue", "balance"),
        ("even_at_bar", "perhaps", "yes or no"),
        ("criteria", "MMS,SOX", "SOX"),
        ("begins", "tomorrow", "a date"),
    ],
)
def test_what_cannot_be_right_is_refused(director, file, name, typed, said):
    before = file.read_bytes()
    answer = director.send("/rules/1/change", {**shown(director), name: typed})
    assert "refused" in answer.text
    assert said in unescape(answer.text)
    assert file.read_bytes() == before


def test_what_moves_played_scores_asks_first(tmp_path):
    file = tmp_path / "played.json"
    save(generate(20, 5, seed=1, play=2), file)
    with closing(Server(file, "127.0.0.1", 0)) as server, Browser(server) as director:
        director.open()
        fields = {**shown(director), "absence": "1", "bar": "1k"}
        assert "Change it even so" in director.send("/rules/1/change", fields).text
        director.do("/rules/1/change", **fields, even_so="yes")
        assert str(read(file).tournament.rules.bar) == "1k"
