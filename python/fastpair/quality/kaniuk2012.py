"""Measures of G. Kaniuk, *Weights in McMahon pairing* (2012): how areas mix, how rankings err."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["mixing_matrix", "mixing_variance", "ranking_positions", "rms"]


def mixing_matrix(first: ArrayLike, second: ArrayLike, areas: int) -> NDArray[np.int64]:
    """Games between areas [K12 6.7].

    Parameters
    ----------
    first, second : (m,) arrays of integers
        Areas of the two players of each game, from 0.
    areas
        Number of areas.

    Returns
    -------
    (areas, areas) int64, symmetric; a game within an area counts once on the diagonal.
    """
    a = np.asarray(first, dtype=np.int64)
    b = np.asarray(second, dtype=np.int64)
    matrix = np.zeros((areas, areas), dtype=np.int64)
    np.add.at(matrix, (a, b), 1)
    across = a != b
    np.add.at(matrix, (b[across], a[across]), 1)
    return matrix


def mixing_variance(matrix: ArrayLike) -> float:
    """How unevenly areas mix: mean over the areas of the variance of their games [K12 6.7].

    The paper names no formula. This one, the sample variance of each row without its diagonal,
    gives the paper's 0.50 for its matrix B, and 1.30 for its matrix A, where 1.70 is printed.

    Parameters
    ----------
    matrix : (areas, areas) array of integers
        See ``mixing_matrix``. Of fewer than three areas nothing can be uneven: 0.
    """
    games = np.asarray(matrix, dtype=np.float64)
    areas = len(games)
    if areas < 3:
        return 0.0
    others = games[~np.eye(areas, dtype=np.bool_)].reshape(areas, areas - 1)
    return float(others.var(axis=1, ddof=1).mean())


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
        Ranks or ratings that came out, and the true ones; 0 if there are none.
    """
    difference = np.asarray(values, dtype=np.float64) - np.asarray(truth, dtype=np.float64)
    return float(np.sqrt(np.mean(difference**2))) if difference.size else 0.0
