"""The standings on the page: after any round, beside the round before, with games and ratings."""

from __future__ import annotations

import re
from contextlib import closing

import pytest

from fastpair.formats import FORMATS, read
from fastpair.go.standings import standings
from fastpair.research.simulate import generate
from fastpair.ui.web.running import Server
from pages import Browser


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "summer.json"
    path.write_bytes(FORMATS["fastpair"].new(generate(20, 5, seed=1, play=3)))
    return path


@pytest.fixture
def director(file):
    with closing(Server(file, "127.0.0.1", 0)) as server, Browser(server) as browser:
        browser.open()
        yield browser


def lines(page):
    rows = re.findall(r"<tr[^>]*>((?:<td.*?</td>)+)</tr>", page)
    return [re.findall(r"<td[^>]*>(.*?)</td>", row) for row in rows]


def test_standings_say_where_everybody_stood_a_round_before(director, file):
    tournament = read(file).tournament
    was = {row.key: row.place for row in standings(tournament, 2).rows}
    made = standings(tournament, 3).rows
    for row, cells in zip(made, lines(director.get("/standings/3").text), strict=True):
        sign = "▲" if row.place < was[row.key] else "▼" if row.place > was[row.key] else "="
        assert f"{sign} {was[row.key]}" in cells
    assert "Before" not in director.get("/standings/1").text


def test_the_wall_list_stands_on_the_page(director):
    page = director.get("/standings/2/wallist").text
    assert "Wall list after round 2" in page
    assert len(lines(page)) == 20
    assert "/standings/2/wallist" in director.get("/standings/2").text


def test_ratings_are_those_after_a_round(director, file, run):
    first, last = (director.get(f"/standings/{number}/rated").text for number in (1, 3))
    assert first.count('<th scope="row">') == last.count('<th scope="row">') == 20
    assert first != last
    after = run("ratings", file, "--round", "1", "--json")[1]
    change = float(re.search(r'"change": (-?[\d.]+)', after)[1])
    assert f"{change:+.1f}" in first
