"""A whole congress in a real browser, by clicks and keys alone: from an empty folder to the file that the EGF takes."""

from __future__ import annotations

import re
from itertools import islice, product

import pytest
from playwright.sync_api import expect

import clicks
from browsing import (
    CHROMIUM,
    NARROW,
    WIDE,
    check,
    fixtures,
    go,
    result_shown,
    row,
    step,
    told,
)
from fastpair.formats import read
from fastpair.go.tournament import Result
from profiles import PROFILE
from serving import served

_, _, opened = fixtures()
pytestmark = [
    pytest.mark.ci,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine"),
]

PLAYERS, ROUNDS = (150, 9) if PROFILE == "nightly" else (30, 3)
THUMB = 40
"""Pixels of a button, in both directions."""

TABLES = range(1, PLAYERS // 2 + 1)
STARTS = "BDFGHKLMNPRTSVWZ"
SOME = "\n".join(
    ["name\tfirst name\tgrade\tcountry\tclub"]
    + [
        f"{start}{middle}{end}den\tIlva\t{place // 5 + 1}k\tDE\tUlm"
        for place, (end, start, middle) in islice(
            enumerate(product(("", "l"), STARTS, "aeiou")), PLAYERS - 3
        )
    ]
    + [f"Familie\t{first}\t{PLAYERS // 5 - 1}k\tDE\tBonn" for first in ("Ada", "Bo", "Cleo")]
)


@pytest.fixture
def server(tmp_path):
    """A server of an empty folder."""
    with served(tmp_path) as server:
        yield server


def begin(page):
    """A new tournament, and its players by a list that is pasted."""
    expect(page.get_by_text("No tournaments yet")).to_be_visible()
    check(page)
    page.get_by_role("link", name="Create tournament").first.click()
    page.get_by_label("Name", exact=True).fill("Summer Open")
    page.get_by_label("Rounds", exact=True).fill(str(ROUNDS))
    page.get_by_role("button", name="Create tournament").click()
    page.locator("#next").get_by_role("link", name="Import list").click()
    page.get_by_text("Paste list", exact=True).click()
    page.locator("#entries").fill(SOME)
    page.get_by_role("button", name="Show preview").click()
    page.get_by_role("button", name=f"Import {PLAYERS} players").first.click()
    expect(page.locator("#list tr")).to_have_count(PLAYERS)


def keep_a_family_apart(page):
    """Three of a family by one form: the others are offered as ticked boxes."""
    go(page, "Players")
    row(page, "Familie Ada").get_by_role("link").first.click()
    page.locator("#panel").get_by_role("link", name="Keep apart").first.click()
    page.locator("#panel").get_by_role("button", name="Keep apart").click()
    told(page, "do not meet")


def publish(page, number):
    step(page, f"Pair round {number}")
    expect(page.locator("#list tr").first).to_be_visible()
    step(page, f"Publish round {number}")
    told(page, f"round {number} published")


def does_not_come(page):
    """Somebody does not come: the board is paired again without them."""
    page.locator("#list td a").nth(3).click()
    page.get_by_role("link", name="Record no-show").click()
    page.locator("#panel .primary").click()
    told(page, "is absent from round")
    step(page, "Publish")
    told(page, "published")


def comes_late(page):
    """Somebody is added while the round is being played, and gets the bye or its player."""
    go(page, "Players")
    page.get_by_role("link", name="Add player").first.click()
    page.get_by_label("Family name").fill("Latecomer")
    page.get_by_label("Grade", exact=True).fill("12k")
    page.get_by_label("Grade", exact=True).press("Enter")
    told(page, "registered, from round 2 on")
    row(page, "Latecomer").get_by_role("button").click()  # plays in this round already
    expect(page.locator("#next")).to_have_class(re.compile("warn"))
    step(page, re.compile("Pair them|Assign bye"))
    page.get_by_role("button", name="Change anyway").click()  # players have seen who has the bye
    told(page, "are paired")
    step(page, "Publish")
    told(page, "published")


def type_results(page):
    """All results of a round in numbers, each third for Black."""
    go(page, "Results")
    page.locator("#typed").focus()
    tables = page.locator("#list tr[id^=t]").evaluate_all(
        "all => all.map((each) => Number(each.id.slice(1)))"
    )
    page.keyboard.type(" ".join(f"{table} {1 + (table % 3 == 0)}" for table in tables))
    page.keyboard.press("Enter")
    told(page, "all results entered")


def correct(page):
    """A result that was wrong: four keys and Enter twice."""
    page.keyboard.press("1")
    page.keyboard.type(" 2")
    page.keyboard.press("Enter")
    told(page, "Replace 1-0 with 0-1")
    page.keyboard.press("Enter")
    result_shown(page, 1, "0-1")


def withdraw(page):
    """Two clicks from the list of players."""
    go(page, "Players")
    row(page, "Buden Ilva").get_by_role("link").first.click()
    page.locator("#panel").get_by_role("button", name="Withdraw player").click()
    told(page, "has withdrawn")


def test_a_congress_from_an_empty_folder_to_the_results_file(opened, tmp_path):
    page = opened(viewport=WIDE)
    begin(page)
    keep_a_family_apart(page)
    for number in range(1, ROUNDS + 1):
        publish(page, number)
        if number == 1:
            does_not_come(page)
            comes_late(page)
        type_results(page)
        if number == 2:
            correct(page)
            withdraw(page)
    step(page, "Check results")
    page.locator("#panel, .page").get_by_role("heading").first.wait_for()
    go(page, "Finish")
    with page.expect_download() as waited:
        page.locator(".results-files").get_by_role("link", name="Download").first.click()
    file = tmp_path / waited.value.suggested_filename
    waited.value.save_as(file)
    page.reload()
    page.get_by_role("button", name="Mark as sent").first.click()
    page.locator("#messages .question").get_by_role("button", name="Mark as sent").click()
    expect(page.locator("#next")).to_contain_text("Results file sent")
    ended, found = (read(each).tournament for each in (tmp_path / "summer-open.json", file))
    assert file.suffix == ".h9"
    assert len(found.players) == PLAYERS + 1
    family = {player.key for player in ended.players if player.name == "Familie"}
    for number in range(1, ROUNDS + 1):
        assert not any(family.issuperset(game.players) for game in ended.round(number).games)
        wins = [
            sum(g.result is Result.WHITE_WINS for g in t.round(number).games)
            for t in (ended, found)
        ]
        assert wins[0] == wins[1] > 0


@pytest.mark.parametrize(("tasks", "players"), [(clicks.Tasks, 29), (clicks.ArbiterTasks, 30)])
def test_no_task_takes_more_clicks_or_keys_than_it_may(opened, server, tmp_path, tasks, players):
    page = opened(viewport=WIDE)
    for task in clicks.measured(page, server.addresses.director, tmp_path, players, tasks):
        assert task.clicks <= task.most_clicks, task
        assert task.keys <= task.most_keys, task
        assert task.clicks + task.keys > 0, task


def test_results_on_a_phone(opened):
    """A helper taps results, corrects one, types the rest, and finds a table by its number."""
    page = opened(viewport=WIDE)
    begin(page)
    publish(page, 1)
    go(page, "Share")
    page.locator("#helper-name").fill("Ann")
    page.get_by_role("button", name="Add helper").click()
    page.locator("summary", has_text="Ann").click()
    address = page.locator(".address").filter(has_text="token=").first.inner_text()
    phone = opened("/" + address.split("/", 3)[3], viewport=NARROW, has_touch=True, is_mobile=True)
    check(phone)
    phone.get_by_role("link", name="Summer Open").first.tap()
    phone.wait_for_load_state()
    for table in TABLES[:8]:
        phone.get_by_role("button", name=f"Table {table}: Black wins", exact=True).tap()
    told(phone, f"{len(TABLES) - 8} results missing")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth + 1")
    corrected = phone.get_by_role("button", name="Table 7: White wins", exact=True)
    assert min(corrected.bounding_box()[each] for each in ("width", "height")) >= THUMB
    corrected.tap()
    phone.get_by_role("button", name="Change anyway").tap()  # players know it
    expect(corrected).to_have_attribute("aria-pressed", "true")
    phone.locator("#typed").fill(" ".join(f"{table} 1" for table in TABLES[8:-1]))
    phone.keyboard.press("Enter")
    told(phone, "1 result missing")
    phone.get_by_label("Find player or table").fill(str(TABLES[-1]))
    expect(phone.locator("#list tr:visible")).to_have_count(1)
    phone.get_by_role("button", name=f"Table {TABLES[-1]}: Jigo").tap()
    told(phone, "all results entered")
    go(page, "Results")
    result_shown(page, 7, "1-0")


TEAMS, BOARDS = 6, 3
LINE_UPS = "\n".join(
    ["name\tfirst name\tgrade\tcountry\tclub\tteam\tboard"]
    + [
        f"{start}{'aei'[board]}den\tIlva\t{3 * team + board + 1}k\tDE\tUlm\tTeam {start}\t{board + 1}"
        for team, start in enumerate(STARTS[:TEAMS])
        for board in range(BOARDS)
    ]
)
