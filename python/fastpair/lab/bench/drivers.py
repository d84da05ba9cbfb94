"""C++ libraries on this machine, compiled behind a driver when they are asked for."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import tempfile
import threading
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ...errors import FastpairError

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from .instances import Instance
    from .listed import ListedInstance

__all__ = ["Driver", "DriverError"]

_COMPILERS = (os.environ.get("CXX", ""), "c++", "g++", "clang++")
# LEMON 1.3 uses members of allocators that C++20 has removed.
_FLAGS = ("-std=c++17", "-O3", "-march=native", "-DNDEBUG", "-w", "-fPIC", "-shared")
_DEEP = 50_000
"""Vertices from which a solver that recurses may need a larger stack."""
_STACK = 2**30
"""Its bytes. Memory is taken only for what is used of it."""


class DriverError(FastpairError, RuntimeError):
    """A driver that is not named as it has to be, or cannot be compiled."""


class Driver:
    """A problem inside of a C++ library.

    Parameters
    ----------
    source
        File of C++ with the three functions of ``lemon.cpp`` beside this file.
    instance
        The problem.
    perfect
        Whether to ask for a perfect matching, which must exist. Otherwise, if more edges are better
        than more weight, a constant is added to all weights, so large that every further edge gains
        more than it may cost.

    Raises
    ------
    DriverError
        If the driver cannot be compiled.
    OverflowError
        If that constant does not fit, or the driver makes no problem of such weights.
    """

    def __init__(self, source: Path, instance: Instance | ListedInstance, *, perfect: bool) -> None:
        self._library = _library(source)
        self._size = instance.size
        self._perfect = perfect
        first, second, weights = instance.edges
        if instance.maxcardinality and not perfect:
            weights = weights + _bonus(instance)
        arrays = map(_address, (first, second, weights))
        problem = ctypes.c_void_p(self._library.peer_problem(self._size, len(first), *arrays))
        if problem.value is None:
            raise OverflowError(f"the driver {source} refuses the weights of {instance.name}")
        self._problem = problem

    def __del__(self) -> None:
        if hasattr(self, "_problem"):
            self._library.peer_free(self._problem)

    def solve(self) -> NDArray[np.int64]:
        """Mate of each vertex, or -1."""
        mate = np.empty(self._size, np.int64)
        call = partial(self._library.peer_solve, self._problem, self._perfect, _address(mate))
        # A thread takes a tenth of a millisecond.
        if self._size < _DEEP:
            call()
        else:
            _deeply(call)
        return mate


def _deeply(call: Callable[[], object]) -> None:
    """Makes a call on a large stack: LEMON recurses as deep as its blossoms nest."""
    before = threading.stack_size(_STACK)
    try:
        thread = threading.Thread(target=call)
        thread.start()
    finally:
        threading.stack_size(before)
    thread.join()


def _bonus(instance: Instance | ListedInstance) -> int:
    """The constant to add to every weight so that a heaviest matching has the most edges."""
    weights = instance.edges[2]
    low, high = int(weights.min(initial=0)), int(weights.max(initial=0))
    bonus = (instance.size // 2 + 1) * (high - low) + 1 - low
    # LEMON multiplies weights by 4 internally, and adds up two duals.
    if (bonus + high) * 8 >= 2**63:
        raise OverflowError(f"the weights of {instance.name} are too large for a bonus")
    return bonus


def _address(array: NDArray[np.int64]) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


@cache
def _compiled(source: Path) -> tuple[Path, str]:
    """The library of a driver, and what is wrong with it if it could not be compiled."""
    compiler = next(filter(shutil.which, filter(None, _COMPILERS)), None)
    if compiler is None:
        return source, "no C++ compiler"
    target = Path(tempfile.mkdtemp(dir=_folder().name), f"{source.stem}.so")
    command = [compiler, *_FLAGS, str(source), "-o", str(target)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        wrong = next((line for line in done.stderr.splitlines() if "error" in line), "no message")
        return source, wrong
    return target, ""


@cache
def _library(source: Path) -> ctypes.CDLL:
    target, wrong = _compiled(source)
    if wrong:
        raise DriverError(wrong)
    library = ctypes.CDLL(str(target))
    counts, arrays = [ctypes.c_int64] * 2, [ctypes.c_void_p] * 3
    library.peer_problem.argtypes = [*counts, *arrays]
    library.peer_problem.restype = ctypes.c_void_p
    library.peer_solve.argtypes = [ctypes.c_void_p, ctypes.c_int32, ctypes.c_void_p]
    library.peer_solve.restype = None
    library.peer_free.argtypes = [ctypes.c_void_p]
    library.peer_free.restype = None
    return library


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    """Where the drivers are compiled to, until the process ends."""
    return tempfile.TemporaryDirectory(prefix="fastpair-bench-")
