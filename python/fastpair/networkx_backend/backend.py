"""The backend of networkx."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from numbers import Rational
from threading import local
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

import numpy as np

from .. import matching
from .._kernels.weighted_edges import weighted_edges
from ..errors import InputError
from ..matching.arrays import WEIGHT_LIMIT

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from ..arrays import Array, Bools, Integers
    from ..matching import Matching


# ---- A graph of networkx as arrays of edges ----

V_co = TypeVar("V_co", bound=Hashable, covariant=True)

Edges = tuple["Integers", "Integers", "Array"]
"""Ends, as numbers of vertices in their order in the graph, and weights as int64 or float64."""


class UnsupportedError(InputError, NotImplementedError):
    """Weights that the engine does not take: networkx leaves them to another backend."""


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


def _numbers(weights: list[Any], name: Callable[[int], str]) -> Array:
    weights = [_plain(weight) for weight in weights]
    types = set(map(type, weights))
    if not types <= {int, float, Fraction}:
        k = next(k for k, w in enumerate(weights) if type(w) not in (int, float, Fraction))
        raise UnsupportedError(
            f"{name(k)} has a weight of type {type(weights[k]).__name__}: expected int, float or "
            f"Fraction"
        )
    if Fraction in types:
        return _scaled(weights, name)
    # Among floats, an integer counts as the float that is equal to it, if there is one.
    fits = _is_float if float in types else _is_int64
    for k, weight in enumerate(weights):
        if type(weight) is int and not fits(weight):
            raise UnsupportedError(
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


def _scaled(weights: list[Any], name: Callable[[int], str]) -> Integers:
    """Fractions, and integers and floats among them, times the least number that makes all whole."""
    for k, weight in enumerate(weights):
        if type(weight) is float and not math.isfinite(weight):
            raise UnsupportedError(f"{name(k)} has the weight {weight}: expected finite weights")
    exact = [Fraction(weight) for weight in weights]
    largest = max(map(abs, exact))
    scale = 1
    for k, weight in enumerate(exact):
        scale = math.lcm(scale, weight.denominator)
        if scale * largest > WEIGHT_LIMIT:
            raise UnsupportedError(
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


# ---- The functions that networkx calls instead of its own, by ``backend="fastpair"`` ----

# networkx caches what a graph was converted to. It drops the cache when an edge is added or removed,
# but not when a weight is changed in place by ``G[u][v]["weight"] = 7``; an answer would then be for
# the old weights. Nothing is therefore converted ahead. What networkx is given to cache is the graph
# itself, whose edges are read when the matching is made. The cache is then emptied, so that networkx
# has no reason to warn of it.

V = TypeVar("V", bound=Hashable)

_NAME = "fastpair"
_FUNCTIONS = frozenset({"max_weight_matching", "min_weight_matching"})
_WORTHWHILE = 8
"""From so many edges on, calling the engine is faster than networkx's own function."""

_CHOICE = local()
"""That networkx chose fastpair by priority for the graph that it converts next: it asks `should_run` only then.

Where fastpair was named, networkx would put a text of its own in the place of a NotImplementedError's.
"""


class LiveGraph(Generic[V]):
    """A graph of networkx, to be read when it is matched.

    Parameters
    ----------
    graph
        It is not copied, so that later changes of it count.
    has_successor
        Whether another backend is tried if this one refuses the graph.
    """

    __networkx_backend__ = _NAME

    def __init__(self, graph: Graph[V], *, has_successor: bool = False) -> None:
        self.graph = graph
        self.has_successor = has_successor

    def is_directed(self) -> bool:
        """Whether edges have a direction."""
        return self.graph.is_directed()

    def is_multigraph(self) -> bool:
        """Whether there may be parallel edges."""
        return self.graph.is_multigraph()

    def leave_cache(self) -> None:
        """Make networkx forget this graph; keeping even its structure would save nothing."""
        cache = getattr(self.graph, "__networkx_cache__", None)
        if cache:
            cache.get("backends", {}).pop(_NAME, None)


def max_weight_matching(
    G: Graph[V] | LiveGraph[V],  # noqa: N803 - networkx's name
    maxcardinality: bool = False,
    weight: Hashable = "weight",
    *,
    exact: bool = False,
) -> set[tuple[V, V]]:
    """Find a matching of greatest weight, as ``networkx.max_weight_matching`` does.

    Parameters
    ----------
    G
        Undirected and simple. Loops are no edges.
    maxcardinality
        Whether only matchings with the most possible edges count.
    weight
        Key of the attribute of an edge that is its weight; 1 where it is missing.
    exact
        Refuse floats that span more than 60 bits. By default they are rounded in the 60th, as by
        :func:`fastpair.matching.max_weight_matching`; all others are solved without an error.

    Returns
    -------
    set of tuples
        The matched edges, each once, with the end first that comes first in the graph. Which of
        several optimal matchings it is depends on the graph and the order of its nodes alone.

    Raises
    ------
    InputError
        If a weight is no finite int, float or Fraction, is an integer beyond 2**60, or with
        ``exact`` would be rounded. So is a Fraction that no number turns into an integer within
        2**60 together with all other weights. The message names an edge. Where fastpair was not asked for by
        name, it is a NotImplementedError, too, and networkx tries the next backend, or its own function.

    Notes
    -----
    Reading the graph takes O(n + edges), and the rest as much as
    :func:`fastpair.matching.max_weight_matching`.
    """
    return _matched(G, weight, exact=exact, maxcardinality=maxcardinality, minimize=False)


def min_weight_matching(
    G: Graph[V] | LiveGraph[V],  # noqa: N803 - networkx's name
    weight: Hashable = "weight",
    *,
    exact: bool = False,
) -> set[tuple[V, V]]:
    """Find a least-weight matching of maximum cardinality, as ``networkx.min_weight_matching`` does.

    Parameters, result and errors are those of :func:`max_weight_matching`.
    """
    return _matched(G, weight, exact=exact, maxcardinality=True, minimize=True)


def convert_from_nx(graph: Graph[V], **_conversion: object) -> LiveGraph[V]:
    """Borrow a graph, of which nothing is read yet."""
    return LiveGraph(graph, has_successor=vars(_CHOICE).pop("by_priority", False))


def convert_to_nx(result: object, **_conversion: object) -> object:
    """Give a borrowed graph back; anything else is not ours to convert."""
    return result.graph if isinstance(result, LiveGraph) else result


def can_run(name: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> bool | str:
    """Say whether a call can be answered, or why not, before anything of the graph is read.

    Weights are looked at later; a weight that is refused raises NotImplementedError then.
    """
    if name not in _FUNCTIONS:
        return f"fastpair has no {name}, only {' and '.join(sorted(_FUNCTIONS))}"
    graph = _graph_of(args, kwargs)
    if graph.is_directed() or graph.is_multigraph():
        return "fastpair matches undirected graphs without parallel edges"
    return True


def should_run(name: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> bool | str:
    """Say whether calling the engine is worth it, or why not."""
    graph = _graph_of(args, kwargs)
    # Networkx's own function does not take ``exact``.
    if isinstance(graph, LiveGraph) or graph.number_of_edges() >= _WORTHWHILE or "exact" in kwargs:
        _CHOICE.by_priority = True
        return True
    return f"networkx itself is as fast for fewer than {_WORTHWHILE} edges"


def _graph_of(args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:  # noqa: ANN401
    return args[0] if args else kwargs["G"]


def _matched(
    graph: Graph[V] | LiveGraph[V],
    key: Hashable,
    *,
    exact: bool,
    maxcardinality: bool,
    minimize: bool,
) -> set[tuple[V, V]]:
    has_successor = isinstance(graph, LiveGraph) and graph.has_successor
    if isinstance(graph, LiveGraph):
        graph.leave_cache()
        graph = graph.graph
    vertices = list(graph)
    flags = {"exact": exact, "maxcardinality": maxcardinality, "minimize": minimize}
    try:
        solved = _solved(edges_of(graph, key), vertices, **flags)
    except UnsupportedError as error:
        if has_successor:
            raise
        raise InputError(str(error)) from None
    mates = enumerate(solved.mate.tolist())
    return {(vertices[i], vertices[j]) for i, j in mates if i < j}


def _solved(
    edges: Edges, vertices: list[V], *, exact: bool, maxcardinality: bool, minimize: bool
) -> Matching:
    first, second, weights = edges
    solve = matching.min_weight_matching if minimize else matching.max_weight_matching
    try:
        return solve(edges, n=len(vertices), maxcardinality=maxcardinality, exact=exact)
    except (OverflowError, ValueError):
        refused = _refused(weights)
        if not refused.any():
            raise UnsupportedError(
                "these float weights span more than 60 bits, so that fastpair would have to round "
                "them; it rounds them without exact=True"
            ) from None
    k = int(refused.argmax())
    edge = (vertices[first[k]], vertices[second[k]])
    raise UnsupportedError(
        f"edge {edge!r} has the weight {weights[k]}: expected finite floats, or integers of at most "
        f"2**60 in size"
    )


def _refused(weights: Array) -> Bools:
    """Mark the weights that the engine does not take."""
    refused: Bools = (weights > WEIGHT_LIMIT) | (weights < -WEIGHT_LIMIT)
    return refused if weights.dtype == np.int64 else ~np.isfinite(weights)
