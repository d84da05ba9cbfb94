"""A command that cannot write, or is cut short: its file is as before, and its status says so."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from threading import Thread

import pytest

from commands import COMMAND, do, games, names
from congress_files import save
from fastpair.pairing.generator import generate
from fastpair.ui.cli import main
from interrupts import BEFORE
from processes import started
from profiles import few

posix = pytest.mark.skipif(sys.platform == "win32", reason="links, modes and signals of POSIX")
full = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")  # noqa: PTH110


@pytest.fixture
def file(tmp_path):
    tournament = generate(40, 3, seed=1)  # nobody from Turkey, of whose name there is a remark
    return save(tournament, tmp_path / "congress.xml")


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


HELD = ["congress.xml", "congress.xml.bak", "congress.xml.history"]
"""What is there after a first change."""


WRITES = [
    "convert {file} OUT.json",
    "draw {file} --redraw --output OUT.xml",
    "pairings {file} --output OUT.csv",
    "slips {file} OUT.html",
    "cards {file} OUT.html",
    "generate --players 9 --rounds 3 --output OUT.json",
]
"""Commands that write another file than they read."""

OUTPUTS = [("> /dev/full", 4), ("| true", 0)]
"""Outputs that nobody reads, and the status of a command that writes there."""

UNREAD = [(each, *output) for each, output in zip(2 * WRITES, cycle(OUTPUTS), strict=False)]
"""Each of those commands with each of these outputs, in turn."""


@posix
class TestStreams:
    """The file is free before anything is shown: who does not read keeps nobody waiting."""

    @full
    @pytest.mark.parametrize("json", few(["", "--json"], 1, ci=1))
    def test_a_full_disk_behind_the_output(self, file, tmp_path, json):
        status, errors = shell(f"{{fastpair}} draw {{file}} {json} --write > /dev/full", file)
        assert status == 4
        assert errors.endswith(
            f"fastpair: {file}: holds the change, but standard output cannot be written: "
            "no space left on device\n"
        )
        assert games(file) > 0
        assert names(tmp_path) == HELD
        status, errors = shell("{fastpair} info {file} > /dev/full", file)
        assert (status, errors) == (2, "fastpair: standard output: No space left on device\n")

    @full
    @pytest.mark.parametrize(("command", "output", "expected"), few(UNREAD, 2, ci=4))
    def test_the_file_is_written_before_anything_is_said_of_it(
        self, file, tmp_path, command, output, expected
    ):
        do("draw", file, "--write")
        target = tmp_path / "written"
        target.mkdir()
        name = command.partition("OUT")[2].partition(" ")[0]
        whole, said = target / f"whole{name}", target / f"said{name}"
        words = command.replace(f"OUT{name}", str(whole)).format(file=file).split()
        do(*words)
        line = f"{{fastpair}} {command.replace(f'OUT{name}', str(said))} {output}"
        status, _ = shell(line, file)
        assert status == expected  # that of the reader, behind a pipe
        assert said.read_bytes() == whole.read_bytes()

    def test_a_closed_output(self, file, tmp_path):
        status, errors = shell("{fastpair} draw {file} --write >&-", file)
        assert status == 4
        assert errors.endswith(
            f"fastpair: {file}: holds the change, but standard output cannot be written: is closed\n"
        )
        assert games(file) > 0
        assert names(tmp_path) == HELD
        for command in few(["info {file}", "--version", "--help", "models"], 1, ci=1):
            status, errors = shell(f"{{fastpair}} {command} >&-", file)
            assert (status, errors) == (2, "fastpair: standard output: is closed\n")

    @full
    @pytest.mark.parametrize("where", few(["<&- 2>&-", "2>&-", "<&-", "2> /dev/full"], 1, ci=1))
    def test_other_streams_do_not_matter(self, file, where):
        status, _ = shell(f"{{fastpair}} draw {{file}} --write {where} > /dev/null", file)
        assert status == 0
        assert games(file) > 0
        status, _ = shell(f"{{fastpair}} draw {{file}} --round 9 {where}", file)
        assert status == 2

    def test_a_reader_who_leaves(self, file, tmp_path):
        reading, writing = os.pipe()
        with started(
            [*COMMAND, "draw", str(file), "--write"], stdout=writing, stderr=subprocess.PIPE
        ) as process:
            os.close(writing)
            os.close(reading)
            errors = process.communicate(timeout=60)[1].decode()
        assert process.returncode == 141
        expected = f"fastpair: {file}: holds the change; what was said of it was cut short\n"
        assert errors.endswith(expected)
        assert games(file) > 0
        assert names(tmp_path) == HELD

    @pytest.mark.parametrize("number", few([signal.SIGINT, signal.SIGTERM, signal.SIGHUP], 1, ci=2))
    def test_who_does_not_read_keeps_nobody_waiting(self, file, tmp_path, number):
        """As a pager in which nobody scrolls."""
        with blocked(file) as process:
            assert games(file) > 0
            start = time.monotonic()
            do("result", file, "1", "1-0")
            assert time.monotonic() - start < 3
            process.send_signal(number)
            errors = process.communicate(timeout=60)[1].decode()
        expected = f"fastpair: {file}: holds the change; what was said of it was cut short\n"
        assert errors.endswith(expected)
        assert process.returncode == (130 if number == signal.SIGINT else 128 + number)
        assert names(tmp_path) == HELD

    @pytest.mark.parametrize(
        "number", few([signal.SIGKILL, signal.SIGINT, signal.SIGTERM], 1, ci=2)
    )
    def test_what_ends_while_it_has_the_file_leaves_no_harm(self, file, tmp_path, number):
        before = file.read_bytes()
        with started(
            [sys.executable, "-c", BEFORE + HOLDING, str(file)], stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout.readline() == "has it\n"
            process.send_signal(number)
            process.communicate(timeout=60)
        assert file.read_bytes() == before
        left = [".congress.xml.fastpair"] if number == signal.SIGKILL else []
        assert names(tmp_path) == [*left, "congress.xml"]
        assert shell("{fastpair} draw {file} --write > /dev/null", file)[0] == 0
        assert names(tmp_path) == HELD


HOLDING = """
import sys, time
from pathlib import Path
from fastpair.app.actions.locking import LockedFile
from fastpair.ui.process import ending_orderly
with ending_orderly(), LockedFile.opened(Path(sys.argv[1])):
    print("has it", flush=True)
    time.sleep(60)
"""


@contextmanager
def blocked(file):
    """A command that has changed its file, and cannot write its output: the pipe is full.

    The output has a buffer, whatever the environment of the tests says.
    """
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    try:
        while True:
            os.write(writing, bytes(4096))
    except BlockingIOError:
        os.set_blocking(writing, True)
    with started(
        [sys.executable, "-c", BEFORE + COMMAND[2], "draw", str(file), "--write"],
        stdout=writing,
        stderr=subprocess.PIPE,
        pass_fds=(reading,),
        env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
    ) as process:
        os.close(writing)
        os.close(reading)
        for _ in range(600):
            if f"{file.name}.history" in names(file.parent) and waits_for_a_reader(process):
                break
            time.sleep(0.05)
        yield process


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
def test_the_handlers_of_a_program_around_the_command_stay(file):
    def mine(*_):
        pass

    before = signal.signal(signal.SIGTERM, mine)
    try:
        do("info", file)
        assert signal.getsignal(signal.SIGTERM) is mine
    finally:
        signal.signal(signal.SIGTERM, before)
    do("info", file)
    assert signal.getsignal(signal.SIGTERM) is before
