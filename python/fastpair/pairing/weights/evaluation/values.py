"""Values of a formula for parts of the matrix of pairs: looked up by classes, or evaluated."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, Self

import numpy as np

from ...._kernels.classes import extent
from ...._kernels.lookup import pairs_of
from ..term import always

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from ...field.columns import Columns
    from ..term import Condition
    from .classes import Classifier

    Pairs = tuple[NDArray[np.int64], NDArray[np.int64]]

__all__ = ["TILE", "Combined", "Evaluated", "Part", "Table", "Values", "Where", "in_order"]

TILE = 1 << 17
"""Pairs for which a formula is evaluated at a time, so that its arrays stay in the cache."""


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A part of the matrix: rows of some players, in order, and columns of consecutive ones."""

    total: NDArray[np.int64]
    """(k, m) weights."""

    rows: NDArray[np.int64]
    """(k,) players."""

    left: int
    """The first column."""

    upper: bool
    """Whether only what is right of the diagonal is written."""

    @property
    def right(self) -> int:
        """Behind the last column."""
        return self.left + int(self.total.shape[1])

    @property
    def columns(self) -> slice:
        """The columns."""
        return slice(self.left, self.right)

    def between(self, left: int, right: int) -> Part:
        """Some of the columns."""
        total = self.total[:, left - self.left : right - self.left]
        return Part(total, self.rows, left, self.upper)


class Values(Protocol):
    """Values of pairs of players."""

    def block(self, part: Part) -> NDArray[Any]:
        """Values of all pairs of a part."""

    def pairs(self, i: NDArray[np.intp], j: NDArray[np.intp]) -> NDArray[Any]:
        """Values of a list of pairs."""


@dataclass(frozen=True, eq=False)
class Table:
    """Values that are looked up by classes of players."""

    table: NDArray[Any]
    number: NDArray[np.int32]

    def block(self, part: Part) -> NDArray[Any]:
        """Values of all pairs of a part."""
        mine, theirs = self.number[part.rows], self.number[part.columns]
        if len(self.table) < len(mine):
            # Whole rows are copied faster than numbers are gathered.
            return self.table.take(theirs, axis=1)[mine]
        return self.table[mine].take(theirs, axis=1)

    def pairs(self, i: NDArray[np.intp], j: NDArray[np.intp]) -> NDArray[Any]:
        """Values of a list of pairs."""
        # numpy gathers fastest by intp; from other integers it makes a copy first.
        number = self.number.astype(np.intp)
        return self.table.take(number[i] * len(self.table) + number[j])


@dataclass(frozen=True, eq=False)
class Where(Table):
    """Whether a rule applies, 1 or 0."""

    count: int
    """Number of pairs that it applies to."""

    first: NDArray[np.intp]
    """(k,) first player to whom the rule applies together with a member of each class, else n."""

    last: NDArray[np.intp]
    """(k,) last such player, else -1."""

    @classmethod
    def of(cls, condition: Condition, classifier: Classifier) -> Self:
        """Evaluate a condition for any two classes of players who agree in all it reads."""
        if condition is always:
            return cls.everywhere(len(classifier.state.seat))
        classes = classifier.classes(classifier.reads(condition).columns)
        applies, number = classes.table(condition).view(np.uint8), classes.number
        return cls(applies, number, *extent(applies, number))

    @classmethod
    def everywhere(cls, players: int) -> Self:
        """A condition that holds for all pairs."""
        return cls(
            table=np.ones((1, 1), dtype=np.uint8),
            number=np.zeros(players, dtype=np.int32),
            count=players * (players - 1) // 2,
            first=np.array([0]),
            last=np.array([players - 1]),
        )

    def listed(self) -> Pairs:
        """All pairs i < j that it applies to, ordered by i."""
        return pairs_of(self.table, self.number, self.count)

    def tiles(self, part: Part) -> Iterator[Part]:
        """Parts that hold all pairs of a part that it applies to."""
        classes = self.number[part.rows]
        first = part.rows[0] if part.upper else self.first[classes].min()
        start, stop = max(part.left, int(first)), min(part.right, 1 + int(self.last[classes].max()))
        width = max(1, TILE // len(part.rows))
        for left in range(start, stop, width):
            yield part.between(left, min(left + width, stop))


@dataclass(frozen=True, eq=False)
class Evaluated:
    """Values of a formula."""

    formula: Callable[[Any, Any], NDArray[Any]]
    state: Columns

    @cached_property
    def ordered(self) -> dict[str, Any]:
        """Whether levels never rise along the seats, as a value that replaces ``ahead``.

        Of pairs i < j, the first player is then never below the second.
        """
        return {"ahead": in_order(self.state)}

    def block(self, part: Part) -> NDArray[Any]:
        """Values of all pairs of a part."""
        mine = self.state[part.rows, None]
        return self.formula(
            mine.having(self.ordered) if part.upper else mine, self.state[None, part.columns]
        )

    def pairs(self, i: NDArray[np.intp], j: NDArray[np.intp]) -> NDArray[Any]:
        """Values of a list of pairs."""
        return self.formula(self.state[i].having(self.ordered), self.state[j])


@dataclass(frozen=True, eq=False)
class Combined:
    """Values that combine the values of several parts."""

    parts: Sequence[Values]
    combine: Callable[[Sequence[NDArray[Any]]], NDArray[Any]]

    def block(self, part: Part) -> NDArray[Any]:
        """Values of all pairs of a part."""
        return self.combine([values.block(part) for values in self.parts])

    def pairs(self, i: NDArray[np.intp], j: NDArray[np.intp]) -> NDArray[Any]:
        """Values of a list of pairs."""
        return self.combine([part.pairs(i, j) for part in self.parts])


def in_order(state: Columns) -> bool:
    """Whether levels never rise along the seats."""
    level = state.level
    return bool((level[:-1] >= level[1:]).all())
