"""How little the hard rules have to give way so that everybody is paired.

Every pair that rules remove has a cost: 1 for each rule that removes it. Costs are added up rule by
rule, and no number of pairs of a cheaper rule outweighs one of a dearer rule (``HardRule``).
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from ..draw import Relaxations, RelaxedPair, remaining
from ..errors import RuleError
from ..matching import max_weight_matching, min_weight_matching, verify

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from ..draw import HardRule, Removal
    from ..field import Field
    from ..matching import Matching

    Bools = NDArray[np.bool_]
    Integers = NDArray[np.int64]

__all__ = ["needed", "relaxations"]

_LARGEST = 2**58
"""Costs are no larger, so that they are solved in 64 bits."""


def relaxations(
    field: Field,
    weights: Integers,
    removals: Sequence[Removal],
    byes: Sequence[int] | NDArray[np.intp],
    paired: int,
) -> Relaxations:
    """What has to be allowed so that the most players can be paired, proven to be the least.

    Parameters
    ----------
    field
        The players.
    weights : (n, n) int64
        Among equally cheap ways, the heaviest draw is reported.
    removals
        What the rules remove.
    byes
        Seats in the order in which they are considered for the bye; empty if there is none.
    paired
        Number of pairs that can be drawn by the rules as they are.

    Raises
    ------
    EngineError
        If a proof fails: a bug of fastpair.
    RuleError
        If so much would have to be allowed that costs do not fit into the engine's integers.
    """
    graph = remaining(len(field), (removal for removal in removals if not removal.rule.gives_way))
    loose = [removal for removal in removals if removal.rule.gives_way and removal.pairs.any()]
    most = _least(np.zeros_like(weights), graph).cardinality
    dearest_first = [(removal.pairs & graph).astype(np.int64) for removal in reversed(loose)]
    together = sum(dearest_first, np.zeros_like(weights)).clip(max=1)
    cheapest, left = _best(dearest_first, weights, graph, byes)
    keys = tuple(field.key[seat] for seat in left)
    if most == paired:
        return Relaxations(left=keys)
    fewest, _ = _best([together, *dearest_first], weights, graph, byes)
    return Relaxations(
        cheapest=_relaxed(field, cheapest, loose),
        fewest=_relaxed(field, fewest, loose),
        rules=tuple(_sufficient(graph, loose, most)),
        left=keys,
    )


def needed(
    removal: Removal,
    removals: Sequence[Removal],
    weights: Integers,
    byes: Sequence[int] | NDArray[np.intp],
) -> Bools:
    """The fewest pairs that one removal has to let through so that the most are paired, (n, n).

    The other removals stay as they are. Parameters as of ``relaxations``; among equally few pairs
    those of the heaviest draw are taken.
    """
    others = (other for other in removals if other is not removal)
    graph = remaining(len(weights), others)
    pairs, _ = _best([(removal.pairs & graph).astype(np.int64)], weights, graph, byes)
    drawn = np.zeros_like(graph)
    drawn[tuple(pairs.T)] = True
    found: Bools = (drawn | drawn.T) & removal.pairs
    return found


def _relaxed(field: Field, pairs: Integers, loose: Sequence[Removal]) -> tuple[RelaxedPair, ...]:
    """Those of the pairs that some rule removes, with all rules that remove them."""
    found = []
    for i, j in pairs.tolist():
        rules = tuple(removal.rule for removal in loose if removal.pairs[i, j])
        if rules:
            found.append(RelaxedPair(players=(field.key[i], field.key[j]), rules=rules))
    return tuple(found)


def _sufficient(
    graph: Bools, loose: Sequence[Removal], most: int
) -> Iterator[tuple[HardRule, ...]]:
    """The smallest sets of rules to drop so that ``most`` pairs can be drawn, cheapest first."""
    enough: list[set[HardRule]] = []
    for size in range(1, len(loose) + 1):
        for dropped in combinations(loose, size):
            rules = tuple(removal.rule for removal in dropped)
            if any(smaller <= set(rules) for smaller in enough):
                continue
            kept = [removal for removal in loose if removal not in dropped]
            edges = graph & remaining(len(graph), kept)
            if _least(np.zeros(edges.shape, dtype=np.int64), edges).cardinality == most:
                enough.append(set(rules))
                yield rules


def _best(
    levels: Sequence[Integers],
    weights: Integers,
    graph: Bools,
    byes: Sequence[int] | NDArray[np.intp],
) -> tuple[Integers, list[int]]:
    """The most pairs; then the least cost, level by level; the first bye; the greatest weight.

    Each aim decides only among the draws that are best by the aims before it.

    Parameters
    ----------
    levels : each (n, n) int64
        Costs, none below 0; the first comes before all others.

    Returns
    -------
    (m, 2) int64, list of int
        The pairs, and the seats of those who have neither an opponent nor the bye.
    """
    cost = _composed(levels, graph)
    spared = None
    if len(byes) % 2:
        spared = _cheapest_bye(cost, graph, byes)
        graph = graph.copy()
        graph[spared, :] = graph[:, spared] = False
    matching = _heaviest(cost, weights, graph)
    return matching.edges, [int(seat) for seat in matching.unmatched if seat != spared]


def _composed(levels: Sequence[Integers], graph: Bools) -> Integers:
    """One cost for all levels, whose least matchings are least level by level.

    Let the least matchings have the totals c₁, c₂, … on the levels. A unit of a level costs one more
    than these totals cost on all levels below it: the product of c_k + 1 over the levels below. If
    another matching differs, its first total that differs is larger by at least 1. This costs more
    than it can save on the levels below. The totals are found one after the other, each with a unit
    that is large enough for whatever comes below it.
    """
    totals: list[int] = []
    for number, level in enumerate(levels, 1):
        above = _mixed(levels[: number - 1], totals, np.zeros_like(level))
        bound = _total(level, _least(above, graph))
        least = _least(_below(above, bound + 1, level), graph)
        totals.append(_total(level, least))
    return _mixed(levels, totals, np.zeros(graph.shape, dtype=np.int64))


def _mixed(levels: Sequence[Integers], totals: Sequence[int], cost: Integers) -> Integers:
    """Add the costs of all levels, in units that follow from the totals."""
    for level, total in zip(levels, totals, strict=True):
        cost = _below(cost, total + 1, level)
    return cost


def _below(cost: Integers, unit: int, level: Integers) -> Integers:
    """Multiply costs by a number of units, and add a level below them.

    Raises
    ------
    RuleError
        If a sum is more than the engine takes.
    """
    if int(cost.max(initial=0)) * unit + int(level.max(initial=0)) > _LARGEST:
        raise RuleError(
            "so many pairs of so many rules would have to be allowed that what is cheapest cannot "
            "be weighed; drop one of the rules"
        )
    return cost * unit + level


def _cheapest_bye(cost: Integers, graph: Bools, order: Sequence[int] | NDArray[np.intp]) -> int:
    """The first player of an order without whom the rest costs no more than with everybody.

    As in the draw itself, places break ties, and never make up for a cost.
    """
    n, unmatched = len(order), len(_least(cost, graph).unmatched)
    place = np.empty(n, dtype=np.int64)
    place[order] = np.arange(n)
    behind = 2 * n - place[:, None] - place[None, :]
    matching = _least(_below(cost, n * unmatched + 1, behind), graph)
    return int(min(matching.unmatched, key=place.__getitem__))


def _heaviest(cost: Integers, weights: Integers, graph: Bools) -> Matching:
    """A matching of least cost, and of these the heaviest; the costs are small.

    A unit of cost counts as much as the engine's integers leave room for, so that no weight should
    make up for it. The result shows whether that was enough: if its total cost is still the least,
    its weight is the greatest. Otherwise the pairs that cost something are kept as found, and the
    others are the heaviest beside them.
    """
    cheapest = _least(cost, graph)
    least = _total(cost, cheapest)
    graph = graph & (cost <= least)
    deficit = weights.max(initial=0) - weights
    room = max(0, _LARGEST - int(deficit.max(initial=0))) // max(least, 1)
    matching = _least(np.where(graph, cost * room, 0) + deficit, graph)
    if _total(cost, matching) != least:
        bought = np.zeros_like(graph)
        bought[tuple(cheapest.edges.T)] = True
        beside = graph & ((cost == 0) | bought | bought.T)
        matching = max_weight_matching(weights, allowed=beside)
        verify(weights, matching, allowed=beside)
    return matching


def _least(cost: Integers, graph: Bools) -> Matching:
    """A matching of least cost among those with the most pairs, proven."""
    matching = min_weight_matching(cost, allowed=graph)
    verify(cost, matching, allowed=graph, minimize=True)
    return matching


def _total(cost: Integers, matching: Matching) -> int:
    return int(cost[tuple(matching.edges.T)].sum())
