"""Types of the arrays that everybody computes with, and what makes one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

Integers: TypeAlias = NDArray[np.int64]
Reals: TypeAlias = NDArray[np.float64]
Bools: TypeAlias = NDArray[np.bool_]
Indices: TypeAlias = NDArray[np.intp]
Array: TypeAlias = NDArray[Any]


def distinct(numbers: Integers) -> list[int]:
    """The values of an array, ascending.

    `numpy.unique` imports `numpy.ma`, which a process that pairs one round need not load.
    """
    return sorted({*numbers.tolist()})


def reals(numbers: ArrayLike) -> Reals:
    """Numbers as float64; an array that has this type already is not copied."""
    return np.asarray(numbers, dtype=np.float64)
