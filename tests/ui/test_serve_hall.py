"""What is read of a player: by everybody in the hall, and by the director."""

from __future__ import annotations

import json
import re
from html import escape
from itertools import islice
from threading import Thread
from types import SimpleNamespace
from urllib.parse import quote

import httpx2
import pytest

from commands import do
from congress_files import games
from fastpair import Congress, Grade, Player
from fastpair.app.history.records import name_tables
from fastpair.formats import read
from fastpair.pairing.generator import generate
from fastpair.ui.web import hall
from fastpair.ui.web.published import shown
from fastpair.ui.web.store import OpenTournament, ServerSettings
from pages import director_of
from serving import served, wait_until
from team_tournaments import entered, written


def test_names_are_folded_once_for_all_searches(director, stranger, drawn, monkeypatch):
    director.do("/boards/1/publish")
    asked = []
    fold = hall.folded
    monkeypatch.setattr(hall, "folded", lambda text: asked.append(text) or fold(text))
    for name in ("nobody", "a", *(player.name for player in read(drawn).tournament.players)):
        stranger.get("/hall", params={"me": name})
    assert len(asked) == 2 + 2 * len(read(drawn).tournament.players)


def seats(file):
    """What a player sees of round 1 before and after a change: the table, the opponent and the colour."""
    found = dict.fromkeys(read(file).tournament.round(1).byes, "bye")
    for board in games(file).values():
        found |= {key: (board.table, key == board.white, board.pair) for key in board.players}
    return found


def test_publishing_again_tells_exactly_the_players_concerned(director, stranger, drawn, run):
    """Their phones, the screen, the list and the slips; what is changed back tells nobody."""
    names = {p.key: p.full_name for p in read(drawn).tournament.players}

    def told():
        return {
            key
            for key, name in names.items()
            if "Your board has changed" in stranger.get("/hall/mine", params={"me": name}).text
        }

    director.do("/boards/1/publish")
    first = seats(drawn)
    assert told() == set()
    now = first
    for change in (("swap", 7, 8), ("colour", 4), ("unpair", 5)):
        name, *places = change
        boards = games(drawn)
        typed = [boards[table].black if name == "swap" else str(table) for table in places]
        do(name, drawn, *typed, "--even-so")
        # Nobody is told of a state that is not published.
        assert told() == {key for key in first if first[key] != now.get(key)}
        answer = director.send("/boards/1/publish", {"confirmed": "likely-mistake"})
        now = seats(drawn)
        assert told() == {key for key in first if first[key] != now.get(key)}
        assert ("/prints/1/page/slips?tables=" in answer.text) == (name != "unpair")
    tables = {now[key][0] for key in told() & now.keys() if now[key] != "bye"}
    assert tables == {4, 7, 8}
    long = f"4,{'9' * 5000},x"  # as nobody types, which names no table
    assert director.get("/prints/1/page/slips", params={"tables": long}).status_code == 200
    page = stranger.get("/hall").text
    assert len(re.findall('<tr class="changed">', page)) == len(tables)
    assert f"{name_tables(tables)}, table 5 (removed)" in page
    screen = stranger.get("/hall/screen").text
    leaf = re.search('data-title="Changed boards".*?</section>', screen, re.S)[0]
    assert {int(n) for n in re.findall('data-key="([0-9]+)"', leaf)} == tables
    assert run("slips", drawn, drawn.parent / "slips.html", "--changed")[1].endswith(
        f": {len(tables)} slips of round 1\n"
    )


def server_of(file):
    """What the pages of the hall ask of a server that has just begun."""
    settings = ServerSettings(key="")
    sidecar = SimpleNamespace(settings=settings)
    return SimpleNamespace(store=OpenTournament(file), sidecar=sidecar, base="")


def test_results_of_teams_come_with_the_sums_of_their_matches(tmp_path):
    """The pages are as if they were made anew, and nothing but results is another one."""
    file = written(tmp_path / "teams.json", entered(4, 2))
    for command in ("draw", "publish"):
        do(command, file, *["--write"] * (command == "draw"))
    asked = (
        lambda server: hall.hall_page(server, {}, in_place=False),
        hall.hall_screen,
        lambda server: hall.hall_mine(server, ["A 1", "B 2"]),
    )
    server = server_of(file)
    frames = {id(shown(server)[1].frame)}
    for table, result in ((1, "1-0"), (2, "1/2"), (3, "0-1"), (1, "0-1"), (2, "?")):
        do("result", file, str(table), result, "--even-so")
        now, anew = ([ask(each).body for ask in asked] for each in (server, server_of(file)))
        assert now == anew
        frames.add(id(shown(server)[1].frame))
    assert len(frames) == 1
    assert b'data-of="1.-1">0\xe2\x80\x931<' in now[0]


@pytest.mark.parametrize("form", ["xml", "json"])
def test_a_result_of_a_round_in_play_leaves_the_pages_as_they_are_but_for_itself(
    drawn, monkeypatch, form
):
    """They are rendered once for all results, and after each change the same as if they were made anew."""
    file = drawn.with_name(f"open.{form}")
    do("convert", drawn, file)
    name = read(file).tournament.by_key[games(file)[2].black].full_name
    asked = (
        lambda server: hall.hall_page(server, {}, in_place=False),
        hall.hall_screen,
        lambda server: hall.hall_standings(server, {}, in_place=False),
        lambda server: hall.hall_page(server, {"me": name}, in_place=False),
        lambda server: hall.hall_mine(server, [name]),
    )

    def provisional(server):
        """The standings that count the results of the round, as far as they are known."""
        return hall.hall_standings(server, {"round": "1"}, in_place=False, name="wallist")

    server, rendered, render = server_of(file), [], hall.render
    monkeypatch.setattr(hall, "render", lambda n, **v: rendered.append(n) or render(n, **v))

    def made_for(command, *values):
        """The pages of the whole hall that a change lets be made anew."""
        do(command, file, *map(str, values), "--even-so")
        del rendered[:]
        shown = [ask(server).body for ask in asked]
        made = len([name for name in rendered if name != "hall_mine.html"]) - 1  # that of a name
        anew = server_of(file)
        assert shown == [ask(anew).body for ask in asked]
        assert provisional(server).body == provisional(anew).body
        return made

    assert made_for("publish") == 3
    assert made_for("result", 2, "1-0") == 0
    assert made_for("result", 3, "1-0", 4, "1/2", 5, "0-0!") == 0
    assert made_for("result", 2, "?") == 0
    assert made_for("undo") == 0
    assert made_for("swap", *(games(file)[table].black for table in (7, 8))) == 3
    assert made_for("result", 2, "0-1", 3, "?") == 0
    assert made_for("publish") == 3
    assert form == "xml" or made_for("result", 10, "postponed") == 0
    every = [word for table in games(file) if table < 10 for word in (table, "1-0")]
    assert made_for("result", *every) == (3 if form == "json" else 0)
    assert form == "json" or made_for("result", 10, "1-0") == 3
    assert b"Standings" in asked[0](server).body
    assert made_for("result", 1, "?") == 3
    assert b"Standings" not in asked[0](server).body


def test_a_search_shows_no_more_than_anybody_has(director, stranger, monkeypatch):
    director.do("/boards/1/publish")
    monkeypatch.setattr(hall, "_MOST_FOUND", 2)
    page = stranger.get("/hall", params={"me": "a"}).text
    assert page.count('<th scope="row"') == 2
    assert "Enter more of the name" in page
    assert "Enter more" not in stranger.get("/hall").text


@pytest.mark.parametrize("page", ["/players/1/entry", "/boards/2/seat"])
@pytest.mark.parametrize(
    ("typed", "white", "black"),
    [("1", "won", "lost"), ("2", "lost", "won"), ("3", "jigo", "jigo"), ("7", *["by forfeit"] * 2)],
)
def test_a_panel_says_how_a_game_ended_for_its_player(director, drawn, page, typed, white, black):
    director.do("/results/1/enter", results=f"1 {typed}")
    board = games(drawn)[1]
    for key, colour, said in ((board.white, "White", white), (board.black, "Black", black)):
        panel = director.get(page, params={"key": key}).text
        line = re.search("<dt>1 .*</dd>", panel)[0]
        assert f"{colour}, " in line
        assert re.search(f"<dd>[a-z ]*{said}</dd>", line), line


def test_the_screen_shows_who_sits_where_by_name_and_by_table(director, drawn):
    assert "Nothing is published yet" in director.get("/hall/screen").text
    director.do("/boards/1/publish")
    text = director.get("/hall/screen").text
    games = read(drawn).tournament.round(1).games
    by_key = read(drawn).tournament.by_key
    seats = {
        re.sub(" +", " ", re.sub("<[^>]*>", " ", line)).strip()
        for line in re.findall("<li.*?</li>", text)
    }
    for game in games:
        for key, colour in zip(game.players, ("White", "Black"), strict=True):
            name = escape(f"{by_key[key].full_name} {by_key[key].grade}")
            assert f"{name} {colour} {game.table}" in seats
        assert any(line.startswith(f"{game.table} ") for line in seats)
    assert "Next round" not in text


@pytest.mark.parametrize(
    ("typed", "taken"), [("14:30", True), ("", True), ("25:00", False), ("soon", False)]
)
def test_the_screen_counts_to_the_next_round(director, typed, taken):
    answer = director.send("/prints/1/clock", {"next_round": typed})
    assert ("refused" in answer.text) is not taken
    shown = f"Next round at <b>{typed}</b>" in director.get("/hall/screen").text
    assert shown is (taken and bool(typed))


def test_a_phone_is_told_its_table_by_the_name_that_it_remembers(director, stranger, drawn):
    board, by_key = games(drawn)[3], read(drawn).tournament.by_key
    white, black = (by_key[key].full_name for key in board.players)
    assert stranger.get("/hall/mine", params={"me": white}).text.strip() == ""
    director.do("/boards/1/publish")
    page = stranger.get("/hall").text
    assert f'data-me="{escape(white)}">' in page
    assert 'id="mine"' in page
    for me, colour, other in ((white, "White", black), (black, "Black", white)):
        said = stranger.get("/hall/mine", params={"me": me}).text
        text = " ".join(re.sub("<[^>]*>", " ", said).split())
        assert f"Table 3 You play {colour} against {escape(other)} " in text
    (bye,) = read(drawn).tournament.round(1).byes
    said = stranger.get("/hall/mine", params={"me": by_key[bye].full_name}).text
    assert "You have the bye" in said
    said = stranger.get("/hall/mine", params={"me": white[:-1]}).text
    assert said.strip() == ""
    assert "<b>x" not in stranger.get("/hall/mine", params={"me": "<b>x"}).text


def test_a_phone_knows_its_player_under_another_name(director, stranger, drawn):
    director.do("/boards/1/publish")
    board, by_key = games(drawn)[3], read(drawn).tournament.by_key
    player = by_key[board.white]

    def told(**asked):
        text = stranger.get("/hall/mine", params=asked).text
        return dict(re.findall(r'data-(name|player)="([^"]*)"', text))

    first = told(me=player.full_name)
    assert first["name"] == escape(player.full_name)
    director.do("/players/1/change", key=player.key, name="Umgetauft", first_name="Uta")
    assert told(me=player.full_name) == {}
    assert told(me=player.full_name, player=first["player"]) == {
        "name": "Umgetauft Uta",
        "player": first["player"],
    }
    # An address of another tournament says nothing: the name counts.
    assert told(me="Umgetauft Uta", player="0123456789") == told(me="Umgetauft Uta")


def test_the_hall_has_the_wall_list_when_it_has_standings(director, stranger, drawn):
    director.do("/boards/1/publish")
    assert "/hall/wallist" not in stranger.get("/hall").text
    assert "No standings yet" in stranger.get("/hall/wallist").text
    director.do("/results/1/enter", results=" ".join(f"{table} 1" for table in games(drawn)))
    assert 'href="/hall/wallist"' in stranger.get("/hall").text
    page = stranger.get("/hall/wallist").text
    assert page.count("<tr>") == 1 + len(read(drawn).tournament.players)
    standings = stranger.get("/hall/standings").text
    assert page.count("<th ") > standings.count("<th ")
    leads = f'href="/hall?me={quote(read(drawn).tournament.players[0].full_name, "")}"'
    assert page.count(leads) == standings.count(leads) == 1


def test_who_has_no_board_is_named_with_the_reason(director, stranger, drawn):
    (bye,) = read(drawn).tournament.round(1).byes
    director.do("/boards/1/publish")
    name = escape(read(drawn).tournament.by_key[bye].full_name)
    page = stranger.get("/hall").text
    assert re.search(rf'<b>Bye</b>: <a class="who"[^>]*>{name}</a>', page)
    own = stranger.get("/hall", params={"me": read(drawn).tournament.by_key[bye].full_name}).text
    assert re.search(rf"Round 1: <a [^>]*>{name}</a> <span [^>]*>[^<]*</span> <b>bye</b>", own)
    assert "No player of this name" not in own
    assert re.search(rf"<span>{name} [^<]*</span> <i>bye</i>", stranger.get("/hall/screen").text)


def test_phones_hear_of_who_has_no_board_and_of_rooms(director, drawn):
    director.do("/boards/1/publish")
    sidecar = SimpleNamespace(settings=ServerSettings(key=""))
    heard = []
    for change in (
        ("register", drawn, "Zed", "Al", "--grade", "3k"),
        ("present", drawn, "Zed Al", "--round", "1"),
        ("tables", drawn, "--room", "Hall=1-6"),
    ):
        do(*change)
        server = SimpleNamespace(store=OpenTournament(drawn), sidecar=sidecar, base="")
        heard.append(hall.hall_version(server))
    assert len({*heard}) == 3


HALL = ("", "/screen", "/standings", "/wallist", "/checkin?me=o", "?me=o", "?round=1")
"""Pages of the hall, and searches for a letter that the names of all children have."""


@pytest.fixture
def youth(tmp_path):
    """A published round of children and adults, of whom one child has the bye and another is absent."""
    names = ("Oakling Tom", "Olmling Kay", "Yorling Bo", "Rowling Ada", "Boling Joy", "Senior Otto")
    births = ("2012-03-04", "2013", "2011", "2012", "2014", "1970")
    players = [
        Player(
            key=f"K{n}",
            name=name.split()[0],
            first_name=name.split()[1],
            birth=birth,
            grade=Grade(-n),
        )
        for n, (name, birth) in enumerate(zip(names, births, strict=True), start=1)
    ]
    value = Congress.new("Cup", begins="2026-05-01", rounds=3, players=players)
    value = value.absent(["K3"], rounds=[1]).congress.draw(1).congress
    boards = value.tournament.round(1).games
    value = value.publish(round=1).congress.results(1, {g.table: "1-0" for g in boards}).congress
    file = tmp_path / "cup.json"
    value.save(file)
    with director_of(file) as browser:
        browser.do("/checkin/1/phones", proof="code")
        yield browser


def test_the_hall_can_leave_children_without_names(youth):
    """On all its pages, in each language; whoever knows the whole name finds the player."""
    children = [
        p for p in read(youth.server.site.server.store.file).tournament.players if p.birth > "2"
    ]
    assert len(children) == 5

    def told(language):
        youth.get(f"/hall?speak={language}")
        pages = [youth.get(f"/hall{path}") for path in HALL]
        assert {page.status_code for page in pages} == {200}
        return "".join(page.text for page in pages)

    assert all(child.name in told("en") for child in children)
    before = hall.hall_version(youth.server.site.server)
    assert "Names in the hall changed" in youth.do("/prints/1/names", age="18", hide="initials")
    assert hall.hall_version(youth.server.site.server) != before
    for language in ("en", "ja"):
        text = told(language)
        assert not [child.name for child in children if child.name in text]
        assert "O. T." in text
        assert "Senior Otto" in text
    assert "O. T." in youth.get("/hall/mine?me=O. T.").text
    for name in ("Oakling Tom", "tom oakling", "O. T."):
        found = youth.get("/hall", params={"me": name}).text
        assert ">O. T.</a>" in found
        assert "Oakling" not in found.replace(name, "")
        assert "O. T." in youth.get("/hall/checkin", params={"me": name}).text
    for name in ("Oakling", "Oakling To"):
        assert ">O. T.</a>" not in youth.get("/hall", params={"me": name}).text
        assert "O. T." not in youth.get("/hall/checkin", params={"me": name}).text
    youth.do("/prints/1/names", age="18", hide="number")
    for language, word in (("en", "Player"), ("de", "Spieler")):
        text = told(language)
        assert not [child.name for child in children if child.name in text]
        assert re.search(f"{word} [1-9][0-9]{{3}}", text)
    youth.do("/prints/1/names", age="")
    assert all(child.name in told("en") for child in children)


def test_a_phone_remembers_several_players(youth):
    """By their names at first, then by their addresses in this tournament; nobody twice."""

    def cards(**values):
        text = youth.get("/hall/mine", params=values).text
        return re.findall('data-name="(.*?)" data-player="(.*?)"', text)

    (tom, tom_at), (kay, kay_at) = cards(me=["oakling tom", "Nobody", "Kay Olmling", "Oakling Tom"])
    assert (tom, kay) == ("Oakling Tom", "Olmling Kay")
    assert cards(me=["Yorling Bo"], player=[kay_at, tom_at, "0123"]) == [
        (kay, kay_at),
        (tom, tom_at),
    ]
    assert cards(me=["Yorling Bo"], player=["0123"])[0][0] == "Yorling Bo"
    assert cards(me=["Nobody"]) == []
    assert len(cards(player=[kay_at] * 9)) == 1
    youth.do("/prints/1/names", age="18", hide="initials")
    assert cards(me=["Oakling Tom", "O. T."]) == [("O. T.", tom_at)]
    assert cards(me=["Oakling"]) == []


def test_the_hall_can_take_whole_names_only(youth):
    youth.do("/prints/1/names", whole="yes")
    everybody = youth.get("/hall").text
    assert "Senior Otto" in everybody  # lists are as they were
    for path in ("/hall", "/hall/checkin"):
        for name, is_found in (("Senior", False), ("Senior Ott", False), ("otto senior", True)):
            text = youth.get(path, params={"me": name}).text
            assert ("<b>Senior Otto" in text or 'data-me="Senior Otto"' in text) is is_found
    youth.do("/prints/1/names", age="18", whole="yes")
    assert ">O. T.</a>" in youth.get("/hall", params={"me": "Oakling Tom"}).text
    assert "O. T." in youth.get("/hall/mine?me=O. T.").text


@pytest.mark.parametrize("wrong", [{"age": "old"}, {"age": "201"}])
def test_names_of_the_hall_are_refused_with_another_age(youth, wrong):
    assert "must be a number" in youth.refused("/prints/1/names", **wrong).lower()


def test_a_phone_is_told_the_results_and_asks_for_its_page_if_more_changes(drawn, monkeypatch):
    """From the version of its page on, in one line for all that has come; nothing else of the tournament is in it.

    Results wait for others to come, what else is published does not.
    """
    monkeypatch.setattr(hall, "CALM", 60)
    do("publish", drawn)
    heard = []
    with served(drawn) as server:
        address = server.addresses.director.split("/?")[0]
        with httpx2.Client(base_url=address) as phone:
            version = re.search(r'data-version="(\w+)"', phone.get("/hall").text)[1]
            do("result", drawn, "2", "1-0", "5", "0-1")

            def listen():
                with phone.stream("GET", f"/hall/events?seen={version}", timeout=20) as events:
                    for line in islice(filter(None, events.iter_lines()), 6):
                        heard.append(line)

            listening = Thread(target=listen)
            listening.start()
            wait_until(lambda: version not in phone.get("/hall").text)
            wait_until(lambda: len(heard) == 3)
            do("present", drawn, read(drawn).tournament.players[-1].key)
            do("tables", drawn, "--room", "Hall=1-6")
            listening.join(10)
            now = re.search(r'data-version="(\w+)"', phone.get("/hall").text)[1]
    first, last = heard[:3], heard[3:]
    told = json.loads(first[2].removeprefix("data: "))
    assert first[:2] == ["event: results", f"id: {told['version']}"]
    assert told.keys() == {"version", "results"}
    assert told["results"] == [[1, 2, "1-0"], [1, 5, "0-1"]]
    assert last == ["event: state", f"id: {now}", f"data: {now}"]


@pytest.mark.parametrize(
    ("path", "shows_results"), [("/hall", True), ("/hall/screen", True), ("/hall/standings", False)]
)
def test_a_phone_that_has_the_newest_page_is_sent_nothing(director, stranger, path, shows_results):
    director.do("/boards/1/publish")
    page = stranger.get(path)
    tag = {"if-none-match": page.headers["etag"]}
    assert "no-store" not in page.headers["cache-control"]  # or the browser could not send the tag
    again = stranger.get(path, headers=tag)
    assert (again.status_code, again.content) == (304, b"")
    director.do("/results/1/enter", results="3 1")
    changed = stranger.get(path, headers=tag)
    assert changed.status_code == 200
    assert changed.headers["etag"] != page.headers["etag"]
    body = [each.text.partition("<main")[2] or each.text for each in (page, changed)]
    assert (body[0] != body[1]) == shows_results


@pytest.mark.parametrize("event_format", ["Cup", "Double elimination", "Swiss"])
def test_phones_see_the_bracket_from_the_first_round_on(tmp_path, event_format):
    """Before there are standings, below which it stands afterwards."""
    file = tmp_path / "cup.json"
    players = generate(4, 3, seed=2, play=0).players
    Congress.new("Cup", event_format=event_format, rounds=3, players=players).save(file)
    with director_of(file) as browser:
        assert "Bracket" not in browser.get("/hall").text
        browser.do("/boards/1/draw")
        assert "Bracket" not in browser.get("/hall").text
        browser.do("/boards/1/publish")
        link = '<a href="/hall/standings">Bracket</a>'
        assert (link in browser.get("/hall").text) is (event_format != "Swiss")
        page = browser.get("/hall/standings").text
        assert ("No standings yet" in page) is (event_format == "Swiss")
        assert ("<svg" in page) is (event_format != "Swiss")
        assert "<tbody>" not in page
        browser.do("/results/1/enter", results="1 1 2 1")
        assert link not in browser.get("/hall").text
        page = browser.get("/hall/standings").text
        assert ("<svg" in page, "<tbody>" in page) == (event_format != "Swiss", True)
