"""Seeds: the place of a player in the order of a group, on the scales of the papers.

``k`` is the place in the order from 1, the weakest, to ``n``, the strongest, of a group of n
players. Ties may share a place: then n is the number of distinct strengths [K12 6.5].
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .reals import reals

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Reals = NDArray[np.float64]

__all__ = ["end", "mid", "percent", "shared", "unit"]


def mid(k: ArrayLike, n: ArrayLike) -> Reals:
    """Middle of the k-th of n equal parts of [0, 1]; ½ for n = 1 [INTERPRETATION K15-4].

    With it both the ideal fold and the ideal slide have deviation 0.
    """
    return (reals(k) - 0.5) / reals(n)


def end(k: ArrayLike, n: ArrayLike) -> Reals:
    """Seed from 0 for the weakest to 1 for the strongest; 0 for n = 1 [INTERPRETATION K15-4]."""
    return (reals(k) - 1.0) / np.maximum(reals(n) - 1.0, 1.0)


def unit(k: ArrayLike, n: ArrayLike) -> tuple[Reals, Reals]:
    """Seed of an uneven game, and the largest one of the group [K15 5.3].

    Returns
    -------
    Seed from 0 for the weakest to 1 for the strongest; and the largest seed, 1, or 0 for n = 1.
    """
    return end(k, n), np.minimum(reals(n) - 1.0, 1.0)


def percent(k: ArrayLike, n: ArrayLike) -> Reals:
    """Seed in percent, from 0 for the weakest to 100; 0 for n = 1 [K12 4.1]."""
    return 100.0 * (reals(k) - 1.0) / np.maximum(reals(n) - 1.0, 1.0)


def shared(strengths: ArrayLike) -> tuple[NDArray[np.int64], int]:
    """Places that players of equal strength share, and the number of places [K12 6.5].

    Parameters
    ----------
    strengths
        Numbers for each player of a group, larger is stronger: (n,), or (criteria, n) where the
        first criterion counts first.
    """
    distinct, place = np.unique(np.atleast_2d(strengths), axis=1, return_inverse=True)
    return place.reshape(-1).astype(np.int64) + 1, distinct.shape[1]
