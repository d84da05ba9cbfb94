"""Lists of players, boards and results in a real browser: what is entered at once, and what is in sight."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from browsing import (
    CHROMIUM,
    WIDE,
    base,
    draw,
    fixtures,
    follow,
    go,
    row,
    told,
)
from commands import do
from congress_files import save
from fastpair import Congress
from fastpair.formats import FORMATS, read
from fastpair.letters import without_accents

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")


marked, server, opened = fixtures()


@pytest.fixture
def long_list(marked):
    """The same file with a player for each of sixty names."""
    tournament = read(marked).tournament
    names = [f"{letter}{other}o" for letter in "ABCDEFGHIJKLMNOPQRST" for other in "aeu"]
    new = [
        replace(tournament.players[-1], key=name.upper(), name=name, first_name="Li")
        for name in names
    ]
    save(replace(tournament, players=tuple(new)), marked)
    return marked


def test_the_search_reads_names_as_the_commands_do(opened, marked):
    page = opened()
    names = ("Straße", "STRAẞE", "Łoś Đỗ", "Çağrı İnce", "Ærøskøbing", "Þór Ðuð", "Ὀδυσσεύς")
    for text in names:
        assert page.evaluate(f"folded({text!r})") == without_accents(text)


def test_a_long_list_by_name_offers_its_letters(opened, long_list):
    page = opened()
    page.locator(".letters").get_by_role("button", name="N", exact=True).click()
    line = page.locator("#list tr").filter(has=page.locator(":focus"))
    assert line.inner_text().startswith("N")
    assert line.bounding_box()["y"] > page.locator("#lines th").first.bounding_box()["y"] > 0
    follow(page, "Standings")
    assert page.locator(".letters").count() == 0


def test_a_double_click_enters_a_list_once(opened, marked):
    """What is told stays, nothing is refused, and the second click undoes nothing."""
    page = opened("", WIDE)
    go(page, "Players")
    page.get_by_role("link", name="Import list").click()
    page.get_by_text("Paste list", exact=True).click()
    page.locator("textarea[name=list]").fill(
        "name,first name,grade\n" + "".join(f"Player{n},Ann,3k\n" for n in range(120))
    )
    page.get_by_role("button", name="Show preview").click()
    page.get_by_role("button", name="Import 120 players").dblclick()
    told(page, "120 players imported.")
    page.wait_for_timeout(500)
    assert "already" not in page.locator("#messages").inner_text()
    assert page.url.endswith("/players/1")


def test_a_file_is_imported_by_three_clicks_and_taken_back_by_one(opened, marked, tmp_path):
    before = len(read(marked).tournament.players)
    listed = tmp_path / "list.csv"
    listed.write_text("name,first name,grade\nAda,Ann,1 dan\nBo,Ben,3k\n")
    page = opened("", WIDE)
    go(page, "Players")
    page.get_by_role("link", name="Import list").click()
    with page.expect_file_chooser() as chosen:
        page.get_by_text("Choose file").click()
    chosen.value.set_files(listed)
    page.get_by_role("button", name="Import 2 players").click()
    told(page, "2 players imported.")
    page.locator("#messages").get_by_role("button", name="Undo").click()
    told(page, "undone")
    assert len(read(marked).tournament.players) == before


def test_a_family_is_checked_in_by_one_name(opened, marked):
    tournament = read(marked).tournament
    family = [
        replace(tournament.players[0], key=f"LOWE{n}", name="Lowe", first_name=n, final=False)
        for n in ("Ann", "Bo", "Cy")
    ]
    changed = replace(tournament, players=(*tournament.players, *family))
    save(changed, marked)
    page = opened("", WIDE)
    go(page, "Check-in")
    page.get_by_role("button", name="Start check-in").click()
    told(page, "Check-in started")
    page.locator("#list tr", has_text="Lowe").first.wait_for()
    page.keyboard.press("/")
    page.keyboard.type("lowe")
    expect(page.locator("#list tr:visible")).to_have_count(3)
    expect(page.get_by_role("button", name="Check in all 3")).to_be_visible()
    page.keyboard.press("Shift+Enter")
    told(page, "3 players are here: Lowe Ann, Lowe Bo, Lowe Cy.")
    players = read(marked).tournament.by_key
    assert all(players[player.key].final for player in family)
    page.locator("#filter").fill("lowe bo")
    expect(page.locator("#list tr:visible")).to_have_count(0)  # a search stays within the chip
    expect(page.locator("#found")).to_have_text("0 found here, 1 under other filters")
    page.keyboard.press("Shift+Enter")
    expect(page.locator("#found")).to_have_text("Nobody to check in. Type a name.")
    page.locator("#filter").dispatch_event("input")  # as an answer that finds the same
    page.wait_for_timeout(300)
    expect(page.locator("#found")).to_have_text("Nobody to check in. Type a name.")
    page.locator("#chips a", has_text="All").click()
    page.locator("#filter").focus()
    page.keyboard.press("Enter")
    told(page, "Lowe Bo is already here.")
    line = row(page, "Lowe Bo")
    line.get_by_role("button", name="Absent").click()
    told(page, "Lowe Bo is absent from round 1.")
    expect(line.get_by_role("button", name="Absent")).to_have_attribute("aria-pressed", "true")
    page.locator("#filter").press("Enter")
    told(page, "Entered as absent in round 1: Lowe Bo; check in?")
    page.get_by_role("button", name="Check in 1 player").press("Enter")
    told(page, "Lowe Bo is here.")
    line.get_by_role("button", name="Absent").click()
    told(page, "Lowe Bo is absent from round 1.")
    line.get_by_role("button", name="Here").click()
    told(page, "Entered as absent in round 1: Lowe Bo; check in?")
    page.get_by_role("button", name="Check in 1 player").press("Enter")
    told(page, "Lowe Bo is here.")


@pytest.mark.parametrize("who", ["director", "helper"])
def test_enter_on_a_name_takes_nobody_away(opened, server, marked, who):
    """Neither who has played before, and so is here, nor a change that a search of the history finds."""
    do("draw", marked, "--write")
    do("result", marked, *(text for table in range(1, 11) for text in (str(table), "1-0")))
    page = opened()
    if who == "helper":
        server.access.add_helper("Ann", "1-5")
        page = opened(f"/?token={server.access.helpers['Ann'].token}", WIDE)
    page.goto(f"{base(server)}/checkin/2")
    before = marked.read_bytes()
    page.locator("#filter").fill("sons")
    for _ in range(2):
        page.locator("#filter").press("Enter")
        told(page, "O'Neil & Sons Cy is already here.")
    if who == "director":
        go(page, "Log")
        page.locator("#filter").fill("result")
        page.locator("#filter").press("Enter")
        expect(page.locator("#list button").first).to_be_focused()
    page.wait_for_timeout(300)
    assert marked.read_bytes() == before


ELSEWHERE = "Name;First name;Grade;Country\nDvořák;Jiří;3d;CZ\nČerný;Ondřej;2k;CZ\n"


def test_the_encoding_of_a_list_is_guessed_shown_and_chosen(opened, marked, tmp_path):
    listed = tmp_path / "list.csv"
    listed.write_bytes(ELSEWHERE.encode("cp1250"))
    page = opened()
    go(page, "Players")
    page.get_by_role("link", name="Import list").click()
    page.locator("#entries-file").set_input_files(listed)
    chosen, first = page.locator("#entries-encoding"), page.locator("tbody tr").first
    expect(first).to_contain_text("Dvořák")
    expect(chosen).to_have_value("windows-1250")
    chosen.select_option("windows-1257")
    expect(first).to_contain_text("Dvoųįk")
    chosen.select_option("windows-1250")
    expect(first).to_contain_text("Dvořák")
    page.get_by_role("button", name="Import 2 players").click()
    expect(row(page, "Dvořák Jiří")).to_have_count(1)
    names = [player.full_name for player in read(marked).tournament.players]
    assert {"Dvořák Jiří", "Černý Ondřej"} <= {*names}
    listed.write_text(ELSEWHERE.replace("Dvo", "Svo"), encoding="utf-8")
    page.goto(page.url + "/import")
    page.locator("#entries-file").set_input_files(listed)
    expect(first).to_contain_text("Svořák")
    expect(page.locator("input[name=raw]")).to_have_value("")


WIDE_LIST = (
    "Name;First name;Grade;Rating;Country;Club;EGF PIN;Email\n"
    "Wendimbra-Hanellestein;Maria Theodora;3x;1850;DE;Go-Club Nordmeer-Süd;12345678;"
    "maria.theodora.wendimbra@example.org\n"
    "Novak;Eva;1d;2110;CZ;Brno;12345679;eva@example.org\n"
)


@pytest.mark.parametrize("width", [1280, 1440])
def test_the_status_of_lines_is_in_sight_beside_eight_columns(opened, server, width):
    page = opened("", {"width": width, "height": 800})
    page.goto(base(server) + "/players/1/import")
    page.get_by_text("Paste list", exact=True).click()
    page.locator("#entries").fill(WIDE_LIST)
    page.get_by_role("button", name="Show preview").click()
    preview = page.get_by_role("region", name="Preview of the list")
    expect(preview.locator("thead th")).to_have_count(10)
    for each in (
        preview.get_by_role("columnheader", name="Status"),
        preview.get_by_role("checkbox", name="Skip line 2"),
        preview.get_by_text("New", exact=True),
    ):
        expect(each).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("width", [390, 1440])
def test_a_cell_to_correct_is_in_sight_in_a_wide_list(opened, server, width):
    """Though its column is not: there is no need to scroll to the right to find what is wrong."""
    page = opened("", {"width": width, "height": 900})
    page.goto(base(server) + "/players/1/import")
    page.get_by_text("Paste list", exact=True).click()
    columns = [line.split(";") for line in WIDE_LIST.splitlines()]
    last = "\n".join(";".join((*line[:2], *line[3:], line[2])) for line in columns)
    page.locator("#entries").fill(last)
    page.get_by_role("button", name="Show preview").click()
    cell = page.get_by_label("Line 2, Grade")
    cell.evaluate("each => scrollTo(0, each.getBoundingClientRect().top - 400)")
    assert page.get_by_role("region", name="Preview of the list").evaluate(
        "each => each.scrollWidth > each.clientWidth && !each.scrollLeft"
    )
    expect(cell).to_be_in_viewport(ratio=1)


UNFILLED = """() => [...document.querySelectorAll("table")].flatMap((table) =>
  [...table.tHead?.rows[0].cells ?? []].filter((head) => head.offsetWidth &&
    [...table.tBodies[0].rows].every((line) => !line.cells[head.cellIndex]?.textContent.trim() &&
      !line.cells[head.cellIndex]?.querySelector("input, button")))
  .map((head) => head.textContent))"""
"""Columns that are shown though no line has anything in them."""


def test_columns_in_which_nobody_has_anything_are_not_shown(opened, marked, server):
    tournament = read(marked).tournament
    players = [replace(player, club="", country="") for player in tournament.players]
    save(replace(tournament, players=tuple(players)), marked)
    page = opened("", WIDE)
    for part in ("players/1", "boards/1", "results/1", "standings/1", "wallist/1", "hall"):
        if part == "boards/1":
            draw(page)
            page.get_by_role("button", name="Publish round 1").first.click()
            told(page, "round 1 published")
        if part == "standings/1":
            page.goto(f"{base(server)}/results/1")
            heads = page.locator("#lines thead")
            expect(heads.get_by_text("Entered")).to_be_hidden()
            page.locator("#typed").fill("1 1")
            page.keyboard.press("Enter")
            expect(heads.get_by_text("Entered")).to_be_visible()
        page.goto(f"{base(server)}/{part}")
        page.locator("tbody tr").first.wait_for()
        assert page.evaluate(UNFILLED) == [], part


def test_the_list_ends_before_the_rail(opened, marked, server):
    """With names as long as people have, and every column filled."""
    tournament = read(marked).tournament
    long = [
        replace(player, name="Wendimbra-Hanellestein", first_name="Maria Theodora", club="Zora")
        for player in tournament.players[:6]
    ]
    players = [
        replace(player, key=f"LONG{number}", first_name=f"{player.first_name} {number}")
        for number, player in enumerate(long)
    ]
    changed = replace(tournament, players=(*players, *tournament.players[6:]))
    save(changed, marked)
    page = opened("", WIDE)
    draw(page)
    for part, panel in (("boards", ""), ("boards", "seat"), ("players", "entry"), ("results", "")):
        page.goto(f"{base(server)}/{part}/1")
        if panel:
            page.locator("#list a", has_text="Wendimbra").first.click()
            page.locator("#panel:not(:empty)").wait_for()
        for width in (1030, 1280, 1440, 1920):
            page.set_viewport_size({"width": width, "height": 800})
            ends = page.evaluate(
                "() => [...document.querySelectorAll('.rail, .sheet > table, .sheet .badge')].map((each) =>"
                "[each.className, each.getBoundingClientRect()]).filter(([_, box]) => box.width)"
            )
            rails = [box["left"] for name, box in ends if name.startswith("rail")]
            assert len(rails) == (part == "boards" or bool(panel)), (part, width)
            rest = [box["right"] for name, box in ends if not name.startswith("rail")]
            assert max(rest) <= min(rails, default=width), (part, panel, width)


TWO_LINES = """() => [...document.querySelectorAll(".tb")].flatMap((each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    const text = range.getBoundingClientRect();
    return text.height > 30 || text.width > each.clientWidth ? [each.textContent] : [];
})"""


@pytest.mark.parametrize("part", ["boards", "results", "hall"])
def test_the_numbers_of_tables_are_whole_on_phones(opened, server, marked, part):
    """Those of three digits, too."""
    do("tables", marked, "--closed", "1-100")
    do("draw", marked, "--write")
    do("publish", marked)
    page = opened("/hall?round=1" if part == "hall" else "", {"width": 360, "height": 800})
    if part != "hall":
        page.goto(f"{base(server)}/{part}/1")
    page.get_by_text("101", exact=True).first.wait_for()
    assert page.evaluate(TWO_LINES) == []


def test_what_is_opened_stays_open_when_the_page_changes(opened, server):
    """A list is pasted into a tournament without players, which somebody else has changed meanwhile."""
    file = server.site.server.store.file
    file.write_bytes(FORMATS["fastpair"].new(Congress.new("Open", preset="Swiss").tournament))
    page = opened()
    page.goto(f"{base(server)}/players/1")
    page.get_by_text("Paste list", exact=True).click()
    field = page.get_by_label("Players", exact=True)
    expect(field).to_be_visible()
    do("rules", file, "--rounds", "7")
    expect(page.get_by_role("link", name="Round 7")).to_be_visible()
    expect(field).to_be_visible()
