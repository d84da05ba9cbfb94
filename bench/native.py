"""The wheel as it is shipped beside a build for this very machine.

    python bench/native.py [N...]

Instruction sets are chosen at run time, so that the two should hardly differ.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
BUILDS = {"plain": "", "native": "-march=native"}
TURNS = 3

TIME = """
import sys
from statistics import median
from time import perf_counter
from fastpair.research.bench import KINDS, instance
from fastpair.matching import max_weight_matching
for n in map(int, sys.argv[1:]):
    for kind in KINDS:
        problem = instance(kind, n)
        times = []
        while len(times) < 3 or sum(times) < 0.5:
            start = perf_counter()
            max_weight_matching(problem.weights, allowed=problem.allowed, maxcardinality=True)
            times.append(perf_counter() - start)
        print(kind, n, median(times))
"""


def build(folder, flags):
    """Install the project into a folder of its own."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", folder]
    options = [f"--config-settings=build-dir={folder}-build", ROOT]
    environment = os.environ | {"CXXFLAGS": flags}
    subprocess.run([*map(str, command + options)], env=environment, check=True)


def measure(folder, sizes, script=TIME):
    """Seconds by kind and number of vertices."""
    environment = os.environ | {"PYTHONPATH": str(folder)}
    done = subprocess.run(
        [sys.executable, "-P", "-c", script, *sizes],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    rows = [line.split() for line in done.stdout.splitlines()]
    return {(kind, n): float(seconds) for kind, n, seconds in rows}


def main(sizes):
    with TemporaryDirectory() as scratch:
        folders = {name: Path(scratch, name) for name in BUILDS}
        for name, flags in BUILDS.items():
            build(folders[name], flags)
        turns = [
            {name: measure(folder, sizes) for name, folder in folders.items()} for _ in range(TURNS)
        ]
    print("| weights | n | plain, ms | native, ms | ratio |\n| --- | --- | --- | --- | --- |")
    for kind, n in turns[0]["plain"]:
        plain, native = (median(turn[name][kind, n] for turn in turns) for name in BUILDS)
        print(f"| {kind} | {n} | {1000 * plain:.3g} | {1000 * native:.3g} | {plain / native:.2f} |")


if __name__ == "__main__":
    main(sys.argv[1:] or ["1000", "5000"])
