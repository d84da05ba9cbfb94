"""Values that a server keeps by key, and the memory that all of them may take."""

from __future__ import annotations

from collections import OrderedDict
from gc import get_referents
from sys import getsizeof
from threading import Event, RLock
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from weakref import ReferenceType, ref

import numpy as np

from ...errors import FastpairError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


_Value = TypeVar("_Value")

_MEGABYTES = 256
"""What all that is kept of all tournaments may take together, beside the present state of each."""

_LEAVES = (type, ModuleType, FunctionType, BuiltinFunctionType)
"""What values share with the program."""


def count_bytes(value: object, most: int, others: Iterable[object] = ()) -> int:
    """Count the bytes of a value with all that it holds, or so many of them that they are too many.

    What several values share is counted for each of them.

    Parameters
    ----------
    others
        What it may hold that is counted, or kept, elsewhere.
    """
    seen = {id(value), *map(id, others)}
    total, left = 0, [value]
    while left and total <= most:
        each = left.pop()
        array = each
        while isinstance(array, np.ndarray) and isinstance(array.base, np.ndarray):
            array = array.base
        total += array.nbytes if isinstance(array, np.ndarray) else getsizeof(array)
        for inner in get_referents(each):
            if id(inner) not in seen and not isinstance(inner, (*_LEAVES, Cache)):
                seen.add(id(inner))
                left.append(inner)
    return total


class _Counted(NamedTuple):
    """A value whose bytes are counted; only its cache keeps it."""

    result: ReferenceType[_Result]
    cache: ReferenceType[Cache]
    key: object
    bytes: int


class Memory:
    """The bytes that the values of several caches may take together.

    Parameters
    ----------
    most
        If they are more, the values that were not asked for longest are forgotten, whichever cache has them.
    """

    def __init__(self, most: int) -> None:
        self.most, self.bytes = most, 0
        self.lock = RLock()
        """Of all of these caches; nothing takes long while it is locked."""
        self._values: OrderedDict[int, _Counted] = OrderedDict()

    def add(self, cache: Cache, key: object, result: _Result, size: int) -> None:
        """Count a value of a cache, and forget others until there is room."""
        name = id(result)
        reference = ref(result, lambda _: self.remove(name))
        with self.lock:
            self._values[name] = _Counted(reference, ref(cache), key, size)
            self.bytes += size
            while self.bytes > self.most:
                oldest, counted = next(iter(self._values.items()))
                self.remove(oldest)
                if (owner := counted.cache()) is not None:
                    owner.forget(counted.key, counted.result())

    def touch(self, result: _Result) -> None:
        """Note that a value is asked for."""
        with self.lock:
            if id(result) in self._values:
                self._values.move_to_end(id(result))

    def remove(self, name: int) -> None:
        """Count a value no more that is forgotten, by the id of its result."""
        with self.lock:
            counted = self._values.pop(name, None)
            self.bytes -= 0 if counted is None else counted.bytes


MEMORY = Memory(_MEGABYTES << 20)


class _Result:
    """A value that is being made, or has been; or why it could not be."""

    __slots__ = ("__weakref__", "error", "ready", "value")

    def __init__(self) -> None:
        self.ready = Event()
        self.value: Any = None
        self.error: BaseException | None = None


class Cache:
    """Values by key, each made by the first who asks while the others wait for it.

    A value that cannot be made raises the same `FastpairError` again without another attempt, unless the system
    refused a file: that costs nothing to try, and may have passed. Other errors are not remembered.

    Parameters
    ----------
    most
        Values that are kept; the one that was not asked for longest is forgotten first.
    memory
        Where their bytes are counted together with those of other caches; None if they are few.
    """

    def __init__(self, most: int, memory: Memory | None = None) -> None:
        self._most, self._memory = most, memory
        self._lock = RLock() if memory is None else memory.lock
        self._results: OrderedDict[object, _Result] = OrderedDict()

    def __len__(self) -> int:
        return len(self._results)

    def get(
        self,
        key: object,
        make: Callable[[], _Value],
        count: Callable[[_Value, int], int] | None = None,
    ) -> _Value:
        """The value of a key, made if it is not there.

        Parameters
        ----------
        count
            Counts its bytes; by default `count_bytes`, which looks at all that it holds.
        """
        with self._lock:
            result = self._results.get(key)
            if result is None:
                make_it, result = True, _Result()
                self._results[key] = result
                while len(self._results) > self._most:
                    self._results.popitem(last=False)
            else:
                make_it = False
                self._results.move_to_end(key)
                if self._memory is not None:
                    self._memory.touch(result)
        if make_it:
            self._make(key, result, make, count or count_bytes)
        result.ready.wait()
        if result.error is not None:
            # Each time it is raised, it would get longer by the places it passes.
            raise result.error.with_traceback(None)
        value: _Value = result.value
        return value

    def peek(self, key: object) -> Any | None:  # noqa: ANN401 - a value of any type
        """The value of a key if it exists; otherwise None."""
        result = self._results.get(key)
        return None if result is None else result.value

    def forget(self, key: object, result: object) -> None:
        """Forget a value, unless it was made again."""
        with self._lock:
            if self._results.get(key) is result:
                del self._results[key]

    def clear(self) -> None:
        """Forget all values."""
        with self._lock:
            self._results.clear()

    def _make(
        self,
        key: object,
        result: _Result,
        make: Callable[[], _Value],
        count: Callable[[_Value, int], int],
    ) -> None:
        try:
            result.value = make()
        except BaseException as error:
            result.error = error
            lasting = isinstance(error, FastpairError) and not isinstance(error.__cause__, OSError)
            with self._lock:
                if not lasting and self._results.get(key) is result:
                    del self._results[key]
        finally:
            result.ready.set()
        if self._memory is not None and result.error is None:
            size = count(result.value, self._memory.most)
            with self._lock:
                if self._results.get(key) is result:
                    self._memory.add(self, key, result, size)
