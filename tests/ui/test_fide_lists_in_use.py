"""FIDE's rating lists by command and on the page: loaded once, they complete a player, a list and a tournament."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from datetime import date

import pytest

from answers import text_of
from commands import do
from congress_files import save
from fastpair.formats import FORMATS, read
from fastpair.go.tournament import Event, Player, Rules, TimeLimit, Tournament, with_preset
from fide_lists import Listed, text_lines, write
from pages import Browser, director_of

LISTED = [
    Listed(number, name, federation, sex, title, birth, ratings, k_factors)
    for number, name, federation, sex, title, birth, ratings, k_factors in [
        (10001, "Adler, Bo", "GER", "M", "FM", "1990", (2310, 2250, 0), (20, 20, 20)),
        (10002, "Birk, Cy", "SUI", "F", "WIM", "2001", (2205, 0, 0), (40, 20, 20)),
        (10003, "Birk, Di", "AUT", "M", "", "1975", (0, 1700, 0), (40, 20, 20)),
        (10004, "Cork, Ed", "POL", "M", "", "1980", (1900, 0, 0), (20, 20, 20)),
        (10005, "Cork, Ed", "NED", "M", "", "1999", (1800, 0, 0), (20, 20, 20)),
    ]
]
PLAYERS = (
    Player(key="A", name="Adler", first_name="B", rating=2200, country="GER", fide_id="10001"),
    Player(key="B", name="Birk", first_name="Cy", birth="2001-05-03"),
    Player(key="C", name="Cork", first_name="Ed", rating=1850),
    Player(key="D", name="Nobody", rating=1500),
)
OPEN = Tournament(
    name="Open",
    kind="swiss",
    rules=with_preset(Rules(), "FIDE"),
    event=Event(begins=date(2026, 11, 28)),
    players=PLAYERS,
)


@pytest.fixture
def file(tmp_path):
    (tmp_path / "opens").mkdir()
    return save(OPEN, tmp_path / "opens" / "open.json")


@pytest.fixture
def listed(tmp_path):
    return write(tmp_path / "standard_nov26frl.txt", text_lines(LISTED, 0))


def players(file):
    return {player.key: player for player in read(file).tournament.players}


FILLED = {
    "A": replace(PLAYERS[0], rating=2310, title="FM", sex="m", birth="1990", k_factor=20),
    "B": replace(
        PLAYERS[1],
        rating=2205,
        title="WIM",
        sex="w",
        country="SUI",
        fide_id="10002",
        k_factor=40,
    ),
    "C": PLAYERS[2],
    "D": PLAYERS[3],
}


ADDED = (
    "added: FIDE number (1 player), country (1 player), title (2 players), sex (2 players), birth (1 player), "
    "K (2 players)"
)


def test_a_list_is_loaded_once_and_fills_the_tournament(run, file, listed):
    status, output, errors = run("register", file, "--list", listed)
    assert status == 0
    assert output.splitlines() == [
        "2 ratings refreshed from the list of the FIDE",
        "Adler B (GER): rating 2200 becomes 2310",
        "Birk Cy: rating – becomes 2205",
        ADDED,
    ]
    assert "Cork Ed keeps rating 1850; the list has Cork Ed 10004, Cork Ed 10005" in errors
    assert "1 player not in the list: Nobody" in errors
    assert players(file) == FILLED
    stored = file.with_name("fide-2026-11.ratings")
    assert stored.exists()
    assert "0 ratings refreshed" in run("register", file, "--list", stored)[1]
    do("undo", file)
    assert players(file) == {player.key: player for player in PLAYERS}
    do("redo", file)
    assert players(file) == FILLED


@pytest.mark.parametrize(
    ("name", "first_name", "listed_name"),
    [
        ("Muller", "Jorg", "Müller, Jörg"),
        ("Mueller", "Jörg", "Müller, Jörg"),
        ("Jörg", "Müller", "Mueller, Joerg"),
        ("Vanderberg", "Ann", "van der Berg, Ann"),
        ("Ann", "Vanderberg", "van der Berg, Ann"),
    ],
)
def test_register_finds_whom_identify_finds(run, file, tmp_path, name, first_name, listed_name):
    save(replace(OPEN, players=(Player(key="A", name=name, first_name=first_name),)), file)
    player = Listed(20001, listed_name, "GER", "M", "", "1990", (2100, 0, 0), (20, 20, 20))
    rating_list = write(tmp_path / "standard_nov26frl.txt", text_lines([player], 0))
    found = json.loads(run("identify", file, rating_list, "--json")[1])["players"]
    assert found[0]["listed"]["number"] == "20001"
    do("register", file, "--list", rating_list)
    assert (players(file)["A"].rating, players(file)["A"].fide_id) == (2100, "20001")


def test_a_number_of_somebody_else_is_doubtful(run, file, tmp_path):
    other = Player(key="A", name="Adler", first_name="Bo", rating=1500, fide_id="20001")
    save(replace(OPEN, players=(other,)), file)
    player = Listed(20001, "Bo, Chen", "GER", "M", "", "1990", (2100, 0, 0), (20, 20, 20))
    rating_list = write(tmp_path / "standard_nov26frl.txt", text_lines([player], 0))
    assert "Adler Bo keeps rating 1500" in run("register", file, "--list", rating_list)[2]


def test_a_report_is_filled_with_what_it_holds(run, file, listed):
    """It has no place for K, and a list that knows nothing else changes nothing."""
    report = file.with_name("open.trf")
    report.write_bytes(FORMATS["trf"].new(OPEN))
    status, output, _ = run("register", report, "--list", listed)
    assert (status, "K –" in output) == (0, False)
    by_name = {player.name: player for player in read(report).tournament.players}
    assert (by_name["Birk"].title, by_name["Birk"].k_factor) == ("WIM", None)
    again = run("register", report, "--list", listed)
    assert again[:2] == (0, "0 ratings refreshed from the list of the FIDE\n")


def test_a_player_is_completed(run, file, listed):
    do("register", file, "--fide-id", "10003", "--list", listed)
    new = read(file).tournament.players[-1]
    assert (new.full_name, new.rating, new.country, new.fide_id) == (
        "Birk Di",
        None,
        "AUT",
        "10003",
    )
    assert (new.sex, new.birth, new.title) == ("m", "1975", "")
    status, _, errors = run("register", file, "Cork", "Ed", "--list", listed)
    assert status == 2
    assert (
        "2 players 'Cork Ed': Cork Ed POL 1980 10004, Cork Ed NED 1999 10005; --fide-id" in errors
    )
    assert "did you mean Cork Ed POL" in run("register", file, "Corg Ed", "--list", listed)[2]


def test_the_list_of_another_manager_is_filled(run, file, listed, tmp_path):
    save(replace(OPEN, players=()), file)
    entries = tmp_path / "entries.csv"
    entries.write_text("Name;FirstName;ID FIDE\nBirk;Di;10003\nCork;Ed;10005\n", "utf-8")
    status, _, errors = run("register", file, "--entries", entries, "--list", listed)
    assert (status, "is doubtful" in errors) == (0, False)
    di, ed = read(file).tournament.players
    assert (di.country, di.birth, di.rating) == ("AUT", "1975", None)
    assert (ed.country, ed.birth, ed.rating, ed.k_factor) == ("NED", "1999", 1800, 20)


def test_a_rapid_tournament_needs_the_rapid_list(run, file, listed, tmp_path):
    rapid = replace(OPEN, event=replace(OPEN.event, time=TimeLimit(basic=900)))
    save(rapid, file)
    status, _, errors = run("register", file, "--list", listed)
    assert (status, "has no rapid ratings" in errors) == (2, True)
    both = write(tmp_path / "rapid_nov26frl.txt", text_lines(LISTED, 1))
    do("register", file, "--list", both)
    assert players(file)["A"].rating == 2250


def test_the_command_shows_what_is_loaded(run, file, listed, tmp_path):
    folder = file.parent
    assert run("lists", folder)[:2] == (0, "no rating list is loaded\n")
    egf = tmp_path / "egf.txt"
    egf.write_text(
        " 10000001  Adan Ute                              DE  Ulm     3d   --   2345    12  T250719A\n"
    )
    status, output, errors = run("lists", folder, listed, egf)
    assert (status, errors) == (0, "")
    assert [line.split() for line in output.splitlines()[1:]] == [
        ["EGF", "–", "1", "egf.ratings"],
        ["FIDE", "2026-11-01", "standard", "5", "fide-2026-11.ratings"],
    ]
    do("lists", folder, listed, "--month", "2026-10")
    assert "2026-10-01" in run("lists", folder)[1]
    for words, message in (
        ((folder, listed, "--month", "October"), "enter a month such as 2026-11"),
        ((folder / "none",), "is no folder"),
        ((folder, file), f"{file}:1: expected a rating list"),
    ):
        status, _, errors = run("lists", *words)
        assert (status, errors.count("\n")) == (2, 1)
        assert message in errors


# The page


@pytest.fixture
def director(file):
    with director_of(file) as browser:
        yield browser


def load(director, name, content, **fields):
    fields |= {"form_token": director.form_token()}
    sent = {"file": (name, content)}
    return director.client.post("/lists/1/load", data=fields, files=sent, headers=director.origin)


def loaded(director, *sent, **fields):
    """The page when a list is loaded."""
    answer = load(director, *sent, **fields)
    assert answer.status_code == 200
    for _ in range(500):
        if director.get("/lists/1/loading").text == "null":
            return director.get("/lists/1").text
        time.sleep(0.01)
    raise AssertionError("the list is not loaded")


def offered(director, typed):
    return json.loads(director.get("/players/1/known", params={"name": typed}).text)


def test_the_page_loads_a_list_and_offers_its_players(director, file, listed):
    assert "FIDE’s rating list completes names" in director.get("/lists/1").text
    page = loaded(director, listed.name, listed.read_bytes())
    assert "Rating list of the FIDE loaded: 5 players" in page
    assert "2026-11" in page
    assert "Standard" in page
    assert [each["first_name"] for each in offered(director, "birk")] == ["Cy", "Di"]
    (found,) = offered(director, "10002")
    wanted = {"name": "Birk", "first_name": "Cy", "fide_id": "10002", "title": "WIM", "sex": "w"}
    wanted |= {"rating": "2205", "k_factor": "40", "birth": "2001", "country": "SUI"}
    assert wanted.items() <= found.items()
    director.do(
        "/players/1/register",
        **{name: value for name, value in found.items() if value} | {"first_name": "Eve"},
    )
    new = read(file).tournament.players[-1]
    assert (new.title, new.sex, new.birth, new.k_factor) == ("WIM", "w", "2001", 40)


def test_the_page_fills_the_tournament(director, file, listed):
    loaded(director, listed.name, listed.read_bytes())
    answer = director.get("/lists/1/update_ratings", params={"title": "FIDE"})
    assert "Update 2 players" in answer.text
    shown = text_of(answer.text)
    assert "Rating 2200 becomes 2310" in shown
    assert "becomes 20" not in shown
    assert ADDED in shown.replace("Added", "added")
    digest = answer.text.partition('name="sure" value="')[2].partition('"')[0]
    assert "2 ratings updated." in director.do("/lists/1/refresh", title="FIDE", sure=digest)
    assert players(file) == FILLED


def test_a_list_is_imported_and_filled(director, file, listed):
    """One change, which one undo takes back."""
    save(replace(OPEN, players=()), file)
    entries = "Name;FirstName;ID FIDE\nBirk;Di;10003\nCork;Ed;10005\nCork;Al;\n"
    sent = {"list": entries, "rating_list": "FIDE"}
    assert "Fill in from a rating list" not in director.send("/players/1/import", sent).text
    loaded(director, listed.name, listed.read_bytes())
    preview = director.send("/players/1/import", sent).text
    assert "<option selected>FIDE</option>" in preview
    digest = preview.partition('name="shown" value="')[2].partition('"')[0]
    answer = director.do("/players/1/import", **sent, shown=digest)
    assert "3 players imported." in answer
    assert "1 rating refreshed from the list of the FIDE" in answer
    assert "K – becomes" not in answer
    assert "1 player not in the list: Cork Al" in answer
    di, ed, al = read(file).tournament.players
    assert (di.country, di.birth, di.rating) == ("AUT", "1975", None)
    assert (ed.country, ed.rating, ed.k_factor, al.rating) == ("NED", 1800, 20, None)
    do("undo", file)
    assert read(file).tournament.players == ()


def test_the_month_of_the_event_counts(director, file, listed):
    """Of the lists of September, October and December, an event in November takes that of October."""
    changed = [replace_ratings(each, place) for place, each in enumerate(LISTED)]
    for month, list_ in (("2026-09", LISTED), ("2026-10", changed), ("2026-12", LISTED)):
        write(listed, text_lines(list_, 0))
        loaded(director, listed.name, listed.read_bytes(), month=month)
    answer = director.get("/lists/1/update_ratings", params={"title": "FIDE"}).text
    assert "2101" in answer
    assert "The list is that of 2026-10, and the tournament begins in 2026-11" in answer


def replace_ratings(each, place):
    return each._replace(ratings=(2101 + place, 0, 0))


def test_a_list_is_deleted(director, file, listed):
    loaded(director, listed.name, listed.read_bytes())
    assert "o rating list" in director.send("/lists/1/delete", {"name": file.name}).text
    assert file.exists()
    assert "Rating list of the FIDE deleted." in director.do(
        "/lists/1/delete", name="fide-2026-11.ratings"
    )
    assert [each.name for each in file.parent.glob("*.ratings")] == []
    assert offered(director, "birk") == []


def test_what_the_page_refuses(director, file, listed):
    assert (
        "does not say whether its ratings" in load(director, "list.txt", listed.read_bytes()).text
    )
    assert "enter a month such as" in load(
        director, listed.name, listed.read_bytes(), month="x"
    ).text.replace("Enter", "enter")
    head = listed.read_bytes().split(b"\n")[0] + b"\n"
    assert "expected players" in loaded(director, listed.name, head).replace("Expected", "expected")
    assert [each.name for each in file.parent.glob("*.ratings")] == []
    with Browser(director.server) as stranger:
        assert stranger.get("/lists/1/loading").status_code == 403


def test_a_tournament_of_go_is_offered_no_players_of_chess(director, file, listed, tmp_path):
    loaded(director, listed.name, listed.read_bytes())
    go = file.with_name("go.json")
    save(Tournament(name="Go"), go)
    with director_of(go) as other:
        assert offered(other, "birk") == []
        assert "2026-11" not in other.get("/lists/1").text
