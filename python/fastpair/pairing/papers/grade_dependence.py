"""How strictly a rule is applied at different grades: the shape factors λ(g) [K15 11; K12 8].

Both papers mean the same functions; K12 writes them for grades that grow with weakness
[INTERPRETATION 0.1]. A factor near 0 switches the rule off.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .reals import reals
from .shapes import sech

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import ArrayLike, NDArray

    Reals = NDArray[np.float64]

__all__ = ["PAIR_GRADES", "lambda_area", "lambda_colour", "lambda_score", "pair_grade"]


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


def _mean(gi: ArrayLike, gj: ArrayLike) -> Reals:
    mean: Reals = np.add(gi, gj) / 2.0
    return mean


def _stronger(gi: ArrayLike, gj: ArrayLike) -> Reals:
    return np.maximum(gi, gj).astype(np.float64)


def _weaker(gi: ArrayLike, gj: ArrayLike) -> Reals:
    return np.minimum(gi, gj).astype(np.float64)


PAIR_GRADES: Mapping[str, Callable[[ArrayLike, ArrayLike], Reals]] = {
    "mean": _mean,
    "max": _stronger,
    "min": _weaker,
}
"""Grade of a pair by the name of the choice [INTERPRETATION 0.9]."""


def pair_grade(gi: ArrayLike, gj: ArrayLike, mode: str = "mean") -> Reals:
    """Grade g_ij of a pair: the mean, or that of the stronger or the weaker [K15 11]."""
    return PAIR_GRADES[mode](gi, gj)
