"""Matchings that keep as many pairs of another one as they can, or so many that it pays.

All of them pair the most players; only such matchings are compared. A symmetric mask ``kept`` marks
the pairs that are to be kept, as far as they are allowed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ...errors import RuleError
from ...matching import max_weight_matching, verify
from ...matching.quantization import WEIGHT_LIMIT
from ..solving.bye import without

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from ...matching import Matching

    Bools = NDArray[np.bool_]
    Integers = NDArray[np.int64]

__all__ = [
    "Compromise",
    "at_price",
    "between",
    "bye_of_least_change",
    "least_change",
    "nearest_heaviest",
]


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

    The bye is one more vertex, and the player who is matched with it has no opponent. The bye that was
    given counts as much as a pair. Places in the order break ties: as there is one bye, all that they
    can weigh is less than a pair.

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
    matching = max_weight_matching(weights, allowed=graph, maxcardinality=True)
    verify(weights, matching, allowed=graph, maxcardinality=True)
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
    task = _Task.of(weights, allowed, kept)
    return task.favouring(1, task.decisive())


def at_price(weights: Integers, allowed: Bools, kept: Bools, price: int) -> Compromise:
    """Be the heaviest if each pair that is kept weighs so much more, in units of the weights.

    Of two matchings that are equally good by this, either may be the result. Parameters and errors
    as of ``least_change``.
    """
    task = _Task.of(weights, allowed, kept)
    fits = price <= WEIGHT_LIMIT - task.largest
    return task.favouring(1, price if fits else task.decisive())


def nearest_heaviest(weights: Integers, allowed: Bools, kept: Bools) -> Compromise:
    """Be one of the heaviest matchings, and of these one that keeps the most pairs.

    Parameters and errors as of ``least_change``.
    """
    return _Task.of(weights, allowed, kept).favouring(len(weights) // 2 + 1, 1)


def between(weights: Integers, allowed: Bools, kept: Bools) -> tuple[Compromise, ...]:
    """The matchings that are the best at some price of a pair, from ``least_change`` to the heaviest.

    Each keeps fewer pairs than the one before it, and is heavier. Seen as points, pairs kept beside
    weight, they are the corners of the upper convex hull of all matchings; a point on an edge
    between two corners may be among them. What lies below an edge is left out, although it may be
    the heaviest that keeps just so many pairs: at every price some corner is better. The
    last is ``nearest_heaviest``.

    Parameters and errors as of ``least_change``.
    """
    task = _Task.of(weights, allowed, kept)
    first = task.favouring(1, task.decisive())
    last = task.favouring(len(weights) // 2 + 1, 1)
    return (first, *_corners(task, first, last))


def _corners(task: _Task, one: Compromise, other: Compromise) -> Iterator[Compromise]:
    """The corners after one up to another one: those above the line between, found on its slope."""
    fewer, heavier = one.kept - other.kept, other.weight - one.weight
    if not fewer:
        return
    found = task.favouring(fewer, heavier)
    if found.weight * fewer + found.kept * heavier > one.weight * fewer + one.kept * heavier:
        yield from _corners(task, one, found)
        yield from _corners(task, found, other)
    else:
        yield other


@dataclass(frozen=True, slots=True, eq=False)
class _Task:
    """Weights, the pairs that may be drawn, and those that are to be kept."""

    weights: Integers
    allowed: Bools
    kept: Bools

    centred: Integers
    """The weights around 0. All matchings that count have equally many pairs, so that the heaviest
    stay the heaviest."""

    largest: int
    """The size of the largest of these."""

    @classmethod
    def of(cls, weights: Integers, allowed: Bools, kept: Bools) -> _Task:
        held = weights[allowed]
        middle = (int(held.max()) + int(held.min())) // 2 if held.size else 0
        centred = np.where(allowed, weights - np.int64(middle), 0)
        return cls(weights, allowed, kept, centred, int(abs(centred).max(initial=0)))

    def favouring(self, scale: int, price: int) -> Compromise:
        """The heaviest matching by the weights times a scale, and a price for each pair kept."""
        if self.largest * scale + price > WEIGHT_LIMIT:
            raise RuleError(
                "the weights of so many players are too large to be weighed against boards that "
                "are kept; a model with smaller weights is needed"
            )
        favoured = self.centred * scale + self.kept * np.int64(price)
        matching = max_weight_matching(favoured, allowed=self.allowed, maxcardinality=True)
        verify(favoured, matching, allowed=self.allowed, maxcardinality=True)
        pairs = tuple(matching.edges.T)
        return Compromise(
            matching=matching,
            favoured=favoured,
            kept=int(np.count_nonzero(self.kept[pairs])),
            weight=int(self.weights[pairs].sum()),
        )

    def decisive(self) -> int:
        """A price for one pair that is more than any two matchings that matter differ in weight.

        Two matchings differ by no more than the range of the weights times the number of pairs. Where
        that is too much for 60 bits, a bound is the difference between the heaviest matching and the
        heaviest of those that hold certain pairs, as many as can be kept.
        """
        apart = int(self.centred.max(initial=0)) - int(self.centred.min(initial=0))
        price = apart * (len(self.weights) // 2) + 1
        if price <= WEIGHT_LIMIT - self.largest:
            return price
        keeping = max_weight_matching(
            self.kept.astype(np.int64), allowed=self.allowed, maxcardinality=True
        )
        rest = self.allowed
        for i, j in keeping.edges[self.kept[tuple(keeping.edges.T)]].tolist():
            rest = without(without(rest, i), j)
            rest[i, j] = rest[j, i] = True
        heaviest, lighter = (
            max_weight_matching(self.centred, allowed=graph, maxcardinality=True)
            for graph in (self.allowed, rest)
        )
        return int(heaviest.weight) - int(lighter.weight) + 1
