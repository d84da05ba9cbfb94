"""The ratings of the European Go Federation since 2021 [EGD]."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...arrays import reals
from .gor import STONE, compensated, stones_as_grades

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike

    from ...arrays import Reals


LOWEST = -900.0
"""No rating is lower: 30 kyu [EGD]."""

HIGHEST = 3299.0
"""Higher ratings, stones included, count as this one: the formulas end at 3300."""

CLASS_WEIGHTS: Mapping[str, float] = {"A": 1.0, "B": 0.75, "C": 0.5, "D": 0.25}
"""What a game counts, by the class of the tournament [EGD]."""

_END = 3300.0


def con(rating: ArrayLike) -> Reals:
    """Largest change of a rating by a game, but for the bonus: ((3300 - R) / 200)^1.6 [EGD]."""
    points: Reals = ((_END - _within(rating)) / 200.0) ** 1.6
    return points


def bonus(rating: ArrayLike) -> Reals:
    """Points ln(1 + e^((2300 - R) / 80)) / 5 that every game adds, against deflation [EGD]."""
    points: Reals = np.logaddexp(0.0, (2300.0 - _within(rating)) / 80.0) / 5.0
    return points


def stone_points(handicap: ArrayLike) -> Reals:
    """What stones are worth: 50 points for a game without komi, 100 for each further stone [EGD].

    The points have the sign of the handicap.
    """
    return STONE * stones_as_grades(handicap)


def expectation(
    rating_a: ArrayLike, rating_b: ArrayLike, *, handicap: ArrayLike = 0
) -> tuple[Reals, Reals]:
    """Expected results of both players, 1 together: 1 / (1 + e^(β(R_B) - β(R_A))) and the rest [EGD].

    β(R) is the strength -7 ln(3300 - R).

    Parameters
    ----------
    rating_a, rating_b
        Ratings; they count as ``LOWEST`` at least and ``HIGHEST`` at most.
    handicap
        Stones that A gets, of which the first is a game without komi; negative ones he gives.
        See ``stone_points``.
    """
    first, second = compensated(rating_a, rating_b, stone_points(handicap), LOWEST)
    # e^(β(R_B) - β(R_A)) is a seventh power, which takes no logarithms.
    ratio = (_END - np.minimum(first, HIGHEST)) / (_END - np.minimum(second, HIGHEST))
    square = ratio * ratio
    odds = np.asarray(square * square)
    odds *= square
    odds *= ratio
    odds += 1.0
    share = np.reciprocal(odds, out=odds)
    return share, np.asarray(1.0 - share)


def changes(
    rating_a: ArrayLike,
    rating_b: ArrayLike,
    result_a: ArrayLike,
    *,
    handicap: ArrayLike = 0,
    weight: float = 1.0,
) -> tuple[Reals, Reals]:
    """Points that a game adds to both ratings: (con(R)(r - S) + bonus(R)) times the weight [EGD].

    Parameters
    ----------
    rating_a, rating_b
        Ratings before the game.
    result_a
        1 if A won, ½ for a jigo, 0 if he lost.
    handicap
        See ``expectation``.
    weight
        One of ``CLASS_WEIGHTS``.
    """
    result = reals(result_a)
    share_a, share_b = expectation(rating_a, rating_b, handicap=handicap)
    return (
        weight * (con(rating_a) * (result - share_a) + bonus(rating_a)),
        weight * (con(rating_b) * (1.0 - result - share_b) + bonus(rating_b)),
    )


def _within(rating: ArrayLike) -> Reals:
    return np.clip(reals(rating), LOWEST, HIGHEST)
