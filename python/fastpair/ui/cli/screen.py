"""What people see: lines, tables, warnings, and a sign of life.

Whatever comes from a file or is typed passes through ``visible`` here, and nowhere else.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import contextmanager, suppress
from shutil import get_terminal_size
from textwrap import wrap
from typing import TYPE_CHECKING, Any, TextIO

from ...formats.characters import visible
from ...report.sheet import cut, in_json, lines_of_table, width
from .advice import worded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from ...report.sheet import Column


_GAP = "  "
"""Between two cells."""

_NARROWEST = 6
"""Columns of the terminal that a text needs at least, to be cut and still read."""

_NAME = 16
"""Columns that a name keeps while other texts have more; then all are cut alike."""

_LONGEST_WORD = 20
"""Columns that a folded text gets at least."""

_BROKEN_PIPE = 141
"""Exit status of a program that writes to a reader who has left: 128 + SIGPIPE."""


def write(line: str = "") -> None:
    """Write one line to standard output.

    Raises
    ------
    SystemExit
        If nobody reads it any more, as when piped into ``head``.
    OSError
        If it cannot be written to, as when the disk is full.
    """
    _put(visible(worded(line)))


def write_folded(text: str, indent: int) -> None:
    """Write a text, on a terminal in lines that fit, and one line everywhere else."""
    margin, text = " " * indent, visible(worded(text))
    if not sys.stdout.isatty():
        _put(margin + text)
        return
    room = max(get_terminal_size().columns, indent + _LONGEST_WORD)
    hanging = margin + "  "
    lines = wrap(
        text, room, initial_indent=margin, subsequent_indent=hanging, break_on_hyphens=False
    )
    _put("\n".join(lines))


def write_json(document: Mapping[str, Any], *, in_lines: bool = False) -> None:
    """Write a JSON document to standard output, with every text in it exact.

    Parameters
    ----------
    in_lines
        Whether it is one line.
    """
    unicode = (sys.stdout.encoding or "utf-8").lower().startswith("utf")
    indent = None if in_lines else 2
    _put(in_json(json.dumps(document, indent=indent, ensure_ascii=not unicode)))


def warn(message: str) -> None:
    """Write one line to standard error: what makes a result doubtful."""
    note(f"warning: {worded(message)}")


def note(message: str) -> None:
    """Write one line to standard error, if that can be written to."""
    try:
        print(f"fastpair: {visible(worded(message))}", file=sys.stderr)
    except OSError:
        _write_no_more(sys.stderr)


def show_table(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> None:
    """Write a table, a line for each row.

    On a terminal the columns share its width: an empty column is left out, and texts are cut. A
    pipe or a file gets every column and every text whole, and so does a terminal on which the
    numbers have no room.
    """
    shown = [[visible(cell) for cell in row] for row in rows]
    if sys.stdout.isatty():
        fitted = _fitted(columns, shown, get_terminal_size().columns)
        if fitted is not None:
            _show_in_colour(*fitted)
            return
    titles = [column.title for column in columns]
    _put("\n".join(lines_of_table(columns, [titles, *shown])))


@contextmanager
def progress() -> Iterator[Callable[[str], None]]:
    """Give a function that says what is being done; it is heard on a terminal only."""
    if not sys.stderr.isatty():
        yield lambda stage: None
        return
    from rich.console import Console
    from rich.text import Text

    with Console(stderr=True).status("") as status:
        yield lambda stage: status.update(Text(visible(stage)))


@contextmanager
def counting(lines: Callable[[], Iterable[str]]) -> Iterator[Callable[[int, int], None]]:
    """Give a function that says how much of how much is done; it is heard on a terminal only.

    Parameters
    ----------
    lines
        What is known so far, to be shown below the bar.
    """
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from rich.console import Console, Group
    from rich.live import Live
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    console = Console(stderr=True)
    rate = TextColumn("{task.fields[rate]}")
    bar = Progress(BarColumn(), MofNCompleteColumn(), rate, TimeRemainingColumn(), console=console)
    task = bar.add_task("", total=None, rate="")
    begun = False

    def count(done: int, total: int) -> None:
        nonlocal begun
        if not begun:
            # What was known before is no part of the rate.
            bar.reset(task, total=total, completed=done)
            begun = True
        bar.update(task, total=total, completed=done)

    def shown() -> Group:
        speed = bar.tasks[0].speed
        bar.update(task, rate=f"{speed:.3g}/s" if speed else "")
        return Group(bar, Text("\n".join(map(visible, lines()))))

    with Live(get_renderable=shown, console=console, transient=True):
        yield count


def _put(text: str) -> None:
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


def _fitted(
    columns: Sequence[Column], rows: Sequence[Sequence[str]], room: int
) -> tuple[Sequence[Column], Sequence[Sequence[str]]] | None:
    """The columns and lines that fit into so much of a terminal, the titles first.

    None if not even the numbers have room.
    """
    kept = [place for place in range(len(columns)) if not rows or any(row[place] for row in rows)]
    columns = [columns[place] for place in kept]
    rows = [[row[place] for place in kept] for row in rows]
    room -= len(_GAP) * (len(columns) - 1)
    whole = [[column.title for column in columns], *rows]
    if sum(_widths(whole)) <= room:
        return columns, whole
    lines = [[column.short or column.title for column in columns], *rows]
    limits = _limits(columns, _widths(lines), room)
    if limits is None:
        return None
    return columns, [
        [
            cut(cell, limit, tail=column.name)
            for column, cell, limit in zip(columns, line, limits, strict=True)
        ]
        for line in lines
    ]


def _limits(columns: Sequence[Column], widths: list[int], room: int) -> list[int] | None:
    """Widths that fit: the longest names give way first, then the longest texts of all."""
    names = [column.name for column in columns]
    texts = [not column.right for column in columns]
    for giving, least in ((names, _NAME), (texts, _NARROWEST)):
        most = max(widths, default=0)
        while sum(widths) > room and most > least:
            most -= 1
            widths = [
                min(now, most) if gives else now for now, gives in zip(widths, giving, strict=True)
            ]
    return widths if sum(widths) <= room else None


def _show_in_colour(columns: Sequence[Column], lines: Sequence[Sequence[str]]) -> None:
    from rich.console import Console
    from rich.text import Text

    console = Console()
    head, *rest = lines_of_table(columns, lines)
    console.print(Text(head, style="bold"), soft_wrap=True)
    dash = "-" if console.options.ascii_only else "─"
    _put("\n".join([dash * max(map(width, (head, *rest))), *rest]))


def _widths(lines: Sequence[Sequence[str]]) -> list[int]:
    return [max(map(width, cells)) for cells in zip(*lines, strict=True)]
