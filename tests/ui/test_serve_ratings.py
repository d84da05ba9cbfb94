"""Rating lists on the page: loaded once, they complete names and refresh ratings."""

from __future__ import annotations

import json
from contextlib import closing

import pytest

from builders import player
from congress_files import save
from fastpair.app.edits.ratings import NUMBERS
from fastpair.formats import read
from fastpair.go.tournament import Tournament
from fastpair.ui.web.running import Server
from pages import Browser, director_of
from planted_faults import write_list

EGF = b"""<html>
<h1>List of WORLD Players</h1>
(7 Mar 2026)
<pre>
   PIN          Name
 10000001  Adan Ute                              DE  Ulm     3d   --   2345    12  T250719A
 10000002  Mueller Oezguer                       DE  Ulm     1k   --   2003    12  T250719A
 10000003  Muldoon Ed                            IE  Dubl    2k   --   1903    12  T250719A
</pre></html>
"""


@pytest.fixture
def file(tmp_path):
    players = (player("ADANUTE", name="Adan", first_name="Ute", egf_pin="10000001", rating=1500),)
    return save(Tournament(name="Ulm", players=players), tmp_path / "ulm.xml")


@pytest.fixture
def director(file):
    with director_of(file) as browser:
        yield browser


def load(director, content):
    fields = {"form_token": director.form_token()}
    return director.client.post(
        "/lists/1/load", data=fields, files={"file": ("x", content)}, headers=director.origin
    )


def offered(director, typed):
    return [
        one["name"]
        for one in json.loads(director.get("/players/1/known", params={"name": typed}).text)
    ]


def test_a_list_is_loaded_once_and_completes_names(director, file):
    assert offered(director, "mull") == []
    assert "Rating list of the EGF loaded: 3 players" in load(director, EGF).text
    assert offered(director, "mull") == ["Mueller"]
    assert offered(director, "özg MÜL") == ["Mueller"]
    assert offered(director, "mu") == ["Mueller", "Muldoon"]
    assert offered(director, "10000003") == ["Muldoon"]
    assert offered(director, "xyz") == []
    with closing(Server(file, "127.0.0.1", 0)) as later, Browser(later) as again:
        again.open()
        assert offered(again, "mull") == ["Mueller"]


@pytest.mark.parametrize(("title", "number"), [("FFG", "1234567"), ("AGA", "12345")])
def test_who_is_added_from_a_list_keeps_the_number_there(director, file, tmp_path, title, number):
    write_list(tmp_path, title, [(int(number), "Aldere", "Ann", "FR", "75Pa")])
    load(director, (tmp_path / f"{title}.txt").read_bytes())
    (chosen,) = json.loads(director.get("/players/1/known", params={"name": "aldere"}).text)
    director.do("/players/1/register", **chosen)
    added = read(file).tournament.players[-1]
    assert (added.name, getattr(added, NUMBERS[title])) == ("Aldere", number)


def test_ratings_are_refreshed_after_they_were_shown(director, file):
    load(director, EGF)
    answer = director.get("/lists/1/update_ratings", params={"title": "EGF"})
    assert "Update 1 rating" in answer.text
    assert "1500 → 2345" in answer.text
    assert read(file).tournament.players[0].rating == 1500
    digest = answer.text.partition('name="sure" value="')[2].partition('"')[0]
    stale = director.send("/lists/1/refresh", {"title": "EGF", "sure": "0"})
    assert "Update 1 rating" in stale.text
    assert read(file).tournament.players[0].rating == 1500
    assert "1 rating updated." in director.do("/lists/1/refresh", title="EGF", sure=digest)
    assert read(file).tournament.players[0].rating == 2345


def test_what_is_no_list_is_refused(director, file):
    assert "refused" in load(director, b"nothing of the kind").text
    assert [each.name for each in file.parent.glob("*.ratings")] == []
    assert "o rating list" in director.send("/lists/1/refresh", {"title": "FFG", "sure": "0"}).text


def test_only_the_director_loads_and_asks(director):
    with Browser(director.server) as stranger:
        assert stranger.get("/players/1/known", params={"name": "mull"}).status_code == 403
        answer = stranger.client.post(
            "/lists/1/load", files={"file": ("x", EGF)}, headers=director.origin
        )
        assert answer.status_code == 403


@pytest.mark.parametrize(
    ("day", "changes"), [("2026-03-06", False), ("2026-03-07", True), ("", True)]
)
def test_frozen_ratings_are_not_changed_by_later_lists(tmp_path, day, changes):
    players = (player("ADANUTE", name="Adan", first_name="Ute", egf_pin="10000001", rating=1500),)
    path = tmp_path / "ulm.json"
    save(Tournament(name="Ulm", players=players), path)
    with director_of(path) as director:
        load(director, EGF)
        director.do("/rules/1/change", ratings_until="2026-01-01")
        assert "atings frozen on 2026-01-01" in director.get("/rules/1").text
        director.do("/rules/1/change", ratings_until=day)
        answer = director.get("/lists/1/update_ratings", params={"title": "EGF"})
        assert ("1500 → 2345" in answer.text) is changes
        assert ("“Freeze ratings on” in Setup says" in answer.text) is not changes
