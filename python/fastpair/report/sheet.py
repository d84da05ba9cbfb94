"""Sheets of cells, and plain text."""

from __future__ import annotations

import json
import unicodedata
from dataclasses import dataclass, replace
from itertools import compress
from typing import TYPE_CHECKING, Literal, NamedTuple, Self

from ..formats.characters import csv_text
from ..letters import is_hidden, visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..go.tournament import Game


# ---- Numbers as they are printed ----


def format_number(value: float | None) -> str:
    """A score as it is printed, with the quarters of a point as signs; a dash if there is none."""
    if value is None:
        return "–"
    quarters = round(4 * abs(value))
    whole, part = divmod(quarters, 4)
    sign = "-" if value < 0 < quarters else ""
    return f"{sign}{whole or ('' if part else 0)}{'¼½¾'[part - 1] if part else ''}"


def print_score(score: tuple[float, float]) -> str:
    """A score as it is printed; one that is open as a range, such as ``36–37``."""
    return "–".join(map(format_number, dict.fromkeys(score)))


# ---- A page of a tournament as values: a heading, a table of texts and the lines below it ----

# A terminal, a file of text or CSV and a printed page show the same sheet, each in its own way.


class Reference(NamedTuple):
    """What a cell names: whoever shows the sheet knows where that is, if anywhere."""

    kind: Literal["player", "team", "board", "round"]
    key: str = ""
    """Of a player or a team; for a board of whom, if it has no table here."""

    round: int = 0
    table: int = 0


class SheetCell(str):
    """A text that refers to something. To all who only write texts it is one."""

    __slots__ = ("here", "to")

    to: Reference | None
    here: Reference | None
    """What is looked for in this row."""

    def __new__(cls, text: str, to: Reference | None = None, here: Reference | None = None) -> Self:
        """Make a text of which the rest is known."""
        cell = super().__new__(cls, text)
        cell.to, cell.here = to, here
        return cell

    def reading(self, text: str) -> SheetCell:
        """The cell with another text."""
        return SheetCell(text, self.to, self.here)


def reference_of(cell: str) -> Reference | None:
    """What a cell refers to; None if to nothing."""
    return cell.to if isinstance(cell, SheetCell) else None


def player_cell(text: str, key: str) -> SheetCell:
    """The name of a player."""
    return SheetCell(text, Reference("player", key))


def table_cell(game: Game, key: str = "") -> SheetCell:
    """The table of a game, which is looked for here, or of a player to whose board it leads."""
    board = Reference("board", key, game.round, game.table)
    return SheetCell(str(game.table), board) if key else SheetCell(str(game.table), here=board)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table."""

    title: str
    right: bool = False
    """Aligned to the right, and never cut."""

    short: str = ""
    """Title on a terminal that has no room for all titles; empty if it is the same."""

    name: bool = False
    """Holds names with a grade behind them: the grade stays where a name is cut."""

    spare: bool = False
    """Left out where letters are large, or the screen is narrow."""

    essential: bool = False
    """What the list is read for: narrow screens show it before other numbers."""

    reference: bool = False
    """Numbers the rows for the columns that refer to them, and says nothing without those."""

    blank: bool = False
    """Stays on paper even if it is empty, to be written in."""

    group: bool = False
    """The first one, whose text stands once above the rows that share it, or in the first of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A table with its heading."""

    title: str
    """The tournament."""

    heading: str
    """What the table shows of it."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    """A text for each column."""

    notes: tuple[str, ...] = ()
    """Whole sentences below the table."""

    picture: str = ""
    """What stands above the table on a page, as HTML that is safe."""

    one_line: bool = False
    """Whether each row is one line on paper: long names are smaller, and the longest ones cut."""

    @property
    def grouped_rows(self) -> tuple[tuple[str, ...], ...]:
        """The rows, each text of a column of groups once."""
        if not (self.columns and self.columns[0].group):
            return self.rows
        before = ("", *(row[0] for row in self.rows))
        return tuple(
            ("", *row[1:]) if row[0] == last else row
            for row, last in zip(self.rows, before, strict=False)
        )

    def without_empty_columns(self) -> Self:
        """The same sheet without columns in which no row has a text, but for those to be written in."""
        filled = map(any, zip(*self.rows, strict=True)) if self.rows else map(bool, self.columns)
        return self._with_columns(
            [some or column.blank for some, column in zip(filled, self.columns, strict=True)]
        )

    def without_spare_columns(self) -> Self:
        """The same sheet as large letters show it: no column is spare or to be written in."""
        columns = tuple(replace(column, blank=False) for column in self.columns)
        sheet = replace(self, columns=columns)
        return sheet._with_columns([not column.spare for column in columns])

    def without_column(self, title: str) -> Self:
        """The same sheet without the column of a title."""
        return self._with_columns([column.title != title for column in self.columns])

    def _with_columns(self, mask: Sequence[bool]) -> Self:
        """The same sheet with some of the columns."""
        return replace(
            self,
            columns=tuple(compress(self.columns, mask)),
            rows=tuple(tuple(compress(row, mask)) for row in self.rows),
        )


# ---- Make text from files safe to show: no character of it controls a terminal or is hidden ----

_ELLIPSIS = "…"


def in_json(document: str) -> str:
    r"""A JSON document with the same characters as escapes of JSON, except its own line ends.

    >>> print(in_json('{"name": "Ann\x9b"}'))
    {"name": "Ann\u009b"}
    """
    if document.isascii() and "\x7f" not in document:
        return document
    hidden = filter(is_hidden, set(document) - {"\n"})
    return document.translate({ord(letter): json.dumps(letter)[1:-1] for letter in hidden})


def width(text: str) -> int:
    """Columns that a visible text takes: two for an East Asian letter, none for a mark."""
    if text.isascii():
        return len(text)
    # Hangul written in parts is as wide as its syllables.
    return sum(map(_columns, unicodedata.normalize("NFC", text)))


def cut(text: str, limit: int, *, tail: bool = False) -> str:
    """A visible text in so many columns, with an ellipsis where something is left out.

    Parameters
    ----------
    tail
        Whether the last word is kept, such as the grade behind a name.
    """
    if width(text) <= limit:
        return text
    last = ""
    if tail:
        last = " " + text.rpartition(" ")[2]
        # A last word that leaves no room for the others is cut like them.
        last = last if width(last) + 2 <= limit else ""
    left, letters = limit - width(_ELLIPSIS + last), []
    for letter in text:
        left -= _columns(letter)
        if left < 0:
            break
        letters.append(letter)
    return "".join(letters).rstrip() + _ELLIPSIS + last


def counted(count: int, noun: str) -> str:
    """The number of things with their noun.

    >>> counted(1, "player"), counted(0, "player")
    ('1 player', '0 players')
    """
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _columns(letter: str) -> int:
    if unicodedata.category(letter) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


# ---- Sheets as plain text and as CSV ----

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
        rows = [tuple(map(visible, row)) for row in (titles, *sheet.grouped_rows)]
        table = "\n".join(lines_of_table(sheet.columns, rows))
        notes = "\n".join(map(visible, sheet.notes))
        blocks.append(f"{visible(sheet.title)}\n{visible(sheet.heading)}\n\n{table}\n\n{notes}\n")
    return "\n".join(blocks).encode()


def csv_file(sheets: Sequence[Sheet]) -> bytes:
    """The rows of all sheets below their heads, in UTF-8 with a mark, as spreadsheets want it.

    Sheets with the same columns share a head, and others follow after an empty line.
    """
    lines: list[Sequence[str]] = []
    last: list[str] = []
    for sheet in sheets:
        head = [column.title for column in sheet.columns]
        if head != last:
            lines += [[], head] if lines else [head]
        lines += sheet.rows
        last = head
    return csv_text(lines, line_end="\r\n").encode("utf-8-sig")


# ---- What of a sheet narrow screens show ----

_LETTERS_ON_A_PHONE, _SPACE = 38, 2
"""Of titles of numbers that stand beside a name on 390 pixels, and what the space between two counts as."""


def classes_of(sheet: Sheet, *, all_columns: bool) -> tuple[str, ...]:
    """The CSS classes of the columns; narrow screens show names, what is essential, and the first other numbers.

    Parameters
    ----------
    all_columns
        Whether nothing is left out.
    """
    narrow = {column.title for column in sheet.columns if column.name or column.essential}
    narrow.update(_fitting_numbers(sheet))

    def class_of(column: Column) -> str:
        wide = not all_columns and column.title not in narrow
        return " ".join(filter(None, ("right" if column.right else "", "wide" if wide else "")))

    return tuple(map(class_of, sheet.columns))


def _fitting_numbers(sheet: Sheet) -> Iterator[str]:
    """The titles of the first columns of numbers that have room beside what a phone shows in any case."""
    room = _LETTERS_ON_A_PHONE - sum(_room_of(each) for each in sheet.columns if each.essential)
    for column in sheet.columns:
        if column.right and not (column.essential or column.spare or column.reference):
            room -= _room_of(column)
            if room < 0:
                return
            yield column.title


def _room_of(column: Column) -> int:
    """Letters of the longest word of a title, at which it is broken, and a gap."""
    return _SPACE + max(map(width, column.title.replace("-", "- ").split()), default=0)
