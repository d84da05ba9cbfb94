"""The table of the README, in Markdown.

    python bench/measured.py build/bench.json EGC2013.xml EGC2009.xml FOLDER

What `nox -s bench` has measured, two tournaments that were played, and the folder that `fastpair conformance` compares
with. A whole command is timed from its start to its end; the median of nine counts.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from cells import OURS, medians, times
from redraw import redraws
from tables import KINDS

RUNS = 9
PLAYERS = 1360
"""Entries of an invented congress of which about a thousand take part in a round."""

COMMAND = [sys.executable, "-c", "import sys, fastpair.ui.cli; sys.exit(fastpair.ui.cli.main())"]


def output(*arguments):
    """What a command of fastpair prints."""
    done = subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, check=True)
    return done.stdout


def cost(*arguments):
    """Seconds and MiB at the peak of a command of fastpair, as a process of its own."""
    start = perf_counter()
    with Path(os.devnull).open("wb") as nowhere:
        process = subprocess.Popen([*COMMAND, *arguments], stdout=nowhere)
        _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"{' '.join(arguments)}: exit status {os.waitstatus_to_exitcode(status)}")
    return perf_counter() - start, usage.ru_maxrss / 1024


def command():
    """A whole command, started cold."""
    with TemporaryDirectory() as folder:
        path = str(Path(folder, "big.xml"))
        output(
            "generate", "--players", str(PLAYERS), "--rounds", "10", "--play", "5", "--output", path
        )
        boards = len(json.loads(output("draw", path, "--json"))["boards"])
        costs = [cost("draw", path) for _ in range(RUNS)]
    seconds, memory = (median(each) for each in zip(*costs, strict=True))
    made = f"`fastpair generate --players {PLAYERS} --rounds 10 --play 5 --output big.xml`"
    return [
        f"a round of {2 * boards} players after five rounds, the whole command",
        f"{seconds:.2f} s, {memory:.0f} MB",
        f"{made}, then `time fastpair draw big.xml`",
    ]


def rounds(paths):
    """Rounds of tournaments that were played, drawn again."""
    found = [each for path in paths for each in redraws(path)]
    players = sorted(each.players for each in found)
    milliseconds = sorted(1000 * each.matching for each in found)
    if min(each.gain for each in found) < 0:
        raise SystemExit("a draw is lighter than what was played")
    return [
        f"the {len(found)} rounds of two European Congresses, {players[0]} to {players[-1]} players:"
        " matching",
        f"{milliseconds[0]:.0f} to {milliseconds[-1]:.0f} ms each, all proven, none lighter than what"
        " was played",
        "`python bench/redraw.py FILE...`",
    ]


def conformance(folder):
    """Everything that OpenGotha says of its tournaments, compared."""
    shown = output("conformance", folder)
    compared = re.findall(r"^\w+: (\d+) values compared, (\d+) mismatches$", shown, re.M)
    if any(int(mismatches) for _, mismatches in compared):
        raise SystemExit(f"mismatches:\n{shown}")
    tournaments = len({line.split()[0] for line in re.findall(r"^.*\bv35[12]\b.*$", shown, re.M)})
    values = sum(int(count) for count, _ in compared)
    return [
        f"OpenGotha's weights, fields, standings and draws of {tournaments} tournaments",
        f"{values / 1e6:.0f} million values, no difference",
        "`fastpair conformance FOLDER`",
    ]


def peers(benchmarks, n, names):
    """Some peers on invented congresses: the smallest and the largest ratio of the four kinds."""
    found = medians(benchmarks, "peers", "kind", "n", "solver")
    names = [name for name in names if any(name in key for key in found)]
    ratios = [
        [found[kind, n, name] / found[kind, n, OURS] for kind in KINDS if (kind, n, name) in found]
        for name in names
    ]
    spans = [
        f"{times(min(each))} to {times(max(each))} as fast as {name}"
        for name, each in zip(names, ratios, strict=True)
    ]
    return [f"a matching of {n} players", ", ".join(spans), "`nox -s bench`"]


def main(benches, *paths):
    *tournaments, folder = paths
    benchmarks = json.loads(Path(benches).read_text(encoding="utf-8"))["benchmarks"]
    rows = [
        ["what", "figure", "command"],
        ["---"] * 3,
        command(),
        rounds(tournaments),
        conformance(folder),
        peers(benchmarks, 1000, ["LEMON", "Boost", "rustworkx"]),
        peers(benchmarks, 300, ["networkx"]),
    ]
    for row in rows:
        print(f"| {' | '.join(row)} |")


if __name__ == "__main__":
    main(*sys.argv[1:])
