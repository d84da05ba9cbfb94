"""The state of a tournament as one value, beside what was known of recorded histories."""

import json
from dataclasses import fields
from pathlib import Path

import pytest

from fastpair import Congress
from fastpair.app.history.details import DrawDetails
from fastpair.app.history.entries import Entry
from fastpair.app.history.state import CongressState
from fastpair.app.history.timeline import History
from fastpair.pairing.generator import generate
from fastpair.pairing.origin import DrawOrigin

HISTORIES = Path(__file__).with_name("histories")
RECORD = HISTORIES / "congress.json"
"""A congress of random actions, recorded by a version whose lines do not say the kind of their details."""


@pytest.fixture(scope="module")
def congress():
    return CongressState.read(RECORD)


def plain_state(congress):
    """What a state adds to the file, with the numbers of the changes that it comes from."""
    rounds = congress.tournament.round_numbers
    return {
        "published": {
            str(number): [
                found.state.value,
                [[g.table, g.white, g.black, g.handicap] for g in found.boards],
                list(found.byes),
            ]
            for number, found in congress.published.items()
        },
        "conditions": {
            str(number): [
                [each.kind.value, *sorted(each.players), source.why, source.entry.number]
                for each, source in congress.conditions(number).items()
            ]
            for number in rounds
        },
        "tables": congress.tables.change,
        "model": congress.model,
        "marks": sorted([*mark, entry.number] for mark, entry in congress.marks.items()),
        "disputes": sorted(
            [number, *sorted(players), claims[-1].result]
            for (number, players), claims in congress.claims.items()
        ),
        "draws": {str(number): draw.entry.number for number, draw in congress.draws.items()},
        "makers": {
            str(number): sorted(
                [*sorted(seat), entry.number]
                for seat, entry in congress.makers.get(number, {}).items()
            )
            for number in rounds
        },
        "result_makers": {
            str(number): sorted(
                [*sorted(game.pair), entry.number]
                for game in congress.tournament.round(number).games
                if (entry := congress.result_maker(game)) is not None
            )
            for number in rounds
        },
    }


def test_a_recorded_history_adds_up_to_what_was_known(congress):
    expected = json.loads((HISTORIES / "congress.state.json").read_text("utf-8"))
    found = plain_state(congress)
    for name in ("conditions", "makers", "result_makers"):
        rounds = found[name].keys() | expected[name].keys()
        for number in rounds:
            assert found[name].get(number, []) == expected[name].get(number, []), (name, number)
    withdrawn = ["BRELONLEDOR", "MORDELINTESIL", "OTHERTWIN", "RESKELINHEDAN"]
    assert congress.withdrawn == dict.fromkeys(withdrawn, 3)
    over = {number for number in found["published"] if number not in expected["published"]}
    assert over == {"1"}  # complete in the file: it counts as published since
    expected["published"] |= {"1": found["published"]["1"]}
    rest = found.keys() - {"conditions", "makers", "result_makers"}
    assert {name: found[name] for name in rest} == {name: expected[name] for name in rest}


def test_lines_of_former_versions_have_the_kind_of_their_details(congress):
    entries = History(RECORD).entries()
    kinds = {type(entry.details).__name__ for entry in entries if entry.details is not None}
    assert kinds == {
        "ConditionDetails",
        "DisputeDetails",
        "DrawDetails",
        "MarkDetails",
        "PlanDetails",
        "PublicationDetails",
        "TableDetails",
    }
    assert b'"kind": "publication"' not in RECORD.with_name("congress.json.history").read_bytes()
    for entry in entries:
        assert Entry.of(entry.line()) == entry


@pytest.mark.parametrize("system", [None, "cup", "dutch"])
def test_a_draw_says_how_it_was_made_as_its_document_and_the_history(system, tmp_path):
    """By one declaration, to which the history adds the conditions alone."""
    names = [entry.name for entry in fields(DrawOrigin)]
    assert [entry.name for entry in fields(DrawDetails)] == [*names, "conditions"]
    value = Congress.of(generate(13, 3, seed=2))
    one, other, *_ = (player.key for player in value.tournament.players)
    rules = {"forbid": [[one, other]]}
    outcome = value.draw(1, system=system, seed=5, constraints=rules)
    file = tmp_path / "evening.json"
    outcome.congress.save(file)
    drawn, document = outcome.draw, outcome.document()
    (details,) = (each.details for each in History(file).entries() if each.is_draw)
    line = json.loads(file.with_name(f"{file.name}.history").read_bytes().splitlines()[-1])["draw"]
    assert [*line] == ["kind", *names, "conditions"]
    assert drawn.rules == rules
    for name in names:
        assert getattr(details, name) == getattr(drawn, name), name
        if name != "model_named":
            # A document has null where a name is empty.
            assert (document[name] or None) == (line[name] or None), name
