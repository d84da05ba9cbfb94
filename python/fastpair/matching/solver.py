"""Maximum-weight matching in general graphs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import _engine
from .graph import DenseGraph, Weights, graph_of
from .result import Certificate, Matching

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

__all__ = ["max_weight_matching"]


def max_weight_matching(
    weights: Weights,
    *,
    allowed: ArrayLike | None = None,
    n: int | None = None,
    maxcardinality: bool = True,
) -> Matching:
    """Find the matching of greatest total weight in a general graph, exactly.

    Edmonds' blossom method on a sparse graph of candidate edges; all other edges are priced
    against the exact duals until none could improve the matching. O(n³) time in the worst case,
    about O(n²) on the weights of tournaments; O(n) memory beside the arguments. The GIL is
    released, and Ctrl-C stops a long solve.

    Parameters
    ----------
    weights : (n, n) array of integers, or a tuple (i, j, weight) of three 1-d arrays of integers
        A symmetric matrix of the weights of all pairs, or a list of edges. Weights may be negative
        or zero; their size is at most 2**60. Of parallel edges the heaviest counts. An int64
        matrix in C order is not copied.
    allowed : (n, n) array of bool, optional
        The existing edges of a matrix, symmetric. By default all pairs of different vertices. A
        missing edge is never matched; its weight is not read. The diagonal never is an edge.
    n : int, optional
        Number of vertices of an edge list. By default one more than the largest that it names.
    maxcardinality : bool
        Whether only matchings with the most possible edges count. If False, an edge is matched
        only where it adds to the total.

    Returns
    -------
    Matching
        With a certificate of optimality, which :func:`fastpair.matching.verify` checks. Which of
        several optimal matchings it is follows from the arguments alone: vertices are served in
        the order of their duals, events of a search in the order of their time, kind and
        vertices, and equal candidate edges in the order of a fixed hash of their vertices. Neither
        memory, nor threads, nor the platform play a part.

    Raises
    ------
    TypeError
        If the weights are not integers, or ``allowed`` is not boolean.
    ValueError
        If shapes do not fit, the matrix is not symmetric, or an edge names no vertex.
    IndexError
        If a weight is larger than 2**60 in size, or there are more than 2**24 vertices.

    Examples
    --------
    >>> max_weight_matching([[0, 6, 5], [6, 0, 9], [5, 9, 0]]).edges.tolist()
    [[1, 2]]
    >>> max_weight_matching(([0, 1, 2], [1, 2, 3], [2, 5, 2]), maxcardinality=False).weight
    5
    """
    graph = graph_of(weights, allowed, n)
    if isinstance(graph, DenseGraph):
        solution = _engine.solve_dense(graph.weights, graph.allowed, maxcardinality)
    else:
        solution = _engine.solve_sparse(
            graph.size, graph.first, graph.second, graph.weights, maxcardinality
        )
    mate, weight, cardinality, vertex_duals, blossoms, blossom_duals, ground = solution
    certificate = Certificate(vertex_duals, tuple(blossoms), blossom_duals, ground)
    return Matching(mate, weight, cardinality, certificate)
