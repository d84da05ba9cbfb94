"""Turn arrays of any type into int64 or float64; an error names the cell that does not fit."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from numpy.typing import ArrayLike, NDArray

__all__ = [
    "Place",
    "array_of",
    "few",
    "flags",
    "indices",
    "most_edges",
    "numbers",
    "place",
    "switches",
]

Place: TypeAlias = "Callable[[tuple[int, ...]], str]"
"""How messages name one weight by its index."""

_INT64 = np.iinfo(np.int64)
_FEW = 20
_FLOAT_LIMIT = 2.0**53
"""Smaller floats without a fraction are integers, and no others are rounded to them."""


def place(index: tuple[int, ...]) -> str:
    """How messages name one weight: by its cell in a matrix, by its number in a list."""
    return f"edge {index[0]}" if len(index) == 1 else f"cell ({', '.join(map(str, index))})"


def few(vertices: list[int]) -> str:
    """How messages name vertices: the first of them, and whether there are more."""
    return ", ".join(map(str, vertices[:_FEW])) + (", ..." if len(vertices) > _FEW else "")


def switches(**given: object) -> None:
    """Refuse options that are neither true nor false; those of numpy, 0 and 1 are taken, too.

    Raises
    ------
    TypeError
        If there is one; the message names the first.
    """
    for name, value in given.items():
        if not (isinstance(value, (int, np.integer, np.bool_)) and value in (0, 1)):
            raise TypeError(f"expected True or False as {name}, got {value!r}")


def most_edges(maxcardinality: bool | None, *, perfect: bool, minimize: bool) -> bool:
    """Whether a proof is about matchings with the most edges; by default as the solver's default.

    Raises
    ------
    TypeError
        If one of the options is neither true nor false.
    """
    most = minimize if maxcardinality is None else maxcardinality
    switches(maxcardinality=most, perfect=perfect, minimize=minimize)
    return most or perfect


def numbers(
    values: ArrayLike,
    where: Callable[[], NDArray[np.bool_]] | None = None,
    name: Place = place,
) -> NDArray[Any]:
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


def indices(name: str, values: ArrayLike) -> NDArray[np.int64]:
    """Integers of every type, and floats without a fraction, as int64, with no value changed.

    Raises
    ------
    TypeError
        If they are not integers, or some are masked.
    OverflowError
        If one does not fit into int64.
    """
    _refuse_mask(values)
    array = np.asarray(values)
    if array.size == 0:
        array = array.astype(np.int64)
    if array.dtype.kind == "f":
        array = _whole(name, array)
    if array.dtype.kind not in "iu":
        raise TypeError(f"expected integers as {name}, got dtype {array.dtype}")
    if array.dtype.kind == "u" and array.dtype.itemsize == 8:
        _require_int64(array, None, lambda index: f"{name}[{', '.join(map(str, index))}]")
    return np.ascontiguousarray(array, dtype=np.int64)


def flags(allowed: ArrayLike, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """Which edges exist, as booleans.

    Raises
    ------
    TypeError
        If they are not booleans, or some are masked.
    ValueError
        If they have another shape.
    """
    _refuse_mask(allowed)
    array = np.asarray(allowed)
    if array.dtype != np.bool_:
        raise TypeError(f"expected a boolean array as allowed, got dtype {array.dtype}")
    if array.shape != shape:
        raise ValueError(f"expected allowed of shape {shape}, got {array.shape}")
    return np.ascontiguousarray(array)


def array_of(values: ArrayLike) -> NDArray[Any]:
    """An array that holds what was given, nothing masked and nothing rounded.

    Raises
    ------
    TypeError
        If some values are masked.
    OverflowError
        If it would hold floats that are not equal to the integers given.
    """
    _refuse_mask(values)
    array = np.asarray(values)
    if array.dtype.kind == "f" and not hasattr(values, "__array__"):
        # A list that holds integers beyond int64, or integers and floats, becomes floats in numpy.
        # Nothing may be rounded in passing, nor later, as floats of very different sizes are.
        objects = np.asarray(values, dtype=object)
        if all(isinstance(value, (int, np.integer)) for value in objects.flat):
            return objects
        for index, value in np.ndenumerate(objects):
            if isinstance(value, int) and int(float(value)) != value:
                raise OverflowError(
                    f"{place(index)} holds {value} among floats, which float64 does not hold"
                )
    return array


def _whole(name: str, array: NDArray[Any]) -> NDArray[np.int64]:
    """Floats as int64: an array of three columns of floats holds its vertices as such."""
    broken = (np.abs(array) >= _FLOAT_LIMIT) | (array != np.floor(array))
    if broken.any():
        index = tuple(map(int, np.unravel_index(int(broken.argmax()), broken.shape)))
        raise TypeError(
            f"expected integers as {name}: {name}[{', '.join(map(str, index))}] is {array[index]}"
        )
    return array.astype(np.int64)


def _refuse_mask(values: ArrayLike) -> None:
    # The name np.ma imports a large module; where nobody has done so, there is no masked array.
    if "numpy.ma" in sys.modules and isinstance(values, np.ma.MaskedArray):
        raise TypeError("masks are not read: give the data alone, and the mask as allowed=~mask")


def _from_objects(
    array: NDArray[Any], where: NDArray[np.bool_] | None, name: Place
) -> NDArray[np.int64]:
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


def _require_int64(
    array: NDArray[Any], where: Callable[[], NDArray[np.bool_]] | None, name: Place
) -> None:
    beyond = array > np.uint64(_INT64.max)
    if where is not None and beyond.any():
        beyond &= where()
    if beyond.any():
        index = tuple(map(int, np.unravel_index(int(beyond.argmax()), beyond.shape)))
        raise _too_large(name(index), int(array[index]))


def _too_large(name: str, value: int) -> OverflowError:
    shown = str(value) if abs(value) < 10**40 else f"an integer of {sys.getsizeof(value)} bytes"
    return OverflowError(f"{name} holds {shown}: expected integers that fit into int64")
