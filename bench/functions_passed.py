"""The distinct functions above the domain that a result and a re-draw pass, on the command line and on the page.

    python bench/functions_passed.py

Functions of ``app``, ``ui`` and the top modules of the package count, once each; lambdas and comprehensions do
not. The page is warm: the same has been done there before.
"""

from __future__ import annotations

import re
import sys
import tempfile
import threading
from collections import Counter
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))

import fastpair
from fastpair.ui.cli import main as command
from fastpair.ui.web.running import Server
from pages import Browser

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

PACKAGE = Path(fastpair.__file__).parent
DOMAIN = ("go", "pairing", "matching", "formats", "insight", "report", "research")
PLAYERS = 150


_collecting: list[set[tuple[str, str]]] = []
"""Where functions are collected, if they are."""


def enter(frame: FrameType, event: str, _: object) -> None:
    """Collect the file and the name of a function that is entered."""
    if not _collecting:
        return
    path = Path(frame.f_code.co_filename)
    if event == "call" and path.is_relative_to(PACKAGE):
        inside, name = path.relative_to(PACKAGE), frame.f_code.co_qualname
        if inside.parts[0] not in DOMAIN and not re.search(
            "<(module|lambda|.*comp|genexpr)>", name
        ):
            _collecting[-1].add((str(inside), name))


@contextmanager
def passed(found: set[tuple[str, str]]) -> Iterator[None]:
    """Collect the functions that are entered, in every thread that has begun since `main`."""
    _collecting.append(found)
    try:
        yield
    finally:
        _collecting.pop()


def run(*words: object) -> None:
    """Run a command that must succeed, unheard."""
    with redirect_stdout(StringIO()):
        assert command([*map(str, words)]) == 0


def show(what: str, found: set[tuple[str, str]]) -> None:
    """Print a row of the table."""
    print(f"{what:42}{len(found):>10}{len(Counter(path for path, _ in found)):>8}")


def main() -> None:
    """Print the table."""
    threading.setprofile(enter)  # of threads that begin from here on, as those of the server
    sys.setprofile(enter)
    file = Path(tempfile.mkdtemp(), "congress.xml")
    run("generate", "--players", PLAYERS, "--rounds", 5, "--seed", 1, "--output", file)
    run("draw", file, "--write")
    absent = fastpair.read(file).tournament.round(1).games[-1].white
    print(f"{'':42}{'functions':>10}{'files':>8}")
    found: set[tuple[str, str]] = set()
    with passed(found):
        run("result", file, "1", "1-0")
    show("result FILE 1 1-0", found)
    found = set()
    with passed(found):
        run("draw", file, "--redraw", "--keep-most", "--absent", absent, "--write")
    show("draw --redraw --keep-most --absent --write", found)
    server = Server(file, "127.0.0.1", 0)
    with Browser(server) as director:
        director.open()
        director.do("/results/1/enter", results="2 1")
        director.look("/results/1")
        found = set()
        with passed(found):
            director.do("/results/1/enter", results="3 1")
    show("a result on the page", found)


if __name__ == "__main__":
    main()
