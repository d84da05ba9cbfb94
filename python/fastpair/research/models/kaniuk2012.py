"""The generalised model: G. Kaniuk, Weights in McMahon pairing, 2012, sections 6 to 8."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np

from ...errors import RuleError
from ...pairing.field.columns import lower_upper
from ...pairing.papers import area, colour, components, seeding
from ...pairing.papers.components import OMEGAS
from ...pairing.papers.seeding import DrawnFrom  # noqa: TC001 - parameters are read from annotations
from ...pairing.papers.shapes import SkewMode, g
from ...pairing.weights.model import ConfigurableModel
from ...pairing.weights.model_parameters import (
    AreaLevel,
    area_centre,
    areas,
    banding_slope,
    colour_centre,
    mms_slope,
    score_centre,
    seed_slope,
)
from ...pairing.weights.models.godraw2015 import (
    COMPONENTS,
    Coefficients,
    banding,
    mms,
    same_region,
    w_area,
)
from ...pairing.weights.term import (
    CoefficientGrades,
    Condition,
    GradeDependence,
    Term,
    always,
    both_below,
    never,
    not_handicap,
    same_score,
    uneven,
)
from ...parameters import parameter

if TYPE_CHECKING:
    from ...arrays import Reals
    from ...pairing.field import Field, State


@dataclass(frozen=True, slots=True, kw_only=True)
class Alphas:
    """α_r: how fast the weight falls with the deviation, per unit of it."""

    mms: float = mms_slope(0.4, source="K12 6.3")
    out: float = parameter(
        0.5, "Of the uneven games", unit="per game", source="INTERPRETATION K12-6.4"
    )
    seed: float = seed_slope(0.4, source="K12 6.4")
    even: float = parameter(0.4, "Of the places in the group", unit="per place", source="K12 6.5")
    colour: float = parameter(0.4, "Of the colour balances", unit="per game", source="K12 6.6")
    banding: float = banding_slope(0.4, source="K12 7.1")
    play_in: float = parameter(0.4, "Of the games in the group", unit="per game", source="K12 7.2")
    play_out: float = parameter(0.4, "Of the games in the group", unit="per game", source="K12 7.3")


_SKEW = "INTERPRETATION K12-6.4"
_skew = partial(parameter, source=_SKEW)


@dataclass(frozen=True, slots=True, kw_only=True)
class Skew:
    """The skew function g(x) sech(γy) of the balances [K12 6.4]."""

    kappa: float = _skew(1.0, "Steepness κ of the fall for bad pairings", unit="per game")
    a: float = _skew(1.0, "Where that fall lies", unit="games")
    alpha: float = _skew(0.3, "Slope α for good pairings", unit="per game")
    gamma: float = _skew(0.3, "Slope γ for pairings that are good for one only", unit="per game")
    mode: SkewMode = parameter(
        "centred", "Where the peak lies: at the ideal, or as printed", source=_SKEW
    )

    def __post_init__(self) -> None:
        """Refuse a function that is 0 in floating point even at its peak.

        Raises
        ------
        RuleError
            If the function is refused.
        """
        with np.errstate(all="ignore"):
            height = g(0.0, kappa=self.kappa, a=self.a, alpha=self.alpha, mode=self.mode)
        if not np.isfinite(height):
            raise RuleError(
                f"expected a skew function with a peak, which kappa = {self.kappa!r}, "
                f"a = {self.a!r} and alpha = {self.alpha!r} do not make"
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class Grades(GradeDependence):
    """α_r(g): the forms of section 8, off by default, with its centres [K12 8]."""

    enabled: bool = parameter(
        False, "Whether the slopes depend on the grade of the pair at all", source="K12 8"
    )
    centre_score: float = score_centre(-10.0, "10 kyu, in the middle of the kyu", source="K12 8.1")
    centre_area: float = area_centre(-10.0, "10 kyu, where two figures begin", source="K12 8.3")
    centre_colour: float = colour_centre(-1.0, "1 kyu, the strongest of the kyu", source="K12 8.2")


def _drawn(who: str) -> DrawnFrom | None:
    """Who is drawn up or down."""
    return parameter(None, f"{who}, by seed; None for no preference", source="K12 6.4")


@dataclass(frozen=True, kw_only=True)
class Kaniuk2012(ConfigurableModel):
    """Kaniuk 2012: the generalised model of MacMahon and Gotha, eight components."""

    label: ClassVar[str] = "kaniuk2012"
    term_names: ClassVar[tuple[str, ...]] = COMPONENTS
    saturates: ClassVar[bool] = True

    coefficients: Coefficients = field(default_factory=Coefficients)
    alphas: Alphas = field(default_factory=Alphas)
    skew: Skew = field(default_factory=Skew)
    grades: Grades = field(default_factory=Grades)
    coefficient_grades: CoefficientGrades = field(default_factory=CoefficientGrades)

    even: Literal["random", "fold", "match", "split-random"] = parameter(
        "fold", "Strategy within a group", source="K12 6.5"
    )
    rule: Literal["full", "reduced"] = parameter(
        "full", "Whether the balances count all uneven games or the expected ones", source="K12 6.4"
    )
    separate: bool = parameter(
        False, "Whether games up and down are counted separately", source="K12 6.4"
    )
    seed_lower: DrawnFrom | None = _drawn("Who of the lower group plays up")
    seed_upper: DrawnFrom | None = _drawn("Who of the upper group plays down")
    area_level: AreaLevel = areas("club", source="K12 6.7")
    use_banding: bool | None = parameter(
        None,
        "Whether the banding rule is applied; None: if there is more than one band",
        source="K12 7.1",
    )

    @property
    def shuffles(self) -> bool:
        """Whether pairs within a group are made at random."""
        return self.even in ("random", "split-random")

    def strategy(self, field: Field) -> str:
        """The strategy within a group."""
        return self.even

    def table(self, state: State) -> tuple[Term, ...]:
        """The list of section 8."""
        coefficient, alpha, grades = self.coefficients, self.alphas, self.grades
        rule = Term.by_deviation
        banded = state.bands > 1 if self.use_banding is None else self.use_banding
        bands = always if banded else never
        outs = always if state.play.outs else never
        omega = OMEGAS["product"]
        terms = (
            rule("mms", coefficient.mms, mms, grades.score(alpha.mms)),
            Term("even", coefficient.even, self.w_even, same_score),
            Term.of_parts("uneven", coefficient.uneven, self.uneven_parts(), omega, uneven),
            Term("area", coefficient.area, self.w_area, both_below),
            rule("colour", coefficient.colour, _colour, grades.colour(alpha.colour), not_handicap),
            rule("banding", coefficient.banding, banding, alpha.banding, bands),
            Term("play_in", coefficient.play_in, self.w_play_in, _one_play_in),
            Term("play_out", coefficient.play_out, self.w_play_out, outs),
        )
        return self.coefficient_grades.applied(terms, self.not_applied)

    def uneven_parts(self) -> tuple[Term, ...]:
        """The factors of the weight of an uneven game [K12 6.4]."""
        parts = (
            Term("out", 1.0, self.w_out, uneven),
            Term("balance", 1.0, self.w_balance, uneven),
        )
        if self.seed_lower is None and self.seed_upper is None:
            return parts
        return *parts, Term("seed", 1.0, self.w_seed, uneven)

    def w_even(self, a: State, b: State) -> Reals:
        """Weight within a group by its strategy [K12 6.5]."""
        alpha = self.grades.score(self.alphas.even)(a, b)
        return seeding.w_even_2012(self.even, a.seeds.place, b.seeds.place, a.seeds.places, alpha)

    def w_out(self, a: State, b: State) -> Reals:
        """Weight by the uneven games so far [K12 6.4]."""
        alpha = self.grades.score(self.alphas.out)(a, b)
        if not self.separate:
            return components.w_out(a.uneven.out, b.uneven.out, alpha)
        up_i, up_j = lower_upper(a, b, "uneven.up")
        down_i, down_j = lower_upper(a, b, "uneven.down")
        return components.w_out_separate(up_i, down_i, up_j, down_j, alpha)

    def w_balance(self, a: State, b: State) -> Reals:
        """Weight by the balances [K12 6.4]."""
        skew, column = self.skew, "balance" if self.rule == "full" else "expected_balance"
        return components.w_bal(
            *lower_upper(a, b, f"uneven.{column}"),
            kappa=skew.kappa,
            a=skew.a,
            alpha=skew.alpha,
            gamma=skew.gamma,
            mode=skew.mode,
        )

    def w_seed(self, a: State, b: State) -> Reals:
        """Weight by the seeds across groups [K12 6.4]."""
        place_i, place_j = lower_upper(a, b, "seeds.order")
        size_i, size_j = lower_upper(a, b, "seeds.group_size")
        lower = components.f_dev(self.seed_lower, place_i - 1, size_i) if self.seed_lower else 0.0
        upper = components.f_dev(self.seed_upper, place_j - 1, size_j) if self.seed_upper else 0.0
        alpha = self.grades.score(self.alphas.seed)(a, b)
        return components.w_seed(lower, upper, alpha)

    def w_area(self, a: State, b: State) -> Reals:
        """Weight 0 within an area [K12 6.7], or 1 - α_area(g) by the grades [K12 8.3]."""
        return w_area(self.area_level, lambda region: self._w_region(a, b, region))

    def _w_region(self, a: State, b: State, region: str) -> Reals:
        alpha = self.grades.area(1.0)(a, b)
        return 1.0 - alpha * (1.0 - area.discrete(same_region(a, b, region)))

    def w_play_in(self, a: State, b: State) -> Reals:
        """Weight within a play-in group [K12 7.2]."""
        return components.w_play_in_2012(a.play.in_count, b.play.in_count, self.alphas.play_in)

    def w_play_out(self, a: State, b: State) -> Reals:
        """Weight within a play-out group [K12 7.3]."""
        one, other = a.seeds, b.seeds
        group, across = a.play.out_group, one.group != other.group
        within = (group == b.play.out_group) & (group != 0)
        members = a.play.crowd[one.group, group] + across * a.play.crowd[other.group, group]
        players = one.group_size + across * other.group_size
        counts = a.play.inside_count, b.play.inside_count
        return components.w_play_out_2012(within, members, players, *counts, self.alphas.play_out)


def _colour(a: State, b: State) -> Reals:
    """Deviation by colours [K12 6.6]."""
    first, second = a.colours.balance, b.colours.balance
    return colour.delta_colour_2012(first, a.colours.previous, second, b.colours.previous)


_one_play_in = Condition(lambda a, b: (a.play.in_group == b.play.in_group) & (a.play.in_group != 0))
"""Games within a play-in group [K12 7.2]."""
