"""Gotha as Kaniuk 2012, section 5, describes it.

OpenGotha itself computes in integers and differs in much; that is ``models.opengotha``.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np

from ...pairing.field import columns
from ...pairing.field.columns import lower_upper, sum_of_sides
from ...pairing.papers import components, seeding
from ...pairing.papers.seeding import DrawnFrom  # noqa: TC001 - parameters are read from annotations
from ...pairing.weights.model import ConfigurableModel
from ...pairing.weights.model_parameters import (
    area_coefficient,
    coefficient,
    mms_coefficient,
    uneven_coefficient,
)
from ...pairing.weights.term import (
    Condition,
    Term,
    always,
    both_below,
    have_met,
    never,
    same_score,
    unequal_scores,
)
from ...parameters import parameter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...arrays import Bools, Integers, Reals
    from ...pairing.field import Field, State
    from ...pairing.weights.model import Traits


_LUCK = 2**30


_SOURCE = "K12 5.2"
_weight = partial(coefficient, source=_SOURCE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Worths:
    """W_r: what each component adds at most [K12 5.2]."""

    repeat: float = _weight(5e14, "Not having met")
    random: float = _weight(1e9, "Luck")
    colour: float = _weight(1e6, "Opposite colour balances")
    bands: float = _weight(2e13, "One band")
    mms: float = mms_coefficient(1e11, source=_SOURCE)
    uneven: float = uneven_coefficient(1e8, source=_SOURCE)
    seed: float = _weight(1e6, "Seed system within a group")
    handicap: float = _weight(2e13, "Small handicaps")
    area: float = area_coefficient(1e11, source=_SOURCE)


@dataclass(frozen=True, kw_only=True)
class Gotha(ConfigurableModel):
    """Gotha by L. Vannier: nine components, as Kaniuk 2012 describes them."""

    label: ClassVar[str] = "gotha"
    term_names: ClassVar[tuple[str, ...]] = (
        "repeat",
        "random",
        "colour",
        "bands",
        "mms",
        "uneven",
        "seed",
        "handicap",
        "area",
    )
    saturates: ClassVar[bool] = True

    coefficients: Worths = field(default_factory=Worths)

    concavity: float = parameter(
        0.5,
        "k of the concavity function Υ, at most 1",
        unit="pure number",
        source="K12 5.2",
        least=-1,
        most=1,
    )
    luck: bool = parameter(
        False,
        "Whether luck ρ is a component of its own; in the seed system random it always is there",
        source="INTERPRETATION K12-5",
    )
    luck_by: Literal["lot", "names"] = parameter(
        "lot",
        "Whether it is drawn by lot, or is a hash of the names of the two players",
        source="K12 5.1",
    )
    seed: Literal["fold", "match", "random"] = parameter(
        "fold", "Seed system within a group", source="K12 5.1"
    )
    lower_mode: DrawnFrom = parameter("mid", "Who of the lower group is drawn up", source="K12 5.2")
    upper_mode: DrawnFrom = parameter(
        "mid", "Who of the upper group is drawn down", source="K12 5.2"
    )
    group_index: bool = parameter(
        False,
        "Whether scores are compared by groups, and not by points",
        source="INTERPRETATION K12-5",
    )
    below_bar: bool = parameter(
        True, "Whether handicap and area apply below the bar only", source="K12 5.1"
    )
    few_wins: bool = parameter(
        False,
        "Whether they apply only to players who have won less than half of all rounds",
        source="K12 5.1",
    )

    @property
    def traits(self) -> Traits:
        """A preference is worth as much as opponents from elsewhere."""
        return replace(super().traits, preference=self.coefficients.area)

    def strategy(self, field: Field) -> str:
        """The strategy within a group."""
        return self.seed

    def table(self, state: State) -> tuple[Term, ...]:
        """The table of section 5.2."""
        worth = self.coefficients
        bands = always if state.bands > 1 else never
        lots = always if self.luck else never
        secondary = Condition(self._secondary)
        handicaps = never if state.offset is None else secondary
        return (
            Term("repeat", worth.repeat, _repeat, have_met, elsewhere=1.0),
            Term("random", worth.random, self._rho, lots, elsewhere=0.0),
            Term("colour", worth.colour, _colour, same_score),
            Term("bands", worth.bands, self._bands, bands),
            Term("mms", worth.mms, self._mms),
            Term.of_parts(
                "uneven",
                worth.uneven,
                (
                    Term("places", 1.0, self._places),
                    Term("history", 1.0, _history),
                ),
                _uneven,
                unequal_scores,
            ),
            Term("seed", worth.seed, self._seed, same_score),
            Term("handicap", worth.handicap, self._handicap, handicaps),
            Term("area", worth.area, _area, secondary),
        )

    def _rho(self, a: State, b: State) -> Reals:
        """Luck of a pair in [0, 1]."""
        if self.luck_by == "names":
            return columns.by_names(a, b, _LUCK) / _LUCK
        return columns.by_lot(a, b, _LUCK, self.salt) / _LUCK

    def _bands(self, a: State, b: State) -> Reals:
        return components.graded(a.band - b.band, a.bands, self.concavity)

    def _mms(self, a: State, b: State) -> Reals:
        distance = a.seeds.group - b.seeds.group if self.group_index else a.mms - b.mms
        return components.graded(distance, a.seeds.groups, self.concavity)

    def _places(self, a: State, b: State) -> Reals:
        """Worth of both places for an uneven game."""

        def lower(side: State) -> Reals:
            return components.f_s(self.lower_mode, side.seeds.placement, side.seeds.group_size)

        def upper(side: State) -> Reals:
            return components.f_s(self.upper_mode, side.seeds.placement, side.seeds.group_size)

        return sum_of_sides(a, b, lower, upper)

    def _seed(self, a: State, b: State) -> Reals:
        one, other = a.seeds, b.seeds
        places = one.placement, other.placement
        weight = seeding.gotha_seed(self.seed, *places, one.group_size, self._rho(a, b))
        # The formulas hold for pairs within a group.
        return np.where(one.group == other.group, weight, 0.0)

    def _handicap(self, a: State, b: State) -> Reals:
        return components.graded(a.scaled_mms - b.scaled_mms, a.score_range, self.concavity)

    def _secondary(self, a: State, b: State) -> Bools:
        applies = both_below(a, b) if self.below_bar else always(a, b)
        if self.few_wins:
            few = (2 * side.results.wins < a.all_rounds for side in (a, b))
            applies = applies & next(few) & next(few)
        return applies


def _uneven(parts: Sequence[Reals]) -> Reals:
    places, history = parts
    return components.uneven(places, history)


def _repeat(a: State, b: State) -> Reals:
    return np.where(have_met(a, b), 0.0, 1.0)


def _history(a: State, b: State) -> Integers:
    up_i, up_j = lower_upper(a, b, "uneven.up")
    down_i, down_j = lower_upper(a, b, "uneven.down")
    return components.f_h(up_j, down_j, up_i, down_i)


def _colour(a: State, b: State) -> Reals:
    return components.colour(a.colours.balance, b.colours.balance)


def _area(a: State, b: State) -> Reals:
    return components.area(a.homes.country == b.homes.country, a.homes.club == b.homes.club)
