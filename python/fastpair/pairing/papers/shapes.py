"""Shapes: how a deviation becomes a weight between 0 and 1, or a share of one."""

from __future__ import annotations

from functools import lru_cache
from math import tanh
from typing import TYPE_CHECKING, Literal

import numpy as np

from .reals import reals

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Reals = NDArray[np.float64]

__all__ = [
    "SkewMode",
    "asech",
    "concavity",
    "g",
    "g_peak",
    "h",
    "sech",
]

SkewMode = Literal["centred", "plain", "half"]
"""Where the maximum of ``g`` lies and how high it is [INTERPRETATION K12-6.4]."""


def sech(x: ArrayLike) -> Reals:
    """Hyperbolic secant 2 / (e^x + e^-x): 1 at 0, and 0 far from it [K15 eq. 1; K12 6.1].

    Written through e^-|x|, which underflows to 0 where e^x would overflow.
    """
    x = reals(x)
    shape = np.abs(x, out=np.empty(x.shape))
    np.exp(np.negative(shape, out=shape), out=shape)
    below = shape * shape
    below += 1.0
    shape *= 2.0
    shape /= below
    # A scalar gives a scalar, as in any function of numpy.
    return shape[()]


def asech(p: ArrayLike) -> Reals:
    """Inverse of ``sech`` for 0 < p <= 1, not negative [K12 7.3]."""
    p = reals(p)
    inverse: Reals = np.log((1.0 + np.sqrt(1.0 - p * p)) / p)
    return inverse


def h(x: ArrayLike, *, mu: float = 1.0, a: float = 1.0, nu: float = 0.3) -> Reals:
    """Skew step ½ (1 - tanh(μ(x - a))) sech(νx) [K12 6.1].

    It departs from the paper, whose parenthesis closes behind sech, so that the function would tend to ½
    instead of 0 [INTERPRETATION K12-6.1].
    """
    x = reals(x)
    shape: Reals = 0.5 * (1.0 - np.tanh(mu * (x - a))) * sech(nu * x)
    return shape


def g(
    x: ArrayLike,
    *,
    kappa: float = 1.0,
    a: float = 1.0,
    alpha: float = 0.3,
    mode: SkewMode = "centred",
) -> Reals:
    """Skew bell A (1 - tanh(κ(x - a))) sech(αx) for the unbalance of an uneven game [K12 6.4].

    Parameters
    ----------
    x
        Variable of the paper's eq. 3, in games.
    kappa, a, alpha
        Steepness and place of the fall for positive x, and the slope for negative x.
    mode
        The paper wants a peak of 1 at x = 0, but its form is always falling there. ``"centred"``
        moves the peak there, ``"plain"`` leaves it at ``g_peak`` and makes it 1, and ``"half"``
        takes A = ½.
    """
    x = reals(x)
    if mode == "half":
        return 0.5 * _skew(x, kappa, a, alpha)
    peak = g_peak(kappa, a, alpha)
    highest = _skew(np.asarray(peak), kappa, a, alpha)
    moved = x + peak if mode == "centred" else x
    # The peak is known only up to rounding in its last bits.
    return np.minimum(_skew(moved, kappa, a, alpha) / highest, 1.0)


def _skew(x: Reals, kappa: float, a: float, alpha: float) -> Reals:
    shape: Reals = (1.0 - np.tanh(kappa * (x - a))) * sech(alpha * x)
    return shape


@lru_cache(maxsize=64)
def g_peak(kappa: float, a: float, alpha: float) -> float:
    """Place of the maximum of the skew bell, negative for κ, α > 0 [INTERPRETATION K12-6.4].

    Bisection finds it as the only root of κ(1 + tanh(κ(x - a))) + α tanh(αx), which rises with x.
    """

    def slope(x: float) -> float:
        return kappa * (1.0 + tanh(kappa * (x - a))) + alpha * tanh(alpha * x)

    low, high = -1.0, 0.0
    while slope(low) > 0:
        low *= 2.0
    while True:
        middle = 0.5 * (low + high)
        if middle in (low, high):
            return middle
        low, high = (middle, high) if slope(middle) < 0 else (low, middle)


def concavity(x: ArrayLike, k: float = 0.5) -> Reals:
    """Gotha's Υ(x) = (1 - x)(1 + kx): 1 at 0 and 0 at 1, falling for k <= 1 [K12 5.2].

    Deviations beyond 1 count as 1.
    """
    x = np.clip(reals(x), 0.0, 1.0)
    shape: Reals = (1.0 - x) * (1.0 + k * x)
    return shape
