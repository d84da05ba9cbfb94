"""Matchings of least cost, and whom the bye can spare."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...errors import RuleError
from ...matching import kbest_matchings, max_weight_matching, min_weight_matching, verify
from ...matching.arrays import WEIGHT_LIMIT
from ...sentences import phrase

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from ...arrays import Bools, Indices, Integers
    from ...matching import Matching
    from ..field import Field
    from ..weights.model import Levels


# ---- The best matching by one weight of each pair, or by several, one level after the other ----


def best_matching(
    levels: Levels, allowed: Bools, order: Indices | None = None, *, complete: bool = True
) -> Matching:
    """The most pairs; of such matchings the heaviest on the first level, of these on the second, ...

    Parameters
    ----------
    complete
        Whether the most pairs come before the levels.
    order
        All vertices in the order in which the engine takes them, (n,), if it is to decide between
        matchings that are equally good.
    """
    if order is not None:
        turned = np.ix_(order, order)
        turned_levels = tuple(level[turned] for level in levels)
        found = best_matching(turned_levels, allowed[turned], complete=complete)
        return found.renumbered(order)
    if len(levels) == 1:
        return max_weight_matching(levels[0], allowed=allowed, maxcardinality=complete)
    return max_weight_matching(levels=levels, allowed=allowed, maxcardinality=complete)


def ranked(levels: Levels, allowed: Bools, k: int | None = None) -> Iterator[Matching]:
    """The best matchings one after the other, so many at most.

    Raises
    ------
    OverflowError
        If the weights are too large to be ranked.
    """
    if len(levels) == 1:
        return kbest_matchings(levels[0], allowed=allowed, k=k, maxcardinality=True)
    return kbest_matchings(levels=levels, allowed=allowed, k=k, maxcardinality=True)


def prove(levels: Levels, matching: Matching, allowed: Bools, *, complete: bool = True) -> None:
    """Check that a matching is the best, see `best_matching`.

    Raises
    ------
    EngineError
        If its proof fails: a bug of fastpair.
    """
    if len(levels) == 1:
        verify(levels[0], matching, allowed=allowed, maxcardinality=complete)
    else:
        verify(None, matching, levels=levels, allowed=allowed, maxcardinality=complete)


def proven_best(levels: Levels, allowed: Bools) -> Matching:
    """The best matching, proven."""
    matching = best_matching(levels, allowed)
    prove(levels, matching, allowed)
    return matching


# ---- Weights that favour some pairs, so that of equally good matchings the one with most of them is best ----


def favour(weights: Integers, pairs: Bools, scale: int, price: int) -> Integers | None:
    """Weights times a scale, and a price more for some pairs; None if the engine can't hold them."""
    if int(abs(weights).max(initial=0)) * scale + price > WEIGHT_LIMIT:
        return None
    return weights * np.int64(scale) + pairs * np.int64(price)


def favour_lightly(weights: Integers, pairs: Bools) -> tuple[Integers, int]:
    """Weights by which, of the heaviest matchings, the one with most of some pairs is the heaviest.

    Returns
    -------
    (n, n) int64, int
        The weights times the number that is returned, and 1 more for the pairs. Where they would not
        fit into the engine's integers, they are as they were, and the number is 1.
    """
    scale = int(np.count_nonzero(pairs)) // 2 + 1
    favoured = favour(weights, pairs, scale, 1)
    return (weights, 1) if favoured is None else (favoured, scale)


def favour_last(levels: Levels, pairs: Bools) -> Levels:
    """Levels by which, of the best matchings, the one with most of some pairs is the best."""
    if len(levels) == 1:
        return (favour_lightly(levels[0], pairs)[0],)
    return *levels, pairs.astype(np.int64)


# ---- Matchings of least cost, where some costs come before others ----

LARGEST_COST = 2**58
"""Costs are no larger, so that they are solved in 64 bits."""


def composed_cost(levels: Sequence[Integers], graph: Bools) -> Integers:
    """One cost whose least matchings are least level by level.

    Let the least matchings have the totals c₁, c₂, … on the levels. A unit of a level costs one more
    than these totals cost on all levels below it: the product of c_k + 1 over the levels below. If
    another matching differs, its first total that differs is larger by at least 1. This costs more
    than it can save on the levels below. The totals are found one after the other, each with a unit
    that is large enough for whatever comes below it.
    """
    # Nothing is above the first level, so that its total is of no use.
    found = [0] * min(1, len(levels))
    for number, level in enumerate(levels[1:], 1):
        above = _mixed(levels[:number], found, np.zeros_like(level))
        (bound,) = totals((level,), least_matching(above, graph).edges)
        cheapest = least_matching(below(above, bound + 1, level), graph)
        found += totals((level,), cheapest.edges)
    return _mixed(levels, found, np.zeros(graph.shape, np.int64))


def _mixed(levels: Sequence[Integers], found: Sequence[int], cost: Integers) -> Integers:
    """Add the costs of all levels, in units that follow from the totals that were found."""
    for level, total in zip(levels, found, strict=True):
        cost = below(cost, total + 1, level)
    return cost


def below(cost: Integers, unit: int, level: Integers) -> Integers:
    """Multiply costs by a number of units, and add a level below them.

    Raises
    ------
    RuleError
        If a sum is more than the engine takes.
    """
    if int(cost.max(initial=0)) * unit + int(level.max(initial=0)) > LARGEST_COST:
        raise RuleError(
            phrase(
                "so many pairs of so many rules would have to be allowed that what is cheapest cannot be weighed; drop one of the rules"
            )
        )
    return cost * unit + level


def heaviest_of_least(cost: Integers, levels: Levels, graph: Bools) -> Matching:
    """A matching of least cost, and of these the heaviest, proven."""
    return proven_best((-cost, *levels), graph)


def least_matching(cost: Integers, graph: Bools) -> Matching:
    """A matching of least cost among those with the most pairs, proven."""
    matching = min_weight_matching(cost, allowed=graph)
    verify(cost, matching, allowed=graph, minimize=True)
    return matching


def most_pairs(graph: Bools) -> int:
    """How many pairs there can be at once."""
    return least_matching(np.zeros(graph.shape, np.int64), graph).cardinality


def totals(levels: Iterable[Integers | Bools], pairs: NDArray[np.integer]) -> tuple[int, ...]:
    """Sums of the weights of some pairs of seats, (m, 2), on each level."""
    return tuple(int(level[tuple(pairs.T)].sum()) for level in levels)


# ---- Who can be spared for the bye ----


def without(allowed: Bools, seat: int) -> Bools:
    """The pairs that are left without one player, (n, n)."""
    rest = allowed.copy()
    rest[seat, :] = rest[:, seat] = False
    return rest


def first_to_spare(allowed: Bools, order: Sequence[int] | Indices) -> int:
    """The first player of an order without whom as many pairs can be drawn as with everybody."""
    first = int(order[0])
    others = without(allowed, first)
    # If half of the others are possible opponents of each, all can be paired [Dirac 1952].
    fewest = np.delete(np.count_nonzero(others, axis=1), first).min(initial=len(order))
    if len(order) % 2 and 2 * fewest >= len(order) - 1:
        return first
    if 2 * most_pairs(others) == len(order) - 1:
        return first
    return cheapest_to_spare(np.zeros(allowed.shape, np.int64), allowed, order)


def cheapest_to_spare(cost: Integers, allowed: Bools, order: Sequence[int] | Indices) -> int:
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
    place = np.empty(n, np.int64)
    place[order] = np.arange(n)
    earliness = 2 * n - place[:, None] - place[None, :]
    matching = least_matching(below(cost, n * left + 1, earliness), allowed)
    return int(min(matching.unmatched, key=place.__getitem__))


# ---- Pairs that are made before all others: within must-play groups, and of those with one opponent ----


def pairs_within_groups(
    field: Field,
    levels: Levels,
    allowed: Bools,
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
    seat = field.seat_by_key
    free = np.ones(len(field), bool)
    pairs: list[tuple[int, int]] = []
    for group in groups:
        members = np.array(sorted(seat[key] for key in group if key in seat), np.intp)
        members = members[free[members]]
        inside = np.ix_(members, members)
        worth = tuple(level[inside] for level in levels)
        matching = proven_best(worth, allowed[inside])
        found = members[matching.edges]
        free[found] = False
        pairs += [(int(i), int(j)) for i, j in found]
    return pairs


def only_each_other(allowed: Bools) -> Integers:
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
