"""Who can be spared for the bye."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...matching import max_weight_matching
from .costs import below, least_matching

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["cheapest_to_spare", "first_to_spare", "without"]


def without(allowed: NDArray[np.bool_], seat: int) -> NDArray[np.bool_]:
    """The pairs that are left without one player, (n, n)."""
    rest = allowed.copy()
    rest[seat, :] = rest[:, seat] = False
    return rest


def first_to_spare(allowed: NDArray[np.bool_], order: Sequence[int] | NDArray[np.intp]) -> int:
    """The first player of an order without whom as many pairs can be drawn as with everybody."""
    first = int(order[0])
    others = without(allowed, first)
    # If half of the others are possible opponents of each, all can be paired [Dirac 1952].
    fewest = np.delete(np.count_nonzero(others, axis=1), first).min(initial=len(order))
    if len(order) % 2 and 2 * fewest >= len(order) - 1:
        return first
    all_paired = max_weight_matching(
        np.zeros(allowed.shape, dtype=np.int64), allowed=others, maxcardinality=True
    )
    if 2 * all_paired.cardinality == len(order) - 1:
        return first
    return cheapest_to_spare(np.zeros(allowed.shape, dtype=np.int64), allowed, order)


def cheapest_to_spare(
    cost: NDArray[np.int64], allowed: NDArray[np.bool_], order: Sequence[int] | NDArray[np.intp]
) -> int:
    """The first player of an order without whom the others cost no more than with everybody.

    The others are paired as far as they can be, at the least cost. Places in the order break ties,
    and never make up for a cost. Let a pair cost less the later its two players come in the order. A
    matching of least cost then leaves out the first player who can be spared: the sets of vertices
    that such matchings leave out are the bases of a matroid, and the greedy choice yields its
    lightest basis [Edmonds, Fulkerson 1965].

    Parameters
    ----------
    cost : (n, n) int64
        Costs of the pairs, none below 0.
    allowed : (n, n) bool
        The pairs that may be drawn.
    order : (n,) int
        All seats.
    """
    n, left = len(order), len(least_matching(cost, allowed).unmatched)
    place = np.empty(n, dtype=np.int64)
    place[order] = np.arange(n)
    earliness = 2 * n - place[:, None] - place[None, :]
    matching = least_matching(below(cost, n * left + 1, earliness), allowed)
    return int(min(matching.unmatched, key=place.__getitem__))
