"""Every action, and every action that is cut short before the file is replaced: the history is clean, and `redo` restores all."""

from __future__ import annotations

from functools import cache
from itertools import groupby

import pytest

from action_rows import base_of, changed, facts_of, in_python, put
from commands import do
from evenings import ALL, FILES, of_players
from fastpair import Congress, Desk
from fastpair.app.actions import ACTIONS
from fastpair.app.history.records import plan_of
from fastpair.app.history.timeline import History
from fastpair.errors import RuleError
from pages import director_of
from profiles import few
from test_table_of_actions import ROWS

DONE = sorted(
    (
        row
        for row in ROWS
        if row.python and not (row.refused or row.nothing or ACTIONS[row.action].creates)
    ),
    key=lambda row: row.action,
)
BY_ACTION = {name: [*rows] for name, rows in groupby(DONE, key=lambda row: row.action)}


@pytest.fixture(scope="module")
def bases(tmp_path_factory):
    return cache(lambda name: base_of(FILES[name](), tmp_path_factory.mktemp(name)))


def test_all_actions_are_there():
    """But those that begin a file and its history."""
    assert {*BY_ACTION} == {name for name, each in ACTIONS.items() if not each.creates}


@pytest.mark.parametrize("action", BY_ACTION)
def test_what_is_done_is_verified_and_what_is_cut_short_comes_back(action, bases, tmp_path):
    file = tmp_path / "evening.json"
    for row in few(BY_ACTION[action], 4, ci=10):
        base = bases(row.file)
        in_python(Desk(put(base, file)), row, ALL)
        found = Congress.open(file).verify_history()
        assert (found["findings"], found["notes"]) == ([], []), row.name
        done, known = facts_of(file), History(file).path.read_bytes()
        if changed(base.facts, done) == {} or facts_in_history(file, base, known, done):
            continue
        found = Congress.open(file).verify_history()
        assert found["findings"] == [], row.name
        assert [(each["kind"], each["act"]) for each in found["notes"]] == [("file", action)]
        Desk(file).redo(confirmed=ALL)
        assert changed(done, facts_of(file)) == {}, row.name
        found = Congress.open(file).verify_history()
        assert found["findings"] == [], row.name
        assert len(found["notes"]) == 1, row.name


def facts_in_history(file, base, known, done):
    """Take file and plan back to what they were, as a command leaves them that dies behind the line of its change.

    It returns whether the history alone holds all that was done.
    """
    put(base, file)
    History(file).path.write_bytes(known)
    return changed(done, facts_of(file)) == {}


def test_every_interface_says_so(bases, tmp_path, run):
    """The place of a change is said also where it is about several rounds."""
    file = put(bases("away"), tmp_path / "evening.json")
    assert run("present", file, "CY", "--rounds", "2", "--rounds", "3")[0] in (0, 2)
    file = put(bases("drawn"), file)
    before = file.read_bytes()
    run("absent", file, "ANN", "--round", 2, "--round", 3)
    file.write_bytes(before)
    number = len(Congress.open(file).history)
    said = f"line {number}, change {number} (absent): its change is not in the file"
    status, printed, _ = run("log", file, "--verify")
    assert status == 0
    assert f"note: {said}" in printed
    assert printed.splitlines()[-1].startswith("0 differences; ")
    with director_of(file) as director:
        director.look("/log/1")
        assert said in director.do("/log/1/verify")


def test_a_plan_of_prizes_that_was_cut_short_comes_back(tmp_path):
    file = tmp_path / "evening.json"
    of_players("Ann", "Bo").save(file)
    for place, name in enumerate("ABC"):
        Desk(file).prizes(at=place, was="", prize={"name": name})
        full = plan_of(file).read_text()
        if name == "B":
            before = full
    plan_of(file).write_text(before)
    assert Congress.open(file).verify_history()["findings"] == []
    assert "brought back what was lost of 1 change: 4" in Desk(file).redo().messages
    assert plan_of(file).read_text() == full
    assert Congress.open(file).verify_history()["findings"] == []


OTHERS = {
    "other players": lambda: of_players("Uma", "Vic", "Wim", "Xan"),
    "another name, without its games": lambda: (
        of_players("Ann", "Bo", "Cy", "Di").rules(name="Cup").congress
    ),
}


@pytest.mark.parametrize("other", OTHERS)
def test_the_history_of_another_event_is_not_appended_to(other, tmp_path, run):
    file = tmp_path / "evening.json"
    of_players("Ann", "Bo", "Cy", "Di").draw(1).congress.save(file)
    own, known = file.read_bytes(), History(file).path.read_bytes()
    foreign = tmp_path / "other.json"
    value = OTHERS[other]()
    value.save(foreign)
    file.write_bytes(foreign.read_bytes())
    key = value.tournament.players[0].key
    refusal = "the history beside the file is that of another tournament"
    status, _, errors = run("absent", file, key)
    assert (status, errors.count(refusal), errors.count("\n")) == (2, 1, 1)
    with pytest.raises(RuleError, match=refusal):
        Desk(file).absent([key])
    with pytest.raises(RuleError, match=refusal):
        Congress.open(file).absent([key]).congress.save(file)
    with director_of(file) as director:
        director.look("/players/1")
        assert refusal in director.refused("/players/1/attend", wish=f"absent {key}")
    assert file.read_bytes() == foreign.read_bytes()
    assert History(file).path.read_bytes() == known
    file.write_bytes(own)
    do("absent", file, "ANN", "--round", 2)


def test_a_renamed_event_and_an_older_state_keep_their_history(tmp_path):
    file = tmp_path / "evening.json"
    value = of_players("Ann", "Bo", "Cy", "Di")
    value.save(file)
    older = file.read_bytes()
    do("draw", file, "--write")
    file.write_bytes(older)
    do("absent", file, "ANN", "--round", 2)
    do("draw", file, "--write")
    renamed = file.read_bytes().replace(b"Evening", b"Morning")
    assert renamed != file.read_bytes()
    file.write_bytes(renamed)
    do("absent", file, "BO", "--round", 2)
