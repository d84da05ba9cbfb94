"""What each command takes for a congress of 700 players after five of ten rounds, start-up included.

    python bench/bench_commands.py [REPETITIONS] [COMMAND...]

Each command is a process of its own, on files as they were before it. The least of the repetitions
counts: processor time, because a busy machine adds little to it, and wall time.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from subprocess import DEVNULL, Popen
from tempfile import TemporaryDirectory
from time import perf_counter

from fastpair.formats import read

FASTPAIR = [sys.executable, "-c", "import sys, fastpair.ui.cli; sys.exit(fastpair.ui.cli.main())"]
PLAYERS, ROUNDS, PLAYED = 700, 10, 5
REPETITIONS = 9
INCOMPLETE = 1
"""Exit status of a draw that leaves somebody over, as an odd number of players does."""


def prepared(folder):
    """A congress with a drawn round and a history, as XML and as JSON, and its commands."""
    new, drawn = folder / "new.xml", folder / "drawn.xml"
    size = ["--players", str(PLAYERS), "--rounds", str(ROUNDS), "--play", str(PLAYED)]
    fastpair("generate", *size, "--output", new)
    shutil.copy(new, drawn)
    fastpair("draw", drawn, "--write")
    games = read(drawn).tournament.round(PLAYED + 1).games
    tables = [str(game.table) for game in games[:3]]
    fastpair("result", drawn, tables[0], "1-0")
    fastpair("result", drawn, tables[1], "0-1")
    fastpair("undo", drawn)
    own = folder / "drawn.json"
    fastpair("convert", drawn, own)
    fastpair("result", own, tables[0], "0-1")
    one, other = games[3].white, games[4].white
    return [
        ["--version"],
        ["--help"],
        ["info", drawn],
        ["info", own],
        ["absent", drawn, one, "--round", "8"],
        ["result", drawn, tables[2], "1-0"],
        ["result", own, tables[2], "1-0"],
        ["colour", drawn, tables[2]],
        ["undo", drawn],
        ["redo", drawn],
        ["log", drawn],
        ["pairings", drawn],
        ["convert", drawn, folder / "other.json"],
        ["swap", drawn, one, other],
        ["swap", own, one, other],
        ["draw", new],
        ["draw", drawn, "--redraw", "--write"],
    ]


def fastpair(*arguments):
    """Run a command that must succeed, and return its seconds of processor and wall."""
    start = perf_counter()
    process = Popen([*FASTPAIR, *map(str, arguments)], stdout=DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    wall = perf_counter() - start
    if os.waitstatus_to_exitcode(status) not in (0, INCOMPLETE):
        sys.exit(f"exit status {os.waitstatus_to_exitcode(status)} of {arguments}")
    return usage.ru_utime + usage.ru_stime, wall


def least(arguments, folder, repetitions):
    """The least processor and wall time of a command that finds the files of a folder."""
    costs = []
    for _ in range(repetitions):
        with TemporaryDirectory() as copy:
            work = Path(copy, "congress")
            shutil.copytree(folder, work)
            there = [work / each.name if isinstance(each, Path) else each for each in arguments]
            costs.append(fastpair(*there))
    return [1000 * min(each) for each in zip(*costs, strict=True)]


def main(repetitions=REPETITIONS, *chosen):
    with TemporaryDirectory() as name:
        folder = Path(name, "congress")
        folder.mkdir()
        print(f"{PLAYERS} players, {PLAYED} of {ROUNDS} rounds played, ms: processor, wall")
        for arguments in prepared(folder):
            if chosen and arguments[0] not in chosen:
                continue
            processor, wall = least(arguments, folder, int(repetitions))
            words = [each.name if isinstance(each, Path) else each for each in arguments]
            print(f"{' '.join(words)[:48]:48}{processor:8.0f}{wall:8.0f}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
