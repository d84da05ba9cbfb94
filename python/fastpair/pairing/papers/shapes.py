"""Shapes of the papers: functions from a rule deviation to a value in [0, 1], and when a rule applies."""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from math import tanh
from typing import TYPE_CHECKING, Literal

import numpy as np

from ...arrays import reals
from ...errors import RuleError
from ...sentences import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import ArrayLike, NDArray

    from ...arrays import Integers, Reals


# ---- Shapes: how a deviation becomes a weight between 0 and 1, or a share of one ----

SkewMode = Literal["centred", "plain", "half"]
"""Where the maximum of ``g`` lies and how high it is [INTERPRETATION K12-6.4]."""


def sech(x: ArrayLike) -> Reals:
    """Hyperbolic secant 2 / (e^x + e^-x): 1 at 0, and 0 far from it [K15 eq. 1; K12 6.1].

    Written through e^-|x|, which underflows to 0 where e^x would overflow.
    """
    x = reals(x)
    shape = np.abs(x, out=np.empty(x.shape))
    np.exp(np.negative(shape, out=shape), out=shape)
    below = shape * shape
    below += 1.0
    shape *= 2.0
    shape /= below
    # A scalar gives a scalar, as in any function of numpy.
    return shape[()]


def asech(p: ArrayLike) -> Reals:
    """Inverse of ``sech`` for 0 < p <= 1, not negative [K12 7.3]."""
    p = reals(p)
    inverse: Reals = np.log((1.0 + np.sqrt(1.0 - p * p)) / p)
    return inverse


def h(x: ArrayLike, *, mu: float = 1.0, a: float = 1.0, nu: float = 0.3) -> Reals:
    """Skew step ½ (1 - tanh(μ(x - a))) sech(νx) [K12 6.1].

    It departs from the paper, whose parenthesis closes behind sech, so that the function would tend to ½
    instead of 0 [INTERPRETATION K12-6.1].
    """
    x = reals(x)
    shape: Reals = 0.5 * (1.0 - np.tanh(mu * (x - a))) * sech(nu * x)
    return shape


def g(
    x: ArrayLike,
    *,
    kappa: float = 1.0,
    a: float = 1.0,
    alpha: float = 0.3,
    mode: SkewMode = "centred",
) -> Reals:
    """Skew bell A (1 - tanh(κ(x - a))) sech(αx) for the unbalance of an uneven game [K12 6.4].

    Parameters
    ----------
    x
        Variable of the paper's eq. 3, in games.
    kappa, a, alpha
        Steepness and place of the fall for positive x, and the slope for negative x.
    mode
        The paper wants a peak of 1 at x = 0, but its form is always falling there. ``"centred"``
        moves the peak there, ``"plain"`` leaves it at ``g_peak`` and makes it 1, and ``"half"``
        takes A = ½.
    """
    x = reals(x)
    if mode == "half":
        return 0.5 * _skew(x, kappa, a, alpha)
    peak = g_peak(kappa, a, alpha)
    highest = _skew(np.asarray(peak), kappa, a, alpha)
    moved = x + peak if mode == "centred" else x
    # The peak is known only up to rounding in its last bits.
    return np.minimum(_skew(moved, kappa, a, alpha) / highest, 1.0)


def _skew(x: Reals, kappa: float, a: float, alpha: float) -> Reals:
    shape: Reals = (1.0 - np.tanh(kappa * (x - a))) * sech(alpha * x)
    return shape


@lru_cache(maxsize=64)
def g_peak(kappa: float, a: float, alpha: float) -> float:
    """Place of the maximum of the skew bell, negative for κ, α > 0 [INTERPRETATION K12-6.4].

    Bisection finds it as the only root of κ(1 + tanh(κ(x - a))) + α tanh(αx), which rises with x.
    """

    def slope(x: float) -> float:
        return kappa * (1.0 + tanh(kappa * (x - a))) + alpha * tanh(alpha * x)

    low, high = -1.0, 0.0
    while slope(low) > 0:
        low *= 2.0
    while True:
        middle = 0.5 * (low + high)
        if middle in (low, high):
            return middle
        low, high = (middle, high) if slope(middle) < 0 else (low, middle)


def concavity(x: ArrayLike, k: float = 0.5) -> Reals:
    """Gotha's Υ(x) = (1 - x)(1 + kx): 1 at 0 and 0 at 1, falling for k <= 1 [K12 5.2].

    Deviations beyond 1 count as 1.
    """
    x = np.clip(reals(x), 0.0, 1.0)
    shape: Reals = (1.0 - x) * (1.0 + k * x)
    return shape


# ---- How strictly a rule is applied at different grades: the shape factors λ(g) [K15 11; K12 8] ----

# Both papers mean the same functions; K12 writes them for grades that grow with weakness
# [INTERPRETATION 0.1]. A factor near 0 switches the rule off.


def lambda_score(grade: ArrayLike, gamma: float = 0.1, centre: float = -1.0) -> Reals:
    """Factor of the scoring components, large for strong players; centre 1 kyu [K15 11].

    Parameters
    ----------
    grade
        Grade index of the pair.
    gamma
        Slope per grade.
    centre
        Grade index at which the factor is ½.
    """
    factor: Reals = (1.0 + np.tanh(gamma * (reals(grade) - centre))) / 2.0
    return factor


def lambda_area(grade: ArrayLike, gamma: float = 0.2, centre: float = -8.0) -> Reals:
    """Factor of the area component, large for weak players; centre 8 kyu [K15 11]."""
    factor: Reals = (1.0 - np.tanh(gamma * (reals(grade) - centre))) / 2.0
    return factor


def lambda_colour(grade: ArrayLike, gamma: float = 0.1, centre: float = -3.0) -> Reals:
    """Factor of the colour component, 1 at the centre, 3 kyu, and less at both ends [K15 11]."""
    return sech(gamma * (reals(grade) - centre))


PAIR_GRADES: Mapping[str, Callable[[ArrayLike, ArrayLike], Reals]] = {
    "mean": lambda gi, gj: np.add(gi, gj) / 2.0,
    "max": lambda gi, gj: reals(np.maximum(gi, gj)),
    "min": lambda gi, gj: reals(np.minimum(gi, gj)),
}
"""Grade of a pair by the name of the choice [INTERPRETATION 0.9]."""


def pair_grade(gi: ArrayLike, gj: ArrayLike, mode: str = "mean") -> Reals:
    """Grade g_ij of a pair: the mean, or that of the stronger or the weaker [K15 11]."""
    return PAIR_GRADES[mode](gi, gj)


# ---- Even, uneven and handicap games [K15 2.1] ----


class GameClass(IntEnum):
    """Class of a game by the difference of the McMahon scores."""

    EVEN = 0
    UNEVEN = 1
    HANDICAP = 2


def check_offset(offset: float | None) -> None:
    """Refuse a handicap offset H that is positive or no whole number.

    Raises
    ------
    RuleError
        If the offset is refused.
    """
    if offset is not None and (offset > 0 or offset != int(offset)):
        raise RuleError(
            phrase(
                "expected a handicap offset of 0, -1, -2, … or none, got {offset!r}", offset=offset
            )
        )


def game_class(mi: ArrayLike, mj: ArrayLike, offset: float | None = -1) -> NDArray[np.int8]:
    """Class of a game: a ``GameClass`` by D = |m_i - m_j| against |H| [K15 2.1].

    Parameters
    ----------
    mi, mj
        McMahon scores.
    offset
        H, never positive: stones that are added to a difference. With 0 every difference D > 0
        has a handicap; None means a tournament without handicaps [INTERPRETATION K15-2.1].

    Returns
    -------
    int8 of the broadcast shape.
    """
    check_offset(offset)
    difference = np.abs(np.subtract(mi, mj))
    if not offset:
        other = GameClass.UNEVEN if offset is None else GameClass.HANDICAP
        return np.where(difference == 0, np.int8(GameClass.EVEN), np.int8(other))
    size = abs(offset)
    return np.add(difference >= size, difference > size, dtype=np.int8)


def effective_class(
    mi: ArrayLike, mj: ArrayLike, offset: float | None, even_only: ArrayLike
) -> NDArray[np.int8]:
    """Class of a game that may be no handicap game [K15 2.1; INTERPRETATION K15-2.1 (e)].

    Parameters
    ----------
    mi, mj, offset
        As for ``game_class``.
    even_only
        Whether one of the two is at the bar or above it, so that there is no handicap.
    """
    free = game_class(mi, mj, None)
    return np.where(even_only, free, game_class(mi, mj, offset))


def handicap(
    mi: ArrayLike,
    mj: ArrayLike,
    offset: float | None,
    even_only: ArrayLike,
    max_handicap: int = 9,
) -> Integers:
    """Stones that the lower player gets, D + H in whole stones; 1 is a game without komi [K15 2.1].

    Parameters
    ----------
    max_handicap
        No more stones are given, however large the difference.
    """
    difference = np.abs(np.subtract(mi, mj))
    stones = np.floor(difference - abs(offset or 0))
    handicapped = effective_class(mi, mj, offset, even_only) == GameClass.HANDICAP
    handicaps = np.where(handicapped, np.clip(stones, 0, max_handicap), 0)
    return handicaps.astype(np.int64)
