"""Ratings of the EGF of 1998 [GoR]."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from ...arrays import reals
from ..tournament import NO_RATING, Grade

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from ...arrays import Integers, Reals


# ---- Handicaps in ratings: who gets stones counts as stronger for one game ----


def stones_as_grades(stones: ArrayLike) -> Reals:
    """How many grades stronger stones make: a game without komi half a one; negative if they are given."""
    count = reals(stones)
    worth: Reals = count - np.sign(count) / 2
    return worth


def compensated(
    rating_a: ArrayLike, rating_b: ArrayLike, points: ArrayLike, lowest: float
) -> tuple[Reals, Reals]:
    """Ratings or grades of both players with the worth of the handicap, for the expectation of one game.

    Parameters
    ----------
    rating_a, rating_b
        Ratings or grades.
    points
        What is added to A; if negative, what is added to B.
    lowest
        Lower ratings count as this one, before anything is added.
    """
    first = np.maximum(reals(rating_a), lowest)
    second = np.maximum(reals(rating_b), lowest)
    if np.any(points):
        first, second = first + np.maximum(points, 0.0), second - np.minimum(points, 0.0)
    return first, second


# ---- GoR, the ratings of the European Go Federation [V 2.2] ----

EPSILON = 0.016
"""ε, by which the expected results of a game fall short of 1, against deflation [V 2.2.1]."""

LOWEST = 100.0
"""No rating is lower: 20 kyu [V 2.2]."""

STONE = 100.0
"""What a stone is worth [V 2.2.1]."""

_CON_RATINGS = np.arange(100.0, 2701.0, 100.0)
CON = np.array(
    [
        *(116, 110, 105, 100, 95, 90, 85, 80, 75, 70, 65, 60, 55),
        *(51, 47, 43, 39, 35, 31, 27, 24, 21, 18, 15, 13, 11, 10),
    ],
    np.float64,
)
"""con of 100, 200, … 2700 [V table 2.1]."""

CON.flags.writeable = False


def grade_index(text: str) -> float:
    """Grade index of a grade such as ``'3d'``; 1 pro is 6, each further one 0.3 [INTERPRETATION 0.1].

    Raises
    ------
    ValueError
        If the text is no grade between 30 kyu and 9 dan.

    Examples
    --------
    >>> float(grade_index("1k"))
    -1.0
    """
    professional = re.fullmatch(r"\s*([1-9])\s*p\s*", text, re.IGNORECASE)
    return 6 + 0.3 * (int(professional[1]) - 1) if professional else float(Grade.parse(text))


def rating_from_grade(grade: ArrayLike, lowest: float = LOWEST) -> Reals:
    """Rating of a new player, 2100 for 1 dan and 100 for each grade [V 2.2].

    Examples
    --------
    >>> float(rating_from_grade(0))
    2100.0
    """
    return np.maximum(2100.0 + 100.0 * reals(grade), lowest)


def rating_or_grade(rating: ArrayLike, grade: ArrayLike, lowest: float = LOWEST) -> Integers:
    """Ratings, where players without one get the rating of their grade [V 2.2].

    All formulas of the papers use these ratings. OpenGotha's own criteria take
    ``tournament.NO_RATING`` as it stands.

    Parameters
    ----------
    rating, grade
        Whole numbers, as in ``tournament.Player``.
    lowest
        No rating that follows from a grade is lower.
    """
    new = rating_from_grade(grade, lowest)
    return np.where(np.less_equal(rating, NO_RATING), new, rating).astype(np.int64)


def a(rating: ArrayLike, mode: str = "real") -> Reals:
    """Rating difference a that multiplies the odds by e, from 200 at 100 to 70 at 2700 [V 2.2.1].

    Parameters
    ----------
    rating
        Rating of the weaker player.
    mode
        ``"real"``, or ``"int"`` to subtract only whole points, as table 2.2 was computed.
    """
    steps = (np.clip(reals(rating), LOWEST, 2700.0) - LOWEST) / 20.0
    points: Reals = 200.0 - (np.floor(steps) if mode == "int" else steps)
    return points


def con(rating: ArrayLike) -> Reals:
    """Largest change of a rating by a game, 116 down to 10 [V table 2.1].

    Between the printed multiples of 100 it is linear.

    Examples
    --------
    >>> float(con(2400))
    15.0
    """
    return np.interp(reals(rating), _CON_RATINGS, CON)


def expectation(
    rating_a: ArrayLike,
    rating_b: ArrayLike,
    *,
    handicap: ArrayLike = 0,
    epsilon: float = EPSILON,
    mode: str = "real",
) -> tuple[Reals, Reals]:
    """Expected results S of both players, whoever is stronger [V eq. 2.1].

    Parameters
    ----------
    rating_a, rating_b
        Ratings; lower ones count as ``LOWEST``.
    handicap
        Stones that A gets; negative ones he gives. Each adds 100 points to who gets it.
    epsilon
        By how much the two results together fall short of 1; it is taken off the stronger's, and of
        two equal players off B's.
    mode
        See ``a``.
    """
    stones = STONE * reals(handicap)
    first, second = compensated(rating_a, rating_b, stones, LOWEST)
    low = np.asarray(np.abs(first - second))
    low /= a(np.minimum(first, second), mode)
    # e^(D/a) fits into a double for every pair of valid ratings, but not for wrong ones.
    np.minimum(low, 700.0, out=low)
    np.exp(low, out=low)
    low += 1.0
    np.reciprocal(low, out=low)
    high = 1.0 - low - epsilon
    a_weaker = first <= second
    return np.where(a_weaker, low, high), np.where(a_weaker, high, low)


def changes(
    rating_a: ArrayLike,
    rating_b: ArrayLike,
    result_a: ArrayLike,
    *,
    handicap: ArrayLike = 0,
    epsilon: float = EPSILON,
    mode: str = "real",
) -> tuple[Reals, Reals]:
    """Points con(R)(r - S) that a game adds to both ratings [V eq. 2.2].

    Parameters
    ----------
    rating_a, rating_b
        Ratings before the game.
    result_a
        1 if A won, ½ for a jigo, 0 if he lost.
    handicap, epsilon, mode
        See ``expectation``.
    """
    result = reals(result_a)
    share_a, share_b = expectation(
        rating_a, rating_b, handicap=handicap, epsilon=epsilon, mode=mode
    )
    return con(rating_a) * (result - share_a), con(rating_b) * (1.0 - result - share_b)


def update(
    rating_a: ArrayLike,
    rating_b: ArrayLike,
    result_a: ArrayLike,
    *,
    handicap: ArrayLike = 0,
    epsilon: float = EPSILON,
    mode: str = "real",
) -> tuple[Reals, Reals]:
    """Ratings after a game, at least ``LOWEST``; see ``changes`` [V eq. 2.2]."""
    change_a, change_b = changes(
        rating_a, rating_b, result_a, handicap=handicap, epsilon=epsilon, mode=mode
    )
    return changed(rating_a, change_a, LOWEST), changed(rating_b, change_b, LOWEST)


def changed(rating: ArrayLike, change: Reals, lowest: float) -> Reals:
    """A rating after a change; it is the lowest at least, before and after."""
    new: Reals = np.maximum(np.maximum(rating, lowest) + change, lowest)
    return new


def total_change(
    rating_a: ArrayLike, rating_b: ArrayLike, *, epsilon: float = EPSILON, mode: str = "real"
) -> Reals:
    """Points ε(con_A S_A + con_B S_B) that a game is expected to add to both ratings [V 2.2.2].

    The thesis calls it the information of the game. It is the drift that counteracts deflation.
    """
    share_a, share_b = expectation(rating_a, rating_b, epsilon=epsilon, mode=mode)
    change: Reals = epsilon * (con(rating_a) * share_a + con(rating_b) * share_b)
    return change


# ---- Entropy: how much the result of a game tells [V 2.4.5] ----


def entropy(rating_a: ArrayLike, rating_b: ArrayLike, *, mode: str = "real") -> Reals:
    """Bits -p log₂ p - q log₂ q of a game whose weaker player wins with probability p [V eq. 2.3].

    Parameters
    ----------
    rating_a, rating_b
        Ratings. The probabilities are computed without ε, so that q = 1 - p.
    mode
        See ``gor.a``.
    """
    p, q = expectation(rating_a, rating_b, epsilon=0.0, mode=mode)
    bits: Reals = _bits(p) + _bits(q)
    return bits


def _bits(p: Reals) -> Reals:
    likely = np.where(p > 0, p, 1.0)
    bits: Reals = -likely * np.log2(likely)
    return bits
