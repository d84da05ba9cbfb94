"""A history that is compared with its file: clean ones pass, and every tampering is found and named."""

import json
import re
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from commands import do
from congress_files import all_present, save
from fastpair import Congress
from fastpair.app.history.entries import Entry, digest_of
from fastpair.app.history.timeline import History
from fastpair.errors import FastpairError
from fastpair.pairing.generator import generate

STEPS = (
    "draw --write",
    "result 1 1-0",
    "publish",
    "result 2 0-1",
    "undo --even-so",
    "result 3 1-0",
)
SCHEMA = files("fastpair.app").joinpath("verification.schema.json").read_text("utf-8")


@pytest.fixture(scope="module")
def story(tmp_path_factory):
    """A file, and its history of six changes."""
    file = tmp_path_factory.mktemp("story") / "congress.xml"
    save(all_present(), file)
    for name, *rest in map(str.split, STEPS):
        do(name, file, *rest)
    return file.read_bytes(), History(file).path.read_bytes().splitlines(keepends=True)


def edit(line, **members):
    """A line with other members, and the digest that fits them."""
    held = {**json.loads(line), **members}
    held.pop("check")
    content = json.dumps(held, ensure_ascii=False).encode()
    return content[:-1] + b', "check": "%s"}\n' % digest_of(content).encode()


def with_line(lines, number, **members):
    """All lines, of which one is edited."""
    return [edit(line, **members) if n == number else line for n, line in enumerate(lines, 1)]


def damage_back(lines):
    """The fourth line, whose way back leads elsewhere."""
    start, end, packed = json.loads(lines[3])["back"]
    return with_line(lines, 4, back=[start - 1, end, packed])


def change_boards(lines):
    """The third line, which publishes other boards."""
    details = json.loads(lines[2])["draw"]
    return with_line(lines, 3, draw={**details, "boards": details["boards"][1:]})


def add_fact(lines):
    """The second line, with a change that was not made."""
    change = [["tournament"], {"name": "One"}, {"name": "Other"}]
    return with_line(lines, 2, changes=[*json.loads(lines[1])["changes"], change])


TAMPERED = {
    "an edited line": (lambda lines: [*lines[:3], lines[3][:-9] + b"#" + lines[3][-8:], *lines[4:]], 4, "line"),
    "a removed line": (lambda lines: [*lines[:1], *lines[2:]], 2, "number"),
    "a first line removed": (lambda lines: lines[1:], 1, "number"),
    "a last line removed": (lambda lines: lines[:-1], None, "file"),
    "a last line cut short": (lambda lines: [*lines[:-1], lines[-1][:-30]], None, "line"),
    "exchanged lines": (lambda lines: [lines[0], lines[2], lines[1], *lines[3:]], 2, "number"),
    "a line twice": (lambda lines: [*lines[:2], lines[1], *lines[2:]], 3, "number"),
    "another digest": (lambda lines: with_line(lines, 4, after="0" * 64), 5, "file"),
    "a damaged way back": (damage_back, 4, "former file"),
    "another result": (
        lambda lines: with_line(lines, 2, values={"results": ["1", "0-1"], "rounds": 1}),
        2,
        "changes",
    ),
    "another fact": (add_fact, 2, "changes"),
    "another sentence": (lambda lines: with_line(lines, 2, said="White won"), 2, "description"),
    "other boards": (change_boards, 3, "details"),
    "another seed": (
        lambda lines: with_line(lines, 1, draw={**json.loads(lines[0])["draw"], "seed": 7}),
        1,
        "details",
    ),
    "values of nothing": (lambda lines: with_line(lines, 2, values={"results": {}}), 2, "refusal"),
    "no such action": (lambda lines: with_line(lines, 2, act="conjure"), 2, "refusal"),
}  # fmt: skip


@pytest.mark.parametrize("name", TAMPERED)
def test_each_tampering_is_found_and_named(run, story, tmp_path, name):
    (content, lines), (tamper, line, kind) = story, TAMPERED[name]
    file = tmp_path / "congress.xml"
    file.write_bytes(content)
    History(file).path.write_bytes(b"".join(tamper(lines)))
    status, printed, _ = run("log", file, "--verify", "--json")
    found = json.loads(printed)
    Draft202012Validator(json.loads(SCHEMA)).validate(found)
    assert (status, found["clean"]) == (1, False)
    assert (line, kind) in [(each["line"], each["kind"]) for each in found["findings"]]
    assert Congress.open(file).verify_history()["findings"]


def test_what_differs_is_said_with_line_change_action_and_round(run, story, tmp_path):
    content, lines = story
    file = tmp_path / "congress.xml"
    file.write_bytes(content)
    History(file).path.write_bytes(b"".join(change_boards(lines)))
    status, printed, errors = run("log", file, "--verify")
    assert (status, errors) == (1, "")
    assert printed.startswith(
        "line 3, change 3 (publish, round 1): repeating its action gives another"
    )
    assert printed.endswith("1 difference; 6 changes, 6 of them repeated\n")
    status, _, errors = run("log", file, "--verify", "--lost")
    assert (status, errors) == (2, "fastpair: choose either --lost or --verify, not both\n")


def test_a_clean_history_passes(run, story, tmp_path):
    content, lines = story
    file = tmp_path / "congress.xml"
    file.write_bytes(content)
    assert run("log", file, "--verify") == (0, "no change of this file is known\n", "")
    History(file).path.write_bytes(b"".join(lines))
    words = "0 differences; 6 changes, 6 of them repeated\n"
    assert run("log", file, "--verify") == (0, words, "")


def test_a_file_that_another_program_has_changed_is_found(run, story, tmp_path):
    """Also in what no line is about; changes after that are compared as ever."""
    content, lines = story
    file = tmp_path / "congress.xml"
    file.write_bytes(content + b"<!-- saved elsewhere -->")
    History(file).path.write_bytes(b"".join(lines))
    printed = run("log", file, "--verify")[1]
    assert printed.startswith("the file is not as the last change, 6, has left it")
    do("result", file, 4, "1-0")
    status, printed, _ = run("log", file, "--verify")
    assert (status, printed.splitlines()[-1]) == (1, "1 difference; 7 changes, 1 of them repeated")
    assert printed.startswith(
        "line 7, change 7 (result, round 1): the file before it is not as change 6"
    )


def test_changes_of_another_version_are_compared_by_what_they_changed(run, story, tmp_path):
    content, lines = story
    file = tmp_path / "congress.xml"
    file.write_bytes(content)
    older = [edit(line, program="fastpair 0.0.9", said="in other words") for line in lines]
    History(file).path.write_bytes(b"".join(older))
    words = "0 differences; 6 changes, 0 of them repeated\n"
    assert run("log", file, "--verify") == (0, words, "")
    History(file).path.write_bytes(b"".join(add_fact(older)))
    assert run("log", file, "--verify")[1].startswith(
        "line 2, change 2 (result, round 1): the changes"
    )


def test_a_recorded_history_without_digests_of_its_lines(tmp_path):
    """Recorded by a version whose members of pairs were known by less."""
    recorded = Path(__file__).with_name("histories") / "congress.json"
    file = tmp_path / "congress.json"
    file.write_bytes(recorded.read_bytes())
    lines = recorded.with_name("congress.json.history").read_bytes().splitlines(keepends=True)
    older = [edit(line, program="fastpair 0.0.9") for line in lines]
    plain = [re.sub(rb', "check": "[0-9a-f]{64}"', b"", line) for line in older]
    for each in (older, plain):
        History(file).path.write_bytes(b"".join(each))
        found = Congress.open(file).verify_history()
        kinds = [(each["line"], each["kind"]) for each in found["findings"]]
        assert kinds == [(6, "changes"), (7, "changes")]
        (note,) = found["notes"]  # no plan of prizes lies beside it
        assert note["act"] == "prizes"


ACTIONS = st.lists(
    st.tuples(
        st.sampled_from(["draw", "results", "absent", "publish", "undo", "redo", "swap", "bonus"]),
        st.integers(0, 8),
        st.integers(1, 3),
    ),
    max_size=12,
)


@settings(max_examples=25)
@given(ACTIONS, st.sampled_from(["json", "xml"]))
def test_the_history_of_any_session_is_clean(tmp_path_factory, actions, suffix):
    congress = Congress.of(generate(9, 3, seed=4))
    file = tmp_path_factory.mktemp("any") / f"evening.{suffix}"
    congress.save(file)
    congress, confirmed = Congress.open(file), ["published-boards", "replaced-results"]
    confirmed += ["played-scores", "likely-mistake", "not-arrived", "entered-absent"]
    for name, place, number in actions:
        players = [player.key for player in congress.tournament.players]
        values = {
            "draw": {"round": number, "redraw": place > 4},
            "results": {"round": number, "results": {1 + place % 4: ("1-0", "0-1")[place % 2]}},
            "absent": {"players": players[place], "rounds": number},
            "publish": {"round": number},
            "undo": {},
            "redo": {},
            "swap": {"round": number, "one": players[place], "other": players[place - 1]},
            "bonus": {"player": players[place], "points": 0.5, "round": number},
        }[name]
        try:
            congress = getattr(congress, name)(**values, confirmed=confirmed).congress
        except FastpairError:
            continue
    in_memory = congress.verify_history()
    congress.save(file)
    found = Congress.open(file).verify_history()
    assert found == in_memory
    assert found["findings"] == []
    assert found["repeated"] + 1 == found["changes"] == len(congress.history)


def test_the_line_of_an_entry_is_the_one_that_is_written(story):
    """So that what is edited here has a digest that fits."""
    _, lines = story
    assert [Entry.of(line).line() for line in lines] == lines
    assert edit(lines[0]) == lines[0]
