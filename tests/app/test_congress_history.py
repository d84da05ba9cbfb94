"""Changes that are undone, redone, listed, and lost to another program."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from commands import do
from congress_files import WHITE, all_present, games, refused, result_of, save, saved_elsewhere
from fastpair.app.actions import locking as sessions
from fastpair.app.history.timeline import History
from fastpair.files import Replacement
from fastpair.formats import read
from fastpair.formats.opengotha import OpenGothaDocument
from fastpair.go.tournament import Game, Result
from fastpair.ui.cli import main

PLACES = st.floats(0, 1, exclude_max=True)
EDITS = st.lists(
    st.tuples(st.just("flip"), PLACES, st.integers(1, 255).map(lambda b: bytes([b])))
    | st.tuples(st.just("cut"), PLACES, PLACES)
    | st.tuples(st.just("put"), PLACES, st.binary(max_size=5))
    | st.tuples(st.just("swap"), st.sampled_from([b"0", b"1", b'"', b"[", b"\n"]), PLACES),
    min_size=1,
    max_size=3,
)
"""What becomes of the bytes of a file, with places as parts of its length."""


def edited(content, edits):
    """A content that was damaged."""
    for what, one, other in edits:
        if what == "swap":
            place = content.find(one, int(other * len(content)))
            content = content[:place] + b"7" + content[place + 1 :]
            continue
        place = int(one * len(content))
        if what == "flip":
            middle = bytes(a ^ b for a, b in zip(content[place : place + 1], other, strict=False))
            content = content[:place] + middle + content[place + 1 :]
        elif what == "put":
            content = content[:place] + other + content[place:]
        else:
            content = content[:place] + content[place + int(other * 50) :]
    return content


class TestHistory:
    def test_log_as_json_says_how_a_round_was_drawn(self, run, drawn):
        run("result", drawn, 1, "1-0")
        document = json.loads(run("log", drawn, "--json")[1])
        schema = files("fastpair.app").joinpath("log.schema.json").read_text("utf-8")
        Draft202012Validator(json.loads(schema)).validate(document)
        changes = document["changes"]
        drawing = changes[0]["draw"]
        assert drawing["round"] == 1
        assert drawing["model"] == "opengotha351"
        assert len(drawing["model_digest"]) == len(drawing["proof"]) == 64
        assert changes[1]["typed"] == [str(drawn), "1", "1-0"]
        assert changes[1]["before"] == changes[0]["after"]
        ((subject, before, after),) = changes[1]["changes"]
        assert subject == ["game", 1, *sorted(games(drawn)[1].players)]
        assert (before, after) == ({"result": None}, {"result": "white wins"})

    def test_nothing_is_lost_of_a_file_that_could_not_hold_all(self, run, tmp_path):
        file = tmp_path / "new.xml"
        status, _, errors = run("new", file, "--rounds", 3, "--country", "FR")
        assert status == 0
        assert "country 'FR' is lost" in errors
        assert "lost" not in run("log", file)[1]
        assert run("log", file, "--lost")[1] == "nothing that was typed is missing in the file\n"
        assert refused(run("redo", file), "there is nothing to redo")
        file.write_bytes(file.read_bytes() + b"<!-- saved -->")
        assert run("log", file, "--lost")[1] == "nothing that was typed is missing in the file\n"

    def test_a_file_without_history(self, run, file):
        assert run("log", file) == (0, "no change of this file is known\n", "")
        assert run("log", file, "--lost")[1] == "nothing that was typed is missing in the file\n"

    def test_what_another_program_takes_out_is_said_listed_and_brought_back(self, run, drawn):
        old = drawn.read_bytes()
        run("result", drawn, 1, "1-0", 2, "0-1")
        run("absent", drawn, games(drawn)[5].white, "--round", 3)
        run("result", drawn, 1, "0-1", "--even-so")
        typed = read(drawn).tournament
        saved_elsewhere(drawn, old)
        errors = run("result", drawn, 3, "1-0")[2]
        assert "another program has saved the file since change 4" in errors
        assert "of 3 changes something is no longer in it" in errors
        assert refused(run("redo", drawn, 99), "of change 99 nothing is lost")
        listed = run("log", drawn, "--lost")[1]
        assert [line for line in listed.splitlines() if line.startswith("change")] != []
        assert len(json.loads(run("log", drawn, "--lost", "--json")[1])["changes"]) == 3
        do("redo", drawn)
        assert result_of(drawn, 3) == (WHITE, False)
        do("result", drawn, 3, "?", "--even-so")
        assert read(drawn).tournament == typed
        assert run("log", drawn, "--lost")[1] == "nothing that was typed is missing in the file\n"

    def test_what_another_program_changes_on_purpose_is_not_lost(self, run, drawn):
        run("result", drawn, 1, "1-0", 2, "1-0")
        changed = drawn.read_bytes().replace(b"RESULT_WHITEWINS", b"RESULT_BLACKWINS", 1)
        drawn.write_bytes(changed)
        _, _, errors = run("result", drawn, 3, "1-0")
        assert ", and kept all changes" in errors

    def test_nothing_is_undone_after_another_program(self, run, drawn):
        run("result", drawn, 1, "1-0")
        saved_elsewhere(drawn, drawn.read_bytes())
        before = drawn.read_bytes()
        assert refused(run("undo", drawn), "another program has saved the file since change 2")
        assert drawn.read_bytes() == before
        run("result", drawn, 2, "1-0")
        assert drawn.with_name("congress.xml.bak2").read_bytes() == before
        do("undo", drawn)
        assert drawn.read_bytes() == before
        assert refused(run("undo", drawn), "no change is left that could be undone")
        assert "another program saved the file before change 3" in run("log", drawn)[1]

    def test_what_contradicts_the_file_is_not_brought_back(self, run, file, invented):
        a, b, c = (player.key for player in invented.players[:3])
        run("pair", file, a, b)
        elsewhere = replace(invented, games=(Game(round=1, table=2, white=a, black=c),))
        save(elsewhere, file)
        assert run("redo", file)[0] == 2
        assert set(read(file).tournament.games) == set(elsewhere.games)


class TestFile:
    def test_a_confirmed_change_that_another_program_reverts_has_happened(self, run, drawn):
        """Nobody is told that it did not, since nobody can know whether a command was killed."""
        do("result", drawn, 1, "1-0")
        before = drawn.read_bytes()
        do("result", drawn, 2, "1-0")
        drawn.write_bytes(before)  # as from a copy, to the byte
        assert "not in the file" in run("log", drawn)[1]
        assert "change 3" in run("log", drawn, "--lost")[1]
        status, _, errors = run("result", drawn, 3, "1-0")
        assert status == 0
        assert "change 3 is not in the file: another program has put back" in errors
        assert "did not happen" not in errors
        do("redo", drawn)
        assert result_of(drawn, 2) == (WHITE, False)

    def test_another_command_is_waited_for_but_not_for_ever(self, run, drawn, monkeypatch):
        monkeypatch.setattr(sessions, "PATIENCE", 0.05)
        before = drawn.read_bytes()
        with Replacement(drawn, b"other"):
            words = "another fastpair is writing it"
            assert refused(run("result", drawn, 1, "1-0"), words)
        assert drawn.read_bytes() == before
        do("result", drawn, 1, "1-0")

    def test_the_history_lies_beside_the_file_and_not_beside_its_link(self, drawn, tmp_path):
        folder = tmp_path / "elsewhere"
        folder.mkdir()
        link = folder / "link.xml"
        link.symlink_to(drawn)
        do("result", link, 1, "1-0")
        assert link.is_symlink()
        assert [path.name for path in folder.iterdir()] == ["link.xml"]
        assert History(link).last().number == 2

    def test_a_file_that_is_no_history_stops_every_change(self, run, drawn):
        path = History(drawn).path
        path.write_bytes(b"somebody's notes")
        before = drawn.read_bytes()
        words = [str(path), "holds no change that can be read", "another name"]
        assert refused(run("result", drawn, 1, "1-0"), *words)
        assert refused(run("log", drawn), *words)
        assert drawn.read_bytes() == before
        assert path.read_bytes() == b"somebody's notes"
        path.rename(path.with_name("congress.xml.history.old"))
        do("result", drawn, 1, "1-0")
        assert History(drawn).last().number == 1

    def test_a_change_that_the_format_passes_over_is_refused(self, run, drawn, monkeypatch):
        """What was rendered is read again before it is written."""
        for more in (b"", b"<!-- another content -->"):
            written = lambda self, _, more=more: self.content + more  # noqa: E731
            monkeypatch.setattr(OpenGothaDocument, "content_with", written)
            assert refused(run("result", drawn, 1, "1-0"), "its format cannot hold the change")
        assert History(drawn).last().number == 1


@pytest.fixture(scope="module")
def story(tmp_path_factory):
    """A file with a history, and all that it has ever held."""
    file = tmp_path_factory.mktemp("story") / "congress.xml"
    save(all_present(), file)
    states = {file.read_bytes()}
    typed = [
        "draw --write",
        "result 1 1-0",
        "publish",
        "result 2 0-1",
        "undo --even-so",
        "result 3 1-0",
    ]
    for name, *rest in map(str.split, typed):
        do(name, file, *rest)
        states.add(file.read_bytes())
    return file, file.read_bytes(), History(file).path.read_bytes(), states


class TestDamage:
    """A history with lines that something else has altered."""

    def test_what_comes_behind_a_damaged_line_is_undone(self, run, drawn):
        for table in (1, 2, 3):
            run("result", drawn, table, "1-0")
        path = History(drawn).path
        lines = path.read_bytes().splitlines(keepends=True)
        lines[2] = b"#" + lines[2]
        path.write_bytes(b"".join(lines))
        assert run("undo", drawn)[1].startswith("change 4 undone: round 1, table 3")
        told = "no change is left that could be undone: line 3 of the history cannot be read"
        assert refused(run("undo", drawn), told)
        assert [result_of(drawn, t)[0] for t in (1, 2, 3)] == [WHITE, WHITE, Result.UNKNOWN]
        listed = run("log", drawn)[1]
        assert "line 3 of the history cannot be read" in listed
        assert "another program" not in listed
        document = json.loads(run("log", drawn, "--json")[1])
        assert [item["line"] for item in document["unread"]] == [3]
        assert [c["after_another_program"] for c in document["changes"]] == [False] * 4
        assert path.read_bytes().startswith(b"".join(lines))

    def test_a_last_line_that_is_damaged_is_said_and_kept(self, run, drawn):
        run("result", drawn, 1, "1-0")
        path = History(drawn).path
        damaged = path.read_bytes().replace(b'"said": "round 1, t', b'"said": 7, "": "t')
        path.write_bytes(damaged)
        assert refused(run("undo", drawn), "line 2 of the history cannot be read")
        _, _, errors = run("result", drawn, 2, "1-0")
        assert "line 2 of the history cannot be read" in errors
        assert "what it did cannot be undone" in errors
        assert path.read_bytes().startswith(damaged)
        assert run("undo", drawn)[1].startswith("change 3 undone: round 1, table 2")

    def test_a_way_back_to_something_else_is_not_taken(self, run, drawn):
        run("result", drawn, 1, "1-0")
        path = History(drawn).path
        *lines, last = path.read_bytes().splitlines(keepends=True)
        held = json.loads(last)
        held["back"][0] -= 1
        del held["check"]
        path.write_bytes(b"".join([*lines, json.dumps(held).encode() + b"\n"]))
        before = drawn.read_bytes()
        assert refused(run("undo", drawn), "change 2 cannot be taken back", "nothing was written")
        assert drawn.read_bytes() == before

    @given(edits=EDITS, checked=st.booleans())
    def test_no_damage_makes_the_file_what_it_never_was(self, story, edits, checked):
        """Lines of former versions have no digest of their own."""
        file, content, history, states = story
        if not checked:
            history = re.sub(rb', "check": "[0-9a-f]{64}"', b"", history)
        damaged = edited(history, edits)
        for name in ("undo", "info"):
            file.write_bytes(content)
            History(file).path.write_bytes(damaged)
            assert main([name, str(file)]) in (0, 2)
            assert file.read_bytes() in states
        assert main(["log", "--json", str(file)]) in (0, 2)
        assert main(["result", str(file), "4", "1-0"]) in (0, 2)
