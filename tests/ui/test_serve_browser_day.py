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

from browsing import CHROMIUM, base, told, worrying
from fastpair import Congress, Grade, Player
from fastpair.go.tournament import Result
from inspection import inspect, tab_to, walk
from planted_faults import egf_line
from profiles import PROFILE, few
from serving import served, wait_until

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
GONE = ("Adler", "Holm", "Maple")
ME = "Elm Ada"
KEY = "a key of other programs"
ROUNDS = 2


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
        self.seen = set()

    def open(self, path, width, **options):
        """A page in a context of its own, which must never complain."""
        context = self.browser.new_context(
            viewport={"width": width, "height": WIDTHS[width]}, **options
        )
        self.contexts.append(context)
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
        """Note what is wrong with a page that is shown; `ci` looks again when it has changed."""
        page = self.page if page is None else page
        if title:
            expect(page).to_have_title(re.compile(re.escape(title)))
        place = re.sub("^.*?//[^/]*", "", page.url)
        if PROFILE == "dev" and place in self.seen:
            return
        self.seen.add(place)
        self.found += [f"{place}: {each}" for each in inspect(page) + walk(page)]

    def press(self, name, page=None, key="Enter"):
        """Go to a control by Tab and use it; what has the keyboard after the answer is no lost place."""
        page = self.page if page is None else page
        tab_to(page, name)
        page.evaluate("window.isSame = true")
        page.keyboard.press(key)
        page.wait_for_load_state()
        expect(page.locator("[aria-busy=true]")).to_have_count(0)

    def type(self, name, text, page=None):
        """Go to a field by Tab, and fill it."""
        page = self.page if page is None else page
        tab_to(page, name)
        page.keyboard.press("Control+A")
        page.keyboard.type(text)

    def keeps_the_keyboard(self, page=None):
        """The keyboard is somewhere in the page, unless another page was opened."""
        page = self.page if page is None else page
        if page.evaluate("window.isSame && document.activeElement === document.body"):
            self.found.append(f"{page.url}: the keyboard is lost")

    def seat(self, table, number=1):
        """The code on the slip of a table."""
        games = self.congress.tournament.round(number).games
        (game,) = (each for each in games if each.table == table)
        return self.server.site.server.tables.seat(game)

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
            here = {each: word for word in CHECKED_IN for each in state[word]}
            states = {tournament.by_key[each].full_name: word for each, word in here.items()}
            assert dict(self.tell(f"checkin/{number}", CHECK_IN)) == states
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
                result = "" if sent["result"] is None else Result(sent["result"]).spelling
                result = "postponed" if sent["postponed"] else RESULTS.get(result, result)
                assert (sent["table"], *names, result) == each
        self.standings(congress)
        self.seats(tournament)

    def standings(self, congress):
        """The order of the players after each round, which the hall sees of complete rounds alone."""
        tournament = congress.tournament
        complete = [
            n for n in self.public if all(each.has_result for each in tournament.round(n).games)
        ]
        for number in tournament.drawn_rounds:
            order = [(tournament.name_of(row.key),) for row in congress.standings(number).rows]
            assert self.tell(f"standings/{number}", NAMED) == order
            if number in complete:
                assert self.tell(f"hall/standings?round={number}", NAMED) == order
        if not complete:
            assert self.tell("hall/standings", NAMED) == []

    def seats(self, tournament):
        """The hall screen and the phones of those who move name the table of the last published round, or why there is none."""
        if not self.public:
            assert self.tell("hall/screen", SEATS) == []
            return
        boards, byes = self.public[max(self.public)]
        tables = {name: table for table, *names, _ in boards for name in names}
        screen = dict(self.tell("hall/screen", SEATS))
        watched = {ME, *byes, *(f"{name} Ada" for name in GONE), *(f"{name} Zoe" for name in LATE)}
        for player in tournament.players:
            name = player.full_name
            if name not in watched:
                continue
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
  const result = (row) => text(row.querySelector(".end") ? row.querySelector(".end").firstChild : row.querySelector("[aria-pressed=true]") ?? row.querySelector(".vs .badge")).replace("–", "-").replace("½-½", "½");
  return ROWS;
}"""
CHECK_IN = """[...page.querySelectorAll("#list tr")].map((row) =>
  [row.cells[0].firstChild.data.trim(), row.dataset.in.split(" ")[0]])"""
BOARDS = """[...page.querySelectorAll("tbody tr")].map((row) =>
  [Number(row.querySelector(".tb").textContent.replace(/\\D/g, "")), text(row.querySelector(".w")), text(row.querySelector(".b")), result(row)])"""
SEATS = """[...page.querySelectorAll("[data-title='By name'] li")].map((line) =>
  [text(line.firstChild), text(line.querySelector("b, i"))])"""
NAMED = """[...page.querySelectorAll(".rolls tbody tr")].map((row) =>
  [text((row.querySelector("th a") ?? row.querySelector(".who")).firstChild).replace(/ [0-9]+[kd]$/, "")])"""
MINE = """[[text(page.querySelector("h2")), text(page.body)]]"""
CHECKED_IN = ("expected", "here", "absent", "late", "withdrawn", "not_entered")
"""The states of players in a round."""

RESULTS = {"?": "", "1/2": "½"}
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
    listed = [egf_line(10000001 + n, *each, "NO", "Oslo") for n, each in enumerate(names)]
    folder.joinpath("egf.ratings").write_text("\n".join(listed) + "\n")
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


def identifies_players(day):
    day.go("lists/1/identify?title=EGF")
    day.look(title="Rating lists")
    tab_to(
        day.page,
        day.page.locator("#identities select[name^=row-]").first.get_attribute("aria-label"),
    )
    day.page.keyboard.press("ArrowDown")
    day.press("Save player data")
    told(day.page, "settled")


def starts_the_check_in(day):
    day.go("checkin/1")
    day.look(title="Check-in")
    day.press("Start check-in")
    told(day.page, "Check-in started")
    day.keeps_the_keyboard()
    day.press("Dismiss message")
    expect(day.page.locator("#messages")).to_be_empty()
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
    tab_to(day.page, "Players confirm with")
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
    phone.wait_for_url("**/hall/checkin?me=*")
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
    day.press("Show expected players")
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


def notes_who_comes_late(day):
    day.go("checkin/1")
    day.look(title="Check-in")
    day.page.keyboard.press("/")
    day.page.keyboard.type("zoe")
    day.page.keyboard.press("Shift+Enter")
    told(day.page, "check in?")
    expect(day.page.get_by_role("button", name="Check in 2 players")).to_be_focused()
    day.page.keyboard.press("Enter")
    told(day.page, "2 players are here")
    expect(day.page.locator("#filter")).to_be_focused()
    day.page.keyboard.press("/")  # begins another name
    expect(day.page.locator("#filter")).to_have_value("zoe")
    day.keeps_the_keyboard()
    day.look(title="Check-in")


def records_no_shows(day):
    day.go("results/1")
    day.press("No-shows and late arrivals")
    day.page.get_by_role("button", name="Show proposal").wait_for()
    search = day.page.get_by_label("Did not come: Find player or table")
    for name in GONE:
        search.fill(name)
        search.press("Enter")
        expect(day.page.locator("#panel").get_by_label(name)).to_be_checked()
        expect(search).to_have_value("")
    expect(day.page.locator("#panel fieldset").first.locator("label:visible")).to_have_count(
        len(GONE)
    )
    search.fill("2")  # a table has two
    expect(day.page.locator("#panel fieldset").first.locator("label:visible")).to_have_count(
        len(GONE) + 2
    )
    search.fill("")
    for name in LATE:  # who are checked in, and wait for a game
        expect(day.page.locator("#panel").get_by_label(name)).to_be_checked()
    day.press("Show proposal")
    day.page.get_by_role("heading", name="Proposal").wait_for()
    expect(day.page.get_by_text("Did not come")).to_be_in_viewport()
    day.keeps_the_keyboard()
    day.look(title="Results")
    day.press(re.sub(r"\s+", " ", day.page.locator("#panel .primary").inner_text()))
    told(day.page, "absent")
    day.keeps_the_keyboard()


def publishes_again(day):
    """Whoever looks at a phone or at the hall screen sees it without doing anything."""
    day.press("Publish")
    told(day.page, "published")
    day.keeps_the_keyboard()
    day.published()
    day.look(title="Results")
    boards, _ = day.public[1]
    table = next(each[0] for each in boards if any(side.startswith(ME) for side in each[1:3]))
    expect(day.phone.locator("#mine h2")).to_have_text(f"Table {table}")
    expect(day.screen.locator("#changed li").first).to_be_attached()
    for path in ("boards/1", "prints/1", "prints/1/page/slips"):
        day.go(path)
        day.look()


def lets_a_helper_enter_results(day):
    day.go("prints/1")
    day.type("helper-name", "Ann")
    day.type("helper-tables", "1-3")
    day.press("Add helper")
    told(day.page, "Ann")
    day.keeps_the_keyboard()
    day.press("Players can enter results")
    told(day.page, "can enter")
    day.keeps_the_keyboard()
    day.look(title="Share")
    address = day.page.locator("details .address", has_text="token=").first.text_content()
    helper = day.open(address.split("/", 3)[3], 390)
    helper.goto(f"{base(day.server)}/results/1")
    day.look(helper, title="Results")
    day.press("Table 1: White wins", helper)
    told(helper, "6 results missing")
    day.keeps_the_keyboard(helper)
    day.press("Table 2: White wins", helper)
    told(helper, "5 results missing")
    day.press("Undo", helper)
    told(helper, "undone")
    day.keeps_the_keyboard(helper)
    day.press("Table 2: Black wins", helper)
    told(helper, "5 results missing")
    day.look(helper, title="Results")


def enters_a_result_on_a_phone(day):
    phone = day.open(f"table/{day.seat(4)}", 390)
    day.look(phone, title="table 4")
    day.press(phone.locator(".win-btn").first.get_attribute("aria-label"), phone)
    expect(phone.locator("main")).to_contain_text("Result saved.")
    day.look(phone, title="table 4")


def postpones_a_game(day):
    """One game is postponed, and one stays open; the others have results."""
    day.go("results/1")
    day.type("typed", "3 9 5 1")
    day.page.keyboard.press("Enter")
    told(day.page, "missing")
    day.keeps_the_keyboard()
    day.look(title="Results")


def looks_at_open_standings(day):
    """What is open is marked as such, and players see no standings yet."""
    day.go("standings/1")
    head = day.page.locator("#head")
    expect(head).to_contain_text("1 game postponed (round 1, table 3)")
    expect(head).to_contain_text("2 games open (round 1, tables 6–7)")
    day.look(title="Standings")
    day.go("wallist/1")
    day.look(title="Wall list")
    day.phone.goto(f"{base(day.server)}/hall?round=1")
    expect(day.phone.locator("#content [data-of='1.3']")).to_have_text("postponed")
    assert day.phone.get_by_role("link", name="Standings").count() == 0
    day.look(day.phone)


def completes_the_round(day):
    day.go("results/1")
    day.press("Missing")
    expect(day.page.locator("#list tr:visible")).to_have_count(2)
    day.press("Table 6: White wins")  # its line is hidden then
    told(day.page, "missing")
    day.keeps_the_keyboard()
    day.type("typed", "3 3 7 2")
    day.page.keyboard.press("Enter")
    told(day.page, "all results entered")
    day.keeps_the_keyboard()
    day.look(title="Results")


def plays_another_round(day):
    """Nobody sees the new pairings before they are published."""
    day.press("Pair round 2")
    expect(day.page.locator("#list tr").first).to_be_visible()
    day.look(title="Pairings, round 2")
    day.agree()
    day.press("Publish round 2")
    told(day.page, "round 2 published")
    day.keeps_the_keyboard()
    day.published()
    day.agree()
    day.press("Enter results")
    day.page.wait_for_url("**/results/2")
    tables = [each[0] for each in day.public[2][0]]
    day.type("typed", " ".join(f"{table} {1 + table % 2}" for table in tables))
    day.page.keyboard.press("Enter")
    told(day.page, "all results entered")
    day.keeps_the_keyboard()


def writes_web_pages(day):
    day.go("prints/2")
    day.press("Write web pages")
    told(day.page, "web pages")
    day.keeps_the_keyboard()
    day.look(title="Share")
    wait_until(lambda: [*day.file.parent.glob("*.web/**/index.html")])


def finishes(day):
    day.go("files/2")
    day.look(title="Finish")
    day.press("Check results")
    day.page.locator("#panel h2").wait_for()
    day.look(title="Finish")
    day.page.keyboard.press("Escape")
    day.keeps_the_keyboard()
    day.press("Mark as sent")
    day.keeps_the_keyboard()
    day.look(title="Finish")
    day.go("log/2")
    day.look(title="History")


STEPS = (
    enters_a_player,
    identifies_players,
    starts_the_check_in,
    lets_phones_check_in,
    checks_in_on_a_phone,
    checks_in_at_the_desk,
    asks_who_is_missing,
    pairs,
    publishes,
    looks_at_a_phone,
    notes_who_comes_late,
    records_no_shows,
    publishes_again,
    lets_a_helper_enter_results,
    enters_a_result_on_a_phone,
    postpones_a_game,
    looks_at_open_standings,
    completes_the_round,
    plays_another_round,
    writes_web_pages,
    finishes,
)


@pytest.mark.parametrize("width", few(WIDTHS, 1, ci=2))
def test_a_day_by_the_keyboard(tmp_path, chromium, width):
    with day_of(tmp_path, chromium, width) as day:
        for step in STEPS:
            step(day)
            if step in few(STEPS, 7):
                day.agree()
        assert day.found == []
