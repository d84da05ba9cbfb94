"""What a command writes, what it never writes over, and whether its exit status says so; and files of other formats."""

from __future__ import annotations

import errno
import json
import os
import stat
import sys
from contextlib import redirect_stderr
from dataclasses import replace
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from jsonschema import Draft202012Validator

from commands import do, games, names
from congress_files import save
from fastpair.app.actions import locking
from fastpair.app.actions.apply import Call
from fastpair.app.draws import drawing
from fastpair.app.history.records import plan_of
from fastpair.app.history.timeline import History
from fastpair.errors import TOO_LITTLE_MEMORY, FormatError
from fastpair.files import Replacement
from fastpair.formats import FORMATS, format_of, read, write
from fastpair.formats.conversion import converted
from fastpair.formats.fastpair.schema import schema
from fastpair.pairing.generator import generate
from fastpair.ui.cli import main
from fastpair.ui.web.store import OpenTournament
from killing import in_child
from repository import ROOT

KEPT = ["congress.xml", "congress.xml.bak", "congress.xml.history"]
"""What is in the folder after the first change."""

posix = pytest.mark.skipif(sys.platform == "win32", reason="links, modes and signals of POSIX")
full = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")  # noqa: PTH110


CONGRESS = ROOT / "examples" / "congress.xml"
EVENING = ROOT / "examples" / "evening.xml"
GENERATE = ["generate", "--players", "4", "--rounds", "1"]


@pytest.fixture
def file(tmp_path):
    tournament = generate(40, 3, seed=4)
    return save(tournament, tmp_path / "congress.xml")


@posix
def test_a_folder_that_cannot_be_written_to_the_disk_is_told(run, file, monkeypatch):
    """The change is made, and its name in the folder may not survive a loss of power."""
    do("draw", file, "--write")
    write_to_disk = os.fsync

    def failing(descriptor):
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        write_to_disk(descriptor)

    monkeypatch.setattr(os, "fsync", failing)
    status, _, errors = run("result", file, "1", "1-0")
    assert status == 0
    assert "is changed, but a loss of power may take the change back: input/output error" in errors
    assert read(file).tournament.round(1).games[0].has_result


@posix
def test_a_file_that_becomes_a_link_keeps_its_one_history(file, tmp_path):
    """With its plan of prizes it follows the file at the next change, and each name finds them."""
    do("draw", file, "--write")
    plan_of(file).write_text('[[prize]]\nname = "First"\n')
    known, opened = History(file), OpenTournament(file)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    file.rename(elsewhere / file.name)
    file.symlink_to(elsewhere / file.name)
    do("result", file, "1", "1-0")
    opened.do(Call(action="result", values={"results": ["2", "1-0"], "rounds": 1}), "page")
    assert [e.act for e in known.entries()] == ["draw", "result", "result"]
    assert names(elsewhere) == [file.name, f"{file.name}.history", f"{file.name}.prizes.toml"]
    assert not [name for name in names(tmp_path) if name.startswith(f"{file.name}.h")]
    assert plan_of(file).exists()
    link = tmp_path / "link.xml"
    link.symlink_to(elsewhere / file.name)
    do("result", link, "3", "1-0")
    for name in (file, link, elsewhere / file.name):
        assert [e.act for e in History(name).entries()] == ["draw", *["result"] * 3]
    assert not link.with_name("link.xml.history").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the memory of a process")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_too_little_memory_is_told_in_a_line(tmp_path):
    """For real: the arrays of 2500 players do not fit. It is a refusal, not a bug."""
    resource = pytest.importorskip("resource")
    file, told = tmp_path / "large.json", tmp_path / "told"
    do("generate", "--players", "2500", "--rounds", "3", "--output", file)
    before = file.read_bytes()

    def limited():
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
        most = pages * resource.getpagesize() + 2**22
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        with redirect_stderr(StringIO()) as errors:
            status = main(["draw", str(file), "--write"])
        told.write_text(errors.getvalue())
        return status

    assert os.waitstatus_to_exitcode(in_child(limited)) == 2
    assert told.read_text() == f"fastpair: {TOO_LITTLE_MEMORY}\n"
    assert file.read_bytes() == before


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
        save(played, file)
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

    def test_an_empty_file_may_be_filled(self, file, tmp_path):
        output = tmp_path / "new.xml"
        output.touch()
        do("draw", file, "--output", output)
        assert games(output) > 0
        assert names(tmp_path) == ["congress.xml", "new.xml"]

    def test_weights_replace_weights(self, run, file, tmp_path):
        output = tmp_path / "w.npz"
        command = ("weights", file, "--round", 1, "--output", output)
        for _ in range(2):
            do(*command)
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
            do("undo", file)
            assert file.read_bytes() == state

    def test_what_another_program_saved_is_kept_each_time(self, file, tmp_path):
        states = []
        for number in (1, 2, 3):
            file.write_bytes(file.read_bytes() + b"<!-- saved -->")
            states.append(file.read_bytes())
            do("draw", file, "--round", number, "--write", "--without-results")
        ends = (".bak", ".bak2", ".bak3")
        assert names(tmp_path) == [f"congress.xml{end}" for end in ("", *ends, ".history")]
        for end, state in zip(ends, states, strict=True):
            assert file.with_name(f"congress.xml{end}").read_bytes() == state

    def test_the_same_state_is_kept_once(self, file, tmp_path):
        before = file.read_bytes()
        for _ in range(2):
            file.write_bytes(before)
            do("draw", file, "--write")
        assert names(tmp_path) == KEPT

    def test_nothing_is_kept_where_nothing_changes(self, file, tmp_path):
        do("draw", file, "--write")
        drawn = file.read_bytes()
        do("draw", file, "--round", 1, "--redraw", "--write")
        assert file.read_bytes() == drawn
        assert names(tmp_path) == KEPT

    @posix
    def test_it_is_as_private_as_the_file(self, file, tmp_path):
        file.chmod(0o600)
        do("draw", file, "--write")
        modes = {stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
        assert modes == {0o600}

    @posix
    def test_it_lies_beside_the_file_and_not_beside_its_link(self, file, tmp_path):
        folder = tmp_path / "elsewhere"
        folder.mkdir()
        link = folder / "link.xml"
        link.symlink_to(file)
        do("draw", link, "--write")
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
        monkeypatch.setattr(locking, "PATIENCE", 0.05)
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
    def test_what_a_killed_one_left_is_taken_over(self, file, tmp_path):
        (tmp_path / ".congress.xml.fastpair").write_text("half of")
        do("draw", file, "--write")
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


def test_a_file_is_converted(tmp_path, capsys):
    target = tmp_path / "evening.tour"
    do("convert", EVENING, target)
    tournament = read(EVENING).tournament
    assert read(target).tournament.games == tournament.games
    lines = capsys.readouterr().out.splitlines()
    games = len(tournament.games)
    players = len(tournament.players)
    assert lines[0].endswith(f"evening.tour (pairgoth): {players} players, {games} games")
    assert lines[1] == f"what {target} stores differently:"
    assert lines[2].startswith("  event: ")


def test_nothing_is_lost_in_our_own(tmp_path, capsys):
    target = tmp_path / "congress.txt"
    do("convert", CONGRESS, target, "--to", "fastpair")
    assert capsys.readouterr().out.splitlines()[1:] == ["nothing is lost"]
    assert read(target).tournament == read(CONGRESS).tournament


def test_the_model_of_a_version_is_kept_or_said(tmp_path, capsys):
    later = tmp_path / "later.xml"
    text = EVENING.read_text(encoding="utf-8")
    later.write_text(text.replace('fullVersionNumber="3.51', 'fullVersionNumber="3.52'), "utf-8")
    do("convert", later, tmp_path / "later.json")
    assert capsys.readouterr().out.splitlines()[-1] == "nothing is lost"
    do("convert", tmp_path / "later.json", tmp_path / "later.tour")
    line = "  weight model: opengotha352 becomes opengotha351"
    assert line in capsys.readouterr().out.splitlines()


def test_the_same_format_stays_as_it_is(tmp_path):
    target = tmp_path / "copy.xml"
    do("convert", EVENING, target)
    assert target.read_bytes() == EVENING.read_bytes()


def test_a_file_is_replaced_only_if_told_so(tmp_path, capsys):
    target = tmp_path / "evening.json"
    target.write_text("mine", encoding="utf-8")
    assert main(["convert", str(EVENING), str(target)]) == 2
    assert "--overwrite" in capsys.readouterr().err
    assert target.read_text(encoding="utf-8") == "mine"
    do("convert", EVENING, target, "--overwrite")
    assert (tmp_path / "evening.json.bak").read_text(encoding="utf-8") == "mine"
    assert main(["convert", str(target), str(target), "--overwrite"]) == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["evening.foo"],
            "fastpair: evening.foo: no format has files of this name; --to names one (opengotha, ",
        ),
        (["evening.json", "--to", "foo"], "--to: must be a format (opengotha, "),
        (["none/evening.json"], "there is no folder"),
        (["-", "--to", "fastpair"], "is no file"),
    ],
)
def test_what_cannot_be_is_refused(tmp_path, capsys, arguments, message, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["convert", str(EVENING), *arguments]) == 2
    assert message in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_the_formats_are_listed(capsys):
    do("formats")
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[1:]] == list(FORMATS)


def converted_back(folder, path):
    """A file as our own, and as what it was again, with the last lines that are said."""
    own, back = folder / "own.json", folder / f"back{path.suffix}"
    do("convert", path, own)
    do("convert", own, back)
    return own, back


def foreign_xml(folder, encoding="UTF-8"):
    """An evening with what fastpair does not know."""
    text = EVENING.read_text(encoding="utf-8")
    teams = '<Teams><Team teamName="Nøtt" teamNumber="1"></Team></Teams>'
    text = text.replace("</Players>", f"</Players>{teams}", 1)
    text = text.replace('encoding="UTF-8"', f'encoding="{encoding}"', 1)
    path = folder / "foreign.xml"
    path.write_text(text.replace('print="true"', 'print="false"'), encoding=encoding)
    return path


@pytest.mark.parametrize("encoding", ["UTF-8", "ISO-8859-1"])
def test_our_own_gives_back_what_it_does_not_know(tmp_path, capsys, encoding):
    path = foreign_xml(tmp_path, encoding)
    own, back = converted_back(tmp_path, path)
    assert back.read_bytes() == path.read_bytes()
    assert capsys.readouterr().out.splitlines()[1::2] == ["nothing is lost"] * 2
    Draft202012Validator(schema()).validate(json.loads(own.read_bytes()))


@pytest.mark.parametrize(
    ("change", "loss"),
    [({"band": 2}, "band: 1 of 6 players"), ({"club": "Berlin"}, "'Berlin' becomes 'Berl'")],
)
def test_what_changes_in_our_own_changes_there(tmp_path, capsys, change, loss):
    """What has no place there is left out or cut, and everything else stays."""
    path = foreign_xml(tmp_path)
    own, back = converted_back(tmp_path, path)
    document = read(own)
    first, *others = document.tournament.players
    players = (replace(first, **change), *others)
    document.write(own, replace(document.tournament, name="Another evening", players=players))
    capsys.readouterr()
    do("convert", own, back, "--overwrite")
    assert loss in capsys.readouterr().out
    assert read(back).tournament.name == "Another evening"
    assert "Nøtt" in back.read_text(encoding="utf-8")


def test_what_another_format_does_not_hold_is_said(tmp_path, capsys):
    path = foreign_xml(tmp_path)
    own, _ = converted_back(tmp_path, path)
    for source in (path, own):
        capsys.readouterr()
        target = tmp_path / f"{source.stem}.tour"
        do("convert", source, target)
        lines = capsys.readouterr().out
        assert "<Team teamName> is lost: 'NØTT'" in lines
        assert "<PublishParameterSet print> is lost: 'FALSE'" in lines


@pytest.mark.parametrize(
    ("member", "value", "message"),
    [
        ("format", "swiss", "/source/format: expected a format (opengotha, "),
        ("content", "nothing", "/source/content: expected a file of OpenGotha XML"),
        ("encoding", "base64", "/source/content: expected a file of OpenGotha XML"),
        ("encoding", "utf-7", "/source/encoding: expected "),
    ],
)
def test_what_is_carried_is_checked(tmp_path, capsys, member, value, message):
    own, back = converted_back(tmp_path, foreign_xml(tmp_path))
    document = json.loads(own.read_bytes())
    document["source"][member] = value
    own.write_text(json.dumps(document), "utf-8")
    assert main(["convert", str(own), str(back), "--overwrite"]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.peers(
    "files/**/*.xml", "files/pairgoth/*", "files/h9/*", "opengotha/*/tournament.xml", alike=True
)
def test_nothing_of_real_files_is_lost(peer):
    own, content = FORMATS["fastpair"], peer.read_bytes()
    try:
        form = format_of(peer, content)
        document = form.read(str(peer), content)
    except FormatError:
        pytest.skip("is no tournament")
    if document.tournament.doubtful:
        pytest.skip("contradicts itself, which our own format does not hold")
    carried = own.read("", converted(document, form, own))
    assert carried.tournament == document.tournament
    assert converted(carried, own, form) == content


@pytest.mark.parametrize("name", ["evening.json", "evening.TOUR", "evening.h9"])
def test_a_document_is_not_written_under_a_name_of_another_format(tmp_path, capsys, name):
    """By neither door: it would be XML under that name."""
    document, path = read(EVENING), tmp_path / name
    with pytest.raises(FormatError, match=r"this is OpenGotha XML.*ends in \.xml"):
        write(path, document, document.tournament)
    assert main(["draw", str(EVENING), "--output", str(path)]) == 2
    said = capsys.readouterr()
    assert (said.out, len(said.err.splitlines())) == ("", 1)
    assert not path.exists()


def test_a_document_is_written_where_it_was_read_and_under_any_other_name(tmp_path):
    for name in ("evening.json", "evening.bak"):
        path = tmp_path / name
        path.write_bytes(EVENING.read_bytes())
        document = read(path)
        write(path, document, replace(document.tournament, name="Other"))
        assert read(path).tournament.name == "Other"
