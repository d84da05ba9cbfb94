"""What a command writes, what it never writes over, and whether its exit status says so."""

from __future__ import annotations

import os
import stat
import sys

import numpy as np
import pytest

from commands import games, names
from fastpair.app.draws import drawing
from fastpair.app.edits import locked_file
from fastpair.formats.files import Replacement
from fastpair.formats.opengotha import new_document
from fastpair.research.simulate import generate

KEPT = ["congress.xml", "congress.xml.bak", "congress.xml.history"]
"""What is in the folder after the first change."""

posix = pytest.mark.skipif(sys.platform == "win32", reason="links, modes and signals of POSIX")
full = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")  # noqa: PTH110


GENERATE = ["generate", "--players", "4", "--rounds", "1"]


@pytest.fixture
def file(tmp_path):
    tournament = generate(40, 3, seed=4)
    path = tmp_path / "congress.xml"
    new_document(tournament).write(path, tournament)
    return path


class TestOutput:
    """A file that is there is not written over, least of all the one that is read."""

    @pytest.mark.parametrize("way", ["itself", "another spelling", "link", "hard link"])
    @pytest.mark.parametrize("overwrite", [[], ["--overwrite"]])
    @pytest.mark.parametrize(
        "command", [["draw"], ["draw", "--redraw"], ["weights", "--round", "1"]]
    )
    def test_the_input_is_refused(self, run, file, tmp_path, command, overwrite, way):
        output = tmp_path / ("congress.xml" if way == "itself" else "other.xml")
        if way == "another spelling":
            output = tmp_path / ".." / tmp_path.name / "congress.xml"
        elif way == "link":
            output.symlink_to(file.name)
        elif way == "hard link":
            output.hardlink_to(file)
        before, there = file.read_bytes(), names(tmp_path)
        status, printed, errors = run(*command, file, "--output", output, *overwrite)
        assert (status, printed) == (2, "")
        assert errors.startswith(f"fastpair: {output}: is {file}, which is read; ")
        assert ("--write" in errors) == (command[0] == "draw")
        assert errors.count("\n") == 1
        assert (file.read_bytes(), names(tmp_path)) == (before, there)

    @pytest.mark.parametrize(
        "command",
        [
            ["draw", "{file}", "--output", "{other}"],
            ["weights", "{file}", "--round", "1", "--output", "{other}"],
            [*GENERATE, "--format", "opengotha", "--output", "{other}"],
            ["quality", "{file}", "--plot", "{other}"],
        ],
    )
    def test_another_file_is_refused_until_it_is_said(self, run, tmp_path, command):
        pytest.importorskip("matplotlib")
        played = generate(40, 3, seed=4, play=1)
        file = tmp_path / "congress.xml"
        new_document(played).write(file, played)
        other = tmp_path / "other.svg"
        other.write_text("precious")
        arguments = [word.format(file=file, other=other) for word in command]
        status, printed, errors = run(*arguments)
        assert (status, printed) == (2, "")
        assert errors == (
            f"fastpair: {other}: exists already, and nothing was written; --overwrite replaces it\n"
        )
        assert other.read_text() == "precious"
        status, printed, errors = run(*arguments, "--overwrite")
        assert status == 0
        assert errors.endswith(f"fastpair: {other}: what it held before is in other.svg.bak\n")
        assert (tmp_path / "other.svg.bak").read_text() == "precious"
        assert other.read_bytes()[:8] != b"precious"

    def test_the_model_is_refused(self, run, file, tmp_path):
        model = tmp_path / "my.toml"
        model.write_text('model = "godraw2015"\n')
        status, _, errors = run("draw", file, "--model", model, "--output", model, "--overwrite")
        assert (status, errors.count("\n")) == (2, 1)
        assert "which is read" in errors
        assert model.read_text() == 'model = "godraw2015"\n'

    def test_an_empty_file_may_be_filled(self, run, file, tmp_path):
        output = tmp_path / "new.xml"
        output.touch()
        assert run("draw", file, "--output", output)[0] == 0
        assert games(output) > 0
        assert names(tmp_path) == ["congress.xml", "new.xml"]

    def test_weights_replace_weights(self, run, file, tmp_path):
        output = tmp_path / "w.npz"
        command = ("weights", file, "--round", 1, "--output", output)
        for _ in range(2):
            assert run(*command)[0] == 0
        assert names(tmp_path) == ["congress.xml", "w.npz"]
        np.savez(output, mine=np.arange(3))
        assert run(*command)[0] == 2


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ((), "not written: --write puts this draw into {file}"),
        (("--write",), "written: {file} holds this draw"),
        (("--output", "{other}"), "written: {other} holds this draw"),
        (("--redraw", "--fewest"), "not written: --write puts this draw into {file}"),
    ],
)
def test_the_draw_says_last_whether_it_is_written(run, file, tmp_path, typed, said):
    if "--redraw" in typed:
        run("draw", file, "--write")
    names = {"file": file, "other": tmp_path / "other.xml"}
    status, printed, _ = run("draw", file, *(part.format(**names) for part in typed))
    assert status == 0
    assert printed.splitlines()[-1] == said.format(**names)


class TestBackup:
    """What a file held before it is changed stays beside it, every time."""

    def test_none_is_lost(self, run, file, tmp_path):
        """The first is in a backup, and the history leads back to all others."""
        states = [file.read_bytes()]
        for number in (1, 2, 3):
            status, _, errors = run("draw", file, "--round", number, "--write", "--without-results")
            assert status == 0
            told = f"fastpair: {file}: what it held before is in congress.xml.bak\n"
            assert (told in errors) == (number == 1)
            states.append(file.read_bytes())
        assert names(tmp_path) == KEPT
        assert file.with_name("congress.xml.bak").read_bytes() == states[0]
        for state in reversed(states[:-1]):
            assert run("undo", file)[0] == 0
            assert file.read_bytes() == state

    def test_what_another_program_saved_is_kept_each_time(self, run, file, tmp_path):
        states = []
        for number in (1, 2, 3):
            file.write_bytes(file.read_bytes() + b"<!-- saved -->")
            states.append(file.read_bytes())
            assert run("draw", file, "--round", number, "--write", "--without-results")[0] == 0
        ends = (".bak", ".bak2", ".bak3")
        assert names(tmp_path) == [f"congress.xml{end}" for end in ("", *ends, ".history")]
        for end, state in zip(ends, states, strict=True):
            assert file.with_name(f"congress.xml{end}").read_bytes() == state

    def test_the_same_state_is_kept_once(self, run, file, tmp_path):
        before = file.read_bytes()
        for _ in range(2):
            file.write_bytes(before)
            assert run("draw", file, "--write")[0] == 0
        assert names(tmp_path) == KEPT

    def test_nothing_is_kept_where_nothing_changes(self, run, file, tmp_path):
        assert run("draw", file, "--write")[0] == 0
        drawn = file.read_bytes()
        assert run("draw", file, "--round", 1, "--redraw", "--write")[0] == 0
        assert file.read_bytes() == drawn
        assert names(tmp_path) == KEPT

    @posix
    def test_it_is_as_private_as_the_file(self, run, file, tmp_path):
        file.chmod(0o600)
        assert run("draw", file, "--write")[0] == 0
        modes = {stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
        assert modes == {0o600}

    @posix
    def test_it_lies_beside_the_file_and_not_beside_its_link(self, run, file, tmp_path):
        folder = tmp_path / "elsewhere"
        folder.mkdir()
        link = folder / "link.xml"
        link.symlink_to(file)
        assert run("draw", link, "--write")[0] == 0
        assert link.is_symlink()
        assert names(folder) == ["link.xml"]
        assert names(tmp_path) == [*KEPT, "elsewhere"]


@posix
def test_a_hard_link_that_is_left_behind_is_named(run, drawn, tmp_path):
    """A backup of hard links must not change with the file; a second name that stays behind is said once."""
    other = tmp_path / "backup.xml"
    other.hardlink_to(drawn)
    before = drawn.read_bytes()
    status, _, errors = run("result", drawn, 1, "1-0")
    said = f"fastpair: {drawn}: 1 other hard link keeps what it held before\n"
    assert (status, errors) == (0, said)
    assert other.read_bytes() == before != drawn.read_bytes()
    assert run("result", drawn, 2, "1-0")[::2] == (0, "")


class TestOthers:
    """Other programs save the file too."""

    def test_what_another_program_saved_is_not_lost(self, run, file, tmp_path, monkeypatch):
        saved = file.read_bytes() + b"<!-- a result -->"
        draw_round = drawing.draw_round

        def meanwhile(*arguments, **options):
            file.write_bytes(saved)
            return draw_round(*arguments, **options)

        monkeypatch.setattr(drawing, "draw_round", meanwhile)
        status, _, errors = run("draw", file, "--write")
        assert status == 2
        assert errors.splitlines()[-1] == (
            f"fastpair: {file}: has been changed by another program since it was read; "
            "nothing was written; run the command again"
        )
        assert file.read_bytes() == saved
        assert names(tmp_path) == ["congress.xml"]

    def test_an_output_that_appears_meanwhile_is_not_lost(self, run, file, tmp_path, monkeypatch):
        output = tmp_path / "drawn.xml"
        draw_round = drawing.draw_round

        def meanwhile(*arguments, **options):
            output.write_text("precious")
            return draw_round(*arguments, **options)

        monkeypatch.setattr(drawing, "draw_round", meanwhile)
        assert run("draw", file, "--output", output)[0] == 2
        assert output.read_text() == "precious"

    def test_two_at_once_do_not_write_both(self, run, file, tmp_path, monkeypatch):
        monkeypatch.setattr(locked_file, "PATIENCE", 0.05)
        before = file.read_bytes()
        with Replacement(file, b"other"):
            status, printed, errors = run("draw", file, "--write")
            assert (status, printed) == (2, "")
            assert errors == (
                f"fastpair: {file}: cannot be written: another fastpair is writing it, wait until it"
                " has ended; nothing was changed\n"
            )
        assert file.read_bytes() == before
        assert names(tmp_path) == ["congress.xml"]

    @posix
    def test_what_a_killed_one_left_is_taken_over(self, run, file, tmp_path):
        (tmp_path / ".congress.xml.fastpair").write_text("half of")
        assert run("draw", file, "--write")[0] == 0
        assert names(tmp_path) == KEPT
        assert games(file) > 0

    @posix
    def test_what_is_half_done_is_as_private_as_the_file(self, file, tmp_path):
        file.chmod(0o600)
        with Replacement(file, b"new"):
            fresh = tmp_path / ".congress.xml.fastpair"
            assert stat.S_IMODE(fresh.stat().st_mode) == 0o600
        assert not fresh.exists()

    @posix
    def test_a_link_in_its_place_is_not_followed(self, run, file, tmp_path):
        victim = tmp_path / "victim"
        victim.write_text("precious")
        (tmp_path / ".congress.xml.fastpair").symlink_to(victim)
        status, _, errors = run("draw", file, "--write")
        assert (status, errors.count("\n")) == (2, 1)
        assert victim.read_text() == "precious"
        assert games(file) == 0

    @pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write")
    def test_a_folder_that_is_read_only_shows_before_the_draw_is_printed(self, run, file, tmp_path):
        tmp_path.chmod(0o500)
        try:
            status, printed, errors = run("draw", file, "--write")
        finally:
            tmp_path.chmod(0o700)
        assert (status, printed) == (2, "")
        assert "cannot be written: permission denied; nothing was changed" in errors

    @posix
    def test_a_pipe_is_not_written_into(self, run, file, tmp_path):
        pipe = tmp_path / "pipe.xml"
        os.mkfifo(pipe)
        status, printed, errors = run("draw", pipe, "--write")
        assert (status, printed) == (2, "")
        assert errors == f"fastpair: {pipe}: is no file that can be replaced; name a file\n"
