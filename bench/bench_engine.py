"""The engine of managers on a report, and a draw by command, beside imports of numpy in the same run.

    python bench/bench_engine.py [--players 100] [--drawn 1000] [--repetitions 15]

Each is a process from its start to its end, in turn; the least of the repetitions counts. The byte code of all
modules is there, as after an installation. The exit status is 1 if one takes more than four imports.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from fastpair.formats import FORMATS

IMPORT = [sys.executable, "-c", "import numpy"]
ENGINE = [sys.executable, "-c", "from fastpair.ui.engine import run; run()"]
DRAW = [sys.executable, "-c", "import sys, fastpair.ui.cli; sys.exit(fastpair.ui.cli.main())"]
ROUNDS = 9
MOST = 4
"""Imports of numpy that a round of 100 players, or the draw of a congress of 1,000, may take."""


def environment(folder):
    """That of this process, with byte code in a folder of its own."""
    own = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**own, "PYTHONPYCACHEPREFIX": str(folder / "byte code")}


def reports(folder, players):
    """A tournament that is played, cut off before its second and before its last round."""
    config = folder / "config"
    config.write_text(f"PlayersNumber={players}\nRoundsNumber={ROUNDS}\n")
    whole = folder / "whole.trf"
    subprocess.run([*ENGINE, "-g", config, "-o", whole, "-s", "1"], check=True)
    tournament = FORMATS["trf"].read(whole.name, whole.read_bytes()).tournament
    for number in (2, ROUNDS):
        file = folder / f"round{number}.trf"
        file.write_bytes(FORMATS["trf"].new(tournament.before(number)))
        yield number, file


def entered(folder, players):
    """A congress before its first round."""
    file = folder / "congress.json"
    size = ["--players", str(players), "--rounds", str(ROUNDS), "--output", str(file)]
    subprocess.run([*DRAW, "generate", *size], check=True, stdout=subprocess.DEVNULL)
    return file


def seconds(command, env):
    """Processor time and wall time of a process."""
    start = perf_counter()
    process = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    wall = perf_counter() - start
    if status:
        sys.exit(f"exit status {os.waitstatus_to_exitcode(status)} of {command}")
    return usage.ru_utime + usage.ru_stime, wall


def measured(players, drawn, repetitions):
    """Seconds of processor and wall of an import, and of each command by its name, the least of each."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        env = environment(folder)
        commands = {"import numpy": IMPORT}
        for number, file in reports(folder, players):
            commands[f"engine, {players} players, round {number}"] = [
                *ENGINE,
                "--dutch",
                file,
                "-p",
            ]
        commands[f"draw, {drawn} players, round 1"] = [*DRAW, "draw", entered(folder, drawn)]
        found = {title: [] for title in commands}
        for _ in range(repetitions + 1):  # the first one writes the byte code
            for title, command in commands.items():
                found[title].append(seconds(command, env))
    return {title: [*map(min, zip(*each[1:], strict=True))] for title, each in found.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--players", type=int, default=100)
    parser.add_argument("--drawn", type=int, default=1000)
    parser.add_argument("--repetitions", type=int, default=15)
    options = parser.parse_args()
    costs = measured(options.players, options.drawn, options.repetitions)
    base = costs["import numpy"]
    for title, (processor, wall) in costs.items():
        print(
            f"{title}: {1000 * processor:.0f} ms of processor, {1000 * wall:.0f} ms: "
            f"{processor / base[0]:.2f} and {wall / base[1]:.2f} imports"
        )
    return int(max(processor for processor, _ in costs.values()) > MOST * base[0])


if __name__ == "__main__":
    sys.exit(main())
