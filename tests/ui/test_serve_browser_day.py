"""The day of a congress in a browser at the widths of a phone, a laptop and a large screen.

Every step is done with the keyboard alone, and nobody is told of a state that is not: what pages, phones, the
hall screen and the events for programs state is compared with the file after each.
"""

from __future__ import annotations

import json
import re
from contextlib import contextmanager

import httpx2
import pytest
from playwright.sync_api import expect

from browsing import CHROMIUM, base, reach, started, told, worrying
from fastpair import Congress, Grade, Player
from inspection import inspect, walk
from profiles import few
from serving import served

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")

WIDTHS = {390: 844, 1440: 900, 1920: 1080}
"""The widths of the director's screen, with its heights."""

NAMES = (
    "Adler",
    "Birch",
    "Cedar",
    "Dorn",
    "Elm",
    "Fir",
    "Ginkgo",
    "Holm",
    "Iris",
    "Juniper",
    "Kiefer",
    "Linden",
    "Maple",
    "Nettle",
)
LATE = ("Quince", "Rowan")
ME = "Elm Ada"
KEY = "a key of other programs"
ROUNDS = 2


@pytest.fixture(scope="module")
def chromium():
    with started() as browser:
        yield browser


class Day:
    """A tournament, its server, and the screens on which people look at it.

    Parameters
    ----------
    file
        Where the tournament is.
    browser
        Opens the pages.
    width
        Of the director's page.
    """

    def __init__(self, file, server, browser, width):
        self.file, self.server, self.width = file, server, width
        self.complaints, self.found, self.contexts = [], [], []
        self.browser = browser
        self.page = self.open("", width)
        self.reader = self.page.context.new_page()  # reads what is told, and shows nothing
        self.reader.goto(f"{base(server)}/hall/standings")
        self.public = {}
        """The boards of each round when it was published last, by table."""
        self.seen = {}

    def open(self, path, width, **options):
        """A page in a context of its own, which must never complain."""
        context = self.browser.new_context(
            viewport={"width": width, "height": WIDTHS[width]}, **options
        )
        self.contexts.append(context)
        context.set_default_timeout(20000)
        context.add_init_script("Math.random = () => 0")  # phones ask at random times
        page = context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda said: self.complaints.append(said.text) if worrying(said) else 0)
        page.on(
            "response",
            lambda answer: (
                self.complaints.append(f"{answer.status} {answer.url}")
                if answer.status >= 400
                else 0
            ),
        )
        page.goto(f"{base(self.server)}/{path}" if path else self.server.addresses.director)
        return page

    @property
    def congress(self):
        """The tournament as it is in the file."""
        return Congress.open(self.file)

    def go(self, path):
        """Open a page of the director."""
        self.page.goto(f"{base(self.server)}/{path}")

    def look(self, page=None, title=""):
        """Note what is wrong with a page that is shown."""
        page = self.page if page is None else page
        place = re.sub("^.*?//[^/]*", "", page.url)
        assert title in page.title(), place
        self.found += [f"{place}: {each}" for each in inspect(page) + walk(page)]

    def press(self, name, page=None, key="Enter"):
        """Go to a control by Tab and use it; what has the keyboard after the answer is no lost place."""
        page = self.page if page is None else page
        reach(page, name)
        page.evaluate("window.isSame = true")
        page.keyboard.press(key)
        page.wait_for_load_state()
        expect(page.locator("[aria-busy=true]")).to_have_count(0)

    def type(self, name, text, page=None):
        """Go to a field by Tab, and fill it."""
        page = self.page if page is None else page
        reach(page, name)
        page.keyboard.press("Control+A")
        page.keyboard.type(text)

    def keeps_the_keyboard(self, page=None):
        """The keyboard is somewhere in the page, unless another page was opened."""
        page = self.page if page is None else page
        if page.evaluate("window.isSame && document.activeElement === document.body"):
            self.found.append(f"{page.url}: the keyboard is lost")

    # ---- What is told ----

    def published(self):
        """Note what everybody knows from now on."""
        tournament = self.congress.tournament
        number = max(tournament.drawn_rounds)
        byes = [tournament.name_of(each.player) for each in tournament.byes if each.round == number]
        self.public[number] = boards_of(tournament, number), byes

    def agree(self):
        """What the screens state now is what the file states, and players know of it what was published."""
        congress = self.congress
        tournament = congress.tournament
        for number in range(1, ROUNDS + 1):
            state = congress.attendance(number)
            here = {each: word for word in CHECKED_IN.values() for each in state[word]}
            states = {tournament.by_key[each].full_name: word for each, word in here.items()}
            shown = dict(self.tell(f"checkin/{number}", CHECK_IN))
            assert {name: CHECKED_IN[word] for name, word in shown.items()} == states
            now = boards_of(tournament, number)
            for part in ("boards", "results"):
                assert self.tell(f"{part}/{number}", BOARDS) == now
        events = {each["round"]: each for each in rounds_of(self.server)}
        assert events.keys() == self.public.keys()
        for number, (boards, _) in self.public.items():
            now = {each[:3]: each for each in boards_of(tournament, number)}
            known = [now.get(each[:3], each) for each in boards]
            assert self.tell(f"hall?round={number}", BOARDS) == known
            for each, sent in zip(known, events[number]["boards"], strict=True):
                names = map(tournament.name_and_grade_of, (sent["white"], sent["black"]))
                result = (
                    "postponed"
                    if sent["postponed"]
                    else RESULTS.get(sent["result"], sent["result"])
                )
                assert (sent["table"], *names, result) == each
        self.seats(tournament)

    def seats(self, tournament):
        """The hall screen and the phone of each player name the table of the last published round, or why there is none."""
        if not self.public:
            assert self.tell("hall/screen", SEATS) == []
            return
        boards, byes = self.public[max(self.public)]
        tables = {name: table for table, *names, _ in boards for name in names}
        screen = dict(self.tell("hall/screen", SEATS))
        for player in tournament.players:
            name = player.full_name
            label = f"{name} {player.grade}"
            (phone,) = self.tell(f"hall/mine?me={name}", MINE)
            if label in tables:
                assert (phone[0], screen[label]) == (f"Table {tables[label]}", str(tables[label]))
            else:
                assert phone[0] == ""
                assert ("bye" in phone[1], screen[label] == "bye") == (name in byes,) * 2

    def tell(self, path, rows):
        """What a page that is opened now states."""
        found = self.reader.evaluate(ROWS.replace("ROWS", rows), f"{base(self.server)}/{path}")
        return [tuple(each) for each in found]


ROWS = """async (address) => {
  const answer = await fetch(address, address.includes("/mine") ? { headers: { "HX-Request": "true" } } : {});
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const text = (part) => part?.textContent.replace(/\\s+/g, " ").trim() ?? "";
  const result = (row) => text(row.querySelector(".end") ?? row.querySelector("[aria-pressed=true]") ?? row.querySelector(".vs .badge")).replace("–", "-");
  return ROWS;
}"""
CHECK_IN = """[...page.querySelectorAll("#list tr")].map((row) =>
  [row.cells[0].firstChild.data.trim(), row.dataset.in.split(" ")[0]])"""
BOARDS = """[...page.querySelectorAll("tbody tr")].map((row) =>
  [Number(row.querySelector(".tb").textContent.replace(/\\D/g, "")), text(row.querySelector(".w")), text(row.querySelector(".b")), result(row)])"""
SEATS = """[...page.querySelectorAll("[data-title='By name'] li")].map((line) =>
  [text(line.firstChild), text(line.querySelector("b, i"))])"""
MINE = """[[text(page.querySelector("h2")), text(page.body)]]"""
CHECKED_IN = {"missing": "expected", "present": "here", "absent": "absent", "late": "late"}
"""The states of players in the file, by what the page calls them."""

RESULTS = {"?": "", None: "", "1/2": "½"}
"""Results as screens state them, where the file has other words."""


def boards_of(tournament, number):
    """The boards of a round: table, White, Black and result."""
    return [
        (game.table, *map(tournament.name_and_grade_of, game.players), result_of(game))
        for game in tournament.round(number).games
    ]


def result_of(game):
    if game.postponed:
        return "postponed"
    found = game.result.spelling
    return RESULTS.get(found, found) + ("!" if game.by_default else "")


def rounds_of(server):
    """The documents of the published rounds that programs get."""
    address, found = f"{base(server)}/v1/events", []
    with httpx2.stream("GET", address, headers={"authorization": f"Bearer {KEY}"}) as events:
        for line in events.iter_lines():
            if line.startswith("data: "):
                found.append(json.loads(line.removeprefix("data: ")))
            if line.startswith(":"):
                return found
    return found


@contextmanager
def day_of(folder, browser, width):
    """A day before its first step."""
    names = [*((name, "Ada") for name in NAMES), *((name, "Zoe") for name in LATE)]
    players = [
        Player(
            key=name.upper(),
            name=name,
            first_name=first,
            grade=Grade.parse(f"{place + 1}k"),
            club="Oslo",
            country="NO",
        )
        for place, (name, first) in enumerate(names)
    ]
    file = folder / "open.json"
    Congress.new("Spring Open", preset="EGF", rounds=ROUNDS, players=players).save(file)
    with served(file, "0.0.0.0", programs_key=KEY) as server:
        day = Day(file, server, browser, width)
        yield day
        for context in day.contexts:
            context.close()
        assert day.complaints == []


# ---- The steps ----


def enters_a_player(day):
    day.go("players/1")
    day.look(title="Players")
    day.press("Add player")
    day.page.get_by_label("Family name").wait_for()
    day.look(title="Players")
    day.type("Family name", "Sorrel")
    day.type("First name", "Ada")
    day.type("Grade", "17k")
    day.page.keyboard.press("Enter")
    told(day.page, "registered")
    day.keeps_the_keyboard()


def starts_the_check_in(day):
    day.go("checkin/1")
    day.look(title="Check-in")
    day.press("Start check-in")
    told(day.page, "Check-in started")
    day.keeps_the_keyboard()
    day.page.reload()
    day.type("Deadline", "1159PM")
    day.press("Save time")
    told(day.page, "23:59")
    day.keeps_the_keyboard()
    day.look(title="Check-in")


def lets_phones_check_in(day):
    day.press("Check-in by phone")
    day.page.get_by_label("Players confirm with").wait_for()
    reach(day.page, "Players confirm with")
    day.page.keyboard.press("ArrowDown")
    day.press("Save changes")
    told(day.page, "can check in")
    day.keeps_the_keyboard()
    day.look(title="Check-in")
    for sheet in ("door", "playercodes"):
        day.go(f"prints/1/page/{sheet}")
        day.look()


def checks_in_on_a_phone(day):
    phone = day.open("hall/checkin", 390)
    day.look(phone, title="Check-in")
    day.type("Find player", ME, phone)
    day.press("Find player", phone)
    day.look(phone, title="Check-in")
    day.press(ME, phone)
    phone.get_by_label("Your code").wait_for()
    day.look(phone, title="Check-in")
    key = next(player.key for player in day.congress.tournament.players if player.full_name == ME)
    day.type("Your code", day.server.site.server.tables.player_code(key), phone)
    day.press("Check in", phone)
    expect(phone.locator("main")).to_contain_text(f"{ME} is here.")
    day.look(phone, title="Check-in")


def checks_in_at_the_desk(day):
    day.go("checkin/1")
    day.page.keyboard.press("/")
    day.page.keyboard.type("ada")
    day.page.keyboard.press("Shift+Enter")
    told(day.page, "players are here")
    day.keeps_the_keyboard()
    day.look(title="Check-in")


def asks_who_is_missing(day):
    day.go("checkin/1")
    day.press("Show missing players")
    expect(day.page.locator("#panel")).to_contain_text(LATE[0])
    day.look(title="Check-in")
    day.press("Close check-in")
    day.page.get_by_role("button", name="Mark 2 absent").wait_for()
    day.look(title="Check-in")
    day.press("Mark 2 absent")
    told(day.page, "absent")
    day.keeps_the_keyboard()


def pairs(day):
    day.press("Pair round")
    expect(day.page.locator("#list tr")).to_have_count(7)
    day.look(title="Pairings")


def publishes(day):
    day.press("Publish round")
    told(day.page, "published")
    day.keeps_the_keyboard()
    day.published()
    day.look(title="Pairings")


def looks_at_a_phone(day):
    """It remembers its player from now on, and the hall screen is left alone."""
    day.phone = day.open("hall", 390)
    day.press(ME, day.phone)
    day.screen = day.open("hall/screen", 1920)
    day.look(day.screen)
    day.phone.goto(f"{base(day.server)}/hall")
    expect(day.phone.locator("#mine h2")).to_contain_text("Table")
    day.look(day.phone)


STEPS = (
    enters_a_player,
    starts_the_check_in,
    lets_phones_check_in,
    checks_in_on_a_phone,
    checks_in_at_the_desk,
    asks_who_is_missing,
    pairs,
    publishes,
    looks_at_a_phone,
)


@pytest.mark.parametrize("width", few(WIDTHS, 1))
def test_a_day_by_the_keyboard(tmp_path, chromium, width):
    with day_of(tmp_path, chromium, width) as day:
        for step in STEPS:
            step(day)
            day.agree()
        assert day.found == []
