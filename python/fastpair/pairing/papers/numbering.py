"""Number codes without gaps, and without sorting them where that would take longest."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..._kernels import classes

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["SPARSE", "numbered"]

SPARSE = 32
"""Codes are sorted only if there may be more than so many per player."""


def numbered(code: NDArray[np.int64], bound: int) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
    """The first player with each code, and every player's code without gaps, in the same order.

    Parameters
    ----------
    code : (n,) int64
        From 0.
    bound
        All codes are below it.
    """
    if bound > SPARSE * len(code):
        _, first, number = np.unique(code, return_index=True, return_inverse=True)
        return first, number
    return classes.numbered(code, bound)
