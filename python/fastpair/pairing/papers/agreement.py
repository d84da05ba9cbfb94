"""How far two rankings of the same players agree [K12 10.2; Kendall 1938; Spearman 1904]."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .ranking import ranking_positions

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

__all__ = ["inversions", "kendall_tau", "spearman_rho"]


def kendall_tau(values: ArrayLike, truth: ArrayLike) -> float:
    """Kendall's τ_b: pairs in the same order less those in the opposite one, as a share of all.

    Pairs that are tied in one of the rankings count for the square root of what they would be;
    without ties it is Kendall's τ. It is 0 if everybody is tied.

    Parameters
    ----------
    values, truth : (n,) arrays
        Larger is better in both.
    """
    one, other = _signs(values), _signs(truth)
    agreeing = int((one * other).sum(dtype=np.int64))
    sizes = [int(np.count_nonzero(signs)) for signs in (one, other)]
    return float(agreeing / np.sqrt(float(sizes[0]) * float(sizes[1]))) if all(sizes) else 0.0


def spearman_rho(values: ArrayLike, truth: ArrayLike) -> float:
    """Spearman's ρ: correlation of the ranks, where equals share the mean of theirs.

    It is 0 if everybody is tied in one of the rankings.

    Parameters
    ----------
    values, truth : (n,) arrays
        Larger is better in both.
    """
    one, other = (ranking_positions(keys) for keys in (values, truth))
    one, other = one - one.mean(), other - other.mean()
    size = float(np.sqrt((one**2).sum() * (other**2).sum()))
    return float((one * other).sum()) / size if size else 0.0


def inversions(values: ArrayLike, truth: ArrayLike, top: int) -> float:
    """Pairs of the truly best that come out in the wrong order; a tie counts for half.

    Parameters
    ----------
    values, truth : (n,) arrays
        Larger is better in both.
    top
        How many of the best by ``truth``; of equals at the end the first ones.
    """
    best = np.argsort(-np.asarray(truth), kind="stable")[:top]
    one, other = _signs(np.asarray(values)[best]), _signs(np.asarray(truth)[best])
    decided = other != 0
    wrong = np.count_nonzero(decided & (one == -other)) + np.count_nonzero(decided & (one == 0)) / 2
    return float(wrong) / 2


def _signs(values: ArrayLike) -> np.ndarray[tuple[int, int], np.dtype[np.int8]]:
    """Whether the first is above the second, 1, or below, -1, for all two, (n, n)."""
    keys = np.asarray(values)
    above = keys[:, None] > keys[None, :]
    return above.astype(np.int8) - above.T.astype(np.int8)
