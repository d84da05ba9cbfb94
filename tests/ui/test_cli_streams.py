"""The command in a process of its own: pipes and terminals."""

from __future__ import annotations

import os
import re
import subprocess

import pytest

from commands import COMMAND
from congress_files import save
from fastpair.formats import read
from fastpair.pairing.generator import generate
from processes import started
from profiles import few
from terminals import chunk_of


@pytest.fixture(scope="module")
def tournament():
    return generate(150, 2, seed=1)


@pytest.fixture(scope="module")
def file(tournament, tmp_path_factory):
    return save(tournament, tmp_path_factory.mktemp("streams") / "congress.xml")


def test_output_through_a_pipe_is_plain_and_whole(file, tournament):
    done = subprocess.run(
        [*COMMAND, "draw", str(file)],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "COLUMNS": "20", "FORCE_COLOR": "1", "PYTHONUTF8": "1"},
        check=True,
    )
    assert all(line.startswith("fastpair: warning: ") for line in done.stderr.splitlines())
    assert "\x1b" not in done.stdout
    assert "…" not in done.stdout
    for player in tournament.to_pair(1):
        assert f"{player.full_name} {player.grade}" in done.stdout


def test_names_that_a_stream_cannot_write_do_not_stop_the_draw(file):
    done = subprocess.run(
        [*COMMAND, "draw", str(file)],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        check=True,
    )
    assert b"optimal: proven" in done.stdout
    assert done.stdout.isascii()


def test_a_reader_may_leave(file):
    reading, writing = os.pipe()
    with started(
        [*COMMAND, "draw", str(file), "--json"], stdout=writing, stderr=subprocess.PIPE
    ) as process:
        os.close(writing)
        os.close(reading)
        _, errors = process.communicate(timeout=60)
        assert process.returncode == 141
    assert all(line.startswith(b"fastpair: warning: ") for line in errors.splitlines())


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="the system has no pseudo-terminals")
def test_a_terminal_gets_a_table_in_colour(file):
    controller, terminal = os.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "60", "LINES": "50"}
    environment.pop("NO_COLOR", None)
    with started(
        [*COMMAND, "draw", str(file)], stdout=terminal, stderr=terminal, env=environment
    ) as process:
        os.close(terminal)
        output = b"".join(iter(lambda: chunk_of(controller), b""))
        os.close(controller)
        assert process.wait(timeout=60) == 0
    text = output.decode()
    assert "\x1b[1m" in text
    assert "drawing" in text
    assert "───" in text
    assert "optimal: proven" in text


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="the system has no pseudo-terminals")
def test_a_terminal_too_narrow_for_the_numbers_gets_all_of_them(file, run):
    piped = run("info", file)[1].encode()
    controller, terminal = os.openpty()
    with started(
        [*COMMAND, "info", str(file)], stdout=terminal, env={**os.environ, "COLUMNS": "20"}
    ) as process:
        os.close(terminal)
        shown = b"".join(iter(lambda: chunk_of(controller), b""))
        os.close(controller)
        assert process.wait(timeout=60) == 0
    assert shown.split() == piped.split()


def test_completion():
    environment = {
        **os.environ,
        "_FASTPAIR_COMPLETE": "bash_complete",
        "COMP_WORDS": "fastpair info --list",
        "COMP_CWORD": "2",
    }
    done = subprocess.run(COMMAND, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["plain,--list-absent"]


@pytest.mark.parametrize("command", few([["draw"], ["info"], ["draw", "--json"]], 1, ci=1))
def test_a_dash_is_standard_input(file, command, run):
    first, *options = command
    by_name = run(first, file, *options)[1].encode()
    with file.open("rb") as content:
        by_dash = subprocess.run(
            [*COMMAND, first, "-", *options], stdin=content, capture_output=True, check=True
        )
    times = rb"time: .*|not written: .*|\"timings\": \{[^}]*\}"
    assert re.sub(times, b"", by_dash.stdout) == re.sub(times, b"", by_name)


def test_standard_input_is_not_written_into(file, tmp_path, run):
    target = tmp_path / "drawn.xml"
    message = "--write: standard input is no file to write into; use --output FILE"
    assert run("draw", "-", "--write") == (2, "", f"fastpair: {message}\n")
    with file.open("rb") as content:
        subprocess.run([*COMMAND, "draw", "-", "--output", target], stdin=content, check=True)
    assert len(read(target).tournament.round(1).games) == len(read(file).tournament.to_pair(1)) // 2


def test_standard_input_may_be_empty_or_closed():
    for stdin, message in (
        ("</dev/null", "expected a tournament, found an empty file"),
        ("<&-", "cannot be read: standard input is closed"),
    ):
        line = f'exec "$@" info - {stdin}'
        done = subprocess.run(["sh", "-c", line, "sh", *COMMAND], capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (2, f"fastpair: -: {message}\n")
