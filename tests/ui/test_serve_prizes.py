"""A plan of prizes by fields, which the command reads, too."""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import replace
from datetime import date
from html import unescape

import pytest

from congress_files import refused, save
from fastpair import Congress, Result
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
    assert "Prize saved: " in director.do(
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
        "prize saved: First",
        "prize saved: Champion",
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


@pytest.fixture
def juniors(tmp_path):
    """A complete tournament, of which two players are young, and seven are of unknown birth."""
    whole = generate(20, 3, seed=1, play=3)
    births = ["", *["2010-05-01", ""] * 2, *["1980"] * 10, *[""] * 5]
    players = tuple(replace(p, birth=b) for p, b in zip(whole.players, births, strict=True))
    event = replace(whole.event, begins=date(2026, 7, 18))
    return save(replace(whole, players=players, event=event), tmp_path / "open.json")


NOTES = ("Young: Age &lt; 18.", "Young: players without a year of birth who may qualify: ")


def test_a_prize_by_age_is_everywhere_the_same(juniors, run, tmp_path):
    """On the page, in print, in the report, by the command, in Python and in the copy for the web."""
    plan = juniors.with_name("open.json.prizes.toml")
    with director_of(juniors) as director:
        director.do("/prizes/3/set", at=0, was="", name="Young", count="all", under="18")
        page = director.get("/prizes/3").text
        panel = director.get("/prizes/3/prize?at=0").text
        sheet, report = (director.get(f"/prints/3/page/{n}").text for n in ("prizes", "report"))
        director.do("/prints/3/names", age="18", hide="number")
        hidden = director.get("/prints/3/page/prizes").text
    assert tomllib.loads(plan.read_text())["prize"][0]["under"] == 18
    assert re.search("<details[^>]* open>", panel)
    assert "<td>Age &lt; 18</td>" in page
    young = [p.full_name for p in read(juniors).tournament.players if p.birth[:4] == "2010"]
    for each in (page, sheet, report):
        assert all(name in each for name in young)
        assert each.count("<td>Young</td>") == 2
    assert NOTES[1] in page
    assert NOTES[1] in report
    assert NOTES[1] not in sheet  # which hangs in the hall
    assert NOTES[0] in sheet
    assert NOTES[0] in report
    assert NOTES[0] not in page  # whose plan says it
    assert hidden.count("<td>Young</td>") == 2
    assert not [name for name in young if name in hidden]
    told = run("prizes", juniors, plan)[1]
    assert "Young: Age < 18." in told
    assert "who may qualify" in told
    (award,) = Congress.open(juniors).awards([{"name": "Young", "count": "all", "under": 18}])[
        "prizes"
    ]
    assert len(award["winners"]) == 2
    assert len(award["lacking"]["birth"]) == 8
    assert json.loads(run("prizes", juniors, plan, "--json")[1])["prizes"] == [award]
    Congress.open(juniors).write_website(tmp_path / "web", ["en"])
    web = (tmp_path / "web" / "en" / "prizes.html").read_text()
    assert all(name in web for name in young)
    assert NOTES[0] in web
    assert "who may qualify" not in web
    Congress.open(juniors).write_website(tmp_path / "hidden", ["en"], hide_under=18)
    web = (tmp_path / "hidden" / "en" / "prizes.html").read_text()
    assert "Young: Age" in web
    assert not [name for name in young if name in web]


def test_prizes_are_on_the_web_when_all_is_complete(juniors, tmp_path):
    juniors.with_name("open.json.prizes.toml").write_text('[[prize]]\nname = "First"\n')
    tournament = read(juniors).tournament
    first, *others = tournament.round(3).games
    open_ = tournament.replace_round(3, [replace(first, result=Result.UNKNOWN), *others])
    for n, (whole, is_there) in enumerate(((tournament, True), (open_, False))):
        folder = tmp_path / str(n)
        folder.mkdir()
        file = save(whole, folder / "open.json")
        file.with_name("open.json.prizes.toml").write_text('[[prize]]\nname = "First"\n')
        Congress.open(file).write_website(folder / "web", ["en"])
        assert (folder / "web" / "en" / "prizes.html").exists() is is_there
        assert ("prizes.html" in (folder / "web" / "index.html").read_text()) is is_there


def test_ages_need_the_start_date(file, plan, run):
    with director_of(file) as director:
        director.do("/prizes/3/set", at=0, was="", name="Young", under="18")
        said = "prize 1, under: enter the start date of the event, on which ages count"
        assert said in unescape(director.get("/prizes/3").text)
        assert director.get("/files/3/everything").status_code == 200
        assert refused(run("prizes", file, plan, "--provisional"), f"{file}: {said}")
        director.do("/rules/1/change", begins="2026-07-18")
        assert "<td>Age &lt; 18</td>" in director.get("/prizes/3").text


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
