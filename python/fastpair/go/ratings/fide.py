"""Expected scores, performances and rating changes of FIDE's rating regulations, on arrays [FIDE B.02]."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from ...arrays import Bools, Integers

__all__ = [
    "EXPECTED_PERCENT",
    "PERFORMANCE",
    "average_ratings",
    "counted_lead",
    "development_coefficient",
    "expected_percent",
    "initial_ratings",
    "perfect_performance",
    "performance",
]

# The largest difference of ratings at which the higher rated expects 50, 51, … 99 of 100 points [B.02 8.1.2].
_LARGEST = [
    *(3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145),
    *(153, 162, 170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315),
    *(328, 344, 357, 374, 391, 411, 432, 456, 484, 517, 559, 619, 735),
]
_FARTHEST = 800
"""Difference of ratings beyond which nothing changes."""

EXPECTED_PERCENT: Integers = 50 + np.searchsorted(_LARGEST, np.arange(_FARTHEST + 1))
"""What the higher rated expects of 100 points, by the difference of ratings from 0 [B.02 8.1.2]."""

# What a score of 50, 51, … 100 percent adds to the mean rating of the opponents [B.02 8.1.1].
_ADDED = [
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149),
    *(158, 166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322),
    *(336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800),
]
PERFORMANCE: Integers = np.array([*(-each for each in reversed(_ADDED[1:])), *_ADDED], np.int64)
"""Performance less the mean rating of the opponents, by the percentage of the score [B.02 8.1.1]."""


def expected_percent(
    ratings: Integers, opponents: Integers, most: Integers | int = _FARTHEST
) -> Integers:
    """What players expect of 100 points against opponents.

    Parameters
    ----------
    most
        Larger differences of ratings count as this one.

    Examples
    --------
    >>> expected_percent(np.array([2000]), np.array([1900])).tolist()
    [64]
    >>> expected_percent(np.array([2000]), np.array([1500]), 400).tolist()
    [92]
    """
    lead = np.clip(ratings - opponents, -np.asarray(most), most)
    higher = EXPECTED_PERCENT[np.abs(lead)]
    expected: Integers = np.where(lead < 0, 100 - higher, higher)
    return expected


def average_ratings(ratings: Integers, counted: Bools) -> Integers:
    """Mean of the ratings that count in each row, halves up; 0 without any.

    Examples
    --------
    >>> average_ratings(np.array([[2000, 2001]]), np.array([[True, True]])).tolist()
    [2001]
    """
    number = np.maximum(counted.sum(axis=1), 1)
    mean: Integers = (2 * (ratings * counted).sum(axis=1) + number) // (2 * number)
    return mean


def performance(ratings: Integers, counted: Bools, score_x2: Integers) -> Integers:
    """Mean rating of the opponents, and what the percentage of the score adds [B.02 8.1.1].

    Parameters
    ----------
    ratings, counted
        Ratings of opponents, (n, games), and which of them count.
    score_x2
        Doubled points against those who count, a win one point, (n,).

    Examples
    --------
    >>> performance(np.array([[2000, 2100]]), np.array([[True, True]]), np.array([2])).tolist()
    [2050]
    """
    number = np.maximum(counted.sum(axis=1), 1)
    percent = np.clip((100 * score_x2 + number) // (2 * number), 0, 100)
    found: Integers = average_ratings(ratings, counted) + PERFORMANCE[percent]
    return found


def perfect_performance(ratings: Integers, counted: Bools, score_x2: Integers) -> Integers:
    """The lowest rating that expects at least the score; the lowest opponent less 800 for no points.

    The arguments are those of `performance`.

    Examples
    --------
    >>> perfect_performance(np.array([[2000]]), np.array([[True]]), np.array([1])).tolist()
    [1997]
    """
    most = np.iinfo(np.int64).max // 4
    lowest = np.where(counted, ratings, most).min(axis=1, initial=most)
    highest = np.where(counted, ratings, -most).max(axis=1, initial=-most)
    low, high = lowest - _FARTHEST - 1, highest + _FARTHEST
    while (high - low > 1).any():
        middle = (low + high) // 2
        expected = (expected_percent(middle[:, None], ratings) * counted).sum(axis=1)
        enough = expected >= 50 * score_x2
        open_ = high - low > 1
        low, high = np.where(open_ & ~enough, middle, low), np.where(open_ & enough, middle, high)
    found: Integers = np.where(score_x2 <= 0, lowest - _FARTHEST, high)
    return found


# ---- Rating changes [B.02 8.2, 8.3] ----

_CUT = 400
_UNCUT = 2650
_UNCUT_SINCE = date(2025, 10, 1)


def counted_lead(ratings: Integers, day: date | None = None) -> Integers:
    """The difference of ratings that counts at most: 400, but any for ratings from 2650 on [B.02 8.3.1].

    Parameters
    ----------
    day
        Day of the event: before 1 October 2025 it was 400 for everybody. None is today's rule.

    Examples
    --------
    >>> counted_lead(np.array([2649, 2650])).tolist()
    [400, 800]
    """
    uncut = (ratings >= _UNCUT) & (day is None or day >= _UNCUT_SINCE)
    most: Integers = np.where(uncut, _FARTHEST, _CUT)
    return most


_ADULT_AFTER = 18
_MOST_OF_A_PERIOD = 700


def development_coefficient(
    rating: int, games: int, *, stated: int | None = None, age: int | None = None
) -> int:
    """K: how many points a game is worth [B.02 8.3.3].

    Parameters
    ----------
    games
        Games that are rated: K times these is 700 at most.
    stated
        K of the rating list, which alone knows who is new to it, or has had 2400 before.
    age
        The age in years at the end of the year of the event; None if it is unknown.

    Examples
    --------
    >>> development_coefficient(2100, 9), development_coefficient(2100, 9, age=18)
    (20, 40)
    >>> development_coefficient(2400, 9), development_coefficient(1500, 20, stated=40)
    (10, 35)
    """
    young = age is not None and age <= _ADULT_AFTER and rating < 2300
    usual = 10 if rating >= 2400 else 40 if young else 20
    return min(stated or usual, _MOST_OF_A_PERIOD // max(games, 1))


_FEWEST = 5
_HYPOTHETICAL = 1800
_LOWEST, _HIGHEST_INITIAL = 1400, 2200


def initial_ratings(ratings: Integers, counted: Bools, score_x2: Integers) -> Integers:
    """First ratings of players who have none, by games against rated opponents; 0 for none yet [B.02 8.2].

    It takes five games, half a point and 1400. Two draws against opponents of 1800 are added, and no first
    rating is above 2200. The arguments are those of `performance`.

    Examples
    --------
    >>> five = np.array([[1700, 1750, 1800, 1850, 1900]])
    >>> initial_ratings(five, five > 0, np.array([6])).tolist()
    [1850]
    """
    pair = ((0, 0), (0, 2))
    found = performance(
        np.pad(ratings, pair, constant_values=_HYPOTHETICAL),
        np.pad(counted, pair, constant_values=True),
        score_x2 + 2,
    )
    enough = (counted.sum(axis=1) >= _FEWEST) & (score_x2 > 0) & (found >= _LOWEST)
    initial: Integers = np.where(enough, np.minimum(found, _HIGHEST_INITIAL), 0)
    return initial
