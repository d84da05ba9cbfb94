"""The columns of the records of a report, for reading and writing alike [FIDE C.04.A]."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


_WORD = re.compile(r"\S+")


class _Column(NamedTuple):
    """The place of a value in a line, in columns from 1 as the handbook counts them."""

    first: int
    last: int
    pattern: re.Pattern[str] = _WORD
    """What a value looks like."""

    optional: bool = False
    """Whether it may be left out."""

    left: bool = False
    """Whether a value begins in the first column; others end in the last one."""

    wide: bool = False
    """Whether a value that fills its columns may begin in the blank before them."""

    def start(self, line: str) -> int:
        """Where the value of a line begins, from 0."""
        start = self.first - 1
        if not self.wide or line[start : start + 1] in ("", " "):
            return start
        return start - (line[start - 1] in "-0123456789")

    def within(self, line: str) -> str:
        """The text that a line has in the column."""
        return line[self.start(line) : self.last].strip()

    def takes(self, text: str) -> bool:
        """Whether a text can stand in the column."""
        return self.pattern.fullmatch(text) is not None if text else self.optional

    def moved(self, columns: int) -> _Column:
        """The same place some columns further on."""
        return self._replace(first=self.first + columns, last=self.last + columns)

    def put(self, line: str, value: str) -> str:
        """The line with a value in the column; what stands behind it stays."""
        width = self.last - (self.first - 1 if self.left else self.start(line))
        text = value[:width].ljust(width) if self.left else value.rjust(width)
        start = self.last - len(text)
        return f"{line.ljust(start)[:start]}{text}{line[self.last :]}"


NOTHING: Mapping[str, object] = MappingProxyType({})


class Cells(NamedTuple):
    """What a line has in its columns."""

    values: Mapping[str, str]
    """Texts by the names of the columns; an empty one for what is left out."""

    numbers: tuple[str, ...]
    """What the line lists behind them; an empty text for a cell without anything."""

    def number(self, name: str) -> int:
        """The whole number in a column; 0 for none."""
        return int(self.values[name] or 0)

    @property
    def listed(self) -> Iterator[str]:
        """The cells of the list that hold something."""
        return filter(None, self.numbers)


@dataclass(frozen=True)
class Record:
    """The columns of the lines of a code."""

    code: str
    columns: Mapping[str, _Column]
    """By the names of the values."""

    cell: _Column | None = None
    """The first cell of the list behind them."""

    step: int = 0
    """Columns from one cell of the list to the next one; by default a blank is between them."""

    one_of: tuple[str, ...] = ()
    """Names of values of which one at least is stated, for one cell of a list at least."""

    older: Record | None = None
    """The columns of a draft, which files have, too."""

    def line(self, values: Mapping[str, object] = NOTHING, cells: Iterable[object] = ()) -> str:
        """The line that says some values."""
        text = self.code
        for name, value in values.items():
            text = self.columns[name].put(text, str(value))
        if self.cell is not None:
            for number, value in enumerate(cells):
                text = self.cell.moved(number * self._step).put(text, str(value))
        return text.rstrip()

    def read(self, line: str) -> Cells | None:
        """What a line has in its columns, or, if it keeps none of these, in the order of its words; None if it is neither."""
        line = line.rstrip()
        older = self.older._by_columns(line) if self.older else None
        cells = self._by_columns(line) or older or self._by_words(line)
        if cells and self.one_of:
            lists_nobody = self.cell is not None and not any(cells.numbers)
            if lists_nobody or not any(cells.values[name] for name in self.one_of):
                return None
        return cells

    def value(self, line: str, name: str) -> str:
        """The text in one column, whatever it looks like."""
        return self.columns[name].within(line)

    @property
    def start_of_list(self) -> int:
        """Where the list begins, from 0."""
        assert self.cell is not None
        return self.cell.first - 1

    @property
    def _step(self) -> int:
        return self.step or (self.cell.last - self.cell.first + 2 if self.cell else 0)

    def _by_columns(self, line: str) -> Cells | None:
        values, end = {}, len(self.code)
        for name, column in self.columns.items():
            start = column.start(line)
            values[name] = line[start : column.last].strip()
            if line[end:start].strip() or not column.takes(values[name]):
                return None
            end = column.last
        cells = self._cells(line, end)
        return None if cells is None else Cells(values, cells)

    def _cells(self, line: str, end: int) -> tuple[str, ...] | None:
        """The cells of the list behind a column; None if there is something between them."""
        if self.cell is None:
            return None if line[end:].strip() else ()
        cells, width = [], self.cell.last - self.cell.first + 1
        for start in range(self.start_of_list, len(line), self._step):
            cells.append(line[start : start + width].strip())
            if line[end:start].strip() or not self.cell.takes(cells[-1]):
                return None
            end = start + width
        return None if line[end:].strip() else tuple(cells)

    def _by_words(self, line: str) -> Cells | None:
        match = self._words.fullmatch(" ".join(line[len(self.code) :].split()) + " ")
        if match is None:
            return None
        *values, cells = match.groups("")
        return Cells(dict(zip(self.columns, values, strict=True)), tuple(cells.split()))

    @cached_property
    def _words(self) -> re.Pattern[str]:
        """The values in their order; of two that may be left out, the second one is."""
        parts = (
            f"(?:({column.pattern.pattern}) ){'?' if column.optional else ''}"
            for column in self.columns.values()
        )
        cells = f"((?:{self.cell.pattern.pattern} )*)" if self.cell else "()"
        return re.compile("".join(parts) + cells)


_ROUND = re.compile("[0-9]{1,3}")
_TEAM = re.compile("[0-9]{1,3}")
_UNIT = re.compile("[0-9]{1,4}")
"""The number of a player, or of a team."""

_POINTS = re.compile("-?[0-9]{1,3}[.,][05]0*")


_VIRTUAL = re.compile("[0-9]{1,2}[.,][05]0*")


def _points(
    first: int, last: int, pattern: re.Pattern[str] = _POINTS, *, optional: bool = False
) -> _Column:
    return _Column(first, last, pattern, optional=optional, wide=True)


def _text(first: int, last: int) -> _Column:
    return _Column(first, last, re.compile(".*"), optional=True, left=True)


_SCORES = ("match points", "game points")

_GIVEN = {
    "result": _Column(5, 5, re.compile("[WDLHFUZ+=-]"), optional=True),
    "match points": _points(8, 11, optional=True),
    "game points": _points(14, 17, optional=True),
    "round": _Column(20, 22, _ROUND, optional=True),
}

_OLD_GIVEN = Record(
    "299",
    {
        **_GIVEN,
        "match points": _points(7, 10, optional=True),
        "game points": _points(12, 15, optional=True),
        "round": _Column(17, 19, _ROUND, optional=True),
    },
    _Column(21, 24),
)

_RECORDS = (
    Record(
        "001",
        {
            "number": _Column(5, 8, _UNIT),
            "sex": _Column(10, 10),
            "title": _Column(11, 13),
            "name": _text(15, 47),
            "rating": _Column(49, 52, _UNIT, optional=True),
            "federation": _Column(54, 56, optional=True),
            "FIDE id": _Column(58, 68, optional=True),
            "birth date": _Column(70, 79, optional=True),
            "points": _points(81, 84, optional=True),
            "rank": _Column(86, 89, optional=True),
        },
        _Column(92, 99),
        step=10,
    ),
    Record("013", {"name": _text(5, 36)}, _Column(37, 40, _UNIT)),
    Record("132", {}, _Column(92, 99, optional=True), step=10),
    Record("162", {}, _Column(6, 10, left=True), step=9),
    Record(
        "240",
        {"result": _Column(5, 5, re.compile("[A-Za-z]")), "round": _Column(7, 9, _ROUND)},
        _Column(11, 14),
    ),
    Record(
        "250",
        {
            "match points": _points(5, 8, _VIRTUAL, optional=True),
            "game points": _points(10, 13, _VIRTUAL, optional=True),
            "first round": _Column(15, 17, _ROUND),
            "last round": _Column(19, 21, _ROUND),
            "first": _Column(23, 26, _UNIT),
            "last": _Column(28, 31, _UNIT),
        },
        one_of=_SCORES,
    ),
    Record(
        "260",
        {
            "first round": _Column(5, 7, _ROUND),
            "last round": _Column(9, 11, _ROUND, optional=True),
        },
        _Column(13, 16),
    ),
    Record("299", _GIVEN, _Column(24, 27), one_of=_SCORES, older=_OLD_GIVEN),
    Record(
        "300",
        {
            "round": _Column(5, 7, _ROUND),
            "team": _Column(9, 11, _TEAM),
            "opponent": _Column(13, 15, _TEAM),
        },
        _Column(17, 20, optional=True),
    ),
    Record(
        "310",
        {
            "number": _Column(5, 7, _TEAM),
            "name": _text(9, 40),
            "short name": _text(42, 46),
            "strength": _Column(48, 53, optional=True),
            "match points": _points(55, 60, optional=True),
            "game points": _points(62, 67, optional=True),
            "rank": _Column(69, 71, optional=True),
        },
        _Column(74, 77, _UNIT),
    ),
    Record(
        "320",
        {"match points": _points(5, 8), "game points": _points(10, 13)},
        _Column(15, 17, _TEAM, optional=True),
    ),
    Record(
        "330",
        {
            "result": _Column(5, 6, re.compile("[+-]{2}|WL|LW|LL|10|01|00")),
            "round": _Column(8, 10, _ROUND),
            "White": _Column(12, 14, _TEAM),
            "Black": _Column(16, 18, _TEAM),
        },
    ),
    Record("362", {}, _Column(5, 10, left=True), step=9),
)

RECORDS: Mapping[str, Record] = {record.code: record for record in _RECORDS}
"""The records by their codes."""
