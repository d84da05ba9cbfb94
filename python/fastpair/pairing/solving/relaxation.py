"""How little the hard rules have to give way so that everybody is paired.

Every pair that rules remove has a cost for each rule that removes it (``Removal.costs``): 1, or the square
of the excess if the rule measures points or grades. Costs are added up rule by rule, and no number of pairs
of a cheaper rule outweighs one of a dearer rule (``HardRule``). No pair is let through that is wider than
the widest game of the draw without the rules that measure. Of equal costs the bye goes by its order. The
model's own rules give way in the draw already; here they only decide between equals.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from ..draw import Relaxations, RelaxedPair, remaining
from .bye import cheapest_to_spare, without
from .costs import composed_cost, heaviest_of_least, least_matching

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from ..draw import HardRule, Removal
    from ..field import Field
    from ..weights.model import Levels

    Bools = NDArray[np.bool_]
    Integers = NDArray[np.int64]

__all__ = ["relaxations"]


def relaxations(
    field: Field,
    levels: Levels,
    removals: Sequence[Removal],
    byes: Sequence[int] | NDArray[np.intp],
    paired: int,
) -> Relaxations:
    """What has to be allowed so that the most players can be paired, proven to be the least.

    Parameters
    ----------
    field
        The players.
    levels : each (n, n) int64
        Weights, the first level first. Among equally cheap ways, the heaviest draw is reported.
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
    own = [removal for removal in removals if removal.own]
    loose = [
        removal
        for removal in removals
        if removal.rule.gives_way and not removal.own and removal.pairs.any()
    ]
    levels = (*(-removal.costs() for removal in reversed(own)), *levels)
    free = np.zeros(graph.shape, dtype=np.int64)
    most = least_matching(free, graph).cardinality
    if most == paired:
        _, left = _best([free], levels, graph, byes)
        return Relaxations(left=tuple(field.key[seat] for seat in left))
    within = graph & ~_too_wide(loose, levels, graph, byes)
    dearest_first = [np.where(within, removal.costs(), 0) for removal in reversed(loose)]
    together = sum(dearest_first, free).clip(max=1)
    cheapest, left = _best(dearest_first, levels, within, byes)
    fewest, _ = _best([together, *dearest_first], levels, within, byes)
    return Relaxations(
        cheapest=_relaxed(field, cheapest, loose),
        fewest=_relaxed(field, fewest, loose),
        rules=tuple(_sufficient(graph, loose, most)),
        left=tuple(field.key[seat] for seat in left),
    )


def _too_wide(
    loose: Sequence[Removal], levels: Levels, graph: Bools, byes: Sequence[int] | NDArray[np.intp]
) -> Bools:
    """Pairs against a rule that are wider than any game of the draw without the rules that measure."""
    dearest_first = [r.costs() * graph for r in reversed(loose) if r.measure is None]
    drawn, _ = _best(dearest_first, levels, graph, byes)
    wide = np.zeros_like(graph)
    for removal in loose:
        if removal.measure is not None:
            widest = int(removal.measure.apart(drawn).max(initial=0))
            wide |= removal.pairs & (removal.measure.distance() > widest)
    return wide


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
            if least_matching(np.zeros(edges.shape, dtype=np.int64), edges).cardinality == most:
                enough.append(set(rules))
                yield rules


def _best(
    costs: Sequence[Integers],
    levels: Levels,
    graph: Bools,
    byes: Sequence[int] | NDArray[np.intp],
) -> tuple[Integers, list[int]]:
    """The most pairs; then the least costs, one after the other; the first bye; the best weights.

    Each aim decides only among the draws that are best by the aims before it.

    Parameters
    ----------
    costs : each (n, n) int64
        None below 0; the first comes before all others.
    levels : each (n, n) int64
        Weights, the first level first.

    Returns
    -------
    (m, 2) int64, list of int
        The pairs, and the seats of those who have neither an opponent nor the bye.
    """
    cost = composed_cost(costs, graph)
    spared = None
    if len(byes) % 2:
        spared = cheapest_to_spare(cost, graph, byes)
        graph = without(graph, spared)
    matching = heaviest_of_least(cost, levels, graph)
    return matching.edges, [int(seat) for seat in matching.unmatched if seat != spared]
