"""Shapes: how a deviation becomes a share of a weight."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["concave", "quotient"]


def concave(deviation: ArrayLike, worth: int, concavity: float) -> NDArray[np.int64]:
    """All of ``worth`` without a deviation, nothing at deviation 1 [OPENGOTHA 11].

    Between them the loss grows slowly at first and faster later; with concavity 0 it is linear.
    The doubles are multiplied from left to right and cut towards zero, as OpenGotha does.
    """
    x = np.asarray(deviation, dtype=np.float64)
    return np.trunc(worth * (1.0 - x) * (1.0 + concavity * x)).astype(np.int64)


def quotient(dividend: NDArray[np.int64], divisor: int) -> NDArray[np.int64]:
    """Integer quotient, cut towards zero as in Java and C."""
    cut: NDArray[np.int64] = (dividend - np.fmod(dividend, divisor)) // divisor
    return cut
