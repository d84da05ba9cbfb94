"""The edges of scipy's sparse matrices and arrays, which are recognized by their methods."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeGuard

import numpy as np

if TYPE_CHECKING:
    from typing import Any

    from numpy.typing import NDArray

__all__ = ["SparseMatrix", "edges_of", "is_sparse"]


class SparseMatrix(Protocol):
    """What is asked of a matrix or array of scipy.sparse."""

    @property
    def shape(self) -> tuple[int, ...]:
        """(n, n), or (r, c) for rows and columns."""

    def tocsr(self) -> Any:  # noqa: ANN401
        """Return the same matrix in compressed sparse rows."""


def is_sparse(weights: object) -> TypeGuard[SparseMatrix]:
    """Whether something is a matrix or array of scipy.sparse."""
    return hasattr(weights, "tocsr")


def edges_of(
    matrix: SparseMatrix, *, bipartite: bool
) -> tuple[int, NDArray[np.int64], NDArray[np.int64], NDArray[Any]]:
    """Size, ends and weights of the edges that a matrix stores, smaller ends first, in order.

    Of a matrix that is not square, and of any that is ``bipartite``, the rows are the vertices from 0
    on, and the columns those from r on.

    Raises
    ------
    ValueError
        If it is no matrix, or a square one that is neither symmetric nor one triangle alone.
    """
    shape = matrix.shape
    if len(shape) != 2:
        raise ValueError(
            f"expected a square matrix of weights, or one of rows and columns, got shape {shape}"
        )
    rows = matrix.tocsr()
    if not rows.has_canonical_format:
        rows = rows.copy()
        rows.sum_duplicates()
    cells = rows.tocoo()
    i, j = cells.row.astype(np.int64), cells.col.astype(np.int64)
    if bipartite or shape[0] != shape[1]:
        return sum(shape), i, shape[0] + j, cells.data
    upper, lower = np.flatnonzero(i < j), np.flatnonzero(i > j)
    # Ordered like the upper triangle, so that the two can be compared cell by cell.
    lower = lower[np.lexsort((i[lower], j[lower]))]
    if len(upper) and len(lower):
        _require_symmetry(i, j, cells.data, upper, lower)
    if len(upper):
        return shape[0], i[upper], j[upper], cells.data[upper]
    return shape[0], j[lower], i[lower], cells.data[lower]


def _require_symmetry(
    i: NDArray[np.int64],
    j: NDArray[np.int64],
    weights: NDArray[Any],
    upper: NDArray[np.intp],
    lower: NDArray[np.intp],
) -> None:
    both = min(len(upper), len(lower))
    above, below = upper[:both], lower[:both]
    differ = (i[above] != j[below]) | (j[above] != i[below])
    # NaN differs from itself. Another check says that it is no weight.
    one, other = weights[above], weights[below]
    differ |= (one != other) & ((one == one) | (other == other))
    if not differ.any() and len(upper) == len(lower):
        return
    at = int(differ.argmax()) if differ.any() else both
    pairs = [(i[k], j[k]) for k in upper[at : at + 1]] + [(j[k], i[k]) for k in lower[at : at + 1]]
    a, b = min(pairs)
    raise ValueError(
        f"the matrix is not symmetric: cells ({a}, {b}) and ({b}, {a}) differ, or one of them is "
        f"not stored; expected both triangles, or one of them alone"
    )
