"""The engine of managers on a report of 100 players, beside imports of numpy in the same run.

    python bench/bench_engine.py [--players 100] [--repetitions 15]

Each is a process from its start to its end, in turn; the least of the repetitions counts. The byte code of all
modules is there, as after an installation. The exit status is 1 if the engine takes more than four imports.
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
ROUNDS = 9
MOST = 4
"""Imports of numpy that a round of 100 players may take."""


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


def seconds(command, env):
    """Processor time and wall time of a process."""
    start = perf_counter()
    process = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    wall = perf_counter() - start
    if status:
        sys.exit(f"exit status {os.waitstatus_to_exitcode(status)} of {command}")
    return usage.ru_utime + usage.ru_stime, wall


def measured(players, repetitions):
    """Seconds of processor and wall of an import, and by number of a round, the least of each."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        env = environment(folder)
        commands = {0: IMPORT}
        for number, file in reports(folder, players):
            commands[number] = [*ENGINE, "--dutch", file, "-p"]
        found = {number: [] for number in commands}
        for _ in range(repetitions + 1):  # the first one writes the byte code
            for number, command in commands.items():
                found[number].append(seconds(command, env))
    return {number: [*map(min, zip(*each[1:], strict=True))] for number, each in found.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--players", type=int, default=100)
    parser.add_argument("--repetitions", type=int, default=15)
    options = parser.parse_args()
    costs = measured(options.players, options.repetitions)
    base = costs.pop(0)
    print(f"import numpy: {1000 * base[0]:.0f} ms of processor, {1000 * base[1]:.0f} ms")
    worst = 0
    for number, (processor, wall) in costs.items():
        ratio = processor / base[0]
        worst = max(worst, ratio)
        print(
            f"{options.players} players, round {number}: {1000 * processor:.0f} ms of processor, "
            f"{1000 * wall:.0f} ms: {ratio:.2f} and {wall / base[1]:.2f} imports"
        )
    return int(worst > MOST)


if __name__ == "__main__":
    sys.exit(main())
