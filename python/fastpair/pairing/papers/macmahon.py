"""Costs of Gerlach's MacMahon, and their transformation into weights [K12 4]."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...arrays import reals
from .seeding import off_fold

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from ...arrays import Reals


def mms(mi: ArrayLike, mj: ArrayLike) -> Reals:
    """Cost (m_i - m_j)² / 4 [K12 4.2]."""
    difference = np.subtract(mi, mj, dtype=np.float64)
    cost: Reals = difference * difference / 4.0
    return cost


def even(applies: ArrayLike, si: ArrayLike, sj: ArrayLike) -> Reals:
    """Cost |s_i + s_j - 100| of not folding a group [K12 4.2].

    It departs from the print, which has lost the bars of the absolute value.

    Parameters
    ----------
    applies
        Equal scores, and one of the two at the bar or above it.
    si, sj
        Seeds in percent, see ``seeding.percent``.
    """
    return np.where(applies, off_fold(reals(si), reals(sj), 100), 0.0)


def uneven(mi: ArrayLike, mj: ArrayLike, si: ArrayLike, sj: ArrayLike) -> Reals:
    """Cost 100 - s_high + s_low of not meeting strongest and weakest of two groups [K12 4.2]."""
    lead = np.sign(np.subtract(mi, mj, dtype=np.float64))
    return np.where(lead != 0, 100.0 - lead * np.subtract(si, sj), 0.0)


def handicap(both_below: ArrayLike, mi: ArrayLike, mj: ArrayLike) -> Reals:
    """Cost 1 of a score difference of more than 9 below the bar [K12 4.2]."""
    large = np.abs(np.subtract(mi, mj)) > 9
    return np.logical_and(both_below, large).astype(np.float64)


def same_area(both_below: ArrayLike, same: ArrayLike) -> Reals:
    """Cost 1 of one club, or of one country, below the bar [K12 4.2]."""
    return np.logical_and(both_below, same).astype(np.float64)


def colour_imbalance(black: ArrayLike, white: ArrayLike) -> Reals:
    """Imbalance Y = 1 - min(B, W) / max(B, W) of games with Black and White; 0 before any [K12 4.1]."""
    most = np.maximum(black, white)
    imbalance: Reals = 1.0 - np.minimum(black, white) / np.maximum(most, 1)
    return np.where(most == 0, 0.0, imbalance)


def colour(applies: ArrayLike, yi: ArrayLike, yj: ArrayLike) -> Reals:
    """Cost Y_i + Y_j, whichever colours the two players lack [K12 4.2].

    Parameters
    ----------
    applies
        Equal scores, and both below the bar.
    """
    return np.where(applies, np.add(yi, yj, dtype=np.float64), 0.0)


def transform(cost: ArrayLike, largest: float) -> Reals:
    """Weight 1 - c / ĉ in [0, 1] of a cost; 1 if nothing costs anything [K12 4.3].

    Parameters
    ----------
    cost
        Costs c of one component.
    largest
        The largest one ĉ among all pairs.
    """
    cost = reals(cost)
    return 1.0 - cost / largest if largest else np.ones_like(cost)
