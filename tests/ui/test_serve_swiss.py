"""The page of a Swiss of any game: players without a grade, attributes that keep them apart, its own words."""

from __future__ import annotations

import re
from contextlib import closing

import pytest

from fastpair.formats import read
from fastpair.go.tournament import Same
from fastpair.ui.cli import main
from fastpair.ui.web.running import Server
from pages import Browser

LIST = "Name,School\n" + "".join(f"Kid{number},{'NS'[number % 2]}\n" for number in range(8))
GO = re.compile(r"jigo|handicap|komi|McMahon|\bgrade|\bstones?\b", re.IGNORECASE)


@pytest.fixture
def file(tmp_path):
    (tmp_path / "kids.csv").write_text(LIST, encoding="utf-8")
    path = tmp_path / "school.json"
    made = ("new", str(path), "--preset", "Swiss", "--entries", str(tmp_path / "kids.csv"))
    assert main(made) == 0
    return path


@pytest.fixture
def director(file):
    with closing(Server(file, "127.0.0.1", 0)) as server, Browser(server) as browser:
        browser.open()
        yield browser


def send(director, path, **fields):
    return director.send(path, fields)


def test_rules_about_attributes_are_a_table(director, file):
    send(
        director,
        "/rules/1/change",
        edit="pairing",
        same0="school",
        same0_how="never_same",
        same0_top="yes",
        same1="Chess club",
        same1_how="avoid_same",
        same1_until="3",
        same2=" ",
    )
    rules = read(file).tournament.rules
    assert rules.never_same == (Same("school"),)
    assert rules.avoid_same == (Same("Chess club", until=3, not_in_top_group=True),)
    page = director.get("/rules/1", params={"edit": "pairing"}).text
    assert [*re.findall(r'name="same\d" value="([^"]*)"', page)] == ["school", "Chess club", "", ""]
    send(director, "/rules/1/change", edit="pairing", same0="")
    assert read(file).tournament.rules.never_same == ()


def test_a_wrong_rule_stays_in_the_table(director, file):
    answer = send(director, "/rules/1/change", edit="pairing", same0="school", same0_until="x")
    assert read(file).tournament.rules.never_same == ()
    assert "Enter columns such as school" in answer.text
    assert 'name="same0" value="school"' in answer.text


def test_a_player_without_a_grade_is_added_with_attributes(director, file):
    send(director, "/players/1/register", name="Newman", first_name="Ann", attributes="school=N")
    added = read(file).tournament.players[-1]
    assert (added.full_name, str(added.grade), added.attributes) == (
        "Newman Ann",
        "",
        {"school": "N"},
    )
    send(director, "/players/1/change", key=added.key, name="Newman", attributes="house=2")
    assert read(file).tournament.players[-1].attributes == {"house": "2"}
    answer = send(director, "/players/1/register", name="Other", attributes="house")
    assert "Enter attributes such as school=North" in answer.text
    assert len(read(file).tournament.players) == 9


def test_no_page_of_a_swiss_has_a_word_of_go(director, file):
    send(director, "/boards/1/draw")
    game = read(file).tournament.round(1).games[0]
    said = send(director, "/results/1/enter", results=f"{game.table} 3").text
    assert "draw" in said
    pages = (
        *("rules/1", "boards/1", "results/1", "standings/1"),
        f"boards/1/board?table={game.table}",
        f"boards/1/seat?key={game.white}",
        f"players/1/entry?key={game.white}",
    )
    for page in (director.get(f"/{page}").text for page in pages):
        words = re.sub(r"<script.*?</script>|<[^>]*>", " ", page, flags=re.DOTALL)
        assert not GO.search(words), GO.search(words)
