"""A real browser: how tests find their way in its pages, and what no page may have."""

from __future__ import annotations

import shutil
from dataclasses import replace

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import expect

from fastpair.formats import FORMATS
from serving import served

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The shell draws no window around its pages, which is half of the work."""

CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)

MARKUP = (
    ("<b>Bold", 'Ann "Q"'),
    ("<script>document.title='x'</script>", "Bo"),
    ("O'Neil & Sons", "Cy"),
    ('"><img src=x onerror=alert(1)>', "Di"),
    ("&lt;Plain&gt;", "Ed"),
)
expect.set_options(timeout=30_000)  # as long as a click waits: tests share the machine

WIDE, NARROW = {"width": 1280, "height": 800}, {"width": 390, "height": 800}
REFUSED = ("critical", "serious")


def worrying(said):
    """Whether a line of the console is more than a request that was refused or cut off on purpose."""
    expected = ("Failed to load resource", "htmx:afterRequest", "htmx:sendError")
    return said.type in ("error", "warning") and not said.text.startswith(expected)


def base(server):
    return server.addresses.director.split("/?")[0]


PLACES = {
    "Rules": ("Setup", ""),
    "Check-in": ("Players", "Check-in"),
    "Boards": ("Rounds", "Pairings"),
    "Results": ("Rounds", "Results"),
    "Log": ("Menu", "History"),
}
"""The phase and the view of parts that are not named as their phase."""


def go(page, part):
    """Go to a part of the director's page: a phase of the tournament, one of its views, or the history."""
    phase, view = PLACES.get(part, (part, ""))
    if phase == "Menu":
        page.locator("header details.menu > summary").click()
        page.locator("header details.menu").get_by_role("link", name=view, exact=True).click()
        return page.wait_for_load_state()
    links = page.get_by_role("navigation", name="Tournament", exact=True)
    links.get_by_role("link", name=phase, exact=True).click()
    page.wait_for_load_state()
    if view:
        page.get_by_role("navigation", name="Views").get_by_role(
            "link", name=view, exact=True
        ).click()
        page.wait_for_load_state()
    return None


def told(page, words):
    """Wait for a message."""
    expect(page.locator("#messages")).to_contain_text(words, ignore_case=True)


RESULTS = {"1–0": "1-0", "½": "½-½", "0–1": "0-1"}


def result_at(page, table):
    """The result that the list shows at a table."""
    line = page.locator(f"#t{table}")
    pressed = line.locator("[aria-pressed=true]")
    if pressed.count():
        return RESULTS[pressed.inner_text()]
    badge = line.locator(".vs .badge")
    return badge.inner_text() if badge.count() else ""


def result_shown(page, table, result):
    """Wait until the list shows a result at a table."""
    label = {value: name for name, value in RESULTS.items()}[result]
    page.locator(f"#t{table} [aria-pressed=true]").filter(has_text=label).wait_for()


def draw(page):
    """Draw the round."""
    go(page, "Boards")
    page.get_by_role("button", name="Pair round 1").first.click()
    told(page, "round 1 drawn")


def row(page, name):
    return page.locator("#list tr").filter(has_text=name)


def step(page, name):
    """Do the next step, by the button of the bar."""
    bar = page.locator("#next")
    bar.get_by_role("button", name=name).or_(bar.get_by_role("link", name=name)).first.click()


def reach(page, what):
    """Go on by Tab until an element is reached, by its text or id."""
    for _ in range(120):
        here = page.evaluate(
            "[document.activeElement.textContent.trim(), document.activeElement.id]"
        )
        if here[0].startswith(what) or here[1] == what:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{what} cannot be reached")


def reach_button(page):
    """Go on by Tab to the first of the choices."""
    for _ in range(20):
        if page.evaluate(
            "document.activeElement.closest('.options, .choices') !== null && document.activeElement.matches('button')"
        ):
            return
        page.keyboard.press("Tab")
    raise AssertionError("no choice can be reached")


def follow(page, part):
    """Follow the link to a part, from the start of the page."""
    page.reload()
    reach(page, part)
    with page.expect_navigation():
        page.keyboard.press("Enter")


FINDINGS = """options => axe.run(document, {...options, resultTypes: ["violations"]}).then((found) =>
  found.violations.map((each) => [each.id, each.impact, each.nodes[0].html.slice(0, 200)]))"""
"""What axe finds: the rule, how bad it is, and the first element that breaks it."""


def check(page):
    """Serious findings of axe on a page, contrast in both colours included: there must be none."""
    page.evaluate(AXE_SCRIPT)
    found = page.evaluate(FINDINGS, {})
    dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    page.emulate_media(color_scheme="light" if dark else "dark")
    found += page.evaluate(FINDINGS, {"runOnly": ["color-contrast"]})
    page.emulate_media(color_scheme="dark" if dark else "light")
    assert [each for each in found if each[1] in REFUSED] == [], page.url


def fixtures():
    """The fixtures of tests in a browser: a file whose names hold markup, its server, and pages."""

    @pytest.fixture
    def marked(tmp_path, invented):
        """A file of a congress before round 1, with names that hold markup."""
        players = list(invented.players)
        for index, (name, first_name) in enumerate(MARKUP):
            key = f"KEY {index} '\"&<"
            players[index] = replace(
                players[index], key=key, name=name, first_name=first_name, club="<i>"
            )
        tournament = replace(invented, name="<u>Congress</u> & Co", players=tuple(players))
        file = tmp_path / "congress.json"
        file.write_bytes(FORMATS["fastpair"].new(tournament))
        return file

    @pytest.fixture
    def server(marked):
        with served(marked, "0.0.0.0") as server:
            yield server

    @pytest.fixture
    def opened(chromium, server):
        """Open a page in a context of its own; it must never complain."""
        contexts, complaints = [], []

        def opened(path="", viewport=WIDE, scheme="light", **screen):
            context = chromium.new_context(viewport=viewport, color_scheme=scheme, **screen)
            contexts.append(context)
            context.add_init_script(
                "Math.random = () => 0"
            )  # the phones of a hall ask at random times
            page = context.new_page()
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.on(
                "console", lambda said: complaints.append(said.text) if worrying(said) else None
            )
            page.on(
                "dialog",
                lambda dialog: complaints.extend([dialog.message][dialog.type == "beforeunload" :]),
            )
            page.goto(base(server) + path if path else server.addresses.director)
            return page

        yield opened
        for context in contexts:
            context.close()
        assert complaints == [], complaints

    return marked, server, opened
