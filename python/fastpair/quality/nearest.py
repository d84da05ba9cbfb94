"""A draw whose counts are what they should be, or nearly."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from .draws import total

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from .draws import Draws

    Integers = NDArray[np.int64]

__all__ = ["nearest"]


def nearest(
    draws: Draws, counts: Sequence[Integers], target: Sequence[int]
) -> tuple[Integers, Integers]:
    """Search for the draw whose counts are nearest to a target, all differences added up.

    There is a draw with the least and one with the most of a count, but not always one for what
    lies between. The search starts from the nearest of those that are extreme, and exchanges the
    opponents of two boards as long as this brings it nearer.

    Parameters
    ----------
    draws
        Those that there are.
    counts : k arrays (n, n) int64, symmetric
        What each pair counts for, by each of the counts.
    target : k integers

    Returns
    -------
    The opponent of every seat, (n,) int64; and, with all signs 1, 0 and -1 but 0 alone, the least
    that the differences to the target add up to with these signs, (3**k - 1,) int64, proven. No
    draw is nearer than the largest of these.
    """
    goal = np.array(target, dtype=np.int64)

    def differences(mate: Integers) -> Integers:
        return np.array([total(count, mate) for count in counts]) - goal

    signs = np.array([each for each in product((1, 0, -1), repeat=len(counts)) if any(each)])
    extreme = [draws.cheapest(np.tensordot(sign, counts, 1)) for sign in signs]
    least = np.array([sign @ differences(mate) for sign, mate in zip(signs, extreme, strict=True)])
    mate = min(extreme, key=lambda each: int(abs(differences(each)).sum()))
    while (left := differences(mate)).any():
        changes = np.stack([_changes(count, mate) for count in counts], axis=-1)
        distance = abs(changes + left).sum(axis=-1)
        allowed = _changes(draws.first_cost, mate) == 0
        np.fill_diagonal(allowed, val=False)
        distance[~allowed] = distance.max() + 1
        one, other = np.unravel_index(distance.argmin(), distance.shape)
        if distance[one, other] >= abs(left).sum():
            break
        mate = _exchanged(mate, int(one), int(other))
    return mate, least


def _changes(cost: Integers, mate: Integers) -> Integers:
    """What every two seats change by meeting each other, and their opponents too, (n, n)."""
    own = cost[np.arange(len(mate)), mate]
    changes: Integers = cost + cost[np.ix_(mate, mate)] - own[:, None] - own
    return changes


def _exchanged(mate: Integers, one: int, other: int) -> Integers:
    """The draw in which two seats meet each other, and their opponents too."""
    pairs = np.array([[one, other], mate[[one, other]]])
    mate = mate.copy()
    mate[pairs] = pairs[:, ::-1]
    return mate
