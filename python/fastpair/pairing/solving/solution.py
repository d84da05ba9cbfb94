"""Who plays whom: the heaviest of all matchings of maximum cardinality within the hard rules."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..draw import HardRule, Removal, remaining
from .best_matching import best_matching
from .bye import first_to_spare, without
from .must_play_groups import pairs_within_groups
from .relaxation import needed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from ...matching import Matching
    from ..draw import Constraints
    from ..field import Field
    from ..weights import WeightModel
    from ..weights.model import Levels

    Seats = Sequence[int] | NDArray[np.intp]

__all__ = ["Solution", "solve", "spares_the_top"]


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

    The model's own rule against handicaps at the top gives way where somebody would be left over;
    what the director says does not.

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
    yielding = constraints.no_handicap_at_top is None and spares_the_top(model, field)
    rules = replace(constraints, no_handicap_at_top=True) if yielding else constraints
    pairs = _pairs_of_groups(field, levels, model, rules)
    removals = rules.removals(field, pairs, state=model.state(field))
    rules = replace(rules, force=rules.force | _keys(field, pairs))
    order = model.order(field)
    found = _matched(levels, removals, rules, byes, order)
    if not (yielding and found.incomplete):
        return found
    return _matched(levels, tuple(_given_way(field, removals, levels, byes)), rules, byes, order)


def spares_the_top(model: WeightModel, field: Field) -> bool:
    """Whether the model's own rule against handicaps at the top removes pairs.

    With H = 0 every difference of scores calls for a handicap, so the rule would remove all draws
    up and down at the top. The paper's H is not 0 [K15 2.1; INTERPRETATION K15-2.1 (c)].
    """
    return model.traits.no_handicap_at_top and model.state(field).offset not in (None, 0)


def _pairs_of_groups(
    field: Field, levels: Levels, model: WeightModel, rules: Constraints
) -> list[tuple[int, int]]:
    """Seats of the pairs that are made within the must-play groups."""
    if not rules.must_play_groups:
        return []
    allowed = remaining(len(field), rules.removals(field, state=model.state(field)))
    return pairs_within_groups(field, levels, allowed, rules.must_play_groups)


def _keys(field: Field, pairs: Sequence[tuple[int, int]]) -> frozenset[frozenset[str]]:
    return frozenset(frozenset((field.key[i], field.key[j])) for i, j in pairs)


def _given_way(
    field: Field, removals: Sequence[Removal], levels: Levels, byes: Seats
) -> Iterator[Removal]:
    """The same removals, except for pairs at the top without which somebody would be left over."""
    for removal in removals:
        if removal.rule is HardRule.HANDICAP_AT_TOP:
            allowed = needed(field, removal, removals, levels, byes)
            yield Removal(removal.rule, removal.pairs & ~allowed)
        else:
            yield removal


def _matched(
    levels: Levels,
    removals: tuple[Removal, ...],
    rules: Constraints,
    byes: Seats,
    order: NDArray[np.intp] | None,
) -> Solution:
    """Give the bye to the first who can be spared, and match the others."""
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
