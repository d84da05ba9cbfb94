"""Matchings of least cost, where some costs come before others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...errors import RuleError
from ...matching import min_weight_matching, verify
from .best_matching import proven_best

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ...matching import Matching
    from ..weights.model import Levels

    Bools = NDArray[np.bool_]
    Integers = NDArray[np.int64]

__all__ = ["LARGEST_COST", "below", "composed_cost", "heaviest_of_least", "least_matching"]

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
    totals = [0] * min(1, len(levels))
    for number, level in enumerate(levels[1:], 1):
        above = _mixed(levels[:number], totals, np.zeros_like(level))
        bound = _total(level, least_matching(above, graph))
        cheapest = least_matching(below(above, bound + 1, level), graph)
        totals.append(_total(level, cheapest))
    return _mixed(levels, totals, np.zeros(graph.shape, dtype=np.int64))


def _mixed(levels: Sequence[Integers], totals: Sequence[int], cost: Integers) -> Integers:
    """Add the costs of all levels, in units that follow from the totals."""
    for level, total in zip(levels, totals, strict=True):
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
            "so many pairs of so many rules would have to be allowed that what is cheapest cannot "
            "be weighed; drop one of the rules"
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


def _total(cost: Integers, matching: Matching) -> int:
    """Sum of the costs of its pairs."""
    return int(cost[tuple(matching.edges.T)].sum())
