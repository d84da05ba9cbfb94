"""How far a ranking or a rating is from the truth [K12 10.2]."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["ranking_error", "ranking_positions", "rms"]


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


def ranking_error(ranks: ArrayLike, true: ArrayLike, top: int | None = None) -> float:
    """Ranking error ε_ranking of all players, or of the strongest ones [K12 10.2].

    Parameters
    ----------
    ranks, true : (n,) arrays
        Ranks that came out, and true ones, both among all players.
    top
        How many of the first true ranks count; by default all. Equals at the end count all or none.
    """
    rank, truth = np.asarray(ranks), np.asarray(true)
    best = np.full(truth.shape, fill_value=True) if top is None else truth <= top
    return rms(rank[best], truth[best])
