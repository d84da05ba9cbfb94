"""Groups whose members prefer to meet, or not to meet, each other [K15 8, 9; K12 7.2, 7.3].

Groups are numbered from 1; 0 stands for no group.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .reals import reals
from .shapes import asech, sech

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Reals = NDArray[np.float64]

__all__ = [
    "delta_play_in",
    "delta_play_out",
    "p_h",
    "p_offset",
    "w_play_in_2012",
    "w_play_out_2012",
]


def delta_play_in(r: int, gi: ArrayLike, in_i: ArrayLike, gj: ArrayLike, in_j: ArrayLike) -> Reals:
    """Deviation of a game out of a play-in group, 1/(2r+1) to 1; 0 within a group [K15 8].

    Parameters
    ----------
    r
        Completed rounds.
    gi, gj
        Groups; all players without one are treated as one group.
    in_i, in_j
        Games P^in so far against members of the own group; r for players without a group.
    """
    gi, gj = np.asarray(gi), np.asarray(gj)
    counts = np.where(gi == 0, r, in_i) + np.where(gj == 0, r, in_j)
    return np.where(gi == gj, 0.0, (2 * r + 1 - counts) / (2 * r + 1))


def delta_play_out(
    r: int, gi: ArrayLike, out_i: ArrayLike, gj: ArrayLike, out_j: ArrayLike
) -> Reals:
    """Deviation of a game within a play-out group, 1/(2r+1) to 1; 0 for all others [K15 9].

    It departs from the letter of the paper: players without a group may meet freely
    [INTERPRETATION K15-9].

    Parameters
    ----------
    out_i, out_j
        Games P^out so far against players who are no members of the own group.
    """
    gi, gj = np.asarray(gi), np.asarray(gj)
    within = (gi == gj) & (gi != 0)
    return np.where(within, (2 * r + 1 - np.add(out_i, out_j)) / (2 * r + 1), 0.0)


def w_play_in_2012(in_i: ArrayLike, in_j: ArrayLike, alpha: ArrayLike = 0.4) -> Reals:
    """Weight sech(α(P_i^in + P_j^in)) of two members of a play-in group [K12 7.2]."""
    return sech(np.multiply(alpha, np.add(in_i, in_j)))


def p_h(h: ArrayLike, m: ArrayLike) -> Reals:
    """Probability that two of m players, drawn by lot, both belong to a group of h [K12 7.3].

    It is 0 if the group has fewer than two members.
    """
    h, m = reals(h), reals(m)
    probability: Reals = h * (h - 1) / np.maximum(m * (m - 1), 1.0)
    return probability


def p_offset(h: ArrayLike, m: ArrayLike) -> Reals:
    """Offset arcsech(P_H): 0 if everybody is of the group; 4.5 for 2 of 10 [K12 7.3]."""
    return asech(p_h(h, m))


def w_play_out_2012(
    within: ArrayLike,
    h: ArrayLike,
    m: ArrayLike,
    in_i: ArrayLike,
    in_j: ArrayLike,
    alpha: ArrayLike = 0.4,
) -> Reals:
    """Weight of a game within a play-out group, 1 for all others [K12 7.3].

    Parameters
    ----------
    within
        Whether both players are of one play-out group H.
    h, m
        Members of H, and players, in the McMahon groups of the two together.
    in_i, in_j
        Games so far against members of H.
    """
    # A player who is alone in his group makes no pair with a member of it, so no offset applies.
    pairs = np.logical_and(within, np.greater_equal(h, 2))
    offset = p_offset(np.where(pairs, h, 2), np.where(pairs, m, 2))
    return np.where(within, sech(np.multiply(alpha, offset + np.add(in_i, in_j))), 1.0)
