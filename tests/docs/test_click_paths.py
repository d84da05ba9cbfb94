"""The guide to the page, followed literally in a real browser: each label in its order, nothing else."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from browsing import CHROMIUM, WIDE
from commands import do
from fastpair.formats import read
from fastpair.go.tournament import Result
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
    "Time control": "45 fischer 20",
    "Komi": "6.5",
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

PARTS = ("", "## Add players\n", "## Pair a round\n", "## When somebody leaves or arrives\n")
"""The headings with which the parts of the guide begin that are followed by themselves."""


def parts():
    """The text of the guide in those parts."""
    text = GUIDE.read_text("utf-8")
    bounds = [*map(text.index, PARTS), len(text)]
    return [text[begin:end] for begin, end in pairwise(bounds)]


def tournament_before(part, folder):
    """The file that commands write in a folder, with all that a director has done before a part of the guide."""
    file, entries = folder / "club-day.json", folder.parent / "list.csv"
    entries.write_text(LIST.replace("20x", "20k"), encoding="utf-8")
    day = ("--begin", "2026-09-05", "--place", "Ulm", "--country", "DE")
    play = ("--time", "45 fischer 20", "--komi", "6.5")
    rules = ("--rounds", "2", "--preset", "EPM", "--handicap", "off")
    commands = [("new", file, "--name", "Club day", *day, *play, *rules)]
    if part >= 2:
        commands = [
            (*commands[0], "--entries", entries),
            ("register", file, "Late", "--grade", "4k"),
            ("confirm", file, "Alla"),
            ("absent", file, "Amma"),
        ]
    if part >= 3:
        results = dict.fromkeys(range(1, 31), "w") | {13: "b", 14: "1/2"}
        pairs = (str(word) for pair in results.items() for word in pair)
        commands += [("draw", file, "--write"), ("publish", file), ("result", file, *pairs)]
        commands += [("draw", file, "--write"), ("publish", file)]
    for command in commands:
        do(*command)
    return file


def steps(text):
    """What a text asks for, in its order: a verb and a label, what is typed, or a gesture."""
    text = " ".join(re.sub(r"^```.*?^```", "", text, flags=re.M | re.S).split())
    found = []
    for words, gesture in GESTURES.items():
        if words in text:
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


@pytest.mark.parametrize("part", range(len(PARTS)))
def test_the_guide_works_as_it_is_written(tmp_path, chromium, part):
    """After each part the tournament is the one with which the next part begins."""
    folder, next_folder = tmp_path / "walked", tmp_path / "next"
    folder.mkdir()
    next_folder.mkdir()
    if part:
        tournament_before(part, folder)
    with served(folder) as server, chromium.new_context(viewport=WIDE) as context:
        page = context.new_page()
        page.goto(server.addresses.director)
        if part:
            page.get_by_role("link", name="Club day").first.click()
            shown(page, "Pairings" if part == 3 else "Players").click()
        for verb, what in steps(parts()[part]):
            follow(page, verb, what)
    tournament = read(folder / "club-day.json").tournament
    if part + 1 < len(PARTS):
        assert tournament == read(tournament_before(part + 1, next_folder)).tournament
    else:
        assert len(tournament.players) == 61
        assert {game.round for game in tournament.games} == {1, 2}
        assert all(game.result is not Result.UNKNOWN for game in tournament.games)


def test_each_gesture_is_asked_for_once():
    text = " ".join(GUIDE.read_text("utf-8").split())
    assert {words: text.count(words) for words in GESTURES} == dict.fromkeys(GESTURES, 1)


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
