"""Gerlach's MacMahon as Kaniuk 2012, section 4, describes it: costs, transformed into weights."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from ...pairing.papers import macmahon
from ...pairing.weights.model import ConfigurableModel
from ...pairing.weights.models.godraw2015 import same_region
from ...pairing.weights.term import (
    Condition,
    Term,
    always,
    both_below,
    have_met,
    same_score,
    unequal_scores,
)
from ...parameters import parameter

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ...arrays import Indices, Reals
    from ...pairing.field import State


_cost = partial(parameter, unit="cost", source="K12 4.2")


@dataclass(frozen=True, slots=True, kw_only=True)
class Costs:
    """C_r: what each component costs per unit [K12 4.2]."""

    repeat: float = _cost(268435455.0, "For having met before")
    mms: float = _cost(1000.0, "Per squared point of difference, quartered")
    even: float = _cost(
        10.0,
        "Off split and fold, if one of the two is at the bar or above",
        unit="cost per percent",
    )
    uneven: float = _cost(
        100.0, "Off the weakest against the strongest of two groups", unit="cost per percent"
    )
    handicap: float = _cost(80.0, "For a difference of more than 9, both below the bar")
    club: float = _cost(80.0, "For one club, both below the bar")
    country: float = _cost(20.0, "For one country, both below the bar")
    colour: float = _cost(50.0, "For the imbalance Y of two equal scores below the bar")


_same_score_above = Condition(lambda a, b: same_score(a, b) & ~both_below(a, b))
"""Equal scores, and one of the two at the bar or above [K12 4.2]."""


def _colour(a: State, b: State) -> Reals:
    applies = same_score(a, b) & both_below(a, b)
    return macmahon.colour(applies, a.colours.imbalance, b.colours.imbalance)


def _same(region: str) -> Callable[[State, State], Reals]:
    return lambda a, b: macmahon.same_area(both_below(a, b), same_region(a, b, region))


COSTS: Mapping[str, Callable[[State, State], Reals]] = {
    "repeat": lambda a, b: np.where(have_met(a, b), 1.0, 0.0),
    "mms": lambda a, b: macmahon.mms(a.mms, b.mms),
    "even": lambda a, b: macmahon.even(_same_score_above(a, b), a.seeds.percent, b.seeds.percent),
    "uneven": lambda a, b: macmahon.uneven(a.mms, b.mms, a.seeds.percent, b.seeds.percent),
    "handicap": lambda a, b: macmahon.handicap(both_below(a, b), a.mms, b.mms),
    "club": _same("club"),
    "country": _same("country"),
    "colour": _colour,
}
"""Costs c_r of a pair by name, in the order of the paper."""

_APPLIES = {"repeat": have_met, "even": _same_score_above, "uneven": unequal_scores}
"""The games that some of them apply to; the others apply to all."""


@dataclass(frozen=True, kw_only=True)
class MacMahon(ConfigurableModel):
    """MacMahon by C. Gerlach: eight costs, which Kaniuk 2012 turns into weights.

    The weights are 1 - c / ĉ with coefficients ĉ C [K12 4.2, 4.3]. Of all draws with the most games
    the heaviest is the one of least cost.
    """

    label: ClassVar[str] = "macmahon"
    term_names: ClassVar[tuple[str, ...]] = tuple(COSTS)

    costs: Costs = field(default_factory=Costs)

    def table(self, state: State) -> tuple[Term, ...]:
        """The table of section 4.2, transformed as in 4.3."""
        largest, costs = largest_costs(state), self.costs

        def term(name: str) -> Term:
            # If a component costs nothing, its weight is 1.
            cost, transform = Term("cost", 1.0, COSTS[name]), _transform(largest[name])
            worth = largest[name] * getattr(costs, name)
            return replace(
                Term.of_parts(name, worth, (cost,), transform, _APPLIES.get(name, always)),
                elsewhere=1.0,
            )

        return tuple(map(term, COSTS))

    def cost(self, a: State, b: State) -> Reals:
        """Cost C_ij of a pair [K12 4.2]."""
        costs = (getattr(self.costs, name) * formula(a, b) for name, formula in COSTS.items())
        return sum(costs, np.zeros(()))


def _transform(largest: float) -> Callable[[Sequence[Reals]], Reals]:
    return lambda costs: macmahon.transform(costs[0], largest)


@lru_cache(maxsize=4)
def largest_costs(state: State) -> Mapping[str, float]:
    """Largest cost ĉ_r among all pairs of the players, by name [K12 4.3].

    Within a group, and across groups, costs rise or fall with the seeds and the imbalances. The
    largest costs are therefore among those of players with the largest or the smallest of these.
    """
    extremes = np.concatenate(
        [_extremes(state, state.seeds.percent), _extremes(state, state.colours.imbalance)]
    )
    players = state[np.unique(extremes)]
    a, b = players[:, None], players[None, :]
    pairs = a.seat != b.seat
    largest = {
        name: float(np.max(cost(a, b), where=pairs, initial=0.0)) for name, cost in COSTS.items()
    }
    largest["repeat"] = float((state.roster.opponents >= 0).any())
    for area in ("club", "country"):
        areas = getattr(state.homes, area)[state.below]
        largest[area] = float(len(np.unique(areas)) < len(areas))
    return largest


def _extremes(state: State, column: Reals) -> Indices:
    """Seats of the two first and the two last by a column of each group, below and above the bar."""
    order = np.lexsort((column, state.below, state.mms))
    mms, below = state.mms[order], state.below[order]
    new = np.ones(len(order), bool)
    new[1:] = (mms[1:] != mms[:-1]) | (below[1:] != below[:-1])
    first = np.flatnonzero(new)
    last = np.flatnonzero(np.roll(new, -1))
    places = np.concatenate([first, first + 1, last - 1, last])
    found: Indices = order[places[(places >= 0) & (places < len(order))]]
    return found
