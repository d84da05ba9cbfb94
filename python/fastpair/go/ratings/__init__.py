"""Ratings: how strong players are, and what a game between them is expected to bring.

The functions of this package are those of ``gor``, the ratings of the papers. ``RATING_SYSTEMS`` has
all systems, to be used alike.
"""

from . import egf2021, gor
from .games import (
    EGF2021,
    RATING_SYSTEMS,
    Games,
    GoR,
    PWin,
    RatingSystem,
    expected_wins,
    rated,
    rated_by_rounds,
    rated_in_order,
    rated_together,
    rating_system_named,
)
from .gor import (
    EPSILON,
    LOWEST,
    a,
    con,
    entropy,
    expectation,
    grade_index,
    rating_from_grade,
    rating_or_grade,
    total_change,
    update,
)

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
    "egf2021",
    "entropy",
    "expectation",
    "expected_wins",
    "gor",
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
