"""Results as files: CSV that every program reads, or Parquet for large ones.

Both hold a row for each tournament, with the numbers of contender and repeat, the contender's name and
the measures. The heading stands in a comment above the CSV, and in the metadata of Parquet. Numbers read
back exactly. The same results give the same bytes.
"""

from __future__ import annotations

import csv
from io import BytesIO, StringIO
from itertools import groupby
from typing import TYPE_CHECKING, Any

from ...errors import FormatError, MissingExtraError
from ...formats.csv_cells import csv_text
from ...formats.replacement import reason
from .rows import Heading, Results

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from .rows import Row

__all__ = ["SUFFIXES", "content_of", "read_results"]

SUFFIXES = (".csv", ".parquet")
"""What a file of results may be."""

_MARK = "# fastpair simulation "
_KEYS = ("contender", "repeat", "name")
_TOURNAMENT = "tournament"
"""Number of the tournament in its row, from 1; a column where several are played in a row."""

_ALL_KEYS = (*_KEYS, _TOURNAMENT)

_METADATA = b"fastpair"


def content_of(results: Results, suffix: str) -> bytes:
    """The content of a file of results.

    Parameters
    ----------
    suffix
        One of `SUFFIXES`.

    Raises
    ------
    MissingExtraError
        If Parquet is asked for and pyarrow not installed.
    """
    return _parquet(results) if suffix == ".parquet" else _csv(results)


def read_results(path: Path) -> Results:
    """Read a file of results.

    Raises
    ------
    FormatError
        If it cannot be read, or holds something else.
    MissingExtraError
        If it is Parquet and pyarrow not installed.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise FormatError(path, None, f"cannot be read: {reason(error)}") from error
    try:
        return _from_parquet(content) if path.suffix == ".parquet" else _from_csv(content)
    except (ValueError, KeyError, OSError) as error:
        message = f"expected results of a simulation: {error}"
        raise FormatError(path, None, message) from error


def _csv(results: Results) -> bytes:
    measures = results.measures
    keys = _keys(results)
    rows: list[list[object]] = [[*keys, *measures]]
    for row, number, found in _tournaments(results):
        taken = [repr(found[name]) if name in found else "" for name in measures]
        name = results.heading.contenders[row.contender]
        rows.append([*(row.contender, row.repeat, name, number)[: len(keys)], *taken])
    return f"{_MARK}{results.heading}\n{csv_text(rows)}".encode()


def _from_csv(content: bytes) -> Results:
    first, _, rest = content.decode().partition("\n")
    if not first.startswith(_MARK):
        raise ValueError(f"the first line does not begin with {_MARK.strip()!r}")
    heading = Heading.parse(first.removeprefix(_MARK))
    columns, *lines = csv.reader(StringIO(rest, newline=""))
    return Results(heading, tuple(_rows(heading, columns, lines)))


def _rows(
    heading: Heading, columns: Sequence[str], lines: Iterable[Sequence[Any]]
) -> Iterator[Row]:
    found = (dict(zip(columns, line, strict=True)) for line in lines)
    for (contender, repeat), those in groupby(
        found, lambda cells: (cells["contender"], cells["repeat"])
    ):
        *earlier, last = (
            {
                name: float(cell)
                for name, cell in cells.items()
                if name not in _ALL_KEYS and cell not in ("", None)
            }
            for cells in those
        )
        yield heading.row(int(contender), int(repeat), last, earlier)


def _keys(results: Results) -> Sequence[str]:
    """The columns that say which tournament it is."""
    return _ALL_KEYS if any(row.earlier for row in results.rows) else _KEYS


def _tournaments(results: Results) -> Iterator[tuple[Row, int, Mapping[str, float]]]:
    """Every tournament: its row, its number in it from 1, and its measures."""
    for row in results.rows:
        for number, measures in enumerate(row.sequence, 1):
            yield row, number, measures


def _parquet(results: Results) -> bytes:
    arrow, parquet = _arrow()
    names = results.heading.contenders
    each = list(_tournaments(results))
    keys = {
        "contender": arrow.array([row.contender for row, _, _ in each], arrow.int32()),
        "repeat": arrow.array([row.repeat for row, _, _ in each], arrow.int32()),
        "name": arrow.array([names[row.contender] for row, _, _ in each], arrow.string()),
        _TOURNAMENT: arrow.array([number for _, number, _ in each], arrow.int32()),
    }
    columns: Mapping[str, Any] = {
        **{name: keys[name] for name in _keys(results)},
        **{
            name: arrow.array([found.get(name) for _, _, found in each], arrow.float64())
            for name in results.measures
        },
    }
    table = arrow.table(columns).replace_schema_metadata({_METADATA: str(results.heading)})
    content = BytesIO()
    parquet.write_table(table, content)
    return content.getvalue()


def _from_parquet(content: bytes) -> Results:
    _, parquet = _arrow()
    table = parquet.read_table(BytesIO(content))
    heading = Heading.parse((table.schema.metadata or {})[_METADATA].decode())
    names = table.column_names
    lines = ([line[name] for name in names] for line in table.to_pylist())
    return Results(heading, tuple(_rows(heading, names, lines)))


def _arrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ModuleNotFoundError as error:
        raise MissingExtraError("simulate", "a Parquet file") from error
    return pyarrow, parquet
