"""Handicaps in ratings: who gets stones counts as stronger for one game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Reals = NDArray[np.float64]

__all__ = ["compensated"]


def compensated(
    rating_a: ArrayLike, rating_b: ArrayLike, points: ArrayLike, lowest: float
) -> tuple[Reals, Reals]:
    """Ratings of both players with the worth of the handicap, for the expectation of one game.

    Parameters
    ----------
    rating_a, rating_b
        Ratings.
    points
        What is added to A; if negative, what is added to B.
    lowest
        Lower ratings count as this one, before anything is added.
    """
    first = np.maximum(np.asarray(rating_a, dtype=np.float64), lowest)
    second = np.maximum(np.asarray(rating_b, dtype=np.float64), lowest)
    if np.any(points):
        first, second = first + np.maximum(points, 0.0), second - np.minimum(points, 0.0)
    return first, second
