"""Who plays whom: the heaviest of all matchings of maximum cardinality within the hard rules."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..draw import HardRule, remaining
from .best_matching import best_matching
from .bye import first_to_spare, without
from .must_play_groups import pairs_within_groups
from .own_rules import certainly_narrow, given_way, own_rules, stated_with, widest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from ...matching import Matching
    from ..draw import Constraints, Removal
    from ..draw.removal import Range
    from ..field import Field
    from ..weights import WeightModel
    from ..weights.model import Levels

    Seats = Sequence[int] | NDArray[np.intp]

__all__ = ["Solution", "solve"]

_ORDER = {rule: place for place, rule in enumerate(HardRule)}


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Solution:
    """Who plays whom, by which rules."""

    matching: Matching

    allowed: NDArray[np.bool_]
    """The pairs that the matching was chosen from, (n, n)."""

    bye: int | None = None
    """Seat of the player who has the bye and is in no pair."""

    removals: tuple[Removal, ...] = ()
    """What the rules removed."""

    constraints: Constraints
    """The rules of the director and the model's own. The pairs that were made within must-play groups
    are among those that are forced."""

    @property
    def left(self) -> list[int]:
        """Seats of those who have neither an opponent nor the bye."""
        return [int(seat) for seat in self.matching.unmatched if seat != self.bye]

    @property
    def incomplete(self) -> bool:
        """Whether somebody is left beside the odd player of a round that has its bye already."""
        return len(self.left) > 1


def solve(
    field: Field,
    levels: Levels,
    model: WeightModel,
    constraints: Constraints,
    byes: Seats,
) -> Solution:
    """Choose the heaviest of all matchings of maximum cardinality.

    The model's own rules give way where somebody would be left over, or would play a wider game than
    without them; what the director says does not.

    Parameters
    ----------
    field
        The players.
    levels : each (n, n) int64
        Weights, those of the first level before all others.
    model
        The model that computed the weights.
    constraints
        The hard rules that the director has stated.
    byes
        Seats in the order in which they are considered for the bye; nobody gets it if their number
        is even.
    """
    own, order = own_rules(model, field, constraints), model.order(field)
    pairs = _pairs_of_groups(field, levels, model, constraints, own)
    rules = replace(constraints, force=constraints.force | _keys(field, pairs))
    stated = constraints.removals(field, pairs, state=model.state(field))
    if not own:
        return _matched(levels, stated, rules, byes, order)
    # The rules of the model have no part in who has the bye.
    bye = [first_to_spare(remaining(len(field), stated), byes)] if len(byes) % 2 else []
    rules, exempt = stated_with(rules, own), rules.exempt(field)
    strict = (rule.removal(exempt, own=True) for rule in own)
    found = _matched(levels, (*stated, *strict), rules, bye, order)
    if not found.incomplete and certainly_narrow(own, widest(own, found.matching, exempt)):
        return found
    graph = remaining(len(field), stated)
    graph = without(graph, bye[0]) if bye else graph
    yielding = given_way(own, levels, graph, exempt, found.matching)
    if yielding is None:
        return found
    return _matched(levels, (*stated, *yielding), rules, bye, order)


def _pairs_of_groups(
    field: Field,
    levels: Levels,
    model: WeightModel,
    constraints: Constraints,
    own: Sequence[Range],
) -> list[tuple[int, int]]:
    """Seats of the pairs that are made within the must-play groups.

    The rules of the model yield to them, as far as they must.
    """
    if not constraints.must_play_groups:
        return []
    removals = constraints.removals(field, state=model.state(field))
    allowed, exempt = remaining(len(field), removals), constraints.exempt(field)
    costs = (-rule.removal(exempt).costs() for rule in own)
    return pairs_within_groups(field, (*costs, *levels), allowed, constraints.must_play_groups)


def _keys(field: Field, pairs: Sequence[tuple[int, int]]) -> frozenset[frozenset[str]]:
    return frozenset(frozenset((field.key[i], field.key[j])) for i, j in pairs)


def _matched(
    levels: Levels,
    removals: tuple[Removal, ...],
    rules: Constraints,
    byes: Seats,
    order: NDArray[np.intp] | None,
) -> Solution:
    """Give the bye to the first who can be spared, and match the others."""
    removals = tuple(sorted(removals, key=lambda removal: _ORDER[removal.rule]))
    allowed = remaining(len(levels[0]), removals)
    for bye in _candidates(allowed, byes):
        rest = allowed if bye is None else without(allowed, bye)
        matching = best_matching(levels, rest, order)
        found = Solution(
            matching=matching, allowed=rest, bye=bye, removals=removals, constraints=rules
        )
        if not found.left:
            break
    return found


def _candidates(allowed: NDArray[np.bool_], byes: Seats) -> Iterator[int | None]:
    """Who may get the bye: the first of the order, and others only if he leaves somebody over.

    None stands for nobody.
    """
    if len(byes) % 2 == 0:
        yield None
        return
    yield int(byes[0])
    yield first_to_spare(allowed, byes)
