"""A graph of networkx as arrays of edges."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import TYPE_CHECKING, Protocol, TypeVar

import numpy as np

from .._kernels.weighted_edges import weighted_edges

if TYPE_CHECKING:
    from typing import Any

    from numpy.typing import NDArray

__all__ = ["Edges", "Graph", "edges_of", "edges_one_by_one"]

V_co = TypeVar("V_co", bound=Hashable, covariant=True)

Edges = tuple["NDArray[np.int64]", "NDArray[np.int64]", "NDArray[Any]"]
"""Ends, as numbers of vertices in their order in the graph, and weights as int64 or float64."""


class Graph(Protocol[V_co]):
    """The methods of a graph of networkx that are used."""

    def __iter__(self) -> Iterator[V_co]: ...

    @property
    def edges(self) -> Any:  # noqa: ANN401
        """View of the edges; called with ``data=True`` it gives their attributes."""

    def number_of_edges(self) -> int:
        """Count the edges."""

    def is_directed(self) -> bool:
        """Whether edges have a direction."""

    def is_multigraph(self) -> bool:
        """Whether there may be parallel edges."""


_PLAIN = ({int}, {bool}, {int, bool}, {float}, {float, int}, {float, bool}, {float, int, bool})


def edges_of(graph: Graph[Hashable], key: Hashable) -> Edges:
    """Edges of a graph and their weights, with no value changed, in O(n + edges).

    Parameters
    ----------
    graph
        Undirected and simple. Loops are left out, since they cannot be matched.
    key
        Key of the attribute that is the weight; a missing one counts as 1.

    Raises
    ------
    NotImplementedError
        If a weight is no number that fits; networkx may know what to do with it.
    """
    adjacency: object = getattr(graph, "_adj", None)
    if type(adjacency) is dict and type(key) is str:
        edges = weighted_edges(adjacency, key)
        if edges is not None:
            return edges
    return edges_one_by_one(graph, key)


def edges_one_by_one(graph: Graph[Hashable], key: Hashable) -> Edges:
    """Read any graph by networkx's public methods alone; this defines what the kernel does."""
    number = {vertex: i for i, vertex in enumerate(graph)}
    found = [
        (number[u], number[v], attributes.get(key, 1))
        for u, v, attributes in graph.edges(data=True)
        if u != v
    ]
    first, second, weights = zip(*found, strict=True) if found else ((), (), ())
    numbers = _numbers(list(weights), lambda k: _edge(list(graph), first[k], second[k]))
    return np.array(first, np.int64), np.array(second, np.int64), numbers


def _edge(vertices: list[Hashable], i: int, j: int) -> str:
    return f"edge {(vertices[i], vertices[j])!r}"


def _numbers(weights: list[Any], name: Callable[[int], str]) -> NDArray[Any]:
    types = set(map(type, weights))
    if any(issubclass(kind, np.generic) for kind in types):
        weights = [w.item() if isinstance(w, np.generic) else w for w in weights]
        types = set(map(type, weights))
    if types and types not in _PLAIN:
        k = next(k for k, w in enumerate(weights) if type(w) not in (int, float, bool))
        raise NotImplementedError(
            f"{name(k)} has a weight of type {type(weights[k]).__name__}: expected int or float"
        )
    # Among floats, an integer counts as the float that is equal to it, if there is one.
    fits = _is_float if float in types else _is_int64
    for k, weight in enumerate(weights):
        if type(weight) is int and not fits(weight):
            raise NotImplementedError(
                f"{name(k)} has an integer of {weight.bit_length()} bits as its weight: expected "
                f"integers of at most 2**60 in size, and among floats only integers that are "
                f"equal to a float"
            )
    return np.array(weights, np.float64 if float in types else np.int64)


def _is_int64(weight: int) -> bool:
    return -(2**63) <= weight < 2**63


def _is_float(weight: int) -> bool:
    try:
        return int(float(weight)) == weight
    except OverflowError:
        return False
