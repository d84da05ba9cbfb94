"""Commands that are killed, that find no room, and that come at once: the file is always whole."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sys
import time

import pytest

from congress_files import CHANGES, save
from fastpair.app.history.timeline import History
from fastpair.formats import read
from fastpair.go.tournament import Result
from fastpair.pairing.generator import generate
from killing import command, in_child, killed_at, without_room_at
from profiles import PROFILE, few
from system_faults import try_cases
from test_actions import congress  # noqa: F401 - a fixture

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="processes of POSIX"),
    # Newer Pythons warn where other threads run; those of pytest hold no lock of ours.
    pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning"),
]
WON = Result.WHITE_WINS


@pytest.fixture
def file(tmp_path):
    """A file with a round that is drawn by fastpair."""
    path = tmp_path / "congress.xml"
    tournament = generate(60, 3, seed=4)
    save(tournament, path)
    assert in_child(command("draw", path, "--write")) == 0
    return path


def results(path):
    return {game.table: game.result for game in read(path).tournament.round(1).games}


def timeline(path):
    return History(path).timeline(path.read_bytes())


def beside(path):
    return sorted(other.name for other in path.parent.iterdir())


def in_force(path):
    """The changes that have reached the file."""
    known = timeline(path)
    return [entry for entry in known.entries if entry.number not in known.cut_short]


KEPT = ["congress.xml", "congress.xml.bak", "congress.xml.history"]


def check_whole(path):
    """The file is a state that the history knows, and no change of it is missing there."""
    read(path)
    known = timeline(path)
    assert not known.saved_by_another
    assert known.after_others == frozenset()


@pytest.mark.parametrize(
    "act",
    few(
        [
            ("result", 3, "1-0"),
            ("undo",),
            ("draw", "--round", 1, "--redraw", "--seed", 3, "--model", "godraw2015", "--write"),
        ],
        2,
    ),
)
def test_a_command_may_be_killed_at_each_of_its_calls(file, act):
    """Every call of the system, one after the other, until the command comes to its end."""
    assert in_child(command("result", file, 1, "1-0", 2, "0-1")) == 0
    name, *arguments = act
    before, known = file.read_bytes(), History(file).path.read_bytes()
    for moment in range(200):
        file.write_bytes(before)
        History(file).path.write_bytes(known)
        killed = killed_at(moment, command(name, file, *arguments))
        check_whole(file)
        happened = file.read_bytes() != before
        assert happened == (3 in {entry.number for entry in in_force(file)})
        if not killed:
            break
        assert killed == signal.SIGKILL
    assert happened
    assert moment > 5
    assert in_child(command("result", file, 4, "1-0")) == 0
    assert results(file)[4] is WON
    check_whole(file)
    assert beside(file) == KEPT


def test_without_room_nothing_is_changed(file):
    """Each write of the command finds a full disk, one after the other."""
    before, known = file.read_bytes(), History(file).path.read_bytes()
    for moment in range(20):
        status = without_room_at(moment, command("result", file, 3, "1-0"))
        if status == 0:
            break
        assert status == 2
        assert (file.read_bytes(), History(file).path.read_bytes()) == (before, known)
        assert beside(file) == KEPT
    assert moment >= 2
    assert results(file)[3] is WON


def test_a_first_change_without_room_leaves_nothing(file, tmp_path):
    other = tmp_path / "other" / "congress.xml"
    other.parent.mkdir()
    other.write_bytes(file.read_bytes())
    for moment in range(20):
        if without_room_at(moment, command("result", other, 3, "1-0")) == 0:
            break
        assert other.read_bytes() == file.read_bytes()
        assert beside(other) == ["congress.xml"]
    assert beside(other) == KEPT


def test_a_limit_of_the_system_for_files(file):
    """The real thing: neither the file nor its history may become longer."""
    resource = pytest.importorskip("resource")
    before, known = file.read_bytes(), History(file).path.read_bytes()

    def limited(size):
        def work():
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
            return command("result", file, 3, "1-0")()

        return os.waitstatus_to_exitcode(in_child(work))

    for size in (1, len(known), len(known) + 20, len(before) // 2):
        assert limited(size) == 2
        assert (file.read_bytes(), History(file).path.read_bytes()) == (before, known)
        assert beside(file) == KEPT
    assert limited(2**20) == 0


TRIED = {"dev": (5, 16), "ci": (40, 400), "nightly": (0, 0)}[PROFILE]
"""Tournaments with an action, and calls of theirs that fail; 0 is all of them."""


@pytest.mark.skipif(
    sys.platform != "linux" or not shutil.which("cc"),
    reason="calls fail by a library that is loaded before that of C: Linux, and a C compiler",
)
def test_a_refusal_changes_nothing(congress, tmp_path_factory):  # noqa: F811
    """Every action, at each call of the system that it makes: refused, done, or killed, it is never half done."""
    work, (pairs, number) = tmp_path_factory.mktemp("work"), TRIED
    found = try_cases(work, congress.parent, pairs=pairs, number=number)
    assert found["faults"] == []
    assert {*found["outcomes"]} == {"refused", "done", "killed"}
    assert sum(found["outcomes"].values()) == (number or found["cases"])
    if PROFILE == "nightly":
        assert {*CHANGES} - {*found["actions"]} == {"join", "split"}  # those of pair go


@pytest.mark.parametrize("processes", [4])
def test_commands_that_come_at_once_all_happen(file, processes):
    """Each process enters the results of its own tables, one by one."""
    tables = sorted(results(file))
    children = []
    for first in range(processes):
        child = os.fork()
        if not child:
            status = 70
            try:
                sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: PTH123, SIM115
                mine = tables[first::processes]
                status = max(command("result", file, table, "1-0")() for table in mine)
            finally:
                os._exit(status)
        children.append(child)
    assert [os.waitpid(child, 0)[1] for child in children] == [0] * processes
    assert set(results(file).values()) == {WON}
    numbers = [entry.number for entry in timeline(file).entries]
    assert numbers == list(range(1, len(tables) + 2))
    check_whole(file)
    assert beside(file) == KEPT


TYPED = {
    "1-0": Result.WHITE_WINS,
    "0-1": Result.BLACK_WINS,
    "1/2": Result.JIGO,
    "?": Result.UNKNOWN,
}


def after(states, typed):
    """The states of the results that a command leads to; the last is the present one."""
    name, *arguments = typed
    if name == "undo":
        return states[:-1]
    table, result, *_ = arguments
    fresh = {**states[-1], table: TYPED[result]}
    return states if fresh == states[-1] else [*states, fresh]


def invented_commands(tables, number, chance):
    """Results, corrections, and undoing, but never more than was done."""
    states, typed = [dict.fromkeys(tables, Result.UNKNOWN)], []
    for _ in range(number):
        undoing = len(states) > 1 and chance.random() < 0.15
        result = ("result", chance.choice(tables), chance.choice(list(TYPED)))
        typed.append(("undo",) if undoing else (*result, "--even-so"))
        states = after(states, typed[-1])
    return typed


def run_until_killed(file, typed, seconds):
    """Type commands into a process, kill it, and say how many it has reported as done."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: PTH123, SIM115
            for name, *arguments in typed:
                if command(name, file, *arguments)() == 0:
                    os.write(writing, b".")
        finally:
            os._exit(0)
    os.close(writing)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    done = len(os.read(reading, len(typed)))
    os.close(reading)
    return done


@pytest.mark.parametrize("number", [40 if PROFILE != "nightly" else 1000])
def test_random_kills_lose_nothing(file, number):
    """A director types, and the power fails again and again; what was typed last may have to be again."""
    chance = random.Random(5)
    tables = sorted(results(file))
    typed = invented_commands(tables, number, chance)
    states, place, kills, unreported = [results(file)], 0, 0, 0
    while place < number:
        done = run_until_killed(file, typed[place:], chance.uniform(0.05, 1.5))
        kills += 1
        for one in typed[place : place + done]:
            states = after(states, one)
        place += done
        check_whole(file)
        if results(file) != states[-1]:
            states = after(states, typed[place])
            place, unreported = place + 1, unreported + 1
        assert results(file) == states[-1]
        assert len(timeline(file).done) == len(states)
    assert in_child(command("result", file, tables[0], "1-0")) == 0
    assert beside(file) == KEPT
    told = f"{number} commands, {kills} kills, {unreported} changes made and not reported"
    print(f"{told}, {len(timeline(file).entries)} changes in the history")
