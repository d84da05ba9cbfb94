"""What is entered while the network fails or is slow: kept, marked, sent once, for the director and helpers."""

from __future__ import annotations

import re
from fnmatch import fnmatch

import pytest
from playwright.sync_api import expect

from browsing import CHROMIUM, NARROW, base, fixtures, go, result_shown
from commands import do
from congress_files import games, result_of
from fastpair.app.history.timeline import History
from fastpair.go.tournament import Result
from serving import wait_until

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")

marked, server, opened = fixtures()


@pytest.fixture
def playing(marked):
    do("draw", marked, "--write")
    do("publish", marked)
    return marked


def cut(page, pattern, *, answered):
    """Let no request through; where it is answered, the server has done it and the answer is lost."""

    def handle(route):
        if answered and route.request.method == "POST":
            route.fetch()
        route.abort()

    page.route(pattern, handle)


def entries(file):
    return [entry for entry in History(file).entries() if entry.act == "result"]


def results_page(opened, server, who):
    if who == "director":
        page = opened()
    else:
        server.access.add_helper("Ann", "1-5")
        page = opened(f"/?token={server.access.helpers['Ann'].token}", NARROW)
    page.goto(f"{base(server)}/results/1")
    return page


@pytest.mark.parametrize("answered", [False, True])
@pytest.mark.parametrize("who", ["director", "helper"])
def test_results_without_connection_are_sent_once_it_is_back(
    opened, server, playing, who, answered
):
    page = results_page(opened, server, who)
    cut(page, "**/results/**", answered=answered)
    page.get_by_label("Table 2: White wins").click()
    page.locator("#typed").fill("4 2")
    page.locator("#typed").press("Enter")
    line = page.locator("#unsent")
    expect(line).to_contain_text("Not sent: 2")
    expect(page.locator("#t2")).to_contain_text("not sent")
    expect(page.locator("#t4")).to_contain_text("not sent")
    expect(page.locator("#list .badge.unsent")).to_have_count(2)
    expect(page.locator("#list button.unsent")).to_have_count(2)
    page.evaluate("document.querySelector('.view-in').scrollTo(0, 1e6)")
    expect(line).to_be_in_viewport()
    page.unroute_all()
    expect(line).to_be_hidden()
    expect(page.locator("#t2")).not_to_contain_text("not sent")
    expect(page.get_by_label("Table 4: Black wins")).to_have_attribute("aria-pressed", "true")
    assert result_of(playing, 2) == (Result.WHITE_WINS, False)
    assert result_of(playing, 4) == (Result.BLACK_WINS, False)
    assert len(entries(playing)) == 2


def test_what_a_proxy_answers_alone_is_no_answer(opened, server, playing):
    page = results_page(opened, server, "director")
    page.route("**/results/1/enter", lambda route: route.fulfill(status=502, body="Bad Gateway"))
    page.get_by_label("Table 2: White wins").click()
    expect(page.locator("#unsent")).to_contain_text("Not sent: 1")
    page.unroute_all()
    expect(page.locator("#unsent")).to_be_hidden()
    assert result_of(playing, 2) == (Result.WHITE_WINS, False)


def test_what_is_not_sent_is_kept_when_the_page_is_loaded_again(opened, server, playing):
    """It rests on what the page showed: another result that came meanwhile is not replaced unasked."""
    page = results_page(opened, server, "director")
    page.on("dialog", lambda dialog: dialog.accept())
    page.route("**/results/1/enter", lambda route: route.abort())
    page.get_by_label("Table 2: White wins").click()
    page.get_by_label("Table 3: White wins").click()
    expect(page.locator("#unsent")).to_contain_text("Not sent: 2")
    do("result", playing, 3, "0-1")
    page.reload()
    expect(page.locator("#t2")).to_contain_text("not sent")
    page.unroute_all()
    expect(page.locator("#unsent")).to_be_hidden()
    expect(page.locator("#messages")).to_contain_text("another result of table 3 meanwhile")
    assert result_of(playing, 2) == (Result.WHITE_WINS, False)
    assert result_of(playing, 3) == (Result.BLACK_WINS, False)


def test_a_network_that_stalls_shows_that_something_is_on_its_way(opened, server, playing):
    page = results_page(opened, server, "director")
    held = []
    page.route("**/results/1/enter", lambda route: held.append(route))
    page.get_by_label("Table 2: White wins").click()
    expect(page.locator("#unsent")).to_have_text("Sending …")
    (route,) = held
    route.continue_()
    expect(page.locator("#unsent")).to_be_hidden()
    assert result_of(playing, 2) == (Result.WHITE_WINS, False)


def test_an_action_whose_answer_was_lost_is_not_done_twice(opened, server, marked):
    """Though somebody has changed something else meanwhile; colours that are exchanged twice would be as before."""
    do("draw", marked, "--write")
    page = opened()
    page.goto(f"{base(server)}/boards/1")
    cut(page, "**/boards/1/*", answered=True)
    before = games(marked)[1]
    page.evaluate("void send(`${document.body.dataset.base}/boards/1/colour`, { table: '1' })")
    expect(page.locator("#unsent")).to_contain_text("Not sent: 1")
    do("result", marked, 7, "1-0")
    page.unroute_all()
    expect(page.locator("#unsent")).to_be_hidden()
    expect(page.locator("#messages")).to_contain_text(
        "colours exchanged"
    )  # the answer that was lost
    assert (games(marked)[1].white, games(marked)[1].black) == (before.black, before.white)
    assert [entry.act for entry in History(marked).entries()].count("colour") == 1


@pytest.mark.parametrize("slow", ["**/attend", "**/static/sending.js"])
def test_a_form_that_waited_is_sent_from_where_it_is_then(opened, marked, slow):
    """An answer replaces the bar whose button was pressed before it came, or before the server was reached."""
    page = opened()
    go(page, "Check-in")
    held, at_next = [], page.locator("#next")
    before = at_next.inner_html()

    def hold(route):
        is_first = route.request.url not in (each.request.url for each in held)
        held.append(route) if is_first else route.continue_()

    for pattern in ("**/attend", "**/static/sending.js"):
        page.route(pattern, hold)
    page.locator("#list tr:visible .seg button").last.click()
    at_next.get_by_role("button", name="Pair round 1").click()
    wait_until(lambda: len(held) == 2 or page.wait_for_timeout(20))
    quick, other = sorted(held, key=lambda route: fnmatch(route.request.url, slow))
    quick.continue_()
    if slow == "**/attend":
        page.wait_for_timeout(300)
    else:
        expect(page.locator("#messages")).not_to_be_empty()
        assert at_next.inner_html() != before
    other.continue_()
    page.wait_for_url(re.compile("/boards/1"))
    page.locator("#messages").get_by_text(
        re.compile("Pair round 1|round 1 drawn", re.I)
    ).first.wait_for()


def test_a_change_of_others_replaces_nothing_while_a_form_waits(opened, server, marked):
    """What is sent then rests on what was seen when its button was pressed."""
    page = opened()
    go(page, "Players")
    state = page.locator("#state").get_attribute("data-seen")
    held, sent = [], []
    page.route("**/static/sending.js", lambda route: held.append(route))
    page.on("request", lambda request: sent.append(request) if request.method == "POST" else 0)
    page.locator("#next").get_by_role("button", name="Pair round 1").click()
    wait_until(lambda: held or page.wait_for_timeout(20))
    before = server.site.live.version
    do("absent", marked, "bo", "--round", 1)
    wait_until(lambda: server.site.live.version != before)
    page.wait_for_timeout(400)  # four times as long as a page waits before it asks
    held.pop().continue_()
    wait_until(lambda: sent or page.wait_for_timeout(20))
    assert sent[0].post_data_json["seen"] == state


def test_what_comes_before_a_page_hears_of_changes_is_shown(opened, server, playing):
    page = opened()
    held = []
    page.route("**/events", lambda route: held.append(route))
    page.goto(f"{base(server)}/results/1")
    wait_until(lambda: held or page.wait_for_timeout(20))
    before = server.site.live.version
    do("result", playing, 3, "0-1")
    wait_until(lambda: server.site.live.version != before)
    held.pop(0).continue_()
    result_shown(page, 3, "0-1")
