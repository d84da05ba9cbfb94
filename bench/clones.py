"""Assignments by each clone of the passes over rows, whichever of them the loader chooses here.

    python bench/clones.py [N...]

The engine is compiled for each clone that this machine runs (FASTPAIR_CLONE in `rows/vector_types.hpp`), and
for all. The least of many runs, in turns, in microseconds of processor time; every build finds the same mates.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from native import build, measure
from recorded import clones

TURNS = 3

TIME = """
import sys, zlib
import numpy as np
from time import process_time
from fastpair.matching import max_weight_matching
def matrices(n):
    rng = np.random.default_rng(n)
    rows, columns = rng.random((2, n, 2))
    x, y = rng.integers(0, 10**6, (2, n))
    yield "1..10^6", rng.integers(1, 10**6 + 1, (n, n))
    yield "0..2", rng.integers(0, 3, (n, n))
    yield "i·j", np.outer(np.arange(1, n + 1), np.arange(1, n + 1))
    far = np.linalg.norm(rows[:, None] - columns, axis=2)
    yield "near", np.rint(1e6 * (2 - far)).astype(np.int64)
    yield "prices", rng.integers(0, 1000, (n, n)) + x[:, None] + y
for n in map(int, sys.argv[1:]):
    for kind, weights in matrices(n):
        for name, most in (("weight", False), ("most", True)):
            times = []
            while len(times) < 3 or sum(times) < 0.1:
                start = process_time()
                found = max_weight_matching(weights, bipartite=True, maxcardinality=most)
                times.append(process_time() - start)
            mates = zlib.crc32(repr([*found.mate]).encode())
            print(f"{kind},{name}", f"{n},{mates}", min(times))
"""


def main(sizes):
    with TemporaryDirectory() as scratch:
        folders = {"all": Path(scratch, "all")} | {name: Path(scratch, name) for name in clones()}
        for name, folder in folders.items():
            build(folder, "" if name == "all" else f"-DFASTPAIR_CLONE={name[-1]}")
        report(folders, sizes)


def report(folders, sizes):
    """Print the table of some installations."""
    turns = [
        {name: measure(folder, sizes, TIME) for name, folder in folders.items()}
        for _ in range(TURNS)
    ]
    found = {frozenset(times) for turn in turns for times in turn.values()}
    if len(found) > 1:
        raise SystemExit("the clones find different mates")
    print(f"| weights | goal | n | {' | '.join(f'{name}, µs' for name in folders)} |")
    print("| --- " * (3 + len(folders)) + "|")
    for row in turns[0]["all"]:
        kind, goal, n = f"{row[0]},{row[1].partition(',')[0]}".split(",")
        least = [1e6 * min(turn[name][row] for turn in turns) for name in folders]
        print(f"| {kind} | {goal} | {n} | {' | '.join(f'{each:.3g}' for each in least)} |")


if __name__ == "__main__":
    main(sys.argv[1:] or ["30", "300", "1000"])
