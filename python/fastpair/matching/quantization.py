"""Turn real weights into integers: exactly where that is possible, otherwise rounded."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from .. import _engine
from .arrays import numbers, place

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from .arrays import Place

__all__ = [
    "NARROW_LIMIT",
    "WEIGHT_LIMIT",
    "Quantized",
    "exact_sum",
    "quantize",
    "quantize_compiled",
]

WEIGHT_LIMIT = _engine.WEIGHT_LIMIT
"""Largest size of a weight, 2**60; the engine derives it in limits.hpp."""

NARROW_LIMIT = _engine.NARROW_LIMIT
"""Largest size of the weights that the engine solves in 64 bits, 2**59; larger ones take 128."""

_LEAST_EXPONENT = -1074
"""Every float64 is a multiple of 2**-1074."""

_PRECISION = 53
"""Bits of the significand of a float64."""

_CHUNK = 1 << 16
"""Cells that are rounded at a time, so that they stay in cache."""


@dataclass(frozen=True, slots=True, eq=False)
class Quantized:
    """Weights in multiples of a power of two."""

    integers: NDArray[np.int64]
    """The weights in multiples of ``unit``, an array of the same shape."""

    unit: Fraction
    """What one of ``integers`` stands for: a power of two, 1 for weights that were integers."""

    exact: bool
    """Whether ``integers * unit`` are the weights. If not, each is the multiple of ``unit``
    nearest to its weight, no further away than half a unit."""

    def __repr__(self) -> str:
        """Return one line, however many the weights are."""
        exponent = self.unit.numerator.bit_length() - self.unit.denominator.bit_length()
        return f"<Quantized: shape={self.integers.shape}, unit=2**{exponent}, exact={self.exact}>"


def quantize(
    weights: ArrayLike,
    *,
    where: NDArray[np.bool_] | None = None,
    exact: bool = False,
    name: Place = place,
) -> Quantized:
    """Turn weights into integers.

    Floats are binary fractions: with a small enough power of two as their unit all of them are
    integers. These integers are returned if they are at most 2**60 in size. They are if the weights
    are integers, or multiples of a fraction such as 1/8, or if the largest is less than 2**7 times
    the smallest that is not zero. Otherwise the weights are rounded to multiples of the finest unit
    in which the largest is at most 2**59, so that they are solved in 64 bits: none is further from
    its weight than 2**-59 of the largest. This takes O(cells) time; the integers are a new array.

    Parameters
    ----------
    weights : array of floats, integers, booleans or (dtype object) Python integers
        Integers are passed on as they are.
    where : array of bool, optional
        The cells that count, of the same shape; by default all. Floats elsewhere become 0.
    exact : bool
        Refuse what would have to be rounded.
    name : function, optional
        How messages name a weight by its index.

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
    values = numbers(weights, None if where is None else lambda: where, name)
    if values.dtype == np.int64:
        return Quantized(values, Fraction(1), exact=True)
    if where is not None:
        values = np.where(where, values, 0.0)
    _require_finite(values, name)
    return _rounded(values, exact=exact, name=name)


def quantize_compiled(
    values: NDArray[np.float64], where: NDArray[np.bool_] | None, *, exact: bool
) -> Quantized | None:
    """Turn floats into integers as :func:`quantize` does, in compiled code, mostly in one pass.

    The unit is guessed from a part of the floats; the pass that writes the integers finds out
    whether the guess was right, and else tells what the unit is.

    Parameters
    ----------
    values : (m,) or (n, n) array of float64, C-contiguous
        A list; or a matrix, of which the diagonal never counts, and which has to be symmetric.
    where
        The cells that count, of the same shape.
    exact
        Refuse what would have to be rounded.

    Returns
    -------
    Quantized or None
        None if the weights are to be refused; :func:`quantize` then says why. A lack of symmetry
        is noticed here only in weights that are rounded; in the others their integers show it.
    """
    largest, finest = _engine.float_range_of_some(values, where)
    exponent = _exponent_for(largest, finest) if math.isfinite(largest) else 0
    while True:
        integers, (largest, finest) = _engine.float_multiples(values, where, exponent)
        if not math.isfinite(largest):
            return None
        guess, exponent = exponent, _exponent_for(largest, finest)
        if guess == exponent:
            break
    rounded = finest is not None and finest < exponent
    if rounded and (exact or (values.ndim == 2 and not _engine.float_symmetric(values, where))):
        return None
    return Quantized(integers, _power_of_two(exponent), not rounded)


def _exponent_for(largest: float, finest: int | None) -> int:
    """Exponent of the unit for floats that are multiples of 2**finest."""
    finest = 0 if finest is None else finest
    exponent = max(_finest_exponent(largest, WEIGHT_LIMIT), min(finest, 0))
    return exponent if finest >= exponent else _finest_exponent(largest, NARROW_LIMIT)


def exact_sum(values: NDArray[np.float64]) -> Fraction:
    """Sum floats as the binary fractions that they are."""
    parts, exponents = np.frexp(values)
    significands = np.ldexp(parts, _PRECISION).astype(np.int64).tolist()
    least = int(exponents.min(initial=0))
    shifts = (exponents - least).tolist()
    total: int = sum(part << shift for part, shift in zip(significands, shifts, strict=True))
    return total * _power_of_two(least - _PRECISION)


def _require_finite(values: NDArray[np.float64], name: Place) -> None:
    finite = np.isfinite(values)
    if not finite.all():
        index = np.unravel_index(int(finite.argmin()), values.shape)
        raise ValueError(
            f"{name(tuple(map(int, index)))} holds {values[index]}: expected finite weights; "
            f"leave out or forbid the edges that must not be matched"
        )


def _rounded(values: NDArray[np.float64], *, exact: bool, name: Place) -> Quantized:
    largest = max(float(values.max(initial=0.0)), -float(values.min(initial=0.0)))
    exponent = _finest_exponent(largest, WEIGHT_LIMIT)
    integers, inexact = _multiples(values, exponent)
    if inexact is None:
        exponent += _coarsen(integers, most=-exponent)
        return Quantized(integers, _power_of_two(exponent), exact=True)
    if exact:
        raise _not_exact(values, inexact, exponent, name)
    exponent = _finest_exponent(largest, NARROW_LIMIT)
    integers, _ = _multiples(values, exponent)
    return Quantized(integers, _power_of_two(exponent), exact=False)


def _multiples(values: NDArray[np.float64], exponent: int) -> tuple[NDArray[np.int64], int | None]:
    """The nearest multiples of 2**exponent, and the place of the first that is not the value."""
    integers = np.empty(values.shape, np.int64)
    source, target = values.reshape(-1), integers.reshape(-1)
    inexact: int | None = None
    for start in range(0, source.size, _CHUNK):
        part = source[start : start + _CHUNK]
        nearest = np.rint(_scaled(part, -exponent))
        # Scaling back also shows a value that was lost below the smallest float.
        same = _scaled(nearest, exponent) == part
        if inexact is None and not same.all():
            inexact = start + int(same.argmin())
        target[start : start + _CHUNK] = nearest
    return integers, inexact


def _power_of_two(exponent: int) -> Fraction:
    return Fraction(1 << exponent) if exponent >= 0 else Fraction(1, 1 << -exponent)


def _finest_exponent(largest: float, limit: int) -> int:
    """Exponent of the least power of two of which the largest weight is at most ``limit`` times."""
    fraction, exponent = math.frexp(largest)
    return max(_LEAST_EXPONENT, exponent - (limit.bit_length() - 1) - (fraction == 0.5))


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


def _not_exact(values: NDArray[np.float64], at: int, exponent: int, name: Place) -> ValueError:
    index = tuple(map(int, np.unravel_index(at, values.shape)))
    return ValueError(
        f"{name(index)} holds {float(values[index])!r}, which is no multiple of 2**{exponent}, "
        f"the finest unit in which the largest weight stays within 2**60: expected "
        f"weights that need no rounding, or exact=False"
    )
