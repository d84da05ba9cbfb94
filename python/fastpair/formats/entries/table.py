"""Lists of entries as tables: encoding, separator and rows."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from ...errors import FormatError
from ...letters import folded
from ...sentences import phrase_many
from ..characters import (
    before_end,
    encoding_by_mark,
    guess_encoding,
    guess_remark,
    unguarded,
)
from ..limits import refuse_more_players
from .columns import (
    ATTRIBUTES,
    ListColumns,
    ListRow,
    is_contact,
    look_like_absences,
    look_like_ratings,
)
from .names import guess_order, is_ambiguous, nobody_known, order_remark
from .team_rows import TeamRows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from .columns import Column
    from .names import KnownNames, NameOrder


_SEPARATORS = ";\t,"
_FEWEST_COLUMNS = 2
_LONGEST_BEGINNING = 1 << 16
_EXPECTED = "expected a first line that names the columns, such as Name;FirstName;Rank;Country;Club"


class _Line(NamedTuple):
    """A line of a text."""

    line: int
    """Its number, from 1."""

    text: str


@dataclass(frozen=True)
class ListTable:
    """A text with a header."""

    encoding: str
    separator: str
    header: tuple[str, ...]
    columns: dict[Column, int]
    """Where the columns are that are read."""

    remarks: tuple[str, ...]
    """Which columns are not read, one line each."""

    rows: tuple[ListRow, ...]
    line: int = 1
    """The line of the titles, from 1."""

    name_order: NameOrder = "family-first"
    """The order of names where one column has them whole."""

    order_is_guessed: bool = False
    is_unfolded: bool = False
    """Whether the lines of the file are teams, with the players of each in columns."""

    def with_order(self, order: NameOrder | None, known: KnownNames = nobody_known) -> ListTable:
        """The table with the order of names that is stated, or else guessed."""
        if order is not None:
            return replace(self, name_order=order, order_is_guessed=False)
        if not self.ambiguous_names:
            return self
        title = self.header[self.columns["name"]]
        guess = guess_order(title, self.column("name"), known)
        return replace(self, name_order=guess.order, order_is_guessed=not guess.is_certain)

    @cached_property
    def ambiguous_names(self) -> list[str]:
        """The names that do not say which part is the family name; none where first names have a column."""
        if "name" not in self.columns or "first_name" in self.columns:
            return []
        return [*filter(is_ambiguous, self.column("name"))]

    def order_remarks(self) -> Iterator[str]:
        """Say how names are read if their order is guessed."""
        if self.order_is_guessed and self.ambiguous_names:
            title = self.header[self.columns["name"]].strip()
            yield order_remark(title, self.ambiguous_names[0], self.name_order)

    def columns_in_words(self) -> str:
        """Which titles are understood, and which are not."""
        return ListColumns(self.header).in_words()

    def with_columns(self, columns: Mapping[Column, int]) -> ListTable:
        """The table with other columns read, and remarks on those that are not."""
        return replace(self, columns={**columns}).with_remarks()

    def with_remarks(self, *before: str) -> ListTable:
        """The table with a remark on each column that is not read, but for those of which more is said."""
        columns = ListColumns(self.header)
        columns.places.clear()
        columns.places.update(self.columns)
        others = {*self.unread_ratings, *self.unread_absences}
        return replace(self, remarks=(*before, *columns.remarks(others)))

    @property
    def has_strength(self) -> bool:
        """Whether there is a column of grades or of ratings."""
        return not {"grade", "rating"}.isdisjoint(self.columns)

    @property
    def is_of_another_game(self) -> bool:
        """Whether nobody has a grade in a list with a column of them and some ratings, or with titles or numbers of chess."""
        if self._is_graded:
            return False
        rated = self.column("rating")
        partly = "grade" in self.columns and any(rated) and not all(rated)
        return partly or any(self.column("fide_id")) or any(self.column("title"))

    def has_federations(self, *, graded: bool) -> bool:
        """Whether its countries are federations of chess: nobody has a grade, and nobody needs one."""
        return not self._is_graded and (not graded or self.is_ungraded)

    @cached_property
    def _is_graded(self) -> bool:
        """Whether somebody has a grade."""
        return any(self.column("grade"))

    @cached_property
    def is_ungraded(self) -> bool:
        """Whether nobody has a grade or a rating in a list that is not one of ratings alone."""
        could = "grade" in self.columns or not self.has_strength
        return could and bool(self.rows) and not (self._is_graded or any(self.column("rating")))

    @cached_property
    def _attributes(self) -> dict[str, int]:
        """Where the attributes of players stand, by name.

        Without grades, it is no list of a tournament of Go: each column that is not known otherwise is an
        attribute.
        """
        titles = {place: folded(title) for place, title in enumerate(self.header)}
        known = {ATTRIBUTES[word]: i for i, word in titles.items() if word in ATTRIBUTES}
        if self.has_strength:
            return known
        others = titles.keys() - {*self.columns.values(), *known.values()}
        return known | {
            " ".join(self.header[i].casefold().split()): i
            for i in sorted(others)
            if titles[i] and not is_contact(titles[i])
        }

    @cached_property
    def unread_ratings(self) -> tuple[int, ...]:
        """The columns that look like ratings and are not read, in a list without ratings."""
        return () if any(self.column("rating")) else self._unread(look_like_ratings)

    @cached_property
    def unread_absences(self) -> tuple[int, ...]:
        """The columns that look like the rounds that some players miss and are not read, in a list without any."""
        is_said = any(self.column("absences")) or any(self.column("rounds"))
        return () if is_said else self._unread(look_like_absences)

    def _unread(self, is_like: Callable[[Iterable[str]], bool]) -> tuple[int, ...]:
        """The columns that are not read and have such cells."""
        others = {*range(len(self.header))}.difference(self.columns.values())
        return tuple(
            place
            for place in sorted(others)
            if self.rows and is_like("".join(row.cells[place : place + 1]) for row in self.rows)
        )

    def attributes_of(self, row: ListRow) -> dict[str, str]:
        """The attributes of the player of a row."""
        found = ((name, row.cells[i : i + 1]) for name, i in self._attributes.items())
        return {name: cell[0].strip() for name, cell in found if cell and cell[0].strip()}

    @cached_property
    def _texts(self) -> dict[Column, list[str]]:
        """What the rows say in the columns that have been asked for."""
        return {}

    def column(self, column: Column) -> list[str]:
        """What each row says in a column, as `cell` tells it."""
        if column not in self._texts:
            self._texts[column] = [self.cell(row, column) for row in self.rows]
        return self._texts[column]

    def cells(self, row: ListRow) -> dict[Column, str]:
        """What a row says in each column that is read, if it says anything."""
        cells = row.cells
        return {
            column: text
            for column, place in self.columns.items()
            if place < len(cells) and (text := cells[place].strip())
        }

    def cell(self, row: ListRow, column: Column) -> str:
        """What a row says in a column; nothing if there is no such column."""
        place = self.columns.get(column)
        return "" if place is None or place >= len(row.cells) else row.cells[place].strip()


_MOST_LINES = 20
"""Lines with a mistake that are named."""


def mend_too(lines: Sequence[int]) -> str:
    """What to do with further lines that cannot be read; nothing if there are none."""
    if not lines:
        return ""
    numbers = ", ".join(map(str, lines[:_MOST_LINES]))
    return phrase_many(
        "mend line {lines}, too",
        "mend lines {lines}, too",
        len(lines),
        lines=f"{numbers}, …" if len(lines) > _MOST_LINES else numbers,
    )


def has_header(content: bytes) -> bool:
    """Whether the first line of a text names a column of names, and another one that is known."""
    try:
        _, text, _ = _decoded(_beginning(content))
        header = next(_lines(text))
    except (StopIteration, UnicodeError):
        return False
    titles = _split(header, _separator(header))
    found = ListColumns(titles).places
    return ("name" in found and len(found) >= _FEWEST_COLUMNS) or TeamRows.of(titles) is not None


def _beginning(content: bytes) -> bytes:
    """The first lines of a text, as long as they are no more than it takes to know its titles."""
    if len(content) <= _LONGEST_BEGINNING:
        return content
    cut = content.rfind(b"\n", 0, _LONGEST_BEGINNING) + 1
    wide = encoding_by_mark(content) == "utf-16"
    return content[: _LONGEST_BEGINNING if wide or not cut else cut]


def read_table(
    path: str,
    content: bytes,
    names: NameOrder | None = None,
    known: KnownNames = nobody_known,
) -> ListTable:
    """Read a table.

    The text is UTF-8, UTF-16 with a byte order mark, or else in an encoding that is guessed, and
    named by a remark; cells are separated by semicolons, tabs or commas, and may stand between double quotes.

    Parameters
    ----------
    names
        The order of names where one column has them whole; None to guess it.
    known
        The people by whom it may be guessed.

    Raises
    ------
    FormatError
        If it is no text, or its first line does not name the columns.
    """
    encoding, is_guessed, lines, header, separator = _opened(path, content)
    team_rows = TeamRows.of(header)
    header = team_rows.titles if team_rows else header
    columns = ListColumns(header)
    if "name" not in columns.places:
        hint = f"; {columns.in_words()}" if columns.places else ""
        raise FormatError(path, 1, f"{_EXPECTED}{hint}")
    for title, meant in columns.misspelt():
        message = f"expected the name of a column, such as {meant!r}, found {title[:40]!r}"
        raise FormatError(path, lines[0].line, f"{message}; correct it; {columns.in_words()}")
    rows = tuple(_rows(path, lines, separator, team_rows))
    guess = [guess_remark(encoding)] if is_guessed else []
    columns.leave_out_other_titles([row.cells for row in rows])
    line = lines[0].line if lines else 1
    table = ListTable(
        encoding,
        separator,
        header,
        columns.places,
        (),
        rows,
        line,
        is_unfolded=team_rows is not None,
    )
    return table.with_remarks(*guess).with_order(names, known)


def guessed_table(path: str, content: bytes) -> ListTable:
    """Read a table of which somebody looks over what its columns are.

    Titles that are like known ones count as these. If none is known, the first line is a row, too.

    Raises
    ------
    FormatError
        If it is no text, or has one column only.
    """
    encoding, _, lines, header, separator = _opened(path, content)
    rows = tuple(_rows(path, lines, separator, team_rows := TeamRows.of(header)))
    if team_rows:  # whose players are corrected one by one
        header = team_rows.titles
        rows = tuple(ListRow(line, row.cells) for line, row in enumerate(rows, start=2))
    columns = ListColumns(header)
    columns.leave_out_other_titles([row.cells for row in rows])
    places = columns.guessed()
    if len(header) < _FEWEST_COLUMNS and not places:
        raise FormatError(path, 1, _EXPECTED)
    if places:
        return ListTable(encoding, separator, header, places, (), rows).with_remarks()
    first = ListRow(lines[0].line, header)
    width = max(len(row.cells) for row in (first, *rows))
    return ListTable(encoding, separator, ("",) * width, {}, (), (first, *rows))


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
    rest = text.splitlines(keepends=True)[before:]
    lines = [_Line(before + place, line) for place, line in enumerate(rest, start=1)]
    separator = _separator(first)
    titles = tuple(map(unguarded, _split(first, separator)))
    return encoding, is_guessed, lines, titles, separator


def _rows(
    path: str, lines: list[_Line], separator: str, team_rows: TeamRows | None = None
) -> Iterator[ListRow]:
    """The rows after the titles; those of the players of each team, where the rows are teams."""
    if not lines:
        return
    before = lines[0].line
    rest = "".join(line.text for line in lines[1:])
    has_nul = "\0" in rest
    plain = tuple if "'" not in rest else _unguarded
    reader = csv.reader(io.StringIO(rest, newline=None), delimiter=separator)
    number = end = 0
    try:
        for cells in reader:
            start, end = end, reader.line_num
            if end - start > 1:
                _refuse_open_quote(path, before + start + 1, lines[start + 1 : end + 1])
            if has_nul and any("\0" in cell for cell in cells):
                message = "expected text, found a NUL character"
                raise FormatError(path, before + reader.line_num, message)
            if any(map(str.strip, cells)):
                line = before + reader.line_num
                whole = plain(cells)
                for player in (whole,) if team_rows is None else team_rows.players(whole):
                    number += 1
                    refuse_more_players(path, line, number)
                    yield ListRow(line, player)
    except csv.Error as error:
        raise FormatError(path, before + reader.line_num, f"expected cells: {error}") from None


def _unguarded(cells: Iterable[str]) -> tuple[str, ...]:
    return tuple(map(unguarded, cells))


def _refuse_open_quote(path: str, line: int, taken: Sequence[_Line]) -> None:
    """Refuse a row of several lines in whose first one a double quote opens and none closes it.

    Raises
    ------
    FormatError
        If the quote stays open to the end, or to another one that opens a cell.
    """
    if len(taken) > 1 and sum(each.text.count('"') for each in taken) % 2:
        message = "a double quote is opened and not closed; remove it or close it in its cell"
        raise FormatError(path, line, message)


def _decoded(content: bytes) -> tuple[str, str, bool]:
    """The encoding of a text, the text, and whether the encoding is guessed."""
    if marked := encoding_by_mark(content):
        return marked, before_end(content.decode(marked)), False
    try:
        return "utf-8", before_end(content.decode("utf-8")), False
    except UnicodeDecodeError:
        encoding = guess_encoding(content)
        return encoding, before_end(content.decode(encoding)), True


def _lines(text: str) -> Iterator[str]:
    """Lines that are not empty; a line in which Excel states the separator is none."""
    for line in text.splitlines():
        if line.strip() and not line.lower().startswith("sep="):
            yield line


def _separator(header: str) -> str:
    """What separates the cells of most columns that are known."""
    return max(
        _SEPARATORS,
        key=lambda sign: (len(ListColumns(_split(header, sign)).places), header.count(sign)),
    )


def _split(line: str, separator: str) -> tuple[str, ...]:
    try:
        return tuple(next(csv.reader([line], delimiter=separator)))
    except (csv.Error, StopIteration):
        return ()
