"""What a director reviews before publishing, as command, page, Python and JSON tell it."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from congress_files import all_present
from evenings import ALL
from fastpair import Congress, Desk
from fastpair.formats import read
from fastpair.go.tournament import Grade
from pages import director_of


@pytest.fixture
def file(tmp_path):
    """Round 2, published and changed by hand: a rematch, a broken constraint and players of one club."""
    players = tuple(
        replace(player, club="Ulm" if number < 8 else player.club, rating=2000 - 10 * number)
        for number, player in enumerate(all_present().players[:8])
    )
    path = tmp_path / "evening.json"
    Congress.new("Evening", preset="Chess", rounds=3, players=players).save(path)
    desk = Desk(path)
    desk.draw(1)
    first = read(path).tournament.round(1).at(1)
    desk.results(1, {game.table: "1-0" for game in read(path).tournament.round(1).games})
    desk.draw(2)
    desk.publish(2)
    second = read(path).tournament.round(2)
    partner = second.game_of(first.white).opponent_of(first.white)
    desk.condition("forbid", [first.white, first.black], round=2)
    desk.swap(partner, first.black, round=2, confirmed=ALL)
    return path


def listed(items, places):
    """The titles and boards of what is to review, as a page shows them."""
    return [(item["topic"], [place["table"] for place in item[places]]) for item in items]


def test_every_interface_has_the_same_review(file, run):
    items = Congress.open(file).report(2)["review"]
    assert [item["topic"] for item in items][:3] == ["changed", "broken_constraints", "rematches"]
    assert len(items[1]["reasons"]) == 1
    club = next(item for item in items if item["topic"] == "same_club")
    assert club["unavoidable"]
    status, text, _ = run("report", file, "--round", "2", "--json")
    assert (status, json.loads(text)["review"]) == (0, items)

    status, text, _ = run("report", file, "--round", "2")
    assert status == 0
    blocks = re.findall(r"^Review: (.+)\n((?:  .+\n)+)", text, re.MULTILINE)
    told = {title: re.findall(r"table (\d+)", lines) for title, lines in blocks}
    assert told.pop("Broken constraint") == []
    assert items[1]["reasons"][0] in dict(blocks)["Broken constraint"]
    avoided, not_avoided = listed(items, "places"), listed(items, "unavoidable")
    expected = [[str(t) for t in tables] for topic, tables in avoided if topic != items[1]["topic"]]
    expected += [[str(table) for table in tables] for _, tables in not_avoided]
    assert sorted(told.values()) == sorted(tables for tables in expected if tables)

    with director_of(file) as director:
        page = director.get("/boards/2").text
    review = page.partition("<h2>Review</h2>")[2].partition("Statistics")[0]
    shown = re.findall(r"<li><div class=\"t\"><span>([^<]+)</span>(.*?)</li>", review, re.DOTALL)
    tables = {title: re.findall(r"\?table=(\d+)", rest) for title, rest in shown}
    assert [*tables][:3] == ["Changed since publishing", "Broken constraint", "Rematch"]
    assert tables["Changed since publishing"] == told["Changed since publishing"]
    assert tables["Rematch"] == told["Rematch"]


@pytest.mark.parametrize(("event_format", "expected"), [("McMahon", True), ("Round robin", False)])
def test_pairs_of_a_table_are_not_reviewed_for_scores(tmp_path, event_format, expected):
    """Nobody could change them; the page has no figures of scores, either."""
    players = tuple(
        replace(player, grade=Grade(-3 * number), rating=None)
        for number, player in enumerate(all_present().players[:4])
    )
    path = tmp_path / "ring.json"
    Congress.new("Ring", event_format=event_format, rounds=3, players=players).save(path)
    Desk(path).draw(1)
    topics = {item["topic"] for item in Congress.open(path).report(1)["review"]}
    assert ("score_difference" in topics) is expected
    with director_of(path) as director:
        page = director.get("/boards/1").text
    assert ("Boards between equal scores" in page) is expected
    assert "Colours balanced" in page
