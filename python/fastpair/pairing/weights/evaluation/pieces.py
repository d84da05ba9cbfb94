"""The weights of a field too large for a matrix: any part of it, and bounds on all the others."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from .classes import Classifier
from .values import Part
from .weighing import Shares

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from ...field.columns import Columns
    from ..term import Term
    from .quantum import Quantum
    from .values import Values, Where

    Weights = NDArray[np.int64]
    Bounds = Callable[[Sequence[slice]], Weights]

__all__ = ["Pieces"]


class Pieces(Shares):
    """The sum of terms, of any part of the matrix.

    Pairs that a term lists, since they have met, count as all others do: they are not to be paired.

    Parameters
    ----------
    terms, state, quantum, base
        As of ``weigh_all``.
    """

    # A table is kept for each term, so its memory must not grow with the pairs of players.
    most_pairs = 1 << 20

    def __init__(
        self, terms: Sequence[Term], state: Columns, quantum: Quantum, base: int = 0
    ) -> None:
        super().__init__(Classifier(state), quantum, base)
        self._bounds: list[tuple[Bounds, Where, int]] = []
        self._counted = self._lowest = 0
        for term in terms:
            self.append(term)

    def block(self, rows: NDArray[np.int64], start: int, stop: int) -> Weights:
        """Weights of some players with those from start to stop - 1, (k, stop - start)."""
        total = np.empty((len(rows), stop - start), dtype=np.int64)
        self.write(Part(total, rows, start, upper=False))
        return total

    def bounds(self, ranges: Sequence[slice]) -> Weights:
        """What no weight between two ranges of players exceeds, symmetric (r, r)."""
        total = np.full((len(ranges), len(ranges)), self.constant - self._counted)
        for bounds, where, otherwise in self._bounds:
            applies = _most(where.table, where.number, ranges) > 0
            total += np.where(applies, np.maximum(bounds(ranges), otherwise), otherwise)
        # Where a rule does not apply, its table may depend on who is named first.
        found: Weights = np.maximum(total, total.T)
        return found

    @property
    def lowest(self) -> int:
        """What no weight falls below."""
        return self.constant - self._counted + self._lowest

    def _bounded(self, bounds: Bounds, least: int, where: Where, otherwise: int) -> None:
        """Take the bounds of a term."""
        self._bounds.append((bounds, where, otherwise))
        self._lowest += min(least, otherwise)

    def _list(self, *_: object) -> None:
        """Leave out what concerns pairs that have met only."""

    def _look_up(
        self,
        table: Weights,
        number: NDArray[np.int32],
        columns: tuple[NDArray[np.int32], NDArray[np.int32]] | None,
        where: Where,
        otherwise: int,
    ) -> None:
        super()._look_up(table, number, columns, where, otherwise)
        bounds = partial(_most, table.max(axis=-1), number)
        self._bounded(bounds, int(table.min()), where, otherwise)

    def _add_sides(self, upper: Weights, lower: Weights, where: Where, otherwise: int) -> None:
        super()._add_sides(upper, lower, where, otherwise)
        self._counted += otherwise

        def bounds(ranges: Sequence[slice]) -> Weights:
            one, other = (
                np.array([side[some].max() for some in ranges]) for side in (upper, lower)
            )
            found = one[:, None] + other
            most: Weights = np.maximum(found, found.T)
            return most

        self._bounded(bounds, int(upper.min() + lower.min()), where, otherwise)

    def _evaluate(
        self,
        term: Term,
        values: Values,
        where: Where,
        share: Callable[[NDArray[Any]], Weights],
        otherwise: int,
    ) -> None:
        self.constant += otherwise
        self._counted += otherwise
        self._evaluate_tiles(term, values, where, otherwise)
        least, most = self.quantum.limits(term.coefficient)
        self._bounded(lambda ranges: np.full((len(ranges),) * 2, most), least, where, otherwise)


def _most(table: NDArray[Any], number: NDArray[np.int32], ranges: Sequence[slice]) -> Weights:
    """The greatest value of a table between the classes of two ranges of players, (r, r)."""
    classes = [np.unique(number[some]) for some in ranges]
    rows = np.stack([table[some].max(axis=0) for some in classes])
    found = np.stack([rows[:, some].max(axis=1) for some in classes], axis=1)
    return np.asarray(found, dtype=np.int64)
