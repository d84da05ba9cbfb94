"""Subgraphs in which each vertex has at most, or exactly, a number of edges of its own.

Each vertex v becomes b_v copies of itself. An edge between a vertex that has one copy and another
vertex becomes edges between their copies, of which a matching holds one at most. Any other edge
becomes two vertices that are joined with each other and each with all copies of its own end. If the
edge is chosen, both are matched with copies, and otherwise with each other. What these edges weigh
makes it worse to match only one of the two with a copy [Tutte 1954, *A short proof of the factor
theorem for finite graphs*].
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...errors import UnmatchableError
from ..arrays import few, indices, most_edges, switches
from ..graph import EdgeList
from ..quantization import WEIGHT_LIMIT
from .reduction import Reduction, edges_of_graph

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ..arguments import Weights
    from .reduction import Subgraph

__all__ = ["max_weight_b_matching", "min_weight_b_matching", "verify_b_matching"]


def max_weight_b_matching(
    weights: Weights,
    b: ArrayLike,
    *,
    allowed: ArrayLike | None = None,
    n: int | None = None,
    maxcardinality: bool = False,
    perfect: bool = False,
) -> Subgraph:
    """Find the heaviest edges of which each vertex has at most its own number, exactly.

    No edge counts twice. The edges are those that a matching of a larger graph chooses, with b_v
    vertices for each vertex v and about b_u + b_v edges for each edge uv.

    Parameters
    ----------
    weights, allowed, n
        As for :func:`fastpair.matching.max_weight_matching`, without blocks. Weights are less than
        2**59 in size, and floats are refused if they would have to be rounded.
    b : int, or (n,) array of int
        How many edges each vertex may have.
    maxcardinality : bool
        Whether only choices with the most possible edges count. By default, all do.
    perfect : bool
        Whether each vertex has to have exactly its number of edges.

    Returns
    -------
    Subgraph
        The edges, with a proof that :func:`verify_b_matching` checks.

    Raises
    ------
    UnmatchableError
        With ``perfect``, if there is no such choice; it names the vertices that lack edges in one
        with the most edges.
    TypeError, ValueError, OverflowError
        As :func:`fastpair.matching.max_weight_matching`; also if ``b`` does not hold an integer of 0
        or more for each vertex.

    Examples
    --------
    >>> weights = [[0, 6, 5, 1], [6, 0, 4, 9], [5, 4, 0, 7], [1, 9, 7, 0]]
    >>> found = max_weight_b_matching(weights, [1, 2, 1, 2])
    >>> found.edges.tolist(), found.weight
    ([[0, 1], [1, 3], [2, 3]], 22)
    """
    switches(maxcardinality=maxcardinality, perfect=perfect)
    graph = edges_of_graph(weights, allowed, n, minimize=False)
    return _solved(graph, b, maxcardinality=maxcardinality, perfect=perfect)


def min_weight_b_matching(
    weights: Weights,
    b: ArrayLike,
    *,
    allowed: ArrayLike | None = None,
    n: int | None = None,
    maxcardinality: bool = True,
    perfect: bool = False,
) -> Subgraph:
    """Find the lightest edges of which each vertex has at most its own number, exactly.

    Parameters
    ----------
    weights, b, allowed, n, maxcardinality, perfect
        As for :func:`max_weight_b_matching`, but of parallel edges the lightest counts, and by
        default only choices with the most edges.

    Returns
    -------
    Subgraph
        The edges, with a proof that :func:`verify_b_matching` checks.

    Raises
    ------
    UnmatchableError, TypeError, ValueError, OverflowError
        As :func:`max_weight_b_matching`.

    Examples
    --------
    >>> weights = [[0, 6, 5, 1], [6, 0, 4, 9], [5, 4, 0, 7], [1, 9, 7, 0]]
    >>> min_weight_b_matching(weights, 2, perfect=True).edges.tolist()
    [[0, 1], [0, 3], [1, 2], [2, 3]]
    """
    switches(maxcardinality=maxcardinality, perfect=perfect)
    graph = edges_of_graph(weights, allowed, n, minimize=True)
    return _solved(graph, b, maxcardinality=maxcardinality, perfect=perfect)


def verify_b_matching(
    weights: Weights,
    b: ArrayLike,
    subgraph: Subgraph,
    *,
    allowed: ArrayLike | None = None,
    n: int | None = None,
    maxcardinality: bool | None = None,
    perfect: bool = False,
    minimize: bool = False,
) -> None:
    """Prove that chosen edges are optimal, or raise.

    It makes the larger graph anew, and verifies its matching.

    Parameters
    ----------
    weights, b, allowed, n, maxcardinality, perfect
        As they were given to the function that found the edges, with its defaults.
    subgraph : Subgraph
        Its result.
    minimize : bool
        Whether it is the result of :func:`min_weight_b_matching`.

    Raises
    ------
    TypeError, ValueError, OverflowError, EngineError
        As :func:`fastpair.matching.verify`.

    Examples
    --------
    >>> edges = ([0, 1, 2], [1, 2, 0], [7, 1, 7])
    >>> verify_b_matching(edges, 2, max_weight_b_matching(edges, 2))
    """
    most = most_edges(maxcardinality, perfect=perfect, minimize=minimize)
    graph = edges_of_graph(weights, allowed, n, minimize=minimize)
    numbers = _numbers(b, graph.size)
    reduction = _reduction(graph, numbers)
    reduction.verify(subgraph, maxcardinality=most, perfect=False)
    if perfect:
        _require_all(subgraph, numbers)


def _solved(graph: EdgeList, b: ArrayLike, *, maxcardinality: bool, perfect: bool) -> Subgraph:
    numbers = _numbers(b, graph.size)
    subgraph = _reduction(graph, numbers).solve(maxcardinality=maxcardinality or perfect)
    if perfect:
        _require_all(subgraph, numbers)
    return subgraph


def _numbers(b: ArrayLike, size: int) -> NDArray[np.int64]:
    """(n,) how many edges each vertex may have."""
    numbers = indices("b", b)
    if np.ndim(b) > 0 and numbers.shape != (size,):
        raise ValueError(f"expected b of shape ({size},), or one number, got {numbers.shape}")
    if numbers.min(initial=0) < 0:
        raise ValueError(f"expected numbers of 0 or more as b, got {numbers.min()}")
    return np.broadcast_to(numbers, size)


def _require_all(subgraph: Subgraph, numbers: NDArray[np.int64]) -> None:
    """Refuse edges that leave a vertex with fewer than its number."""
    degree = np.bincount(subgraph.edges.ravel(), minlength=len(numbers))
    short = np.flatnonzero(degree < numbers).tolist()
    if short:
        raise UnmatchableError(
            f"not every vertex can have its number of edges: a largest choice leaves {len(short)} of "
            f"{len(numbers)} vertices with fewer: {few(short)}",
            tuple(short),
        )


def _reduction(graph: EdgeList, numbers: NDArray[np.int64]) -> Reduction:
    _require_limit(graph)
    ends = graph.ends()
    copies = np.minimum(numbers, np.bincount(ends, minlength=graph.size))
    start = np.cumsum(copies) - copies
    first, second = graph.first, graph.second
    plain = np.flatnonzero(np.minimum(copies[first], copies[second]) == 1)
    split = np.flatnonzero(np.minimum(copies[first], copies[second]) > 1)
    here = int(copies.sum()) + 2 * np.arange(len(split))
    one = np.ones(len(split), np.int64)
    size, weights = np.abs(graph.weights[split]), graph.weights[split]
    parts = [
        _joined(
            (start[first[plain]], copies[first[plain]]),
            (start[second[plain]], copies[second[plain]]),
            2 * graph.weights[plain],
            plain,
        ),
        _joined((here, one), (here + 1, one), 2 * size + 2, np.full(len(split), -1)),
    ]
    for side, end in ((here, first[split]), (here + 1, second[split])):
        parts.append(_joined((side, one), (start[end], copies[end]), size + 1 + weights, split))
    i, j, joined, owner = map(np.concatenate, zip(*parts, strict=True))
    larger = EdgeList(int(copies.sum()) + 2 * len(split), i, j, joined)
    return Reduction(graph, larger, owner)


def _joined(
    left: tuple[NDArray[np.int64], NDArray[np.int64]],
    right: tuple[NDArray[np.int64], NDArray[np.int64]],
    weights: NDArray[np.int64],
    owner: NDArray[np.int64],
) -> tuple[NDArray[np.int64], ...]:
    """All edges between two ranges of vertices, given by start and length, for each owner."""
    counts = left[1] * right[1]
    which = np.repeat(np.arange(len(counts)), counts)
    step = np.arange(len(which)) - np.repeat(np.cumsum(counts) - counts, counts)
    row, column = np.divmod(step, right[1][which])
    return left[0][which] + row, right[0][which] + column, weights[which], owner[which]


def _require_limit(graph: EdgeList) -> None:
    beyond = np.abs(graph.weights) >= WEIGHT_LIMIT // 2
    if beyond.any():
        k = int(beyond.argmax())
        raise OverflowError(
            f"expected weights of less than 2**59 in size, got {graph.sign * graph.weights[k]} for "
            f"the edge of {graph.first[k]} and {graph.second[k]}"
        )
