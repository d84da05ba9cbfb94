"""Tables in text files: encoding, separator, and which column holds what."""

from __future__ import annotations

import codecs
import csv
import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from ...errors import FormatError
from ..csv_cells import unguarded
from ..files import refuse_more_players
from .columns import Columns
from .encodings import guess_encoding, guess_remark

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .columns import Column

__all__ = ["Row", "Table", "guessed_table", "has_header", "read_table"]

_SEPARATORS = ";\t,"
_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
_FEWEST_COLUMNS = 2
_LONGEST_BEGINNING = 1 << 16
_EXPECTED = "expected a first line that names the columns, such as Name;FirstName;Rank;Country;Club"


class _Line(NamedTuple):
    """A line of a text."""

    line: int
    """Its number, from 1."""

    text: str


@dataclass(frozen=True)
class Row:
    """A line of a table."""

    line: int
    """The last line of the file that it takes, from 1."""

    cells: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """A text with a header."""

    encoding: str
    separator: str
    header: tuple[str, ...]
    columns: dict[Column, int]
    """Where the columns are that are read."""

    remarks: tuple[str, ...]
    """Which columns are not read, one line each."""

    rows: tuple[Row, ...]
    line: int = 1
    """The line of the titles, from 1."""

    def columns_in_words(self) -> str:
        """Which titles are understood, and which are not."""
        return Columns(self.header).in_words()

    def cell(self, row: Row, column: Column) -> str:
        """What a row says in a column; nothing if there is no such column."""
        place = self.columns.get(column)
        return "" if place is None or place >= len(row.cells) else row.cells[place].strip()


def has_header(content: bytes) -> bool:
    """Whether the first line of a text names a column of names, and another one that is known."""
    try:
        _, text, _ = _decoded(_beginning(content))
        header = next(_lines(text))
    except (StopIteration, UnicodeError):
        return False
    found = Columns(_split(header, _separator(header))).places
    return "name" in found and len(found) >= _FEWEST_COLUMNS


def _beginning(content: bytes) -> bytes:
    """The first lines of a text, as long as they are no more than it takes to know its titles."""
    if len(content) <= _LONGEST_BEGINNING:
        return content
    cut = content.rfind(b"\n", 0, _LONGEST_BEGINNING) + 1
    wide = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return content[: _LONGEST_BEGINNING if wide or not cut else cut]


def read_table(path: str, content: bytes) -> Table:
    """Read a table.

    The text is UTF-8, UTF-16 with a byte order mark, or else in an encoding that is guessed, and
    named by a remark; cells are separated by semicolons, tabs or commas, and may stand between double quotes.

    Raises
    ------
    FormatError
        If it is no text, or its first line does not name the columns.
    """
    encoding, is_guessed, lines, header, separator = _opened(path, content)
    columns = Columns(header)
    if "name" not in columns.places:
        said = f"; {columns.in_words()}" if columns.places else ""
        raise FormatError(path, 1, f"{_EXPECTED}{said}")
    for title, known in columns.misspelt():
        message = f"expected the name of a column, such as {known!r}, found {title[:40]!r}"
        raise FormatError(path, lines[0].line, f"{message}; correct it; {columns.in_words()}")
    remarks = (*([guess_remark(encoding)] if is_guessed else []), *columns.remarks())
    rows = tuple(_rows(path, lines, separator))
    line = lines[0].line if lines else 1
    return Table(encoding, separator, header, columns.places, remarks, rows, line)


def guessed_table(path: str, content: bytes) -> Table:
    """Read a table of which somebody looks over what its columns are.

    Titles that are like known ones count as these. If none is known, the first line is a row, too.

    Raises
    ------
    FormatError
        If it is no text, or has one column only.
    """
    encoding, _, lines, header, separator = _opened(path, content)
    columns = Columns(header)
    places = columns.guessed()
    if len(header) < _FEWEST_COLUMNS and not places:
        raise FormatError(path, 1, _EXPECTED)
    rows = tuple(_rows(path, lines, separator))
    if places:
        return Table(encoding, separator, header, places, (), rows)
    first = Row(lines[0].line, header)
    return Table(encoding, separator, ("",) * len(header), {}, (), (first, *rows))


def _opened(path: str, content: bytes) -> tuple[str, bool, list[_Line], tuple[str, ...], str]:
    """Encoding and whether it is guessed, lines from the first not empty, titles and separator."""
    try:
        encoding, text, is_guessed = _decoded(content)
        first = next(_lines(text), None)
    except UnicodeError as error:
        raise FormatError(path, 1, f"unreadable encoding: {error}; save it as UTF-8") from error
    if first is None:
        return encoding, is_guessed, [], (), ";"
    before = text.splitlines().index(first)
    kept = text.splitlines(keepends=True)[before:]
    lines = [_Line(before + place, line) for place, line in enumerate(kept, start=1)]
    separator = _separator(first)
    titles = tuple(map(unguarded, _split(first, separator)))
    return encoding, is_guessed, lines, titles, separator


def _rows(path: str, lines: list[_Line], separator: str) -> Iterator[Row]:
    """The rows after the titles."""
    if not lines:
        return
    before = lines[0].line
    rest = "".join(line.text for line in lines[1:])
    reader = csv.reader(io.StringIO(rest, newline=None), delimiter=separator)
    number = 0
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                number += 1
                refuse_more_players(path, before + reader.line_num, number)
                yield Row(before + reader.line_num, tuple(map(unguarded, cells)))
    except csv.Error as error:
        raise FormatError(path, before + reader.line_num, f"expected cells: {error}") from None


def _decoded(content: bytes) -> tuple[str, str, bool]:
    """The encoding of a text, the text, and whether the encoding is guessed."""
    for mark, encoding in _MARKS.items():
        if content.startswith(mark):
            return encoding, content.decode(encoding), False
    try:
        return "utf-8", content.decode("utf-8"), False
    except UnicodeDecodeError:
        encoding = guess_encoding(content)
        return encoding, content.decode(encoding), True


def _lines(text: str) -> Iterator[str]:
    """Lines that are not empty; a line in which Excel states the separator is none."""
    for line in text.splitlines():
        if line.strip() and not line.lower().startswith("sep="):
            yield line


def _separator(header: str) -> str:
    """What separates the cells of most columns that are known."""
    return max(
        _SEPARATORS,
        key=lambda sign: (len(Columns(_split(header, sign)).places), header.count(sign)),
    )


def _split(line: str, separator: str) -> tuple[str, ...]:
    try:
        return tuple(next(csv.reader([line], delimiter=separator)))
    except (csv.Error, StopIteration):
        return ()
