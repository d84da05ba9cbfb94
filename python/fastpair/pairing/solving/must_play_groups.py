"""Pairs that are made before all others: within must-play groups, and of those with one opponent."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .best_matching import proven_best

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from numpy.typing import NDArray

    from ..field import Field
    from ..weights.model import Levels

__all__ = ["only_each_other", "pairs_within_groups"]


def pairs_within_groups(
    field: Field,
    levels: Levels,
    allowed: NDArray[np.bool_],
    groups: Iterable[Collection[str]],
) -> list[tuple[int, int]]:
    """The heaviest of all ways to pair the most members of each group with each other.

    The groups are served in their order, and each pair is final. Members whom their group leaves
    over are free to play others [K12 3.2; INTERPRETATION K12-6.2/9.2].

    Parameters
    ----------
    field
        The players; members of groups who are not among them do not matter.
    levels : each (n, n) int64
        Weights, the first level first.
    allowed : (n, n) bool
        The pairs that the other rules allow.
    groups
        Keys of the members of each group.

    Returns
    -------
    list of (int, int)
        Seats of the pairs.

    Raises
    ------
    EngineError
        If the proof fails: a bug of fastpair.
    """
    seat = {key: index for index, key in enumerate(field.key)}
    free = np.ones(len(field), dtype=np.bool_)
    pairs: list[tuple[int, int]] = []
    for group in groups:
        members = np.array(sorted(seat[key] for key in group if key in seat), dtype=np.intp)
        members = members[free[members]]
        inside = np.ix_(members, members)
        worth = tuple(level[inside] for level in levels)
        matching = proven_best(worth, allowed[inside])
        found = members[matching.edges]
        free[found] = False
        pairs += [(int(i), int(j)) for i, j in found]
    return pairs


def only_each_other(allowed: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Pairs of players who may meet nobody else, such as those that are forced, (m, 2).

    A system that looks for opponents within a group makes these pairs first.

    Parameters
    ----------
    allowed : (n, n) bool
        The pairs that the rules allow, symmetric.
    """
    possible = np.count_nonzero(allowed, axis=1)
    one = np.flatnonzero(possible == 1)
    other = allowed[one].argmax(axis=1) if len(one) else one
    mutual = (possible[other] == 1) & (one < other)
    return np.column_stack([one[mutual], other[mutual]])
