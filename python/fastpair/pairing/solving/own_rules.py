"""The models' own rules, and how they give way: as little as can be, and to no wider game than without them.

A model may have two rules of its own: a limit of scores, and no handicap at the top. In a draw they hold as
if the director had stated them, where everybody can be paired so. Where not, a pair against a rule costs the
square of its excess, so that several small exceptions are better than a wide one, and no exception of the
limit is made up for by any at the top. Two things bound all games that the director does not name:

- The limit rises to the smallest one with which as many can be paired as without it [K12 9.2].
- The round is drawn without the rule for the top, too. Nobody plays a wider game than the widest of that
  draw; of several such draws, as heavy as each other, the one with the narrowest widest game counts.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ...matching import max_weight_matching
from ..draw import HardRule
from ..draw.removal import cap, handicap_at_top, score_limit
from .best_matching import best_matching, proven_best
from .costs import composed_cost, heaviest_of_least, least_matching

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ...matching import Matching
    from ..draw import Constraints, Removal
    from ..draw.removal import Measure, Range
    from ..field import Field
    from ..weights import WeightModel
    from ..weights.model import Levels

    Bools = NDArray[np.bool_]

__all__ = ["certainly_narrow", "given_way", "own_rules", "stated_with", "widest", "without_top"]


def own_rules(model: WeightModel, field: Field, constraints: Constraints) -> tuple[Range, ...]:
    """The rules that give way in a draw, the dearest first.

    Whatever the director says of them takes the place of what the model says; the limit of scores gives
    way even if the director asks for it. The rule for the top is none where the tournament gives no stones
    to anybody. It is none with H = 0 either: every difference of scores calls for a handicap then, so it
    would remove all draws up and down at the top. The paper's H is not 0 [K15 2.1; INTERPRETATION
    K15-2.1 (c), (g)].
    """
    traits, state = model.traits, model.state(field)
    rules = []
    limited = constraints.limit_scores
    if traits.limit_scores if limited is None else limited:
        rules.append(score_limit(state))
    if (
        constraints.no_handicap_at_top is None
        and traits.no_handicap_at_top
        and state.offset != 0
        and state.gives_stones
    ):
        rules.append(handicap_at_top(state))
    return tuple(rules)


def stated_with(constraints: Constraints, own: tuple[Range, ...]) -> Constraints:
    """The director's rules, with the model's among them."""
    names = {rule.name for rule in own}
    return replace(
        constraints,
        no_handicap_at_top=HardRule.HANDICAP_AT_TOP in names or constraints.no_handicap_at_top,
        limit_scores=HardRule.SCORE_LIMIT in names or constraints.limit_scores,
    )


def certainly_narrow(own: tuple[Range, ...], width: int) -> bool:
    """Whether a complete draw by the rules, with this widest game, needs no draw without them beside it.

    A draw that is heavier without the rule for the top breaks the rule. So its widest game has a
    difference that calls for a handicap, and the smallest one of these is no less than this width.
    """
    for rule in own:
        if rule.name is HardRule.HANDICAP_AT_TOP:
            place, most = rule.measure.place, rule.measure.most
            step = int(np.gcd.reduce(place - place[:1])) or 1
            return width <= (most // step + 1) * step
    return True


def given_way(
    own: tuple[Range, ...],
    levels: Levels,
    graph: Bools,
    exempt: Bools | None,
    strict: Matching,
) -> tuple[Removal, ...] | None:
    """What the rules of the model remove when they have given way as far as they must.

    Parameters
    ----------
    own
        The rules, the dearest first; with the best draw by all of them, somebody is left over, or they
        are not ``certainly_narrow``.
    levels : each (n, n) int64
        Weights, the first level first.
    graph : (n, n) bool
        The pairs that the rules of the director allow.
    exempt
        The pairs that the director allows or forces, whose width does not matter.
    strict
        The best draw by all rules.

    Returns
    -------
    None if no rule has to give way.

    Raises
    ------
    EngineError
        If a proof fails: a bug of fastpair.
    """
    named = np.zeros_like(graph) if exempt is None else exempt
    if _holds(own, levels, graph, named, strict):
        return None
    costs: list[NDArray[np.int64]] = []
    best: Matching | None = None
    for rule in own:
        cost = rule.removal(named).costs()
        if rule.name is HardRule.SCORE_LIMIT:
            width = _smallest_limit(rule.measure, cost, graph, named)
        else:
            best = _best(costs, levels, graph)
            width = widest(own, best, named)
            if cost[tuple(best.edges.T)].any():
                weighed = (-composed_cost(costs, graph), *levels) if costs else levels
                width = _narrowest(own, weighed, graph, named, best)
                best = None
        graph = graph & ((rule.measure.distance() <= width) | named)
        costs = [np.where(graph, each, 0) for each in (*costs, cost)]
    best = best or _best(costs, levels, graph)
    drawn = np.zeros_like(graph)
    drawn[tuple(best.edges.T)] = True
    drawn |= drawn.T
    limited = any(rule.name is HardRule.SCORE_LIMIT for rule in own)
    rules = own if limited else (*own, cap(rule.measure, width))
    return tuple(each.removal(named | drawn, own=True) for each in rules)


def _holds(
    own: tuple[Range, ...], levels: Levels, graph: Bools, named: Bools, strict: Matching
) -> bool:
    """Whether the best draw by all rules pairs the most, and none without them is narrower and as good."""
    if 2 * strict.cardinality < np.count_nonzero(graph.any(axis=1)) - 1:
        return False
    width = widest(own, strict, named)
    for rule in without_top(own, width):
        graph = graph & ~rule.removal(named).pairs
    return _value(best_matching(levels, graph)) < _value(strict)


def without_top(own: tuple[Range, ...], width: int) -> tuple[Range, ...]:
    """The rules but the one for the top, in a draw without games of this width or wider."""
    others = (rule for rule in own if rule.name is not HardRule.HANDICAP_AT_TOP)
    return *others, cap(own[0].measure, width - 1)


def widest(own: tuple[Range, ...], matching: Matching, named: Bools | None = None) -> int:
    """Difference of the widest game of a draw but those that the director names."""
    pairs = matching.edges
    if named is not None:
        pairs = pairs[~named[tuple(pairs.T)]]
    return int(own[0].measure.apart(pairs).max(initial=0)) if own else 0


def _best(costs: Sequence[NDArray[np.int64]], levels: Levels, graph: Bools) -> Matching:
    """The heaviest of the draws of least costs, proven."""
    if not costs:
        return proven_best(levels, graph)
    return heaviest_of_least(composed_cost(costs, graph), levels, graph)


def _smallest_limit(measure: Measure, cost: NDArray[np.int64], graph: Bools, named: Bools) -> int:
    """The smallest difference within which as many can be paired as with any."""
    free, distance = np.zeros(graph.shape, dtype=np.int64), measure.distance()
    cheap = least_matching(np.where(graph, cost, 0), graph)
    pairs = cheap.edges[~named[tuple(cheap.edges.T)]]
    enough = max(measure.most, int(measure.apart(pairs).max(initial=0)))
    steps = np.unique(distance[graph & ~named & (distance > measure.most) & (distance < enough)])
    limits = [measure.most] * (enough > measure.most) + steps.tolist()
    # A draw of least cost is hardly ever wider than it must be, so that the first step decides.
    low, high, middle = 0, len(limits), len(limits) - 1
    while low < high:
        near = graph & ((distance <= limits[middle]) | named)
        found = max_weight_matching(free, allowed=near, maxcardinality=True)
        enough_near = found.cardinality == cheap.cardinality
        low, high = (low, middle) if enough_near else (middle + 1, high)
        middle = (low + high) // 2
    return int(limits[low]) if low < len(limits) else enough


def _narrowest(
    own: tuple[Range, ...], levels: Levels, graph: Bools, named: Bools, best: Matching
) -> int:
    """Difference of the widest game of the best draw; of several, of the one in which it is smallest."""
    distance, found = own[0].measure.distance(), best
    while _value(found) == _value(best):
        width = widest(own, found, named)
        if width == 0:
            break
        found = best_matching(levels, graph & ((distance < width) | named))
    return width


def _value(matching: Matching) -> tuple[int, ...]:
    """How good a draw is: the pairs, then the weights level by level."""
    weight = matching.weight
    return matching.cardinality, *(weight if isinstance(weight, tuple) else (weight,))
