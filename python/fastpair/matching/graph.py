"""The arguments of the solver and of the verifier, checked once for both."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

if TYPE_CHECKING:
    from typing import Any

__all__ = ["WEIGHT_LIMIT", "DenseGraph", "EdgeList", "Weights", "graph_of"]

Weights: TypeAlias = ArrayLike | tuple[ArrayLike, ArrayLike, ArrayLike]

WEIGHT_LIMIT = 2**60
"""Largest size of a weight; the engine derives it in limits.hpp."""


@dataclass(frozen=True, slots=True, eq=False)
class DenseGraph:
    """A symmetric matrix of weights, and which cells are edges."""

    weights: NDArray[np.int64]
    """(n, n), C-contiguous; the diagonal and forbidden cells are never read as weights."""

    allowed: NDArray[np.bool_] | None
    """(n, n), or None if every pair of different vertices is an edge."""

    @property
    def size(self) -> int:
        """Number of vertices."""
        return len(self.weights)


@dataclass(frozen=True, slots=True, eq=False)
class EdgeList:
    """Edges as three arrays of equal length."""

    size: int
    first: NDArray[np.int64]
    second: NDArray[np.int64]
    weights: NDArray[np.int64]


def graph_of(weights: Weights, allowed: ArrayLike | None, n: int | None) -> DenseGraph | EdgeList:
    """Check the arguments of a matching problem.

    Raises
    ------
    TypeError
        If weights are not integers or ``allowed`` is not boolean.
    ValueError
        If shapes do not fit together, or an edge is a loop or names a vertex outside of the graph.
    OverflowError
        If a weight does not fit into int64.
    """
    if isinstance(weights, tuple):
        if allowed is not None:
            raise TypeError("allowed goes with a matrix; leave forbidden edges out of an edge list")
        return _edge_list(weights, n)
    if n is not None:
        raise TypeError("n goes with an edge list; a matrix has its own size")
    matrix = _integers("weights", weights)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise ValueError(f"expected a square matrix of weights, got shape {matrix.shape}")
    return DenseGraph(matrix, None if allowed is None else _mask(allowed, matrix.shape))


def _edge_list(arrays: tuple[Any, ...], n: int | None) -> EdgeList:
    if len(arrays) != 3:
        raise ValueError(f"expected three arrays (i, j, weight), got {len(arrays)}")
    first, second, weights = (
        _integers(name, array) for name, array in zip(("i", "j", "weight"), arrays, strict=True)
    )
    if first.ndim != 1 or first.shape != second.shape or first.shape != weights.shape:
        raise ValueError(
            f"expected three arrays of one length, got shapes {first.shape}, {second.shape}, "
            f"{weights.shape}"
        )
    size = int(max(first.max(initial=-1), second.max(initial=-1))) + 1 if n is None else n
    bad = (first < 0) | (second < 0) | (first >= size) | (second >= size) | (first == second)
    if bad.any():
        k = int(bad.argmax())
        raise ValueError(
            f"edge {k} joins {first[k]} and {second[k]}: expected two different vertices "
            f"from 0 to {size - 1}"
        )
    return EdgeList(size, first, second, weights)


def _integers(name: str, values: ArrayLike) -> NDArray[np.int64]:
    array = np.asarray(values)
    if array.size == 0:
        array = array.astype(np.int64)
    if array.dtype.kind not in "iub":
        raise TypeError(f"expected integers as {name}, got dtype {array.dtype}")
    if array.dtype == np.uint64 and array.max(initial=0) > np.iinfo(np.int64).max:
        raise OverflowError(f"expected {name} that fit into int64, got {array.max()}")
    return np.ascontiguousarray(array, dtype=np.int64)


def _mask(allowed: ArrayLike, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    mask = np.asarray(allowed)
    if mask.dtype != np.bool_:
        raise TypeError(f"expected a boolean array as allowed, got dtype {mask.dtype}")
    if mask.shape != shape:
        raise ValueError(f"expected allowed of shape {shape}, got {mask.shape}")
    return np.ascontiguousarray(mask)
