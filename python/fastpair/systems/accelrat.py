"""The pairing routine of the American Go Association, AccelRat [V 3.3]."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .arguments import relation

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from .arguments import Integers

__all__ = ["nearest_pairs"]


def nearest_pairs(
    ratings: ArrayLike, met: ArrayLike, *, further: ArrayLike | None = None
) -> tuple[Integers, Integers]:
    """From the highest rating down, everybody gets the least undesirable opponent not yet met.

    A pair is as undesirable as the difference of its ratings plus what ``further`` adds. No choice
    is taken back: a player who finds nobody is left over, even if another choice above him would
    have left him an opponent. The system updates the ratings after the round; this function does
    not.

    Parameters
    ----------
    ratings : (n,) numbers
        Of equal ratings the first one counts as higher.
    met : (n, n) array of bool
        Who has met whom, symmetric; the diagonal does not matter.
    further : (n, n) numbers, optional
        What else makes a pair undesirable, in points of rating; for example, time zones.

    Returns
    -------
    (pairs, 2) int64, (m,) int64
        The pairs in the order in which they were made, each with the higher rating first; and the
        players left over. All are rows of ``ratings``.

    Raises
    ------
    ValueError
        If a shape does not fit, ``met`` is not symmetric, or a number is not finite.
    """
    rating = np.asarray(ratings, dtype=np.float64)
    known = relation("met", met, 2 * rating.shape).copy()
    added = np.zeros(known.shape) if further is None else np.asarray(further, dtype=np.float64)
    if added.shape != known.shape:
        raise ValueError(f"further: expected shape {known.shape}, got {added.shape}")
    if not (np.isfinite(rating).all() and np.isfinite(added).all()):
        raise ValueError("ratings, further: expected finite numbers")
    np.fill_diagonal(known, val=True)
    free = np.ones(len(rating), dtype=np.bool_)
    order = np.argsort(-rating, kind="stable")
    pairs, left = [], []
    for top in order:
        if not free[top]:
            continue
        eligible = order[free[order] & ~known[top, order]]
        free[top] = False
        if not eligible.size:
            left.append(top)
            continue
        undesirability = np.abs(rating[top] - rating[eligible]) + added[top, eligible]
        nearest = eligible[undesirability.argmin()]
        free[nearest] = False
        pairs.append((top, nearest))
    return np.array(pairs, dtype=np.int64).reshape(-1, 2), np.array(left, dtype=np.int64)
