"""Pages to print: sizes, PDF, the way to the hall, and slips in cutting order."""

from __future__ import annotations

import re
import shutil
from contextlib import closing

import pytest

from fastpair.formats import read
from fastpair.ui.web.prints import AS_TABLES
from fastpair.ui.web.running import Server
from pages import director_of

OF_TEAMS = "boardprizes", "crosstable", "lineups", "teams", "teamsheets"


@pytest.fixture
def server(drawn):
    """A server that phones reach."""
    with closing(Server(drawn, "127.0.0.1", 0, public_url="https://go.example.org")) as server:
        yield server


@pytest.mark.parametrize("name", sorted(AS_TABLES - {"ratings", "norms", *OF_TEAMS}))
def test_every_sheet_leads_to_the_hall_and_is_printed_large(director, name):
    path = f"/prints/1/page/{name}"
    page = director.get(path).text
    assert "https://go.example.org/hall" in page
    assert "<svg" in page
    assert (">Score<" in page) is (name in ("tables", "rooms"))
    assert "font-size: 20pt" not in page
    large = director.get(path, params={"size": "large"}).text
    assert "font-size: 20pt" in large
    assert ">Score<" not in large
    assert director.get(path, params={"size": "huge"}).status_code == 409


def test_place_cards_are_of_the_first_boards(director, drawn):
    tournament = read(drawn).tournament
    page = director.get("/prints/1/page/cards", params={"boards": "2", "language": "de"}).text
    assert page.count('class="slip card"') == 4
    assert page.count("Weiß") == page.count("Schwarz") == 2
    every = director.get("/prints/1/page/cards", params={"boards": ""}).text
    assert every.count('class="slip card"') == 2 * len(tournament.round(1).games)
    assert director.get("/prints/1/page/cards", params={"boards": "x"}).status_code == 409
    assert director.get("/prints/1/page/cards", params={"size": "x"}).status_code == 409
    assert 'name="boards"' in director.get("/prints/1").text
    names = director.get("/prints/1/page/badges").text
    assert names.count('class="slip card"') == len(tournament.players)


def test_without_an_address_for_phones_no_sheet_leads_anywhere(drawn):
    with director_of(drawn) as director:
        assert "<svg" not in director.get("/prints/1/page/tables").text


def test_a_sheet_opens_in_a_tab_of_its_own(director):
    director.do("/boards/1/publish")
    (link,) = re.findall(r"<a [^>]*>Print pairings</a>", director.get("/boards/1").text)
    assert 'target="_blank"' in link
    assert "/prints/1/page/names" in link


def test_slips_with_codes_are_offered_only_where_phones_reach_them(director):
    def printed():
        return re.findall(r'formaction="/prints/1/page/(\w+)"', director.get("/prints/1").text)

    director.server.network.address = "http://192.168.1.7:8000"
    assert {"slips", "codes"} <= set(printed())
    director.server.network.address = ""
    assert "slips" in printed()
    assert "codes" not in printed()
    answer = director.get("/prints/1/page/codes")
    assert (answer.status_code, "Phones cannot reach this page yet" in answer.text) == (409, True)
    assert '<a class="btn smaller" href="#share-phones">' in director.get("/prints/1").text


def test_slips_with_codes_are_in_cutting_order_and_are_signed(director):
    page = director.get("/prints/1/page/codes").text
    sheets = page.split('<div class="slips">')[1:]
    tables = [
        [int(table) for table in re.findall(r'label="Table (\d+)"', sheet)] for sheet in sheets
    ]
    boards = sorted(table for sheet in tables for table in sheet)
    assert len(sheets) == 2
    for number, sheet in enumerate(tables):
        assert sheet == boards[number :: len(sheets)]
    assert page.count("<svg") == page.count("Signature of Black") == len(boards)


def test_beside_a_code_stands_its_address_to_be_typed(director):
    director.server.network.address = "http://192.168.1.7:8000"
    page = director.get("/prints/1/page/codes").text
    addresses = re.findall(r'class="address">192\.168\.1\.7:8000(/[^<]+)<', page)
    assert len({*addresses}) == page.count("<svg")
    assert all(director.get(address).status_code == 200 for address in addresses)


@pytest.mark.skipif(shutil.which("chromium") is None, reason="there is no Chromium to print with")
def test_a_pdf_is_made_by_the_browser_of_the_machine(director):
    answer = director.get("/prints/1/page/names", params={"as": "pdf", "language": "de"})
    assert answer.content.startswith(b"%PDF-")
    assert 'filename="congress-names-1.pdf"' in answer.headers["content-disposition"]


def test_without_a_browser_the_page_offers_no_pdf(director, monkeypatch):
    assert 'value="pdf"' in director.get("/prints/1").text or shutil.which("chromium") is None
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert 'value="pdf"' not in director.get("/prints/1").text
    answer = director.get("/prints/1/page/names", params={"as": "pdf"})
    assert answer.status_code == 409
    assert "“Print” opens the page" in answer.text


def test_what_is_printed_opens_the_same_after_a_rename(director, drawn):
    def seats():
        page = director.get("/prints/1/page/codes").text
        return sorted(re.findall(r'class="address">192\.168\.1\.7:8000/table/([^<]+)<', page))

    def codes():
        page = director.get("/prints/1/page/playercodes?as=csv").text
        return sorted(line.strip()[-6:] for line in page.splitlines())

    director.server.network.address = "http://192.168.1.7:8000"
    before = seats(), codes()
    player = read(drawn).tournament.players[0]
    director.do("/players/1/change", key=player.key, name="Umgetauft", first_name="Uta")
    assert read(drawn).tournament.players[0].key != player.key
    assert (seats(), codes()) == before
    assert len(before[0]) == len(read(drawn).tournament.games)
    assert all(director.get(f"/table/{seat}").status_code == 200 for seat in before[0])
