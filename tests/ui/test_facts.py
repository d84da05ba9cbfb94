"""Facts are declared once, and mean the same by whichever door they come in."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from congress_files import all_present
from fastpair import Congress
from fastpair.app.labels import EFFECTS, LABELS, groups_of
from fastpair.errors import InputError, RuleError
from fastpair.facts import as_stated, fact, facts, tell, with_facts
from fastpair.formats.limits import TABLE, holds
from fastpair.go.tournament import Event
from fastpair.parameters import Written


def _parsed(text):
    if not text.startswith("t"):
        raise InputError(f"must begin with t, not {text!r}")
    return (text,)


@dataclass(frozen=True)
class Hall:
    """A record of the test."""

    phone: str = fact("", "Phone", "Phone number", unit="number")
    seats: int = fact(0, "Seats", "Seats in it", least=0, most=99)
    tables: tuple[str, ...] = fact((), "Tables", "Tables in it", written=Written(_parsed, ",".join))
    other: int = 3


def test_a_record_is_what_is_stated_of_it():
    hall = with_facts(Hall(), {"phone": " 12  3", "seats": "7", "tables": "t1"})
    assert hall == Hall("12 3", 7, ("t1",))
    assert as_stated(hall) == {"phone": "12 3", "seats": 7, "tables": "t1"}
    assert with_facts(Hall(), as_stated(hall)) == hall
    assert with_facts(hall, {"phone": None}) == hall
    assert [tell(hall, each) for each in facts(Hall).values()] == [
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


@pytest.mark.parametrize("name", facts(Event))
def test_a_fact_of_the_event_is_declared_once(name):
    """With its label and effect, at a place of the form; no format has it unless the table says so."""
    each = facts(Event)[name]
    assert LABELS[name] == each.label
    assert name not in EFFECTS
    kinds = {each.game} - {""} or {"go", "swiss"}
    for kind in kinds:
        shown = [
            field
            for group in groups_of(replace(all_present(), kind=kind))
            for field in group.fields
        ]
        assert shown.count(name) == 1
    stated = {field for row in TABLE[Event] for field in row.fields.split()}
    assert each.field in stated or each.own in TABLE or not holds("trf", Event, each.field)


def test_an_export_reads_the_country_as_the_rules_do():
    """Scotland is a federation of chess; by the country of Go it would be England."""
    congress = Congress.new("Open", preset="Chess", rounds=1)
    for name in ("Ann", "Bo"):
        congress = congress.register(name, "X", rating=2000).congress
    congress = congress.draw(1).congress.results(1, {1: "1-0"}).congress
    ruled = congress.rules(country="Scotland").congress
    exports = ruled.export("trf"), congress.export("trf", country="Scotland")
    assert [b"032 SCO" in each.content for each in exports] == [True, True]
