"""Classes of players who are the same to a formula, so that it is evaluated once for each two."""

from __future__ import annotations

from dataclasses import dataclass
from math import isqrt
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from ...._kernels.classes import coded
from ...papers.numbering import SPARSE, numbered

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from ...field.columns import Columns
    from ..reads import Reads
    from ..term import Condition, Term

__all__ = ["Classes", "Classifier"]

_MANY = 128
"""With so many classes, it is faster to evaluate each part of a weight for classes of its own."""


class Classifier:
    """Sorts the players of a field or a state into classes by any of their columns."""

    def __init__(self, state: Columns) -> None:
        self.state = state
        self._codes: dict[str, tuple[int, NDArray[np.int64]]] = {}
        self._classes: dict[tuple[str, ...], Classes] = {}
        self._reads: dict[int, tuple[Condition | Term, Reads]] = {}

    def classes(self, columns: tuple[str, ...]) -> Classes:
        """The classes of players who agree in these columns."""
        if columns not in self._classes:
            self._classes[columns] = self._classed(columns)
        return self._classes[columns]

    def _classed(self, columns: tuple[str, ...]) -> Classes:
        bound, code = 1, np.zeros(len(self.state.seat), dtype=np.int64)
        for column in columns:
            if bound > SPARSE * len(code):
                first, code = numbered(code, bound)
                bound = len(first)
            values, number = self._code(column)
            bound, code = bound * values, code * values + number
        first, number = numbered(code, bound)
        return Classes(self.state[first], first, number.astype(np.int32))

    def few(self, columns: tuple[str, ...], pairs: int) -> bool:
        """Whether there are no more pairs of classes than some number of pairs of players."""
        most = isqrt(pairs)
        if columns in self._classes:
            return len(self._classes[columns]) <= most
        # Usually a single column has too many values already, and no classes have to be made.
        if any(self._exceeds(column, most) for column in columns):
            return False
        wanted = set(columns)
        if any(len(made) > most for of, made in self._classes.items() if wanted.issuperset(of)):
            return False
        return len(self.classes(columns)) <= most

    def _exceeds(self, column: str, most: int) -> bool:
        """Whether a column has more different values than this."""
        return self._code(column)[0] > most and len(self.classes((column,))) > most

    def reads(self, formula: Condition | Term) -> Reads:
        """What a rule or its weight reads of the players."""
        key = id(formula)
        if key not in self._reads:
            # The formula is kept alive, so that no other one gets its id.
            self._reads[key] = formula, formula.reads(self.state)
        return self._reads[key][1]

    def table(self, term: Term) -> NDArray[Any]:
        """Weights of a term for any two classes of players who agree in all it reads, (k, k)."""
        classes = self.classes(self.reads(term).columns)
        if term.combine is None or len(classes) < _MANY:
            return classes.table(term.weight)
        # A part reads fewer columns, which make far fewer classes.
        parts = []
        for part in term.parts:
            coarse = self.classes(self.reads(part).columns)
            number = coarse.number[classes.first]
            parts.append(coarse.table(part.weight).take(number, axis=1)[number])
        return term.combine(parts)

    def _code(self, column: str) -> tuple[int, NDArray[np.int64]]:
        """An upper bound, and a number below it for every value of a column."""
        if column not in self._codes:
            self._codes[column] = _coded(attrgetter(column)(self.state))
        return self._codes[column]


def _coded(values: NDArray[Any]) -> tuple[int, NDArray[np.int64]]:
    """Number values from 0, equal ones equally, and return an upper bound and the numbers."""
    plain = values.view(np.uint8) if values.dtype == np.bool_ else values
    bound, code = coded(plain, SPARSE * len(values))
    if bound:
        return bound, code
    distinct, number = np.unique(values, return_inverse=True)
    return len(distinct), number


@dataclass(frozen=True, eq=False)
class Classes:
    """Classes of players who are the same in all that a formula reads."""

    representatives: Columns
    """One player of each class, (k,)."""

    first: NDArray[np.intp]
    """The indices of these players, (k,)."""

    number: NDArray[np.int32]
    """Class of each player, (n,)."""

    def __len__(self) -> int:
        return len(self.first)

    def table(self, formula: Callable[[Any, Any], NDArray[Any]]) -> NDArray[Any]:
        """Values of a formula for any two classes, (k, k)."""
        players = self.representatives
        return self._spread(formula(players[:, None], players[None, :]))

    def agreeing(
        self,
        formula: Callable[[Any, Any], NDArray[Any]],
        agreement: Mapping[str, bool],
    ) -> NDArray[Any]:
        """The table of a formula, (k, k), as if all players agreed in a column, or none did.

        ``agreement`` says for each such column which of the two it is.
        """
        mine = dict.fromkeys(agreement, np.zeros((1, 1), dtype=np.int64))
        theirs = {column: np.full((1, 1), not agrees) for column, agrees in agreement.items()}
        here = self.representatives[:, None].having(mine)
        there = self.representatives[None, :].having(theirs)
        return self._spread(formula(here, there))

    def _spread(self, values: NDArray[Any]) -> NDArray[Any]:
        if values.shape != (len(self), len(self)):
            values = np.broadcast_to(values, (len(self), len(self)))
        return np.ascontiguousarray(values)
