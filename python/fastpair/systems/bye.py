"""Who can be spared for the bye."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..matching import max_weight_matching, verify

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["first_to_spare", "without"]


def without(allowed: NDArray[np.bool_], seat: int) -> NDArray[np.bool_]:
    """The pairs that are left without one player, (n, n)."""
    rest = allowed.copy()
    rest[seat, :] = rest[:, seat] = False
    return rest


def first_to_spare(allowed: NDArray[np.bool_], order: Sequence[int] | NDArray[np.intp]) -> int:
    """The first player of an order without whom as many pairs can be drawn as with everybody.

    Let a pair weigh the sum of the two players' places in the order. A heaviest matching of maximum
    cardinality then leaves out the first player who can be spared: the sets of vertices that such
    matchings leave out are the bases of a matroid, and the greedy choice yields its lightest basis
    [Edmonds, Fulkerson 1965].
    """
    first = int(order[0])
    others = without(allowed, first)
    # If half of the others are possible opponents of each, all can be paired [Dirac 1952].
    fewest = np.delete(np.count_nonzero(others, axis=1), first).min(initial=len(order))
    if len(order) % 2 and 2 * fewest >= len(order) - 1:
        return first
    all_paired = max_weight_matching(np.zeros(allowed.shape, dtype=np.int64), allowed=others)
    if 2 * all_paired.cardinality == len(order) - 1:
        return first
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    weights = place[:, None] + place[None, :]
    matching = max_weight_matching(weights, allowed=allowed)
    verify(weights, matching, allowed=allowed)
    return int(min(matching.unmatched, key=place.__getitem__))
