"""Other solvers, and races of them."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import tempfile
import threading
from dataclasses import dataclass, field
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from ...errors import FastpairError
from ...matching import EngineError, Matching, max_weight_matching, verify
from .instances import Instance, instance

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ...arrays import Integers
    from .instances import ListedInstance


# ---- C++ libraries on this machine, compiled behind a driver when they are asked for ----

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

    def solve(self) -> Integers:
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


def _address(array: Integers) -> ctypes.c_void_p:
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


# ---- Other exact solvers of the problem, each called in the way that suits it best ----

# Only the solving is timed: the graph of a peer is built before. Solvers that cannot be had from a
# registry can be plugged in: ``FASTPAIR_BENCH_DRIVERS`` lists them, each as NAME=FILE, with a colon
# between two (a semicolon on Windows). The file is C++ with the three functions of ``lemon.cpp``
# beside this file. Such a solver is asked for perfect matchings only.

Problem: TypeAlias = "Instance | ListedInstance"
"""Pairs as a matrix or as a list of edges."""

Mates: TypeAlias = "Matching | Integers | set[tuple[int, int]]"
"""The answer of a solver: the mates of all vertices, or the pairs."""


@dataclass(frozen=True, slots=True)
class Peer:
    """A solver, and how to call it."""

    name: str

    prepare: Callable[[Problem, bool], Callable[[], Mates]]
    """Build the graph of an instance, given whether it has a perfect matching; the result solves it.
    Raises OverflowError if the weights are too large for it."""

    absence: Callable[[], str | None]
    """Says why the solver cannot run on this machine; None if it can."""

    limit: int
    """Largest number of vertices at which an answer takes seconds, of dense graphs."""

    sparse_limit: int
    """Largest number of vertices at which an answer takes seconds, of sparse graphs."""


def mates_of(answer: Mates, size: int) -> Integers:
    """(n,) mate of each vertex, or -1, whatever the form of the answer."""
    if isinstance(answer, Matching):
        return answer.mate
    if isinstance(answer, np.ndarray):
        return answer
    mate = np.full(size, -1, np.int64)
    if answer:
        first, second = np.array(list(answer), np.int64).T
        mate[first], mate[second] = second, first
    return mate


def fastpair_solver(instance: Problem) -> Callable[[], Matching]:
    """Our own solver: it gets a matrix if most pairs are edges, and a list of edges if few are."""
    most = instance.maxcardinality
    if isinstance(instance, Instance) and not instance.sparse:
        weights, allowed = instance.weights, instance.allowed
        return lambda: max_weight_matching(weights, allowed=allowed, maxcardinality=most)
    edges = instance.edges
    return lambda: max_weight_matching(edges, n=instance.size, maxcardinality=most)


def _networkx(instance: Problem, perfect: bool) -> Callable[[], Mates]:
    import networkx as nx

    graph = nx.Graph()
    graph.add_nodes_from(range(instance.size))
    graph.add_weighted_edges_from(_triples(instance))
    # Without a backend of networkx, which might be ours.
    solve: Any = nx.max_weight_matching.orig_func
    return lambda: solve(graph, maxcardinality=instance.maxcardinality)


def _rustworkx(instance: Problem, perfect: bool) -> Callable[[], Mates]:
    import rustworkx as rx

    graph: Any = rx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(instance.size))
    graph.add_edges_from(_triples(instance))
    most = instance.maxcardinality
    return lambda: rx.max_weight_matching(graph, max_cardinality=most, weight_fn=int)


def _triples(instance: Problem) -> list[tuple[int, int, int]]:
    first, second, weights = (array.tolist() for array in instance.edges)
    return list(zip(first, second, weights, strict=True))


def _lemon(instance: Problem, perfect: bool) -> Callable[[], Mates]:
    return Driver(_sibling("lemon"), instance, perfect=perfect).solve


def _boost(instance: Problem, perfect: bool) -> Callable[[], Mates]:
    return Driver(_sibling("boost"), instance, perfect=False).solve


def _sibling(name: str) -> Path:
    return Path(__file__).with_name(f"{name}.cpp")


def _perfect_only(source: Path, instance: Problem, perfect: bool) -> Callable[[], Mates]:
    if not perfect:
        raise OverflowError(f"{source} is asked for perfect matchings only")
    return Driver(source, instance, perfect=True).solve


def _module(name: str) -> Callable[[], str | None]:
    def absence() -> str | None:
        try:
            import_module(name)
        except ImportError:
            return f"pip install {name}"
        return None

    return absence


def _driver(source: Path, package: str) -> Callable[[], str | None]:
    @cache  # a compilation that fails takes seconds, too
    def absence() -> str | None:
        try:
            Driver(source, instance("ties100", 2, rounds=0), perfect=True)
        except DriverError as error:
            return f"{package} and a C++ compiler: {error}"
        return None

    return absence


def plugged(drivers: str) -> tuple[Peer, ...]:
    """The solvers of a list as in ``FASTPAIR_BENCH_DRIVERS``.

    Raises
    ------
    DriverError
        If an entry of the list is not NAME=FILE.
    """
    peers = []
    for entry in filter(None, drivers.split(os.pathsep)):
        name, equals, path = entry.partition("=")
        if not (name and equals and path):
            raise DriverError(f"FASTPAIR_BENCH_DRIVERS: expected NAME=FILE, got {entry!r}")
        source = Path(path).resolve()
        absence = _driver(source, path)
        peers.append(Peer(name, partial(_perfect_only, source), absence, 10_000, 10**6))
    return tuple(peers)


_BOOST = "the matching of Boost.Graph since 2025"

PEERS = (
    Peer("networkx", _networkx, _module("networkx"), 300, 300),
    Peer("rustworkx", _rustworkx, _module("rustworkx"), 1000, 3000),
    Peer("LEMON", _lemon, _driver(_sibling("lemon"), "liblemon-dev"), 5000, 10**6),
    Peer("Boost", _boost, _driver(_sibling("boost"), _BOOST), 2000, 3000),
    *plugged(os.environ.get("FASTPAIR_BENCH_DRIVERS", "")),
)


# ---- Solvers beside each other on one instance, with their answers compared ----


@dataclass(frozen=True, slots=True, order=True)
class Value:
    """What a matching is worth: more edges are better, and among equally many more weight is."""

    cardinality: int
    """Number of edges if that counts first, else 0."""

    weight: int

    edges: int = field(default=0, compare=False)
    """Number of edges in any case."""


@dataclass(frozen=True, slots=True)
class RaceResult:
    """One solver on one instance."""

    peer: str

    seconds: float
    """Median of the runs."""

    runs: int

    value: Value

    ratio: float
    """Its time divided by ours."""

    right: bool
    """Whether its matching is worth as much as the proven optimum."""


def value_of(instance: Problem, mate: Integers) -> Value:
    """The worth of a matching.

    Raises
    ------
    ValueError
        If it is no matching of the instance's edges.
    """
    first = np.flatnonzero(mate > np.arange(len(mate)))
    second = mate[first]
    mutual = len(mate) == instance.size and (mate[second] == first).all()
    if not mutual or 2 * len(first) != (mate >= 0).sum():
        raise ValueError("the mates are not mutual")
    weight = sum(instance.weights_of(first, second).tolist())
    return Value(len(first) if instance.maxcardinality else 0, weight, len(first))


def race(
    instance: Problem,
    peers: Iterable[Peer],
    *,
    seconds: float = 0.5,
) -> list[RaceResult]:
    """Let fastpair and its peers solve an instance, one after the other.

    Parameters
    ----------
    instance
        The problem.
    peers
        The other solvers. A solver for which the weights are too large is left out.
    seconds
        Each solver repeats the solve for about so long; at least once after a first time.

    Returns
    -------
    list of RaceResult
        Ours first.

    Raises
    ------
    EngineError
        If our own answer is not proven, or a peer's is better.
    """
    best = optimum(instance)
    solve = fastpair_solver(instance)
    own, runs = _time(solve, seconds)
    entries = [RaceResult("fastpair", own, runs, best, 1.0, True)]
    for peer in peers:
        try:
            ask = peer.prepare(instance, 2 * best.cardinality == instance.size)
        except OverflowError:
            continue
        entries.append(_entry(instance, peer.name, ask, best, own, seconds))
    return entries


def optimum(instance: Problem) -> Value:
    """The proven worth of the best matching.

    Raises
    ------
    EngineError
        If the proof does not hold.
    """
    matching = fastpair_solver(instance)()
    most = instance.maxcardinality
    if isinstance(instance, Instance) and not instance.sparse:
        verify(instance.weights, matching, allowed=instance.allowed, maxcardinality=most)
    else:
        verify(instance.edges, matching, n=instance.size, maxcardinality=most)
    return value_of(instance, matching.mate)


def _entry(
    instance: Problem,
    name: str,
    solve: Callable[[], Mates],
    best: Value,
    own: float,
    seconds: float,
) -> RaceResult:
    value = value_of(instance, mates_of(solve(), instance.size))
    if value > best:
        raise EngineError(f"{name} finds {value} on {instance.name}, we found {best}")
    median_seconds, runs = _time(solve, seconds)
    return RaceResult(name, median_seconds, runs, value, median_seconds / own, value == best)


def _time(solve: Callable[[], object], seconds: float) -> tuple[float, int]:
    """Median time of a solve, and the number of solves."""
    times: list[float] = []
    while not times or sum(times) < seconds:
        start = perf_counter()
        solve()
        times.append(perf_counter() - start)
    return median(times), len(times)
