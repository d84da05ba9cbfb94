"""Other exact solvers of the problem, each called in the way that suits it best.

Only the solving is timed: the graph of a peer is built before.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from ..matching import Matching, max_weight_matching
from .drivers import Driver, DriverError

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from .instances import Instance

__all__ = ["PEERS", "Mates", "Peer", "fastpair_solver", "mates_of"]

Mates: TypeAlias = "Matching | NDArray[np.int64] | set[tuple[int, int]]"
"""The answer of a solver: the mates of all vertices, or the pairs."""


@dataclass(frozen=True, slots=True)
class Peer:
    """A solver, and how to call it."""

    name: str

    prepare: Callable[[Instance, bool], Callable[[], Mates]]
    """Build the graph of an instance, given whether it has a perfect matching; the result solves it.
    Raises OverflowError if the weights are too large for it."""

    absence: Callable[[], str | None]
    """Says why the solver cannot run on this machine; None if it can."""

    limit: int
    """Largest number of vertices at which an answer takes seconds."""


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


def fastpair_solver(instance: Instance) -> Callable[[], Matching]:
    """Our own solver: it gets a matrix if most pairs are edges, and a list of edges if few are."""
    if instance.sparse:
        edges = instance.edges
        return lambda: max_weight_matching(edges, n=instance.size)
    return lambda: max_weight_matching(instance.weights, allowed=instance.allowed)


def _networkx(instance: Instance, perfect: bool) -> Callable[[], Mates]:
    import networkx as nx

    graph = nx.Graph()
    graph.add_nodes_from(range(instance.size))
    graph.add_weighted_edges_from(_triples(instance))
    # Without a backend of networkx, which might be ours.
    solve: Any = nx.max_weight_matching.orig_func
    return lambda: solve(graph, maxcardinality=True)


def _rustworkx(instance: Instance, perfect: bool) -> Callable[[], Mates]:
    import rustworkx as rx

    graph: Any = rx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(instance.size))
    graph.add_edges_from(_triples(instance))
    return lambda: rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)


def _triples(instance: Instance) -> list[tuple[int, int, int]]:
    first, second, weights = (array.tolist() for array in instance.edges)
    return list(zip(first, second, weights, strict=True))


def _lemon(instance: Instance, perfect: bool) -> Callable[[], Mates]:
    return Driver("lemon", instance, perfect=perfect).solve


def _boost(instance: Instance, perfect: bool) -> Callable[[], Mates]:
    return Driver("boost", instance, perfect=False).solve


def _module(name: str) -> Callable[[], str | None]:
    def absence() -> str | None:
        try:
            import_module(name)
        except ImportError:
            return f"pip install {name}"
        return None

    return absence


def _driver(name: str, package: str) -> Callable[[], str | None]:
    def absence() -> str | None:
        from .instances import instance

        try:
            Driver(name, instance("ties100", 2, rounds=0), perfect=False)
        except DriverError as error:
            return f"{package} and a C++ compiler: {error}"
        return None

    return absence


PEERS = (
    Peer("networkx", _networkx, _module("networkx"), 300),
    Peer("rustworkx", _rustworkx, _module("rustworkx"), 1000),
    Peer("LEMON", _lemon, _driver("lemon", "liblemon-dev"), 5000),
    Peer("Boost", _boost, _driver("boost", "libboost-graph-dev"), 100),
)
