"""Ratings: how strong players are, and what a game between them is expected to bring.

The functions of this package are those of ``gor``, the ratings of the papers. ``RATING_SYSTEMS`` has
all systems, to be used alike.
"""

from .by_grade import PWin
from .entropy import entropy
from .games import Games, expected_wins, rated, rated_by_rounds, rated_in_order, rated_together
from .gor import (
    EPSILON,
    LOWEST,
    a,
    con,
    expectation,
    grade_index,
    rating_from_grade,
    rating_or_grade,
    total_change,
    update,
)
from .system import EGF2021, RATING_SYSTEMS, GoR, RatingSystem, rating_system_named

__all__ = [
    "EGF2021",
    "EPSILON",
    "LOWEST",
    "RATING_SYSTEMS",
    "Games",
    "GoR",
    "PWin",
    "RatingSystem",
    "a",
    "con",
    "entropy",
    "expectation",
    "expected_wins",
    "grade_index",
    "rated",
    "rated_by_rounds",
    "rated_in_order",
    "rated_together",
    "rating_from_grade",
    "rating_or_grade",
    "rating_system_named",
    "total_change",
    "update",
]
