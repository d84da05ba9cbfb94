"""Symmetric matrices of which only the upper half is computed."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from typing import TYPE_CHECKING

import numpy as np

from .._kernels.lookup import mirror

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

__all__ = ["filled"]

_ROWS = 192
"""Rows that are filled at a time."""

_FEW = 200
"""Rows for which a second thread is not worth its start."""


def filled(size: int, fill: Callable[[NDArray[np.int64], slice], None]) -> NDArray[np.int64]:
    """A symmetric int64 matrix (size, size), by two threads if it is large.

    Parameters
    ----------
    fill
        Adds to some rows what is right of the diagonal and on it; anything may happen left of it.
    """
    total = np.zeros((size, size), dtype=np.int64)
    blocks = [slice(start, min(start + _ROWS, size)) for start in range(0, size, _ROWS)]

    def copy(rows: slice) -> None:
        mirror(total, rows.start, rows.stop)

    def add(rows: slice) -> None:
        fill(total, rows)

    if size < _FEW or (cpu_count() or 1) < 2:
        _exhaust(map(add, blocks))
        _exhaust(map(copy, blocks))
    else:
        with ThreadPoolExecutor(2) as pool:
            _exhaust(pool.map(add, blocks))
            _exhaust(pool.map(copy, blocks))
    return total


def _exhaust(results: Iterable[None]) -> None:
    """Wait for all, and raise what one of them raised."""
    for _ in results:
        pass
