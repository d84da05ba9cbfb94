"""What each command takes for a congress of 700 players after five of ten rounds, start-up included.

    python bench/bench_commands.py [COMMAND...]
    python bench/bench_commands.py --players 10000 --played 0 draw

Each command is a process of its own, on files as they were before it. The least of the repetitions
counts: processor time, because a busy machine adds little to it, wall time, and peak memory.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from pathlib import Path
from subprocess import DEVNULL, Popen
from tempfile import TemporaryDirectory
from time import perf_counter

from fastpair.formats import read

FASTPAIR = [sys.executable, "-c", "import sys, fastpair.ui.cli; sys.exit(fastpair.ui.cli.main())"]
ROUNDS = 10
INCOMPLETE = 1
"""Exit status of a draw that leaves somebody over, as an odd number of players does."""


def prepared(folder, players, played):
    """A congress with a drawn round and a history, as XML and as JSON, and its commands."""
    new, drawn = folder / "new.xml", folder / "drawn.xml"
    size = ["--players", players, "--rounds", ROUNDS, "--play", played]
    fastpair("generate", *size, "--output", new)
    shutil.copy(new, drawn)
    fastpair("draw", drawn, "--write")
    games = read(drawn).tournament.round(played + 1).games
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
    """Run a command that must succeed, and return its milliseconds of processor and wall, and its MB."""
    start = perf_counter()
    process = Popen([*FASTPAIR, *map(str, arguments)], stdout=DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    wall = perf_counter() - start
    if os.waitstatus_to_exitcode(status) not in (0, INCOMPLETE):
        sys.exit(f"exit status {os.waitstatus_to_exitcode(status)} of {arguments}")
    processor = usage.ru_utime + usage.ru_stime
    return 1000 * processor, 1000 * wall, usage.ru_maxrss / 1024


def least(arguments, folder, repetitions):
    """The least processor and wall time and memory of a command that finds the files of a folder."""
    costs = []
    for _ in range(repetitions):
        with TemporaryDirectory() as copy:
            work = Path(copy, "congress")
            shutil.copytree(folder, work)
            there = [work / each.name if isinstance(each, Path) else each for each in arguments]
            costs.append(fastpair(*there))
    return [min(each) for each in zip(*costs, strict=True)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("commands", nargs="*", help="only these (default: all)")
    parser.add_argument("--players", type=int, default=700)
    parser.add_argument("--played", type=int, default=5, help="rounds before the one that is drawn")
    parser.add_argument("--repetitions", type=int, default=9)
    options = parser.parse_args()
    size = options.players, options.played
    with TemporaryDirectory() as name:
        folder = Path(name, "congress")
        folder.mkdir()
        print(f"{options.players} players, {options.played} of {ROUNDS} rounds played")
        print(f"{'':48}{'cpu, ms':>10}{'wall, ms':>10}{'peak, MB':>10}")
        for arguments in prepared(folder, *size):
            if options.commands and arguments[0] not in options.commands:
                continue
            costs = least(arguments, folder, options.repetitions)
            words = [each.name if isinstance(each, Path) else each for each in arguments]
            line = "".join(f"{cost:10.0f}" for cost in costs)
            print(f"{' '.join(map(str, words))[:48]:48}{line}", flush=True)


if __name__ == "__main__":
    main()
