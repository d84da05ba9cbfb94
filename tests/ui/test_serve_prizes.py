"""A plan of prizes by fields, which the command reads, too."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from html import unescape

import pytest

from congress_files import refused, save
from fastpair.app.history.timeline import History
from fastpair.formats import read
from fastpair.pairing.generator import generate
from pages import director_of


@pytest.fixture
def file(tmp_path):
    return save(generate(20, 3, seed=1, play=3), tmp_path / "summer.json")


@pytest.fixture
def plan(file):
    return file.with_name("summer.json.prizes.toml")


@pytest.fixture
def director(file):
    with director_of(file) as browser:
        yield browser


def test_prizes_are_planned_changed_and_taken_out(director, file, plan, run):
    assert "No prizes are planned" in director.get("/prizes/3").text
    assert "planned" in director.do(
        "/prizes/3/set", at=0, was="", name="First \x7f ½", shared="yes"
    )
    director.do("/prizes/3/set", at=1, was="", name="3 wins", count="all", wins="2", weakest="30k")
    entries = tomllib.loads(plan.read_text("utf-8"))["prize"]
    assert entries[1] == {
        "name": "3 wins",
        "count": "all",
        "wins": 2,
        "weakest": "30k",
        "shared": False,
    }
    told = run("prizes", file, plan, "--json")[1]
    page, sheet = (director.get(path).text for path in ("/prizes/3", "/prints/3/page/prizes"))
    assert told.count('"winners"') == 2
    assert page.count("<td>3 wins</td>") == sheet.count("<td>3 wins</td>") > 1
    director.do("/prizes/3/set", at=0, was="First \x7f ½", name="Winner", shared="yes")
    assert "<td>Winner</td>" in director.get("/prizes/3").text
    director.do("/prizes/3/set", at=0, was="Winner", take_out="yes")
    director.do("/prizes/3/set", at=0, was="3 wins", take_out="yes")
    assert not plan.exists()


def test_what_was_written_by_hand_stays_or_is_told(director, file, plan, run):
    plan.write_bytes(b'[[prize]]\r\nname = "Youth"\r\namong = ["x"]\r\n')  # as on Windows
    director.do("/prizes/3/set", at=0, was="Youth", name="Young", shared="yes")
    assert tomllib.loads(plan.read_text())["prize"] == [{"name": "Young", "among": ["x"]}]
    plan.write_text('[[prize]]\nname = "Home"\ncountry = "Atlantis"\n')
    said = "prize 1, country: 'Atlantis' is not the name or code of a country"
    assert said in unescape(director.get("/prizes/3").text)
    assert refused(run("prizes", file, plan, "--provisional"), f"{plan}: {said}")
    plan.write_text("[[prize")
    page = director.get("/prizes/3")
    assert page.status_code == 200
    assert "expected TOML" in page.text


def test_a_planned_prize_is_in_the_history_and_is_undone_and_made_again(director, file, plan, run):
    director.do("/prizes/3/set", at=0, was="", name="First", shared="yes")
    first = plan.read_bytes()
    done = director.send("/prizes/3/set", {"at": 0, "was": "First", "name": "Champion"})
    second = plan.read_bytes()
    assert [entry.said for entry in History(file).entries()] == [
        "First: planned",
        "Champion: planned",
    ]
    (number,) = re.findall('name="change" value="([0-9]+)">Undo<', done.text)
    undone = director.send("/prizes/3/undo", {"change": number})
    assert plan.read_bytes() == first
    (again,) = re.findall('name="change" value="([0-9]+)">', undone.text)
    director.do("/prizes/3/undo", change=again)
    assert plan.read_bytes() == second
    assert [run("undo", file)[0], plan.read_bytes()] == [0, first]
    assert [run("undo", file)[0], plan.exists()] == [0, False]
    assert [run("redo", file)[0], plan.read_bytes()] == [0, first]
    assert [run("redo", file)[0], plan.read_bytes()] == [0, second]


def test_a_planned_prize_is_undone_alone_unless_the_plan_has_changed_since(director, file, plan):
    director.do("/prizes/3/set", at=0, was="", name="First")
    key = read(file).tournament.players[0].key
    director.do("/players/3/bonus", key=key, points="0.5", even_so="yes")
    director.do("/prizes/3/undo", change="1")
    assert not plan.exists()
    director.do("/prizes/3/set", at=0, was="", name="First")
    number = str(len(History(file).entries()))
    plan.write_text('[[prize]]\nname = "By hand"\n')
    assert "has been changed since" in director.refused("/prizes/3/undo", change=number)
    assert "By hand" in plan.read_text()


def test_a_prize_of_a_country_takes_each_of_its_codes_and_no_unknown_country(tmp_path):
    """GB and UK are one country; a text that is none is not offered."""
    path = tmp_path / "summer.json"
    drawn = generate(4, 1, seed=1, play=1)
    countries = ("UK", "GB", "Atlantis", "FR")
    players = tuple(
        replace(player, country=country)
        for player, country in zip(drawn.players, countries, strict=True)
    )
    save(replace(drawn, players=players), path)
    with director_of(path) as browser:
        page = browser.get("/prizes/1/prize?at=0").text
        assert re.findall("<option[^>]*>([A-Z]{2,}|Atlantis)</option>", page) == ["FR", "GB"]
        browser.do("/prizes/1/set", at=0, was="", name="Best of Britain", country="UK", count="2")
        awards = browser.get("/prizes/1").text.partition("Best of Britain")[2]
    assert {p.full_name for p in players if p.full_name in awards} >= {
        players[0].full_name,
        players[1].full_name,
    }
    assert players[3].full_name not in awards.partition("</table>")[0]
