"""Ratings: how strong players are, and what a game between them is expected to bring."""

from .entropy import entropy
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

__all__ = [
    "EPSILON",
    "LOWEST",
    "a",
    "con",
    "entropy",
    "expectation",
    "grade_index",
    "rating_from_grade",
    "rating_or_grade",
    "total_change",
    "update",
]
