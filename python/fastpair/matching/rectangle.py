"""The weights between the rows and the columns of a matrix, as a bipartite graph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .arrays import place
from .graph import EdgeList, Matrix

if TYPE_CHECKING:
    from fractions import Fraction

    from numpy.typing import NDArray

__all__ = ["Rectangle"]


@dataclass(frozen=True, slots=True, eq=False)
class Rectangle(Matrix):
    """A matrix of r rows and c columns: rows are the vertices below r, columns those from r on."""

    @property
    def size(self) -> int:
        """Number of vertices."""
        return sum(self.weights.shape)

    def total(self, mate: NDArray[np.int64], weight: int) -> int | Fraction:
        """Exact sum, in the weights as given, of a matching that weighs ``weight`` units."""
        return self._matched(mate).total(mate, weight)

    def edges(self) -> EdgeList:
        """The same graph as a list of edges, in the order of the cells."""
        return self._listed(*np.nonzero(self._cells()))

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
