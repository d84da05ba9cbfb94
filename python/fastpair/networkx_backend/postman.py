"""The Chinese postman on a graph of networkx."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import numpy as np

from .. import matching
from ..errors import InputError
from ..parameters import quoted
from .backend import edges_one_by_one

if TYPE_CHECKING:
    from collections.abc import Hashable
    from typing import Any

    from .backend import Graph

__all__ = ["postman_edges"]

V = TypeVar("V", bound="Hashable")


def postman_edges(graph: Graph[V], weight: str = "weight") -> list[tuple[V, V, dict[str, Any]]]:
    """Find the edges that the shortest closed walk through all edges of a graph has twice.

    Added to a copy of the graph they make all degrees even, so that ``networkx.eulerian_circuit`` finds
    the walk, if the graph is connected.

    Parameters
    ----------
    graph
        An undirected graph of networkx, which may have parallel edges and loops.
    weight
        Key of the attribute of an edge that is its length, 0 or more; 1 where it is missing.

    Returns
    -------
    list of tuples (u, v, attributes)
        The edges, each with its weight. Of parallel edges it is the shortest.

    Raises
    ------
    ValueError
        If the graph is directed or has an edge of negative length, or floats would have to be rounded.
    NotImplementedError, OverflowError
        If a weight is no finite int, float or Fraction, or is beyond 2**60.

    Examples
    --------
    >>> import networkx as nx
    >>> streets = nx.Graph()
    >>> streets.add_weighted_edges_from([("a", "b", 3), ("b", "c", 2), ("c", "a", 4), ("c", "d", 1)])
    >>> postman_edges(streets)
    [('c', 'd', {'weight': 1})]
    >>> tour = nx.MultiGraph(streets)
    >>> keys = tour.add_edges_from(postman_edges(streets))
    >>> [u for u, _ in nx.eulerian_circuit(tour, source="a")]
    ['a', 'c', 'd', 'c', 'b']
    """
    if not hasattr(graph, "is_directed"):
        raise TypeError(f"graph: expected a graph of networkx, got {quoted(graph)}")
    if graph.is_directed():
        raise InputError(
            "expected an undirected graph: streets of one direction need other methods"
        )
    first, second, weights = edges_one_by_one(graph, weight)
    vertices = list(graph)
    if (weights < 0).any():
        k = int((weights < 0).argmax())
        edge = (vertices[first[k]], vertices[second[k]])
        raise InputError(f"edge {edge!r} has a negative weight: expected lengths of 0 or more")
    degrees = np.bincount(np.concatenate([first, second]), minlength=len(vertices))
    odd = np.flatnonzero(degrees % 2)
    twice = matching.min_weight_t_join((first, second, weights), odd, n=len(vertices))
    lengths: dict[frozenset[V], Any] = {}
    for u, v, attributes in graph.edges(data=True):
        length, ends = attributes.get(weight, 1), frozenset((u, v))
        lengths[ends] = min(length, lengths.get(ends, length))
    pairs = ((vertices[i], vertices[j]) for i, j in twice.edges.tolist())
    return [(u, v, {weight: lengths[frozenset((u, v))]}) for u, v in pairs]
