"""Every page at the size of a congress: each id once, nothing wider than the screen, no message over a control."""

from __future__ import annotations

import re
import time
from collections import deque
from dataclasses import replace
from itertools import product
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest

import fastpair.ui.web
from browsing import base, result_at, result_shown, told, worrying
from congress_files import save
from fastpair.app.actions.apply import Call, Origin
from fastpair.app.actions.locking import LockedFile
from fastpair.formats import read
from fastpair.formats.opengotha import fitted
from fastpair.pairing.generator import Happenings, generate
from fastpair.pairing.systems import Dutch
from fastpair.ui.web.access import TableAddresses
from fastpair.ui.web.store import Sidecar
from profiles import PROFILE, few
from serving import served

WIDTHS = (390, 1280, 1440, 1920)
WALKED = WIDTHS if PROFILE == "nightly" else WIDTHS[:2]
"""Of a walk through all pages: a phone and the narrowest screen with two columns."""
BESIDE = WIDTHS if PROFILE == "nightly" else WIDTHS[1:2]
"""Of a panel that opens beside a list; what it holds is seen on a phone as a page of its own."""
PLAYERS, TEAMS, ROUNDS, PLAYED = 150, 30, 9, 5

CONGRESS, MATCHES, OPEN = "congress.xml", "teams.json", "open.json"
PRIZES = """
[[prize]]
name = "First prize of the main tournament"
[[prize]]
name = "Four wins"
count = "all"
wins = 4
shared = false
"""

TWICE = """() => {
  const ids = [...document.querySelectorAll("[id]")].map((each) => each.id);
  return ids.filter((id, place) => ids.indexOf(id) !== place);
}"""

WIDER = """() => [...document.querySelectorAll("*")]
  .filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth &&
    (each === document.documentElement || getComputedStyle(each).overflowX !== "visible") &&
    !each.matches(".across, .listed, .boards .w, .boards .b, .brand span, .next p > span, .chips, .rounds, .letters, .hidden, .entry > label, .leaf, .leaf span, .mini span, input, select, textarea, .sheet"))
  .map((each) => `${each.tagName} ${each.id} is ${each.scrollWidth} wide on ${each.clientWidth}: ` +
    [...each.querySelectorAll("*")].filter((one) =>
      one.getBoundingClientRect().right > each.getBoundingClientRect().right + 1)
    .slice(0, 4).map((one) => one.outerHTML.slice(0, 120)).join(" | "))"""
"""What does not fit into its width, and what reaches beyond it; wide tables and paper scroll on purpose."""

CUT = """() => [...document.querySelectorAll(".sheet, .across")]
  .filter((each) => each.scrollWidth > each.clientWidth + 1 && each.querySelector("tbody tr"))
  .filter((each) => ![...each.querySelectorAll("tbody tr:not([hidden]) > *")].some((cell) =>
    getComputedStyle(cell).position === "sticky"))
  .map((each) => `${each.className} is cut: ${each.scrollWidth} wide on ${each.clientWidth}`)"""
"""Tables whose last column lies outside, though names do not stay in sight while they scroll."""

BROKEN = """(limit) => {
  const range = document.createRange(), found = new Set();
  for (const cell of document.querySelectorAll("td, th")) {
    if (cell.clientHeight < 30) continue;  // one line
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) for (const word of walker.currentNode.data.matchAll(/[\\p{L}\\p{M}]{2,}/gu)) {
      range.setStart(walker.currentNode, word.index);
      range.setEnd(walker.currentNode, word.index + word[0].length);
      const parts = [...range.getClientRects()].filter((each) => each.width);
      const width = parts.reduce((sum, each) => sum + each.width, 0);
      if (new Set(parts.map((each) => Math.round(each.top))).size > 1 && width < limit) found.add(word[0]);
    }
  }
  return [...found].slice(0, 5);
}"""
"""Words in the cells of tables that are broken though they are narrow enough for a phone."""

LONGEST = 150
"""Pixels of a word that every page has room for."""

COVERED = """() => {
  const box = document.getElementById("messages")?.getBoundingClientRect() ?? new DOMRect();
  const found = new Set();
  for (let x = box.left + 3; x < box.right; x += 12)
    for (let y = box.top + 3; y < Math.min(box.bottom, innerHeight); y += 12)
      for (const each of document.elementsFromPoint(x, y)) {
        const control = each.closest("a, button, input, select, textarea, summary, label");
        if (control && !control.closest("#messages")) found.add(control.outerHTML.slice(0, 120));
      }
  return [...found];
}"""
"""The controls that are under a message."""


def publish(file, number):
    with LockedFile.opened(file) as locked:
        locked.do(Call(action="publish", values={"rounds": number}), Origin("command"), print)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A congress of players, one of teams and an open of chess, in the middle of a round that is published."""
    folder = tmp_path_factory.mktemp("folder")
    happenings = Happenings(late="4", byes_asked="10%", families="10%", missing="30%")
    congress = generate(PLAYERS, ROUNDS, seed=3, play=PLAYED, happenings=happenings)
    names = {congress.players[0].key: "Wolfeschlegelsteinhausenbergerdorff"}
    players = (replace(p, name=names.get(p.key, p.name)) for p in congress.players)
    congress = replace(congress, players=tuple(players))
    save(fitted(congress), folder / CONGRESS)
    matches = generate(TEAMS * 4, ROUNDS, seed=3, play=PLAYED, boards=4, happenings=happenings)
    save(matches, folder / MATCHES)
    (folder / f"{CONGRESS}.prizes.toml").write_text(PRIZES)
    chess = generate(30, ROUNDS, seed=3, play=PLAYED, system=Dutch())
    save(chess, folder / OPEN)
    for file in (CONGRESS, MATCHES, OPEN):
        publish(folder / file, PLAYED)
    return folder


@pytest.fixture(scope="module")
def complaints():
    """What the console of the browser has said of all pages: there must be nothing in the end."""
    found = []
    yield found
    assert found == []


@pytest.fixture(scope="module")
def site(folder, complaints, chromium):
    """The server of both, and a page of the director in a browser."""
    with served(folder) as server, chromium.new_context() as context:
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if worrying(said) else None)
        page.goto(server.addresses.director)
        yield page, base(server)


PARTS = (
    "players",
    "checkin",
    "lists",
    "boards",
    "results",
    "standings",
    "wallist",
    "ratings",
    "prizes",
    "prints",
    "files",
    "log",
    "rules",
    "teams",
)
MORE = (
    "hall/screen",
    "hall?me=a",
    "hall/standings",
    "hall/wallist",
    "table/x",
    f"boards/{PLAYED}/whatif?kind1=drop&one1=a",
    "players/77",
    f"nothing/{PLAYED}",
)
"""Pages to which no link leads."""


def kind_of(address):
    """What the address of a page has in common with those of pages like it."""
    parts = urlsplit(address)
    path = re.sub(r"/[0-9]+(?=/|$)", "/N", parts.path)
    told = ("format", "kind1")
    values = [(name, value if name in told else "") for name, value in parse_qsl(parts.query)]
    return path, tuple(sorted(values))


def inside_of(address, file):
    """The kind of a page, whichever of the tournaments it is of."""
    path, values = kind_of(address)
    return path.replace(f"/{file}", ""), values


def seat_of(file):
    """The end of the address of a table, as a phone reads it."""
    tables = TableAddresses(bytes.fromhex(Sidecar(file).settings.key))
    return tables.seat(read(file).tournament.round(PLAYED).games[0])


SPEAK = """() => document.getElementById("messages")?.insertAdjacentHTML("beforeend",
  `<div class="message refused"><p>${"What is said of the page, at some length. ".repeat(9)}</p></div>`)"""
"""Put a message where the director's pages have theirs."""


DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Wait until what a page does at another size is done: its event comes with the next frame."""


def faults(page, widths):
    """What is wrong with a page at some widths, its folded parts open and a message said."""
    page.evaluate(SPEAK)
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    found = [f"id {each} twice" for each in page.evaluate(TWICE)]
    here = page.viewport_size["width"]
    for width in sorted(
        widths, key=lambda width: width != here
    ):  # a screen that stays costs nothing
        if width != here:
            page.set_viewport_size({"width": width, "height": 800})
            page.evaluate(DRAWN)
        found += [f"{width}: {each}" for each in page.evaluate(WIDER)]
        if "/prints/" not in page.url:  # paper scrolls on purpose
            found += [f"{width}: {each}" for each in page.evaluate(CUT)]
        found += [f"{width}: broken {each}" for each in page.evaluate(BROKEN, LONGEST)]
        if width == widths[0] or PROFILE == "nightly":
            found += [f"{width}: covered {each}" for each in page.evaluate(COVERED)]
    return found


@pytest.mark.ci
def test_every_page(folder, site):
    """All pages that a link leads to, one of each kind; nightly, of both tournaments."""
    known = set()
    for file, language in ((CONGRESS, "en"), (MATCHES, "de")):
        done = pages_seen(folder, site, file, language, set() if PROFILE == "nightly" else known)
        assert len(done | known) > 50
        known |= done


def pages_seen(folder, site, file, language, known):
    """The kinds of pages of a tournament, which have no fault; links to known kinds are not followed."""
    page, root = site
    start = f"{root}/tournaments/{file}"
    page.goto(f"{root}/?speak={language}")
    waiting = deque(f"{start}/{part}/{number}" for part in PARTS for number in (PLAYED, PLAYED + 1))
    waiting.append(f"{start}/table/{seat_of(folder / file)}")
    waiting += [f"{start}/{path}" for path in MORE] + [f"{root}/", f"{root}/hall", f"{root}/x"]
    done, found = {inside_of(address, file) for address in waiting}, []
    while waiting:
        address = waiting.popleft()
        page.goto(address)
        found += [f"{address}: {fault}" for fault in faults(page, WALKED)]
        links = page.eval_on_selector_all(
            "a[href], button[formaction]", "all => all.map((each) => each.href ?? each.formAction)"
        )
        for link in (each.partition("#")[0] for each in links):
            inside = link.startswith((start, f"{root}/hall")) and "speak=" not in link
            if (
                inside
                and not re.search("/download|/everything|as=csv", link)
                and inside_of(link, file) not in done | known
            ):
                done.add(inside_of(link, file))
                waiting.append(link)
    page.goto(f"{root}/?speak=en")
    assert found == [], "\n".join(found)
    return done


INLINE = (
    "<style>h1 { color: red; }</style>",
    '<p style="color: red">',
    "<script>document.title = 1</script>",
    '<img src="data:," onerror="document.title = 1">',
)


@pytest.mark.parametrize(
    ("path", "inline"),
    few(product(("prints", "files", "prints/{}/page/standings"), INLINE), 4),
)
def test_the_console_complains_of_styles_and_scripts_in_a_page(site, complaints, path, inline):
    """So that the walk through all pages finds each of them; a sheet to print has no script at all."""
    page, root = site
    address = f"{root}/tournaments/{CONGRESS}/{path}".format(PLAYED)
    address += "" if "page" in path else f"/{PLAYED}"

    def add(route):
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace("<h1", f"{inline}<h1", 1))

    page.route(address, add)
    page.goto(address)
    page.unroute(address)
    assert any("Content Security Policy" in each for each in complaints)
    complaints.clear()


@pytest.mark.ci
def test_what_opens_beside_a_list(site):
    """Each kind of panel in the page that it belongs to; nightly, of both tournaments."""
    page, root = site
    found, done = [], set()
    for file, part in [(file, part) for file in (CONGRESS, MATCHES) for part in PARTS]:
        page.goto(f"{root}/tournaments/{file}/{part}/{PLAYED}")
        page.evaluate(
            "document.querySelectorAll('details').forEach((each) => { each.open = true; })"
        )
        links = page.locator("#main a[data-panel], #list a, #rail .who")
        for place, link in enumerate(links.evaluate_all("all => all.map((each) => each.href)")):
            kind = kind_of(link) if PROFILE == "nightly" else inside_of(link, file)
            if kind not in done:
                done.add(kind)
                page.set_viewport_size({"width": 1280, "height": 800})
                links.nth(place).evaluate("each => each.click()")
                page.locator("#panel h2").wait_for()
                found += [f"{link}: {fault}" for fault in faults(page, BESIDE)]
                page.locator("#panel [data-close]").first.evaluate("each => each.click()")
    assert found == [], "\n".join(found)
    assert len(done) > 15


@pytest.mark.parametrize("width", [1280, 1440])
def test_results_of_boards_do_not_wrap_and_rounds_have_no_outline(site, width):
    page, root = site
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{root}/tournaments/{CONGRESS}/boards/{PLAYED}")
    ends = page.locator("#list td:last-child")
    wraps = ends.evaluate_all("all => all.map((each) => getComputedStyle(each).whiteSpace)")
    assert set(wraps) == {"nowrap"}
    rounds = page.locator(".rounds a")
    outlines = rounds.evaluate_all("all => all.map((each) => getComputedStyle(each).outlineStyle)")
    assert set(outlines) == {"none"}


def one_line(cells):
    """Whether the text of each cell stands in one line."""
    return cells.evaluate_all(
        "all => all.length > 0 && all.every((each) => { const range = document.createRange();"
        " range.selectNodeContents(each); const tops = [...range.getClientRects()].map((one) => one.bottom);"
        " return Math.max(...tops) - Math.min(...tops) < 12; })"
    )


def test_times_tables_of_matches_and_buttons_stay_in_one_line_at_1440(site):
    page, root = site
    page.set_viewport_size({"width": 1440, "height": 800})
    for path, cells in [
        (f"{CONGRESS}/log/{PLAYED}", "#list td.fit.sub"),
        (f"{MATCHES}/boards/{PLAYED}", "#list th.tb > a"),
        (f"{MATCHES}/teams/{PLAYED}", "#list td.fit"),
        (f"{CONGRESS}/prizes/{PLAYED}", ".across td.fit .btn"),
    ]:
        page.goto(f"{root}/tournaments/{path}")
        assert one_line(page.locator(cells)), path
    page.goto(f"{root}/tournaments/{CONGRESS}/boards/{PLAYED}")
    assert page.locator("#lines thead th").nth(-2).inner_text() == "Result"


SHOWN = (f"standings/{PLAYED}", f"ratings/{PLAYED}", "hall/standings", "hall")


@pytest.mark.parametrize(("file", "path"), few(product((CONGRESS, MATCHES, OPEN), SHOWN), 5))
def test_a_phone_shows_all_of_the_standings(site, file, path):
    """With names as long as usual: no column lies outside, and no tab."""
    page, root = site
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(f"{root}/tournaments/{file}/{path}")
    page.locator("tr", has_text="Wolfeschlegel").evaluate_all(
        "all => all.map((each) => each.remove())"
    )
    ends = page.locator("thead th, .tabs a").evaluate_all(
        "all => all.map((each) => each.getBoundingClientRect().right)"
    )
    assert max(ends) <= 390
    tabs = page.locator(".tabs a").evaluate_all(
        "all => all.map((each) => each.getBoundingClientRect().top)"
    )
    assert len({*tabs}) <= 1


def test_a_date_of_the_history_is_not_broken_on_a_phone(site):
    page, root = site
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(f"{root}/tournaments/{CONGRESS}/log/{PLAYED}")
    times = page.locator("#list td:first-child")
    lines = times.first.evaluate(
        "each => { const range = document.createRange(); range.selectNodeContents(each);"
        " return new Set([...range.getClientRects()].map((one) => Math.round(one.bottom / 12))).size; }"
    )
    assert lines <= 2


def test_a_wall_list_of_chess_fits_its_screen(site):
    """Long names of criteria are broken before the list is wider than the page."""
    page, root = site
    page.set_viewport_size({"width": 1100, "height": 800})
    page.goto(f"{root}/tournaments/{OPEN}/wallist/{PLAYED}")
    assert page.locator("#lines").evaluate("each => each.offsetWidth > 0")
    assert page.locator(".rolls").evaluate("each => each.scrollWidth - each.clientWidth") <= 0


@pytest.mark.parametrize("width", [390, 1440])
def test_a_forfeit_does_not_move_the_buttons(site, width):
    page, root = site
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{root}/tournaments/{CONGRESS}/results/{PLAYED}")
    places = "all => all.map((each) => Math.round(each.getBoundingClientRect().x))"
    before = page.locator("#list .seg").evaluate_all(places)
    page.locator("#typed").fill("7 6")
    page.locator("#typed").press("Enter")
    page.locator("#messages p").first.wait_for()
    if page.locator("#messages .question").count():
        page.keyboard.press("Enter")
    page.locator("#t7 .vs .badge").wait_for()
    after = page.locator("#list .seg").evaluate_all(places)
    assert after == before
    assert len({*after}) == 1


def messages(page, words):
    told(page, words)
    assert page.evaluate(COVERED) == []


@pytest.mark.parametrize("width", few(WIDTHS, 2))
def test_a_message_covers_no_control(site, width):
    page, root = site
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{root}/tournaments/{CONGRESS}/results/{PLAYED}")
    field = page.get_by_label("Table and result")
    for typed, words in [
        ("99 1", "no table 99"),
        ("63 x", "is not a result"),
        ("63", "Who has won"),
    ]:
        field.fill(typed)
        field.press("Enter")
        messages(page, words)
    page.keyboard.press("Escape")
    page.locator("#t1 .seg button").first.click()
    page.locator("#messages .message").wait_for()
    assert page.evaluate(COVERED) == []
    assert page.evaluate("document.querySelector('#messages').offsetHeight") < 400


@pytest.fixture
def table(site):
    """The results of the round that is played, and the result of a table of it."""
    page, root = site
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{root}/tournaments/{CONGRESS}/results/{PLAYED}")
    return page, lambda number: result_at(page, number)


def test_results_at_every_table(table):
    """By the keyboard at odd tables, by a click at even ones; each lands in its own row."""
    page, result = table
    rows = page.locator("#list tr")
    assert rows.count() > 60
    shown = rows.evaluate_all("all => all.map((each) => each.cells[1].textContent)")
    field = page.get_by_label("Table and result")
    for number in (*range(1, 4), *range(10, 14), 21, 22, 31, 60):
        page.locator("#messages").evaluate("each => each.replaceChildren()")
        if number % 2:
            field.fill(f"{number} 1")
            field.press("Enter")
        elif result(number) != "1-0":
            page.locator(f"#t{number} .seg button").first.click()
        else:
            continue
        page.locator("#messages p").first.wait_for()
        if page.locator("#messages .question").count():
            page.keyboard.press("Enter")
        result_shown(page, number, "1-0")
    assert rows.evaluate_all("all => all.map((each) => each.cells[1].textContent)") == shown
    assert page.evaluate(TWICE) == []
    assert page.locator("td tr").count() == 0


def test_enter_replaces_a_result_and_escape_keeps_it(table):
    page, result = table
    field = page.get_by_label("Table and result")
    number = next(number for number in range(62, 0, -1) if result(number) in ("1-0", "0-1"))
    known, other = result(number), {"1-0": "0-1"}.get(result(number), "1-0")
    for key, after in (("Escape", known), ("Enter", other)):
        field.fill(f"{number} {other}")
        field.press("Enter")
        told(page, f"Enter replaces it with {other}, Esc keeps it.")
        assert f"Table {number} has {known}" in page.locator("#messages").inner_text()
        page.keyboard.press(key)
        page.locator("#messages .question").wait_for(state="detached")
        result_shown(page, number, after)
        assert page.evaluate("document.activeElement.id") == "typed"
    assert field.input_value() == ""


def test_a_question_takes_no_key_that_is_meant_for_the_next_table(table):
    page, result = table
    field = page.get_by_label("Table and result")
    was = {"1-0": "2", "0-1": "1"}
    typed = f"61 {was.get(result(61), '1')}"
    before = result(61)
    page.route("**/enter", lambda route: (time.sleep(0.4), route.continue_()), times=1)
    field.focus()
    page.keyboard.type(typed)
    page.keyboard.press("Enter")
    page.keyboard.type("60 ")
    page.locator("#messages .question").wait_for()
    page.keyboard.type({"0-1": "2"}.get(result(60), "1"))
    page.keyboard.press("Enter")
    told(page, "table 60:")
    assert result(61) == before
    page.locator("#messages .question button:focus").wait_for()
    page.keyboard.press("Enter")
    told(page, "table 61:")
    assert result(61) != before


def test_an_answer_takes_no_digit_that_was_typed_before_it_came(table):
    """Of the table after the one whose result ends a question: ``43 1`` must not become ``3 1``."""
    page, result = table
    field, keys = page.get_by_label("Table and result"), {"1-0": "1", "½-½": "3", "0-1": "2"}
    field.focus()
    page.keyboard.type(f"61 {2 if result(61) == '1-0' else 1}")
    page.keyboard.press("Enter")
    page.locator("#messages .question button:focus").wait_for()
    page.route("**/enter", lambda route: (time.sleep(0.4), route.continue_()), times=1)
    page.keyboard.type(f"60 {keys.get(result(60), '1')}")
    page.keyboard.press("Enter")
    page.keyboard.type("4")
    told(page, "table 60:")
    page.keyboard.type("3 ")
    assert field.input_value() == "43 "
    field.fill("")


def test_ids_are_made_in_one_place():
    """So that no two are equal: those of templates are words, all others come from `id_of`."""
    folder = Path(fastpair.ui.web.__file__).parent / "templates"
    for template in folder.glob("*.html"):
        for made in re.findall(r'\bid="([^"]*(?:"[^"]*"[^"]*)*?)"[ >]', template.read_text()):
            known = re.fullmatch("[a-z]+(-[a-z]+)*", made) or made.startswith("{{ ")
            assert known, (template.name, made)
