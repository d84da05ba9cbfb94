"""What sets of vertices add to the edges within them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .nesting import Nesting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["Common"]


class Common:
    """Which of some sets hold both ends of edges.

    Sets that are nested, or apart, take O(edges) time together. Others are divided until those of
    each half are.

    Parameters
    ----------
    first, second
        (edges,) the ends.
    size
        Number of vertices.
    sets
        The sets.
    """

    def __init__(
        self,
        first: NDArray[np.int64],
        second: NDArray[np.int64],
        size: int,
        sets: Sequence[NDArray[np.int64]],
    ) -> None:
        self._count = len(first)
        self._halves: tuple[Common, ...] = ()
        try:
            self._nesting = Nesting(size, sets, np.ones(len(sets), np.int64), np.dtype(np.int64))
        except ValueError:  # some overlap
            middle = len(sets) // 2
            ends = first, second, size
            self._halves = Common(*ends, sets[:middle]), Common(*ends, sets[middle:])
            return
        group = np.zeros(size, np.int64)
        group[self._nesting.order[1:]] = np.cumsum(self._nesting.gaps == 0)
        self._inside = np.flatnonzero(group[first] == group[second])
        self._gap = self._nesting.narrowest(first[self._inside], second[self._inside])

    def sums(self, values: NDArray[Any]) -> NDArray[Any]:
        """(edges,) the sums of the values of all sets that hold both ends, of the same type."""
        total: NDArray[Any] = np.zeros(self._count, values.dtype)
        if self._halves:
            for half, some in zip(self._halves, np.split(values, [len(values) // 2]), strict=True):
                total += half.sums(some)
            return total
        total[self._inside] = self._nesting.worth(values, values.dtype)[self._gap]
        return total
