"""The director's page in a real browser: a whole round by clicks, by keys alone, and for everybody."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from browsing import (
    CHROMIUM,
    NARROW,
    WIDE,
    base,
    check,
    draw,
    fixtures,
    follow,
    go,
    reach,
    reach_button,
    result_at,
    result_shown,
    row,
    told,
)
from commands import do
from congress_files import games, result_of, save
from fastpair import Desk
from fastpair.app.actions.apply import Call
from fastpair.formats import read
from fastpair.go.tournament import Result
from profiles import few

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")

marked, server, opened = fixtures()


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
    told(page, "Grade: enter a grade from 30k to 9d, not 2x.")
    expect(page.get_by_label("Grade")).to_be_focused()
    expect(page.get_by_label("Family name")).to_have_value("Twice")
    page.locator("#panel [data-close]").click()
    page.get_by_label("Find player or club").fill("o'neil")
    assert page.locator("#list tr:visible").count() == 1
    page.get_by_role("button", name="Mark absent: O'Neil & Sons Cy").click()
    told(page, "O'Neil & Sons Cy is absent from round 1")
    page.get_by_label("Find player or club").fill("")


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
        has_text=re.compile("more|fewer|only places|the same|worse|better")
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


def publish(page, hall, file):
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
    for before, now in (("<b>Bold", "Boldine"), ("Boldine", "<b>Bold")):
        Desk(file).register(change=f'{before} Ann "Q"', name=now)
        hall.locator("#mine").filter(has_text=f"{now} Ann").wait_for()
        hall.locator("tr.mine").filter(has_text=f"{now} Ann").wait_for()
    hall.get_by_role("button", name="Not me").click()
    hall.get_by_text("Tap your name").wait_for()
    hall.evaluate("localStorage.setItem('me', 'Somebody of another event')")
    hall.reload()
    hall.get_by_text("Tap your name").wait_for()
    hall.get_by_role("link", name="O'Neil & Sons Cy").click()
    hall.locator("#mine").filter(has_text="Cy").wait_for()
    for place in ("hall", "hall/standings", "hall/wallist"):
        hall.goto(hall.url.split("/hall")[0] + f"/{place}")
        hall.get_by_role("button", name="Not me").wait_for()
    hall.goto(hall.url.split("/hall")[0] + "/hall")
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
    for typed in ("1 1 4 2", "1.1 4.2", "1,1,4,2"):
        field.fill("")
        field.fill(typed)
        expect(page.locator("#seen")).to_contain_text(
            re.compile("^Table 4: .* beats .*Press Enter")
        )
    field.fill("1.1 2.2 3.3")
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


def test_a_draw_by_clicks(opened, server):
    """Players are registered and marked absent, the round is drawn, and the draw is questioned."""
    page = opened()
    assert page.url == base(server) + "/players/1"
    enter_somebody(page)
    draw(page)
    assert page.locator("#list tr").count() == 10
    ask(page)


def test_the_hall_sees_a_draw_when_it_is_published(opened, marked):
    do("draw", marked, "--write")
    hall, page = opened("/hall"), opened()
    publish(page, hall, marked)


def test_a_phone_that_checked_in_knows_its_players(opened, server, marked):
    page = opened()
    page.goto(f"{base(server)}/checkin/1")
    page.get_by_role("link", name="Check-in by phone").click()
    page.get_by_label("Players confirm with").select_option("code")
    page.get_by_role("button", name="Save changes").click()
    told(page, "check in")
    players = read(marked).tournament.players[0], read(marked).tournament.players[7]
    phone = opened("/hall/checkin", NARROW)
    for player in players:
        phone.get_by_label("Find player").fill(player.name)
        phone.get_by_role("button", name="Find player").click()
        phone.get_by_role("link", name=player.full_name).click()
        phone.get_by_label("Your code").fill(server.site.server.tables.player_code(player.key))
        phone.get_by_role("button", name="Check in").click()
        phone.get_by_text("is here").wait_for()
        phone.get_by_role("link", name="Check in another player").click()
    do("draw", marked, "--write", "--even-so")
    do("publish", marked, "--even-so")
    phone.goto(f"{base(server)}/hall")
    cards = phone.locator("#mine .seat")
    expect(cards).to_have_count(2)
    for card, player in zip(cards.all(), players, strict=True):
        expect(card).to_contain_text(player.full_name)


def test_two_children_play_on_one_phone(opened, server, marked):
    """Each has a card, with each a result can be entered, and one is removed without the other."""
    do("draw", marked, "--write")
    do("publish", marked)
    page = opened()
    go(page, "Share")
    page.get_by_role("button", name="Players can enter results").click()
    told(page, "can enter results")
    by_key = read(marked).tournament.by_key
    boards = [games(marked)[table] for table in (2, 5)]
    one, other = (by_key[key].full_name for key in (boards[0].white, boards[1].black))
    phone = opened("/hall", NARROW)
    phone.get_by_role("link", name=one, exact=True).click()
    cards = phone.locator("#mine .seat")
    expect(cards).to_have_count(1)
    assert phone.get_by_role("button", name="Add to this phone").is_hidden()  # is there already
    phone.goto(f"{base(server)}/hall")
    expect(cards).to_have_count(1)
    phone.get_by_role("link", name=other, exact=True).click()
    expect(cards).to_have_count(1)  # who looks at the games of others stays who it is
    phone.get_by_role("button", name="Add to this phone").click()
    expect(cards).to_have_count(2)
    for board, key in zip(boards, (boards[0].white, boards[1].black), strict=True):
        phone.goto(f"{base(server)}/table/{server.site.server.tables.seat(board)}")
        phone.get_by_role("button", name=by_key[key].full_name).click()
        phone.get_by_text("Result saved").wait_for()
    phone.goto(f"{base(server)}/hall")
    expect(cards).to_have_count(2)
    for card, board, result in zip(cards.all(), boards, ("1-0", "0-1"), strict=True):
        expect(card).to_contain_text(f"Table {board.table}")
        expect(card).to_contain_text(result)
    assert phone.locator("tr.mine").count() == 2
    check(phone)
    assert phone.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    cards.first.get_by_role("button", name="Remove from this phone").click()
    expect(cards).to_have_count(1)
    expect(cards).to_contain_text(other)
    phone.reload()
    expect(cards).to_have_count(1)
    phone.get_by_role("button", name="Not me").click()
    phone.get_by_text("Tap your name").wait_for()


def test_the_results_of_a_round_by_clicks(opened, server, marked):
    """Results come by keys, by a button, by phone and by a scanner, reach the hall, and are undone."""
    do("draw", marked, "--write")
    do("publish", marked)
    hall, page = opened("/hall"), opened()
    enter_results(page, opened, server, marked)
    hall.get_by_role("link", name="Standings").wait_for()
    undo(page, marked)
    assert page.title() == "History · <u>Congress</u> & Co"


TABLET = {"width": 820, "height": 1180}


def test_a_finger_finds_every_button_of_a_tablet(chromium, server, marked):
    do("draw", marked, "--write")
    context = chromium.new_context(viewport=TABLET, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(server.addresses.director)
    for part in ("players", "checkin", "boards", "results", "standings", "prints"):
        page.goto(f"{base(server)}/{part}/1")
        buttons = page.locator("button:visible, .btn:visible, .seg a:visible").evaluate_all(
            "all => all.map(button => [button.getBoundingClientRect().height, button.outerHTML])"
        )
        assert buttons, part
        assert [html for height, html in buttons if height < 44] == [], part
    context.close()


@pytest.mark.parametrize("width", [660, 820, 1024])
def test_no_list_of_boards_is_wider_than_a_tablet(opened, server, marked, width):
    """With names of thirty letters: its last column opens the other results of a board."""
    do("draw", marked, "--write")
    page = opened("", {"width": width, "height": 1180})
    for part in ("boards", "results"):
        page.goto(f"{base(server)}/{part}/1")
        for cell in page.locator(".boards td.w, .boards td.b").all()[:4]:
            cell.evaluate("cell => cell.textContent = 'Bernhardine Wolfeschlegelstein 12k'")
        right = page.locator(".boards").evaluate(
            "list => list.querySelector('table').getBoundingClientRect().right"
            " - list.getBoundingClientRect().right"
        )
        assert right <= 1, part


@pytest.mark.parametrize("size", [{"width": 1280, "height": 420}, {"width": 390, "height": 600}])
def test_the_table_that_is_to_be_resolved_is_in_sight(opened, server, marked, size):
    """Below the field and the heads, which stay while the list moves, and whatever was searched."""
    do("draw", marked, "--write")
    do("publish", marked)
    do("result", marked, *(word for table in range(1, 11) for word in (table, "1-0")))
    for table in (2, 7):
        values = {"table": table, "rounds": 1, "result": "0-1"}
        server.site.server.store.do(Call(action="claim", values=values), f"phone at table {table}")
    page = opened("", size)
    page.goto(f"{base(server)}/results/1?show=missing")
    for table in (2, 7):
        page.evaluate("document.querySelector('.view-in').scrollTo(0, 1e6)")
        page.get_by_role("link", name=f"Resolve table {table}").click()
        expect(page.locator(f"#t{table}")).to_be_visible()
        page.wait_for_function(
            """row => {
              const place = document.getElementById(row).getBoundingClientRect();
              const seen = document.elementFromPoint(place.x + 20, place.y + 4)
              return seen?.closest("tr")?.id === row;
            }""",
            arg=f"t{table}",
        )
        do("result", marked, table, "0-1", "--even-so")
        page.get_by_role("link", name=f"Resolve table {table}").wait_for(state="hidden")


def test_the_code_of_a_helper_stays_open_while_results_come(opened, marked):
    do("draw", marked, "--write")
    do("publish", marked)
    page = opened()
    go(page, "Share")
    page.locator("#helper-name").fill("Ann")
    page.get_by_role("button", name="Add helper").click()
    told(page, "let them scan the code")
    page.locator("summary", has_text="Ann").click()
    code = page.get_by_label("QR code of Ann")
    expect(code).to_be_visible()
    do("result", marked, 1, "1-0")
    page.locator("#next").filter(has_text="1 of 10 results").wait_for()
    expect(code).to_be_visible()


def test_a_menu_of_results_is_placed_and_replaced_without_a_word_of_the_console(opened, marked):
    """What a script has placed is no style that an answer brings."""
    do("draw", marked, "--write")
    do("publish", marked)
    page = opened()
    go(page, "Results")
    for table, label in (("1", "1–0"), ("2", "0–1")):
        page.locator(f"#t{table} [data-more]").click()
        expect(page.locator("#more-results")).to_be_visible()
        placed = page.locator("#more-results").bounding_box()
        assert placed["y"] > 100
        page.keyboard.press("Escape")
        expect(page.locator("#more-results")).to_be_hidden()
        page.locator(f"#t{table}").get_by_text(label).click()
        told(page, f"table {table}")
    # Others change something, and the page takes it up.
    do("result", marked, "3", "1-0")
    result_shown(page, 3, "1-0")


SAY = """(inside) => document.getElementById("messages").replaceChildren(
  Object.assign(document.createElement("div"), { className: "message", innerHTML: `<p>Saved.</p>${inside}` }))"""


def test_notes_stay_until_they_are_read_and_what_is_done_goes_by_itself(opened):
    page = opened()
    page.clock.install()
    for inside, stays in (
        ("", False),
        ("<details><summary>2 notes</summary><p>Look at this.</p></details>", True),
    ):
        page.evaluate(SAY, inside)
        page.clock.run_for(5000)
        expect(page.locator("#messages .message")).to_be_visible()
        page.clock.run_for(30000)
        expect(page.locator("#messages .message")).to_have_count(int(stays))


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
    expect(page.locator("#unsent")).to_contain_text("Not sent: 1")
    told(page, "1 result missing")  # sent again by itself


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


PAGES = (
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
    "table/x",
    "?token=x",
)
"""What is shown of a round in play, but for a table."""


def check_players(page, server):
    """Look at what is done before the first round."""
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


def check_pairings(page, server):
    """Look at a round that is drawn."""
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
    with page.expect_navigation():
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


def check_results(page, server):
    """Look at results that are entered."""
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
    for look in (check_players, check_pairings, check_results):
        look(page, server)
    seat = server.site.server.tables.seat(games(marked)[5])
    for path in few((*PAGES, f"table/{seat}"), ci=6):
        page.goto(f"{base(server)}/{path}")
        check(page)
        if viewport is NARROW:
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1"), path


def test_the_keyboard_stays_at_the_button_of_a_line_that_is_replaced(opened, marked):
    page = opened()
    button = row(page, "O'Neil & Sons").get_by_role("button")
    button.press("Enter")
    told(page, "is absent from round 1")
    expect(button).to_have_text("Absent")
    expect(button).to_be_focused()


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
    save(replace(tournament, players=players), marked)
    page = opened("", WIDE)
    go(page, "Finish")
    club = page.locator("#head [name^=club-]").first
    club.fill("Mill")
    page.locator("h1").click()
    seen = page.locator("#state").get_attribute("data-seen")
    do("rules", marked, "--place", "Brno")
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
