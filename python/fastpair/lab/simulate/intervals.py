"""Estimates from repeats, each with the interval that holds what is estimated in 95 of 100 cases."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import cos, nan, pi, sin, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["CONFIDENCE", "Estimate", "estimate", "share", "student", "student_mean"]

CONFIDENCE = 0.95

_Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
_HALVINGS = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A mean over repeats; NaN is what so few of them do not say."""

    count: int
    mean: float
    deviation: float
    """Standard deviation of a single repeat."""

    low: float
    high: float
    """Ends of the confidence interval of the mean."""


def estimate(values: NDArray[np.float64]) -> Estimate:
    """The mean of a measure: a share of repeats if every value is 0 or 1, see `share`.

    Parameters
    ----------
    values
        One for each repeat; NaN where there is none.
    """
    known = values[~np.isnan(values)]
    if len(known) and np.isin(known, (0.0, 1.0)).all():
        return share(float(known.sum()), len(known))
    return student_mean(known)


def student_mean(values: NDArray[np.float64]) -> Estimate:
    """The mean with the interval of Student's t."""
    count = len(values)
    mean = float(values.mean()) if count else nan
    deviation = float(values.std(ddof=1)) if count > 1 else nan
    reach = student(count - 1) * deviation / sqrt(count) if count > 1 else nan
    return Estimate(
        count=count, mean=mean, deviation=deviation, low=mean - reach, high=mean + reach
    )


def share(won: float, count: int) -> Estimate:
    """The share of repeats that are won, with the interval of Wilson.

    Parameters
    ----------
    won
        How many are won; a tie is half a win, which the interval takes as it is.
    """
    if not count:
        return Estimate(count=0, mean=nan, deviation=nan, low=nan, high=nan)
    part = won / count
    low, high = _wilson(part, count)
    return Estimate(count=count, mean=part, deviation=sqrt(part * (1 - part)), low=low, high=high)


@cache
def student(freedom: int) -> float:
    """Quantile of Student's t: between its negative and itself lies ``CONFIDENCE`` of it.

    Parameters
    ----------
    freedom
        Degrees of freedom, from 1.
    """
    # The tangent of an angle below a right one.
    low, high = 0.0, pi / 2
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if _inside(middle, freedom) < CONFIDENCE else (low, middle)
    return sqrt(freedom) * sin(low) / cos(low)


def _inside(angle: float, freedom: int) -> float:
    """How likely |t| is below the square root of its freedom times the tangent of an angle.

    The finite sums are those of Abramowitz and Stegun, 26.7.3 and 26.7.4.
    """
    odd = freedom % 2
    steps = 2.0 * np.arange(1, (freedom - odd) // 2) - (1 - odd)
    ratios = steps / (steps + 1) * cos(angle) ** 2
    terms = np.cumprod(np.concatenate(([cos(angle) if odd else 1.0], ratios)))
    total = sin(angle) * float(terms.sum()) if freedom > 1 else 0.0
    return (angle + total) * 2 / pi if odd else total


def _wilson(part: float, count: int) -> tuple[float, float]:
    """Interval of a probability of which a share of repeats was seen."""
    square = _Z**2 / count
    centre = (part + square / 2) / (1 + square)
    reach = _Z / (1 + square) * sqrt(part * (1 - part) / count + square / (4 * count))
    # Rounding must not leave out what was seen.
    return min(max(centre - reach, 0.0), part), max(min(centre + reach, 1.0), part)
