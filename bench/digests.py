"""Digests of what fastpair answers for a folder of tournament files, to compare two states of the code.

    python bench/digests.py FOLDER [--every N] > before.txt
    ... change the code, install it ...
    python bench/digests.py FOLDER [--every N] > after.txt && diff before.txt after.txt

A line has a digest, the file, and the question: the draw of each round by each model (boards, total
and, where there is no weight, the notes), the output of commands, the files that `convert` and
`export` write. Times are left out of the output, paths too. ``--every`` takes each Nth file for the
questions that are slow.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import io
import re
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import fastpair
from fastpair.ui.cli import main

if TYPE_CHECKING:
    from collections.abc import Iterator

SUFFIXES = {".xml", ".h9", ".txt", ".tou", ".tour", ".json"}
MODELS = (
    "opengotha351",
    "opengotha352",
    "fastpair",
    "godraw2015",
    "kaniuk2012",
    "macmahon",
    "gotha",
)
QUICK = (
    ("info",),
    ("info", "--list-absent"),
    ("standings", "--json"),
    ("wallist",),
    ("check", "--json"),
    ("pairings",),
    ("rules",),
    ("ratings",),
    ("log",),
)
SLOW = (
    ("quality",),
    ("advise", "--json"),
    ("parameters",),
    ("groups",),
    ("prizes",),
    ("slips",),
    ("weights", "--json"),
    *(
        ("draw", "--redraw", "--discard-all", "--json", "--system", name)
        for name in ("swiss", "epm")
    ),
    *(("convert", f"out{suffix}") for suffix in (".xml", ".tour", ".json", ".csv", ".tou", ".h9")),
    ("export", "out.h9", "--place", "Nowhere", "--country", "XX"),
    ("report", "--output", "out.html"),
)
TIMES = re.compile(r'(?s)\d+(\.\d+)?(?= m?s\b)|"timings": \{.*?\}')


def digest(text: bytes | str) -> str:
    """The first digits of the SHA-256 of a text without times."""
    if isinstance(text, bytes):
        text = text.decode("utf-8", "replace")
    return hashlib.sha256(TIMES.sub("#", text).encode()).hexdigest()[:16]


def draws(path: Path) -> Iterator[tuple[str, str]]:
    """The draw of the last two rounds that have games, and of the next one, by each model."""
    try:
        tournament = fastpair.read(path).tournament
    except fastpair.FastpairError as error:
        yield "read", type(error).__name__
        return
    last = tournament.last_round
    rounds = range(max(1, last - 1), min(last + 1, tournament.rules.rounds) + 1)
    for number in rounds:
        for model in MODELS:
            try:
                draw = fastpair.draw_round(tournament.before(number), number, model=model)
                boards = [(b.table, b.black, b.white, b.handicap) for b in draw.boards]
                answer = repr((boards, draw.bye, draw.total_weight))
            except fastpair.FastpairError as error:
                answer = type(error).__name__
            yield f"round {number} {model}", answer


def answer(file: Path, arguments: tuple[str, ...]) -> str:
    """Status, output and written file of a command."""
    folder = file.parent
    out, err = io.StringIO(), io.StringIO()
    name, *rest = arguments
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = main(
                [name, str(file), *(str(folder / a) if a.startswith("out.") else a for a in rest)]
            )
        except SystemExit as end:
            status = end.code
    written = b"".join(sorted(p.read_bytes() for p in folder.glob("out.*")))
    for path in folder.glob("out.*"):
        path.unlink()
    return "\n".join((str(status), out.getvalue(), err.getvalue(), digest(written))).replace(
        str(folder), ""
    )


def ask(path: Path, questions: tuple[tuple[str, ...], ...]) -> Iterator[tuple[str, str]]:
    """Answers of commands on a copy of a file."""
    for arguments in questions:
        with tempfile.TemporaryDirectory() as scratch:
            copy = Path(scratch, path.name)
            shutil.copy(path, copy)
            copy.chmod(0o644)
            yield " ".join(arguments), answer(copy, arguments)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--every", type=int, default=8)
    parser.add_argument("--part", default="0/1", help="K/N: each Nth file, from the Kth on")
    options = parser.parse_args()
    part, parts = map(int, options.part.split("/"))
    files = sorted(p for p in options.folder.rglob("*") if p.suffix in SUFFIXES and p.is_file())
    for index, path in enumerate(files):
        if index % parts != part:
            continue
        slow = index // parts % options.every == 0
        for question, text in (*draws(path), *ask(path, QUICK), *(ask(path, SLOW) if slow else ())):
            print(digest(text), path.relative_to(options.folder), question, flush=True)
        print(f"{index + 1} of {len(files)}", file=sys.stderr)
