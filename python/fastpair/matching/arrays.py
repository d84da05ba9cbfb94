"""Arrays of weights: types, exact scales."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Iterator, Mapping, MappingView, Set
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Protocol, TypeAlias, TypeGuard

import numpy as np

from .. import _engine
from ..errors import InputError, InputOverflowError, input_error
from ..parameters import integer, quoted

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, SupportsIndex

    from numpy.typing import ArrayLike, NDArray

    from ..arrays import Array, Bools, Indices, Integers, Reals


# ---- Turn arrays of any type into int64 or float64; an error names the cell that does not fit ----

EdgeName: TypeAlias = "Callable[[tuple[int, ...]], str]"
"""How messages name one weight by its index."""

_INT64 = np.iinfo(np.int64)
_FEW = 20
_FLOAT_LIMIT = 2.0**53
"""Smaller floats without a fraction are integers, and no others are rounded to them."""


def name_edge(index: tuple[int, ...]) -> str:
    """How messages name one weight: by its cell in a matrix, by its number in a list."""
    return f"edge {index[0]}" if len(index) == 1 else f"cell ({', '.join(map(str, index))})"


def name_vertices(vertices: list[int]) -> str:
    """How messages name vertices: the first of them, and whether there are more."""
    return ", ".join(map(str, vertices[:_FEW])) + (", ..." if len(vertices) > _FEW else "")


def first_index(marked: Bools) -> tuple[int, ...]:
    """The index of the first cell that is marked."""
    return tuple(map(int, np.unravel_index(int(marked.argmax()), marked.shape)))


def positions(vertices: NDArray[np.integer[Any]], size: int) -> Integers:
    """(size,) where each vertex stands among some, or -1."""
    found = np.full(size, -1)
    found[vertices] = np.arange(len(vertices))
    return found


def pairs_of(mate: Integers) -> tuple[Integers, Integers]:
    """The ends of the matched edges, the smaller ones first."""
    first = np.flatnonzero(mate > np.arange(len(mate)))
    return first, mate[first]


def require_booleans(**given: object) -> None:
    """Refuse options that are neither true nor false; those of numpy, 0 and 1 are taken, too.

    Raises
    ------
    TypeError
        If there is one; the message names the first.
    """
    for name, value in given.items():
        if not (isinstance(value, (int, np.integer, np.bool_)) and value in (0, 1)):
            raise TypeError(f"expected True or False as {name}, got {quoted(value)}")


def needs_maxcardinality(maxcardinality: bool | None, *, perfect: bool, minimize: bool) -> bool:
    """Whether a proof is about matchings with the most edges; by default as the solver's default.

    Raises
    ------
    TypeError
        If one of the options is neither true nor false.
    """
    most = minimize if maxcardinality is None else maxcardinality
    require_booleans(maxcardinality=most, perfect=perfect, minimize=minimize)
    return most or perfect


def weight_array(
    values: ArrayLike,
    where: Callable[[], Bools] | None = None,
    name: EdgeName = name_edge,
) -> Array:
    """Weights as int64 or as float64, with no value changed.

    Parameters
    ----------
    values
        Integers of any width, signed or not, booleans, floats of at most 64 bits, or Python
        integers (dtype object).
    where
        Returns which cells are read, as booleans of the same shape; by default all are. It is
        called only where a value that is not read could do harm.
    name
        How messages name a cell.

    Raises
    ------
    TypeError
        If the values are not numbers of one of these types.
    OverflowError
        If an integer does not fit into int64; the message names its cell.
    """
    array = array_of(values)
    kind = array.dtype.kind
    if array.size == 0:
        return np.ascontiguousarray(array, np.int64 if kind != "f" else np.float64)
    if kind == "O":
        return _from_objects(array, None if where is None else where(), name)
    if kind == "f" and array.dtype.itemsize <= 8:
        return np.ascontiguousarray(array, dtype=np.float64)
    if kind not in "iub":
        raise TypeError(
            f"expected integers, booleans or floats of at most 64 bits as weights, "
            f"got dtype {array.dtype}"
        )
    if kind == "u" and array.dtype.itemsize == 8:
        _require_int64(array, where, name)
    return np.ascontiguousarray(array, dtype=np.int64)


def integer_array(name: str, values: ArrayLike) -> Integers:
    """Integers of every type, and floats without a fraction, as int64, with no value changed.

    Raises
    ------
    TypeError
        If they are not integers, no array or lists, or some are masked.
    OverflowError
        If one does not fit into int64.
    """
    array = read_array(name, values)
    if array.size == 0:
        array = array.astype(np.int64)
    if array.dtype.kind == "f":
        array = _whole(name, array)
    if array.dtype.kind not in "iu":
        raise TypeError(f"expected integers as {name}, got dtype {array.dtype}")
    if array.dtype.kind == "u" and array.dtype.itemsize == 8:
        _require_int64(array, None, lambda index: f"{name}[{', '.join(map(str, index))}]")
    return np.ascontiguousarray(array, dtype=np.int64)


def edge_mask(allowed: ArrayLike, shape: tuple[int, ...]) -> Bools:
    """Which edges exist, as booleans.

    Raises
    ------
    TypeError
        If they are not booleans, no array or lists, or some are masked.
    ValueError
        If they have another shape.
    """
    array = read_array("allowed", allowed)
    if array.dtype != np.bool_:
        raise TypeError(f"expected a boolean array as allowed, got dtype {array.dtype}")
    if array.shape != shape:
        raise InputError(f"expected allowed of shape {shape}, got {array.shape}")
    return np.ascontiguousarray(array)


def array_of(values: ArrayLike) -> Array:
    """An array that holds what was given, nothing masked and nothing rounded.

    Raises
    ------
    TypeError
        If it is neither an array nor lists, or some values are masked.
    OverflowError
        If it would hold floats that are not equal to the integers given.
    """
    array = read_array("weights", values)
    if array.dtype.kind == "f" and not hasattr(values, "__array__"):
        # A list that holds integers beyond int64, or integers and floats, becomes floats in numpy.
        # Nothing may be rounded in passing, nor later, as floats of very different sizes are.
        objects = np.asarray(values, object)
        if all(isinstance(value, (int, np.integer)) for value in objects.flat):
            return objects
        for index, value in np.ndenumerate(objects):
            if isinstance(value, int) and int(float(value)) != value:
                raise InputOverflowError(
                    f"{name_edge(index)} holds {value} among floats, which float64 does not hold"
                )
    return array


def _whole(name: str, array: Array) -> Integers:
    """Floats as int64: an array of three columns of floats holds its vertices as such."""
    broken = (np.abs(array) >= _FLOAT_LIMIT) | (array != np.floor(array))
    if broken.any():
        index = first_index(broken)
        raise TypeError(
            f"expected integers as {name}: {name}[{', '.join(map(str, index))}] is {array[index]}"
        )
    return array.astype(np.int64)


def read_array(name: str, values: ArrayLike) -> Array:
    """An array or lists as an array.

    Raises
    ------
    TypeError
        If it is neither, or some values are masked.
    InputError
        If it is lists of several lengths.
    """
    _require_array(name, values)
    try:
        return np.asarray(values)
    except ValueError as error:
        raise InputError(f"expected an array or lists of one length as {name}: {error}") from None


def _require_array(name: str, values: object) -> None:
    if type(values) in (np.ndarray, list, tuple):
        return  # as most are; what follows takes a microsecond
    if isinstance(values, (Iterator, Set, Mapping, MappingView)):
        pairs = isinstance(values, Mapping)
        rows = "((*pair, weight) for pair, weight in edges.items())" if pairs else "edges"
        hint = f"; edges are three lists (i, j, weight), such as tuple(map(list, zip(*{rows})))"
        raise TypeError(
            f"expected an array or lists as {name}, got {type(values).__name__}"
            f"{hint if name == 'weights' else ''}"
        )
    # The name np.ma imports a large module; where nobody has done so, there is no masked array.
    if "numpy.ma" in sys.modules and isinstance(values, np.ma.MaskedArray):
        raise TypeError("masks are not read: give the data alone, and the mask as allowed=~mask")


def _from_objects(array: Array, where: Bools | None, name: EdgeName) -> Integers:
    result = np.zeros(array.shape, np.int64)
    for index, value in np.ndenumerate(array):
        if where is not None and not where[index]:
            continue
        if not isinstance(value, (int, np.integer)):
            raise TypeError(
                f"{name(index)} holds {value!r}: expected Python integers in an array of objects"
            )
        if not _INT64.min <= value <= _INT64.max:
            raise _too_large(name(index), int(value))
        result[index] = value
    return result


def _require_int64(array: Array, where: Callable[[], Bools] | None, name: EdgeName) -> None:
    beyond = array > np.uint64(_INT64.max)
    if where is not None and beyond.any():
        beyond &= where()
    if beyond.any():
        index = first_index(beyond)
        raise _too_large(name(index), int(array[index]))


def _too_large(name: str, value: int) -> InputOverflowError:
    text = str(value) if abs(value) < 10**40 else f"an integer of {sys.getsizeof(value)} bytes"
    return InputOverflowError(f"{name} holds {text}: expected integers that fit into int64")


# ---- The edges of scipy's sparse matrices and arrays, which are recognized by their methods ----


class SparseMatrix(Protocol):
    """Interface of the matrices and arrays of scipy.sparse."""

    @property
    def shape(self) -> tuple[int, ...]:
        """(n, n), or (r, c) for rows and columns."""

    def tocsr(self) -> Any:  # noqa: ANN401
        """Return the same matrix in compressed sparse rows."""


def is_sparse(weights: object) -> TypeGuard[SparseMatrix]:
    """Whether something is a matrix or array of scipy.sparse."""
    return hasattr(weights, "tocsr")


def edges_of(matrix: SparseMatrix, *, bipartite: bool) -> tuple[int, Integers, Integers, Array]:
    """Size, ends and weights of the edges that a matrix stores, smaller ends first, in order.

    Of a matrix that is not square, and of any that is ``bipartite``, the rows are the vertices from 0
    on, and the columns those from r on.

    Raises
    ------
    ValueError
        If it is no matrix, or a square one that is neither symmetric nor one triangle alone.
    """
    shape = matrix.shape
    if len(shape) != 2:
        raise InputError(
            f"expected a square matrix of weights, or one of rows and columns, got shape {shape}"
        )
    rows = matrix.tocsr()
    if not rows.has_canonical_format:
        rows = rows.copy()
        rows.sum_duplicates()
    cells = rows.tocoo()
    i, j = cells.row.astype(np.int64), cells.col.astype(np.int64)
    if bipartite or shape[0] != shape[1]:
        return sum(shape), i, shape[0] + j, cells.data
    upper, lower = np.flatnonzero(i < j), np.flatnonzero(i > j)
    # Ordered like the upper triangle, so that the two can be compared cell by cell.
    lower = lower[np.lexsort((i[lower], j[lower]))]
    if len(upper) and len(lower):
        _require_symmetry(i, j, cells.data, upper, lower)
    if len(upper):
        return shape[0], i[upper], j[upper], cells.data[upper]
    return shape[0], j[lower], i[lower], cells.data[lower]


def _require_symmetry(
    i: Integers,
    j: Integers,
    weights: Array,
    upper: Indices,
    lower: Indices,
) -> None:
    both = min(len(upper), len(lower))
    above, below = upper[:both], lower[:both]
    differ = (i[above] != j[below]) | (j[above] != i[below])
    # NaN differs from itself. Another check says that it is no weight.
    one, other = weights[above], weights[below]
    differ |= (one != other) & ((one == one) | (other == other))
    if not differ.any() and len(upper) == len(lower):
        return
    at = int(differ.argmax()) if differ.any() else both
    pairs = [(i[k], j[k]) for k in upper[at : at + 1]] + [(j[k], i[k]) for k in lower[at : at + 1]]
    a, b = min(pairs)
    raise InputError(
        f"the matrix is not symmetric: cells ({a}, {b}) and ({b}, {a}) differ, or one of them is "
        f"not stored; expected both triangles, or one of them alone"
    )


# ---- Turn real weights into integers: exactly where that is possible, otherwise rounded ----

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

    integers: Integers
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
    where: Bools | None = None,
    exact: bool = False,
    name: EdgeName = name_edge,
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
    values = weight_array(weights, None if where is None else lambda: where, name)
    if values.dtype == np.int64:
        return Quantized(values, Fraction(1), exact=True)
    if where is not None:
        values = np.where(where, values, 0.0)
    _require_finite(values, name)
    return _round_floats(values, exact=exact, name=name)


def quantize_compiled(values: Reals, where: Bools | None, *, exact: bool) -> Quantized | None:
    """Turn floats into integers as :func:`quantize` does, in compiled code, mostly in one pass.

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
        None if the weights are to be refused; :func:`quantize` then says why, or they are not
        symmetric.
    """
    found = _engine.quantize_floats(values, where)
    if found is None:
        return None
    integers, exponent, rounded = found
    if rounded and exact:
        return None
    return Quantized(integers, power_of_two(exponent), not rounded)


def exact_sum(values: Reals) -> Fraction:
    """Sum floats as the binary fractions that they are."""
    parts, exponents = np.frexp(values)
    significands = np.ldexp(parts, _PRECISION).astype(np.int64).tolist()
    least = int(exponents.min(initial=0))
    shifts = (exponents - least).tolist()
    total: int = sum(part << shift for part, shift in zip(significands, shifts, strict=True))
    return total * power_of_two(least - _PRECISION)


def _require_finite(values: Reals, name: EdgeName) -> None:
    finite = np.isfinite(values)
    if not finite.all():
        index = first_index(~finite)
        raise InputError(
            f"{name(index)} holds {values[index]}: expected finite weights; "
            f"leave out or forbid the edges that must not be matched"
        )


def _round_floats(values: Reals, *, exact: bool, name: EdgeName) -> Quantized:
    largest = max(float(values.max(initial=0.0)), -float(values.min(initial=0.0)))
    exponent = _finest_exponent(largest, WEIGHT_LIMIT)
    integers, inexact = _multiples(values, exponent)
    if inexact is None:
        exponent += _coarsen(integers, most=-exponent)
        return Quantized(integers, power_of_two(exponent), exact=True)
    if exact:
        raise _not_exact(values, inexact, exponent, name)
    exponent = _finest_exponent(largest, NARROW_LIMIT)
    integers, _ = _multiples(values, exponent)
    return Quantized(integers, power_of_two(exponent), exact=False)


def _multiples(values: Reals, exponent: int) -> tuple[Integers, int | None]:
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


@cache
def power_of_two(exponent: int) -> Fraction:
    """2**exponent, exactly; the exponent is that of a float."""
    return Fraction(1 << exponent) if exponent >= 0 else Fraction(1, 1 << -exponent)


def _finest_exponent(largest: float, limit: int) -> int:
    """Exponent of the least power of two of which the largest weight is at most ``limit`` times."""
    fraction, exponent = math.frexp(largest)
    return max(_LEAST_EXPONENT, exponent - (limit.bit_length() - 1) - (fraction == 0.5))


def _scaled(values: Reals, exponent: int) -> Reals:
    """Multiply by a power of two, in two steps since the power itself may be out of range."""
    half = exponent // 2
    scaled = values * math.ldexp(1.0, half)
    scaled *= math.ldexp(1.0, exponent - half)
    return scaled


def _coarsen(integers: Integers, *, most: int) -> int:
    """Divide by the largest common power of two, at most 2**most; return its exponent."""
    bits = int(np.bitwise_or.reduce(integers, axis=None))
    common = (bits & -bits).bit_length() - 1 if bits else most
    shift = max(0, min(common, most))
    integers >>= shift
    return shift


def _not_exact(values: Reals, at: int, exponent: int, name: EdgeName) -> InputError:
    index = tuple(map(int, np.unravel_index(at, values.shape)))
    return InputError(
        f"{name(index)} holds {float(values[index])!r}, which is not a multiple of 2**{exponent}, "
        f"the finest unit in which the largest weight stays within 2**60: expected "
        f"weights that need no rounding, or exact=False"
    )


@cache
def _cores() -> int:
    """The number of cores; to ask for it takes as long as to match six vertices."""
    return os.cpu_count() or 1


def count_of(name: str, value: SupportsIndex, least: int) -> int:
    """A whole number that is large enough.

    Raises
    ------
    TypeError, InputError
        If it is none; the message names the argument.
    """
    number = integer(value)
    if number is None:
        raise input_error(value, (), f"expected a whole number as {name}, got {quoted(value)}")
    if number < least:
        raise InputError(f"expected {name} of {least} or more, got {number}")
    return number


def most_threads(threads: SupportsIndex | None) -> int:
    """The most threads to use: as many as there are cores, if none are stated."""
    return _cores() if threads is None else min(count_of("threads", threads, 1), 2**15)
