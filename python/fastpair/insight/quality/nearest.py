"""A draw whose counts are as near as possible to what they should be."""

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
    """Search for the draw whose counts are nearest to a target: the sum of differences is least.

    A draw with the least or the most of a count can be found by matching, but not every value
    between them belongs to a draw. The search starts from the nearest of these extreme draws, and
    exchanges the opponents of two boards as long as this brings the counts nearer.

    Parameters
    ----------
    draws
        The draws to choose from.
    counts : k arrays (n, n) int64, symmetric
        What each pair adds to each of the counts.
    target : k integers

    Returns
    -------
    The opponent of every seat, (n,) int64; and proven bounds, (3**k - 1,) int64. There is one bound
    for each choice of signs 1, 0 or -1 for the counts, except 0 for all: the least sum of the
    differences to the target with these signs. No draw is nearer than the largest bound.
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
    """The change of a count if two seats meet each other, and their opponents do, (n, n)."""
    own = cost[np.arange(len(mate)), mate]
    changes: Integers = cost + cost[np.ix_(mate, mate)] - own[:, None] - own
    return changes


def _exchanged(mate: Integers, one: int, other: int) -> Integers:
    """The draw in which two seats meet each other, and their opponents do."""
    pairs = np.array([[one, other], mate[[one, other]]])
    mate = mate.copy()
    mate[pairs] = pairs[:, ::-1]
    return mate
