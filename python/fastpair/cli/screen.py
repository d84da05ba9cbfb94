"""What people see: tables, warnings, and a sign of life."""

from __future__ import annotations

import json
import os
import sys
import unicodedata
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

__all__ = ["Column", "note", "progress", "show_table", "warn", "write", "write_json"]

_NARROWEST = 6
"""Columns of the terminal that a text needs at least, to be folded and still read."""

_GAP = 3
"""Columns of the terminal between two cells of a coloured table."""

_BROKEN_PIPE = 141
"""Exit status of a program that writes to a reader who has left: 128 + SIGPIPE."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table."""

    title: str
    right: bool = False
    """Aligned to the right."""


def write(text: str = "") -> None:
    """Write a line to standard output.

    Raises
    ------
    SystemExit
        If nobody reads it any more, as when piped into ``head``.
    OSError
        If it cannot be written to, as when the disk is full.
    """
    try:
        sys.stdout.write(text + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        _write_no_more(sys.stdout)
        raise SystemExit(_BROKEN_PIPE) from None
    except OSError as error:
        _write_no_more(sys.stdout)
        raise OSError(error.errno, error.strerror, "standard output") from None


def _write_no_more(stream: TextIO) -> None:
    """Let the interpreter find an open file when it flushes once more at its end."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def write_json(document: Mapping[str, Any]) -> None:
    """Write a JSON document to standard output."""
    unicode = (sys.stdout.encoding or "utf-8").lower().startswith("utf")
    write(json.dumps(document, indent=2, ensure_ascii=not unicode))


def warn(message: str) -> None:
    """Write one line to standard error: what makes a result doubtful."""
    note(f"warning: {message}")


def note(message: str) -> None:
    """Write one line to standard error, if that can be written to."""
    try:
        print(f"fastpair: {message}", file=sys.stderr)
    except OSError:
        _write_no_more(sys.stderr)


def show_table(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> None:
    """Write a table: with colours on a terminal, as aligned plain text everywhere else.

    A terminal on which the numbers have no room gets plain text too, which it wraps.
    """
    if sys.stdout.isatty() and _fits(columns, rows):
        _show_coloured(columns, rows)
    else:
        write("\n".join(_plain_lines(columns, rows)))


@contextmanager
def progress() -> Iterator[Callable[[str], None]]:
    """Give a function that says what is being done; it is heard on a terminal only."""
    if not sys.stderr.isatty():
        yield lambda stage: None
        return
    from rich.console import Console

    with Console(stderr=True).status("") as status:
        yield status.update


def _fits(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> bool:
    """Whether the terminal has room for all numbers, and for the texts if they are folded."""
    room = get_terminal_size().columns
    for column, width in zip(columns, _widths(columns, rows), strict=True):
        room -= (width if column.right else min(width, _NARROWEST)) + _GAP
    return room >= 0


def _widths(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> list[int]:
    lines = [[column.title for column in columns], *rows]
    return [max(map(_width, cells)) for cells in zip(*lines, strict=True)]


def _show_coloured(columns: Sequence[Column], rows: Iterable[Sequence[str]]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    for column in columns:
        table.add_column(
            column.title,
            justify="right" if column.right else "left",
            no_wrap=column.right,
            overflow="fold",
        )
    for row in rows:
        table.add_row(*map(Text, row))
    Console().print(table)


def _plain_lines(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = _widths(columns, rows)
    for line in ([column.title for column in columns], *rows):
        cells = (
            " " * (width - _width(cell)) + cell
            if column.right
            else cell + " " * (width - _width(cell))
            for column, cell, width in zip(columns, line, widths, strict=True)
        )
        yield "  ".join(cells).rstrip()


def _width(text: str) -> int:
    """Columns that a text takes on a terminal: East Asian letters two, combining marks none."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(letter) else 1 + (unicodedata.east_asian_width(letter) in "WF")
        for letter in text
    )
