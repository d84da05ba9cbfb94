"""What is entered rests on the game that was seen: every form, and everything that may happen meanwhile."""

from __future__ import annotations

import re
from contextlib import closing
from html import unescape

import pytest
from playwright.sync_api import expect

from browsing import CHROMIUM, NARROW, base, fixtures
from commands import do
from congress_files import games, result_of
from fastpair import Congress, RuleError
from fastpair.app.actions.apply import Call
from fastpair.app.history.timeline import History
from fastpair.formats import read
from fastpair.go.teams import of_teams
from fastpair.go.tournament import Result
from fastpair.ui.web.running import Server
from pages import Browser, director_of, said
from team_tournaments import entered, written

marked, server, opened = fixtures()

SWAP = ("swap", "{white}", "{other}", "--even-so")
EVENTS = {
    "nothing": (),
    "swap": (SWAP,),
    "restart": (SWAP,),
    "redraw": (SWAP, ("condition", "keep", "{white}", "{rival}"), ("draw", "--write", "--redraw", "--even-so")),
    "table moved": (("table", "1", "2", "--even-so"),),
    "colours": (("colour", "1", "--even-so"),),
    "colours twice": (("colour", "1", "--even-so"),) * 2,
    "undo": (SWAP, ("undo", "--even-so")),
    "unpublished": (("publish", "--back", "--even-so"),),
    "published anew": (("publish", "--back", "--even-so"), ("publish",)),
    "round gone": (("undo", "--even-so"), ("undo",)),
    "withdrawn": (("withdraw", "{white}", "--even-so"),),
    "result": (("result", "1", "1/2"),),
    "erased": (("result", "1", "1/2"), ("result", "1", "?", "--even-so")),
}  # fmt: skip
SAVED = {"nothing", "colours twice", "undo", "unpublished", "published anew", "withdrawn", "erased"}
DESK = {"results": "1 1"}
FORMS = {
    "director's button": ("/results/1/enter", DESK),
    "director, typed": ("/results/1/enter", DESK | {"typed": "yes"}),
    "helper's button": ("/results/1/enter", DESK),
    "page of nobody": ("/results/1/enter", DESK),
    "phone": ("phone", "1-0"),
    "match": ("/results/1/match", {"results": "1 1"}),
    "for teams": ("/results/1/forteams", {"result": "1-0"}),
}
OF_TEAMS = {"match", "for teams"}
NOT_OF_TEAMS = {"table moved"}  # the boards of a match stay side by side


def outcome(form, event):
    """What becomes of an entry: it is saved, asked about, or refused."""
    if event == "round gone":
        return "refused"
    if form == "page of nobody":
        return "asked"
    if form == "phone":
        return "saved" if event in SAVED - {"unpublished"} else "refused"
    return "saved" if event in SAVED else "asked"


@pytest.fixture
def playing(request, tmp_path, form):
    """A published round, of teams or of players, whose players may enter results."""
    if form not in OF_TEAMS:
        return request.getfixturevalue("published")
    file = written(tmp_path / "teams.json", entered(6, 2))
    do("draw", file, "--write")
    do("publish", file)
    return file


def happen(file, event):
    tournament = read(file).tournament
    units = of_teams(tournament) if tournament.draws_teams else tournament
    one, other = sorted(units.round(1).games, key=lambda game: game.table)[:2]
    names = {"white": one.white, "other": other.white, "rival": other.black}
    names = {word: units.name_of(key) for word, key in names.items()}
    for command, *words in EVENTS[event]:
        do(command, file, *(word.format(**names) for word in words))


def shown(browser, form, seat):
    """The form of a page, with what it shows."""
    path, fields = FORMS[form]
    if form == "phone":
        token = browser.phone_form(seat)
        fields = {"form_token": token, "expect": browser.games_at(f"/table/{seat}")}
        return f"/table/{seat}", fields | {"result": "1-0"}
    if form in OF_TEAMS:
        panel = browser.get("/results/1/matches" if form == "match" else path)
        (first, *_) = browser.choices_in(panel)
        return path, {**fields, "team" if form == "match" else "table": first}
    games = "" if form == "page of nobody" else browser.games_at("/results/1")
    return path, {**fields, "expect": games}


@pytest.mark.parametrize(
    ("form", "event"),
    [
        (form, event)
        for form in FORMS
        for event in EVENTS
        if not (form in OF_TEAMS and event in NOT_OF_TEAMS)
    ],
)
def test_an_entry_is_saved_for_the_game_that_was_seen_or_for_nobody(playing, form, event):
    with closing(Server(playing, "127.0.0.1", 0)) as one, Browser(one) as browser:
        one.site.server.sidecar.keep(phones=True)
        one.access.add_helper("Ann", "")
        sees(browser, form)
        board = games(playing)[1]
        path, fields = shown(browser, form, one.site.server.tables.seat(board))
        happen(playing, event)
        before = playing.read_bytes()
        if event != "restart":
            answer = sent(browser, path, fields)
    if event == "restart":
        with closing(Server(playing, "127.0.0.1", 0)) as again, Browser(again) as browser:
            sees(browser, form)
            answer = sent(browser, path, fields)
    expected = outcome(form, event)
    assert (playing.read_bytes() != before) is (expected == "saved"), said(answer)
    if expected == "saved":
        now = read(playing).tournament.round(1).at(1)
        assert now.players == board.players
        result = now.team_result if form == "for teams" else now.result
        assert result is Result.WHITE_WINS
    elif expected == "asked" and form in OF_TEAMS:
        assert 'id="panel"' in answer.text
    elif expected == "asked":
        assert 'data-asks="1"' in answer.text
        assert 'name="results" value="1 1"' in answer.text


def sees(browser, form):
    if form == "helper's button":
        browser.get("/", params={"token": browser.server.access.helpers["Ann"].token})
    elif form != "phone":
        browser.open()


def sent(browser, path, fields):
    """The answer to a form that may be old; its page knows no other state than the form says."""
    if path.startswith("/table/"):
        return browser.client.post(path, data=fields, headers=browser.origin)
    page = {"hx-request": "true", "x-form": browser.form_token("/results/1")}
    return browser.client.post(path, data=fields, headers={**browser.origin, **page})


LINE_UPS = {
    "captain": "/hall/lineup",
    "line-up": "/teams/1/round",
    "who is present": "/teams/1/present",
    "list": "/teams/1/lineup",
}
ASKS = {"swap", "restart", "redraw", "round gone"}  # the match is another one, or gone


def outcome_of_lineup(form, event):
    """What becomes of a line-up: the list of a team rests on no match."""
    if event in {"line-up", "shown"} or (event in ASKS and form != "list"):
        return "asked"
    return "refused" if event == "result" and form != "list" else "saved"


def team_of(browser, form, team):
    """The form of a line-up as its page shows it, with two players exchanged."""
    if form == "captain":
        code = browser.server.site.server.tables.captain_code(team)
        page = browser.client.post(LINE_UPS[form], data={"code": code}, headers=browser.origin)
    else:
        panel = "team" if form == "list" else "teamday"
        page = browser.get(f"/teams/1/{panel}?team={team}")
    hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page.text))
    hidden = {name: unescape(value) for name, value in hidden.items()}
    players = {"board1": f"{team}2", "board2": f"{team}1"} if form != "who is present" else {}
    return {**hidden, "team": team, **players}


@pytest.mark.parametrize(
    "event", [*(each for each in EVENTS if each not in NOT_OF_TEAMS), "line-up", "shown"]
)
@pytest.mark.parametrize("form", LINE_UPS)
def test_a_line_up_replaces_the_one_that_was_seen_or_none(tmp_path, form, event):
    file = written(tmp_path / "teams.json", entered(6, 2, spares=1))
    do("team", file, "--order", "free")
    for command in (("lineups", "23:59", "--round", "1"), ("draw", "--write"), ("publish",)):
        do(command[0], file, *command[1:])
    one = of_teams(read(file).tournament).round(1).at(1)
    server = Server(file, "127.0.0.1", 0)
    with closing(server), Browser(server) as browser:
        browser.open()
        fields = team_of(browser, form, one.white)
        if event == "shown":  # by a page of which nobody knows what it has shown
            del fields["expect"]
        elif event == "line-up":
            name = of_teams(read(file).tournament).name_of(one.white)
            do("lineup", file, name, f"{one.white}3", f"{one.white}1", "--even-so")
            do("team", file, name, *(f"{one.white}{n}" for n in (3, 1, 2)), "--even-so")
        else:
            happen(file, event)
        before = file.read_bytes()
        answer = None if event == "restart" else sent(browser, LINE_UPS[form], fields)
    if answer is None:
        with closing(Server(file, "127.0.0.1", 0)) as again, Browser(again) as browser:
            browser.open()
            answer = sent(browser, LINE_UPS[form], fields)
    expected = outcome_of_lineup(form, event)
    text = unescape(re.sub("<[^>]*>", "", answer.text))
    words = {"asked": "line-up (was|meanwhile)", "refused": "results|ine-ups", "saved": ""}
    assert re.search(words[expected], text), text
    if (form, expected) != ("who is present", "saved"):  # they play already
        assert (file.read_bytes() != before) is (expected == "saved"), text


def test_a_no_show_of_a_game_with_a_result_offers_to_delete_it(published):
    do("result", published, "3", "1-0")
    with director_of(published) as director:
        panel = director.get("/boards/1/noshow", params={"key": games(published)[3].white}).text
    assert 'name="results" value="3 ?">Delete result</button>' in panel


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")
def test_the_bar_of_a_telephone_shows_all_of_a_dispute(opened, server, marked):
    do("draw", marked, "--write")
    do("publish", marked)
    for result, phone in (("1-0", "a"), ("0-1", "b")):
        values = {"table": 5, "rounds": 1, "result": result, "phone": phone}
        server.site.server.store.do(Call(action="claim", values=values), "phone at table 5")
    page = opened("", NARROW)
    page.goto(f"{base(server)}/results/1")
    sentence = page.locator("#next p > span").last
    expect(sentence).to_contain_text("another 0-1")
    assert sentence.evaluate("each => each.scrollHeight <= each.clientHeight + 1")


@pytest.mark.parametrize("again", [("renumber",), ("draw", "--write", "--redraw")])
def test_a_table_that_is_moved_back_is_named(published, again, capsys):
    command, *words = again
    do("table", published, "1", "30", "--even-so")
    do(command, published, *words, "--even-so")
    assert "moved to table 30, but get table 1 now" in "".join(capsys.readouterr())


@pytest.mark.parametrize("form", ["director's button", "phone"])
def test_what_was_erased_is_not_entered_again_by_a_repeat(playing, form):
    """Its answer was lost, and the server has started again."""
    path = fields = None
    for turn in range(2):
        with closing(Server(playing, "127.0.0.1", 0)) as one, Browser(one) as browser:
            one.site.server.sidecar.keep(phones=True)
            sees(browser, form)
            seat = one.site.server.tables.seat(games(playing)[1])
            path, fields = (path, fields) if turn else shown(browser, form, seat)
            browser.origin["x-number"] = "n1"
            assert sent(browser, path, fields).status_code == 200
        if not turn:
            assert result_of(playing, 1)[0] is Result.WHITE_WINS
            do("result", playing, "1", "?", "--even-so")
    assert result_of(playing, 1)[0] is Result.UNKNOWN


def test_python_refuses_results_of_another_game_than_is_expected(published):
    congress = Congress.open(published)
    game = games(published)[1]
    names = [congress.tournament.name_of(key) for key in game.players]
    stated = f"1; {names[0]}; {names[1]}; ?"
    assert congress.results(1, {1: 1}, expect=[stated]).summary
    for other in (f"1; {names[1]}; {names[0]}; ?", stated.replace("?", "0-1"), f"2; {stated[3:]}"):
        with pytest.raises(RuleError, match=r"table 1"):
            congress.results(1, {1: 1}, expect=[other])
    with pytest.raises(RuleError, match="state a game as"):
        congress.results(1, {1: 1}, expect=["1"])


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")
@pytest.mark.parametrize("typed", [False, True])
def test_the_queue_of_a_browser_saves_nothing_for_another_game(opened, server, marked, typed):
    """What was entered without network is asked about at its row, and saved for who is there by a button."""
    do("draw", marked, "--write")
    do("publish", marked)
    page = opened()
    page.goto(f"{base(server)}/results/1")
    page.route("**/results/1/enter", lambda route: route.abort())
    if typed:
        page.locator("#typed").fill("2 1")
        page.locator("#typed").press("Enter")
    else:
        page.get_by_label("Table 2: White wins").click()
    expect(page.locator("#unsent")).to_contain_text("Not sent: 1")
    board = games(marked)
    do("swap", marked, board[2].white, board[4].white, "--even-so")
    page.unroute_all()
    expect(page.locator("#t2 .badge.unsaved")).to_have_text("not saved")
    assert result_of(marked, 2)[0] is result_of(marked, 4)[0] is Result.UNKNOWN
    page.locator("#messages").get_by_role("button", name="(Black)").click()
    expect(page.locator("#t2 .badge.unsaved")).to_have_count(0)
    assert result_of(marked, 2)[0] is Result.BLACK_WINS
    assert [entry.act for entry in History(marked).entries()].count("result") == 1
