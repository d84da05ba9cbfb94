"""A plan of prizes by fields, which the command reads, too."""

from __future__ import annotations

import tomllib
from contextlib import closing

import pytest

from fastpair.formats import FORMATS
from fastpair.lab.simulate import generate
from fastpair.ui.web.running import Server
from pages import Browser


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "summer.json"
    path.write_bytes(FORMATS["fastpair"].new(generate(20, 3, seed=1, play=3)))
    return path


@pytest.fixture
def plan(file):
    return file.with_name("summer.json.prizes.toml")


@pytest.fixture
def director(file):
    with closing(Server(file, "127.0.0.1", 0)) as server, Browser(server) as browser:
        browser.open()
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


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"name": " "}, "needs a name"),
        ({"name": "A", "count": "many"}, "expected a number or \"all\", got 'many'"),
        ({"name": "A", "weakest": "strong"}, "prize 1, weakest"),
        ({"name": "A", "wins": "-1"}, "prize 1, wins"),
        ({"name": "A", "was": "B"}, "changed meanwhile"),
        ({"name": "A", "at": 2}, "changed meanwhile"),
    ],
)
def test_what_is_no_prize_is_refused(director, plan, fields, said):
    assert said in director.refused("/prizes/3/set", **{"at": 0, "was": "", **fields})
    assert not plan.exists()


def test_what_was_written_by_hand_stays_or_is_told(director, plan):
    plan.write_text('[[prize]]\nname = "Youth"\namong = ["x"]\n')
    director.do("/prizes/3/set", at=0, was="Youth", name="Young", shared="yes")
    assert tomllib.loads(plan.read_text())["prize"] == [{"name": "Young", "among": ["x"]}]
    plan.write_text("[[prize")
    page = director.get("/prizes/3")
    assert page.status_code == 200
    assert "expected TOML" in page.text
