"""Two browsers, another program and a killed server: nothing that was confirmed is lost."""

from __future__ import annotations

import os
import random
import re
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from html import unescape
from itertools import pairwise

import httpx2
import pytest

from commands import do
from congress_files import games, result_of, save, saved_elsewhere
from fastpair.app.history.entries import digest_of
from fastpair.app.history.state import document_in
from fastpair.app.history.timeline import History
from fastpair.formats import read
from fastpair.go.tournament import NO_RATING, Result
from fastpair.pairing.generator import generate
from fastpair.ui.web import store
from fastpair.ui.web.running import Server
from fastpair.ui.web.store import OpenTournament
from pages import Browser, director_of, no_shows
from serving import served, wait_until

WHITE, BLACK, NONE = (Result.WHITE_WINS, False), (Result.BLACK_WINS, False), (Result.UNKNOWN, False)


@pytest.fixture
def browsers(drawn):
    """Two browsers of the director."""
    with (
        closing(Server(drawn, "127.0.0.1", 0)) as server,
        Browser(server) as one,
        Browser(server) as two,
    ):
        one.open()
        two.open()
        yield one, two


def name(file, key):
    return read(file).tournament.by_key[key].full_name


def acts(file):
    return [entry.act for entry in History(file).entries()]


def test_results_that_arrive_together_are_written_in_order_by_their_persons(drawn, monkeypatch):
    """Each is in the history before its answer; one that is refused leaves the others; the file is read once for all."""
    read_again = []

    def table_of(entry):
        return int(re.search(r"table (\d+)", entry.said)[1])

    def counted(file, content):
        read_again.append(content)
        return document_in(file, content)

    with served(drawn) as server, ExitStack() as stack:
        base, some = server.addresses.director.split("/?")[0], [Browser(server) for _ in range(6)]
        for place, browser in enumerate(some):
            browser.client = stack.enter_context(httpx2.Client(base_url=base, timeout=20))
            token = server.access.token
            if place:
                server.access.add_helper(name := f"Ann{place + 1}", "")
                token = server.access.helpers[name].token
            browser.client.get("/", params={"token": token})
            browser.look("/results/1")
        monkeypatch.setattr(store, "document_in", counted)
        start = threading.Barrier(len(some))

        def enter(place):
            start.wait(10)
            table = place + 1 if place < 5 else 999
            answer = some[place].send("/results/1/enter", {"results": f"{table} 1"})
            written = [table_of(each) for each in History(drawn).entries()[before:]]
            return 'class="message refused' in answer.text, table in written

        before = len(History(drawn).entries())
        with ThreadPoolExecutor(len(some)) as threads:
            answers = [*threads.map(enter, range(len(some)))]
        entries = History(drawn).entries()[before:]
    assert answers == [(False, True)] * 5 + [(True, False)]
    assert [each.number for each in entries] == [*range(before + 1, before + 6)]
    assert all(one.after == other.before for one, other in pairwise(entries))
    doors = {table_of(each): each.door for each in entries}
    assert doors[1].startswith("page, ")
    assert all(doors[table].startswith(f"helper Ann{table}, ") for table in range(2, 6))
    assert not read_again
    assert [result_of(drawn, table) for table in range(1, 6)] == [WHITE] * 5


def test_players_without_a_rating_get_one_by_a_button(browsers, drawn):
    one, _ = browsers
    assert "no rating" not in one.get("/players/1").text
    document = read(drawn)
    first, *others = document.tournament.players
    unrated = replace(first, rating=NO_RATING)
    document.write(drawn, replace(document.tournament, players=(unrated, *others)))
    page = one.get("/players/1").text
    assert "1 player has no rating and is seeded last." in page
    assert "?show=unrated" in page
    assert page.count('data-in="here unrated"') == 1
    assert f"rating – becomes {first.grade.rating}" in one.do("/players/1/rate")
    assert read(drawn).tournament.players[0].rating == first.grade.rating


def test_edits_of_boards_that_have_changed_are_refused(browsers, drawn):
    one, two = browsers
    boards = games(drawn)
    one.look()
    two.look()
    one.do("/boards/1/swap", one=boards[1].white, other=boards[2].white)
    before = drawn.read_bytes()
    told = two.refused("/boards/1/swap", one=boards[1].white, other=boards[3].white)
    assert "meanwhile" in told
    assert name(drawn, boards[1].white) in told
    for path, fields in (
        ("/boards/1/colour", {"table": "1"}),
        ("/boards/1/handicap", {"table": "2", "stones": "3"}),
        ("/boards/1/table", {"table": "1", "new": "30"}),
        ("/boards/1/unpair", {"table": "2"}),
        ("/boards/1/bye", {"one": boards[1].black}),
        ("/boards/1/draw", {"redraw": "true"}),
        ("/boards/1/publish", {}),
    ):
        assert "meanwhile" in two.refused(path, **fields), path
    assert drawn.read_bytes() == before
    two.do("/boards/1/swap", one=boards[4].white, other=boards[5].white)  # others are as shown


def test_a_player_who_was_changed_meanwhile_is_not_changed_back(browsers, drawn):
    one, two = browsers
    player = read(drawn).tournament.players[0]
    fields = {"key": player.key, "name": player.name, "first_name": player.first_name}
    one.look()
    two.look()
    one.do("/players/1/change", **fields, grade="1d", club="Ulm")
    assert "Ulm" in two.refused("/players/1/change", **fields, grade="2d", club=player.club)
    assert str(read(drawn).tournament.by_key[player.key].grade) == "1d"


def test_a_family_of_any_size_is_kept_apart_by_one_change(browsers, drawn):
    one, _ = browsers
    names = ("Ann", "Bo", "Cy")
    for first in names:
        one.do("/players/1/register", name="Lowe", first_name=first, grade="4k", club="Ulm")
    players = ["LOWEANN", "LOWEBO", "Lowe Cy", ""]
    panel = one.get("/players/1/family", params={"key": "LOWEANN"}).text
    assert 'name="players" value="LOWEBO" checked' in panel
    told = one.do("/players/1/apart", kind="forbid", players=players, why="family")
    assert "Lowe Ann, Lowe Bo, Lowe Cy do not meet in rounds 2–3." in told
    for chosen, said in ((players, "in which they may meet"), (["LOWEBO"] * 2, "at least two")):
        assert said in one.refused("/players/1/apart", kind="forbid", players=chosen)
    page = one.get("/boards/2").text
    pairs = ("Ann must not meet Lowe Bo", "Ann must not meet Lowe Cy", "Bo must not meet Lowe Cy")
    assert all(f"Lowe {pair}" in page for pair in pairs)
    one.do("/players/1/undo", change=str(History(drawn).entries()[-1].number))
    assert "must not meet" not in one.get("/boards/2").text
    told = one.do("/players/1/apart", kind="prefer-not", players=players)
    assert "Lowe Ann, Lowe Bo, Lowe Cy should not meet in rounds 2–3." in told
    assert "Lowe Bo should not meet Lowe Cy" in one.get("/boards/2").text
    for kind in ("force", "prefer"):
        assert "contradicts another constraint" in one.refused(
            "/boards/2/condition", kind=kind, players=["LOWEANN", "LOWEBO"]
        )


def test_all_mistakes_of_a_form_are_shown_at_their_fields(browsers, drawn):
    one, _ = browsers
    fields = {"name": "", "first_name": "Zed", "grade": "9x", "rating": "high", "rounds": "x"}
    answer = one.send("/players/1/register", fields).text
    assert answer.count('aria-invalid="true"') == 4
    for words in (
        "4 fields need a correction.",
        "nter the family name of the player",
        "nter a grade from 30k to 9d, not 9x.",
        "nter a rating such as 2100, not high.",
        'value="Zed"',
    ):
        assert words in answer
    form = {**fields, "form_token": one.form_token()}
    page = one.client.post("/players/1/register", data=form, headers=one.origin)
    assert page.status_code == 409
    assert page.text.count('aria-invalid="true"') == 4


def test_check_in_checks_in_and_closing_it_is_one_change(browsers, drawn):
    one, _ = browsers
    play(one, drawn, 1)
    for first in ("Ann", "Bo", "Cy", "Di"):
        one.do("/players/2/register", name="Lowe", first_name=first, grade="4k", final="no")
    assert 'data-in="expected all"' in one.get("/checkin/2").text
    assert "Lowe Ann is here" in one.do("/checkin/2/attend", wish="present LOWEANN")
    assert "Lowe Ann is already here" in one.do("/checkin/2/attend", wish="present LOWEANN")
    assert read(drawn).tournament.by_key["LOWEANN"].plays_in(2)
    both = {"wish": "present LOWEANN", "players": "LOWEANN\nLOWEBO"}
    assert "1 player" not in one.do("/checkin/2/attend", **both)
    assert read(drawn).tournament.by_key["LOWEBO"].final
    panel = one.get("/checkin/2/close").text
    assert "Mark 2 players absent in round 2?" in panel
    assert "close the check-in again" in one.refused("/checkin/2/close", count="3")
    assert "2 players marked absent in round 2" in one.do("/checkin/2/close", count="2")
    absent = [p.key for p in read(drawn).tournament.players if not p.plays_in(2)]
    assert {"LOWECY", "LOWEDI"} <= {*absent}
    one.do("/checkin/2/undo", change=str(History(drawn).entries()[-1].number))
    assert read(drawn).tournament.by_key["LOWECY"].plays_in(2)


def test_each_row_of_the_check_in_says_here_and_absent(browsers, drawn):
    one, _ = browsers
    other = games(drawn)[1].white
    refused = one.refused("/checkin/1/attend", wish=f"absent {other}")
    assert "has a game in round 1, table 1" in refused
    assert "Record no-show" in refused
    play(one, drawn, 1)
    key = next(iter(read(drawn).tournament.by_key))
    for wish, status in (("absent", "absent"), ("present", "here")):
        assert name(drawn, key) in one.do(
            "/checkin/2/attend", wish=f"{wish} {key}", absent_too="yes"
        )
        assert read(drawn).tournament.by_key[key].plays_in(2) == (wish == "present")
        page = one.get("/checkin/2").text
        row = next(row for row in page.split("<tr ") if f'value="absent {key}"' in row)
        assert f'data-in="{status} all"' in row
        assert re.findall(r'value="(\w+) [^"]*" aria-pressed="true"', row) == [wish]


@pytest.fixture
def imported(tmp_path):
    """A tournament with the players of an ordinary list, all of them confirmed."""
    file, entries = tmp_path / "club.json", tmp_path / "entries.csv"
    lines = [f"Lowe;{first};{grade}k" for grade, first in enumerate("ABCDEFGHIJKL", start=1)]
    entries.write_text("\n".join(["Name;First name;Grade", *lines]), "utf-8")
    do("new", file, "--entries", entries)
    return file


def test_a_started_check_in_waits_for_everybody_and_pairing_asks_once(imported):
    def count(words):
        return int(re.search(rf"{words} <b>([0-9]+)</b>", one.get("/checkin/1").text)[1])

    with director_of(imported) as one:
        assert (count("Expected"), count("Here")) == (12, 0)
        first = next(iter(read(imported).tournament.by_key))
        early = one.do("/checkin/1/attend", wish=f"present {first}")
        assert "Lowe A is expected; start the check-in to note who is here" in early
        before = imported.read_bytes()
        assert "Start check-in" in one.get("/checkin/1").text
        told = one.do("/checkin/1/start")
        assert "Check-in started; expected: 12 players." in told
        assert (count("Expected"), count("Here")) == (12, 0)
        assert "Start check-in" not in one.get("/checkin/1").text
        keys = [*read(imported).tournament.by_key]
        arrived = {"wish": f"present {keys[0]}", "players": "\n".join(keys[:9])}
        assert "9 players are here" in one.do("/checkin/1/attend", **arrived)
        assert "Start check-in" not in one.get("/checkin/1").text
        assert "K is absent from round 1" in one.do("/checkin/1/attend", wish=f"absent {keys[10]}")
        question = one.refused("/boards/1/draw")
        assert "Pair round 1 without 2 players who are expected" in question
        assert "Lowe J" in question
        assert "Lowe L" in question
        assert "Lowe K" not in question
        assert "Open check-in" in question
        assert not read(imported).tournament.games
        one.do("/boards/1/draw", without_expected="true")
        assert read(imported).tournament.round(1).seated == {*keys[:9]}
        assert "the check-in of round 1 has already started" in one.refused("/checkin/1/start")
        for entry in reversed(History(imported).entries()[1:]):
            one.do("/log/1/undo", change=str(entry.number))
        assert imported.read_bytes() == before


def test_who_has_not_arrived_is_asked_about_in_every_round(imported):
    """Those who come in round 2 are expected, waited for and named, as those of round 1 are."""

    def counted(number):
        page = one.get(f"/checkin/{number}").text
        return re.search(r"[0-9]+ here, [0-9]+ expected, [0-9]+ absent", page)[0]

    with director_of(imported) as one:
        late = [*read(imported).tournament.by_key][:3]
        for key in late:
            one.do("/checkin/1/attend", wish=f"absent {key}")
        assert counted(1) == "0 here, 9 expected, 3 absent"
        one.do("/checkin/1/attend", wish=f"absent {[*read(imported).tournament.by_key][3]}")
        one.do("/boards/1/draw")
        play(one, imported, 1)
        assert counted(1) == "8 here, 0 expected, 4 absent"
        assert counted(2) == "8 here, 4 expected, 0 absent"
        assert "Check-in started; expected: 4 players." in one.do("/checkin/2/start")
        assert counted(2) == "8 here, 4 expected, 0 absent"
        one.do("/checkin/2/attend", wish=f"present {late[0]}")
        assert counted(2) == "9 here, 3 expected, 0 absent"
        question = one.refused("/boards/2/draw")
        assert "Pair round 2 without 3 players who are expected: Lowe B 2k, Lowe C 3k" in question
        assert "3 players are expected." in one.get("/boards/2").text


def test_who_is_entered_as_absent_comes_in_after_a_question_only(imported):
    with director_of(imported) as one:
        here, away, gone = [*read(imported).tournament.by_key][:3]
        one.do("/checkin/1/start")
        for key in (away, gone):
            one.do("/checkin/1/attend", wish=f"absent {key}")
        found = {"wish": f"present {here}", "players": f"{here}\n{away}\n{gone}"}
        before = imported.read_bytes()
        question = one.refused("/checkin/1/attend", **found)
        assert "Entered as absent in round 1: Lowe B, Lowe C; check in?" in question
        assert "Check in 3 players" in question
        single = one.refused("/checkin/1/attend", wish=f"present {away}", players=away)
        assert "Entered as absent in round 1: Lowe B; check in?" in single
        by_button = one.refused("/checkin/1/attend", wish=f"present {away}")
        assert "Entered as absent in round 1: Lowe B; check in?" in by_button
        assert imported.read_bytes() == before
        done = one.do("/checkin/1/attend", **found, absent_too="yes")
        assert "3 players are here: Lowe A, Lowe B, Lowe C." in done
        assert all(read(imported).tournament.by_key[key].plays_in(1) for key in (away, gone))


def play(browser, file, number):
    """Enter a result of every game of a round."""
    tables = sorted(games(file, number))
    browser.do(f"/results/{number}/enter", results=" ".join(f"{table} 1" for table in tables))


def test_who_is_imported_counts_from_the_round_that_is_prepared(browsers, drawn):
    """Absent from the round before, and without a correction."""
    one, _ = browsers
    play(one, drawn, 1)
    listed = {"list": "Name;First name;Grade\nLowe;Ann;4k\n"}
    shown = re.search(r'name="shown" value="(\w+)"', one.send("/players/2/import", listed).text)[1]
    one.do("/players/2/import", **listed, shown=shown)
    player = read(drawn).tournament.by_key["LOWEANN"]
    assert (player.final, player.absences, player.correction) == (True, {1}, 0)
    assert "round 1" not in one.do("/boards/2/draw")


def test_who_comes_to_a_round_in_play_is_in_it_and_to_one_that_is_over_is_not(browsers, drawn):
    one, _ = browsers
    for first in ("Ann", "Bo"):
        one.do("/players/1/register", name="Lowe", first_name=first, grade="4k", final="no")
    assert "LOWEANN" in one.get("/boards/1/noshow").text
    told = one.do("/players/1/attend", wish="present LOWEANN")
    assert "Lowe Ann is confirmed" in told
    assert "Round 1 is already paired; Lowe Ann is unpaired" in told
    assert read(drawn).tournament.by_key["LOWEANN"].absences == set()
    play(one, drawn, 1)
    assert "Lowe Bo is confirmed from round 2 on" in one.do(
        "/players/1/attend", wish="present LOWEBO"
    )
    assert read(drawn).tournament.by_key["LOWEBO"].absences == {1}


def test_a_no_show_is_recorded_as_it_was_shown(browsers, drawn):
    one, two = browsers
    one.do("/boards/1/publish")
    key = games(drawn)[3].white
    refused = one.send("/players/1/attend", {"wish": f"absent {key}"}).text
    place = f"/boards/1/noshow?key={one.quoted(key)}"
    assert f'href="{place}"' in refused
    assert "Record no-show" in one.get("/boards/1/seat", params={"key": key}).text
    assert place in one.get("/players/1/entry", params={"key": key}).text
    ways = no_shows(one.get(place))
    assert sorted(ways) == ["forfeit", "limited", "re_pair", "wait"]
    two.do("/results/1/enter", results="9 1")  # another table changes nothing of what is shown
    two.do("/boards/1/colour", table="3", players_know="yes")
    told = one.refused("/boards/1/noshow", players=key, shown=ways["forfeit"], forfeit="true")
    assert "look again" in told
    ways, before = no_shows(one.get(place)), drawn.read_bytes()
    told = one.do("/boards/1/noshow", players=key, shown=ways["forfeit"], forfeit="true")
    assert "is absent from round 1" in told
    number = History(drawn).entries()[-1].number
    one.do("/boards/1/undo", change=str(number), players_know="yes")
    assert drawn.read_bytes() == before


def test_who_is_preliminary_can_be_checked_in_and_who_has_not_played_deleted(browsers, drawn):
    one, _ = browsers
    one.do("/players/1/register", name="Lowe", first_name="Ann", grade="4k", final="no")
    assert "Check in: Lowe Ann" in one.get("/players/1").text
    for key, offered in (("LOWEANN", True), (games(drawn)[1].white, False)):
        panel = one.get("/players/1/entry", params={"key": key}).text
        assert ("Delete player" in panel) is offered


def test_what_is_locked_is_not_unpublished_by_an_older_button(browsers, drawn):
    one, _ = browsers
    one.do("/boards/1/publish")
    one.do("/boards/1/freeze")
    assert "is locked by now" in one.refused("/boards/1/back", state="published")
    one.do("/boards/1/back", state="frozen")


def test_the_page_lists_the_draws_that_keep_boards(browsers, drawn):
    one, _ = browsers
    one.look()
    one.do("/boards/1/publish")
    left = games(drawn)[1].white
    one.do("/boards/1/unpair", table="1", players_know="yes")
    one.do("/boards/1/attend", wish=f"absent {left}")
    panel, worse = (one.get(f"/boards/1/kept{query}").text for query in ("", "?fewest=1"))
    assert "No new board is worse than the worst game of a new pairing." in panel
    assert "Use alternative 1" in panel
    assert "off score, at most" in panel
    assert panel != worse
    one.look("/boards/1")
    (digest,), (other,) = (
        {*re.findall('name="digest" value="([0-9a-f]+)"', each)} for each in (panel, worse)
    )
    chosen = {"choose": "2", "players_know": "yes"}
    said = one.refused("/boards/1/draw", digest=other, **chosen)
    assert "this is not the list of draws that was shown" in said
    assert "Compare alternatives" in said
    assert "(in a fresh draw at most" not in one.do("/boards/1/draw", digest=digest, **chosen)
    one.look("/boards/1")
    assert "(in a fresh draw at most" in one.do(
        "/boards/1/draw", keep_most="true", fewest="true", players_know="yes"
    )
    values = [entry.values for entry in History(drawn).entries()][-2:]
    assert values == [
        {"choose": 2, "digest": digest, "round": 1, "even_so": True},
        {"keep_most": True, "fewest": True, "round": 1, "even_so": True},
    ]


def test_another_program_saves_meanwhile(browsers, drawn):
    one, _ = browsers
    before = drawn.read_bytes()
    one.do("/results/1/enter", results="1 1 2 1")
    saved_elsewhere(drawn, before)
    assert result_of(drawn, 1) == NONE
    log = one.get("/log/1").text
    assert "Overwritten" in log
    assert 'id="undo"' not in log
    one.do("/results/1/enter", results="3 1")
    one.do("/log/1/restore")
    assert {result_of(drawn, table) for table in (1, 2, 3)} == {WHITE}


def test_only_what_has_changed_is_sent(browsers):
    one, two = browsers
    one.look()
    two.do("/results/1/enter", results="4 1")
    headers = {"hx-request": "true", "x-seen": one.seen}
    update = one.get("/results/1", headers=headers).text
    assert re.findall(r'<tr id="(\w+)"', update) == ["t4"]
    assert 'id="messages"' not in update  # what was said before stays
    whole = one.get("/results/1", headers={**headers, "x-seen": "0" * 64}).text
    assert len(re.findall(r'<tr id="t\d+"', whole)) == 10
    assert 'id="list" hx-swap-oob' in whole


def test_a_file_saved_twice_in_a_tick_is_read_twice(drawn):
    """Neither length, time nor place tells the second save from the first."""
    held = OpenTournament(drawn)
    content = drawn.read_bytes()
    later = content.replace(b"Invented congress 8", b"Invented congress 9")
    assert len(later) == len(content)
    assert later != content
    about = drawn.stat()
    for each in (content, later, content):
        with drawn.open("r+b") as file:
            file.write(each)
        os.utime(drawn, ns=(about.st_atime_ns, time.time_ns()))
        assert held.state().digest == digest_of(each)


def test_browsers_hear_of_changes_at_once(drawn):
    """Whoever makes them: a form, a command, another program."""
    heard = []
    with (
        served(drawn) as server,
        httpx2.Client(base_url=server.addresses.director.split("/?")[0]) as client,
    ):
        client.get("/", params={"token": server.access.token})

        def listen():
            with client.stream("GET", "/events", timeout=20) as events:
                for line in events.iter_lines():
                    if line.startswith("data:"):
                        heard.append(line)
                    if len(heard) == 3:
                        return

        listening = threading.Thread(target=listen)
        listening.start()
        wait_until(lambda: len(heard) == 1)
        do("result", drawn, "1", "1-0")
        wait_until(lambda: len(heard) == 2)
        drawn.write_bytes(drawn.read_bytes() + b"<!-- saved -->")
        listening.join(5)
    assert len(set(heard)) == 3


@contextmanager
def serving_child(file):
    """A server in a process of its own, which does not outlive the block: its number and its address."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            server = Server(file, "127.0.0.1", 0)
            os.write(writing, server.addresses.director.encode())
            server.run()
        finally:
            os._exit(70)
    os.close(writing)
    try:
        yield child, os.read(reading, 1000).decode()
    finally:
        os.close(reading)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes of POSIX")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_killed_server_loses_nothing(tmp_path):
    """Results come in, and the server is killed: what it has confirmed is in the file, whole."""
    file = tmp_path / "congress.xml"
    save(generate(60, 3, seed=4), file)
    do("draw", file, "--write")
    chance, confirmed = random.Random(3), {}
    tables = sorted(games(file))
    for _ in range(3):
        with serving_child(file) as (child, address):
            killer = threading.Timer(chance.uniform(0.05, 0.15), os.kill, (child, signal.SIGKILL))
            confirmed |= entered_until_killed(
                address, [t for t in tables if t not in confirmed], chance, killer
            )
            killer.cancel()
        known = History(file).timeline(file.read_bytes())
        assert not known.saved_by_another
        assert {table: result_of(file, table)[0] for table in confirmed} == confirmed
    assert confirmed
    # What was written and not confirmed stays: other results of these tables would be asked about.
    left = [game.table for game in read(file).tournament.round(1).games if not game.has_result]
    same = "1 1" if result_of(file, 1)[0] is Result.WHITE_WINS else "1 2"
    with director_of(file) as director:
        entered = " ".join(f"{table} 1" for table in left)
        director.do("/results/1/enter", results=entered or same)
    assert sorted(path.name for path in tmp_path.iterdir() if ".serve" not in path.name) == [
        "congress.xml",
        "congress.xml.bak",
        "congress.xml.history",
    ]


def entered_until_killed(address, tables, chance, killer):
    """Enter results until nobody answers; those that were confirmed."""
    confirmed = {}
    base = address.split("/?")[0]
    with httpx2.Client(base_url=base, follow_redirects=True, timeout=5) as client:
        try:
            page = client.get(address).text
            form = re.search(r'data-form="([\w-]+)"', page)[1]
            page = client.get("/results/1").text
            seen = unescape(re.search(r'name="expect" value="([^"]*)"', page)[1])
            for table in tables:
                typed, result = chance.choice([("1", Result.WHITE_WINS), ("2", Result.BLACK_WINS)])
                answer = client.post(
                    "/results/1/enter",
                    data={"results": f"{table} {typed}", "form_token": form, "expect": seen},
                    headers={"origin": base},
                )
                if answer.status_code == 200:
                    if not confirmed:
                        killer.start()
                    confirmed[table] = result
        except httpx2.TransportError:
            pass
    return confirmed


def test_a_change_that_another_program_has_put_back_is_restored(director, drawn):
    before = drawn.read_bytes()
    director.do("/results/1/enter", results="1 1")
    drawn.write_bytes(before)
    page = director.get("/log/1").text
    assert "Not in the file" in page
    assert "did not happen" not in page
    director.do("/log/1/restore")
    assert games(drawn)[1].result is Result.WHITE_WINS
