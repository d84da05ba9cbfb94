"""Symmetric matrices of which only the upper half is computed."""

from __future__ import annotations

import os
import sys
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np

from ...._kernels.lookup import mirror

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

__all__ = ["filled", "processors"]

_ROWS = 256
"""Rows that are filled at a time."""

_FEW = 400
"""Rows for which a second thread is not worth its start."""


def filled(size: int, fill: Callable[[NDArray[np.int64], slice], None]) -> NDArray[np.int64]:
    """A symmetric int64 matrix (size, size) with 0 on the diagonal, by two threads if it is large.

    Parameters
    ----------
    fill
        Writes the values of some rows to the right of the diagonal.
    """
    total = np.empty((size, size), dtype=np.int64)
    # Both threads take their next rows from here; taking is atomic, with and without a GIL.
    starts = deque(range(0, size, _ROWS))

    def work() -> None:
        while True:
            try:
                start = starts.popleft()
            except IndexError:
                return
            rows = slice(start, min(start + _ROWS, size))
            fill(total, rows)
            mirror(total, rows.start, rows.stop)

    if size < _FEW or processors() < 2 or _is_worker():
        work()
    else:
        with ThreadPoolExecutor(1) as pool:
            helper = pool.submit(work)
            work()
            helper.result()
    np.fill_diagonal(total, 0)
    return total


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _is_worker() -> bool:
    """Whether this process is one of several that another one has started to share the processors."""
    started = sys.modules.get("multiprocessing.process")
    return started is not None and started.parent_process() is not None
