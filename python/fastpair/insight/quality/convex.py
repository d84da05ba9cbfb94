"""The best mixing variance: a search for it, and a proven lower bound.

The variance is a convex function of the games X between parts, and these are linear in the draw. A
linear function of X that is nowhere above the variance gives a lower bound: its least value over all
draws, which is found by matching. For any point Y, row i of ``Mixing`` is not below

- its tangent in Y (as in the method of Frank and Wolfe); or,
- as X are whole numbers and s_i is at most the size n_i of the part, s_i² ≤ n_i s_i and
  X_ij² ≥ 2 Y_ij X_ij - max {2 Y_ij k - k² : k = 0, 1, 2, …}. This is the better one if n_i ≤ K - 1,
  where a fraction of a game with everybody would make a tangent tell nothing.

The bound is a concave function of Y, and Y is led uphill with steps by Polyak's rule.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from .draws import total

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .draws import Draws
    from .mixing import Mixing

    Integers = NDArray[np.int64]
    Reals = NDArray[np.float64]

__all__ = ["TOLERANCE", "Bound", "best_mixing", "lower_bound"]

TOLERANCE = 1e-6
"""A variance and its bound count as equal if they are no further apart; rounding is less."""

_STEPS = 60
_FIRST_LENGTH = 2.0
_SHORTER = 0.95
"""The number of steps, the length of the first one by Polyak's rule, and the ratio of the lengths
of successive steps. More steps raise the bound by little."""

_PARTS = 2**12
"""Y is rounded to such fractions of a game, so that the bound is exact."""

_FINEST = 18
"""Binary digits of the costs of pairs beyond those of ``_PARTS``, if there is room for them."""


@dataclass(frozen=True, slots=True, eq=False)
class Bound:
    """A lower bound on the variance of all draws, and the direction in which it rises."""

    point: Reals
    """Y, (p, p), moved into the range that games can have."""

    value: Fraction
    """The lower bound: no draw has a smaller variance."""

    mate: Integers
    """The draw for which the linear function has this value."""

    uphill: Reals
    """The direction in which to move Y, (p, p)."""

    rate: float
    """How fast the bound rises in this direction."""


def best_mixing(mixing: Mixing, draws: Draws) -> tuple[Integers, Fraction]:
    """Search for the draw of least mixing variance.

    Parameters
    ----------
    mixing
        The score groups.
    draws
        The draws to choose from.

    Returns
    -------
    The opponent of every seat in the best draw that was found, (n,) int64; and a proven lower bound
    on the sum of the mixing variances of all draws. The search ends when the two agree.

    Raises
    ------
    EngineError
        If a proof fails: a bug of fastpair.
    """
    mate = draws.cheapest(mixing.of_pairs(mixing.counted))
    y = mixing.games(mate).astype(np.float64)
    highest = Fraction(0)
    for step in range(_STEPS):
        least = mixing.variance(mixing.games(mate))
        if least <= highest + TOLERANCE:
            break
        bound = lower_bound(mixing, draws, y)
        highest = max(highest, bound.value)
        mate = mixing.improved(mate, bound.mate)
        if bound.rate == 0:
            break
        length = _FIRST_LENGTH * _SHORTER**step * (least - float(bound.value)) / bound.rate
        y = bound.point + length * bound.uphill
    return mate, highest


def lower_bound(mixing: Mixing, draws: Draws, y: Reals) -> Bound:
    """The exact lower bound that follows from a point."""
    others, size, divisor = (
        column[:, None] for column in (mixing.others, mixing.size, mixing.divisor)
    )
    few = size <= others
    # The bound is no higher outside of this range, and inside of it all numbers are exact.
    y = np.clip(y, np.where(few, 0.5, 0.0), np.minimum(size, size.T)) * mixing.counted
    at = np.rint(y * _PARTS).astype(np.int64)
    along = at.sum(axis=1, keepdims=True)
    nearest = np.maximum((at + _PARTS // 2) // _PARTS, 0) * _PARTS
    touching = np.where(few, nearest, at)
    slope = mixing.counted * (2 * others * at - np.where(few, _PARTS * size, 2 * along))
    below = others * touching * (2 * at - touching)
    rows = below.sum(axis=1) - np.where(few, 0, along**2)[:, 0]
    fixed = sum(
        Fraction(int(rows[mixing.divisor == each].sum()), int(each))
        for each in np.unique(mixing.divisor)
    )
    steepest = int((abs(slope) // divisor).max()) + 1
    scale = Fraction(2) ** min(_FINEST, draws.room.bit_length() - (8 * steepest).bit_length() - 1)
    # The coefficients are rounded down, and so is the bound.
    cost = slope * scale.numerator // (divisor * scale.denominator)
    cost = mixing.of_pairs(cost + cost.T)
    mate = draws.cheapest(cost)
    uphill = mixing.games(mate) - touching / _PARTS
    squares = others * uphill**2
    rate = squares.sum(axis=1) - np.where(few[:, 0], 0, uphill.sum(axis=1) ** 2)
    return Bound(
        point=y,
        value=Fraction(total(cost, mate)) / scale / _PARTS - Fraction(fixed, _PARTS**2),
        mate=mate,
        uphill=uphill,
        rate=float(2 * (rate / mixing.divisor).sum()),
    )
