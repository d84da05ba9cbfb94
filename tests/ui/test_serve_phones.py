"""The addresses on the slips of the tables: what a phone may enter, and what no address opens."""

from __future__ import annotations

import json
import re
from contextlib import closing
from dataclasses import replace
from datetime import datetime, timedelta
from importlib.resources import files

import httpx2
import pytest
from jsonschema import Draft202012Validator

from commands import do
from congress_files import games
from fastpair import Congress
from fastpair.app.history.entries import digest_of
from fastpair.app.history.timeline import History
from fastpair.go.tournament import Player, Result
from fastpair.ui.web import phones
from fastpair.ui.web.access import Access, SlipTable, TableAddresses
from fastpair.ui.web.running import Server
from fastpair.ui.web.store import Sidecar
from pages import Browser, director_of
from serving import served


def test_a_table_is_known_by_its_address_alone(server, stranger, drawn):
    board = games(drawn)[3]
    seat = server.site.server.tables.seat(board)
    page = stranger.get(f"/table/{seat}")
    assert page.status_code == 200
    assert "Tell the result to the tournament director" in page.text
    swapped = server.site.server.tables.seat(replace(board, white=board.black, black=board.white))
    assert swapped == seat
    for forged in (
        seat.replace("1.3.", "1.4."),
        seat.replace("1.3.", "2.3."),
        seat[:-1] + ("y" if seat[-1] == "x" else "x"),
        seat + "x",
        "1.3.",
        "1.3",
        "x",
        seat.replace(".", "/"),
        f"{seat[:-1]}0",
        "1.3." + "A" * 24,
        f"01.3{seat[3:]}",
    ):
        assert stranger.get(f"/table/{forged}").status_code in (404, 429), forged


def test_a_code_can_be_typed_and_one_of_an_earlier_version_stays_good(server, stranger, drawn):
    """In letters of either case, none of which is taken for another."""
    board, tables = games(drawn)[3], server.site.server.tables
    assert TableAddresses(b"k" * 32).admits(
        SlipTable(1, 3, "DkrtRt7jboWzM1DkYbYTJvXr"), replace(board, white="A", black="B")
    )
    seat = tables.seat(board)
    code = seat.rpartition(".")[2]
    assert len(code) == 8
    assert not set("01oil") & set(code)
    assert stranger.get(f"/table/1.3.{code.upper()}").status_code == 200


def test_who_guesses_codes_is_not_heard_for_a_minute(server, stranger, published, monkeypatch):
    """Nor longer, however often the right code comes meanwhile; the other tables of the hall are heard."""
    seat, other = map(server.site.server.tables.seat, (games(published)[3], games(published)[2]))
    wrong, clock = seat[:-1] + ("y" if seat[-1] == "x" else "x"), [0.0]
    for _ in range(3):  # a right code ends the count
        stranger.client.cookies.clear()
        assert {stranger.get(f"/table/{wrong}").status_code for _ in range(19)} == {404}
        assert stranger.get(f"/table/{seat}").status_code == 200
    monkeypatch.setattr("fastpair.ui.api.service.monotonic", lambda: clock[0])
    assert {stranger.get(f"/table/{wrong}").status_code for _ in range(20)} == {404}
    clock[0] = 59.0
    # Whoever shares the address with who guesses, and has opened the page before, enters the result.
    assert stranger.get(f"/table/{wrong}").status_code == 429
    server.site.server.sidecar.keep(phones=True)
    token = re.search(r'name="form_token" value="([\w-]+)"', stranger.get(f"/table/{seat}").text)[1]
    assert stranger.tell(seat, "1-0", token).status_code == 200
    kept = dict(stranger.client.cookies)
    stranger.client.cookies.clear()
    assert {stranger.get(f"/table/{seat}").status_code for _ in range(25)} == {429}
    assert stranger.get(f"/table/{other}").status_code == 200
    stranger.client.cookies.clear()
    for each in (seat, other):  # what it keeps is good for its own table
        stranger.client.cookies.set("fastpair-table", kept["fastpair-table"], path=f"/table/{each}")
    assert stranger.get(f"/table/{seat}").status_code == 200
    for _ in range(20):
        stranger.get(f"/table/{other[:-1]}2" if other[-1] != "2" else f"/table/{other[:-1]}3")
    assert stranger.get(f"/table/{other}").status_code == 429
    stranger.client.cookies.clear()
    for _ in range(25):  # of no table there is a code
        assert stranger.get("/table/1.999.aaaaaaaa").status_code == 404
    clock[0] = 61.0
    stranger.client.cookies.clear()
    assert stranger.get(f"/table/{seat}").status_code == 200


FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
CHROME = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Mobile Safari/537.36"
DOORS = ["command", "page, Firefox on Linux", "page, Chrome on Android", "page, another browser"]


def test_the_history_says_by_which_door_each_change_came(server, director, stranger, drawn, run):
    for about, path, fields in (
        (FIREFOX, "/results/1/enter", {"results": "1 1"}),
        (CHROME, "/boards/1/colour", {"table": "2"}),
        ("\x1b[31m<b>x", "/log/1/undo", {"change": "3"}),
        (FIREFOX, "/boards/1/publish", {}),
        (FIREFOX, "/prints/1/phones", {"phones": "open"}),
    ):
        director.client.headers["user-agent"] = about
        director.do(path, **fields)
    seat = server.site.server.tables.seat(games(drawn)[3])
    assert stranger.tell(seat, "1-0", stranger.phone_form(seat)).status_code == 200
    doors = [*DOORS, DOORS[1], "phone at table 3"]
    assert [entry.door for entry in History(drawn).entries()] == doors
    listed = run("log", drawn)[1]
    page = director.get("/log/1").text
    for door in doors:
        assert door in listed
        shown = door.replace("page", "Director").replace("phone at", "Phone,")
        shown = {"command": "Command line"}.get(shown, shown)
        assert f">{shown}</td>" in page
    document = json.loads(run("log", drawn, "--json")[1])
    schema = files("fastpair.app").joinpath("log.schema.json").read_text("utf-8")
    Draft202012Validator(json.loads(schema)).validate(document)
    assert [change["door"] for change in document["changes"]] == doors


def test_a_phone_enters_a_missing_result_of_its_table_and_nothing_else(
    server, director, stranger, drawn
):
    seats = {table: server.site.server.tables.seat(game) for table, game in games(drawn).items()}
    with closing(Server(drawn, "127.0.0.1", 0)) as again:
        assert (
            again.site.server.tables.seat(games(drawn)[3]) == seats[3]
        )  # slips outlive the server
    token = server.access.form_token(seats[3])
    assert stranger.tell(seats[3], "1-0", token).status_code == 409  # not allowed yet
    assert result(drawn, 3) is Result.UNKNOWN
    director.open_phones()
    token = stranger.phone_form(seats[3])
    assert stranger.tell(seats[4], "1-0", token).status_code == 409  # the form of another table
    assert result(drawn, 4) is Result.UNKNOWN
    for chosen in ("0-0", "1-0!", "?", "1-1", "w", ""):
        assert stranger.tell(seats[3], chosen, token).status_code == 409
    assert stranger.tell(seats[3], "1-0", token).status_code == 200
    assert result(drawn, 3) is Result.WHITE_WINS
    stranger.client.cookies.clear()
    assert stranger.tell(seats[3], "0-1", token).status_code == 409  # only the director changes one
    assert stranger.tell(seats[3], "1-0", token).status_code == 200
    assert result(drawn, 3) is Result.WHITE_WINS
    director.do("/prints/1/phones", phones="closed")
    assert stranger.tell(seats[5], "1-0", server.access.form_token(seats[5])).status_code == 409
    assert result(drawn, 5) is Result.UNKNOWN
    assert stranger.get("/players/1").status_code == 403


def test_a_slip_of_another_tournament_opens_nothing(drawn):
    game = games(drawn)[3]
    one, other = TableAddresses(b"k" * 32), TableAddresses(b"l" * 32)
    assert not one.admits(one.read_seat(other.seat(game)), game)
    assert one.admits(one.read_seat(one.seat(game)), game)


def test_a_slip_of_another_round_opens_nothing(drawn):
    """The end of an address says a round, and its signature does, too."""
    game, tables = games(drawn)[3], TableAddresses(b"k" * 32)
    later = replace(game, round=2)
    forged = tables.read_seat(f"2.3.{tables.read_seat(tables.seat(game)).mac}")
    assert not tables.admits(forged, later)
    assert tables.admits(tables.read_seat(tables.seat(later)), later)


def test_the_tokens_of_forms_are_those_of_one_server():
    one, other = (Access(Sidecar(None), sign_in_days=7) for _ in range(2))
    assert one.token != other.token
    assert one.is_form_token(one.form_token("session"), "session")
    assert not other.is_form_token(one.form_token("session"), "session")


def test_slips_outlive_a_renamed_folder(drawn, tmp_path):
    with closing(Server(drawn, "127.0.0.1", 0)) as server:
        seat = server.site.server.tables.seat(games(drawn)[3])
    moved = tmp_path / "renamed"
    moved.mkdir()
    for path in (drawn, drawn.with_name(f"{drawn.name}.serve")):
        path.rename(moved / path.name)
    with closing(Server(moved / drawn.name, "127.0.0.1", 0)) as server:
        assert server.site.server.tables.seat(games(moved / drawn.name)[3]) == seat


def test_two_servers_of_a_file_agree_whether_phones_may_enter(director, drawn):
    director.do("/boards/1/publish")
    with closing(Server(drawn, "127.0.0.1", 0)) as server, Browser(server) as stranger:
        for table, (phones, status) in enumerate((("open", 200), ("closed", 409)), 3):
            director.do("/prints/1/phones", phones=phones)
            seat = server.site.server.tables.seat(games(drawn)[table])
            assert stranger.tell(seat, "1-0", server.access.form_token(seat)).status_code == status


def result(file, table):
    return games(file)[table].result


def test_the_key_is_readable_to_nobody_else(server, drawn):
    kept = drawn.with_name(f"{drawn.name}.serve")
    assert kept.stat().st_mode & 0o777 == 0o600
    key = kept.read_bytes()
    kept.chmod(0o644)  # as a copy has it
    with closing(Server(drawn, "127.0.0.1", 0)):
        assert kept.stat().st_mode & 0o777 == 0o600
        assert kept.read_bytes() == key


class SlowClock(datetime):
    """A clock that is slow by an hour."""

    @classmethod
    def now(cls, tz=None):
        return datetime.now(tz) - timedelta(hours=1)


def test_a_phone_may_change_its_own_result_for_five_minutes(
    server, director, stranger, drawn, monkeypatch
):
    seat = server.site.server.tables.seat(games(drawn)[3])
    director.open_phones()
    token = stranger.phone_form(seat)
    saved = stranger.tell(seat, "1-0", token)
    assert "Result saved." in saved.text
    assert "You can change it until" in saved.text
    assert "Who won at table 3?" in stranger.get(f"/table/{seat}?change=yes").text
    assert stranger.tell(seat, "0-1", token).status_code == 200
    assert result(drawn, 3) is Result.BLACK_WINS
    with monkeypatch.context() as clock:
        clock.setattr(phones, "datetime", SlowClock)  # set back by an hour
        assert "Change result" not in stranger.get(f"/table/{seat}?change=yes").text
    assert "Who won at table 3?" in stranger.get(f"/table/{seat}?change=yes").text
    monkeypatch.setattr(phones, "CORRECTION", timedelta(0))
    assert "Change result" not in stranger.get(f"/table/{seat}?change=yes").text
    assert stranger.tell(seat, "1-0", token).status_code == 409
    assert result(drawn, 3) is Result.BLACK_WINS


TIME = r"\(\d\d:\d\d\)"
DIFFERENCE = re.compile(rf"\w+ – \w.*: one phone says 1-0 {TIME}, another 0-1 {TIME}\.")


def test_another_phone_changes_nothing_and_is_told_what_is_entered(
    server, director, stranger, drawn
):
    seat = server.site.server.tables.seat(games(drawn)[3])
    director.open_phones()
    token = stranger.phone_form(seat)
    stranger.tell(seat, "1-0", token)
    own = dict(stranger.client.cookies)
    stranger.client.cookies.clear()
    forged = {name: ("y" if value[0] == "x" else "x") + value[1:] for name, value in own.items()}
    for cookies in ({}, forged):
        stranger.client.cookies.update(cookies)
        answer = stranger.tell(seat, "0-1", token)
        assert answer.status_code == 409
        assert DIFFERENCE.search(answer.text)
        assert "tell the tournament director" in answer.text
        assert "Who won" not in stranger.get(f"/table/{seat}?change=yes").text
    assert result(drawn, 3) is Result.WHITE_WINS
    bar = director.get("/results/1").text
    assert DIFFERENCE.search(bar)
    assert "Resolve table 3" in bar
    director.do("/results/1/enter", results="3 1")  # the result that is known is right
    assert "Resolve table 3" not in director.get("/results/1").text


def differing_bar(drawn):
    """The bar of a server that has just started."""
    with director_of(drawn) as director:
        bar = re.search(r'<section id="next".*?</section>', director.get("/results/1").text, re.S)
    return bar[0]


def test_a_result_that_differs_outlives_the_server(server, director, stranger, drawn, capsys):
    """It is in the history, which replays to the same file, and ends when the result is confirmed."""
    seat = server.site.server.tables.seat(games(drawn)[3])
    director.open_phones()
    token = stranger.phone_form(seat)
    stranger.tell(seat, "1-0", token)
    stranger.client.cookies.clear()
    content = drawn.read_bytes()
    for _ in range(2):
        stranger.tell(seat, "0-1", token)
    assert drawn.read_bytes() == content
    disputes = [entry for entry in History(drawn).entries() if entry.act == "claim"][1:]
    assert [(entry.door, entry.after.digest) for entry in disputes] == [
        ("phone at table 3", digest_of(content))
    ]
    assert DIFFERENCE.search(differing_bar(drawn))
    do("status", drawn)
    assert "Table 3 · Results differ" in capsys.readouterr().out
    assert "a phone reports 0-1" in director.get("/log/1").text
    director.do("/results/1/enter", results="3 1")
    assert "Results differ" not in differing_bar(drawn)
    stranger.tell(seat, "0-1", token)
    assert "Results differ" in differing_bar(drawn)
    director.do("/results/1/enter", results="3 2", players_know="yes")
    assert "Results differ" not in differing_bar(drawn)
    director.do(  # another time it is another entry
        "/results/1/enter", results="3 1", players_know="yes"
    )
    assert "Results differ" not in differing_bar(drawn)


def test_who_opens_the_slip_later_confirms_or_contradicts(server, director, stranger, drawn):
    seat = server.site.server.tables.seat(games(drawn)[3])
    director.open_phones()
    token = stranger.phone_form(seat)
    page = stranger.tell(seat, "1-0", token).text
    assert "Contradict" not in page
    with Browser(server) as other:
        expected = other.games_at(f"/table/{seat}")

        def sent(**fields):
            games = other.games_at(f"/table/{seat}?change=yes") or expected
            form = {"form_token": token, "expect": games, **fields}
            return other.client.post(f"/table/{seat}", data=form, headers=other.origin)

        page = other.get(f"/table/{seat}").text
        assert all(words in page for words in ("Confirm result", "Contradict", "Entered at"))
        assert "the page was out of date" in sent(confirm="0-1").text.lower()
        for _ in range(2):
            page = sent(confirm="1-0").text
            assert "Result confirmed." in page
            assert "Confirm result" not in page
        entry = History(drawn).last()
        assert (entry.act, entry.door) == ("claim", "phone at table 3")
        assert "the result that is entered is confirmed" in director.get("/log/1").text
        assert "Results differ" not in differing_bar(drawn)
        assert "Who won at table 3?" in other.get(f"/table/{seat}?change=yes").text
        assert sent(result="0-1").status_code == 409
        for each in (other, stranger):
            page = each.get(f"/table/{seat}").text
            assert DIFFERENCE.search(page)
            assert "agree with your opponent" in page
        assert DIFFERENCE.search(sent(confirm="1-0").text)  # the director alone ends it
        assert "Change result" not in page
        for chosen in ("1/2", "0-1"):
            assert stranger.tell(seat, chosen, token).status_code == 409
        assert result(drawn, 3) is Result.WHITE_WINS
        assert DIFFERENCE.search(differing_bar(drawn))
        director.do("/results/1/enter", results="3 2", players_know="yes")
        for each in (other, stranger):
            page = each.get(f"/table/{seat}").text
            assert not DIFFERENCE.search(page)
            assert "(black) beats" in page
        assert sent(result="1-0").status_code == 409
        bar = differing_bar(drawn)
        assert re.search(rf": a phone says 1-0 {TIME}, the desk 0-1 {TIME}\.", bar)


@pytest.mark.parametrize(("public", "status"), [("", 429), ("https://go.example.org", 404)])
def test_a_forwarded_address_counts_only_behind_a_proxy_that_is_named(drawn, public, status):
    with served(drawn, public_url=public) as server:
        seat = server.site.server.tables.seat(games(drawn)[3])
        wrong = seat[:-1] + ("y" if seat[-1] == "x" else "x")
        port = server.network.local_address.rpartition(":")[2]
        headers = {"host": "go.example.org" if public else f"127.0.0.1:{port}"}
        with httpx2.Client(base_url=f"http://127.0.0.1:{port}", headers=headers) as client:
            answers = [
                client.get(f"/table/{wrong}", headers={"X-Forwarded-For": f"192.0.2.{number}"})
                for number in range(21)
            ]
    assert [each.status_code for each in answers] == [404] * 20 + [status]


def test_a_table_of_chess_names_its_players_with_titles_and_ratings(tmp_path):
    """A player without a grade keeps the last word of the name; who has neither title nor rating, too."""
    players = (
        Player(key="a", name="Adler Horn", first_name="Bo", rating=2410, title="IM"),
        Player(key="b", name="Cedar", first_name="Di Eva"),
    )
    file = tmp_path / "open.json"
    Congress.new("Open", preset="FIDE", rounds=3, players=players).draw(1).congress.save(file)
    with closing(Server(file, "127.0.0.1", 0)) as server, Browser(server) as director:
        director.open()
        director.open_phones()
        (game,) = games(file).values()
        seat = server.site.server.tables.seat(game)
        page = director.get(f"/table/{seat}").text
    buttons = re.findall(r"<b>([^<]*)</b><small>([^<]*)</small>", page)
    sides = dict(zip((game.white, game.black), ("White", "Black"), strict=True))
    assert sorted(buttons)[:2] == [
        ("Adler Horn Bo", f"{sides['a']} · IM 2410"),
        ("Cedar Di Eva", sides["b"]),
    ]
