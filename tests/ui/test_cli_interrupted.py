"""A command that cannot write, or is cut short: its file is as before, and its status says so."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Thread

import pytest

from commands import COMMAND, games, names
from fastpair.formats.opengotha import new_document
from fastpair.lab.simulate import generate
from fastpair.ui.cli import main
from interrupts import BEFORE
from profiles import few

posix = pytest.mark.skipif(sys.platform == "win32", reason="links, modes and signals of POSIX")
full = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")  # noqa: PTH110


@pytest.fixture
def file(tmp_path):
    tournament = generate(40, 3, seed=1)  # nobody from Turkey, of whose name there is a remark
    path = tmp_path / "congress.xml"
    new_document(tournament).write(path, tournament)
    return path


def shell(command, file):
    """A command line with {fastpair} and {file} in it; status and errors."""
    line = command.format(fastpair='"$PYTHON" -c "$CODE"', file=f'"{file}"')
    done = subprocess.run(
        ["/bin/sh", "-c", line],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHON": COMMAND[0], "CODE": COMMAND[2], "PYTHONUTF8": "1"},
        check=False,
    )
    return done.returncode, done.stderr


@posix
class TestStreams:
    """The file is written last, so that a failure means that it was not."""

    @full
    @pytest.mark.parametrize("json", few(["", "--json"], 1))
    def test_a_full_disk_behind_the_output(self, file, tmp_path, json):
        before = file.read_bytes()
        status, errors = shell(f"{{fastpair}} draw {{file}} {json} --write > /dev/full", file)
        assert (status, errors) == (
            2,
            f"fastpair: {file}: was not written, since standard output cannot be: "
            "no space left on device\n",
        )
        assert file.read_bytes() == before
        assert names(tmp_path) == ["congress.xml"]
        status, errors = shell("{fastpair} info {file} > /dev/full", file)
        assert (status, errors) == (2, "fastpair: standard output: No space left on device\n")

    def test_a_closed_output(self, file, tmp_path):
        before = file.read_bytes()
        status, errors = shell("{fastpair} draw {file} --write >&-", file)
        assert (status, errors) == (
            2,
            f"fastpair: {file}: was not written, since standard output cannot be: is closed\n",
        )
        assert file.read_bytes() == before
        assert names(tmp_path) == ["congress.xml"]
        for command in few(["info {file}", "--version", "--help", "models"], 1):
            status, errors = shell(f"{{fastpair}} {command} >&-", file)
            assert (status, errors) == (2, "fastpair: standard output: is closed\n")

    @full
    @pytest.mark.parametrize("where", few(["<&- 2>&-", "2>&-", "2> /dev/full", "<&-"], 1))
    def test_other_streams_do_not_matter(self, file, where):
        status, _ = shell(f"{{fastpair}} draw {{file}} --write {where} > /dev/null", file)
        assert status == 0
        assert games(file) > 0
        status, _ = shell(f"{{fastpair}} draw {{file}} --round 9 {where}", file)
        assert status == 2

    def test_a_reader_who_leaves(self, file, tmp_path):
        before = file.read_bytes()
        reading, writing = os.pipe()
        process = subprocess.Popen(
            [*COMMAND, "draw", str(file), "--write"], stdout=writing, stderr=subprocess.PIPE
        )
        os.close(writing)
        os.close(reading)
        _, errors = process.communicate(timeout=60)
        assert process.returncode == 141
        expected = f"fastpair: {file}: nothing was written, since the command was cut short\n"
        assert errors.decode() == expected
        assert file.read_bytes() == before
        assert names(tmp_path) == ["congress.xml"]

    @pytest.mark.parametrize("number", few([signal.SIGINT, signal.SIGTERM, signal.SIGHUP], 2))
    def test_a_signal_leaves_nothing_behind(self, file, tmp_path, number):
        before = file.read_bytes()
        process = blocked(file, tmp_path)
        process.send_signal(number)
        _, errors = process.communicate(timeout=60)
        expected = f"fastpair: {file}: nothing was written, since the command was cut short\n"
        assert errors.decode() == expected
        assert process.returncode == (130 if number == signal.SIGINT else 128 + number)
        assert file.read_bytes() == before
        assert names(tmp_path) == ["congress.xml"]

    def test_after_a_kill_the_next_one_cleans_up(self, file, tmp_path):
        before = file.read_bytes()
        process = blocked(file, tmp_path)
        process.kill()
        process.communicate(timeout=60)
        assert file.read_bytes() == before
        assert names(tmp_path) == [".congress.xml.fastpair", "congress.xml"]
        assert shell("{fastpair} draw {file} --write > /dev/null", file)[0] == 0
        assert names(tmp_path) == ["congress.xml", "congress.xml.bak", "congress.xml.history"]


def blocked(file, folder):
    """A command that has prepared its file, and cannot write its output: the pipe is full."""
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    try:
        while True:
            os.write(writing, bytes(4096))
    except BlockingIOError:
        os.set_blocking(writing, True)
    process = subprocess.Popen(
        [sys.executable, "-c", BEFORE + COMMAND[2], "draw", str(file), "--write"],
        stdout=writing,
        stderr=subprocess.PIPE,
        pass_fds=(reading,),
    )
    os.close(writing)
    os.close(reading)
    for _ in range(600):
        if ".congress.xml.fastpair" in names(folder) and waits_for_a_reader(process):
            break
        time.sleep(0.05)
    return process


def waits_for_a_reader(process):
    """Whether a process is writing to a full pipe."""
    try:
        return "pipe_write" in Path(f"/proc/{process.pid}/wchan").read_text("ascii")
    except OSError:  # The system does not say.
        time.sleep(1)
        return True


def test_a_draw_may_be_written_without_a_thread_for_signals(file):
    """Signals belong to the main thread; a command runs in another one too."""
    statuses = []
    thread = Thread(target=lambda: statuses.append(main(["draw", str(file), "--write"])))
    thread.start()
    thread.join()
    assert statuses == [0]
    assert games(file) > 0


@posix
def test_the_handlers_of_a_program_around_the_command_stay(run, file):
    def mine(*_):
        pass

    before = signal.signal(signal.SIGTERM, mine)
    try:
        assert run("info", file)[0] == 0
        assert signal.getsignal(signal.SIGTERM) is mine
    finally:
        signal.signal(signal.SIGTERM, before)
    assert run("info", file)[0] == 0
    assert signal.getsignal(signal.SIGTERM) is before
