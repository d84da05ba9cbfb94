"""Gerlach's MacMahon as Kaniuk 2012, section 4, describes it: costs, transformed into weights."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from ..papers import macmahon
from ..term import Term, same_score
from ..terms_model import TermsModel

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from ..state import State

    Reals = NDArray[np.float64]

__all__ = ["COSTS", "Costs", "MacMahon", "largest_costs"]

_BLOCK = 1 << 15


@dataclass(frozen=True, slots=True, kw_only=True)
class Costs:
    """C_r: what each component costs per unit [K12 4.2]."""

    repeat: float = 268435455.0
    """For having met before (cost) [K12 4.2]."""

    mms: float = 1000.0
    """Per squared point of difference, quartered (cost) [K12 4.2]."""

    even: float = 10.0
    """Off split and fold, if one of the two is at the bar or above (cost per percent) [K12 4.2]."""

    uneven: float = 100.0
    """Off the weakest against the strongest of two groups (cost per percent) [K12 4.2]."""

    handicap: float = 80.0
    """For a difference of more than 9, both below the bar (cost) [K12 4.2]."""

    club: float = 80.0
    """For one club, both below the bar (cost) [K12 4.2]."""

    country: float = 20.0
    """For one country, both below the bar (cost) [K12 4.2]."""

    colour: float = 50.0
    """For the imbalance Y of two equal scores below the bar (cost) [K12 4.2]."""


def _repeat(a: State, b: State) -> Reals:
    return np.where(a.met[a.seat, b.seat], 1.0, 0.0)


def _mms(a: State, b: State) -> Reals:
    return macmahon.mms(a.mms, b.mms)


def _even(a: State, b: State) -> Reals:
    above = ~(a.below & b.below)
    return macmahon.even(same_score(a, b) & above, a.percent, b.percent)


def _uneven(a: State, b: State) -> Reals:
    return macmahon.uneven(a.mms, b.mms, a.percent, b.percent)


def _handicap(a: State, b: State) -> Reals:
    return macmahon.handicap(a.below & b.below, a.mms, b.mms)


def _club(a: State, b: State) -> Reals:
    return macmahon.same_area(a.below & b.below, a.club == b.club)


def _country(a: State, b: State) -> Reals:
    return macmahon.same_area(a.below & b.below, a.country == b.country)


def _colour(a: State, b: State) -> Reals:
    applies = same_score(a, b) & a.below & b.below
    return macmahon.colour(applies, a.colour_imbalance, b.colour_imbalance)


COSTS: Mapping[str, Callable[[State, State], Reals]] = {
    "repeat": _repeat,
    "mms": _mms,
    "even": _even,
    "uneven": _uneven,
    "handicap": _handicap,
    "club": _club,
    "country": _country,
    "colour": _colour,
}
"""Costs c_r of a pair by name, in the order of the paper."""

_READS = {
    "mms": ("mms",),
    "handicap": ("mms", "below"),
    "club": ("club", "below"),
    "country": ("country", "below"),
    "colour": ("mms", "below", "colour_imbalance"),
}
"""Columns that costs depend on; all others differ from player to player."""


@dataclass(frozen=True, kw_only=True)
class MacMahon(TermsModel):
    """MacMahon by C. Gerlach: eight costs, as Kaniuk 2012 makes weights of them.

    The weights are 1 - c / ĉ with coefficients ĉ C [K12 4.2, 4.3].

    The heaviest of all draws with the most games is the one of least cost.
    """

    label: ClassVar[str] = "macmahon"
    term_names: ClassVar[tuple[str, ...]] = (
        "repeat",
        "mms",
        "even",
        "uneven",
        "handicap",
        "club",
        "country",
        "colour",
    )

    costs: Costs = field(default_factory=Costs)

    def table(self, state: State) -> tuple[Term, ...]:
        """The table of section 4.2, transformed as in 4.3."""
        largest = largest_costs(state)
        return tuple(
            Term(
                entry.name,
                largest[entry.name] * getattr(self.costs, entry.name),
                _weight(COSTS[entry.name], largest[entry.name]),
                reads=_READS.get(entry.name, ()),
            )
            for entry in fields(self.costs)
        )

    def cost(self, a: State, b: State) -> Reals:
        """Cost C_ij of a pair [K12 4.2]."""
        costs = (getattr(self.costs, name) * formula(a, b) for name, formula in COSTS.items())
        return sum(costs, np.zeros(()))


def _weight(cost: Callable[[State, State], Reals], largest: float) -> Callable[..., Reals]:
    return lambda a, b: macmahon.transform(cost(a, b), largest)


@lru_cache(maxsize=4)
def largest_costs(state: State) -> Mapping[str, float]:
    """Largest cost ĉ_r among all pairs of the players, by name [K12 4.3]."""
    count = len(state.seat)
    largest = dict.fromkeys(COSTS, 0.0)
    step = max(1, _BLOCK // max(count, 1))
    for start in range(0, count, step):
        rows = slice(start, start + step)
        a, b = state[rows, None], state[None, :]
        pairs = a.seat != b.seat
        for name, cost in COSTS.items():
            highest = np.max(cost(a, b), where=pairs, initial=0.0)
            largest[name] = max(largest[name], float(highest))
    return largest
