"""The weights of Kaniuk 2015, and what both of his papers share."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np

from ....parameters import parameter
from ...field.columns import lower_upper, sum_of_sides
from ...field.state import scores_apart
from ...papers import area, colour, components, seeding
from ...papers.shapes import sech
from ..model import ConfigurableModel
from ..model_parameters import (
    AreaLevel,
    area_coefficient,
    areas,
    banding_slope,
    coefficient,
    mms_coefficient,
    mms_slope,
    seed_slope,
    uneven_coefficient,
)
from ..term import (
    CoefficientGrades,
    GradeDependence,
    Term,
    always,
    both_below,
    never,
    not_handicap,
    same_score,
)
from ..term import uneven as uneven_games

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ....arrays import Bools, Integers, Reals
    from ...field import Field, State


# ---- What Kaniuk's two models have in common: components, coefficients, and what they are read from ----

_SOURCE = "INTERPRETATION K15-2.2"
_weight = partial(coefficient, source=_SOURCE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Coefficients:
    """W_k: what each component adds at most [INTERPRETATION K15-2.2; the papers give none]."""

    mms: float = mms_coefficient(1000.0, source=_SOURCE)
    even: float = _weight(100.0, "Strategy within a group")
    uneven: float = uneven_coefficient(100.0, source=_SOURCE)
    area: float = area_coefficient(100.0, source=_SOURCE)
    colour: float = _weight(50.0, "Balanced colours")
    banding: float = _weight(1000.0, "Opponents of the own band")
    play_in: float = _weight(100.0, "Games within play-in groups")
    play_out: float = _weight(100.0, "Games out of play-out groups")


COMPONENTS = tuple(entry.name for entry in fields(Coefficients))
"""Names of the components, in the order of the papers."""


def mms(a: State, b: State) -> Reals:
    """Distance of the McMahon scores [K15 3.1; K12 6.3]."""
    return scores_apart(a, b)


def banding(a: State, b: State) -> Integers:
    """Distance of the bands [K15 3.2; K12 7.1]."""
    deviation: Integers = a.band - b.band
    return deviation


def same_region(a: State, b: State, region: str) -> Bools:
    """Whether the players are of one country or of one club, by the name of the column."""
    same: Bools = getattr(a.homes, region) == getattr(b.homes, region)
    return same


def w_area(level: str, weight: Callable[[str], Reals]) -> Reals:
    """Weight by country, by club, or by both as 20 to 80 [K15 6; K12 6.7].

    Parameters
    ----------
    level
        ``"country"``, ``"club"`` or ``"both"``.
    weight
        The weight by one of the former two.
    """
    return area.both(weight("country"), weight("club")) if level == "both" else weight(level)


# ---- GoDraw's weights: G. Kaniuk, Weights in McMahon pairing - revised, 2015 ----

Strategy = Literal[
    "random", "fine-grain", "fold", "fold-ex", "match", "match-ex", "mix", "double-fold"
]
"""Names of ``seeding.EVEN_STRATEGIES``."""

_severity = partial(parameter, source=_SOURCE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Severities:
    """Λ_k: how fast the weight falls with the deviation [INTERPRETATION K15-2.2]."""

    mms: float = mms_slope(1.0, source=_SOURCE)
    even: float = _severity(1.0, "Of the seeds within a group", unit="per unit of seed")
    out: float = _severity(1.0, "Of the groups between and the uneven games", unit="per game")
    balance: float = _severity(1.0, "Of the balance of games up and down", unit="per game")
    seed: float = seed_slope(1.0, source=_SOURCE)
    area: float = _severity(1.0, "Of the area seeds", unit="per seed")
    colour: float = _severity(1.0, "Of the colour index", unit="per unit")
    banding: float = banding_slope(1.0, source=_SOURCE)
    play_in: float = _severity(3.0, "Of the games in the group", unit="per unit")
    play_out: float = _severity(3.0, "Of the games out of the group", unit="per unit")


@dataclass(frozen=True, kw_only=True)
class GoDraw2015(ConfigurableModel):
    """Kaniuk 2015: the eight components of GoDraw, as falling functions of rule deviations."""

    label: ClassVar[str] = "godraw2015"
    term_names: ClassVar[tuple[str, ...]] = COMPONENTS
    saturates: ClassVar[bool] = True
    coefficients: Coefficients = field(default_factory=Coefficients)
    severities: Severities = field(default_factory=Severities)
    grades: GradeDependence = field(default_factory=GradeDependence)
    coefficient_grades: CoefficientGrades = field(default_factory=CoefficientGrades)

    even: Strategy = parameter(
        "fold-ex", "Strategy within a group; the double fold is Vuorinen's", source="K15 4; V 4.2.3"
    )

    uneven_out: Literal["literal", "abs"] = parameter(
        "literal", "Reading of the deviation by uneven games", source="INTERPRETATION K15-5"
    )
    uneven_counts: Literal["full", "partial"] = parameter(
        "full",
        "Whether m^out counts all uneven games or the expected ones",
        source="INTERPRETATION K15-5",
    )
    uneven_balance: Literal["full", "partial"] = parameter(
        "full", "Whether m^bal counts all uneven games or the expected ones", source="K15 5.1, 5.2"
    )
    uneven_seed: Literal["fold", "match", "nearest", "none"] = parameter(
        "nearest", "Strategy across groups", source="K15 5.3"
    )
    omega: Literal["product", "mean", "min", "geometric"] = parameter(
        "product", "How the parts of an uneven weight make one", source="K15 5.4"
    )
    area_mode: Literal["mixed", "seed", "discrete"] = parameter(
        "mixed",
        "Area seeds by the mixed algorithm or by size [K15 6], or 0 and 1",
        source="K12 6.7",
    )
    area_level: AreaLevel = areas("club", source="INTERPRETATION K15-6")
    cross_guard: bool = parameter(
        False,
        "Whether the weight is 0 for one area across groups, where seeds may hide it",
        source="INTERPRETATION K15-6.1",
    )
    colour_mode: Literal["eq13", "table", "k12"] = parameter(
        "eq13",
        "Deviation by equation 13, by the table of section 7, or by the paper of 2012, "
        "each from round 2 on",
        source="K15 7",
    )
    use_banding: bool | None = parameter(
        None,
        "Whether the banding feature is selected; None: if there is more than one band",
        source="K15 3.2",
    )

    @property
    def shuffles(self) -> bool:
        """Whether pairs within a group are made at random."""
        return self.even in ("random", "mix")

    def strategy(self, field: Field) -> str:
        """The strategy within a group."""
        return self.even

    def table(self, state: State) -> tuple[Term, ...]:
        """The table of section 2.2."""
        worth, severity, grades = self.coefficients, self.severities, self.grades
        rule = Term.by_deviation
        banded = state.bands > 1 if self.use_banding is None else self.use_banding
        bands, ins, outs, coloured = (
            applies if some else never
            for applies, some in (
                (always, banded),
                (always, state.play.ins),
                (always, state.play.outs),
                (not_handicap, state.rounds > 0),
            )
        )
        single = None if self.area_level == "both" or self.cross_guard else self.delta_area
        # Name, coefficient W, deviation δ, severity λ, and where it applies.
        terms = (
            rule("mms", worth.mms, mms, grades.score(severity.mms)),
            rule("even", worth.even, self.delta_even, grades.score(severity.even), same_score),
            Term.of_parts("uneven", worth.uneven, self.uneven_parts(), self._omega, uneven_games),
            Term("area", worth.area, self.w_area, both_below, single),
            rule(
                "colour", worth.colour, self.delta_colour, grades.colour(severity.colour), coloured
            ),
            rule("banding", worth.banding, banding, severity.banding, bands),
            rule("play_in", worth.play_in, play_in, severity.play_in, ins),
            rule("play_out", worth.play_out, play_out, severity.play_out, outs),
        )
        return self.coefficient_grades.applied(terms, self.not_applied)

    def uneven_parts(self) -> tuple[Term, ...]:
        """The parts out, balance and seed of an uneven weight [K15 5.4]."""
        severity, score, rule = self.severities, self.grades.score, Term.by_deviation
        parts = (
            rule("out", 1.0, self.delta_out, score(severity.out), uneven_games),
            rule("balance", 1.0, self.delta_balance, score(severity.balance), uneven_games),
        )
        if self.uneven_seed == "none":
            return parts
        return *parts, rule("seed", 1.0, self.delta_seed, score(severity.seed), uneven_games)

    @property
    def _omega(self) -> Callable[[Sequence[Reals]], Reals]:
        return components.OMEGAS[self.omega]

    def w_area(self, a: State, b: State) -> Reals:
        """Weight by country, club, or both [K15 6]."""
        return w_area(self.area_level, lambda region: self._w_region(a, b, region))

    def delta_even(self, a: State, b: State) -> Reals:
        """Deviation within a group by its strategy [K15 4]."""
        return seeding.EVEN_STRATEGIES[self.even](a.seeds.even, b.seeds.even)

    def delta_out(self, a: State, b: State) -> Reals:
        """Distance of the groups and uneven games [K15 5]."""
        a_out, b_out = (
            side.uneven.out if self.uneven_counts == "full" else side.uneven.expected_out
            for side in (a, b)
        )
        return components.delta_out(a.seeds.group, b.seeds.group, a_out, b_out, self.uneven_out)

    def delta_balance(self, a: State, b: State) -> Reals:
        """Distance from balances that the game improves [K15 5.1, 5.2]."""
        column = "balance" if self.uneven_balance == "full" else "expected_balance"
        return components.delta_bal(a.rounds, *lower_upper(a, b, f"uneven.{column}"))

    def delta_seed(self, a: State, b: State) -> Reals:
        """Distance of the seeds across groups from the strategy [K15 5.3]."""
        strategy = components.UNEVEN_SEEDINGS[self.uneven_seed]

        # The deviation of each strategy is a sum of one part for each player.
        def lower(side: State) -> Reals:
            return strategy(side.seeds.uneven, side.seeds.uneven_max, 0.0, 0.0)

        def upper(side: State) -> Reals:
            return strategy(0.0, 0.0, side.seeds.uneven, side.seeds.uneven_max)

        return sum_of_sides(a, b, lower, upper)

    def delta_area(self, a: State, b: State) -> Reals:
        """Sum of the area seeds; 1 for one area if discrete [K15 6]."""
        return self._delta_region(a, b, self.area_level)

    def _delta_region(self, a: State, b: State, region: str) -> Reals:
        if self.area_mode == "discrete":
            return np.where(same_region(a, b, region), 1.0, 0.0)
        seed = attrgetter(f"homes.{'mixed' if self.area_mode == 'mixed' else 'sized'}_{region}")
        return area.delta_area(seed(a), seed(b))

    def delta_colour(self, a: State, b: State) -> Reals:
        """Deviation by colours [K15 7]."""
        if self.colour_mode == "eq13":
            return colour.delta_colour(a.colours, b.colours, a.rounds)
        rule = (
            colour.delta_colour_table if self.colour_mode == "table" else colour.delta_colour_2012
        )
        balances = a.colours.balance, b.colours.balance
        return rule(balances[0], a.colours.previous, balances[1], b.colours.previous)

    def _w_region(self, a: State, b: State, region: str) -> Reals:
        if self.area_mode == "discrete":
            return area.discrete(same_region(a, b, region))
        severity = self.grades.area(self.severities.area)
        weight = sech(severity(a, b) * self._delta_region(a, b, region))
        if not self.cross_guard:
            return weight
        return np.where(same_region(a, b, region) & (a.mms != b.mms), 0.0, weight)


def play_in(a: State, b: State) -> Reals:
    """Playing out of a play-in group [K15 8]."""
    one, other = a.play, b.play
    return components.delta_play_in(
        a.rounds, one.in_group, one.in_count, other.in_group, other.in_count
    )


def play_out(a: State, b: State) -> Reals:
    """Playing within a play-out group [K15 9]."""
    one, other = a.play, b.play
    return components.delta_play_out(
        a.rounds, one.out_group, one.out_count, other.out_group, other.out_count
    )
