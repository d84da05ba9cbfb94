"""Other exact solvers of the problem, each called in the way that suits it best.

Only the solving is timed: the graph of a peer is built before. Solvers that cannot be had from a
registry can be plugged in: ``FASTPAIR_BENCH_DRIVERS`` lists them, each as NAME=FILE, with a colon
between two (a semicolon on Windows). The file is C++ with the three functions of ``lemon.cpp``
beside this file. Such a solver is asked for perfect matchings only.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from ...matching import Matching, max_weight_matching
from .drivers import Driver, DriverError
from .instances import Instance, instance

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from .listed import ListedInstance

__all__ = ["PEERS", "Mates", "Peer", "Problem", "fastpair_solver", "mates_of", "plugged"]

Problem: TypeAlias = "Instance | ListedInstance"
"""Pairs as a matrix or as a list of edges."""

Mates: TypeAlias = "Matching | NDArray[np.int64] | set[tuple[int, int]]"
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
    """The same of sparse graphs."""


def mates_of(answer: Mates, size: int) -> NDArray[np.int64]:
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
    return Driver(_beside("lemon"), instance, perfect=perfect).solve


def _boost(instance: Problem, perfect: bool) -> Callable[[], Mates]:
    return Driver(_beside("boost"), instance, perfect=False).solve


def _beside(name: str) -> Path:
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
    Peer("LEMON", _lemon, _driver(_beside("lemon"), "liblemon-dev"), 5000, 10**6),
    Peer("Boost", _boost, _driver(_beside("boost"), _BOOST), 2000, 3000),
    *plugged(os.environ.get("FASTPAIR_BENCH_DRIVERS", "")),
)
