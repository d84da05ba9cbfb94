"""A list of players on the page: understood, shown, and entered."""

from __future__ import annotations

from contextlib import closing
from html import unescape

import pytest

from congress_files import save
from fastpair.formats import read
from fastpair.go.tournament import Tournament
from fastpair.ui.web.running import Server
from pages import Browser

LIST = (
    "Nachname\tVorname\tRang\tLand\tVerein\nMüller\tÖzgür\t3d\tDE\tUlm\nSmith\tJo\t5k\tGB\tBath\n"
)


@pytest.fixture
def file(tmp_path):
    save(Tournament(name="Ulm"), tmp_path / "ulm.json")
    return tmp_path / "ulm.json"


@pytest.fixture
def director(file):
    with closing(Server(file, "127.0.0.1", 0)) as server, Browser(server) as browser:
        browser.open()
        yield browser


def shown(director, text):
    answer = director.send("/players/1/list", {"list": text})
    found = unescape(answer.text).partition('name="shown" value="')[2]
    return answer, found.partition('"')[0]


def names(file):
    return [player.full_name for player in read(file).tournament.players]


def test_a_list_is_shown_before_anybody_enters(director, file):
    answer, digest = shown(director, LIST)
    assert "Enter 2 players" in answer.text
    assert "Müller Özgür 3d" in answer.text
    assert not names(file)
    director.do("/players/1/list", list=LIST, shown=digest)
    assert names(file) == ["Müller Özgür", "Smith Jo"]


def test_a_list_that_is_changed_after_it_was_shown_is_shown_again(director, file):
    _, digest = shown(director, LIST)
    other = LIST.replace("3d", "4d")
    answer = director.send("/players/1/list", {"list": other, "shown": digest})
    assert "Müller Özgür 4d" in answer.text
    assert not names(file)


def test_who_is_there_or_listed_twice_is_named(director, file):
    _, digest = shown(director, LIST)
    director.do("/players/1/list", list=LIST, shown=digest)
    answer, _ = shown(director, LIST + "Novak\tEva\t1d\tCZ\tBrno\nNovak\tEva\t1d\tCZ\tBrno\n")
    assert "Enter 1 player" in answer.text
    assert "registered already" in answer.text
    assert "listed twice" in answer.text
    answer, digest = shown(director, LIST)
    assert not digest


@pytest.mark.parametrize("text", ["nothing of the kind", "", "name\tgrade\nAdan\t3x\n"])
def test_what_is_no_list_is_refused(director, file, text):
    answer, digest = shown(director, text)
    assert "refused" in answer.text
    assert not digest


def test_a_list_of_a_thousand_is_taken(director, file):
    lines = (f"Name{n}\tFirst\t{1 + n % 30}k\tDE\tUlm" for n in range(1000))
    text = "\n".join(["name\tfirst name\tgrade\tcountry\tclub", *lines])
    _, digest = shown(director, text)
    director.do("/players/1/list", list=text, shown=digest)
    assert len(names(file)) == 1000
