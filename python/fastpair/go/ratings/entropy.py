"""Entropy: how much the result of a game tells [V 2.4.5]."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .gor import expectation

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["entropy"]


def entropy(rating_a: ArrayLike, rating_b: ArrayLike, *, mode: str = "real") -> NDArray[np.float64]:
    """Bits -p log₂ p - q log₂ q of a game whose weaker player wins with probability p [V eq. 2.3].

    Parameters
    ----------
    rating_a, rating_b
        Ratings. The probabilities are computed without ε, so that q = 1 - p.
    mode
        See ``gor.a``.
    """
    p, q = expectation(rating_a, rating_b, epsilon=0.0, mode=mode)
    bits: NDArray[np.float64] = _bits(p) + _bits(q)
    return bits


def _bits(p: NDArray[np.float64]) -> NDArray[np.float64]:
    likely = np.where(p > 0, p, 1.0)
    bits: NDArray[np.float64] = -likely * np.log2(likely)
    return bits
