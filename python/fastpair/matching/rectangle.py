"""The weights between the rows and the columns of a matrix, as a bipartite graph."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from .arrays import place
from .graph import EdgeList

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Rectangle"]

_UNIT_1 = Fraction(1)


@dataclass(frozen=True, slots=True, eq=False)
class Rectangle:
    """A matrix of r rows and c columns: rows are the vertices below r, columns those from r on."""

    weights: NDArray[np.int64]
    """(r, c), C-contiguous; forbidden cells are never read as weights."""

    allowed: NDArray[np.bool_] | None
    """(r, c), or None if every cell is an edge."""

    unit: Fraction = _UNIT_1
    """What one of ``weights`` stands for."""

    reals: NDArray[np.float64] | None = None
    """(r, c) the weights as they were given, if ``weights`` had to be rounded."""

    sign: int = 1
    """-1 if ``weights`` are the negated ones of those given."""

    @property
    def size(self) -> int:
        """Number of vertices."""
        return sum(self.weights.shape)

    def negated(self) -> Rectangle:
        """The same graph with all weights negated."""
        self.require_limit()
        return replace(self, weights=-self.weights, sign=-self.sign)

    def total(self, mate: NDArray[np.int64], weight: int) -> int | Fraction:
        """Exact sum, in the weights as given, of a matching that weighs ``weight`` units."""
        return self._matched(mate).total(mate, weight)

    def require_limit(self) -> None:
        """Refuse an edge whose weight is larger than the engine takes, and name its cell.

        Raises
        ------
        OverflowError
            If there is one.
        """
        self.edges().require_limit()

    def edges(self) -> EdgeList:
        """The same graph as a list of edges, in the order of the cells."""
        cells = np.ones(self.weights.shape, np.bool_) if self.allowed is None else self.allowed
        return self._listed(*np.nonzero(cells))

    def _matched(self, mate: NDArray[np.int64]) -> EdgeList:
        rows = np.flatnonzero(mate[: len(self.weights)] >= 0)
        return self._listed(rows, mate[rows] - len(self.weights))

    def _listed(self, rows: NDArray[np.int64], columns: NDArray[np.int64]) -> EdgeList:
        return EdgeList(
            self.size,
            rows,
            columns + len(self.weights),
            self.weights[rows, columns],
            self.unit,
            None if self.reals is None else self.reals[rows, columns],
            self.sign,
            name=lambda index: place((int(rows[index[0]]), int(columns[index[0]]))),
        )
