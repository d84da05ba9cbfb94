"""What a simulation has measured: a row for each tournament, and a heading that says of what."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from ... import __version__
from ...formats.files import json_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from .plan import Plan

__all__ = ["WHOLE", "Heading", "Results", "Row", "Shard"]

Shard = tuple[int, int]
"""Which part of a plan's repeats, from 1, and of how many parts."""

WHOLE: Shard = (1, 1)
"""All of them."""


@dataclass(frozen=True, slots=True)
class Row:
    """A tournament: who drew it, in which repeat, and what was measured."""

    contender: int
    """Place in the plan, from 0."""

    repeat: int
    """From 0."""

    measures: Mapping[str, float]
    """By name; of several tournaments in a row, those of the last one."""

    earlier: tuple[Mapping[str, float], ...] = ()
    """Those of the tournaments before it in its row, the first one first."""

    @property
    def sequence(self) -> tuple[Mapping[str, float], ...]:
        """The measures of all tournaments in a row, the first one first."""
        return *self.earlier, self.measures

    @property
    def place(self) -> tuple[int, int]:
        """Its place among all rows."""
        return self.contender, self.repeat


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """What results are results of."""

    fastpair: str
    """The version that has played."""

    name: str
    plan: str
    """Digest of the plan."""

    contenders: tuple[str, ...]
    """Their names."""

    repeats: int
    shard: Shard = WHOLE

    @classmethod
    def of(cls, plan: Plan, shard: Shard = WHOLE) -> Self:
        """The heading of what this version of fastpair measures."""
        return cls(
            fastpair=__version__,
            name=plan.name,
            plan=plan.digest,
            contenders=tuple(contender.name for contender in plan.contenders),
            repeats=plan.repeats,
            shard=shard,
        )

    def row(
        self, contender: object, repeat: object, measures: object, earlier: Sequence[object] = ()
    ) -> Row:
        """A row below the heading, of values that were read.

        Raises
        ------
        ValueError
            If there can be no such row.
        """
        if not (type(contender) is int and 0 <= contender < len(self.contenders)):
            raise ValueError(f"expected the number of a contender, found {contender!r}")
        if not (type(repeat) is int and repeat >= 0):
            raise ValueError(f"expected the number of a repeat, found {repeat!r}")
        return Row(contender, repeat, _measures(measures), tuple(map(_measures, earlier)))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a heading.

        Raises
        ------
        ValueError
            If it is none.
        """
        try:
            said = json_of(text)
            lists = {name: tuple(said[name]) for name in ("contenders", "shard")}
            return cls(**{**said, **lists})
        except (TypeError, KeyError) as error:
            raise ValueError(f"no heading: {error}") from None

    def __str__(self) -> str:
        """One line of JSON."""
        return json.dumps(asdict(self))

    def difference(self, other: Heading) -> str:
        """Why rows below the other heading are none of this one's; empty if they are."""
        if self.plan != other.plan:
            return "holds results of another plan"
        if self.fastpair != other.fastpair:
            return f"holds results of fastpair {other.fastpair}, and this is {self.fastpair}"
        if self.shard != other.shard:
            return "holds results of shard {}/{} of the plan".format(*other.shard)
        return ""


def _measures(found: object) -> Mapping[str, float]:
    """Measures by name, as they were read.

    Raises
    ------
    ValueError
        If they are none.
    """
    if not isinstance(found, dict):
        raise ValueError(f"expected measures by name, found {found!r}")
    for value in found.values():
        if type(value) not in (int, float):
            raise ValueError(f"expected a number, found {value!r}")
    return found


@dataclass(frozen=True, slots=True)
class Results:
    """What has been measured.

    Parameters
    ----------
    heading
        What it belongs to.
    rows
        In order: contender by contender, and repeat by repeat.
    """

    heading: Heading
    rows: tuple[Row, ...]

    @classmethod
    def of(cls, heading: Heading, rows: Iterable[Row]) -> Self:
        """Results from rows in any order."""
        return cls(heading, tuple(sorted(rows, key=lambda row: row.place)))

    @property
    def measures(self) -> tuple[str, ...]:
        """Names of all measures, as the rows have them first."""
        found = (each for row in self.rows for each in row.sequence)
        return tuple(dict.fromkeys(name for measures in found for name in measures))

    def values(self, measure: str) -> NDArray[np.float64]:
        """A measure, (contenders, repeats); NaN where it was not taken."""
        repeats = 1 + max((row.repeat for row in self.rows), default=-1)
        values = np.full((len(self.heading.contenders), repeats), np.nan)
        for row in self.rows:
            values[row.place] = row.measures.get(measure, np.nan)
        return values

    def missing(self) -> Iterator[tuple[int, int]]:
        """Contender and repeat of the tournaments that the heading announces, and that are not there."""
        there = {row.place for row in self.rows}
        part, parts = self.heading.shard
        for contender in range(len(self.heading.contenders)):
            for repeat in range(part - 1, self.heading.repeats, parts):
                if (contender, repeat) not in there:
                    yield contender, repeat
