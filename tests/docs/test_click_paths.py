"""The guide to the page, followed literally in a real browser: each label in its order, nothing else."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browsing import CHROMIUM, WIDE, started
from fastpair.formats import read
from repository import ROOT
from serving import served

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")

GUIDE = ROOT / "docs" / "guide" / "director.md"
STEP = re.compile(r"(?<![*\w])\*(?P<label>[A-Z][^*\n]*)\*(?![*\w])|`(?P<typed>\d+ [123])`")
LIST = "name,first name,grade,country,club,registration\n" + "".join(
    f"{a}{b}{b}a,Ann,{number % 20 + 1}k,GB,Club {number % 7},{'' if number else 'preliminary'}\n"
    for number, (a, b) in enumerate((a, b) for a in "ABCDEFGHIJ" for b in "lmnrst")
).replace("20k", "20x", 1)
"""Sixty players: the first one is preliminary, the grade of one is no grade."""

FIELDS = {
    "Name": "Club day",
    "Start date": "2026-09-05",
    "Location": "Ulm",
    "Country": "DE",
    "Rounds": "2",
    "Rules preset": "EPM, even games",
}
FIELDS |= {"Family name": "Late", "Grade": "4k", "Find player": "Alla"}
"""What the guide leaves to the reader to enter."""


def choose_file(page):
    page.locator("input[type=file]").set_input_files(
        {"name": "list.csv", "mimeType": "text/csv", "buffer": LIST.encode()}
    )
    page.get_by_label("Line 21, grade").wait_for()


def correct_cells(page):
    for cell in page.locator("[aria-invalid=true]").all():
        cell.fill("20k")


def press_enter(page):
    page.keyboard.press("Enter")
    page.locator("#messages .message").first.wait_for()


def click_a_name(page):
    page.locator("#list .w a").first.click()


def enter_missing(page):
    field = page.locator("#typed")
    page.get_by_role("link", name="Rounds", exact=True).click()
    page.get_by_role("link", name="Results", exact=True).click()
    missing = page.locator("#list tr").filter(has_not=page.locator("[aria-pressed=true]"))
    tables = [line.get_attribute("id").removeprefix("t") for line in missing.all()]
    field.fill(" ".join(f"{table} 1" for table in tables))
    press_enter(page)


def complete_data(page):
    page.get_by_label("Late 4k: Country").fill("GB")
    page.get_by_label("Late 4k: Club").fill("Mill")


GESTURES = {
    "Choose a CSV file": choose_file,
    "Correct the marked cells": correct_cells,
    "press Enter. With": press_enter,
    "press Enter. To leave": press_enter,
    "go back in the browser": lambda page: page.go_back(),
    "Click a name": click_a_name,
    "click the name": click_a_name,
    "When all results are in": enter_missing,
    "When the last round is complete": enter_missing,
    "Enter missing countries and clubs": complete_data,
}
"""What the guide asks for that is no label: its words, and how they are done."""


def steps(text):
    """What a text asks for, in its order: a verb and a label, what is typed, or a gesture."""
    text = " ".join(re.sub(r"^```.*?^```", "", text, flags=re.M | re.S).split())
    found = []
    for words, gesture in GESTURES.items():
        assert text.count(words) == 1, words
        found.append((text.index(words), "do", gesture))
    verb, end = "", 0
    for match in STEP.finditer(text):
        between = text[end : match.start()]
        stated = re.search(r"\b(click|open|choose the|enter|type the name in) $", between, re.I)
        if stated:
            verb = stated[1].split()[0].lower()
        elif between not in (", ", " and ", ", then "):
            verb = "see"
        end = match.end()
        if match["typed"]:
            found.append((match.start(), "keys", match["typed"]))
        else:
            optional = re.search(r"\bIf [^.]*$", between)
            found.append((match.start(), "perhaps" if optional else verb, match["label"]))
    return [each[1:] for each in sorted(found, key=lambda each: each[0])]


def shown(page, label, kinds="a, button, summary, label, h1, h2, h3, b, .badge"):
    """What has a label and is in sight, apart from signs around the label."""
    whole = re.compile(rf"^\W*{re.escape(label)}\W*$")
    return page.locator(kinds).filter(has_text=whole, visible=True).first


def follow(page, verb, what):
    """Do one step; where it does not work as written, Playwright says what it waited for."""
    if verb == "do":
        what(page)
    elif verb == "keys":
        page.keyboard.type(what)
        press_enter(page)
    elif verb == "perhaps":
        if shown(page, what).count():
            follow(page, "click", what)
    elif verb == "see":
        expect(shown(page, what).or_(page.get_by_label(what, exact=True)).first).to_be_visible()
    elif verb == "choose":
        page.get_by_label(what, exact=True).select_option(label=FIELDS[what])
    elif verb in ("enter", "type"):
        page.get_by_label(what, exact=True).fill(FIELDS[what])
    elif "Download" in what:
        with page.expect_download():
            shown(page, what, "a, button").click()
    else:
        shown(page, what, "a, button, summary").click()
        page.wait_for_load_state()


def test_the_guide_works_as_it_is_written(tmp_path):
    with served(tmp_path) as server, started() as browser:
        page = browser.new_page(viewport=WIDE)
        page.set_default_timeout(20000)
        page.goto(server.addresses.director)
        for verb, what in steps(GUIDE.read_text("utf-8")):
            follow(page, verb, what)
    tournament = read(tmp_path / "club-day.json").tournament
    assert len(tournament.players) == 61
    assert {game.round for game in tournament.games} == {1, 2}


def test_a_label_in_a_step_is_clicked_entered_or_seen():
    """A list goes on with its verb; what is optional is only looked for."""
    words = " ".join(GESTURES)
    text = f"{words} Open *A* and click *B*, then *C*. Enter *D*, *E* and *F*; *G* shows. Type `1 2`. If x, click *H*."
    assert steps(text)[len(GESTURES) :] == [
        ("click" if label in "BC" else "open" if label == "A" else verb, label)
        for verb, label in [
            *(("", label) for label in "ABC"),
            *(("enter", label) for label in "DEF"),
            ("see", "G"),
            ("keys", "1 2"),
            ("perhaps", "H"),
        ]
    ]
