"""Severities and coefficients that depend on the grades of a pair [K15 2.2, 11; K12 8]."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

import numpy as np

from ...parameters import parameter
from ..papers.grade_dependence import lambda_area, lambda_colour, lambda_score

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from ..field import State
    from .term import Factor, Term

    _Form = Callable[[NDArray[np.float64], float, float], NDArray[np.float64]]
    _Twice = Callable[[NDArray[np.int64], NDArray[np.int64]], NDArray[np.int64]]

__all__ = ["CoefficientGrades", "GradeDependence"]


@dataclass(frozen=True, slots=True, kw_only=True)
class GradeDependence:
    """λ_k(g): how strictly rules are applied at different grades."""

    enabled: bool = parameter(
        True, "Whether the severities depend on the grade of the pair at all", source="K15 11"
    )
    pair_grade: Literal["mean", "max", "min"] = parameter(
        "mean",
        "Grade of a pair: the mean, or that of the stronger or weaker player",
        source="INTERPRETATION 0.9",
    )
    gamma_score: float = parameter(
        0.1, "Slope for mms, even and uneven", unit="per grade", source="INTERPRETATION K15-11"
    )
    gamma_area: float = parameter(
        0.2, "Slope for area", unit="per grade", source="INTERPRETATION K15-11"
    )
    gamma_colour: float = parameter(
        0.1, "Slope for colour", unit="per grade", source="INTERPRETATION K15-11"
    )
    centre_score: float = parameter(
        -1.0, "Where mms, even and uneven count half: 1 kyu", unit="grade index", source="K15 11"
    )
    centre_area: float = parameter(
        -8.0, "Where area counts half: 8 kyu", unit="grade index", source="K15 11"
    )
    centre_colour: float = parameter(
        -3.0, "Where colour counts most: 3 kyu", unit="grade index", source="K15 11"
    )

    def score(self, severity: float) -> Factor | float:
        """Factor of a scoring component: large for strong players.

        Where grades have no part in the scores, it is as large for everybody.
        """
        return self._factor(severity, lambda_score, self.gamma_score, self.centre_score)

    def area(self, severity: float) -> Factor | float:
        """Factor of the area component: large for weak players."""
        return self._factor(severity, lambda_area, self.gamma_area, self.centre_area)

    def colour(self, severity: float) -> Factor | float:
        """Factor of the colour component: large in the middle."""
        return self._factor(severity, lambda_colour, self.gamma_colour, self.centre_colour)

    def _factor(self, severity: float, form: _Form, gamma: float, centre: float) -> Factor | float:
        if not self.enabled:
            return severity
        return _of_grades(_TWICE[self.pair_grade], severity, form, gamma, centre)


@lru_cache(maxsize=64)
def _of_grades(twice: _Twice, severity: float, form: _Form, gamma: float, centre: float) -> Factor:
    """One factor for all rounds, so that it computes the factors of each grade only once."""

    @lru_cache(maxsize=4)
    def by_halves(lowest: int, highest: int) -> NDArray[np.float64]:
        grades = np.arange(2 * lowest, 2 * highest + 1) / 2.0
        return severity * form(grades, gamma, centre)

    def factor(a: State, b: State) -> NDArray[np.float64]:
        if form is lambda_score and not a.by_mms:
            return np.asarray(severity)
        # There are few grades, and the forms are slow.
        lowest, highest = a.grade_range
        places = twice(a.grade - lowest, b.grade - lowest)
        return by_halves(lowest, highest).take(places, mode="clip")

    return factor


@dataclass(frozen=True, slots=True, kw_only=True)
class CoefficientGrades(GradeDependence):
    """W_k(g): how much rules count at different grades, in the forms of λ_k(g)."""

    enabled: bool = parameter(
        False,
        "Whether the coefficients depend on the grade of the pair",
        source="INTERPRETATION K15-2.2",
    )

    def applied(self, terms: tuple[Term, ...], not_applied: float) -> tuple[Term, ...]:
        """Terms whose coefficients do; those of banding, play-in and play-out have no form."""
        if not self.enabled:
            return terms
        score, area, colour = self.score(1.0), self.area(1.0), self.colour(1.0)
        forms = {"mms": score, "even": score, "uneven": score, "area": area, "colour": colour}
        return tuple(
            term.times(forms[term.name], not_applied) if term.name in forms else term
            for term in terms
        )


def _twice_mean(gi: NDArray[np.int64], gj: NDArray[np.int64]) -> NDArray[np.int64]:
    return gi + gj


def _twice_stronger(gi: NDArray[np.int64], gj: NDArray[np.int64]) -> NDArray[np.int64]:
    return 2 * np.maximum(gi, gj)


def _twice_weaker(gi: NDArray[np.int64], gj: NDArray[np.int64]) -> NDArray[np.int64]:
    return 2 * np.minimum(gi, gj)


_TWICE = {"mean": _twice_mean, "max": _twice_stronger, "min": _twice_weaker}
"""Double of ``pair_grade``, which is whole, by its modes."""
