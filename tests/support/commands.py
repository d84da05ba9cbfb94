"""The command in a process of its own, and what it leaves behind."""

from __future__ import annotations

import sys

from fastpair.formats import read
from fastpair.ui.cli import main

COMMAND = [sys.executable, "-c", "import sys; from fastpair.ui.cli import main; sys.exit(main())"]


def names(folder):
    """Names of the files in a folder."""
    return sorted(path.name for path in folder.iterdir())


def games(path):
    """How many games a file has."""
    return len(read(path).tournament.games)


def do(*words):
    """Run a command in this process, which must succeed; what it prints is left to `capsys`."""
    assert main([*map(str, words)]) == 0
