"""What was measured: the tables in `bench/results`, which docs/contributing/measurements.md shows in part.

    python bench/recorded.py [NAME...]    measure again by the command in NAME.csv, or in all, and write its table

The first two lines of a file name the command, the day, the commit and the machine, with the clone
of the engine that it runs. Where a command prints no such table, the first line begins with "entered from", and
whoever has started it enters the figures.
"""

from __future__ import annotations

import csv
import io
import os
import platform
import re
import shlex
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).with_name("results")
CLONES = {
    "x86-64-v2": {"sse4_2", "popcnt"},
    "x86-64-v3": {"avx2", "bmi2", "fma"},
    "x86-64-v4": {"avx512bw", "avx512dq", "avx512vl"},
}
"""What a processor must have for each clone of the engine, of those that tell them apart."""


class Recorded(NamedTuple):
    command: str
    day: str
    commit: str
    machine: str
    head: list[str]
    rows: list[list[str]]


def read(name):
    """The table of a file, and how it was measured."""
    command, measured, table = (FOLDER / f"{name}.csv").read_text("utf-8").split("\n", 2)
    head, *rows = csv.reader(io.StringIO(table))
    return Recorded(command[2:], *measured[2:].split(", ", 2), head, rows)


def recorded(name, *columns, where=None):
    """Show some columns of a table, and the rows that have one of some values in others; a single one is named below."""
    table = read(name)
    wanted = {table.head.index(column): values for column, values in (where or {}).items()}
    fixed = {table.head[place]: values[0] for place, values in wanted.items() if len(values) == 1}
    shown = columns or [column for column in table.head if column not in fixed]
    places = [table.head.index(column) for column in shown]
    lines = [[table.head[place] for place in places], ["---"] + ["---:"] * (len(places) - 1)]
    lines += [
        [row[place] for place in places]
        for row in table.rows
        if all(row[place] in values for place, values in wanted.items())
    ]
    print()
    for line in lines:
        print(f"| {' | '.join(line)} |")
    same = "".join(f", {column} {value}" for column, value in fixed.items())
    print(f"\n`{name}.csv`, {table.day}{same}\n")


def record(name):
    """Measure again, and write the table that has the same head."""
    old = read(name)
    program, *arguments = shlex.split(os.path.expandvars(old.command))
    if program != "python":
        print(f"{FOLDER}/{name}.csv is {old.command}")
        return
    rows = rows_below(old.head, run(sys.executable, *arguments))
    if not rows:
        raise SystemExit(f"{old.command} does not print the table of {name}.csv")
    commit = run("git", "rev-parse", "--short=8", "HEAD").strip()
    with (FOLDER / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
        file.write(f"# {old.command}\n# {datetime.now(UTC).date()}, {commit}, {machine()}\n")
        csv.writer(file, lineterminator="\n").writerows([old.head, *rows])


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def machine():
    processors = re.search(r"model name\s*: (.*)", cpuinfo())
    name = processors[1] if processors else platform.machine()
    clone = "".join(f" as {clone}" for clone in clones()[-1:])
    return f"{name}{clone}, {platform.system()}, Python {platform.python_version()}"


def clones():
    """The clones of the engine that this processor runs; the loader chooses the last one."""
    flags = re.search(r"(?m)^flags\s*: (.*)", cpuinfo())
    flags = set(flags[1].split()) if flags else set()
    return [clone for clone, needed in CLONES.items() if needed <= flags]


def cpuinfo():
    return Path("/proc/cpuinfo").read_text("utf-8")


def rows_below(head, printed):
    """The rows of a table in Markdown, or of columns that are two spaces apart or more."""
    lines = iter(map(cells, printed.splitlines()))
    rows = []
    for line in lines:
        if line == head:
            break
    for line in lines:
        if len(line) != len(head):
            break
        if not set("".join(line)) <= set("-: "):
            rows.append([line[0] or rows[-1][0], *line[1:]])
    return rows


def cells(line):
    if line.startswith("|"):
        return [cell.strip() for cell in line.strip("|").split("|")]
    return re.split(r"\s{2,}", line.rstrip())


if __name__ == "__main__":
    for name in sys.argv[1:] or sorted(path.stem for path in FOLDER.glob("*.csv")):
        record(name)
