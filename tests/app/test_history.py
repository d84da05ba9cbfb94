"""The history beside a tournament file: its lines, its end, what has become of each change, and its facts."""

from __future__ import annotations

import json
import os
import string
import tracemalloc
from dataclasses import replace
from zlib import compress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastpair.app.history import entries
from fastpair.app.history import timeline as history_module
from fastpair.app.history.entries import (
    Change,
    Delta,
    Entry,
    Unread,
    Version,
    differences,
    facts,
    with_facts,
)
from fastpair.app.history.timeline import History, Timeline
from fastpair.errors import FormatError, RuleError
from tournaments import tournaments

CONTENTS = st.lists(st.sampled_from([b"a", b"b", b"abab", b"\xff\x00"])).map(b"".join)
TEXTS = st.text(string.ascii_letters + 'é"\n\\\udc80\u202e', max_size=6)
VALUES = st.none() | st.dictionaries(TEXTS, st.none() | st.booleans() | st.integers() | TEXTS)
CHANGES = st.builds(Change, st.tuples(TEXTS, st.integers(1, 9)), VALUES, VALUES)


def entry(number, before, after, act="result", reverts=None, **facts):
    """A change between two contents."""
    return Entry.now(
        **{"said": f"change {number}", "changes": (), **facts},
        number=number,
        act=act,
        reverts=reverts,
        before=Version.of(before),
        after=Version.of(after),
    )


def altered(**fields):
    """A line with other fields."""
    held = {**json.loads(entry(2, b"b", b"c").line()), **fields}
    del held["check"]
    return json.dumps(held).encode() + b"\n"


BOARDS = {"round": 1, "state": "frozen", "byes": []}
UNREADABLE = [
    b'{"history": 2}\n',
    b'{"history": 1}\n',
    b"[]\n",
    b"no JSON\n",
    b"no line of ours",
    b"\xff\n",
    entry(2, b"b", b"c").line()[:-9] + b"\n",
    b'{"history": 1, "said": ' + b"[" * 10**5 + b"]" * 10**5 + b"}\n",
    b'{"history": 1, "number": ' + b"9" * 5000 + b"}\n",
    entry(2, b"b", b"c").line().replace(b"change 2", b"change 7"),
    altered(number="2"),
    altered(number=-1),
    altered(said=7),
    altered(time="yesterday"),
    altered(time="0001-01-01T00:00:00+23:59"),
    altered(typed="x"),
    altered(before=None),
    altered(back=[0, 0]),
    altered(back=[-1, 0, ""]),
    altered(back=[0, 0, "no base 64"]),
    altered(changes=[[[["game"]], None, None]]),
    altered(changes=[[["game"], 1, None]]),
    altered(draw={"x": json.loads("[" * 50 + "]" * 50)}),
    altered(act="publish", draw={}),
    altered(act="publish", draw={**BOARDS, "boards": [[1, "a", "b"]]}),
    altered(act="publish", draw={**BOARDS, "boards": [], "state": "lost"}),
    altered(act="draw", draw={"round": 1, "seed": "x"}),
]
"""What is no change, or no longer."""


@pytest.fixture
def history(tmp_path):
    file = tmp_path / "congress.xml"
    file.write_bytes(b"<Tournament/>")
    return History(file)


@given(CONTENTS, CONTENTS)
def test_a_delta_leads_from_one_content_to_the_other(one, other):
    delta = Delta.between(one, other)
    assert delta.applied_to(one) == other
    shared = delta.start + delta.end
    assert shared + len(delta.middle) == len(other)
    assert shared <= min(len(one), len(other))


@given(CONTENTS, CONTENTS, CONTENTS)
def test_a_delta_holds_no_more_than_what_differs(start, middle, end):
    delta = Delta.between(start + end, start + middle + end)
    assert len(delta.middle) <= len(middle)


@given(TEXTS, st.lists(CHANGES).map(tuple), st.lists(TEXTS).map(tuple), CONTENTS, CONTENTS)
def test_a_line_holds_a_change(said, changes, typed, before, after):
    one = entry(1, before, after, said=said, changes=changes, typed=typed)
    line = one.line()
    assert line.count(b"\n") == 1
    assert Entry.of(line) == one


def test_a_line_of_a_former_version_is_read():
    one = entry(2, b"b", b"c")
    held = json.loads(one.line())
    del held["check"], held["door"]
    assert Entry.of(json.dumps(held).encode()) == one


class TestEnd:
    """The end of the file, where a loss of power can leave half a line."""

    def test_there_is_none_at_first(self, history):
        assert history.last() is None
        assert history.entries() == ()

    def test_changes_follow_each_other(self, history):
        written = [entry(n, bytes(n), bytes(n + 1)) for n in range(5)]
        for one in written:
            history.append(one)
            assert history.last() == one
        assert history.entries() == tuple(written)

    @pytest.mark.parametrize("size", [1, 70_000, 300_000])
    def test_the_last_is_found_however_long_the_lines_are(self, history, size):
        for number in range(3):
            history.append(entry(number, b"a", b"b", said="x" * size))
        assert history.last().number == 2

    @pytest.mark.parametrize("size", [5, 100_000])
    @pytest.mark.parametrize("kept", [0, 1])
    def test_half_a_line_is_no_change_and_goes_with_the_next(self, history, kept, size):
        whole = [entry(n, b"a", b"b") for n in range(1, kept + 1)]
        for one in whole:
            history.append(one)
        line = entry(7, b"b", b"c", said="x" * size).line()
        for torn in (line[:-2], line[: len(line) // 2], line[:1], b"\x00" * len(line) + b"\n"):
            before = history.path.read_bytes() if kept else b""
            history.path.write_bytes(before + torn)
            assert history.last() == (whole[-1] if kept else None)
            assert history.entries() == tuple(whole)
            length = history.append(entry(8, b"b", b"c"))
            assert length == len(before)
            assert [e.number for e in history.entries()] == [*range(1, kept + 1), 8]
            history.cut(length)
        assert history.path.exists() == bool(kept)

    @pytest.mark.parametrize("line", UNREADABLE)
    @pytest.mark.parametrize("size", [5, 100_000])
    def test_what_cannot_be_read_stays_and_counts(self, history, line, size):
        history.append(entry(1, b"a", b"b", said="x" * size))
        before = history.path.read_bytes() + line
        history.path.write_bytes(before)
        assert history.last().number == 1
        assert Timeline.of(history.entries(), Version.of(b"")).next_number == 3
        history.cut(history.append(entry(3, b"b", b"c")))
        assert history.path.read_bytes() == before
        history.append(entry(3, b"b", b"c"))
        assert history.path.read_bytes().startswith(before)
        one, unread, other = history.entries()
        assert (one.number, unread.line, other.number) == (1, 2, 3)
        assert str(unread).startswith("line 2 of the history cannot be read (")

    @pytest.mark.parametrize("content", [*UNREADABLE, b"%PDF-1.4\n\xff\nxref", b"a\n" * 9])
    def test_a_file_that_is_no_history_is_never_written_over(self, history, content):
        history.path.write_bytes(content)
        for asked in (history.last, history.entries, lambda: history.append(entry(2, b"b", b"c"))):
            with pytest.raises(
                FormatError, match=r"another name, such as congress\.xml\.history\.old"
            ):
                asked()
        assert history.path.read_bytes() == content

    @pytest.mark.parametrize("end", [b"", b"\n"])
    def test_a_line_that_is_too_long_is_never_cut_off(self, history, end, monkeypatch):
        monkeypatch.setattr("fastpair.app.history.timeline._LONGEST_LINE", 10_000)
        history.append(entry(1, b"a", b"b"))
        before = history.path.read_bytes() + b'{"history": 1, "said": "' + b"x" * 10**5 + end
        history.path.write_bytes(before)
        history.append(entry(3, b"b", b"c"))
        assert history.path.read_bytes().startswith(before)
        assert [type(line) for line in history.entries()] == [Entry, Unread, Entry]

    def test_a_line_that_lacks_its_end_only_is_a_change(self, history):
        whole = [entry(n, b"a", b"b") for n in (1, 2, 3)]
        history.path.write_bytes(b"".join(one.line() for one in whole[:2])[:-1])
        assert history.entries() == tuple(whole[:2])
        history.append(whole[2])
        assert history.entries() == tuple(whole)

    def test_what_is_no_file_is_not_waited_for(self, history):
        history.path.mkdir()
        with pytest.raises(FormatError, match="cannot be read: it is no file"):
            history.last()


def test_a_bomb_brings_nothing_back_and_takes_no_memory(monkeypatch):
    monkeypatch.setattr(entries, "LARGEST_FILE", 2**16)
    read = Entry.of(replace(entry(1, b"", b""), delta=Delta(0, 0, compress(bytes(2**26)))).line())
    tracemalloc.start()
    with pytest.raises(RuleError, match="larger than any tournament file; nothing was written"):
        read.former(b"")
    assert tracemalloc.get_traced_memory()[1] < 2**20
    tracemalloc.stop()


STEPS = st.lists(
    st.sampled_from(["change", "change", "undo", "redo", "another", "killed"]), max_size=25
)


@given(STEPS)
def test_undo_and_redo_walk_along_the_states(steps):
    """The plain reference is a list of states and a place in it, as in any editor."""
    entries, fresh = [], iter(range(1000))
    states, place = [b"start"], 0

    def content():
        return states[place]

    def add(act, after, reverts=None):
        """What follows from the line alone is what follows from the whole history."""
        former = Timeline.of(tuple(entries), Version.of(content()))
        entries.append(entry(len(entries) + 1, content(), after, act, reverts))
        assert former.then(entries[-1]) == Timeline.of(tuple(entries), Version.of(after))

    for step in steps:
        timeline = Timeline.of(tuple(entries), Version.of(content()))
        if step == "change":
            after = b"%d" % next(fresh)
            add("result", after)
            states, place = [*states[: place + 1], after], place + 1
        elif step == "killed":
            add("result", b"%d" % next(fresh))
        elif step == "another":
            states, place = [b"%d" % next(fresh)], 0
        elif step == "undo":
            possible = bool(timeline.done) and not timeline.saved_by_another
            assert possible == (place > 0)
            if possible:
                last = timeline.done[-1]
                assert last.back.applied_to(content()) == states[place - 1]
                add("undo", states[place - 1], last.reverts or last.number)
                place -= 1
        elif timeline.undone and not timeline.saved_by_another:
            last = timeline.undone[-1]
            assert place + 1 < len(states)
            assert last.back.applied_to(content()) == states[place + 1]
            add("redo", states[place + 1], last.reverts)
            place += 1
        else:
            assert place + 1 == len(states)
    timeline = Timeline.of(tuple(entries), Version.of(content()))
    if not timeline.saved_by_another:
        assert len(timeline.done) == place
        assert len(timeline.undone) == len(states) - place - 1


def test_a_new_history_is_on_the_disk_and_goes_with_an_interrupt(tmp_path, monkeypatch):
    """Its folder is written too; what is interrupted leaves the history as it was."""
    history, synced = History(tmp_path / "t.xml"), []
    monkeypatch.setattr(history_module, "persist", synced.append)
    history.append(entry(1, b"a", b"b"))
    history.append(entry(2, b"b", b"c"))
    assert synced == [tmp_path]
    before = history.path.read_bytes()

    def interrupted(descriptor, content):
        os.write(descriptor, content[:9])
        raise KeyboardInterrupt

    monkeypatch.setattr(history_module, "_write", interrupted)
    with pytest.raises(KeyboardInterrupt):
        history.append(entry(3, b"c", b"d"))
    assert history.path.read_bytes() == before


def test_a_longer_torn_line_leaves_nothing_of_itself(tmp_path):
    """What is written over it is shorter."""
    history = History(tmp_path / "t.xml")
    history.append(entry(1, b"a", b"b"))
    whole = history.path.read_bytes()
    history.path.write_bytes(whole + entry(2, b"b", b"c", said="x" * 5000).line()[:-2])
    history.append(change := entry(2, b"b", b"c"))
    assert history.path.read_bytes() == whole + change.line()


@pytest.mark.skipif(os.name == "nt", reason="modes of POSIX")
def test_a_new_history_can_be_read_by_whom_the_file_can(tmp_path, monkeypatch):
    """And by nobody else, not even before it has taken over the mode of the file."""
    file, first = tmp_path / "t.xml", []
    file.write_bytes(b"a")
    file.chmod(0o640)
    take_over = history_module.take_over

    def taken(fresh, old):
        first.append(fresh.stat().st_mode & 0o777)
        take_over(fresh, old)

    monkeypatch.setattr(history_module, "take_over", taken)
    history = History(file)
    history.append(entry(1, b"a", b"b"))
    assert (first, history.path.stat().st_mode & 0o777) == ([0o600], 0o640)


def same(one, other):
    """Whether two states differ in the order of their players and games at most."""
    return (one.name, one.rules, one.event) == (other.name, other.rules, other.event) and all(
        sorted(map(repr, getattr(one, part))) == sorted(map(repr, getattr(other, part)))
        for part in ("players", "games", "byes")
    )


def states():
    """Pairs of states, of which each pair of players has one game in a round at most."""
    return st.tuples(tournaments(), tournaments())


def through_json(changes):
    return [(tuple(subject), after) for subject, _, after in json.loads(json.dumps(changes))]


@given(states())
def test_the_differences_lead_from_one_state_to_the_other(pair):
    old, new = pair
    changes = differences(old, new)
    assert same(with_facts(old, through_json(changes)), new)
    assert same(with_facts(new, through_json([c.reversed for c in changes])), old)


@given(states())
def test_differences_are_those_of_all_facts(pair):
    """The objects that two states share are left out only because they cannot differ."""
    old, new = pair
    shared = replace(new, players=old.players, byes=old.byes, doubtful=True)
    before, after = facts(old), facts(shared)
    subjects = {
        subject for subject in {*before, *after} if before.get(subject) != after.get(subject)
    }
    assert {change.subject for change in differences(old, shared)} == subjects


@given(tournaments())
def test_a_state_does_not_differ_from_itself(tournament):
    copies = tuple(replace(player) for player in tournament.players)
    assert differences(tournament, replace(tournament, players=copies)) == ()
