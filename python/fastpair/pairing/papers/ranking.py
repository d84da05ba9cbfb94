"""How far a ranking or a rating is from the truth [K12 10.2]."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["ranking_positions", "rms"]


def ranking_positions(keys: ArrayLike) -> NDArray[np.float64]:
    """Ranks from 1 for the largest key; equal keys share the mean of their ranks [K12 10.2].

    Parameters
    ----------
    keys : (n,) array

    Returns
    -------
    (n,) float64
    """
    _, level, count = np.unique(-np.asarray(keys), return_inverse=True, return_counts=True)
    last = np.cumsum(count)
    mean_rank: NDArray[np.float64] = last - (count - 1) / 2
    return mean_rank[level]


def rms(values: ArrayLike, truth: ArrayLike) -> float:
    """Root mean square of differences: ranking error ε_ranking, rating error ε_rating [K12 10.2].

    Parameters
    ----------
    values, truth : (n,) arrays
        Ranks or ratings that came out, and the true ones. Empty arrays give 0.
    """
    difference = np.asarray(values, dtype=np.float64) - np.asarray(truth, dtype=np.float64)
    return float(np.sqrt(np.mean(difference**2))) if difference.size else 0.0
