"""A whole congress in a real browser, from an empty folder to the file that the EGF takes."""

from __future__ import annotations

from itertools import islice, product

import pytest
from playwright.sync_api import expect, sync_playwright

from browsing import CHROMIUM, NARROW, WIDE, base, check, go, row, told, worrying
from fastpair.formats import read
from fastpair.go.tournament import Result
from profiles import PROFILE
from serving import served

pytestmark = [
    pytest.mark.ci,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine"),
]

PLAYERS, ROUNDS = 60 if PROFILE == "nightly" else 30, 3
THUMB = 40
"""Pixels of a button, in both directions."""

TABLES = range(1, PLAYERS // 2 + 1)
SOME = "\n".join(
    ["name\tfirst name\tgrade\tcountry\tclub"]
    + [
        f"{start}{middle}den\tIlva\t{place // 5 + 1}k\tDE\tUlm"
        for place, (start, middle) in islice(enumerate(product("BDFGHKLMNPRT", "aeiou")), PLAYERS)
    ]
)


@pytest.fixture
def opened(tmp_path):
    """A server of an empty folder, and pages that must never complain."""
    complaints = []
    with served(tmp_path) as server, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])

        def opened(path="", **screen):
            context = browser.new_context(**screen)
            context.set_default_timeout(8000)
            page = context.new_page()
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.on("console", lambda said: complaints.append(said.text) if worrying(said) else 0)
            page.goto(base(server) + path if path else server.addresses.director)
            return page

        yield opened
        browser.close()
    assert complaints == []


def begin(page):
    """A new tournament, and its players by a list that is pasted."""
    expect(page.get_by_text("No tournaments yet")).to_be_visible()
    check(page)
    page.get_by_label("Name", exact=True).fill("Summer Open")
    page.get_by_label("Rounds", exact=True).fill(str(ROUNDS))
    page.get_by_role("button", name="Create tournament").click()
    page.get_by_text("Paste list", exact=True).click()
    page.get_by_label("Players", exact=True).fill(SOME)
    page.get_by_role("button", name="Show preview").click()
    page.get_by_role("button", name=f"Import {PLAYERS} players").click()
    expect(page.locator("#list tr")).to_have_count(PLAYERS)


def to_round(page, number):
    rounds = page.get_by_role("navigation", name="Rounds")
    rounds.get_by_role("link", name=f"Round {number}", exact=True).click()


def be_absent(page, name):
    """Somebody leaves before a round, by keys alone."""
    go(page, "Players")
    page.keyboard.press("/")
    page.keyboard.type(name)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    told(page, "is absent")


def draw(page, number):
    go(page, "Boards")
    page.get_by_role("button", name=f"Draw round {number}").click()
    told(page, f"round {number} drawn")
    page.get_by_role("button", name=f"Publish round {number}").click()
    told(page, f"round {number} published")
    go(page, "Results")


def type_results(page):
    """All results of a round in numbers, each third for Black."""
    page.get_by_label("Table and result").focus()
    tables = page.locator("#list tr").count()
    page.keyboard.type(" ".join(f"{table} {1 + (table % 3 == 0)}" for table in TABLES[:tables]))
    page.keyboard.press("Enter")
    told(page, "all results entered")


def click_results(page):
    for table in TABLES:
        page.get_by_role("button", name=f"1-0, table {table}:").click()
    told(page, "all results entered")


def test_a_congress_from_an_empty_folder_to_the_results_file(opened, tmp_path):
    page = opened(viewport=WIDE)
    begin(page)
    for number in range(1, ROUNDS + 1):
        to_round(page, number)
        if number == ROUNDS:
            be_absent(page, "Baden")
        draw(page, number)
        if number == 2:
            click_results(page)
        else:
            type_results(page)
    go(page, "Standings")
    expect(page.locator("#head")).to_contain_text(f"Standings after round {ROUNDS}")
    expect(row(page, "Ba")).to_have_count(1)
    go(page, "Files")
    with page.expect_download() as waited:
        page.get_by_role("link", name="Download as EGD result file").click()
    file = tmp_path / waited.value.suggested_filename
    waited.value.save_as(file)
    ended, found = (read(each).tournament for each in (tmp_path / "summer-open.json", file))
    assert file.suffix == ".h9"
    assert len(found.players) == PLAYERS
    games = [len(found.round(number).games) for number in range(1, 4)]
    assert games == [len(TABLES), len(TABLES), len(TABLES) - 1]
    for number in range(1, ROUNDS + 1):
        wins = [
            sum(g.result is Result.WHITE_WINS for g in t.round(number).games)
            for t in (ended, found)
        ]
        assert wins[0] == wins[1] > 0


def test_results_on_a_phone(opened):
    """Who enters results taps them, corrects one, types the rest, and finds a table by its number."""
    page = opened(viewport=WIDE)
    begin(page)
    draw(page, 1)
    go(page, "Prints and phones")
    address = page.locator("kbd").filter(has_text="token=").first.inner_text()
    phone = opened("/" + address.split("/", 3)[3], viewport=NARROW, has_touch=True, is_mobile=True)
    check(phone)
    phone.get_by_role("link", name="Summer Open").tap()
    for table in TABLES[:8]:
        phone.get_by_role("button", name=f"0-1, table {table}:").tap()
    told(phone, f"{len(TABLES) - 8} results missing")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth + 1")
    corrected = phone.get_by_role("button", name="1-0, table 7:")
    assert min(corrected.bounding_box()[each] for each in ("width", "height")) >= THUMB
    corrected.tap()
    phone.get_by_role("button", name="Change it even so").tap()  # players know it
    expect(corrected).to_have_attribute("aria-pressed", "true")
    phone.get_by_label("Table and result").fill(" ".join(f"{table} 1" for table in TABLES[8:-1]))
    phone.keyboard.press("Enter")
    told(phone, "1 result missing")
    phone.get_by_label("Find a player or table").fill(str(TABLES[-1]))
    expect(phone.locator("#list tr:visible")).to_have_count(1)
    phone.locator("#list").get_by_role("button", name="½-½").locator("visible=true").tap()
    told(phone, "all results entered")
    go(page, "Results")
    expect(page.locator("#t7 .result")).to_have_text("1-0")
