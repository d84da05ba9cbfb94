"""Games across McMahon groups in the generalised model [K12 6.4].

Of the two players, i is the one of the lower group, who is drawn up to j.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .reals import reals
from .shapes import g, sech

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from .gotha import DrawnFrom
    from .shapes import SkewMode

    Reals = NDArray[np.float64]

__all__ = ["balances_of", "f_dev", "w_bal", "w_out", "w_out_separate", "w_seed"]


def w_out(outi: ArrayLike, outj: ArrayLike, alpha: ArrayLike = 0.5) -> Reals:
    """Weight by the uneven games so far, 1 at one each [K12 6.4].

    Parameters
    ----------
    outi, outj
        Uneven games m^out = U + D.
    alpha
        Decay per game.
    """
    return sech(np.multiply(alpha, np.add(outi, outj) - 2.0))


def w_out_separate(
    ui: ArrayLike, di: ArrayLike, uj: ArrayLike, dj: ArrayLike, alpha: ArrayLike = 0.5
) -> Reals:
    """Weight by the games up and down, counted separately as in Gotha [K12 6.4]."""
    alpha = reals(alpha)
    lower = sech(alpha * reals(ui)) * sech(alpha * (reals(di) - 1.0))
    return lower * (sech(alpha * (reals(uj) - 1.0)) * sech(alpha * reals(dj)))


def w_bal(
    mbi: ArrayLike,
    mbj: ArrayLike,
    *,
    kappa: float = 1.0,
    a: float = 1.0,
    alpha: float = 0.3,
    gamma: ArrayLike = 0.3,
    mode: SkewMode = "centred",
) -> Reals:
    """Weight g(x) sech(γy) by the balances, 1 at m_i = -1 and m_j = 1 [K12 6.4, eqs. 3 and 4].

    Parameters
    ----------
    mbi, mbj
        Balances. The full rule counts all games, the reduced rule the expected ones.
    kappa, a, alpha, mode
        See ``shapes.g``.
    gamma
        Decay per game of average quality. The paper prints α in the reduced rule.
    """
    x = np.subtract(mbi, mbj) + 2.0
    y = np.add(mbi, mbj)
    weight: Reals = g(x, kappa=kappa, a=a, alpha=alpha, mode=mode) * sech(np.multiply(gamma, y))
    return weight


def balances_of(x: ArrayLike, y: ArrayLike) -> tuple[Reals, Reals]:
    """Balances m_i and m_j that have the variables x and y of ``w_bal`` [K12 6.4].

    It departs from the paper, which prints -1 and +1 where -2 and +2 invert its eqs. 3 and 4
    [INTERPRETATION K12-6.4].
    """
    return (np.add(y, x) - 2.0) / 2.0, (np.subtract(y, x) + 2.0) / 2.0


def f_dev(mode: DrawnFrom, s: ArrayLike, size: ArrayLike) -> Reals:
    """Deviation f^s of a player's place from the wanted one [K12 6.4, 5.2].

    Parameters
    ----------
    mode
        Who of the group should play outside of it.
    s
        Place from 0, the weakest, to S - 1.
    size
        Players S of the group.
    """
    s, size = reals(s), np.asarray(size)
    if mode == "bot":
        distance = s
    elif mode == "mid":
        distance = np.abs(2.0 * s - (size - 1))
    else:
        distance = size - 1 - s
    deviation: Reals = distance / (2.0 * size)
    return deviation


def w_seed(deviation_i: ArrayLike, deviation_j: ArrayLike, alpha: ArrayLike = 0.4) -> Reals:
    """Weight sech(α(f^s(s_i) + f^s(s_j))) by the places in the groups [K12 6.4]."""
    return sech(np.multiply(alpha, np.add(deviation_i, deviation_j)))
