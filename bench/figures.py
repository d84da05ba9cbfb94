"""The figures of the documents, each written by the command that measures it.

    nox -s figures                         measure and write all of them
    nox -s figures -- docs/background/quality.md      those of some documents
    python bench/figures.py --stale                    say which are older than the code that they measure

A document holds a comment that calls one of these functions, and cog puts what it prints below the comment, with a checksum
of it. `tests/docs/test_figures.py` holds every figure to its checksum, so that none is written by hand, and counts those
again that do not depend on the machine. What docs/contributing/measurements.md shows is measured by `recorded.py`.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from functools import lru_cache
from importlib import import_module
from pathlib import Path

from recorded import read, recorded  # noqa: F401 - the documents call it

STUDIES = ("calibration", "coefficients", "systems")
"""Those with pictures, each drawn by the module of its name."""

CONGRESSES = {"2013": "opengotha/egc2013/tournament.xml", "2009": "files/egc2009/EGC2009.xml"}
"""The European Congresses of `FASTPAIR_CONFORMANCE`."""

MODELS = (
    "opengotha351",
    "opengotha352",
    "gotha",
    "godraw2015",
    "kaniuk2012",
    "macmahon",
    "fastpair",
)
"""Those that are compared in docs/background/quality.md."""

PICTURED = ("opengotha351", "fastpair")
"""Those in its pictures, beside the draws as played and the best: four lines."""

COUNTS = {
    "games": "Games",
    "off_score": "Off score",
    "score_difference": "Difference",
    "wide": "Wide",
    "widest": "Widest",
    "drawn_up_again": "Up again",
    "drawn_down_again": "Down again",
    "same_country": "Country",
    "same_club": "Club",
    "rematches": "Rematches",
    "colour_imbalance": "Imbalance",
    "colour_streaks": "Streaks",
}
QUALITIES = {
    "q_mms": "Q_mms",
    "q_area": "Q_area",
    "q_colour": "Q_colour",
    "mixing_variance": "Mixing variance",
}


def congress(year):
    """The file of a European Congress, as a command names it."""
    return f"$FASTPAIR_CONFORMANCE/{CONGRESSES[year]}"


def run(command):
    """What a command prints, with the programs of this environment."""
    program, *arguments = (os.path.expandvars(part) for part in shlex.split(command))
    if program == "fastpair":
        start = [
            sys.executable,
            "-c",
            "import sys, fastpair.ui.cli; sys.exit(fastpair.ui.cli.main())",
        ]
    else:
        start = [sys.executable]
    done = subprocess.run([*start, *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{command}: exit status {done.returncode}\n{done.stderr}")
    return done.stdout


def tables(command):
    """Show the tables in Markdown that a command prints."""
    print(f"\n{run(command).strip()}\n")


def transcript(command):
    """Show a command with what it prints."""
    print(f"\n```text\n$ {command}\n{run(command).rstrip()}\n```\n")


@lru_cache
def quality(year, *, half_points=False):
    """The quality of a congress, as the command's JSON."""
    half = "--half-points" if half_points else ""
    command = f"fastpair quality {congress(year)} --json {half} --compare {' '.join(MODELS)}"
    return json.loads(run(command))


def quality_of_models(year, *, half_points=False):
    """Show what the draws of a congress were worth, over all rounds."""
    total = quality(year, half_points=half_points)["total"]
    columns = {**COUNTS, "total_error": "Error", **QUALITIES}
    rows = [
        [name, *(shown(draw[each]) for each in columns)] for name, draw in total["draws"].items()
    ]
    best = {"games": total["draws"]["played"]["games"], **total["best"]}
    rows.append(["best", *(shown(best[each]) for each in columns)])
    strict = shown(best["strict_mixing_variance"])
    rows.append(["strict best", *[""] * (len(columns) - 1), strict])
    show_table(["Draw", *columns.values()], rows, words=1)


@lru_cache
def simulation(plan, reference, folder="docs/contributing/studies"):
    """The measures of a plan as the command's JSON; what is there is not played again."""
    command = f"fastpair simulate {folder}/{plan}.toml --json --reference"
    return json.loads(run(f"{command} {shlex.quote(reference)}"))["measures"]


def estimated(found, *, digits=3, signed=False):
    """A mean with its interval."""
    form = f"{'+' if signed else ''}.{digits}f"
    mean, low, high = (format(found[end], form) for end in ("mean", "low", "high"))
    return f"{mean} [{low}, {high}]"


def shown(value):
    """A figure as `fastpair quality` shows it; the best that was found, and a bound if that is less."""
    if isinstance(value, dict):
        bound = "" if value["proven"] else f" ({value['limit']:.4f})"
        return f"{value['found']:.4f}{bound}"
    if isinstance(value, int) or value % 1 == 0.5:
        return f"{value:g}"
    return f"{value:.4f}"


def show_table(head, rows, *, words=0):
    """Show a table in Markdown, the columns after the first ones to the right."""
    rule = ["---"] * words + ["---:"] * (len(head) - words)
    print()
    for line in (head, rule, *rows):
        print(f"| {' | '.join(line)} |")
    print()


def draw_pictures(documents):
    """Draw the pictures of the documents again."""
    for study in STUDIES:
        if f"docs/contributing/studies/{study}/README.md" in documents:
            import_module(study).draw_pictures()
    if "docs/contributing/measurements.md" in documents:
        run("python bench/plot.py build/sparse.json docs/pictures/sparse.svg sparse")
    if "docs/background/quality.md" in documents:
        for year in CONGRESSES:
            picture = Path("docs", "pictures", f"quality-egc{year}.svg")
            picture.unlink(missing_ok=True)
            models = " ".join(PICTURED)
            run(f"fastpair quality {congress(year)} --plot {picture} --compare {models}")


MEASURED = {"bench/": ("src/engine_cpp",), "": ("src/engine_cpp", "python/fastpair/pairing")}
"""The code behind a figure, by what is in the call that writes it."""


def show_stale():
    """Say of each figure which commit has written it, and how many have changed its code since."""
    for page in sorted([Path("README.md"), *Path("docs").rglob("*.md")]):
        lines = page.read_text("utf-8").splitlines()
        ends = [number for number, line in enumerate(lines, 1) if "[[[end]]]" in line]
        starts = [number for number, line in enumerate(lines, 1) if "[[[cog" in line]
        for start, end in zip(starts, ends, strict=True):
            names = re.findall(r'recorded\("([\w-]+)"', lines[start - 1])
            call = " ".join([lines[start - 1], *(read(name).command for name in names)])
            paths = next(paths for part, paths in MEASURED.items() if part in call)
            commits = {read(name).commit for name in names} or commits_of(page, start, end)
            newest = git("log", "-1", "--no-walk=sorted", "--format=%h %cs", *commits).strip()
            since = git("rev-list", "--count", f"{newest.split()[0]}..HEAD", "--", *paths).strip()
            print(
                f"{page}:{start}: written by {newest}, {since} changes of {', '.join(paths)} since"
            )


def commits_of(page, start, end):
    """The commits that have written some lines."""
    written = git("blame", "-C", "-s", f"-L{start},{end}", "--porcelain", "--", str(page))
    return set(re.findall(r"^([0-9a-f]{40}) ", written, re.M)) - {"0" * 40}


def git(*arguments):
    return subprocess.run(["git", *arguments], capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    if sys.argv[1:] == ["--stale"]:
        show_stale()
    else:
        draw_pictures(sys.argv[1:])
