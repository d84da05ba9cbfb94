"""The matching of a round under its hard rules, and what gives way if not all can be paired."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from ...matching import max_weight_matching, verify
from ...matching.blocks import Blocks
from ..draw import HardRule, Relaxations, RelaxedPair, remaining
from ..draw.constraints import cap, handicap_at_top, score_limit
from .costs import (
    best_matching,
    cheapest_to_spare,
    composed_cost,
    first_to_spare,
    heaviest_of_least,
    least_matching,
    most_pairs,
    pairs_within_groups,
    prove,
    proven_best,
    totals,
    without,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence
    from fractions import Fraction

    from ...arrays import Bools, Indices, Integers
    from ...matching import Matching
    from ..draw import Constraints, Removal
    from ..draw.constraints import Part, RangeRule, RuleMeasure
    from ..field import Field
    from ..weights import WeightModel, Weights
    from ..weights.evaluation import Pieces
    from ..weights.model import Levels


# ---- The models' own rules, and how they give way: as little as can be, and to no wider game than without them ----

# A model may have two rules of its own: a limit of scores, and no handicap at the top. In a draw they hold as
# if the director had stated them, where everybody can be paired so. Where not, a pair against a rule costs the
# square of its excess, so that several small exceptions are better than a wide one, and no exception of the
# limit is made up for by any at the top. Two things bound all games that the director does not name:
#
# - The limit rises to the smallest one with which as many can be paired as without it [K12 9.2].
# - The round is drawn without the rule for the top, too. Nobody plays a wider game than the widest of that
#   draw; of several such draws, as heavy as each other, the one with the narrowest widest game counts.
#
# A component of a model may be one for which no game is to be wider, such as homes
# (``Traits.no_wider_for``). Then the round is drawn without it, too, and the widest game of that draw
# bounds all games in the same way.


def own_rules(model: WeightModel, field: Field, constraints: Constraints) -> tuple[RangeRule, ...]:
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


def stated_with(constraints: Constraints, own: tuple[RangeRule, ...]) -> Constraints:
    """The director's rules, with the model's among them."""
    names = {rule.name for rule in own}
    return replace(
        constraints,
        no_handicap_at_top=HardRule.HANDICAP_AT_TOP in names or constraints.no_handicap_at_top,
        limit_scores=HardRule.SCORE_LIMIT in names or constraints.limit_scores,
    )


def certainly_narrow(own: tuple[RangeRule, ...], width: int) -> bool:
    """Whether a complete draw by the rules, with this widest game, needs no draw without them beside it.

    A draw that is heavier without the rule for the top breaks the rule. So its widest game has a
    difference that calls for a handicap, and the smallest one of these is no less than this width.
    """
    for rule in own:
        if rule.name is HardRule.HANDICAP_AT_TOP:
            if rule.measure.is_open:
                return False
            place, most = rule.measure.places[:, 0], rule.measure.most
            step = int(np.gcd.reduce(place - place[:1])) or 1
            return width <= (most // step + 1) * step
    return True


def given_way(
    own: tuple[RangeRule, ...],
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
    exempt_pairs = np.zeros_like(graph) if exempt is None else exempt
    if _holds(own, levels, graph, exempt_pairs, strict):
        return None
    costs: list[Integers] = []
    best: Matching | None = None
    for rule in own:
        cost = rule.removal(exempt_pairs).costs()
        if rule.name is HardRule.SCORE_LIMIT:
            width = _smallest_limit(rule.measure, cost, graph, exempt_pairs)
        else:
            best = _best(costs, levels, graph)
            width = widest(own, best, exempt_pairs)
            if cost[tuple(best.edges.T)].any():
                weighed = (-composed_cost(costs, graph), *levels) if costs else levels
                width = _narrowest(own, weighed, graph, exempt_pairs, best)
                best = None
        graph = graph & ((rule.measure.distance() <= width) | exempt_pairs)
        costs = [np.where(graph, each, 0) for each in (*costs, cost)]
    best = best or _best(costs, levels, graph)
    on_boards = np.zeros_like(graph)
    on_boards[tuple(best.edges.T)] = True
    on_boards |= on_boards.T
    limited = any(rule.name is HardRule.SCORE_LIMIT for rule in own)
    rules = own if limited else (*own, cap(rule.measure, width))
    return tuple(each.removal(exempt_pairs | on_boards, own=True) for each in rules)


def _holds(
    own: tuple[RangeRule, ...], levels: Levels, graph: Bools, exempt_pairs: Bools, strict: Matching
) -> bool:
    """Whether the best draw by all rules pairs the most, and none without them is narrower and as good."""
    if 2 * strict.cardinality < np.count_nonzero(graph.any(axis=1)) - 1:
        return False
    width = widest(own, strict, exempt_pairs)
    for rule in without_top(own, width):
        graph = graph & ~rule.removal(exempt_pairs).pairs
    return _value(best_matching(levels, graph)) < _value(strict)


def without_top(own: tuple[RangeRule, ...], width: int) -> tuple[RangeRule, ...]:
    """The rules but the one for the top, in a draw without games of this width or wider."""
    others = (rule for rule in own if rule.name is not HardRule.HANDICAP_AT_TOP)
    return *others, cap(own[0].measure, width - 1)


def widest(
    own: tuple[RangeRule, ...], matching: Matching, exempt_pairs: Bools | None = None
) -> int:
    """Difference of the widest game of a draw but those that the director names."""
    return width_of(own[0].measure, matching, exempt_pairs) if own else 0


def width_of(measure: RuleMeasure, matching: Matching, exempt_pairs: Bools | None = None) -> int:
    """Difference of the widest game of a draw but those that the director names, by a measure."""
    pairs = matching.edges
    if exempt_pairs is not None:
        pairs = pairs[~exempt_pairs[tuple(pairs.T)]]
    return int(measure.apart(pairs).max(initial=0))


def certainly_needed(measure: RuleMeasure, width: int) -> bool:
    """Whether every draw of all players has a game of this difference or of a larger one."""
    if measure.is_open:
        return width == 0
    places, sizes = np.unique(measure.places[:, 0], return_counts=True)
    step = int(np.diff(places).min(initial=width + 1))
    return width == 0 or (width <= step and bool((sizes % 2).any()))


def yielding_components(model: WeightModel, constraints: Constraints) -> frozenset[str]:
    """Components for which no game is wider than without them, unless the director wants no limit."""
    if constraints.limit_scores is False:
        return frozenset()
    return frozenset(model.traits.no_wider_for).intersection(model.names)


def _best(costs: Sequence[Integers], levels: Levels, graph: Bools) -> Matching:
    """The heaviest of the draws of least costs, proven."""
    if not costs:
        return proven_best(levels, graph)
    return heaviest_of_least(composed_cost(costs, graph), levels, graph)


def _smallest_limit(measure: RuleMeasure, cost: Integers, graph: Bools, exempt_pairs: Bools) -> int:
    """The smallest difference within which as many can be paired as with any."""
    distance = measure.distance()
    cheap = least_matching(np.where(graph, cost, 0), graph)
    pairs = cheap.edges[~exempt_pairs[tuple(cheap.edges.T)]]
    enough = max(measure.most, int(measure.apart(pairs).max(initial=0)))
    steps = np.unique(
        distance[graph & ~exempt_pairs & (distance > measure.most) & (distance < enough)]
    )
    limits = [measure.most] * (enough > measure.most) + steps.tolist()
    # A draw of least cost is hardly ever wider than it must be, so that the first step decides.
    low, high, middle = 0, len(limits), len(limits) - 1
    while low < high:
        near = graph & ((distance <= limits[middle]) | exempt_pairs)
        enough_near = most_pairs(near) == cheap.cardinality
        low, high = (low, middle) if enough_near else (middle + 1, high)
        middle = (low + high) // 2
    return int(limits[low]) if low < len(limits) else enough


def _narrowest(
    own: tuple[RangeRule, ...], levels: Levels, graph: Bools, exempt_pairs: Bools, best: Matching
) -> int:
    """Difference of the widest game of the best draw; of several, of the one in which it is smallest."""
    distance, found = own[0].measure.distance(), best
    while _value(found) == _value(best):
        width = widest(own, found, exempt_pairs)
        if width == 0:
            break
        found = best_matching(levels, graph & ((distance < width) | exempt_pairs))
    return width


def _value(matching: Matching) -> tuple[int | Fraction, ...]:
    """How good a draw is: the pairs, then the weights level by level."""
    return matching.cardinality, *(matching.levels or (matching.weight,))


# ---- How little the hard rules have to give way so that everybody is paired ----

# Every pair that rules remove has a cost for each rule that removes it (``Removal.costs``): 1, or the square
# of the excess if the rule measures points or grades. Costs are added up rule by rule, and no number of pairs
# of a cheaper rule outweighs one of a dearer rule (``HardRule``). No pair is let through that is wider than
# the widest game of the draw without the rules that measure. Of equal costs the bye goes by its order. The
# model's own rules give way in the draw already; here they only decide between equals.


def relaxations(
    field: Field,
    levels: Levels,
    removals: Sequence[Removal],
    byes: Sequence[int] | Indices,
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
    free = np.zeros(graph.shape, np.int64)
    most = most_pairs(graph)
    if most == paired:
        _, left = _best_relaxation([free], levels, graph, byes)
        return Relaxations(left=tuple(field.key[seat] for seat in left))
    within = graph & ~_too_wide(loose, levels, graph, byes)
    dearest_first = [np.where(within, removal.costs(), 0) for removal in reversed(loose)]
    together = sum(dearest_first, free).clip(max=1)
    cheapest, left = _best_relaxation(dearest_first, levels, within, byes)
    fewest, _ = _best_relaxation([together, *dearest_first], levels, within, byes)
    return Relaxations(
        cheapest=_relaxed(field, cheapest, loose),
        fewest=_relaxed(field, fewest, loose),
        rules=tuple(_sufficient(graph, loose, most)),
        left=tuple(field.key[seat] for seat in left),
    )


def _too_wide(
    loose: Sequence[Removal], levels: Levels, graph: Bools, byes: Sequence[int] | Indices
) -> Bools:
    """Pairs against a rule that are wider than any game of the draw without the rules that measure."""
    dearest_first = [r.costs() * graph for r in reversed(loose) if r.measure is None]
    heaviest, _ = _best_relaxation(dearest_first, levels, graph, byes)
    wide = np.zeros_like(graph)
    for removal in loose:
        if removal.measure is not None:
            widest = int(removal.measure.apart(heaviest).max(initial=0))
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
            needed = [removal for removal in loose if removal not in dropped]
            edges = graph & remaining(len(graph), needed)
            if most_pairs(edges) == most:
                enough.append(set(rules))
                yield rules


def _best_relaxation(
    costs: Sequence[Integers],
    levels: Levels,
    graph: Bools,
    byes: Sequence[int] | Indices,
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


# ---- Who plays whom: the heaviest of all matchings of maximum cardinality within the hard rules ----

if TYPE_CHECKING:
    Seats = Sequence[int] | Indices


_ORDER = {rule: place for place, rule in enumerate(HardRule)}

_RANGE = 128
"""Players between whom a bound holds. A round of 8385 players takes as long with 64 and with 256, and
50 MB more with 256."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Problem:
    """The players of a round, the weights of their pairs, who may meet, and who may have the bye."""

    weights: Weights
    """Those who are matched, and the weights of their pairs; without levels if they are too many for
    a matrix, see ``solve_by_bounds``."""

    constraints: Constraints
    """The hard rules that the director has stated."""

    byes: Seats = ()
    """Seats in the order in which they are considered for the bye; nobody gets it if their number is
    even."""

    bye: int | None = None
    """Seat of the player who has the bye, whoever is first in this order."""

    spared: int | None = None
    """Row of the player who got the bye before the pairs were weighed, and has no seat."""

    @property
    def field(self) -> Field:
        """Those who are matched."""
        return self.weights.field

    @property
    def model(self) -> WeightModel:
        """The model that weighs their pairs."""
        return self.weights.model

    def solve(self, levels: Levels | None = None) -> Solution:
        """Choose the heaviest of all matchings of maximum cardinality.

        The model's own rules give way where somebody would be left over, or would play a wider game
        than without them; what the director says does not.

        Parameters
        ----------
        levels : each (n, n) int64
            Weights that take the place of the model's, those of the first level before all others.
        """
        levels = self.weights.levels if levels is None else levels
        found = self._by_rules(levels, self.bye)
        width = self._width_needed(found)
        return found if width is None else self._by_rules(levels, found.seat_of_bye, width)

    def _width_needed(self, found: Solution) -> int | None:
        """Difference of the widest game without some components; None if no game of a draw is wider."""
        measure, exempt = score_limit(self.model.state(self.field)).measure, found.exempt
        width, bye = width_of(measure, found.matching, exempt), found.seat_of_bye
        if exempt is None and not found.left and bye is None and certainly_needed(measure, width):
            return None
        levels = self._levels_without(yielding_components(self.model, self.constraints))
        if width == 0 or levels is None:
            return None
        best = self._by_rules(levels, bye)
        needed = min(width, width_of(measure, best.matching, best.exempt))
        while needed:
            narrower = self._by_rules(levels, bye, needed - 1)
            if narrower.rank < best.rank:
                break
            needed = width_of(measure, narrower.matching, narrower.exempt)
        return needed if needed < width else None

    def _levels_without(self, names: Collection[str]) -> Levels | None:
        """The weights without some components; None if these are the same for all pairs."""
        groups = [[name for name in level if name in names] for level in self.model.levels]
        shares = self.model.weigh_groups(self.field, groups) if names else ()
        pairs = ~np.eye(len(self.field), dtype=np.bool_)
        if not any(np.ptp(share[pairs]) for share in shares if share.size > 1):
            return None
        return tuple(
            level - share for level, share in zip(self.weights.levels, shares, strict=True)
        )

    def _by_rules(self, levels: Levels, bye: int | None, width: int | None = None) -> Solution:
        """Choose the heaviest matching whose games are no wider, as far as rules of the model allow."""
        field, stated_rules = self.field, self.constraints
        state = self.model.state(field)
        own = own_rules(self.model, field, stated_rules)
        pairs = self._pairs_of_groups(levels, own)
        rules = replace(stated_rules, force=stated_rules.force | _keys(field, pairs))
        rules_of_round = stated_rules.removals(field, pairs, state=state)
        # The rules of the model have no part in who has the bye.
        graph, exempt = remaining(len(field), rules_of_round), rules.exempt(field)
        if own and bye is None and len(self.byes) % 2:
            bye = first_to_spare(graph, self.byes)
        if width is not None:
            limit = cap(score_limit(state).measure, width).removal(exempt, own=True)
            rules_of_round, graph = (*rules_of_round, limit), graph & ~limit.pairs
        if not own:
            return self._matched(levels, rules_of_round, rules, bye)
        rules = stated_with(rules, own)
        strict = (rule.removal(exempt, own=True) for rule in own)
        found = self._matched(levels, (*rules_of_round, *strict), rules, bye)
        if not found.incomplete and certainly_narrow(own, widest(own, found.matching, exempt)):
            return found
        graph = graph if bye is None else without(graph, bye)
        yielding = given_way(own, levels, graph, exempt, found.matching)
        if yielding is None:
            return found
        return self._matched(levels, (*rules_of_round, *yielding), rules, bye)

    def _pairs_of_groups(self, levels: Levels, own: Sequence[RangeRule]) -> list[tuple[int, int]]:
        """Seats of the pairs made within must-play groups, to which the model's rules yield."""
        field, constraints = self.field, self.constraints
        if not constraints.must_play_groups:
            return []
        removals = constraints.removals(field, state=self.model.state(field))
        allowed, exempt = remaining(len(field), removals), constraints.exempt(field)
        costs = (-rule.removal(exempt).costs() for rule in own)
        return pairs_within_groups(field, (*costs, *levels), allowed, constraints.must_play_groups)

    def _matched(
        self,
        levels: Levels,
        removals: tuple[Removal, ...],
        rules: Constraints,
        bye: int | None,
    ) -> Solution:
        """Give the bye to the first who can be spared, and match the others."""
        removals = tuple(sorted(removals, key=lambda removal: _ORDER[removal.rule]))
        allowed, order = remaining(len(self.field), removals), self.model.order(self.field)
        for seat in self._candidates(allowed, bye):
            rest = allowed if seat is None else without(allowed, seat)
            found = Solution(
                problem=self,
                matching=best_matching(levels, rest, order),
                levels=levels,
                allowed=rest,
                seat_of_bye=seat,
                removals=removals,
                constraints=rules,
            )
            if not found.left:
                break
        return found

    def _candidates(self, allowed: Bools, bye: int | None) -> Iterator[int | None]:
        """Who may get the bye: the first of the order, and others only if he leaves somebody over.

        None stands for nobody.
        """
        if bye is not None or len(self.byes) % 2 == 0:
            yield bye
            return
        yield int(self.byes[0])
        yield first_to_spare(allowed, self.byes)

    def solve_by_bounds(self) -> Solution | None:
        """Choose the heaviest of all matchings that leave nobody over, weighing few pairs.

        Returns
        -------
        None if the model or the rules need all pairs, or if a rule of the model has to give way or
        somebody would be left over.
        """
        field, model = self.field, self.model
        players = len(field) - (self.bye is not None)
        if players % 2 or len(model.levels) > 1 or model.order(field) is not None:
            return None
        pieces = model.pieces(field)
        found = None if pieces is None else self._bounded(pieces)
        if pieces is None or found is None:
            return None
        measure = score_limit(model.state(field)).measure
        width = width_of(measure, found.matching)
        components = yielding_components(model, self.constraints)
        if not components or (self.bye is None and certainly_needed(measure, width)):
            return found
        needed = self._width_by_bounds(components, measure, width)
        return found if needed == width else self._bounded(pieces, needed)

    def _width_by_bounds(
        self, components: Collection[str], measure: RuleMeasure, width: int
    ) -> int:
        """Difference of the widest game without some components, where less than that of a draw."""
        lighter = self.model.pieces(self.field, components)
        best = None if lighter is None else self._bounded(lighter)
        if lighter is None or best is None:
            return width
        needed = min(width, width_of(measure, best.matching))
        while needed:
            narrower = self._bounded(lighter, needed - 1)
            if narrower is None or _value(narrower.matching) < _value(best.matching):
                break
            needed = width_of(measure, narrower.matching)
        return needed

    def _bounded(self, pieces: Pieces, width: int | None = None) -> Solution | None:
        """Match all players by some weights, with no wider games; None if a rule has to give way."""
        field, rules, state = self.field, self.constraints, self.model.state(self.field)
        own = own_rules(self.model, field, rules)
        limits = () if width is None else (cap(score_limit(state).measure, width),)
        removed = rules.by_parts(field, state, (*own, *limits))
        if removed is None:
            return None
        blocks = _blocks(pieces, removed, len(field), self.bye)
        matching = max_weight_matching(blocks, maxcardinality=True)
        if 2 * matching.cardinality < len(field) - (self.bye is not None):
            return None
        reached = widest(own, matching)
        if not certainly_narrow(own, reached):
            narrower = rules.by_parts(field, state, (*without_top(own, reached), *limits))
            assert narrower is not None
            blocks_of = _blocks(pieces, narrower, len(field), self.bye)
            other = max_weight_matching(blocks_of, maxcardinality=True)
            if _value(other) >= _value(matching):
                return None
        return Solution(
            problem=self,
            matching=matching,
            levels=(),
            allowed=np.empty((0, 0), bool),
            blocks=blocks,
            seat_of_bye=self.bye,
            constraints=stated_with(rules, own),
        )


def _keys(field: Field, pairs: Sequence[tuple[int, int]]) -> frozenset[frozenset[str]]:
    return frozenset(frozenset((field.key[i], field.key[j])) for i, j in pairs)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Solution:
    """Pairs and bye of a round, with the rules applied and the proof of optimality."""

    problem: Problem

    matching: Matching
    """Who plays whom, by seat."""

    levels: Levels
    """Weights by which the matching is proven to be the heaviest, each (n, n), the first level first:
    those of the problem, unless boards are to be kept, which these weights favour."""

    allowed: Bools
    """The pairs that the matching was chosen from, (n, n)."""

    blocks: Blocks | None = None
    """Weights and pairs of a field too large for a matrix, in the place of levels and pairs."""

    seat_of_bye: int | None = None
    """Seat of the player who has the bye and is in no pair."""

    removals: tuple[Removal, ...] = ()
    """What the rules removed, where that matters: where somebody is left over."""

    aims: tuple[tuple[str, int], ...] = ()
    """Name of each level of a system without a model, and what the level would cost if nobody played."""

    constraints: Constraints
    """The rules of the director and the model's own. The pairs that were made within must-play groups
    are among those that are forced."""

    @property
    def field(self) -> Field:
        """Those who were matched."""
        return self.problem.field

    @property
    def weighed(self) -> Weights:
        """Weights of their pairs."""
        return self.problem.weights

    @property
    def bye(self) -> int | None:
        """Row of the player with the bye."""
        seat = self.seat_of_bye
        return self.problem.spared if seat is None else int(self.field.player[seat])

    @property
    def key_of_bye(self) -> str | None:
        """Key of the player with the bye."""
        return None if self.bye is None else self.field.roster.people.players[self.bye].key

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Keys of the pairs, once each."""
        key = self.field.key
        return [(key[i], key[j]) for i, j in self.matching.edges.tolist()]

    @property
    def left(self) -> list[int]:
        """Seats of those who have neither an opponent nor the bye."""
        return [int(seat) for seat in self.matching.unmatched if seat != self.seat_of_bye]

    @property
    def incomplete(self) -> bool:
        """Whether somebody is left beside the odd player of a round that has its bye already."""
        return len(self.left) > 1

    @property
    def exempt(self) -> Bools | None:
        """The pairs that the director names, to which no rule of the model applies."""
        return self.constraints.exempt(self.field)

    @property
    def rank(self) -> tuple[int | Fraction, ...]:
        """How good it is: the pairs, then what the rules of the model cost, then the weights."""
        own = own_rules(self.problem.model, self.field, self.problem.constraints)
        pairs, exempt = tuple(self.matching.edges.T), self.exempt
        costs = (-int(rule.removal(exempt).costs()[pairs].sum()) for rule in own)
        cardinality, *weights = _value(self.matching)
        return cardinality, *costs, *weights

    @property
    def totals(self) -> tuple[int, ...]:
        """Sums of the weights of the pairs, on each level of the problem."""
        return totals(self.weighed.levels, self.matching.edges)

    @property
    def costs(self) -> dict[str, int]:
        """What the draw costs on the levels of a system without a model, by name."""
        return {
            name: alone - total
            for (name, alone), total in zip(self.aims, self.totals, strict=False)
        }

    def prove(self) -> None:
        """Check that no other matching is better.

        Raises
        ------
        EngineError
            If the proof fails: a bug of fastpair.
        """
        if self.blocks is None:
            prove(self.levels, self.matching, self.allowed)
        else:
            verify(self.blocks, self.matching, maxcardinality=True)

    def among(self, allowed: Bools, levels: Levels | None = None) -> Solution:
        """The round, paired by the best of the matchings of some pairs.

        Parameters
        ----------
        allowed : (n, n) bool
        levels : each (n, n) int64
            Weights that decide; by default those that have decided.
        """
        levels = self.levels if levels is None else levels
        matching = best_matching(levels, allowed)
        return replace(self, matching=matching, levels=levels, allowed=allowed)


def _blocks(pieces: Pieces, removed: Part, size: int, spared: int | None) -> Blocks:
    """The weights as a graph whose edges are computed when they may matter."""

    def compute(rows: Integers, start: int, stop: int) -> tuple[Integers, Bools]:
        allowed = ~removed(rows, slice(start, stop))
        if spared is not None:
            allowed[rows == spared] = False
            allowed[:, np.arange(start, stop) == spared] = False
        return pieces.block(rows, start, stop), allowed

    bounds = pieces.bounds([slice(i, min(i + _RANGE, size)) for i in range(0, size, _RANGE)])
    largest = max(int(bounds.max()), -pieces.lowest)
    return Blocks(size=size, compute=compute, largest=largest, range=_RANGE, bounds=bounds)
