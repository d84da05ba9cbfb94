"""Changes that are undone, redone, listed, and lost to another program."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib.resources import files

from jsonschema import Draft202012Validator

from congress_files import WHITE, games, refused, result_of, save, saved_elsewhere
from fastpair.director import congress as sessions
from fastpair.director.history import History
from fastpair.formats import read
from fastpair.formats.opengotha.document import OpenGothaDocument
from fastpair.formats.replacement import Replacement
from fastpair.tournament import Game, Result


class TestHistory:
    def test_undo_and_redo_give_the_former_bytes(self, run, drawn):
        states = [drawn.read_bytes()]
        for typed in ((1, "1-0"), (2, "0-1"), (1, "0-1")):
            run("result", drawn, *typed)
            states.append(drawn.read_bytes())
        for state in reversed(states[:-1]):
            assert run("undo", drawn)[0] == 0
            assert drawn.read_bytes() == state
        for state in states[1:]:
            assert run("redo", drawn)[0] == 0
            assert drawn.read_bytes() == state
        assert refused(run("redo", drawn), "no change is undone or lost")

    def test_undo_goes_back_to_the_first_state(self, run, file):
        before = file.read_bytes()
        assert refused(run("undo", file), "no change is left that could be undone")
        run("draw", file, "--write")
        assert run("undo", file)[0] == 0
        assert file.read_bytes() == before
        assert refused(run("undo", file), "no change is left that could be undone")

    def test_log(self, run, drawn):
        run("result", drawn, 1, "1-0")
        run("undo", drawn)
        rows = run("log", drawn)[1].splitlines()[1:]
        assert [row.split()[0] for row in rows] == ["1", "2", "3"]
        assert "round 1 drawn by opengotha351: 10 boards, bye of" in rows[0]
        assert rows[1].endswith("undone")

    def test_log_as_json_says_how_a_round_was_drawn(self, run, drawn):
        run("result", drawn, 1, "1-0")
        document = json.loads(run("log", drawn, "--json")[1])
        schema = files("fastpair.director").joinpath("log.schema.json").read_text("utf-8")
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

    def test_a_file_without_history(self, run, file):
        assert run("log", file) == (0, "no change of this file is known\n", "")
        assert run("log", file, "--lost")[1] == "nothing that was typed is missing in the file\n"

    def test_what_another_program_takes_out_is_said_listed_and_brought_back(self, run, drawn):
        old = drawn.read_bytes()
        run("result", drawn, 1, "1-0", 2, "0-1")
        run("absent", drawn, games(drawn)[5].white, "--round", 3)
        run("result", drawn, 1, "0-1")
        typed = read(drawn).tournament
        saved_elsewhere(drawn, old)
        errors = run("result", drawn, 3, "1-0")[2]
        assert "another program has saved the file since change 4" in errors
        assert "of 3 changes something is no longer in it" in errors
        assert refused(run("redo", drawn, 99), "of change 99 nothing is lost")
        listed = run("log", drawn, "--lost")[1]
        assert [line for line in listed.splitlines() if line.startswith("change")] != []
        assert len(json.loads(run("log", drawn, "--lost", "--json")[1])["changes"]) == 3
        assert run("redo", drawn)[0] == 0
        assert result_of(drawn, 3) == (WHITE, False)
        assert run("result", drawn, 3, "?")[0] == 0
        assert read(drawn).tournament == typed
        assert run("log", drawn, "--lost")[1] == "nothing that was typed is missing in the file\n"

    def test_a_draw_that_another_program_takes_out_comes_back(self, run, file):
        old = file.read_bytes()
        run("draw", file, "--write")
        run("result", file, 1, "1-0")
        run("table", file, 1, 40)
        typed = read(file).tournament
        saved_elsewhere(file, old)
        assert run("redo", file)[0] == 0
        assert set(read(file).tournament.games) == set(typed.games)
        assert read(file).tournament.byes == typed.byes

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
        assert run("undo", drawn)[0] == 0
        assert drawn.read_bytes() == before
        assert refused(run("undo", drawn), "no change is left that could be undone")
        assert "another program saved the file before change 3" in run("log", drawn)[1]

    def test_single_changes_come_back(self, run, drawn):
        old = drawn.read_bytes()
        run("result", drawn, 1, "1-0")
        run("result", drawn, 2, "1-0")
        saved_elsewhere(drawn, old)
        assert run("redo", drawn, 3)[0] == 0
        assert [result_of(drawn, t)[0] for t in (1, 2)] == [Result.UNKNOWN, WHITE]

    def test_what_contradicts_the_file_is_not_brought_back(self, run, file, invented):
        a, b, c = (player.key for player in invented.players[:3])
        run("pair", file, a, b)
        elsewhere = replace(invented, games=(Game(round=1, table=2, white=a, black=c),))
        save(elsewhere, file)
        assert run("redo", file)[0] == 2
        assert set(read(file).tournament.games) == set(elsewhere.games)


class TestFile:
    def test_another_command_is_waited_for_but_not_for_ever(self, run, drawn, monkeypatch):
        monkeypatch.setattr(sessions, "_PATIENCE", 0.05)
        before = drawn.read_bytes()
        with Replacement(drawn, b"other"):
            words = "another fastpair is writing it"
            assert refused(run("result", drawn, 1, "1-0"), words)
        assert drawn.read_bytes() == before
        assert run("result", drawn, 1, "1-0")[0] == 0

    def test_the_history_lies_beside_the_file_and_not_beside_its_link(self, run, drawn, tmp_path):
        folder = tmp_path / "elsewhere"
        folder.mkdir()
        link = folder / "link.xml"
        link.symlink_to(drawn)
        assert run("result", link, 1, "1-0")[0] == 0
        assert link.is_symlink()
        assert [path.name for path in folder.iterdir()] == ["link.xml"]
        assert History(link).last().number == 2

    def test_a_history_that_cannot_be_read_stops_every_change(self, run, drawn):
        path = History(drawn).path
        path.write_bytes(path.read_bytes() + b'{"history": 9}\n')
        before = drawn.read_bytes()
        words = [str(path), "newer fastpair", "move the file away"]
        assert refused(run("result", drawn, 1, "1-0"), *words)
        assert drawn.read_bytes() == before
        path.unlink()
        assert run("result", drawn, 1, "1-0")[0] == 0
        assert History(drawn).last().number == 1

    def test_draws_in_other_files_have_no_history(self, run, file, tmp_path):
        other = tmp_path / "other.xml"
        assert run("draw", file, "--output", other)[0] == 0
        assert not History(other).path.exists()
        assert not History(file).path.exists()

    def test_a_change_that_the_format_passes_over_is_refused(self, run, drawn, monkeypatch):
        monkeypatch.setattr(OpenGothaDocument, "content_with", lambda self, _: self.content)
        assert refused(run("result", drawn, 1, "1-0"), "its format cannot hold the change")
        assert History(drawn).last().number == 1
