"""Graphs of integer weights, as the solver and the verifier take them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Self

import numpy as np

from .arrays import place
from .quantization import WEIGHT_LIMIT, exact_sum

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from numpy.typing import NDArray

    from .arrays import Place

__all__ = ["DenseGraph", "EdgeList", "Matrix", "edge_cells", "require_symmetry"]

_DENSE_FROM = 4
"""An edge list is solved faster as a matrix if at least one in so many pairs is an edge, ..."""
_DENSE_SIZE = 32
"""... and if it has at least so many vertices."""
_TILE = 256
"""Side of the square tiles in which a matrix is compared with its transpose."""
_UNIT_1 = Fraction(1)


@dataclass(frozen=True, slots=True, eq=False)
class Matrix:
    """A matrix of weights, and which cells are edges."""

    weights: NDArray[np.int64]
    """C-contiguous; cells that are no edges are never read as weights."""

    allowed: NDArray[np.bool_] | None
    """Of the shape of ``weights``, or None if no cell is forbidden."""

    unit: Fraction = _UNIT_1
    """What one of ``weights`` stands for."""

    reals: NDArray[np.float64] | None = None
    """The weights as they were given, if ``weights`` had to be rounded."""

    sign: int = 1
    """-1 if ``weights`` are the negated ones of those given."""

    def negated(self) -> Self:
        """The same graph with all weights negated."""
        self.require_limit()
        return replace(self, weights=-self.weights, sign=-self.sign)

    def require_limit(self) -> None:
        """Refuse an edge whose weight is larger than the engine takes, and name its cell.

        Raises
        ------
        OverflowError
            If there is one.
        """
        _require_limit(self.weights, place, self._cells)

    def _cells(self) -> NDArray[np.bool_]:
        """Which cells are edges."""
        return np.ones(self.weights.shape, np.bool_) if self.allowed is None else self.allowed


@dataclass(frozen=True, slots=True, eq=False)
class DenseGraph(Matrix):
    """A symmetric matrix of n rows, in which the diagonal is no edge."""

    @property
    def size(self) -> int:
        """Number of vertices."""
        return len(self.weights)

    @property
    def edges(self) -> NDArray[np.bool_]:
        """(n, n) which cells are edges."""
        return edge_cells(self.size, self.allowed)

    def total(self, mate: NDArray[np.int64], weight: int) -> int | Fraction:
        """Exact sum, in the weights as given, of a matching that weighs ``weight`` units."""
        if self.reals is None:
            return _in_units(self.sign * weight, self.unit)
        first = np.flatnonzero(mate > np.arange(len(mate)))
        return exact_sum(self.reals[first, mate[first]])

    def require_symmetry(self) -> None:
        """Refuse cells that differ from those across the diagonal.

        Raises
        ------
        ValueError
            If there are any; the message names the first two.
        """
        if self.allowed is not None:
            require_symmetry(self.allowed, None, "allowed")
        given: NDArray[Any] = self.weights if self.reals is None else self.reals
        if self.reals is None and self.unit != 1:
            given = given * (self.sign * float(self.unit))
        require_symmetry(given, self.allowed)

    def _cells(self) -> NDArray[np.bool_]:
        return self.edges


@dataclass(frozen=True, slots=True, eq=False)
class EdgeList:
    """Edges as three arrays of equal length."""

    size: int
    first: NDArray[np.int64]
    second: NDArray[np.int64]
    weights: NDArray[np.int64]
    unit: Fraction = _UNIT_1
    reals: NDArray[np.float64] | None = None
    sign: int = 1

    name: Place = place
    """How messages name an edge by its place in the arrays."""

    @property
    def is_dense(self) -> bool:
        """Whether it is solved faster as a matrix."""
        if self.size < _DENSE_SIZE:
            return False
        return 2 * _DENSE_FROM * len(self.first) >= self.size * (self.size - 1)

    def negated(self) -> EdgeList:
        """The same graph with all weights negated."""
        self.require_limit()
        return replace(self, weights=-self.weights, sign=-self.sign)

    def require_limit(self) -> None:
        """Refuse an edge whose weight is larger than the engine takes, and name the edge.

        Raises
        ------
        OverflowError
            If there is one.
        """
        _require_limit(self.weights, self.name)

    def ends(self) -> NDArray[np.int64]:
        """(2m,) the first ends of all edges, then the second ones."""
        return np.concatenate([self.first, self.second])

    def matrix(self) -> DenseGraph:
        """The same graph as a matrix of its integer weights."""
        weights = np.zeros((self.size, self.size), np.int64)
        allowed = np.zeros((self.size, self.size), np.bool_)
        _write(allowed, self.first, self.second, True)
        _write(weights, self.first, self.second, self.weights)
        if np.count_nonzero(allowed) < 2 * len(self.first):
            simple = self.simple()
            _write(weights, simple.first, simple.second, simple.weights)
        return DenseGraph(weights, allowed, self.unit)

    def simple(self) -> EdgeList:
        """The same graph with only the heaviest of parallel edges."""
        keys = np.minimum(self.first, self.second) * self.size
        keys += np.maximum(self.first, self.second)
        worth = self.weights if self.reals is None else self.sign * self.reals
        order = np.lexsort((worth, keys))
        ordered = keys[order]
        last = np.append(ordered[1:] != ordered[:-1], np.ones(min(len(order), 1), np.bool_))
        return self._some(order[last])

    def between(self, mate: NDArray[np.int64]) -> EdgeList:
        """The edges between mates; of parallel edges only the heaviest."""
        return self._some(np.flatnonzero(mate[self.first] == self.second)).simple()

    def total(self, mate: NDArray[np.int64], weight: int) -> int | Fraction:
        """Exact sum, in the weights as given, of a matching that weighs ``weight`` units."""
        if self.reals is None:
            return _in_units(self.sign * weight, self.unit)
        reals = self.between(mate).reals
        assert reals is not None
        return exact_sum(reals)

    def _some(self, which: NDArray[np.intp]) -> EdgeList:
        reals = None if self.reals is None else self.reals[which]
        first, second, weights = self.first[which], self.second[which], self.weights[which]
        return replace(self, first=first, second=second, weights=weights, reals=reals)


def edge_cells(size: int, allowed: NDArray[np.bool_] | None) -> NDArray[np.bool_]:
    """(n, n) which cells are edges: never those of the diagonal."""
    cells = np.ones((size, size), np.bool_) if allowed is None else allowed.copy()
    np.fill_diagonal(cells, False)
    return cells


def require_symmetry(
    values: NDArray[Any], allowed: NDArray[np.bool_] | None, name: str = "the matrix"
) -> None:
    """Refuse edges whose two cells, above and below the diagonal, hold different values.

    Raises
    ------
    ValueError
        If there are any; the message names two cells.
    """
    cell = _unlike_cell(values, allowed)
    if cell is None:
        return
    i, j = cell
    found = f"cells ({i}, {j}) and ({j}, {i}) differ"
    if values.dtype == np.float64:
        found = f"cell ({i}, {j}) holds {values[i, j]} and cell ({j}, {i}) holds {values[j, i]}"
    raise ValueError(f"{name} is not symmetric: {found}")


def _unlike_cell(values: NDArray[Any], where: NDArray[np.bool_] | None) -> tuple[int, int] | None:
    """A cell above the diagonal that differs from its mirror image, where both are edges."""
    for i in range(0, len(values), _TILE):
        for j in range(i, len(values), _TILE):
            rows, columns = slice(i, i + _TILE), slice(j, j + _TILE)
            differ = values[rows, columns] != values[columns, rows].T
            if where is not None:
                differ &= where[rows, columns] & where[columns, rows].T
            if i == j:
                differ = np.triu(differ, 1)
            if differ.any():
                row, column = divmod(int(differ.argmax()), differ.shape[1])
                return i + row, j + column
    return None


def _require_limit(
    weights: NDArray[np.int64], name: Place, where: Callable[[], NDArray[np.bool_]] | None = None
) -> None:
    if weights.max(initial=0) <= WEIGHT_LIMIT and weights.min(initial=0) >= -WEIGHT_LIMIT:
        return
    beyond = (weights > WEIGHT_LIMIT) | (weights < -WEIGHT_LIMIT)
    if where is not None:
        beyond &= where()
    if beyond.any():
        index = tuple(map(int, np.unravel_index(int(beyond.argmax()), beyond.shape)))
        raise OverflowError(f"the weight of {name(index)} is beyond 2**60: {weights[index]}")


def _write(
    matrix: NDArray[Any],
    first: NDArray[np.int64],
    second: NDArray[np.int64],
    values: NDArray[np.int64] | bool,
) -> None:
    """Set both cells of each edge."""
    flat, size = matrix.reshape(-1), len(matrix)
    flat[first * size + second] = values
    flat[second * size + first] = values


def _in_units(total: int, unit: Fraction) -> int | Fraction:
    return total * unit.numerator if unit.denominator == 1 else total * unit
