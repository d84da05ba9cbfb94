"""Expected scores and performances of FIDE's rating regulations, on arrays [FIDE B.02]."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from ...arrays import Bools, Integers

__all__ = [
    "EXPECTED_PERCENT",
    "PERFORMANCE",
    "average_ratings",
    "expected_percent",
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


def expected_percent(ratings: Integers, opponents: Integers) -> Integers:
    """What players expect of 100 points against opponents.

    Examples
    --------
    >>> expected_percent(np.array([2000]), np.array([1900])).tolist()
    [64]
    """
    lead = np.clip(ratings - opponents, -_FARTHEST, _FARTHEST)
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
