"""What sets of vertices, some worth less than nothing, add to the edges within them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .nesting import Nesting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["add_common"]


def add_common(
    total: NDArray[Any],
    first: NDArray[np.int64],
    second: NDArray[np.int64],
    size: int,
    sets: Sequence[NDArray[np.int64]],
    values: NDArray[Any],
) -> None:
    """Add to each pair of vertices the values of all sets that hold both.

    Sets that are nested, or apart, take O(pairs) time together. Others take so much time each.

    Parameters
    ----------
    total
        (pairs,) is added to.
    first, second
        (pairs,) the vertices.
    size
        Number of vertices.
    sets, values
        The sets, and the value of each.
    """
    outermost = np.full(size, -1)
    for k in sorted(range(len(sets)), key=lambda k: len(sets[k])):
        outermost[sets[k]] = k
    around = outermost[first]
    # Pairs within a set have an outermost set in common, unless the sets overlap.
    inside = np.flatnonzero((around == outermost[second]) & (around >= 0))
    for sign in (1, -1):
        some = np.flatnonzero(np.asarray(sign * values > 0, np.bool_)).tolist()
        if not some:
            continue
        chosen = [sets[k] for k in some]
        try:
            nesting = Nesting(size, chosen, sign * values[some], total.dtype)
        except ValueError:  # some overlap
            for members, value in zip(chosen, values[some].tolist(), strict=True):
                holds = np.zeros(size, np.bool_)
                holds[members] = True
                total[holds[first] & holds[second]] += value
        else:
            where = inside if len(some) == len(sets) else np.arange(len(first))
            total[where] += sign * nesting.common(first[where], second[where])
