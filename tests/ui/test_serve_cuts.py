"""A network that is cut before, during and after each request, on each page, and a server that is killed."""

from __future__ import annotations

import re
import socket
import subprocess
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing

import pytest
from playwright.sync_api import expect

from browsing import CHROMIUM, NARROW, WIDE, base, fixtures, result_shown
from commands import COMMAND, do
from congress_files import games, result_of, save
from fastpair.app.history.state import CongressState
from fastpair.app.history.timeline import History
from fastpair.formats import read
from fastpair.go.tournament import Result
from fastpair.pairing.generator import generate
from fastpair.ui.web.access import TableAddresses
from fastpair.ui.web.running import Server
from fastpair.ui.web.store import Sidecar
from pages import Browser
from processes import started
from serving import served

marked, server, opened = fixtures()

in_browser = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")
TABLE = 5
WORDS = {"1": Result.WHITE_WINS, "2": Result.BLACK_WINS, "3": Result.JIGO}


@pytest.fixture
def playing(marked, server):
    """A published round whose players may enter results."""
    do("draw", marked, "--write")
    do("publish", marked)
    server.site.server.sidecar.keep(phones=True)
    return marked


ALL_SENT = """() => [sessionStorage, localStorage].every((each) => Object.entries(each).every(
    ([name, value]) => !name.startsWith("unsent") || value === "[]"))"""


class Network:
    """The way between a page and its server, which is cut once around each form.

    Parameters
    ----------
    page
        The page.
    cut
        ``before`` the form arrives, ``during`` its way back, or ``after`` its answer.
    """

    def __init__(self, page, cut):
        self.page, self.cut, self.known = page, cut, set()
        page.route("**/*", self._handle)

    def _handle(self, route):
        body = route.request.post_data
        if route.request.method != "POST" or (route.request.url, body) in self.known:
            return route.continue_()
        self.known.add((route.request.url, body))
        if self.cut == "after":
            return route.continue_()
        if self.cut == "during":
            route.fetch()
        return route.abort()

    def settle(self):
        """Let the connection be back, and wait until the page has nothing to send any more."""
        line = self.page.locator("#unsent")
        if self.cut != "after":
            expect(line).to_contain_text("Not sent: 1")
            self.page.evaluate("void dispatchEvent(new Event('online'))")
        self.page.wait_for_function(ALL_SENT)
        if self.cut == "after":
            for is_cut in (True, False):
                self.page.context.set_offline(is_cut)
        expect(line).to_be_hidden()


def cut_forms(route):
    return route.abort() if route.request.method == "POST" else route.continue_()


def acts(file, *names):
    return [entry.act for entry in History(file).entries() if entry.act in names]


def of_staff(opened, server, who):
    """The results page of the director, or of a helper on a phone."""
    if who == "director":
        page = opened()
    else:
        server.access.add_helper("Ann", "1-5")
        page = opened(f"/?token={server.access.helpers['Ann'].token}", NARROW)
    page.goto(f"{base(server)}/results/1")
    return page


@in_browser
@pytest.mark.parametrize("cut", ["before", "during", "after"])
@pytest.mark.parametrize("who", ["director", "helper"])
def test_each_result_of_a_walk_with_cuts_is_once_in_the_file(opened, server, playing, who, cut):
    page = of_staff(opened, server, who)
    network = Network(page, cut)
    for table, label in ((2, "White wins"), (4, "Black wins")):
        page.get_by_label(f"Table {table}: {label}").click()
        network.settle()
    page.locator("#typed").fill("5 3")
    page.locator("#typed").press("Enter")
    network.settle()
    for table, code in ((2, "1"), (4, "2"), (5, "3")):
        assert result_of(playing, table) == (WORDS[code], False)
    assert acts(playing, "result") == ["result"] * 3


@in_browser
@pytest.mark.parametrize("cut", ["before", "during", "after"])
def test_what_two_players_enter_through_cuts_is_once_in_the_file(opened, server, playing, cut):
    seat = server.site.server.tables.seat(games(playing)[TABLE])
    one, other = (opened(f"/table/{seat}", NARROW) for _ in range(2))
    network, opposite = Network(one, cut), Network(other, cut)
    one.get_by_role("button", name="Jigo").click()
    network.settle()
    one.get_by_text("Result saved.").wait_for()
    one.get_by_role("link", name="Change result").click()
    one.locator(".win-btn").filter(has_text="White").click()
    network.settle()
    for page in (one, other):
        expect(page.locator("main")).to_contain_text("(white) beats")
    other.get_by_role("button", name="Confirm result").click()
    opposite.settle()
    for page in (one, other):
        page.get_by_text("Result confirmed.").wait_for()
    assert result_of(playing, TABLE) == (Result.WHITE_WINS, False)
    assert acts(playing, "claim") == ["claim"] * 3


@in_browser
def test_only_the_last_choice_of_a_phone_is_sent(opened, server, playing):
    page = opened(f"/table/{server.site.server.tables.seat(games(playing)[TABLE])}", NARROW)
    page.route("**/table/**", cut_forms)
    for name in ("Jigo", "White"):
        page.locator(".win-btn").filter(has_text=name).click()
    expect(page.locator(".win-btn.unsent")).to_have_count(1)
    expect(page.locator(".win-btn.unsent")).to_contain_text("not sent")
    page.reload()
    expect(page.locator("#unsent")).to_contain_text("Not sent: 1")
    page.unroute_all()
    page.get_by_text("Result saved.").wait_for()
    assert result_of(playing, TABLE) == (Result.WHITE_WINS, False)
    assert acts(playing, "claim") == ["claim"]


@in_browser
def test_what_came_to_the_table_meanwhile_is_asked_about(opened, server, playing):
    page = opened(f"/table/{server.site.server.tables.seat(games(playing)[TABLE])}", NARROW)
    page.route("**/table/**", lambda route: route.abort())
    page.get_by_role("button", name="Jigo").click()
    expect(page.locator("#unsent")).to_contain_text("Not sent: 1")
    do("result", playing, TABLE, "1-0")
    page.unroute_all()
    expect(page.get_by_role("alert").last).to_contain_text("entered a result meanwhile")
    page.get_by_role("button", name="Confirm result").wait_for()
    assert result_of(playing, TABLE)[0] is Result.WHITE_WINS
    assert acts(playing, "claim") == []


# ---- What leads to another page ----

AWAY = "No connection. What you typed is still here."


@in_browser
def test_a_link_without_connection_stays_on_its_page(opened, server, playing):
    page = opened(f"/table/{server.site.server.tables.seat(games(playing)[TABLE])}", NARROW)
    do("result", playing, TABLE, "1-0")
    page.get_by_role("link", name="Contradict").wait_for()
    page.context.set_offline(True)
    for name in ("Contradict", "Back to pairings"):
        page.get_by_role("link", name=name).click()
        expect(page.locator("#unsent")).to_contain_text(AWAY)
    page.context.set_offline(False)
    page.get_by_role("link", name="Contradict").click()
    page.get_by_text("Who won at table 5?").wait_for()
    expect(page.locator("#unsent")).to_be_hidden()


@in_browser
@pytest.mark.parametrize("cut", ["before", "during", "after"])
def test_a_player_checks_in_once_through_cuts(opened, server, marked, cut):
    do("confirm", marked, "--preliminary", read(marked).tournament.players[0].key)
    server.site.server.sidecar.keep(arrivals="code")
    player = read(marked).tournament.players[0]
    page = opened("/hall/checkin", NARROW)
    page.get_by_label("Find player").fill(player.name)
    page.get_by_role("button", name="Find player").click()
    page.get_by_role("link", name=player.full_name).click()
    page.get_by_label("Your code").fill(server.site.server.tables.player_code(player.key))
    network = Network(page, cut)
    page.get_by_role("button", name="Check in").click()
    network.settle()
    page.get_by_text("already here" if cut == "during" else "is here").wait_for()
    assert acts(marked, "present") == ["present"]


@in_browser
def test_a_form_without_connection_keeps_what_was_typed(opened, server, marked):
    page = opened("/hall/checkin", NARROW)
    server.site.server.sidecar.keep(arrivals="code")
    page.reload()
    page.get_by_label("Find player").fill("Nobody")
    page.context.set_offline(True)
    page.get_by_role("button", name="Find player").click()
    expect(page.locator("#unsent")).to_contain_text(AWAY)
    expect(page.get_by_label("Find player")).to_have_value("Nobody")
    page.context.set_offline(False)
    page.get_by_role("button", name="Find player").click()
    page.get_by_text("No player of this name").wait_for()


def cut_answers(page):
    """Let forms arrive, and no answer to them."""

    def handle(route):
        if route.request.method != "POST":
            return route.continue_()
        route.fetch(max_redirects=0)
        return route.abort()

    page.route("**/*", handle)


@in_browser
@pytest.mark.parametrize("cut", ["before", "during"])
def test_a_tournament_is_created_and_imported_when_the_connection_is_back(
    chromium, tmp_path, marked, cut
):
    folder = tmp_path / "all"
    folder.mkdir()
    with served(folder) as server, closing(chromium.new_context(viewport=NARROW)) as context:
        page = context.new_page()
        page.goto(server.addresses.director)
        forms = [("/new", "Name", "Summer Open", "Create tournament")]
        if cut == "before":  # playwright brings no file to the server whose answer it takes
            forms.append(("/take", "File", str(marked), "Import file"))
        for place, label, typed, button in forms:
            page.goto(base(server) + place)
            field = page.get_by_label(label, exact=True)
            field.set_input_files(typed) if label == "File" else field.fill(typed)
            if cut == "before":
                context.set_offline(True)
            else:
                cut_answers(page)
            page.get_by_role("button", name=button).click()
            expect(page.locator("#unsent")).to_contain_text(AWAY)
            assert typed.rpartition("/")[2] in field.input_value()
            context.set_offline(False)
            page.unroute_all()
            page.get_by_role("button", name=button).click()
            page.wait_for_url(re.compile("/tournaments/"))
        made = {each.name for each in folder.iterdir() if each.suffix == ".json"}
    assert made == {"summer-open.json", *([marked.name] if cut == "before" else [])}


# ---- Several at a time ----


def test_simultaneous_repeats_of_a_number_are_done_once(director, playing):
    before = games(playing)[1]
    director.look("/boards/1")
    fields, headers = (
        {"table": "1", "players_know": "true"},
        {**director.origin, "x-number": "n1", "hx-request": "true"},
    )
    headers |= {"x-seen": director.seen, "x-form": director.token}

    def send(_):
        return director.client.post("/boards/1/colour", data=fields, headers=headers).text

    with ThreadPoolExecutor(4) as threads:
        answers = [*threads.map(send, range(4))]
    assert ["colours exchanged" in each.casefold() for each in answers] == [True] * 4, answers
    assert acts(playing, "colour") == ["colour"]
    assert (games(playing)[1].white, games(playing)[1].black) == (before.black, before.white)


def test_simultaneous_repeats_of_a_phone_are_entered_once(server, stranger, playing):
    server.site.server.sidecar.keep(phones=True)
    seat = server.site.server.tables.seat(games(playing)[3])
    token = stranger.phone_form(seat)
    with ThreadPoolExecutor(4) as threads:
        answers = [*threads.map(lambda _: stranger.tell(seat, "1-0", token), range(4))]
    assert {each.status_code for each in answers} == {200}
    assert acts(playing, "claim") == ["claim"]


# ---- A server that is killed ----


@pytest.fixture
def congress(tmp_path):
    """The file of a large congress whose first round is published, and whose results both players confirm."""
    file = tmp_path / "congress.json"
    save(generate(150, 5, seed=3, play=0), file)
    do("draw", file, "--write")
    do("publish", file)
    do("phones", file, "--both")
    Sidecar(file).keep(phones=True)
    return file


def free_port():
    with closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


def serve(file, port):
    """The command in a process of its own, once it answers, and the address of the director."""
    command = [*COMMAND, "serve", str(file), "--port", str(port), "--no-browser"]
    stack = ExitStack()
    child = stack.enter_context(started(command, stdout=subprocess.PIPE, text=True))
    return stack, child.stdout.readline().split()[1]


@in_browser
def test_all_goes_on_when_the_server_is_killed_and_started_again(chromium, congress):
    """Codes, claims, sign-ins and what is not sent survive; each is once in the file at the end."""
    port = free_port()
    running, address = serve(congress, port)
    key = bytes.fromhex(Sidecar(congress).settings.key)
    seats = {table: TableAddresses(key).seat(game) for table, game in games(congress).items()}

    with ExitStack() as stack:

        def opened(path, size=NARROW):
            context = chromium.new_context(viewport=size)
            stack.callback(context.close)
            page = context.new_page()
            page.goto(path if path.startswith("http") else f"http://127.0.0.1:{port}{path}")
            return page

        with running:
            director = opened(address, WIDE)
            director.goto(f"http://127.0.0.1:{port}/results/1")
            one, other = (opened(f"/table/{seats[20]}") for _ in range(2))
            third = opened(f"/table/{seats[21]}")
            one.locator(".win-btn").filter(has_text="White").click()
            one.get_by_text("Not confirmed yet.").wait_for()
            other.get_by_role("button", name="Confirm result").wait_for()
        other.get_by_role("button", name="Confirm result").click()
        third.locator(".win-btn").filter(has_text="Black").click()
        director.get_by_label("Table 30: White wins").click()
        for page in (other, third, director):
            expect(page.locator("#unsent")).to_contain_text("Not sent: 1")
        expect(one.locator("#lost")).to_be_visible()
        running, _ = serve(congress, port)
        with running:
            for page in (one, other):
                page.get_by_text("Result confirmed.").wait_for(timeout=30000)
            third.get_by_text("Not confirmed yet.").wait_for()
            third.get_by_role("link", name="Change result").wait_for()  # it knows its own claim
            result_shown(director, 30, "1-0")
            expect(director.locator("#t21")).to_contain_text("0-1, not confirmed")
            for page in (one, other, third, director):
                expect(page.locator("#unsent")).to_be_hidden()
            expect(one.locator("#lost")).to_be_hidden()
    assert result_of(congress, 20)[0] is result_of(congress, 30)[0] is Result.WHITE_WINS
    assert result_of(congress, 21)[0] is Result.UNKNOWN
    ((claim,),) = (c for c in CongressState.read(congress).claims.values() if c[0].result == "0-1")
    assert claim.entry.door == "phone at table 21"
    assert sorted(acts(congress, "claim", "result")) == ["claim", "claim", "claim", "result"]


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/players/1/register", {"name": "Zuse", "first_name": "Konrad", "grade": "3k"}),
        ("/boards/1/publish", {}),
        ("/boards/1/colour", {"table": "1"}),
        ("/results/1/enter", {"results": "1 1"}),
    ],
)
def test_what_was_done_before_the_server_was_killed_is_not_done_again(drawn, path, fields):
    """The number of the form outlives the server."""
    port, cookies, headers, done = free_port(), {}, {}, []
    for _ in range(2):
        with closing(Server(drawn, "127.0.0.1", port)) as again, Browser(again) as director:
            director.client.cookies.update(cookies)
            if not cookies:
                director.open()
                director.look("/boards/1")
                headers = {"x-seen": director.seen, "x-form": director.token, "x-number": "n1"}
                headers |= {**director.origin, "hx-request": "true"}
                games = {"expect": director.games_at("/results/1")}
            director.client.post(path, data={**fields, **games}, headers=headers)
            cookies = dict(director.client.cookies)
            done.append(len(History(drawn).entries()))
    assert done == [2, 2]
