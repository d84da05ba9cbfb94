"""Facts are declared once, and mean the same by whichever door they come in."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from congress_files import all_present, refused, save
from fastpair import Congress
from fastpair.app.forms.labels import groups_of, label_of
from fastpair.errors import InputError, RuleError
from fastpair.facts import as_stated, fact, facts, tell, with_facts
from fastpair.formats import read
from fastpair.formats.limits import TABLE, holds
from fastpair.go.tournament import Event, Rules, with_preset
from fastpair.parameters import Written, within
from pages import director_of
from team_tournaments import entered


def _parsed(text):
    if not text.startswith("t"):
        raise InputError(f"must begin with t, not {text!r}")
    return (text,)


@dataclass(frozen=True)
class Hall:
    """A record of the test."""

    phone: str = fact("", "Phone", "Phone number", unit="number")
    seats: int = fact(0, "Seats", "Seats in it", limits=within(0, 99))
    tables: tuple[str, ...] = fact((), "Tables", "Tables in it", written=Written(_parsed, ",".join))
    other: int = 3


def test_a_record_is_what_is_stated_of_it():
    hall = with_facts(Hall(), {"phone": " 12  3", "seats": "7", "tables": "t1"})
    assert hall == Hall("12 3", 7, ("t1",))
    assert as_stated(hall) == {"phone": "12 3", "seats": 7, "tables": "t1"}
    assert with_facts(Hall(), as_stated(hall)) == hall
    assert with_facts(hall, {"phone": None}) == hall
    assert [tell(each, str(as_stated(hall)[each.name])) for each in facts(Hall).values()] == [
        *("Phone: 12 3", "Seats: 7", "Tables: t1")
    ]


@pytest.mark.parametrize(
    ("name", "text"), [("seats", "1e1"), ("seats", "7.0"), ("seats", "100"), ("tables", "x")]
)
def test_what_is_no_value_is_refused_by_its_name(name, text):
    with pytest.raises(RuleError) as caught:
        with_facts(Hall(), {name: text})
    assert caught.value.message.about == name


def test_no_other_fact_is_taken():
    with pytest.raises(TypeError, match="no fact 'fax' of Hall"):
        with_facts(Hall(), {"fax": "1"})


def fields_shown(tournament):
    """The settings that a form has."""
    return [field for group in groups_of(tournament) for field in group.fields]


@pytest.mark.parametrize("name", facts(Event))
def test_a_fact_of_the_event_is_declared_once(name):
    """With its label and effect, at a place of the form; no format has it unless the table says so."""
    each = facts(Event)[name]
    assert label_of(name) == each.label
    kinds = {each.game} - {""} or {"go", "swiss"}
    tournaments = [replace(all_present(), kind=kind) for kind in kinds]
    if name == "championship":  # of teams of chess alone
        assert name not in fields_shown(tournaments[0])
        rules = with_preset(Rules(), "Swiss-Team")
        tournaments = [replace(entered(), kind="swiss", rules=rules)]
    for tournament in tournaments:
        assert fields_shown(tournament).count(name) == 1
    stated = {field for row in TABLE[Event] for field in row.fields.split()}
    assert each.field in stated or each.own in TABLE or not holds("trf", Event, each.field)


RATINGS = [
    ("2100.6", 2101),
    ("2304,5", 2304),
    ("1.900", 1900),
    ("1 900", 1900),
    ("1e3", 1000),
    ("12.345", None),
    ("1_000", None),
    ("２１００", None),
]


@pytest.mark.parametrize(("text", "rating"), RATINGS)
def test_a_rating_is_read_alike_by_a_command_a_form_and_a_list(run, tmp_path, text, rating):
    paths = [tmp_path / f"{door}.xml" for door in ("command", "form", "list")]
    for path in paths:
        save(all_present(), path)
    command, form, listed = paths
    entries = tmp_path / "entries.csv"
    entries.write_text(f"Name;First name;Grade;Rating\nAlder;Ann;3d;{text}\n", "utf-8")
    run("register", command, "Alder", "Ann", "--grade", "3d", "--rating", text)
    run("register", listed, "--entries", entries)
    with director_of(form) as one:
        fields = {"name": "Alder", "first_name": "Ann", "grade": "3d", "rating": text}
        one.send("/players/1/register", fields)
    known = (read(path).tournament.by_key.get("ALDERANN") for path in paths)
    assert [player and player.rating for player in known] == [rating] * 3


NO_NUMBERS = [
    ("rating", "200000", "enter a rating such as 2100, not 200000"),
    ("correction", "120", "enter whole points from -99 to 99, such as 2 or -1, not 120"),
    ("correction", "1.0", "enter whole points from -99 to 99, such as 2 or -1, not 1.0"),
    ("k_factor", "1_0", "enter a number from 1 to 40, not 1_0"),
]


@pytest.mark.parametrize(("name", "text", "words"), NO_NUMBERS)
def test_what_the_command_refuses_the_page_refuses_by_the_same_words(
    run, tmp_path, name, text, words
):
    path = tmp_path / "open.xml"
    save(all_present(), path)
    player = read(path).tournament.players[0]
    flag = f"--{name.replace('_', '-')}={text}"
    assert refused(run("register", path, "--change", player.full_name, flag), words)
    with director_of(path) as one:
        form = {"name": player.name, "first_name": player.first_name, "grade": str(player.grade)}
        said = one.refused("/players/1/change", key=player.key, **form, **{name: text})
        assert words.removeprefix("e") in said
    assert read(path).tournament.players[0] == player


def test_an_export_reads_the_country_as_the_rules_do():
    """Scotland is a federation of chess; by the country of Go it would be England."""
    congress = Congress.new("Open", preset="Chess", rounds=1)
    for name in ("Ann", "Bo"):
        congress = congress.register(name, "X", rating=2000).congress
    congress = congress.draw(1).congress.results(1, {1: "1-0"}).congress
    ruled = congress.rules(country="Scotland").congress
    exports = ruled.export("trf"), congress.export("trf", country="Scotland")
    assert [b"032 SCO" in each.content for each in exports] == [True, True]
