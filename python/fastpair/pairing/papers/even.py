"""Games within a McMahon group [K15 4; K12 6.5; V 4.2.3].

The seeds of K15 lie in [0, 1], see ``seeds.mid``; those of K12 are the places 1 … S. The weakest
player has the lowest seed.
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

__all__ = [
    "EVEN_STRATEGIES",
    "delta_even_2012",
    "double_fold",
    "fine_grain",
    "random",
    "split_fold",
    "split_fold_ex",
    "split_match",
    "split_match_ex",
    "split_mix",
    "w_even_2012",
]


def random(si: ArrayLike, sj: ArrayLike) -> Reals:
    """No preference [K15 4.1]."""
    return np.zeros(np.broadcast_shapes(np.shape(si), np.shape(sj)))


def fine_grain(si: ArrayLike, sj: ArrayLike) -> Reals:
    """Closeness of the seeds, s_i - s_j [K15 4.2]."""
    return reals(si) - reals(sj)


def split_fold(si: ArrayLike, sj: ArrayLike) -> Reals:
    """The strongest against the weakest, |s_i + s_j - 1| [K15 4.3]."""
    return np.abs(reals(si) + reals(sj) - 1.0)


def split_fold_ex(si: ArrayLike, sj: ArrayLike) -> Reals:
    """Split and fold, stricter at the strong end [K15 4.3]."""
    return split_fold(si, sj) * _strictness(si, sj)


def split_match(si: ArrayLike, sj: ArrayLike) -> Reals:
    """The upper half slides onto the lower half, ||s_i - s_j| - ½| [K15 4.4]."""
    return np.abs(np.abs(reals(si) - reals(sj)) - 0.5)


def split_match_ex(si: ArrayLike, sj: ArrayLike) -> Reals:
    """Split and match, stricter at the strong end [K15 4.4]."""
    return split_match(si, sj) * _strictness(si, sj)


def split_mix(si: ArrayLike, sj: ArrayLike) -> Reals:
    """Anybody of the upper half against anybody of the lower half [K15 4.5].

    It is never more than ½, so that it needs a large λ to weigh anything [INTERPRETATION K15-4].
    """
    same_half = (reals(si) - 0.5) * (reals(sj) - 0.5)
    return np.where(same_half <= 0, 0.0, same_half * _strictness(si, sj))


def double_fold(si: ArrayLike, sj: ArrayLike) -> Reals:
    """Each half is folded, ||s_i + s_j - 1| - ½|; at most ½, across the halves [V 4.2.3].

    It departs from the print, whose formula is that of a single fold [INTERPRETATION V4.2.3].
    """
    across = (reals(si) - 0.5) * (reals(sj) - 0.5) < 0
    return np.where(across, 0.5, np.abs(split_fold(si, sj) - 0.5))


def _strictness(si: ArrayLike, sj: ArrayLike) -> Reals:
    return 1.0 + 0.5 * (reals(si) + reals(sj))


EVEN_STRATEGIES: Mapping[str, Callable[[ArrayLike, ArrayLike], Reals]] = {
    "random": random,
    "fine-grain": fine_grain,
    "fold": split_fold,
    "fold-ex": split_fold_ex,
    "match": split_match,
    "match-ex": split_match_ex,
    "mix": split_mix,
    "double-fold": double_fold,
}
"""Deviations for games within a group by the name of the strategy."""


def delta_even_2012(mode: str, i: ArrayLike, j: ArrayLike, size: ArrayLike) -> Reals:
    """Deviation of a game within a group of ``size`` players [K12 6.5].

    Parameters
    ----------
    mode
        ``"match"`` |j - i| - S/2, ``"fold"`` i + j - (S + 1), ``"random"`` 0.
    i, j
        Places in the order, 1 for the weakest to S.
    """
    i, j, size = reals(i), reals(j), reals(size)
    if mode == "match":
        return np.abs(j - i) - size / 2.0
    if mode == "fold":
        return i + j - (size + 1.0)
    return random(i, j)


def w_even_2012(
    mode: str, i: ArrayLike, j: ArrayLike, size: ArrayLike, alpha: ArrayLike = 0.4
) -> Reals:
    """Weight sech(αδ) of a game within a group [K12 6.5].

    ``"split-random"`` is the discrete T_ij of the paper: 1 in different halves, else 0.
    """
    if mode == "split-random":
        upper_i, upper_j = (2 * reals(place) > reals(size) for place in (i, j))
        return np.where(upper_i != upper_j, 1.0, 0.0)
    return sech(reals(alpha) * delta_even_2012(mode, i, j, size))
