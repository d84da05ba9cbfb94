"""Types of the arrays that everybody computes with, and what makes one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .errors import InputError
from .sentences import represented

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
    """Numbers as float64; an array that has this type already is not copied.

    Raises
    ------
    InputError
        If a value is none.
    """
    return _array(numbers, np.float64)


def wholes(numbers: ArrayLike) -> Integers:
    """Numbers as int64, one after the other in memory.

    Raises
    ------
    InputError
        If a value is none.
    """
    return np.ascontiguousarray(_array(numbers, np.int64))


def _array(numbers: ArrayLike, kind: type[Any]) -> Array:
    try:
        return np.asarray(numbers, dtype=kind)
    except (OverflowError, ValueError):
        raise InputError(f"expected an array of numbers, got {represented(numbers)}") from None
