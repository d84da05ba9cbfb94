"""Real weights as integers: exactly where that is possible, else rounded, and saying so."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from .arrays import numbers, place

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["WEIGHT_LIMIT", "Quantized", "quantize"]

WEIGHT_LIMIT = 2**60
"""Largest size of a weight; the engine derives it in limits.hpp."""

_LIMIT_BITS = WEIGHT_LIMIT.bit_length() - 1
_LEAST_EXPONENT = -1074
"""Every float64 is a multiple of 2**-1074."""

_CHUNK = 1 << 16
"""Cells that are rounded at a time, so that they stay in cache."""


@dataclass(frozen=True, slots=True, eq=False)
class Quantized:
    """Weights in multiples of a power of two."""

    integers: NDArray[np.int64]
    """Of the shape of the weights."""

    unit: Fraction
    """What one of ``integers`` stands for: a power of two, 1 for weights that were integers."""

    exact: bool
    """Whether ``integers * unit`` are the weights. If not, each is the multiple of ``unit``
    nearest to its weight, no further away than half a unit."""


def quantize(
    weights: ArrayLike, *, where: NDArray[np.bool_] | None = None, exact: bool = False
) -> Quantized:
    """Turn weights into integers.

    Floats are binary fractions: with a small enough power of two as their unit all of them are
    integers. Those are returned if they are at most 2**60 in size; this is so if the weights are
    integers, or multiples of a fraction such as 1/8, or if the largest is less than 2**7 times the
    smallest but zero. Otherwise the weights are rounded, to the multiples of the finest unit in
    which the largest is at most 2**60. O(cells) time; the integers are a new array.

    Parameters
    ----------
    weights : array of floats, integers, booleans or (dtype object) Python integers
        Integers are passed on as they are.
    where : array of bool, optional
        The cells that count, of the same shape; by default all. Floats elsewhere become 0.
    exact : bool
        Refuse what would have to be rounded.

    Returns
    -------
    Quantized

    Raises
    ------
    ValueError
        If a weight is NaN or infinite, or with ``exact`` would have to be rounded; the message
        names its cell.
    TypeError, OverflowError
        If the weights are no numbers, or integers that do not fit into int64.

    Examples
    --------
    >>> halves = quantize([0.5, 3.0, 1.5])
    >>> halves.integers, halves.unit, halves.exact
    (array([1, 6, 3]), Fraction(1, 2), True)
    >>> quantize([1e18, 0.1]).exact
    False
    """
    values = numbers(weights, None if where is None else lambda: where)
    if values.dtype == np.int64:
        return Quantized(values, Fraction(1), exact=True)
    if where is not None:
        values = np.where(where, values, 0.0)
    _require_finite(values)
    return _rounded(values, exact=exact)


def _require_finite(values: NDArray[np.float64]) -> None:
    finite = np.isfinite(values)
    if not finite.all():
        index = np.unravel_index(int(finite.argmin()), values.shape)
        raise ValueError(
            f"{place(tuple(map(int, index)))} holds {values[index]}: expected finite weights; "
            f"leave out or forbid the edges that must not be matched"
        )


def _rounded(values: NDArray[np.float64], *, exact: bool) -> Quantized:
    exponent = _finest_exponent(values)
    integers = np.empty(values.shape, np.int64)
    source, target = values.reshape(-1), integers.reshape(-1)
    inexact: int | None = None
    for start in range(0, source.size, _CHUNK):
        part = source[start : start + _CHUNK]
        nearest = np.rint(_scaled(part, -exponent))
        # Scaled back, a value that got lost below the smallest float shows as well.
        same = _scaled(nearest, exponent) == part
        if inexact is None and not same.all():
            inexact = start + int(same.argmin())
        target[start : start + _CHUNK] = nearest
    if inexact is None:
        exponent += _coarsen(integers, most=-exponent)
    elif exact:
        raise _not_exact(values, inexact, exponent)
    return Quantized(integers, Fraction(2) ** exponent, inexact is None)


def _finest_exponent(values: NDArray[np.float64]) -> int:
    """Exponent of the least power of two in which the largest weight is at most 2**60."""
    largest = max(float(values.max(initial=0.0)), -float(values.min(initial=0.0)))
    fraction, exponent = math.frexp(largest)
    return max(_LEAST_EXPONENT, exponent - _LIMIT_BITS - (fraction == 0.5))


def _scaled(values: NDArray[np.float64], exponent: int) -> NDArray[np.float64]:
    """Multiply by a power of two, in two steps since the power itself may be out of range."""
    half = exponent // 2
    scaled = values * math.ldexp(1.0, half)
    scaled *= math.ldexp(1.0, exponent - half)
    return scaled


def _coarsen(integers: NDArray[np.int64], *, most: int) -> int:
    """Divide by the largest common power of two, at most 2**most; return its exponent."""
    bits = int(np.bitwise_or.reduce(integers, axis=None))
    common = (bits & -bits).bit_length() - 1 if bits else most
    shift = max(0, min(common, most))
    integers >>= shift
    return shift


def _not_exact(values: NDArray[np.float64], at: int, exponent: int) -> ValueError:
    index = tuple(map(int, np.unravel_index(at, values.shape)))
    return ValueError(
        f"{place(index)} holds {float(values[index])!r}, which is no multiple of 2**{exponent}, "
        f"the finest unit in which the largest weight stays within 2**{_LIMIT_BITS}: expected "
        f"weights that need no rounding, or exact=False"
    )
