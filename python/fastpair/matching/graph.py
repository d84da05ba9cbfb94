"""The arguments of the solver and of the verifier, checked once for both."""

from __future__ import annotations

import operator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .arrays import indices, numbers, place
from .blocks import Blocks
from .quantization import WEIGHT_LIMIT, quantize
from .sparse import SparseMatrix, edges_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

__all__ = ["DenseGraph", "EdgeList", "Weights", "graph_of"]

Weights: TypeAlias = ArrayLike | tuple[ArrayLike, ArrayLike, ArrayLike] | SparseMatrix | Blocks

_DENSE_FROM = 4
"""A graph with at least one in so many pairs is solved faster as a matrix."""


@dataclass(frozen=True, slots=True, eq=False)
class DenseGraph:
    """A symmetric matrix of weights, and which cells are edges."""

    weights: NDArray[np.int64]
    """(n, n), C-contiguous; the diagonal and forbidden cells are never read as weights."""

    allowed: NDArray[np.bool_] | None
    """(n, n), or None if every pair of different vertices is an edge."""

    unit: Fraction = Fraction(1)
    """What one of ``weights`` stands for."""

    reals: NDArray[np.float64] | None = None
    """(n, n) the weights as they were given, if ``weights`` had to be rounded."""

    @property
    def size(self) -> int:
        """Number of vertices."""
        return len(self.weights)

    @property
    def edges(self) -> NDArray[np.bool_]:
        """(n, n) which cells are edges."""
        return _edge_cells(self.size, self.allowed)

    def negated(self) -> DenseGraph:
        """The same graph with all weights negated."""
        _require_limit(self.weights, lambda: self.edges)
        reals = None if self.reals is None else -self.reals
        return replace(self, weights=-self.weights, reals=reals)

    def total(self, first: NDArray[np.int64], second: NDArray[np.int64]) -> int | Fraction:
        """Exact sum of the weights of edges, as they were given."""
        if self.reals is not None:
            return sum(map(Fraction, self.reals[first, second].tolist()), Fraction(0))
        return _in_units(sum(self.weights[first, second].tolist()), self.unit)


@dataclass(frozen=True, slots=True, eq=False)
class EdgeList:
    """Edges as three arrays of equal length."""

    size: int
    first: NDArray[np.int64]
    second: NDArray[np.int64]
    weights: NDArray[np.int64]
    unit: Fraction = Fraction(1)
    reals: NDArray[np.float64] | None = None

    @property
    def is_dense(self) -> bool:
        """Whether it is solved faster as a matrix."""
        return 2 * _DENSE_FROM * len(self.first) >= self.size * (self.size - 1) > 0

    def negated(self) -> EdgeList:
        """The same graph with all weights negated."""
        _require_limit(self.weights)
        reals = None if self.reals is None else -self.reals
        return replace(self, weights=-self.weights, reals=reals)

    def matrix(self) -> DenseGraph:
        """The same graph as a matrix of its units."""
        weights = np.zeros((self.size, self.size), np.int64)
        allowed = np.zeros((self.size, self.size), np.bool_)
        _write(allowed, self.first, self.second, True)
        _write(weights, self.first, self.second, self.weights)
        if np.count_nonzero(allowed) < 2 * len(self.first):
            # Where a cell repeats, the last one stays: of parallel edges the heaviest.
            order = np.argsort(self.weights, kind="stable")
            i, j = self.first[order], self.second[order]
            _write(weights, np.minimum(i, j), np.maximum(i, j), self.weights[order])
        return DenseGraph(weights, allowed, self.unit)

    def find(self, first: NDArray[np.int64], second: NDArray[np.int64]) -> NDArray[np.intp]:
        """The heaviest edge between each two vertices, or -1 where there is none."""
        if len(self.first) == 0:
            return np.full(len(first), -1, np.intp)
        keys = self._key(self.first, self.second)
        order = np.lexsort((self.weights if self.reals is None else self.reals, keys))
        wanted = self._key(first, second)
        last = np.searchsorted(keys, wanted, side="right", sorter=order) - 1
        found = order[last]
        return np.where((last >= 0) & (keys[found] == wanted), found, -1)

    def total(self, first: NDArray[np.int64], second: NDArray[np.int64]) -> int | Fraction:
        """Exact sum of the weights of edges, as they were given."""
        found = self.find(first, second)
        if self.reals is not None:
            return sum(map(Fraction, self.reals[found].tolist()), Fraction(0))
        return _in_units(sum(self.weights[found].tolist()), self.unit)

    def _key(self, first: NDArray[np.int64], second: NDArray[np.int64]) -> NDArray[np.int64]:
        return np.minimum(first, second) * self.size + np.maximum(first, second)


def graph_of(
    weights: Weights, allowed: ArrayLike | None, n: int | None, *, exact: bool = False
) -> DenseGraph | EdgeList | Blocks:
    """Check the arguments of a matching problem, and bring its weights to integers.

    Raises
    ------
    TypeError
        If weights are not numbers, or ``allowed`` is not boolean, or an argument does not go with
        the form of the graph.
    ValueError
        If shapes do not fit together, an edge is a loop or names a vertex outside of the graph,
        floats are not symmetric, a weight is not finite, or not exact where that is demanded.
    OverflowError
        If a weight does not fit into int64.
    """
    if not isinstance(weights, tuple) and n is not None:
        raise TypeError("n goes with an edge list; a matrix has its own size")
    if isinstance(weights, Blocks):
        if allowed is not None:
            raise TypeError("allowed goes with a dense matrix; blocks compute their own edges")
        return weights.checked()
    if not isinstance(weights, tuple) and not isinstance(weights, SparseMatrix):
        return _matrix(weights, allowed, exact=exact)
    if allowed is not None:
        raise TypeError("allowed goes with a dense matrix; leave forbidden edges out of this form")
    if isinstance(weights, tuple):
        return _listed(weights, n, exact=exact)
    return _edge_list(*edges_of(weights), exact=exact)


def _matrix(weights: ArrayLike, allowed: ArrayLike | None, *, exact: bool) -> DenseGraph:
    shape = np.shape(weights)
    if len(shape) != 2 or shape[0] != shape[1]:
        raise ValueError(f"expected a square matrix of weights, got shape {shape}")
    mask = None if allowed is None else _mask(allowed, shape)
    values = numbers(weights, lambda: _edge_cells(shape[0], mask))
    if values.dtype == np.int64:
        return DenseGraph(values, mask)
    edges = _edge_cells(shape[0], mask)
    quantized = quantize(values, where=edges, exact=exact)
    _require_symmetry(values, edges)
    unit = quantized.unit
    return DenseGraph(quantized.integers, mask, unit, None if quantized.exact else values)


def _listed(arrays: tuple[Any, ...], n: int | None, *, exact: bool) -> EdgeList:
    if len(arrays) != 3:
        raise ValueError(f"expected three arrays (i, j, weight), got {len(arrays)}")
    first, second = indices("i", arrays[0]), indices("j", arrays[1])
    shape = np.shape(arrays[2])
    if first.ndim != 1 or first.shape != second.shape or first.shape != shape:
        raise ValueError(
            f"expected three arrays of one length, got shapes {first.shape}, {second.shape}, "
            f"{shape}"
        )
    largest = int(max(first.max(initial=-1), second.max(initial=-1)))
    size = largest + 1 if n is None else operator.index(n)
    if size < 0:
        raise ValueError(f"expected n of 0 or more, got {size}")
    bad = (first < 0) | (second < 0) | (first >= size) | (second >= size) | (first == second)
    if bad.any():
        k = int(bad.argmax())
        raise ValueError(
            f"edge {k} joins {first[k]} and {second[k]}: expected two different vertices "
            f"from 0 to {size - 1}"
        )
    return _edge_list(size, first, second, arrays[2], exact=exact)


def _edge_list(
    size: int,
    first: NDArray[np.int64],
    second: NDArray[np.int64],
    weights: ArrayLike,
    *,
    exact: bool,
) -> EdgeList:
    values = numbers(weights)
    quantized = quantize(values, exact=exact)
    reals = None if quantized.exact else values
    return EdgeList(size, first, second, quantized.integers, quantized.unit, reals)


def _mask(allowed: ArrayLike, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    mask = np.asarray(allowed)
    if mask.dtype != np.bool_:
        raise TypeError(f"expected a boolean array as allowed, got dtype {mask.dtype}")
    if mask.shape != shape:
        raise ValueError(f"expected allowed of shape {shape}, got {mask.shape}")
    return np.ascontiguousarray(mask)


def _edge_cells(size: int, allowed: NDArray[np.bool_] | None) -> NDArray[np.bool_]:
    cells = np.ones((size, size), np.bool_) if allowed is None else allowed.copy()
    np.fill_diagonal(cells, False)
    return cells


def _require_symmetry(reals: NDArray[np.float64], edges: NDArray[np.bool_]) -> None:
    differ = (reals != reals.T) & edges & edges.T
    if differ.any():
        i, j = divmod(int(differ.argmax()), len(reals))
        raise ValueError(
            f"the matrix is not symmetric: cell ({i}, {j}) holds {reals[i, j]} and cell "
            f"({j}, {i}) holds {reals[j, i]}"
        )


def _require_limit(
    weights: NDArray[np.int64], where: Callable[[], NDArray[np.bool_]] | None = None
) -> None:
    if weights.max(initial=0) <= WEIGHT_LIMIT and weights.min(initial=0) >= -WEIGHT_LIMIT:
        return
    beyond = (weights > WEIGHT_LIMIT) | (weights < -WEIGHT_LIMIT)
    if where is not None:
        beyond &= where()
    if beyond.any():
        index = tuple(map(int, np.unravel_index(int(beyond.argmax()), beyond.shape)))
        raise OverflowError(f"the weight of {place(index)} is beyond 2**60: {weights[index]}")


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
