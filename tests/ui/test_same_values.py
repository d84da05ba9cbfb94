"""A value is read by one rule and refused in one sentence: by the page, the command, Python, lists and plans."""

from __future__ import annotations

import json
from datetime import date
from html import unescape

import pytest

from congress_files import save
from fastpair import Congress, Desk
from fastpair.app.history.records import plan_of
from fastpair.app.history.state import CongressState
from fastpair.app.reports.standings import read_plan
from fastpair.errors import FastpairError
from fastpair.formats import FORMATS, read
from fastpair.go.tournament import Grade, Player, Rules, Team, TeamPlay, Tournament
from pages import director_of


class Refused(str):
    """What is said of a value that is none."""


VALUES = [
    ("rating", "2100", 2100),
    ("rating", "2100.6", 2101),
    ("rating", "1e3", 1000),
    ("rating", "1 900", 1900),
    ("rating", "-100", -100),
    ("rating", "12.345", Refused("nter a rating such as 2100, not 12.345")),
    ("rating", "high", Refused("nter a rating such as 2100, not high")),
    ("rating", "999999", Refused("nter a rating such as 2100, not 999999")),
    ("correction", "+2", 2),
    ("correction", "120", Refused("nter whole points from -99 to 99, such as 2 or -1, not 120")),
    ("correction", "1.5", Refused("nter whole points from -99 to 99, such as 2 or -1, not 1.5")),
    ("correction", "up", Refused("nter whole points from -99 to 99, such as 2 or -1, not up")),
    ("band", "0", None),
    ("band", "7", 7),
    ("band", "100", Refused("nter a number from 1 to 99, not 100")),
    ("k_factor", "20", 20),
    ("k_factor", "41", Refused("nter a number from 1 to 40, not 41")),
    ("rounds", "9", Refused("ounds '9': the tournament has rounds 1 to 3")),
    ("rounds", "some", Refused("ounds 'some': write them as 1-5")),
    ("country", "Utopia", "Utopia"),
    ("country", "Germany", "DE"),
    ("grade", "12. Kyu", Grade.parse("12k")),
    ("grade", "9x", Refused("nter a grade from 30k to 9d, not 9x")),
    ("egf_pin", "12", Refused("'12' is not a PIN; enter 8 digits")),
    ("sex", "x", Refused("must be one of m, w, not 'x'")),
    ("title", "gm", "GM"),
    ("title", "Dr", Refused("must be one of GM")),
    ("birth", "19870", Refused("expected a year or a day, such as 1987")),
    ("attributes", "school", Refused("enter attributes such as school=North")),
]
OF_LISTS = {"rating", "correction", "band", "k_factor", "country", "grade"}
"""Columns of lists that refuse what a player cannot have."""


def held(file, name):
    """What the new player has in a file; nobody if there is none."""
    found = [each for each in read(file).tournament.players if each.name == "Zed"]
    return [getattr(player, name) for player in found]


@pytest.fixture
def file(tmp_path):
    return save(Tournament(rules=Rules(rounds=3)), tmp_path / "t.json")


def facts(name, text):
    return {"grade": "3d", name: text}


@pytest.mark.parametrize(("name", "text", "value"), VALUES)
def test_the_page(file, name, text, value):
    with director_of(file) as browser:
        fields = {"name": "Zed", "first_name": "Zoe", **facts(name, text)}
        answer = unescape(browser.send("/players/1/register", fields).text)
    if not isinstance(value, Refused):
        assert held(file, name) == [value]
    else:
        assert not held(file, "name")
        assert value in answer


@pytest.mark.parametrize(("name", "text", "value"), VALUES)
def test_the_command(run, file, name, text, value):
    option = "--" + {"egf_pin": "pin"}.get(name, name).replace("_", "-")
    values = ["--grade", "3d"] * (name != "grade")
    status, _, errors = run("register", file, "Zed", "Zoe", *values, option, text)
    if not isinstance(value, Refused):
        assert (status, held(file, name)) == (0, [value])
    else:
        assert (status, held(file, "name")) == (2, [])
        assert value in errors
        assert errors.count("\n") == 1


@pytest.mark.parametrize(("name", "text", "value"), VALUES)
def test_python(file, name, text, value):
    """Numbers are numbers there."""
    if name in ("rating", "correction", "band", "k_factor"):
        if not text.lstrip("+-").isdecimal():
            return
        text = int(text)
    congress = Congress.open(file)
    terms = {"rounds": text} if name == "rounds" else {}
    values = {"grade": "3d"} if name == "rounds" else facts(name, text)
    if not isinstance(value, Refused):
        player = congress.register("Zed", "Zoe", **values, **terms).congress.tournament.players[-1]
        assert getattr(player, name) == value
    else:
        with pytest.raises(FastpairError) as caught:
            congress.register("Zed", "Zoe", **values, **terms)
        assert value in str(caught.value)


@pytest.mark.parametrize(("name", "text", "value"), [row for row in VALUES if row[0] in OF_LISTS])
def test_lists(name, text, value):
    cells = facts(name, text)
    content = f"Surname;FirstName;{';'.join(cells)}\nZed;Zoe;{';'.join(cells.values())}\n".encode()
    try:
        (player,) = FORMATS["csv"].read("list.csv", content).tournament.players
    except FastpairError:
        assert isinstance(value, Refused)
    else:
        # A number that is none of a rating or a K is no such thing there, see the tests of lists.
        assert getattr(player, name) == value


RULES = [
    ("rounds", "7", 7),
    ("rounds", " 7 ", 7),
    ("rounds", "1e1", Refused("must be a whole number, not '1e1'")),
    ("rounds", "7.0", Refused("must be a whole number, not '7.0'")),
    ("rounds", "100", Refused("must be a whole number from 1 to 99, not 100")),
    ("komi", "6,5", 13),
    ("komi", "6.7", Refused("must be 0 to 99.5 in halves, not '6.7'")),
    ("bar", "4 dan", Refused("'4 dan' is not a grade such as '3d' or '12k'")),
    ("win", "1/2", 1),
    ("win", "1.25", Refused("must be -1000 to 1000 in halves, not '1.25'")),
    ("country", "Germany", "DE"),
    ("country", "Utopia", Refused("'Utopia' is not the name or code of a country")),
    ("begin", "2026-11-29", date(2026, 11, 29)),
    ("begin", "29.11.2026", Refused("must be a date such as 2026-07-18, not '29.11.2026'")),
    ("ratings_until", "2026-02-30", Refused("must be a date such as 2026-07-18, not '2026-02-30'")),
    ("director", "Ada\tLi", "Ada Li"),
    ("round_dates", "2026-11-29", (date(2026, 11, 29),)),
]
PLACES = {"komi": "time", "rounds": "time", "bar": "groups", "ratings_until": "time"}
PLACES |= dict.fromkeys(("country", "begin", "director"), "event") | {"round_dates": "time"}


def rule(file, name):
    """What a file holds of a rule."""
    tournament = read(file).tournament
    rules = tournament.rules
    if name == "rounds":
        return rules.rounds
    name = {"begin": "begins"}.get(name, name)
    if hasattr(tournament.event, name):
        return getattr(tournament.event, name)
    return tournament.event.komi_x2 if name == "komi" else rules.points.win_x2


@pytest.mark.parametrize(("name", "text", "value"), RULES)
def test_rules_on_the_page_and_by_command(run, file, name, text, value):
    """One rule for each; the page says what is valid in its field."""
    before = file.read_bytes()
    with director_of(file) as browser:
        field = {"begin": "begins"}.get(name, name)
        answer = browser.send("/rules/1/change", {field: text, "edit": PLACES.get(name, "points")})
    if isinstance(value, Refused):
        assert file.read_bytes() == before
        assert "cannot be saved" in answer.text
        assert name != "country" or value in unescape(answer.text)
    else:
        assert rule(file, name) == value
    file.write_bytes(before)
    file.with_name("t.json.history").unlink(missing_ok=True)
    status, _, errors = run("rules", file, f"--{name.replace('_', '-')}", text)
    if isinstance(value, Refused):
        assert (status, file.read_bytes()) == (2, before)
        assert value in errors
    else:
        assert (status, rule(file, name)) == (0, value)


# ---- Teams, and their rules ----

NO_WHOLE = "ust be a whole number, not {!r}"
TEAMS = [
    ("boards", "3", (3, "size")),
    ("boards", "1", Refused("match must have a number of boards from 2 to 10, not 1")),
    ("boards", "1e1", Refused(NO_WHOLE.format("1e1"))),
    ("boards", "3.0", Refused(NO_WHOLE.format("3.0"))),
    ("boards", "many", Refused(NO_WHOLE.format("many"))),
    ("fewest", "1", (1, "fewest")),
    ("fewest", "5", Refused("team needs 1 to 2 players, not 5")),
    ("fewest", "-1", Refused("team needs 1 to 2 players, not -1")),
    ("match_points", "3; 1 0", (6, "win_x2")),
    ("match_points", "½,0,0", (1, "win_x2")),
    ("match_points", "2,1", Refused("nter the match points of a win, a draw and a loss")),
    ("match_points", "1.25,1,0", Refused("ust be 0 to 49.5 in halves, not '1.25'")),
    ("match_points", "0,1,2", Refused("nter more match points for a win than for a loss")),
    ("criteria", "MP", Refused("'MP' is not a criterion of teams")),
    ("country", "Germany", ("DE", "country")),
    ("country", "Utopia", Refused("'Utopia' is not the name or code of a country")),
    ("club", "Go\tclub", ("Go club", "club")),
    ("rename", " Neu\tUlm ", ("Neu Ulm", "name")),
    ("rename", "bonn", Refused("nother team has the name 'bonn'; choose a different one")),
    ("rename", " ", Refused("ame what to change of the team")),
]
OF_ONE_TEAM = ("country", "club", "rename")


@pytest.fixture
def teams(tmp_path):
    """A file of two teams."""
    names, grade = ("Ada", "Bea", "Cid", "Dan"), Grade.parse("3k")
    players = [Player(name.upper(), name, grade=grade) for name in names]
    play = TeamPlay(
        teams=tuple(
            Team(key=name, name=name, lineups=((players[at].key, players[at + 1].key),))
            for name, at in (("Ulm", 0), ("Bonn", 2))
        ),
        size=2,
    )
    path = tmp_path / "t.json"
    tournament = Tournament(rules=Rules(rounds=3), players=tuple(players), team_play=play)
    save(tournament, path)
    return path


def of_play(file, name):
    """What a file holds of the rules of teams, or of the first team."""
    play = read(file).tournament.team_play
    return getattr(play, name) if hasattr(play, name) else getattr(play.teams[0], name)


@pytest.mark.parametrize(("name", "text", "value"), TEAMS)
def test_teams(run, teams, name, text, value):
    before = teams.read_bytes()

    def check(said):
        if isinstance(value, Refused):
            assert teams.read_bytes() == before
            assert value in said
        else:
            assert of_play(teams, value[1]) == value[0]
        teams.write_bytes(before)
        teams.with_name("t.json.history").unlink(missing_ok=True)

    team = ["Ulm"] if name in OF_ONE_TEAM else []
    with director_of(teams) as browser:
        address = "/teams/1/change" if team else "/teams/1/rules"
        fields = {"team": "Ulm"} if team else {}
        check(unescape(browser.send(address, {**fields, name: text}).text))
    check(run("team", teams, *team, f"--{name.replace('_', '-')}", text)[2])
    if name in ("boards", "fewest"):
        if not text.lstrip("-").isdecimal():
            return
        text = int(text)
    try:
        check(str(Desk(teams).team(*team, **{name: text})))
    except FastpairError as error:
        check(str(error))


# ---- Tables ----

TABLES = [
    ("room", "Hall=1-5", {"Hall": range(1, 6)}),
    ("room", "Hall=5-1", Refused("'Hall=5-1' is not a room and its tables such as 'Hall=1-80'")),
    ("room", "Hall", Refused("'Hall' is not a room and its tables such as 'Hall=1-80'")),
    ("closed", "3, 7 - 9", {3, 7, 8, 9}),
    ("closed", "3 7", Refused("'3 7' is not a list of tables such as '1-3,7'")),
    ("closed", "9-7", Refused("'9-7' is not a list of tables such as '1-3,7'")),
    ("closed", "0", Refused("'0' is not a list of tables such as '1-3,7'")),
    ("at", "3", {"ADA": 3}),
    ("at", "0", Refused("here is no table 0; enter 1 to 99999")),
    ("at", "1e1", Refused(NO_WHOLE.format("1e1"))),
]


@pytest.mark.parametrize(("name", "text", "value"), TABLES)
def test_tables(run, teams, name, text, value):
    seated = {"player": "ADA"} if name == "at" else {}

    def check(said):
        tables = CongressState.read(teams).tables
        found = {"room": tables.rooms, "closed": tables.closed, "at": tables.fixed}[name]
        if isinstance(value, Refused):
            assert not found
            assert value in said
        else:
            assert found == value
        teams.with_name("t.json.history").unlink(missing_ok=True)

    with director_of(teams) as browser:
        check(unescape(browser.send("/boards/1/tables", {**seated, name: text}).text))
    options = ["--player", "ADA"] if seated else []
    check(run("tables", teams, *options, f"--{name}", text)[2])
    if name == "at" and not text.isdecimal():
        return
    stated = int(text) if name == "at" else [text] if name == "room" else text
    try:
        check(str(Desk(teams).tables(**seated, **{name: stated})))
    except FastpairError as error:
        check(str(error))


# ---- Prizes: the page, a plan in a file, and Python ----

PRIZES = [
    ("name", "Best\tjunior", "Best junior"),
    ("name", " ", Refused("rize 1 needs a name")),
    ("count", "2", 2),
    ("count", "all", None),
    ("count", "2.0", 2),
    ("count", "-1", Refused('rize 1, count: must be a number or "all", not -1')),
    ("count", "some", Refused("rize 1, count: must be a number or \"all\", not 'some'")),
    ("category", "x", Refused("rize 1, category: must be the number of a category, not 'x'")),
    ("weakest", "5k", Grade.parse("5k")),
    ("strongest", "9x", Refused("rize 1, strongest: '9x' is not a grade such as '3d' or '12k'")),
    ("wins", "1e1", 10),
    ("wins", "2.5", 2.5),
    ("wins", "2,5", Refused("rize 1, wins: must be a number, not '2,5'")),
    ("country", "Germany", "DE"),
    (
        "country",
        "Utopia",
        Refused("rize 1, country: 'Utopia' is not the name or code of a country"),
    ),
]


def number_of(text):
    """What a plan in a file has for what is typed: numbers without quotation marks."""
    try:
        return float(text) if "e" in text or "." in text else int(text)
    except ValueError:
        return text


@pytest.mark.parametrize(("name", "text", "value"), PRIZES)
def test_prizes(run, teams, name, text, value):
    entry = {"name": "Cup", name: text}
    plan = teams.with_name("plan.toml")

    def check(said, *, is_kept):
        if isinstance(value, Refused):
            assert value in said
        elif is_kept:
            (prize,) = read_plan(plan_of(teams))
            assert getattr(prize, name) == value
        plan_of(teams).unlink(missing_ok=True)
        teams.with_name("t.json.history").unlink(missing_ok=True)

    with director_of(teams) as browser:
        answer = browser.send("/prizes/1/set", {"at": "0", "was": "", **entry})
        check(unescape(answer.text), is_kept=True)
    try:
        check(str(Desk(teams).set_prize("", prize=entry)), is_kept=True)
    except FastpairError as error:
        check(str(error), is_kept=True)
    stated = {field: number_of(typed) for field, typed in entry.items()}
    lines = (f"{field} = {json.dumps(typed)}" for field, typed in stated.items())
    plan.write_text("\n".join(["[[prize]]", *lines, ""]), encoding="utf-8")
    status, _, errors = run("prizes", teams, plan, "--provisional")
    assert status == (2 if isinstance(value, Refused) else 0)
    check(errors, is_kept=False)
    try:
        Congress.open(teams).awards([stated], provisional=True)
    except FastpairError as error:
        check(str(error), is_kept=False)
    else:
        assert not isinstance(value, Refused)
