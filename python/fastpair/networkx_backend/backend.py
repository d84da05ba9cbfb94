"""The functions that networkx calls instead of its own, by ``backend="fastpair"``.

networkx caches what a graph was converted to. It drops the cache when an edge is added or removed,
but not when a weight is changed in place by ``G[u][v]["weight"] = 7``; an answer would then be for
the old weights. Nothing is therefore converted ahead. What networkx is given to cache is the graph
itself, whose edges are read when the matching is made. The cache is then emptied, so that networkx
has no reason to warn of it.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Generic, TypeVar

import numpy as np

from .. import matching
from ..matching.quantization import WEIGHT_LIMIT
from .reading import edges_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from numpy.typing import NDArray

    from ..matching import Matching
    from .reading import Edges, Graph

__all__ = [
    "LiveGraph",
    "can_run",
    "convert_from_nx",
    "convert_to_nx",
    "max_weight_matching",
    "min_weight_matching",
    "should_run",
]

V = TypeVar("V", bound=Hashable)

_NAME = "fastpair"
_FUNCTIONS = frozenset({"max_weight_matching", "min_weight_matching"})
_WORTHWHILE = 8
"""From so many edges on, calling the engine is faster than networkx's own function."""


class LiveGraph(Generic[V]):
    """A graph of networkx, to be read when it is matched.

    Parameters
    ----------
    graph
        It is not copied, so that later changes of it count.
    """

    __networkx_backend__ = _NAME

    def __init__(self, graph: Graph[V]) -> None:
        self.graph = graph

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
    NotImplementedError
        If a weight is no finite int, float or Fraction, is an integer beyond 2**60, or with
        ``exact`` would be rounded. So is a Fraction that no number turns into an integer within
        2**60 together with all other weights. networkx then tries the next backend, or its own function, unless fastpair was
        asked for by name. The message names an edge.

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
    return LiveGraph(graph)


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
    if isinstance(graph, LiveGraph) or graph.number_of_edges() >= _WORTHWHILE:
        return True
    if "exact" in kwargs:  # which networkx's own function does not take
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
    if isinstance(graph, LiveGraph):
        graph.leave_cache()
        graph = graph.graph
    edges = edges_of(graph, key)
    vertices = list(graph)
    solved = _solved(edges, vertices, exact=exact, maxcardinality=maxcardinality, minimize=minimize)
    return {(vertices[i], vertices[j]) for i, j in solved.edges.tolist()}


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
            raise NotImplementedError(
                "these float weights span more than 60 bits, so that fastpair would have to round "
                "them; it rounds them without exact=True"
            ) from None
    k = int(refused.argmax())
    edge = (vertices[first[k]], vertices[second[k]])
    raise NotImplementedError(
        f"edge {edge!r} has the weight {weights[k]}: expected finite floats, or integers of at most "
        f"2**60 in size"
    )


def _refused(weights: NDArray[Any]) -> NDArray[np.bool_]:
    """Mark the weights that the engine does not take."""
    refused: NDArray[np.bool_] = (weights > WEIGHT_LIMIT) | (weights < -WEIGHT_LIMIT)
    return refused if weights.dtype == np.int64 else ~np.isfinite(weights)
