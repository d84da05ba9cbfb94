"""Sets of vertices: their names, and what they add to the edges within them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..nesting import Nesting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["Common", "key_of"]


def key_of(members: NDArray[np.int64]) -> bytes:
    """A name for a set of vertices, from its (k,) members in any order."""
    return np.sort(members).tobytes()


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
        self._halves: tuple[Common, ...] = ()
        try:
            self._nesting = Nesting(size, sets, np.ones(len(sets), np.int64), np.dtype(np.int64))
        except ValueError:  # some overlap
            middle = len(sets) // 2
            ends = first, second, size
            self._halves = Common(*ends, sets[:middle]), Common(*ends, sets[middle:])
            return
        # No set covers the gap between vertices that are in none together.
        self._gap = self._nesting.narrowest(first, second)

    def sums(self, values: NDArray[Any]) -> NDArray[Any]:
        """(edges,) the sums of the values of all sets that hold both ends, of the same type."""
        if self._halves:
            one, other = self._halves
            some, others = np.split(values, [len(values) // 2])
            total: NDArray[Any] = one.sums(some) + other.sums(others)
            return total
        sums: NDArray[Any] = self._nesting.worth(values, values.dtype)[self._gap]
        return sums
