"""The history beside a tournament file: its lines, its end, and what has become of each change."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastpair.director.facts import Change
from fastpair.director.history import Delta, Entry, History, digest_of
from fastpair.director.timeline import Timeline
from fastpair.errors import FormatError

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
        before=digest_of(before),
        after=digest_of(after),
        back=Delta.between(after, before),
    )


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
        whole = [entry(n, b"a", b"b") for n in range(kept)]
        for one in whole:
            history.append(one)
        line = entry(7, b"b", b"c", said="x" * size).line()
        for torn in (line[:-1], line[: len(line) // 2], line[:1], b"\x00" * len(line) + b"\n"):
            before = history.path.read_bytes() if kept else b""
            history.path.write_bytes(before + torn)
            assert history.last() == (whole[-1] if kept else None)
            assert history.entries() == tuple(whole)
            length = history.append(entry(8, b"b", b"c"))
            assert length == len(before)
            assert [e.number for e in history.entries()] == [*range(kept), 8]
            history.cut(length)
        assert history.path.exists() == bool(kept)

    @pytest.mark.parametrize("line", [b'{"history": 2}\n', b'{"history": 1}\n', b"[]\n"])
    def test_what_is_no_change_is_refused_and_never_cut(self, history, line):
        history.append(entry(1, b"a", b"b"))
        content = history.path.read_bytes() + line
        history.path.write_bytes(content)
        for asked in (history.last, history.entries, lambda: history.append(entry(2, b"b", b"c"))):
            with pytest.raises(FormatError, match="move the file away"):
                asked()
        assert history.path.read_bytes() == content


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
        entries.append(entry(len(entries) + 1, content(), after, act, reverts))

    for step in steps:
        timeline = Timeline.of(tuple(entries), digest_of(content()))
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
    timeline = Timeline.of(tuple(entries), digest_of(content()))
    if not timeline.saved_by_another:
        assert len(timeline.done) == place
        assert len(timeline.undone) == len(states) - place - 1
