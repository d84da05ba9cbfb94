"""A graph of networkx as arrays of edges."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from numbers import Rational
from typing import TYPE_CHECKING, Protocol, TypeVar

import numpy as np

from .._kernels.weighted_edges import weighted_edges
from ..matching.quantization import WEIGHT_LIMIT

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


def edges_of(graph: Graph[Hashable], key: Hashable) -> Edges:
    """Edges of a graph and their weights in O(n + edges), with no value changed.

    Fractions, and what is among them, are all multiplied by one number.

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
    weights = [_plain(weight) for weight in weights]
    types = set(map(type, weights))
    if not types <= {int, float, Fraction}:
        k = next(k for k, w in enumerate(weights) if type(w) not in (int, float, Fraction))
        raise NotImplementedError(
            f"{name(k)} has a weight of type {type(weights[k]).__name__}: expected int, float or "
            f"Fraction"
        )
    if Fraction in types:
        return _scaled(weights, name)
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


def _plain(weight: object) -> object:
    """An integer, float or fraction of any class, such as an IntEnum, as one of Python's own.

    Decimals stay what they are: networkx adds them up in the precision of their context.
    """
    if isinstance(weight, np.generic):
        weight = weight.item()
    if isinstance(weight, int):
        return int(weight)
    if isinstance(weight, float):
        return float(weight)
    if isinstance(weight, Rational):
        return Fraction(int(weight.numerator), int(weight.denominator))
    return weight


def _scaled(weights: list[Any], name: Callable[[int], str]) -> NDArray[np.int64]:
    """Fractions, and integers and floats among them, times the least number that makes all whole."""
    for k, weight in enumerate(weights):
        if type(weight) is float and not math.isfinite(weight):
            raise NotImplementedError(f"{name(k)} has the weight {weight}: expected finite weights")
    exact = [Fraction(weight) for weight in weights]
    largest = max(map(abs, exact))
    scale = 1
    for k, weight in enumerate(exact):
        scale = math.lcm(scale, weight.denominator)
        if scale * largest > WEIGHT_LIMIT:
            raise NotImplementedError(
                f"{name(k)} has the weight {weights[k]}: expected fractions that one factor turns "
                f"into integers of at most 2**60 in size, together with all other weights"
            )
    return np.array([int(scale * weight) for weight in exact], np.int64)


def _is_int64(weight: int) -> bool:
    return -(2**63) <= weight < 2**63


def _is_float(weight: int) -> bool:
    try:
        return int(float(weight)) == weight
    except OverflowError:
        return False
