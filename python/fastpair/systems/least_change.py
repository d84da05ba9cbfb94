"""Matchings that keep as many pairs of another one as they can, or so many that it pays.

All of them pair the most players; only among such matchings are pairs kept and weights compared. What
is kept is a symmetric mask of pairs, none of which needs to be allowed any more.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..errors import RuleError
from ..matching import max_weight_matching, verify
from ..matching.quantization import WEIGHT_LIMIT
from .bye import without

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from ..matching import Matching

    Bools = NDArray[np.bool_]
    Integers = NDArray[np.int64]

__all__ = ["Compromise", "at_price", "between", "bye_of_least_change", "least_change"]


@dataclass(frozen=True, slots=True, eq=False)
class Compromise:
    """A matching between the heaviest one and the one that keeps the most pairs."""

    matching: Matching
    """With the weight and the certificate that it has by ``favoured``."""

    favoured: Integers
    """Weights by which it is proven to be the heaviest, (n, n): more for each pair that is kept."""

    kept: int
    """How many pairs it keeps."""

    weight: int
    """What its pairs weigh by themselves."""


def bye_of_least_change(
    allowed: Bools, byes: Sequence[int] | NDArray[np.intp], kept: Bools, kept_bye: int | None
) -> int:
    """The bye by which the most is kept; among several that are equal, the first of an order.

    To have no opponent is to be paired with nobody, who is one more vertex. The bye that was given
    counts as much as a pair. Places in the order break ties: there is one bye, so a place weighs
    less than a pair.

    Parameters
    ----------
    allowed, kept : (n, n) bool
        The pairs that may be drawn, and those that are to be kept; n is odd.
    byes : (n,) int
        All seats in the order in which they are considered for the bye.
    kept_bye
        Who had the bye, if he can have it again.
    """
    n = len(byes)
    weights = np.zeros((n + 1, n + 1), dtype=np.int64)
    weights[:n, :n] = kept * n
    weights[byes, n] = n - 1 - np.arange(n)
    if kept_bye is not None:
        weights[kept_bye, n] += n
    weights[n] = weights[:, n]
    graph = np.ones((n + 1, n + 1), dtype=np.bool_)
    graph[:n, :n] = allowed
    graph[n, n] = False
    matching = max_weight_matching(weights, allowed=graph)
    verify(weights, matching, allowed=graph)
    return int(matching.mate[n])


def least_change(weights: Integers, allowed: Bools, kept: Bools) -> Compromise:
    """Keep the most pairs, and be the heaviest of all matchings that keep as many.

    Parameters
    ----------
    weights : (n, n) int64
    allowed, kept : (n, n) bool

    Raises
    ------
    RuleError
        If the weights are too large to be added up in 60 bits.
    """
    return at_price(weights, allowed, kept, _decisive(weights, allowed, kept))


def at_price(weights: Integers, allowed: Bools, kept: Bools, price: int) -> Compromise:
    """Be the heaviest if each pair that is kept weighs so much more, in units of the weights.

    Of two matchings that are equally good by this, either may be the result. Parameters and errors
    as of ``least_change``.
    """
    even = _centred(weights, allowed)
    if price > WEIGHT_LIMIT - int(abs(even).max(initial=0)):
        price = _decisive(weights, allowed, kept)
    return _favouring(weights, allowed, kept, 1, price)


def between(weights: Integers, allowed: Bools, kept: Bools) -> tuple[Compromise, ...]:
    """The matchings that are the best at some price of a pair, from ``least_change`` to the heaviest.

    Each keeps fewer pairs than the one before it, and is heavier. Seen as points, pairs kept beside
    weight, they are the corners of the upper convex hull of all matchings; a point on an edge
    between two corners may be among them. What lies below an edge is left out, although it may be
    the heaviest that keeps just so many pairs: at every price some corner is better. The
    last is, of several heaviest matchings, one that keeps the most pairs.

    Parameters and errors as of ``least_change``.
    """
    first = least_change(weights, allowed, kept)
    last = _favouring(weights, allowed, kept, len(weights) // 2 + 1, 1)
    return (first, *_corners(weights, allowed, kept, first, last))


def _corners(
    weights: Integers, allowed: Bools, kept: Bools, one: Compromise, other: Compromise
) -> Iterator[Compromise]:
    """The corners after one up to another one: those above the line between, found on its slope."""
    fewer, heavier = one.kept - other.kept, other.weight - one.weight
    if not fewer:
        return
    found = _favouring(weights, allowed, kept, fewer, heavier)
    if found.weight * fewer + found.kept * heavier > one.weight * fewer + one.kept * heavier:
        yield from _corners(weights, allowed, kept, one, found)
        yield from _corners(weights, allowed, kept, found, other)
    else:
        yield other


def _favouring(
    weights: Integers, allowed: Bools, kept: Bools, scale: int, price: int
) -> Compromise:
    """The heaviest matching by the weights times a scale, and a price for each pair that is kept."""
    even = _centred(weights, allowed)
    if int(abs(even).max(initial=0)) * scale + price > WEIGHT_LIMIT:
        raise RuleError(
            "the weights of so many players are too large to be weighed against boards that are "
            "kept; a model with smaller weights is needed"
        )
    favoured = even * scale + kept * np.int64(price)
    matching = max_weight_matching(favoured, allowed=allowed)
    verify(favoured, matching, allowed=allowed)
    pairs = tuple(matching.edges.T)
    return Compromise(
        matching=matching,
        favoured=favoured,
        kept=int(np.count_nonzero(kept[pairs])),
        weight=int(weights[pairs].sum()),
    )


def _decisive(weights: Integers, allowed: Bools, kept: Bools) -> int:
    """A price for which no weight makes up.

    All matchings that count have equally many pairs. So their weights differ by no more than those
    of their pairs can differ together; where that is too much for 60 bits, by no more than the
    heaviest is above one that keeps the most pairs.
    """
    even = _centred(weights, allowed)
    most = int(even.max(initial=0)) - int(even.min(initial=0))
    if (price := most * (len(weights) // 2) + 1) <= WEIGHT_LIMIT - most:
        return price
    keeping = max_weight_matching(kept.astype(np.int64), allowed=allowed)
    rest = allowed
    for i, j in keeping.edges[kept[tuple(keeping.edges.T)]].tolist():
        rest = without(without(rest, i), j)
        rest[i, j] = rest[j, i] = True
    heaviest, lighter = (max_weight_matching(even, allowed=graph) for graph in (allowed, rest))
    return int(heaviest.weight) - int(lighter.weight) + 1


def _centred(weights: Integers, allowed: Bools) -> Integers:
    """The weights of the pairs that may be drawn, around 0.

    All matchings that count have equally many pairs, so that the heaviest stay the heaviest.
    """
    held = weights[allowed]
    middle = (int(held.max()) + int(held.min())) // 2 if held.size else 0
    return np.where(allowed, weights - np.int64(middle), 0)
