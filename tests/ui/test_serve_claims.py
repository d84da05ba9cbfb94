"""Two phones at a table and the director: each sees what the others enter, and what counts."""

from __future__ import annotations

import re

import httpx2
import pytest
from playwright.sync_api import expect

from browsing import CHROMIUM, NARROW, base, fixtures, result_shown
from commands import do
from congress_files import games, result_of
from fastpair.app.history.timeline import History
from fastpair.go.tournament import Result
from pages import Browser

marked, server, opened = fixtures()

in_browser = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")
TABLE = 5


@pytest.fixture
def playing(marked, server):
    """A published round whose players may enter results."""
    do("draw", marked, "--write")
    do("publish", marked)
    server.site.server.sidecar.keep(phones=True)
    return marked


@pytest.fixture
def phone(opened, server, playing):
    """Open the page of the table on one more phone."""
    seat = server.site.server.tables.seat(games(playing)[TABLE])

    def phone(query=""):
        return opened(f"/table/{seat}{query}", NARROW)

    return phone


def win(page, colour):
    """Choose the player of a colour as the winner."""
    page.locator(".win-btn").filter(has_text=colour).click()


@in_browser
def test_both_phones_show_what_the_opponent_and_the_director_enter(phone, playing, opened, server):
    one, other = phone(), phone()
    win(one, "White")
    one.get_by_text("Result saved.").wait_for()
    other.get_by_role("button", name="Confirm result").wait_for()
    other.get_by_role("link", name="Contradict").click()
    win(other, "Black")
    for each in (one, other):
        each.get_by_text("agree with your opponent").wait_for()
    director = opened()
    director.goto(f"{base(server)}/results/1")
    director.get_by_text("one phone says 1-0").wait_for()
    do("result", playing, TABLE, "0-1", "--even-so")
    for each in (one, other):
        each.get_by_text("Entered by the tournament director at").wait_for()
        expect(each.locator("main")).to_contain_text("(black) beats")
    result_shown(director, TABLE, "0-1")


@in_browser
def test_a_correction_takes_the_place_of_a_choice_that_is_open(phone, playing):
    """It is asked about: no choice that was made on what was shown before is sent by a tap in haste."""
    one = phone()
    win(one, "White")
    one.get_by_role("link", name="Change result").click()
    one.get_by_text("Who won at table 5?").wait_for()
    do("result", playing, TABLE, "1/2", "--even-so")
    one.get_by_role("link", name="Contradict").wait_for()
    assert "change" not in one.url
    one.get_by_role("link", name="Contradict").click()
    win(one, "Black")
    one.get_by_text("agree with your opponent").wait_for()
    assert result_of(playing, TABLE)[0] is Result.JIGO


@in_browser
def test_a_result_counts_when_both_have_confirmed(phone, playing, opened, server):
    do("phones", playing, "--both")
    director = opened()
    director.goto(f"{base(server)}/results/1")
    one, other = phone(), phone()
    win(one, "White")
    one.get_by_text("Not confirmed yet.").wait_for()
    row = director.locator(f"#t{TABLE}")
    expect(row).to_contain_text("1-0, not confirmed")
    assert result_of(playing, TABLE)[0] is Result.UNKNOWN
    other.get_by_role("button", name="Confirm result").click()
    for each in (one, other):
        each.get_by_text("Result confirmed.").wait_for()
    result_shown(director, TABLE, "1-0")
    expect(row).not_to_contain_text("not confirmed")
    assert result_of(playing, TABLE)[0] is Result.WHITE_WINS


@in_browser
def test_the_director_accepts_what_one_player_reports(phone, playing, opened, server):
    director = opened()
    director.goto(f"{base(server)}/prints/1")
    director.get_by_role("button", name="Both players confirm the result").click()
    director.locator("[name=both][aria-pressed=true]").wait_for()
    one = phone()
    win(one, "Black")
    director.goto(f"{base(server)}/results/1")
    director.get_by_role("button", name=f"Table {TABLE}: Accept 0-1").click()
    result_shown(director, TABLE, "0-1")
    one.get_by_text("Entered by the tournament director at").wait_for()
    assert result_of(playing, TABLE)[0] is Result.BLACK_WINS


# ---- Without a browser ----


@pytest.fixture
def table(server, playing):
    """Two phones at a table, and how each tells a result."""
    seat = server.site.server.tables.seat(games(playing)[TABLE])

    def tell(browser, *, late=False, **fields):
        games = first if late else browser.games_at(f"/table/{seat}?change=yes") or first
        fields |= {"form_token": server.access.form_token(seat), "expect": games}
        return browser.client.post(f"/table/{seat}", data=fields, headers=browser.origin)

    with Browser(server) as one, Browser(server) as other:
        first = one.games_at(f"/table/{seat}")
        yield one, other, tell


def claims(file):
    return [entry.act for entry in History(file).entries() if entry.act == "claim"]


def test_what_one_player_reports_is_replaced_by_that_player_alone(table, playing):
    do("phones", playing, "--both")
    one, other, tell = table
    for result in ("1-0", "1-0", "0-1"):
        assert "Not confirmed yet." in tell(one, result=result).text
    assert len(claims(playing)) == 2  # what is sent again is no other report
    differing = tell(other, result="1-0")
    assert differing.status_code == 409
    assert "one phone says 0-1" in differing.text
    assert result_of(playing, TABLE)[0] is Result.UNKNOWN
    assert "Result confirmed." in tell(one, late=True, result="1-0").text  # who gives in confirms
    assert result_of(playing, TABLE)[0] is Result.WHITE_WINS


def test_what_was_chosen_on_another_state_is_asked_about(table, playing):
    one, other, tell = table
    tell(one, result="1-0")
    answer = tell(other, late=True, result="0-1")
    assert answer.status_code == 409
    assert "somebody has entered a result meanwhile" in answer.text
    assert "Confirm result" in answer.text
    assert len(claims(playing)) == 1
    do("result", playing, TABLE, "1/2", "--even-so")
    assert "somebody has entered a result meanwhile" in tell(one, late=True, result="0-1").text
    assert result_of(playing, TABLE)[0] is Result.JIGO
    assert len(claims(playing)) == 1


def test_a_phone_whose_answer_was_lost_may_still_correct_its_result(table, playing):
    one, _, tell = table
    tell(one, result="1-0")
    assert "Change result" in one.get(str(tell(one, late=True, result="1-0").url.path)).text
    assert tell(one, result="0-1").status_code == 200
    assert result_of(playing, TABLE)[0] is Result.BLACK_WINS


def test_who_has_confirmed_a_result_does_not_change_it_alone(table, playing):
    do("phones", playing, "--both")
    one, other, tell = table
    tell(one, result="1-0")
    tell(other, confirm="1-0")
    for each in (one, other):
        assert tell(each, result="0-1").status_code == 409
        assert result_of(playing, TABLE)[0] is Result.WHITE_WINS


def test_a_phone_hears_of_its_own_table_alone(server, playing):
    """The versions of its page: none twice, and none for what comes to other tables."""
    seat = server.site.server.tables.seat(games(playing)[TABLE])
    with httpx2.Client(base_url=base(server), timeout=20) as phone:
        assert phone.get(f"/table/{seat[:-1]}x/events").status_code == 404

        def version():
            return re.search(r'data-version="(\w+)"', phone.get(f"/table/{seat}").text)[1]

        before = version()
        with phone.stream("GET", f"/table/{seat}/events?seen={before}") as events:
            heard = (line for line in events.iter_lines() if line.startswith("data: "))
            do("result", playing, TABLE - 1, "1-0")
            assert version() == before
            do("result", playing, TABLE, "1-0")
            assert next(heard) == f"data: {version()}"
            server.site.server.sidecar.keep(phones=False)
            assert next(heard) == f"data: {version()}"
