"""CSV that spreadsheets can open safely: no cell is a formula, and no character of it is hidden."""

from __future__ import annotations

import csv
import io
import re
from typing import TYPE_CHECKING

from .characters import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = ["csv_text", "unguarded"]

_FORMULA = re.compile(r"'*[=+\-@\t\r]")
"""What a spreadsheet takes for the start of a formula, and that behind apostrophes."""

_NUMBER = re.compile(r"[+-](?:[0-9]+(?:[.,][0-9]*)?(?:e[+-]?[0-9]+)?|inf|nan)", re.IGNORECASE)


def csv_text(
    rows: Iterable[Iterable[object]],
    *,
    separator: str = ",",
    line_end: str = "\n",
    shown: Callable[[str], str] = visible,
) -> str:
    """Rows of cells as CSV.

    A cell that a spreadsheet would compute as a formula gets an apostrophe before it, which
    `unguarded` takes off. A number with its sign is no formula.

    Parameters
    ----------
    rows
        Cells as texts or numbers.
    shown
        What makes control characters visible; ``str`` for cells that stay as another file has them.
    """
    text = io.StringIO()
    writer = csv.writer(text, delimiter=separator, lineterminator=line_end)
    writer.writerows([_guarded(shown(str(cell))) for cell in row] for row in rows)
    return text.getvalue()


def unguarded(cell: str) -> str:
    """A cell of a file without the apostrophe that keeps it from being a formula."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def _guarded(cell: str) -> str:
    is_formula = _FORMULA.match(cell) is not None and _NUMBER.fullmatch(cell) is None
    return f"'{cell}" if is_formula else cell
