"""Nested sets of vertices with values: how much two vertices have in common."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .._kernels import nested

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["Nesting", "Parts", "parts_of_one"]


class Parts(NamedTuple):
    """Sets as intervals of one array."""

    whole: NDArray[np.int64]
    """Different vertices."""

    starts: NDArray[np.int64]
    """Where each set begins in it."""

    stops: NDArray[np.int64]
    """Where it ends."""


class Nesting:
    """Sums of the values of all sets that hold two vertices.

    Any two of the sets must be disjoint, or one within the other.

    The vertices can be ordered so that every set is an interval. Let the worth of the gap between
    two neighbours be the sum of the values of all sets that hold both. The sum for any two vertices
    is then the worth of the gap between them that the fewest sets cover: the sets that hold both
    vertices cover every gap between them, and the gap where the parts of the smallest of these sets
    meet is in no others.

    Parameters
    ----------
    size
        Number of vertices.
    sets, values
        Members of each set, and its value; for ``common_with_rest`` it is 0 or more.
    dtype
        Type of the sums.

    Raises
    ------
    ValueError
        If two sets overlap without being nested.
    """

    def __init__(
        self,
        size: int,
        sets: Sequence[NDArray[np.int64]],
        values: NDArray[Any],
        dtype: np.dtype[Any],
    ) -> None:
        self._parts = parts_of_one(sets) or _arranged(size, sets)
        whole = self._parts.whole
        is_alone = np.ones(size, np.bool_)
        is_alone[whole] = False
        self.order = np.concatenate([whole, np.flatnonzero(is_alone)])
        """(n,) the vertices so that every set is an interval."""
        self.position = np.empty(size, np.int64)
        """(n,) the place of each vertex in ``order``."""
        self.position[self.order] = np.arange(size)
        self.gaps = self.worth(values, dtype)
        """(n - 1,) worth of the gap behind each place."""

    def worth(self, values: NDArray[Any], dtype: np.dtype[Any]) -> NDArray[Any]:
        """(n - 1,) what the gaps are worth if the sets have other values, of either sign."""
        size = len(self.order)
        steps = np.zeros(size + 1, dtype)
        np.add.at(steps, self._parts.starts, values.astype(dtype))
        np.subtract.at(steps, self._parts.stops - 1, values.astype(dtype))
        gaps: NDArray[Any] = np.cumsum(steps, dtype=dtype)[: max(size - 1, 0)]
        return gaps

    def common(self, first: NDArray[np.int64], second: NDArray[np.int64]) -> NDArray[Any]:
        """(m,) what pairs of different vertices have in common. O(m), after O(n log n) once."""
        return self.gaps[self.narrowest(first, second)]

    def narrowest(self, first: NDArray[np.int64], second: NDArray[np.int64]) -> NDArray[np.int64]:
        """(m,) the gap between them that the fewest sets cover: those that hold both."""
        least = nested.least_between(self._least, self.position, first, second)
        return least & ((1 << self._place_bits) - 1)

    @cached_property
    def _least(self) -> NDArray[np.int64]:
        """Row k holds the least of the 2**k gaps from each place on, where there are so many.

        The vertices in no set come last, so that the gaps in front of them need no row.
        A gap is as large as the number of sets that cover it; of equal ones the first comes first.
        """
        integers = np.dtype(np.int64)
        depth = self.worth(np.ones(len(self._parts.starts), np.int64), integers)
        depth = depth[: max(len(self._parts.whole) - 1, 0)]
        rows = [(depth << self._place_bits) + np.arange(len(depth))]
        for k in range(max(len(depth), 1).bit_length() - 1):
            half = 1 << k
            row = rows[-1].copy()
            np.minimum(row[:-half], row[half:], out=row[:-half])
            rows.append(row)
        return np.stack(rows)

    @property
    def _place_bits(self) -> int:
        """So many bits hold the place of any gap."""
        return len(self.order).bit_length()

    def common_with_rest(self, start: int, stop: int) -> NDArray[Any]:
        """What the places from ``start`` to ``stop - 1`` have in common with all behind them.

        Returns
        -------
        (stop - start, n - stop)
        """
        before = np.minimum.accumulate(self.gaps[start:stop][::-1])[::-1]
        behind = np.minimum.accumulate(self.gaps[stop - 1 :])
        return np.minimum.outer(before, behind)


def parts_of_one(sets: Sequence[NDArray[np.int64]]) -> Parts | None:
    """Sets that are intervals of one array in memory, as the engine returns them.

    Blossoms nest thousands deep, so that their members are too many to be read one by one. None if
    the sets are not such intervals, or the array holds a number twice.

    Raises
    ------
    ValueError
        If two sets overlap without being nested.
    """
    whole = sets[0].base if sets else None
    if not isinstance(whole, np.ndarray) or whole.dtype != np.int64 or not _is_plain(whole):
        return None
    if not all(each.base is whole and _is_plain(each) for each in sets):
        return None
    if len(set(whole.tolist())) < len(whole):
        return None
    starts = np.array([_address(each) for each in sets], np.int64) - _address(whole)
    starts //= whole.itemsize
    parts = Parts(whole, starts, starts + np.array([len(each) for each in sets], np.int64))
    _require_nested(parts)
    return parts


def _is_plain(array: NDArray[Any]) -> bool:
    flags = array.flags
    return array.ndim == 1 and len(array) > 0 and flags.c_contiguous and flags.aligned


def _address(array: NDArray[Any]) -> int:
    address: int = array.__array_interface__["data"][0]
    return address


def _require_nested(parts: Parts) -> None:
    around: list[int] = []
    by_start = np.lexsort((-parts.stops, parts.starts))
    for start, stop in zip(*(each[by_start].tolist() for each in parts[1:]), strict=True):
        while around and around[-1] <= start:
            around.pop()
        if around and stop > around[-1]:
            raise ValueError("two sets overlap without being nested")
        around.append(stop)


def _arranged(size: int, sets: Sequence[NDArray[np.int64]]) -> Parts:
    """Any sets as intervals."""
    ascending = sorted(sets, key=len)
    whole = _order(size, ascending)
    position = np.empty(size, np.int64)
    position[whole] = np.arange(size)
    starts = np.array([position[members].min() for members in sets], np.int64)
    return Parts(whole, starts, starts + np.array([len(members) for members in sets], np.int64))


def _order(size: int, ascending: Sequence[NDArray[np.int64]]) -> NDArray[np.int64]:
    """Join the vertices of each set, smaller sets first."""
    group = np.arange(size)
    joined: dict[int, NDArray[np.int64]] = {}
    for members in ascending:
        groups = sorted(set(group[members].tolist()))
        single = np.array([g for g in groups if g not in joined], np.int64)
        whole = np.concatenate([single, *(joined.pop(g) for g in groups if g in joined)])
        if len(whole) != len(members):
            raise ValueError("two sets overlap without being nested")
        group[members] = group[whole[0]]
        joined[int(group[whole[0]])] = whole
    alone = np.ones(size, np.bool_)
    for whole in joined.values():
        alone[whole] = False
    return np.concatenate([*joined.values(), np.flatnonzero(alone)])
