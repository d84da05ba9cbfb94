"""Results of simulations: intervals, summaries, files."""

from __future__ import annotations

import csv
from dataclasses import dataclass, replace
from functools import cache
from io import BytesIO, StringIO
from itertools import groupby
from math import cos, nan, pi, sin, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import FormatError, MissingExtraError, RuleError
from ...files import reason
from ...formats.characters import csv_text
from .course import MEASURES
from .execution import Heading, Results

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from ...arrays import Reals
    from .execution import Row


# ---- Estimates from repeats, each with the interval that holds what is estimated in 95 of 100 cases ----

CONFIDENCE = 0.95

_Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
_HALVINGS = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A mean over repeats; NaN is what so few of them do not say."""

    count: int
    mean: float
    deviation: float
    """Standard deviation of a single repeat."""

    low: float
    high: float
    """Ends of the confidence interval of the mean."""


def estimate(values: Reals) -> Estimate:
    """The mean of a measure: a share of repeats if every value is 0 or 1, see `share`.

    Parameters
    ----------
    values
        One for each repeat; NaN where there is none.
    """
    numbers = values[~np.isnan(values)]
    if len(numbers) and np.isin(numbers, (0.0, 1.0)).all():
        return share(float(numbers.sum()), len(numbers))
    return student_mean(numbers)


def student_mean(values: Reals) -> Estimate:
    """The mean with the interval of Student's t."""
    count = len(values)
    mean = float(values.mean()) if count else nan
    deviation = float(values.std(ddof=1)) if count > 1 else nan
    reach = student(count - 1) * deviation / sqrt(count) if count > 1 else nan
    return Estimate(
        count=count, mean=mean, deviation=deviation, low=mean - reach, high=mean + reach
    )


def share(won: float, count: int) -> Estimate:
    """The share of repeats that are won, with the interval of Wilson.

    Parameters
    ----------
    won
        How many are won; a tie is half a win, which the interval takes as it is.
    """
    if not count:
        return Estimate(count=0, mean=nan, deviation=nan, low=nan, high=nan)
    part = won / count
    low, high = _wilson(part, count)
    return Estimate(count=count, mean=part, deviation=sqrt(part * (1 - part)), low=low, high=high)


@cache
def student(freedom: int) -> float:
    """Quantile of Student's t: between its negative and itself lies ``CONFIDENCE`` of it.

    Parameters
    ----------
    freedom
        Degrees of freedom, from 1.
    """
    # The tangent of an angle below a right one.
    low, high = 0.0, pi / 2
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if _inside(middle, freedom) < CONFIDENCE else (low, middle)
    return sqrt(freedom) * sin(low) / cos(low)


def _inside(angle: float, freedom: int) -> float:
    """How likely |t| is below the square root of its freedom times the tangent of an angle.

    The finite sums are those of Abramowitz and Stegun, 26.7.3 and 26.7.4.
    """
    odd = freedom % 2
    steps = 2.0 * np.arange(1, (freedom - odd) // 2) - (1 - odd)
    ratios = steps / (steps + 1) * cos(angle) ** 2
    terms = np.cumprod(np.concatenate(([cos(angle) if odd else 1.0], ratios)))
    total = sin(angle) * float(terms.sum()) if freedom > 1 else 0.0
    return (angle + total) * 2 / pi if odd else total


def _wilson(part: float, count: int) -> tuple[float, float]:
    """Interval of a probability of which a share of repeats was seen."""
    square = _Z**2 / count
    centre = (part + square / 2) / (1 + square)
    reach = _Z / (1 + square) * sqrt(part * (1 - part) / count + square / (4 * count))
    # Rounding must not leave out what was seen.
    return min(max(centre - reach, 0.0), part), max(min(centre + reach, 1.0), part)


# ---- What results say of each contender, by itself and beside another one in the same tournaments ----


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """A measure of a contender."""

    mean: Estimate

    difference: Estimate
    """What it has more than the reference has, over the repeats that both have played."""

    higher: Estimate
    """Share of these repeats in which it has more; a tie counts half."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """All measures of all contenders."""

    reference: str
    """Name of the contender with which the others are compared."""

    compared: Mapping[str, Mapping[str, Compared]]
    """By measure, and by the contender's name."""

    def only(self, measures: Iterable[str]) -> Summary:
        """Some of the measures, in their order; all of them if none is named."""
        chosen = {measure: self.compared[measure] for measure in measures}
        return replace(self, compared=chosen) if chosen else self


def summary(results: Results, reference: str | None = None) -> Summary:
    """Sum up results.

    Parameters
    ----------
    reference
        Name of the contender with which the others are compared; by default the first one.

    Raises
    ------
    RuleError
        If there is no such contender.
    """
    names = results.heading.contenders
    reference = names[0] if reference is None else reference
    if reference not in names:
        raise RuleError(f"no contender {reference!r}; expected one of {', '.join(names)}")
    compared = {
        measure: _compared(
            results.values(measure),
            names,
            names.index(reference),
            # A count that is 0 every time is no share.
            may_be_share=measure not in MEASURES or MEASURES[measure].share,
        )
        for measure in results.measures
    }
    return Summary(reference=reference, compared=compared)


def _compared(
    values: Reals, names: tuple[str, ...], reference: int, *, may_be_share: bool
) -> Mapping[str, Compared]:
    found = {}
    for name, own in zip(names, values, strict=True):
        difference = own - values[reference]
        numbers = difference[~np.isnan(difference)]
        won = float((numbers > 0).sum() + (numbers == 0).sum() / 2)
        found[name] = Compared(
            mean=estimate(own) if may_be_share else student_mean(own[~np.isnan(own)]),
            difference=student_mean(numbers),
            higher=share(won, len(numbers)),
        )
    return found


# ---- Results as files: CSV that every program reads, or Parquet for large ones ----

# Both hold a row for each tournament, with the numbers of contender and repeat, the contender's name and
# the measures. The heading stands in a comment above the CSV, and in the metadata of Parquet. Numbers read
# back exactly. The same results give the same bytes.

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
        cells = [repr(found[name]) if name in found else "" for name in measures]
        name = results.heading.contenders[row.contender]
        rows.append([*(row.contender, row.repeat, name, number)[: len(keys)], *cells])
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
