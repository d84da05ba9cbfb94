"""The director's page in a real browser: a whole round by clicks, by keys alone, and for everybody."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect, sync_playwright

from browsing import (
    CHROMIUM,
    MARKUP,
    NARROW,
    WIDE,
    base,
    check,
    follow,
    go,
    reach,
    reach_button,
    result_at,
    result_shown,
    row,
    told,
    worrying,
)
from congress_files import games, result_of
from fastpair.formats import FORMATS, read
from fastpair.formats.characters import without_accents
from fastpair.go.tournament import Result
from fastpair.ui.cli import main
from profiles import few
from serving import served

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")


@pytest.fixture(scope="module")
def chromium():
    with sync_playwright() as driver:
        # Chromium's sandbox wants another user than root, which tests in a container are.
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


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
def long_list(marked):
    """The same file with a player for each of sixty names."""
    tournament = read(marked).tournament
    names = [f"{letter}{other}o" for letter in "ABCDEFGHIJKLMNOPQRST" for other in "aeu"]
    new = [
        replace(tournament.players[-1], key=name.upper(), name=name, first_name="Li")
        for name in names
    ]
    marked.write_bytes(FORMATS["fastpair"].new(replace(tournament, players=tuple(new))))
    return marked


@pytest.fixture
def server(marked):
    with served(marked, "0.0.0.0") as server:
        yield server


@pytest.fixture
def opened(chromium, server):
    """Open a page in a context of its own; it must never complain."""
    contexts, complaints = [], []

    def opened(path="", viewport=WIDE, scheme="light"):
        context = chromium.new_context(viewport=viewport, color_scheme=scheme)
        contexts.append(context)
        context.set_default_timeout(20000)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if worrying(said) else None)
        page.on(
            "dialog",
            lambda dialog: complaints.extend([dialog.message][dialog.type == "beforeunload" :]),
        )
        page.goto(base(server) + path if path else server.addresses.director)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


def enter_somebody(page):
    """Register somebody, and say that somebody else is absent."""
    page.get_by_role("link", name="Add player").click()
    page.get_by_label("Family name").fill("<em>New</em>")
    page.get_by_label("First name").fill("Zoë & 'Q'")
    page.get_by_label("Grade").fill("2d")
    page.get_by_label("Grade").press("Enter")
    told(page, "<em>New</em> Zoë & 'Q' 2d is registered")
    expect(page.get_by_label("Family name")).to_be_focused()
    page.keyboard.type("Twice")
    page.get_by_label("Grade").fill("2x")
    page.get_by_label("Grade").press("Enter")
    told(page, "Enter a grade from 30k to 9d.")
    expect(page.get_by_label("Grade")).to_be_focused()
    expect(page.get_by_label("Family name")).to_have_value("Twice")
    page.locator("#panel [data-close]").click()
    page.get_by_label("Find player or club").fill("o'neil")
    assert page.locator("#list tr:visible").count() == 1
    page.get_by_role("button", name="Present: O'Neil & Sons Cy").click()
    told(page, "O'Neil & Sons Cy is absent from round 1")
    page.get_by_label("Find player or club").fill("")


def draw(page):
    """Draw the round."""
    go(page, "Boards")
    page.get_by_role("button", name="Pair round 1").first.click()
    told(page, "round 1 drawn")


def ask(page):
    """Ask about a player, and with whom he could change places."""
    page.locator("#list").get_by_role("link", name="<b>Bold Ann").click()
    panel = page.get_by_role("complementary", name="Details")
    panel.get_by_role("heading", name="Swap with").wait_for()
    panel.get_by_role("link", name="Why this opponent?").click()
    panel.get_by_text("rawbacks of their game").wait_for()
    page.locator("#list").get_by_role("link", name="<b>Bold Ann").click()
    panel.get_by_role("link", name="Other possible opponents").click()
    panel.get_by_role("heading", name="Opponents of <b>Bold Ann").wait_for()
    assert panel.locator(".opponents li").count() == 12
    panel.get_by_label("Why not this player?").fill("cy")
    panel.get_by_role("button", name="Explain").click()
    panel.get_by_text("O'Neil & Sons Cy is absent").wait_for()
    page.get_by_text("Tools", exact=True).click()
    page.get_by_role("link", name="What if …").click()
    panel.get_by_label("Player", exact=True).fill("bo")
    panel.get_by_label("Change", exact=True).select_option("must meet")
    panel.get_by_label("Other player").fill("ed")
    panel.get_by_role("button", name="Show pairing").click()
    panel.get_by_label("<script>document.title='x'</script> Bo must meet").wait_for()
    panel.get_by_label("Player", exact=True).fill("di")
    panel.get_by_label("Change", exact=True).select_option("does not take part")
    panel.get_by_role("button", name="Show pairing").click()
    panel.get_by_label('"><img src=x onerror=alert(1)> Di does not take part').wait_for()
    panel.get_by_text("If <script>document.title='x'</script> Bo plays").wait_for()
    page.get_by_text("Tools", exact=True).click()
    page.get_by_role("link", name="Compare alternatives").click()
    panel.get_by_role("link", name="Other good pairings").click()
    panel.get_by_role("heading", name="Other good").wait_for()
    page.locator("#list").get_by_role("link", name="<b>Bold Ann").click()
    panel.get_by_role("heading", name="Swap with").wait_for()
    assert panel.locator(".options .badge").count() > 5
    page.keyboard.press("Escape")


def swap_by_dragging(page, file):
    """Swap two players, with the price under the mouse."""
    one, other = games(file)[2], games(file)[3]
    by_key = read(file).tournament.by_key
    names = [by_key[key].full_name for key in (one.white, other.white)]
    drag, onto = (row(page, name).get_by_role("link", name=name) for name in names)
    drag.hover()
    page.mouse.down()
    price = page.locator("#price").filter(
        has_text=re.compile("more|fewer|only places|the same|finer")
    )
    for _ in range(
        200
    ):  # a browser tells again and again what a hand holds still over; this one does not
        onto.hover()
        if price.is_visible():
            break
        page.wait_for_timeout(50)
    assert price.is_visible()
    page.mouse.up()
    told(page, "swapped")
    assert one.black in next(g for g in games(file).values() if other.white in g.players).players


def publish(page, hall):
    """The hall sees nothing of the boards until they are published, and then at once."""
    assert hall.get_by_role("heading", name="Nothing is published yet").is_visible()
    page.get_by_role("button", name="Publish round 1").click()
    told(page, "round 1 published")
    hall.get_by_role("heading", name="Round 1").wait_for()
    assert hall.locator("tbody tr").count() == 10
    hall.get_by_role("link", name="<b>Bold Ann").click()  # remembered by this phone
    hall.goto(hall.url.split("?")[0])
    hall.locator("#mine").filter(has_text="You play").wait_for()
    assert hall.locator("tr.mine").count() == 1
    hall.get_by_role("button", name="Not me").click()
    hall.get_by_text("Tap your name").wait_for()
    hall.get_by_label("Find player").fill("<b>bold")
    hall.get_by_role("button", name="Show games").click()
    hall.get_by_role("heading", name="Games of “<b>bold”").wait_for()
    assert hall.locator("tbody tr").count() == 1


def enter_results(page, opened, server, file):
    """Results by numbers, by a button and by phone."""
    go(page, "Share")
    page.get_by_role("button", name="Players can enter results").click()
    told(page, "can enter results")
    go(page, "Results")
    field = page.locator("#typed")
    field.fill("1 1 2 2 3 3")
    field.press("Enter")
    told(page, "7 results missing")
    assert field.input_value() == ""
    page.get_by_label("Table 4: Black wins").click()
    told(page, "6 results missing")
    phone = opened(f"/table/{server.site.server.tables.seat(games(file)[5])}", NARROW)
    phone.get_by_role("button", name="Jigo").click()
    phone.get_by_text("Result saved").wait_for()
    page.locator("#next").filter(has_text="5 of 10 results").wait_for()  # live
    assert result_at(page, 5) == "½-½"
    page.evaluate("document.activeElement.blur()")
    page.keyboard.type(
        f"http://x/table/{server.site.server.tables.seat(games(file)[6])}"
    )  # a scanner
    page.keyboard.press("Enter")
    told(page, "Who has won?")
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    told(page, "4 results missing")
    page.locator("#chips").get_by_role("link", name="Missing").click()
    assert page.locator("#list tr:visible").count() == 4
    page.keyboard.press("/")
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    assert field.input_value() == "7 "
    field.fill("7 1 8 1 9 2 10 2")
    field.press("Enter")
    told(page, "all results entered")
    page.locator("#t10").wait_for(state="hidden")
    go(page, "Standings")
    assert "round 1" in page.locator("#head").inner_text()


def undo(page, file):
    """Take the last result back."""
    go(page, "Log")
    page.locator("#undo").click()
    told(page, "players have already seen the results at tables 7")
    page.get_by_role("button", name="Change anyway").click()
    told(page, "undone")
    assert result_of(file, 7) == (Result.UNKNOWN, False)
    assert result_of(file, 5) == (Result.JIGO, False)


def test_a_whole_round_by_clicks(opened, server, marked):
    page = opened()
    assert page.url == base(server) + "/players/1"
    hall = opened("/hall")
    assert hall.get_by_role("heading", name="Nothing is published yet").is_visible()
    enter_somebody(page)
    draw(page)
    assert page.locator("#list tr").count() == 10
    ask(page)
    publish(page, hall)
    enter_results(page, opened, server, marked)
    hall.get_by_role("link", name="Standings").wait_for()
    undo(page, marked)
    assert page.title() == "History · <u>Congress</u> & Co"


def test_two_players_are_swapped_by_dragging(opened, marked):
    page = opened()
    draw(page)
    swap_by_dragging(page, marked)


def test_fast_hands_lose_nothing(opened, marked):
    """Buttons and results come faster than the server answers; each counts, and in order."""
    page = opened()
    draw(page)
    go(page, "Results")
    page.evaluate("for (const n of [1, 2, 3]) document.querySelector(`#t${n} .seg button`).click()")
    field = page.locator("#typed")
    field.focus()
    for table in range(4, 9):
        page.keyboard.type(f"{table} 2")
        page.keyboard.press("Enter")
    page.keyboard.type("9 ")
    result_shown(page, 8, "0-1")
    assert field.input_value() == "9 "  # what is typed meanwhile stays
    found = {table: result_of(marked, table)[0] for table in range(1, 9)}
    black = dict.fromkeys(range(4, 9), Result.BLACK_WINS)
    assert found == dict.fromkeys((1, 2, 3), Result.WHITE_WINS) | black
    field.fill("99 1")
    field.press("Enter")
    page.locator("#messages .refused").wait_for()
    expect(field).to_have_value("99 1")
    page.keyboard.type("9 ")
    expect(field).to_have_value("9 ")  # instead of what was refused
    page.route("**/enter", lambda route: route.abort(), times=1)
    field.fill("9 1")
    field.press("Enter")
    page.get_by_text("Connection lost").wait_for()
    expect(field).to_have_value("9 1")
    field.press("Enter")
    told(page, "1 result missing")


@pytest.mark.parametrize("leave", ["link", "form"])
def test_the_page_is_left_when_all_results_have_arrived(opened, marked, leave):
    page = opened()
    draw(page)
    go(page, "Results")
    page.route("**/enter", lambda route: (page.wait_for_timeout(40), route.continue_()))
    tables = range(1, 9)
    page.evaluate(
        f"for (const n of {[*tables]}) document.querySelector(`#t${{n}} .seg button`).click()"
    )
    if leave == "link":
        page.locator("nav").get_by_role("link", name="Standings").first.click()
    else:
        page.evaluate("""() => {
          const form = document.createElement("form");
          form.action = `${document.body.dataset.base}/standings/1`;
          document.body.append(form);
          form.requestSubmit();
        }""")
    page.wait_for_url("**/standings/*")
    assert [result_of(marked, table)[0] for table in tables] == [Result.WHITE_WINS] * len(tables)


def test_a_form_that_waited_is_sent_from_where_it_is_then(opened, marked):
    """An answer replaces the bar whose button was pressed before it came."""
    page = opened()
    go(page, "Check-in")
    page.route("**/attend", lambda route: (page.wait_for_timeout(300), route.continue_()))
    page.locator("#list tr:visible .seg button").last.click()
    page.locator("#next").get_by_role("button", name="Pair round 1").click()
    page.wait_for_url("**/boards/1/draw")
    page.locator("#messages").get_by_text(
        re.compile("Pair round 1|round 1 drawn", re.I)
    ).first.wait_for()


def test_the_page_stays_where_a_result_was_refused_and_asks_before_one_is_lost(opened, marked):
    page = opened()
    draw(page)
    go(page, "Results")
    asked, field = [], page.locator("#typed")
    page.route("**/enter", lambda route: (page.wait_for_timeout(100), route.continue_()))
    page.evaluate("document.querySelector('#t1 .seg button').click()")
    field.fill("99 1")
    field.press("Enter")
    page.locator("nav").get_by_role("link", name="Standings").first.click()
    page.locator("#messages .refused").wait_for()
    assert "/results/" in page.url
    assert result_of(marked, 1)[0] is Result.WHITE_WINS
    field.fill("2 1")
    page.once("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    page.evaluate("history.back()")
    page.wait_for_timeout(300)
    assert asked == ["beforeunload"]
    assert field.input_value() == "2 1"
    field.press("Enter")
    result_shown(page, 2, "1-0")


def test_two_browsers_at_once(opened, marked):
    one, two = opened(), opened()
    for page in (one, two):
        go(page, "Boards")
    one.get_by_role("button", name="Pair round 1").first.click()
    told(one, "round 1 drawn")
    two.locator("#list tr").nth(9).wait_for()  # it hears of the draw
    for page in (one, two):
        go(page, "Results")
    two.route("**/events", lambda route: route.abort())
    two.reload()  # one that hears of nothing any more
    one.get_by_label("Table 1: White wins").click()
    told(one, "9 results missing")
    two.get_by_label("Table 1: Black wins").click()
    two.locator("#messages .refused").filter(has_text="beats").wait_for()
    assert result_of(marked, 1) == (Result.WHITE_WINS, False)
    result_shown(two, 1, "1-0")


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


def test_a_double_click_is_one_wish(opened, marked):
    page = opened()
    line = page.locator("#list tr").filter(has_text="Sons")
    line.get_by_role("button").dblclick()
    told(page, "O'Neil & Sons Cy is absent from round 1")
    page.wait_for_timeout(500)
    expect(line.get_by_role("button")).to_have_text("Absent")
    assert sum(not player.plays_in(1) for player in read(marked).tournament.players) == 1


def test_the_keyboard_suffices(opened, marked):
    """No mouse from the first page to the last result."""
    page = opened()
    press = page.keyboard.press
    press("Tab")
    press("Enter")  # skips what is on every page
    page.locator("#main:focus").wait_for()
    press("/")
    page.keyboard.type("sons")
    for _ in range(2):
        press("Enter")  # checks in the only one that is found, however often
        told(page, "O'Neil & Sons Cy is present in round 1 (already recorded)")
    press("ArrowDown")
    press("Enter")
    told(page, "O'Neil & Sons Cy is absent from round 1")
    press("/")
    page.keyboard.type("bold")
    press("ArrowDown")
    press("Shift+Tab")
    press("Enter")
    page.get_by_role("heading", name="<b>Bold").wait_for()
    press("Escape")
    expect(page.locator("#list").get_by_role("link", name="<b>Bold Ann")).to_be_focused()
    follow(page, "Rounds")
    reach(page, "Pair round 1")
    press("Enter")
    told(page, "round 1 drawn")
    press("/")
    page.keyboard.type("bold")
    press("ArrowDown")
    reach(page, "<b>Bold")
    press("Enter")
    page.get_by_role("heading", name="Swap with").wait_for()
    before = drawn_pairs(marked)
    reach_button(page)
    press("Enter")
    told(page, "swapped")
    assert drawn_pairs(marked) != before
    press("n")  # the next step
    told(page, "published")
    follow(page, "Results")
    reach(page, "typed")
    page.keyboard.type(" ".join(f"{table} 1" for table in range(1, 11)))
    press("Enter")
    told(page, "all results entered")
    go(page, "Log")
    reach(page, "Undo last change")
    press("Enter")
    told(page, "players have already seen")
    reach(page, "Change anyway")
    press("Enter")
    told(page, "undone")


def drawn_pairs(file):
    return {frozenset(game.players) for game in games(file).values()}


@pytest.mark.parametrize(
    ("viewport", "scheme"),
    [
        pytest.param(WIDE, "light", marks=pytest.mark.nightly),
        pytest.param(NARROW, "dark", marks=pytest.mark.ci),
    ],
)
def test_everybody_can_use_it(opened, server, marked, viewport, scheme):
    """No serious finding of axe on any page, contrast included."""
    page = opened(viewport=viewport, scheme=scheme)
    check(page)
    page.locator("#list a").first.click()
    page.locator("#panel h2").wait_for()
    check(page)
    for path in ("players/1/new", "players/1/family", "players/1/groups", "lists/1", "teams/1"):
        page.goto(f"{base(server)}/{path}")
        check(page)
    page.goto(base(server) + "/checkin/1")
    page.get_by_label("Find player").fill("a")
    check(page)
    page.goto(base(server) + "/players/1/import")
    page.get_by_text("Paste list", exact=True).click()
    check(page)
    page.locator("#entries").fill("Name\tRang\nAda\t3x\n")
    page.get_by_role("button", name="Show preview").click()
    page.get_by_label("Line 2, Rang").wait_for()
    check(page)
    page.goto(base(server) + "/boards/1")
    check(page)
    page.get_by_role("button", name="Pair round 1").first.click()
    told(page, "round 1 drawn")
    page.get_by_role("button", name="Publish round 1").click()
    told(page, "published")
    page.locator("#list a").first.click()
    page.locator("#panel h2").first.wait_for()
    check(page)
    page.goto(base(server) + "/boards/1/board?table=1")
    check(page)
    page.get_by_role("button", name="Keep this board", exact=True).click()
    page.goto(base(server) + "/boards/1/tables")
    check(page)
    page.get_by_label("Rooms").fill("Main hall=1-3")
    page.get_by_role("button", name="Save tables and rooms").click()
    page.locator("#list").get_by_text("Main hall").first.wait_for()
    page.get_by_text("Tools", exact=True).click()
    page.get_by_role("link", name="Compare alternatives").click()
    page.locator("#panel .offers").wait_for()
    check(page)
    page.goto(base(server) + "/results/1")
    field = page.locator("#typed")
    field.fill("1 1 2 2 77 1")
    field.press("Enter")
    page.locator("#messages .refused").wait_for()
    check(page)
    field.fill("1 1 2 2 3 3")
    field.press("Enter")
    told(page, "7 results missing")
    check(page)
    page.goto(base(server) + "/prints/1")
    page.get_by_role("button", name="Players can enter results").click()
    told(page, "can enter")
    check(page)
    seat = server.site.server.tables.seat(games(marked)[5])
    paths = [
        "boards/1/whatif?kind1=drop&one1=bo",
        "boards/1/opponents?one=bo",
        "boards/1/kept",
        "boards/2",
        "rules/1",
        "boards/1",
        "results/1",
        "prints/1",
        "standings/1",
        "wallist/1",
        "ratings/1",
        "prizes/1",
        "prints/1/page/tables",
        "files/1",
        "files/1/holds?format=opengotha",
        "log/1",
        "hall",
        "hall/screen",
        "hall?me=bold",
        "hall/standings",
        "prints/1/page/codes",
        f"table/{seat}",
        "table/x",
        "?token=x",
    ]
    for path in few(paths, ci=6):
        page.goto(f"{base(server)}/{path}")
        check(page)
        if viewport is NARROW:
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1"), path


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


def test_the_keyboard_stays_at_the_button_of_a_line_that_is_replaced(opened, marked):
    page = opened()
    button = row(page, "O'Neil & Sons").get_by_role("button")
    button.press("Enter")
    told(page, "is absent from round 1")
    expect(button).to_have_text("Absent")
    expect(button).to_be_focused()


def test_a_family_is_checked_in_by_one_name(opened, marked):
    tournament = read(marked).tournament
    family = [
        replace(tournament.players[0], key=f"LOWE{n}", name="Lowe", first_name=n, final=False)
        for n in ("Ann", "Bo", "Cy")
    ]
    changed = replace(tournament, players=(*tournament.players, *family))
    marked.write_bytes(FORMATS["fastpair"].new(changed))
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
    page.locator("#chips a", has_text="All").click()
    page.locator("#filter").focus()
    page.keyboard.press("Enter")  # a name toggles
    told(page, "Lowe Bo is absent from round 1.")
    line = row(page, "Lowe Bo")
    expect(line.get_by_role("button", name="Absent")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Enter")
    told(page, "Entered as absent in round 1: Lowe Bo; check in?")
    page.get_by_role("button", name="Check in 1 player").press("Enter")
    told(page, "Lowe Bo is here.")
    line.get_by_role("button", name="Absent").click()
    told(page, "Lowe Bo is absent from round 1.")
    line.get_by_role("button", name="Here").click()
    told(page, "Entered as absent in round 1: Lowe Bo; check in?")
    page.get_by_role("button", name="Check in 1 player").press("Enter")
    told(page, "Lowe Bo is here.")


def test_what_is_typed_stays_when_the_language_is_changed(opened):
    page = opened("", WIDE)
    go(page, "Players")
    page.get_by_role("link", name="Add player").click()
    page.get_by_label("Family name").fill("Zed")
    page.locator("#filter").fill("x")
    page.locator("header details.menu > summary").click()
    page.locator("header details.menu details > summary").click()
    page.get_by_role("link", name="Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("#panel [name=name]")).to_have_value("Zed")
    expect(page.locator("#filter")).to_have_value("x")
    page.reload()
    expect(page.locator("#panel [name=name]")).to_have_count(0)


def test_what_is_typed_stays_when_others_change_something(opened, marked):
    """Its field is replaced by a fresh one, which keeps the text and the keyboard."""
    tournament = read(marked).tournament
    lacking = replace(tournament.players[0], country="", club="")
    others = [replace(player, country="DE", egf_pin="1") for player in tournament.players[1:]]
    players = (lacking, *others)
    marked.write_bytes(FORMATS["fastpair"].new(replace(tournament, players=players)))
    page = opened("", WIDE)
    go(page, "Finish")
    club = page.locator("#head [name^=club-]").first
    club.fill("Mill")
    page.locator("h1").click()
    seen = page.locator("#state").get_attribute("data-seen")
    assert main(["rules", str(marked), "--place", "Brno"]) == 0
    expect(page.locator("#state")).not_to_have_attribute("data-seen", seen)
    expect(club).to_have_value("Mill")
    club.focus()
    club.press("End")
    club.press("ArrowLeft")
    page.evaluate(
        "htmx.ajax('GET', location.pathname, { source: '#reader', target: '#main', swap: 'none' })"
    )
    expect(club).to_be_focused()
    page.keyboard.type("x")
    expect(club).to_have_value("Milxl")
    page.locator("#head [name^=country-]").first.fill("Nowhere")
    page.get_by_role("button", name="Save player data").click()
    page.locator("#messages .refused").wait_for()
    expect(club).to_have_value("Milxl")
    page.locator("#head [name^=country-]").first.fill("DE")
    page.get_by_role("button", name="Save player data").click()
    told(page, "changed: country, club")
    saved = read(marked).tournament.by_key[lacking.key]
    assert (saved.country, saved.club) == ("DE", "Milxl")


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
    marked.write_bytes(FORMATS["fastpair"].new(replace(tournament, players=tuple(players))))
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
    marked.write_bytes(FORMATS["fastpair"].new(changed))
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


def test_a_panel_leaves_no_step_when_it_is_closed(opened):
    """By keys in haste, or by a form; its heading leads to the player."""
    page = opened("", WIDE)
    draw(page)
    panel, place = page.locator("#panel"), page.url
    name = page.locator("#list .w a").first
    name.click()
    panel.get_by_role("link", name="Why this opponent?").click()
    panel.locator("p.acts a").first.click()
    panel.locator("h2 a").click()
    panel.get_by_label("Family name").wait_for()
    page.evaluate("closePanel(); closePanel()")
    expect(panel).to_be_empty()
    page.wait_for_timeout(300)
    assert (page.url, page.evaluate("history.state?.panel ?? null")) == (place, None)
    name.click()
    panel.get_by_role("button", name="Exchange colours").click()
    expect(panel).to_be_empty()
    page.wait_for_timeout(300)
    assert (page.url, page.evaluate("history.state?.panel ?? null")) == (place, None)


def test_a_name_in_the_results_opens_its_player(opened, marked):
    """By a click on the name, and by keys from the menu of the line."""
    page = opened("", WIDE)
    draw(page)
    go(page, "Results")
    name = page.locator("#list td.b").first.inner_text()
    page.locator("#list td.b").first.click()
    page.locator("#panel").get_by_role("button", name="Withdraw player").wait_for()
    player = page.locator("#panel h2").inner_text()
    assert name.startswith(player)
    page.locator("#panel [data-close]").click()
    page.locator("[data-more='1']").press("Enter")
    page.get_by_role("menuitem", name=player).press("Enter")
    expect(page.locator("#panel h2")).to_have_text(player)
    page.locator("#panel").get_by_role("button", name="Withdraw player").click()
    told(page, "has withdrawn")
    (out,) = (each for each in read(marked).tournament.players if each.full_name == player)
    assert not out.plays_in(2)


def test_back_closes_a_panel_and_stays_at_the_round(opened):
    page = opened("", WIDE)
    draw(page)
    place = page.url
    page.locator("#list .w a").first.click()
    page.get_by_role("link", name="Why this opponent?").click()
    page.locator("#panel .sentence").first.wait_for()
    page.locator("#panel .acts a").first.wait_for()  # the players lead to their own panels
    page.go_back()
    expect(page.locator("#panel h2")).to_have_count(0)
    assert page.url == place
    page.goto(f"{place}?open=board%3Ftable%3D2")
    expect(page.locator("#panel h2")).to_have_text("Table 2")
    expect(page.locator("#list .w").first).to_be_visible()


def test_a_push_replaces_nothing_under_a_hand(opened, marked):
    """A change of others that arrives while a menu is open or a button is held waits for both."""
    page, other = opened(), opened()
    draw(page)
    page.get_by_role("button", name="Publish round 1").first.click()
    told(page, "round 1 published")
    go(other, "Results")
    asked = []
    place = re.compile(r"/(boards|results)/1$")
    page.route(place, lambda route: asked.append(route))

    def change(table):
        """Another page enters a result; this one asks what is new, and waits for the answer."""
        other.get_by_label(f"Table {table}: White wins").click()
        while not asked:
            page.wait_for_timeout(20)

    def answer():
        with page.expect_response(place):
            asked.pop().continue_()
        page.evaluate("new Promise(requestAnimationFrame)")

    change(1)
    menu = page.locator("details.menu").filter(has_text="Compare alternatives")
    menu.locator("summary").click()
    answer()
    expect(menu).to_have_attribute("open", "")
    page.unroute(place)
    go(page, "Results")
    page.route(place, lambda route: asked.append(route))
    change(2)
    page.locator("#typed").focus()
    page.get_by_label("Table 2: Black wins").hover()
    page.mouse.down()
    answer()
    page.mouse.up()
    page.locator("#messages .refused").filter(has_text="beats").wait_for()
    result_shown(page, 2, "1-0")
    assert result_of(marked, 2) == (Result.WHITE_WINS, False)
