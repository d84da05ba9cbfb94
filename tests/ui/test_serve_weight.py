"""How heavy the pages of a large congress are, and what their short lines still do."""

from __future__ import annotations

import re
from contextlib import closing
from html import unescape
from urllib.parse import unquote

import pytest

from fastpair.formats import FORMATS, read
from fastpair.research.simulate import generate
from fastpair.ui.web.running import Server
from pages import Browser

PLAYERS, ROUNDS = 1000, 9
LIGHT, HEAVY = 320_000, 340_000
BUDGET = {
    f"/{part}/{ROUNDS}": LIGHT if part == "players" else HEAVY
    for part in (
        *("rules", "players", "checkin", "teams", "lists", "boards", "results", "standings"),
        *("wallist", "ratings", "prizes", "prints", "files", "log"),
    )
} | dict.fromkeys(
    ("/hall", "/hall?me=a", "/hall/standings", "/hall/wallist", "/hall/screen"), HEAVY
)
"""The most bytes of each page, as it is sent without being compressed."""


@pytest.fixture(scope="module")
def congress(tmp_path_factory):
    """A congress of a thousand players at its end, every round of it in the file."""
    file = tmp_path_factory.mktemp("congress") / "congress.json"
    file.write_bytes(FORMATS["fastpair"].new(generate(PLAYERS, ROUNDS, seed=3, play=ROUNDS)))
    with closing(Server(file, "127.0.0.1", 0)) as server, Browser(server) as director:
        director.open()
        director.do(f"/boards/{ROUNDS}/publish")
        yield director


@pytest.mark.parametrize("path", BUDGET)
def test_no_page_of_a_thousand_players_is_too_heavy(congress, path):
    answer = congress.get(path)
    assert answer.status_code == 200
    assert len(answer.content) <= BUDGET[path], path


@pytest.fixture
def file(tmp_path):
    """A small tournament after some rounds."""
    path = tmp_path / "summer.json"
    path.write_bytes(FORMATS["fastpair"].new(generate(20, 5, seed=1, play=3)))
    return path


@pytest.fixture
def director(file):
    with closing(Server(file, "127.0.0.1", 0)) as server, Browser(server) as director:
        director.open()
        yield director


@pytest.mark.parametrize("part", ["players", "boards", "standings", "wallist", "ratings"])
def test_a_line_leads_to_its_player_without_script(director, file, part):
    page = director.get(f"/{part}/3").text
    query = unescape(re.search(r'<tr id.*?<a [^>]*href="(\?key=[^"]*)"', page, re.S)[1])
    key = unquote(query.partition("=")[2])
    panel = director.get(f"/{part}/3{query}").text
    assert panel.startswith("<!DOCTYPE")
    assert f"<h2>{read(file).tournament.by_key[key].full_name}</h2>" in panel


def test_the_answer_to_a_form_without_script_leads_to_the_players_of_its_list(director, file):
    key = read(file).tournament.players[0].key
    fields = {"wish": f"final {key}", "form_token": director.form_token()}
    page = director.client.post("/players/3/attend", data=fields, headers=director.origin).text
    assert page.startswith("<!DOCTYPE")
    (found,) = {each.partition("?")[0] for each in re.findall(r'<tr id.*?<a href="([^"]*)', page)}
    assert found == "/players/3"


def test_columns_are_aligned_once_for_all_lines(director):
    page = director.get("/standings/3").text
    heads = re.findall(r'<th scope="col" class="([^"]*)"', page)
    table = re.search(r'<table class="([^"]*)"', page)[1].split()
    assert table == [
        f"{name}-{number}" for number, names in enumerate(heads, 1) for name in names.split()
    ]
    assert "right-1" in table
    assert "wide-3" in table
    style = director.get("/static/page.css").text
    assert all(f".{each} > tbody > tr > :nth-child" in style for each in table)
