"""T-joins: edges of which the terminals have an odd number, and all other vertices an even one.

Each end of an edge becomes four vertices that are all joined, a port of the edge among them. Two
more are ports of a chain, which joins the ends that lie at the same vertex. A matching of all
vertices leaves an even number of the four to be matched through ports, so that the number of edges
that are matched through ports is even along the chain. A further vertex, which only one of them is
joined with, makes it odd for a terminal [Edmonds and Johnson 1973, *Matching, Euler tours and the
Chinese postman*, where complete graphs stand in place of the chains].
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from ...errors import UnmatchableError
from ..arrays import few, indices
from ..graph import EdgeList
from .reduction import Reduction, edges_of_graph

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ..arguments import Weights
    from .reduction import Subgraph

__all__ = ["min_weight_t_join", "verify_t_join"]


def min_weight_t_join(
    weights: Weights,
    terminals: ArrayLike,
    *,
    allowed: ArrayLike | None = None,
    n: int | None = None,
) -> Subgraph:
    """Find the lightest edges of which exactly the terminals have an odd number.

    With two terminals and weights of 0 or more it is a shortest path. With all vertices of an odd
    degree it is what a postman walks twice. Weights may be negative, and no edge counts twice. The
    edges are those of a perfect matching in a graph of eight vertices and fifteen edges for each
    edge.

    Parameters
    ----------
    weights, allowed, n
        As for :func:`fastpair.matching.min_weight_matching`, without blocks. Floats are refused if
        they would have to be rounded.
    terminals : (k,) array of int
        Different vertices.

    Returns
    -------
    Subgraph
        The edges, with a proof that :func:`verify_t_join` checks.

    Raises
    ------
    UnmatchableError
        If there is none, because a connected part of the graph holds an odd number of terminals. It
        names a vertex of each such part.
    TypeError, ValueError, OverflowError
        As :func:`fastpair.matching.min_weight_matching`; also if ``terminals`` are not different
        vertices of the graph.

    Examples
    --------
    >>> edges = ([0, 1, 2, 0], [1, 2, 3, 3], [2, 2, 2, 5])
    >>> min_weight_t_join(edges, [0, 3]).edges.tolist()
    [[0, 3]]
    >>> min_weight_t_join(edges, [0, 2]).weight
    4
    """
    graph = edges_of_graph(weights, allowed, n, minimize=True)
    odd = _terminals(terminals, graph.size)
    subgraph = _reduction(graph, odd).solve(maxcardinality=True)
    alone = np.flatnonzero(subgraph.proof.mate < 0)
    if len(alone):
        where = np.concatenate([np.repeat(np.sort(graph.ends()), 4), odd])
        parts = np.unique(where[alone]).tolist()
        raise UnmatchableError(
            f"no T-join exists: the number of terminals is odd in the connected part of {few(parts)}",
            tuple(parts),
        )
    return subgraph


def verify_t_join(
    weights: Weights,
    terminals: ArrayLike,
    subgraph: Subgraph,
    *,
    allowed: ArrayLike | None = None,
    n: int | None = None,
) -> None:
    """Prove that a T-join is the lightest, or raise.

    It makes the larger graph anew, and verifies its matching.

    Parameters
    ----------
    weights, terminals, allowed, n
        As they were given to :func:`min_weight_t_join`.
    subgraph : Subgraph
        Its result.

    Raises
    ------
    TypeError, ValueError, OverflowError, EngineError
        As :func:`fastpair.matching.verify`.

    Examples
    --------
    >>> edges = ([0, 1, 2], [1, 2, 0], [7, 1, 7])
    >>> verify_t_join(edges, [0, 1], min_weight_t_join(edges, [0, 1]))
    """
    graph = edges_of_graph(weights, allowed, n, minimize=True)
    reduction = _reduction(graph, _terminals(terminals, graph.size))
    reduction.verify(subgraph, maxcardinality=True, perfect=True)


def _terminals(terminals: ArrayLike, size: int) -> NDArray[np.int64]:
    """(k,) the terminals, in order."""
    if np.ndim(terminals) != 1:
        raise ValueError(f"expected a list of terminals, got shape {np.shape(terminals)}")
    given = indices("terminals", terminals)
    found, counts = np.unique(given, return_counts=True)
    if (counts > 1).any():
        raise ValueError(f"expected different terminals, got {found[counts.argmax()]} twice")
    outside = found[(found < 0) | (found >= size)]
    if len(outside):
        raise ValueError(f"expected terminals from 0 to {size - 1}, got {outside[0]}")
    return found


def _reduction(graph: EdgeList, terminals: NDArray[np.int64]) -> Reduction:
    ends = graph.ends()
    order = np.argsort(ends, kind="stable")
    place = np.empty_like(order)
    place[order] = np.arange(len(ends))
    along = ends[order]
    four = [4 * np.arange(len(ends)) + k for k in range(4)]
    port, back, on, _ = four
    same = np.flatnonzero(along[1:] == along[:-1])
    reached = np.flatnonzero(np.isin(terminals, along))
    pairs = [
        (port[place[: len(graph.first)]], port[place[len(graph.first) :]]),
        (on[same], back[same + 1]),
        (back[np.searchsorted(along, terminals[reached])], 4 * len(ends) + reached),
        *combinations(four, 2),
    ]
    first, second = (np.concatenate(side) for side in zip(*pairs, strict=True))
    chosen = len(graph.first)
    weights = np.zeros(len(first), np.int64)
    weights[:chosen] = graph.weights
    owner = np.full(len(first), -1)
    owner[:chosen] = np.arange(chosen)
    larger = EdgeList(4 * len(ends) + len(terminals), first, second, weights)
    return Reduction(graph, larger, owner)
