"""The least that the hard rules have to give way so that everybody is paired.

Every pair that a rule removes has a price: one for each rule that removes it. Prices add up rule by
rule, and no number of pairs of a cheaper rule is worth one of a dearer rule (``HardRule``).
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
    """What has to be allowed so that the most players can be paired, all of it proven least.

    Parameters
    ----------
    field
        The players.
    weights : (n, n) int64
        Of equally cheap ways the heaviest is reported.
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
    """The fewest pairs of a removal without which the others let the most players be paired, (n, n).

    Parameters as of ``relaxations``; of equally few pairs those of the heaviest draw.
    """
    others = (other for other in removals if other is not removal)
    graph = remaining(len(weights), others)
    pairs, _ = _best([(removal.pairs & graph).astype(np.int64)], weights, graph, byes)
    drawn = np.zeros_like(graph)
    drawn[tuple(pairs.T)] = True
    found: Bools = (drawn | drawn.T) & removal.pairs
    return found


def _relaxed(field: Field, pairs: Integers, loose: Sequence[Removal]) -> tuple[RelaxedPair, ...]:
    """Those of the pairs that some rule removes."""
    found = []
    for i, j in pairs.tolist():
        rules = tuple(removal.rule for removal in loose if removal.pairs[i, j])
        if rules:
            found.append(RelaxedPair(players=(field.key[i], field.key[j]), rules=rules))
    return tuple(found)


def _sufficient(
    graph: Bools, loose: Sequence[Removal], most: int
) -> Iterator[tuple[HardRule, ...]]:
    """The smallest sets of rules without which ``most`` pairs can be drawn, the cheapest first."""
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
    """The most pairs, of least cost level by level, with the first bye, of greatest weight.

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
    """One cost whose least matchings are least level by level.

    Let the least matchings have the totals c₁, c₂, …, and let a unit of each level cost one more
    than all that c counts below it: with the product of c_k + 1 over the levels below it. Where
    another matching has the first total that differs, it is larger by 1, and costs more than the
    least ones can save below. The totals are found one after the other, with too large a unit.
    """
    totals: list[int] = []
    for number, level in enumerate(levels, 1):
        above = _mixed(levels[: number - 1], totals, np.zeros_like(level))
        bound = _total(level, _least(above, graph))
        least = _least(_below(above, bound + 1, level), graph)
        totals.append(_total(level, least))
    return _mixed(levels, totals, np.zeros(graph.shape, dtype=np.int64))


def _mixed(levels: Sequence[Integers], totals: Sequence[int], cost: Integers) -> Integers:
    """Costs of levels as one, by units that follow from the totals."""
    for level, total in zip(levels, totals, strict=True):
        cost = _below(cost, total + 1, level)
    return cost


def _below(cost: Integers, unit: int, level: Integers) -> Integers:
    """Costs in so many units, and a level below them.

    Raises
    ------
    RuleError
        If that is more than the engine takes.
    """
    if int(cost.max(initial=0)) * unit + int(level.max(initial=0)) > _LARGEST:
        raise RuleError(
            "so many pairs of so many rules would have to be allowed that what is cheapest cannot "
            "be weighed; drop one of the rules"
        )
    return cost * unit + level


def _cheapest_bye(cost: Integers, graph: Bools, order: Sequence[int] | NDArray[np.intp]) -> int:
    """The first of an order without whom the rest costs no more than with everybody.

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

    Costs count as much as there is room for, so that no weight makes up for one. Whether that was
    enough shows: where the total cost stays the least, the weight is the greatest. If it ever is
    not, the pairs of cost are kept as found, and the others are the heaviest beside them.
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
