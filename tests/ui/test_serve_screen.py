"""The screen of the hall at the size of a congress: what it shows, when it shows it, and without a connection."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from browsing import CHROMIUM, base
from builders import everybody_present
from commands import do
from congress_files import save
from fastpair import Congress
from fastpair.app.forms.inputs import with_rules
from fastpair.go.tournament import winner_by_losses
from fastpair.pairing.generator import generate
from fastpair.pairing.rounds import draw_round
from fastpair.report.languages import LANGUAGES
from profiles import few
from scheduled import better_wins, entered, with_results
from serving import served

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")

PLAYERS = 300
SIZES = {"upright": (1080, 1920), "landscape": (1920, 1080)}
TINY = {"width": 320, "height": 480}
MARKED = "window.isTheSame"
"""Set by a test, and gone as soon as the screen goes to another address."""


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """A congress whose players have names of 30 letters, in two rooms, with a published round of 150 boards."""
    letters = "Abcdefghijklmnopqrst"
    tournament = everybody_present(generate(PLAYERS, 3, seed=1))
    players = [
        replace(
            player,
            name=f"{letters[place % 20]}{letters[place // 20].lower()}enbergermann",
            first_name="Maximilianaria-M",
        )
        for place, player in enumerate(tournament.players)
    ]
    assert {len(player.full_name) for player in players} == {31}
    file = tmp_path_factory.mktemp("screen") / "congress.json"
    tournament = replace(tournament, name="An Open Congress of Many", players=tuple(players))
    save(tournament, file)
    do("tables", file, "--room", "Great Hall=1-60", "--room", "Annex=61-150")
    do("draw", file, "--write")
    do("publish", file)
    return file


@pytest.fixture
def screen(chromium, file):
    """Open the screen, in a language, at a size; it must never complain nor go to another address."""
    contexts, complaints = [], []
    with served(file) as server:

        def opened(size="landscape", language="en"):
            width, height = SIZES[size]
            contexts.append(chromium.new_context(viewport={"width": width, "height": height}))
            page = contexts[-1].new_page()
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.goto(f"{base(server)}/hall/screen?speak={language}")
            page.evaluate(f"{MARKED} = true; next = Infinity")  # only events bring what is new
            return page

        yield opened
        assert all(page.evaluate(MARKED) for context in contexts for page in context.pages)
        for context in contexts:
            context.close()
    assert complaints == []


LEAVES = """() => layouts.map(({ section, pages }, place) => pages.map((_, number) => {
  [leaf, page] = [place, number];
  show();
  const frame = section.getBoundingClientRect();
  const isOut = (part) => {
    const { left, right, top, bottom } = part.getBoundingClientRect();
    return left < frame.left - 1 || right > frame.right + 1 || top < frame.top - 1 || bottom > frame.bottom + 1;
  };
  const seen = [...section.querySelectorAll("li")].filter((line) => line.checkVisibility());
  const parts = seen.flatMap((line) => [...line.children]);
  const crossed = seen.filter((line) => {
    const boxes = [...line.children].map((part) => part.getBoundingClientRect()).filter(({ width }) => width);
    return boxes.some((one, index) => boxes.slice(index + 1).some((other) =>
      one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1));
  });
  const cut = parts.filter((part) => isOut(part) || part.scrollWidth > part.clientWidth + 1 && part.clientWidth);
  return { title: section.id || place, lines: seen.map((line) => line.textContent), cut: [...cut, ...crossed].map((part) => part.textContent),
    size: parseFloat(getComputedStyle(seen[0]).fontSize) };
}))"""
"""The pages of each list: their lines, what of these is cut, and how large the letters are."""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", few(LANGUAGES, 2))
def test_every_name_is_whole_once_and_the_pages_are_full(screen, file, size, language):
    lists = screen(size, language).evaluate(LEAVES)
    for pages, number in zip(lists, (PLAYERS, PLAYERS // 2), strict=True):
        assert [page["cut"] for page in pages] == [[]] * len(pages)
        lines = [line for page in pages for line in page["lines"]]
        assert len(lines) == len(set(lines)) == number
        assert all("Maximilianaria" in line for line in lines)
        counts = [len(page["lines"]) for page in pages]
        assert max(counts) - min(counts) <= 1
        assert min(page["size"] for page in pages) >= 0.022 * min(SIZES[size])


def test_a_board_that_has_changed_comes_at_once_in_large_letters(screen, file):
    pages = [screen(size) for size in SIZES]
    for page in pages:
        expect(page.locator("#changed")).to_have_count(0)
    congress = Congress.open(file)
    first, second = (game.black for game in congress.tournament.round(1).games[:2])
    do("swap", file, first, second, "--even-so")
    do("publish", file, "--even-so")
    for page in pages:
        expect(page.locator("#changed")).to_be_visible()
        (changed,), *others = page.evaluate(LEAVES)
        assert changed["cut"] == []
        assert changed["size"] > 1.4 * max(page["size"] for pages in others for page in pages)


def test_a_result_of_a_changed_board_turns_no_page(screen, file):
    congress = Congress.open(file)
    (first, second), (_, third) = (game.players for game in congress.tournament.round(1).games[2:4])
    do("swap", file, second, third, "--even-so")
    do("publish", file, "--even-so")
    page = screen()
    expect(page.locator("#changed")).to_be_visible()
    page.evaluate(
        "for (let number = 1; number < layouts[0].pages.length; number += 1) turn(); turn();"
    )
    expect(page.locator("#leaf")).to_contain_text("By name")
    table = next(
        game.table
        for game in Congress.open(file).tournament.round(1).games
        if first in game.players
    )
    do("result", file, str(table), "1-0", "--round", "1")
    expect(page.locator("#changed")).to_contain_text("1-0")
    expect(page.locator("#leaf")).to_contain_text("By name")


def test_a_new_round_is_there_at_once(screen, file):
    """In the middle of a list, too, and the screen begins with it."""
    page = screen()
    page.evaluate("turn(); turn();")
    expect(page.locator("#leaf")).to_have_text(re.compile("By name .* page [23] "))
    congress = Congress.open(file)
    games = congress.tournament.round(1).games
    words = [word for game in games for word in (str(game.table), "1-0")]
    do("result", file, *words)
    do("draw", file, "--write")
    expect(page.locator("h1")).to_have_text("Round 1")
    do("publish", file)
    expect(page.locator("h1")).to_have_text("Round 2")
    expect(page.locator("#leaf")).to_contain_text("page 1")


def test_without_a_connection_the_last_state_stays_and_is_told_to_be_old(screen, file):
    page = screen()
    expect(page.locator("#age")).to_be_hidden()
    title = page.locator("h1").inner_text()
    page.context.set_offline(True)
    page.evaluate("next = 0")
    expect(page.locator("#age")).to_contain_text("Not current since")
    expect(page.locator("h1")).to_have_text(title)
    # The line that says so takes its room from the lists, and no name.
    assert [part["cut"] for pages in page.evaluate(LEAVES) for part in pages if part["cut"]] == []
    page.evaluate("[leaf, page] = [layouts.length - 1, 0]; turn();")
    expect(page.locator("#leaf")).to_contain_text("page 2")
    page.context.set_offline(False)
    expect(page.locator("#age")).to_be_hidden()


@pytest.mark.parametrize(
    "answer", [{"status": 503, "body": "busy"}, {"body": "<p>Sign in to the network"}]
)
def test_an_answer_that_is_no_screen_is_not_shown(screen, answer):
    page = screen()
    page.route("**/hall/screen*", lambda route: route.fulfill(**answer))
    page.evaluate("next = 0")
    expect(page.locator("#age")).to_contain_text("Not current since")
    expect(page.locator("h1")).to_contain_text("Round")
    page.unroute("**/hall/screen*")
    page.evaluate("next = 0")
    expect(page.locator("#age")).to_be_hidden()


@pytest.mark.parametrize("players", [1, 3])
def test_a_round_with_few_lines_or_none_has_a_screen(chromium, tmp_path, players):
    """Another program may remove a player of a published board, which is none then."""
    file, complaints = tmp_path / "small.json", []
    save(everybody_present(generate(players + 1, 3, seed=1)), file)
    do("draw", file, "--write")
    do("publish", file)
    before = Congress.open(file).tournament
    others = tuple(p for p in before.players if p.key != before.games[0].white)
    save(replace(before, players=others, games=before.games[1:]), file)
    with served(file) as server, chromium.new_context(viewport=TINY) as context:
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(f"{base(server)}/hall/screen")
        expect(page.locator("#time")).to_contain_text(":")
        lists = page.evaluate(LEAVES)
        assert sum(len(part["lines"]) for part in lists[0]) == players
        page.evaluate("turn(); turn(); next = 0;")
        expect(page.locator("#age")).to_be_hidden()
    assert complaints == []


BRACKET = """() => {
  [leaf, page] = [layouts.findIndex(({ section }) => section.matches(".pictures")), 0];
  if (leaf < 0) return null;
  show();
  const frame = layouts[leaf].section.getBoundingClientRect();
  const texts = [...layouts[leaf].section.querySelectorAll("text")].filter((text) => text.checkVisibility());
  const isOut = ({ left, right, top, bottom }) => left < frame.left - 1 || right > frame.right + 1 || top < frame.top - 1 || bottom > frame.bottom + 1;
  return { texts: texts.map((text) => text.textContent), cut: texts.filter((text) => isOut(text.getBoundingClientRect())).length,
    size: 12 * texts[0].getScreenCTM().a, footer: find("leaf").textContent };
}"""
"""The bracket that the screen shows: its texts, how many are cut off, and how large the letters are."""


@pytest.mark.parametrize(("size", "pages"), [("upright", 1), ("landscape", 3)])
def test_all_parts_of_a_double_elimination_are_one_page_upright(chromium, tmp_path, size, pages):
    file, (width, height) = tmp_path / "double.json", SIZES[size]
    event = with_rules(entered(12, rounds=5), {"event_format": "Double elimination"})
    number = 0
    while winner_by_losses(event) is None:
        number += 1
        event = draw_round(event, number).applied_to(event)
        event = with_results(event, number, better_wins)
    save(event, file)
    do("publish", file, "--round", number, "--even-so")
    with (
        served(file) as server,
        chromium.new_context(viewport={"width": width, "height": height}) as context,
    ):
        page = context.new_page()
        page.goto(f"{base(server)}/hall/screen")
        found = page.evaluate(PARTS)
    assert len(found) == pages
    assert [part for each in found for part in each["parts"]] == [
        "Winners’ bracket",
        "Losers’ bracket",
        "Final",
    ]
    assert sum(each["cut"] for each in found) == 0


PARTS = """() => layouts.flatMap(({ section }, place) => {
  if (!section.matches(".pictures")) return [];
  [leaf, page] = [place, 0];
  show();
  const frame = find("main").getBoundingClientRect();
  const shown = [...document.querySelectorAll(".pictures")].filter((each) => each.checkVisibility());
  const texts = shown.flatMap((each) => [...each.querySelectorAll("text")]).filter((text) => text.checkVisibility());
  const isOut = ({ right, bottom }) => right > frame.right + 1 || bottom > frame.bottom + 1;
  return [{ parts: shown.map(({ dataset }) => dataset.title), cut: texts.filter((text) => isOut(text.getBoundingClientRect())).length }];
})"""
"""The pages of brackets: which parts each has, and how many of their texts are cut off."""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("players", "rounds", "first", "least"),
    [
        (16, 1, "Round 1", 17),
        (40, 1, "Round 2", 13),
        (40, 3, "Round 3", 17),
        (40, 5, "Round 3", 17),
        (150, 1, None, 17),
    ],
)
def test_the_bracket_of_a_cup_is_read_on_the_screen(
    chromium, tmp_path, size, players, rounds, first, least
):
    """With all rounds of 16 players; of more with the later ones, once somebody is in them."""
    file, (width, height) = tmp_path / "cup.json", SIZES[size]
    cup = with_rules(entered(players, rounds=5), {"event_format": "Cup", "third_place": True})
    for number in range(1, rounds + 1):
        cup = draw_round(cup, number).applied_to(cup)
        cup = with_results(cup, number, better_wins) if number < rounds else cup
    save(cup, file)
    for number in range(1, rounds + 1):
        do("publish", file, "--round", number, "--even-so")
    with (
        served(file) as server,
        chromium.new_context(viewport={"width": width, "height": height}) as context,
    ):
        page = context.new_page()
        page.goto(f"{base(server)}/hall/screen")
        found = page.evaluate(BRACKET)
        if first is None:
            assert found is None
            return
        assert found["cut"] == 0
        assert found["size"] >= least / 1000 * min(width, height)
        assert found["footer"].startswith(f"Bracket · {first}–Final")
        assert found["texts"][0] == first
        assert {"Semifinals", "Final", "Third place"} <= {*found["texts"]}
        played = cup.round(rounds)
        playing = played.byes or {key for game in played.games for key in game.players}
        assert {cup.name_of(key) for key in playing} <= {*found["texts"]}
        if rounds == 1:
            do("result", file, "1", "1-0")
            page.locator(".pictures text").filter(has_text=re.compile("^1$")).first.wait_for(
                state="attached"
            )
