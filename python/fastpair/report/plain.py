"""Sheets as plain text and as CSV."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..formats.characters import visible
from ..formats.csv_cells import csv_text
from .text import width

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .sheet import Column, Sheet

__all__ = ["csv_file", "lines_of_table", "text_file"]

_GAP = "  "
"""Between two cells."""


def lines_of_table(columns: Sequence[Column], lines: Sequence[Sequence[str]]) -> Iterator[str]:
    """The lines of a table with their cells below each other."""
    widths = [max(map(width, cells)) for cells in zip(*lines, strict=True)]
    for line in lines:
        cells = (
            " " * (most - width(cell)) + cell if column.right else cell + " " * (most - width(cell))
            for column, cell, most in zip(columns, line, widths, strict=True)
        )
        yield _GAP.join(cells).rstrip()


def text_file(sheets: Sequence[Sheet]) -> bytes:
    """Sheets as text in UTF-8, one below the other."""
    blocks = []
    for sheet in sheets:
        titles = tuple(column.title for column in sheet.columns)
        rows = [tuple(map(visible, row)) for row in (titles, *sheet.rows)]
        table = "\n".join(lines_of_table(sheet.columns, rows))
        notes = "\n".join(map(visible, sheet.notes))
        blocks.append(f"{visible(sheet.title)}\n{visible(sheet.heading)}\n\n{table}\n\n{notes}\n")
    return "\n".join(blocks).encode()


def csv_file(sheets: Sequence[Sheet]) -> bytes:
    """The rows of all sheets below one head, in UTF-8 with a mark, as spreadsheets want it."""
    head = [[column.title for column in sheet.columns] for sheet in sheets[:1]]
    rows = [row for sheet in sheets for row in sheet.rows]
    return csv_text([*head, *rows], line_end="\r\n").encode("utf-8-sig")
