"""What is made once and remembered, failures included, however many ask for it at the same time."""

from __future__ import annotations

import os
from collections import OrderedDict
from threading import Event, Lock
from time import time_ns
from typing import TYPE_CHECKING, Any, TypeVar

from ...errors import FastpairError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


_Made = TypeVar("_Made")

_TICK = 100_000_000
"""Nanoseconds after a save in which another one may leave the same time at the file."""


class _Result:
    """A value that is being made, or has been; or why it could not be."""

    __slots__ = ("error", "ready", "value")

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
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = Lock()
        self._results: OrderedDict[object, _Result] = OrderedDict()

    def __len__(self) -> int:
        return len(self._results)

    def get(self, key: object, make: Callable[[], _Made]) -> _Made:
        """The value of a key, made if it is not there."""
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
        if make_it:
            self._make(key, result, make)
        result.ready.wait()
        if result.error is not None:
            # Each time it is raised, it would get longer by the places it passes.
            raise result.error.with_traceback(None)
        value: _Made = result.value
        return value

    def peek(self, key: object) -> Any | None:  # noqa: ANN401 - a value of any type
        """The value of a key if it has been made; otherwise None."""
        result = self._results.get(key)
        return None if result is None else result.value

    def clear(self) -> None:
        """Forget all values."""
        with self._lock:
            self._results.clear()

    def _make(self, key: object, result: _Result, make: Callable[[], object]) -> None:
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


def file_state(path: Path) -> tuple[int, ...]:
    """What tells the present content of a file from every other one, without reading it.

    It is another one each time as long as the file is so fresh that the clock of its disk might not tell a
    second save from the first; (0,) if there is no file.
    """
    try:
        about = os.stat(path)  # noqa: PTH116 - for its nanoseconds alone
    except OSError:
        return (0,)
    now = time_ns()
    fresh = now if now - about.st_mtime_ns <= _TICK else 0
    return about.st_mtime_ns, about.st_ctime_ns, about.st_size, about.st_ino, fresh
