"""Opponents for the players whom a greedy system leaves over."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...matching import min_weight_matching

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .arguments import Integers

__all__ = ["completed"]


def completed(
    pairs: Integers, score_x2: Integers, allowed: NDArray[np.bool_]
) -> tuple[Integers, Integers]:
    """Pair as many players as possible, and take apart as few of the pairs as that needs.

    Among equally few, the sum of the squared differences of scores of the new pairs is the least.

    Parameters
    ----------
    pairs : (m, 2) int64
        Players who have found each other.
    score_x2 : (n,) int64
        Doubled scores of all players.
    allowed : (n, n) bool
        The pairs that there may be, symmetric.

    Returns
    -------
    (k, 2) int64, (l, 2) int64
        The pairs that stay, as they were given, and the new ones.
    """
    new = np.empty((0, 2), dtype=np.int64)
    if len(score_x2) - 2 * len(pairs) < 2:
        return pairs, new
    first, second = pairs.T
    difference = score_x2[:, None] - score_x2
    apart = difference * difference
    cost = apart + len(apart) * int(apart.max()) + 1
    cost[first, second] = cost[second, first] = 0
    matching = min_weight_matching(cost, allowed=allowed)
    found = matching.edges
    return pairs[matching.mate[first] == second], found[cost[tuple(found.T)] > 0]
