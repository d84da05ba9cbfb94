"""Numbers of any kind as float64 arrays, the type that the formulas compute with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["reals"]


def reals(numbers: ArrayLike) -> NDArray[np.float64]:
    """Numbers as float64; an array that has this type already is not copied."""
    return np.asarray(numbers, dtype=np.float64)
