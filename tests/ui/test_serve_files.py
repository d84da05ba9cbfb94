"""The tournament as files, downloaded from the page."""

from __future__ import annotations

import re
from contextlib import closing
from io import BytesIO
from zipfile import ZipFile

import pytest

from fastpair.formats import FORMATS, format_of, read
from fastpair.go.tournament import Grade, Player, Tournament
from fastpair.research.simulate import generate
from fastpair.ui.web.running import Server
from pages import Browser


@pytest.fixture(params=[5, 2], ids=["over", "two rounds played"])
def file(request, tmp_path):
    path = tmp_path / "summer.json"
    path.write_bytes(FORMATS["fastpair"].new(generate(20, 5, seed=1, play=request.param)))
    return path


@pytest.fixture
def director(file):
    with closing(Server(file, "127.0.0.1", 0)) as server, Browser(server) as browser:
        browser.open()
        yield browser


def is_over(file):
    return read(file).tournament.round(5).has_results


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_downloaded_and_says_what_it_holds(director, file, name):
    form = FORMATS[name]
    told = director.get("/files/1/holds", params={"format": name}).text
    answer = director.get("/files/1/download", params={"format": name})
    if name in ("egd", "ffg", "aga") and not is_over(file):
        assert answer.status_code == 409
        assert "Not possible" in told
        return
    assert answer.status_code == 200
    assert f'filename="summer{form.suffixes[0]}"' in answer.headers["content-disposition"]
    assert len(format_of("x", answer.content).read("x", answer.content).tournament.players) > 10
    assert "Nothing is lost" in told or "would hold otherwise" in told


def test_some_rounds_are_exported_as_a_tournament_of_their_own(director):
    answer = director.get("/files/1/download", params={"format": "egd", "rounds": "1-2"})
    assert answer.status_code == 200
    found = FORMATS["egd"].read("x.h9", answer.content).tournament
    assert found.rules.rounds == 2
    assert 'filename="summer-rounds-1-2.h9"' in answer.headers["content-disposition"]
    assert "Some rounds as an event of their own" in director.get("/files/1").text


def test_the_record_holds_file_results_and_prints(director, file):
    archive = ZipFile(BytesIO(director.get("/files/2/everything").content))
    names = archive.namelist()
    assert archive.read("summer.json") == file.read_bytes()
    assert ("summer.h9" in names) is is_over(file)
    assert {"prints/standings.html", "prints/tables.html"} <= {*names}


@pytest.mark.parametrize(
    "path", ["/files/1/download?format=egd", "/files/1/everything", "/files/1/holds?format=egd"]
)
def test_only_the_director_downloads(director, path):
    with Browser(director.server) as stranger:
        assert stranger.get(path).status_code == 403


def test_no_other_format_is_made(director):
    assert director.get("/files/1/download", params={"format": "exe"}).status_code == 409


def test_the_tournament_is_checked_and_leads_to_the_ratings(director):
    assert "What a check has found" in director.get("/files/1/checked").text
    assert "/standings/5/rated" in director.get("/files/1").text


def test_the_report_is_a_page(director):
    assert "/page/report" in director.get("/files/1").text
    answer = director.get("/prints/1/page/report", params={"language": "de"})
    assert answer.status_code == 200
    assert '<html lang="de">' in answer.text
    styles = answer.text.count("<style>") + answer.text.count("style=")
    assert answer.headers["content-security-policy"].count("sha256") == styles


def test_what_nothing_is_rated_of_is_told(tmp_path):
    path = tmp_path / "fresh.json"
    path.write_bytes(FORMATS["fastpair"].new(generate(20, 5, seed=1)))
    with closing(Server(path, "127.0.0.1", 0)) as server, Browser(server) as director:
        director.open()
        answer = director.get("/standings/1/rated")
        assert answer.status_code == 409
        assert "no game has been played" in answer.text


RATED = (
    " 10000001  Alder Ann                             FR  Pari    3d   --   2305    12  T250719A\n"
)


@pytest.fixture
def incomplete(tmp_path):
    path = tmp_path / "bath.json"
    players = tuple(
        Player(key=f"{name}{first}".upper(), name=name, first_name=first, grade=Grade.parse("3d"))
        for name, first in (("Alder", "Ann"), ("Birk", "Bo"))
    )
    path.write_bytes(FORMATS["fastpair"].new(Tournament(name="Bath", players=players)))
    (tmp_path / "egf.ratings").write_text(RATED)
    return path


def test_what_the_federation_asks_for_is_filled_in(incomplete):
    with closing(Server(incomplete, "127.0.0.1", 0)) as server, Browser(server) as director:
        director.open()
        shown = director.get("/files/1/holds", params={"format": "egd"}).text
        assert "2 players lack something" in shown
        offered = dict(re.findall(r'name="([\w-]+)" value="([^"]*)" size', shown))
        assert [*offered.values()] == ["FR", "Pari", "10000001", "", "", ""]
        birk = [name for name, value in offered.items() if not value]
        for value, why in (("Germany", "two letters"), ("12", "8 digits")):
            place = birk[0] if value == "Germany" else birk[2]
            assert why in director.refused("/files/1/complete", format="egd", **{place: value})
        director.do("/files/1/complete", format="egd", **{**offered, birk[0]: "de"})
        found = read(incomplete).tournament.by_key
        assert (found["ALDERANN"].egf_pin, found["ALDERANN"].club) == ("10000001", "Pari")
        assert found["BIRKBO"].country == "DE"
        shown = director.get("/files/1/holds", params={"format": "egd"}).text
        assert "1 player lacks something" in shown
        assert "nothing is typed" in director.refused("/files/1/complete", format="egd")
        assert "lack" not in director.get("/files/1/holds", params={"format": "csv"}).text
