"""Games across McMahon groups [K15 5, appendix A].

Of the two players, i is the one of the lower group, who is drawn up to j.
"""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

import numpy as np

from .reals import reals

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import ArrayLike, NDArray

    Reals = NDArray[np.float64]

__all__ = [
    "OMEGAS",
    "UNEVEN_SEEDINGS",
    "delta_bal",
    "delta_out",
    "fold",
    "match",
    "nearest",
    "omega",
]


def delta_out(
    gi: ArrayLike, gj: ArrayLike, outi: ArrayLike, outj: ArrayLike, mode: str = "literal"
) -> Reals:
    """Deviation by the distance of the groups and the uneven games so far [K15 5].

    Parameters
    ----------
    gi, gj
        Indices γ of the groups; neighbouring ones are ideal.
    outi, outj
        Uneven games m^out = U + D so far; one each is ideal.
    mode
        ``"literal"`` is γ_ij + m_i^out + m_j^out - 2, in which a distant group can make up for a
        lack of uneven games; ``"abs"`` adds |m_i^out + m_j^out - 2| instead
        [INTERPRETATION K15-5].
    """
    distance = np.abs(np.abs(reals(gi) - reals(gj)) - 1.0)
    games = reals(outi) + reals(outj) - 2.0
    return distance + (np.abs(games) if mode == "abs" else games)


def delta_bal(r: int, mbi: ArrayLike, mbj: ArrayLike) -> Reals:
    """Distance of the balances from those that the game improves, 0 to 2r [K15 eq. 2, app. A].

    Parameters
    ----------
    r
        Completed rounds. Before the first there are no balances, and the deviation is 0.
    mbi, mbj
        Balances of the lower and the upper player, from -r to r: games up minus games down. The
        full rule counts all games, the partial rule the expected ones, U⁻ - D⁺ [K15 5.2].
    """
    x = np.abs(reals(mbj) + reals(mbi)) / 2.0
    y = (reals(mbj) - reals(mbi)) / 2.0
    if r == 0:
        return np.zeros_like(x)
    critical = (r - x) / r
    below = ((r - 1) * x + 2 * r * (1.0 - y)) / (r + 1)
    return np.where(y >= critical, x, below)


def fold(low: ArrayLike, low_max: ArrayLike, high: ArrayLike, high_max: ArrayLike) -> Reals:
    """The weakest of the lower group plays the strongest of the upper one [K15 5.3].

    Parameters
    ----------
    low, low_max
        Seed l of the lower player, from 0 for the weakest, and the largest seed L of his group.
    high, high_max
        Seed u of the upper player, and the largest seed U of his group.
    """
    return reals(low) + (reals(high_max) - reals(high))


def match(low: ArrayLike, low_max: ArrayLike, high: ArrayLike, high_max: ArrayLike) -> Reals:
    """The strongest of the lower group plays the strongest of the upper one [K15 5.3]."""
    return (reals(low_max) - reals(low)) + (reals(high_max) - reals(high))


def nearest(low: ArrayLike, low_max: ArrayLike, high: ArrayLike, high_max: ArrayLike) -> Reals:
    """The strongest of the lower group plays the weakest of the upper one [K15 5.3]."""
    return (reals(low_max) - reals(low)) + reals(high)


UNEVEN_SEEDINGS: Mapping[str, Callable[[ArrayLike, ArrayLike, ArrayLike, ArrayLike], Reals]] = {
    "fold": fold,
    "match": match,
    "nearest": nearest,
}
"""Deviations by seeds across groups by the name of the strategy."""


def _geometric(parts: Sequence[Reals]) -> Reals:
    mean: Reals = _product(parts) ** (1.0 / len(parts))
    return mean


def _product(parts: Sequence[Reals]) -> Reals:
    return reduce(np.multiply, parts)


def _mean(parts: Sequence[Reals]) -> Reals:
    mean: Reals = reduce(np.add, parts) / len(parts)
    return mean


def _least(parts: Sequence[Reals]) -> Reals:
    return reduce(np.minimum, parts)


OMEGAS: Mapping[str, Callable[[Sequence[Reals]], Reals]] = {
    "product": _product,
    "mean": _mean,
    "min": _least,
    "geometric": _geometric,
}
"""Ways to combine several weights in [0, 1], by name [K15 5.4; INTERPRETATION K15-5.4]."""


def omega(parts: Sequence[ArrayLike], mode: str = "product") -> Reals:
    """One weight Ω in [0, 1], made of those by uneven games, balance and seed [K15 5.4]."""
    return OMEGAS[mode]([reals(part) for part in parts])
