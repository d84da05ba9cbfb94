"""b-matchings and T-joins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .. import _engine
from ..errors import InputError, InputOverflowError
from .arrays import (
    WEIGHT_LIMIT,
    integer_array,
    name_vertices,
    needs_maxcardinality,
    require_booleans,
)
from .errors import EngineError, UnmatchableError
from .graph import EdgeList, edges_of_graph, in_units
from .joins import JoinCertificate, lightest_join, verify_join
from .result import FrozenResult, Matching, matching_of, solution_of
from .verification import require, verify_matching

if TYPE_CHECKING:
    from fractions import Fraction

    from numpy.typing import ArrayLike

    from ..arrays import Integers
    from .graph import Weights


# ---- Edges that are chosen by a matching of a larger graph, which proves that none are better ----


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Subgraph(FrozenResult):
    """Edges of greatest or of least weight, with their proof.

    Its arrays are read-only. Subgraphs are equal if all their parts are, proofs included.
    """

    edges: Integers
    """(k, 2) the edges, each with its smaller vertex first, in order."""

    weight: int | Fraction
    """Exact sum of their weights, as that of a `Matching`."""

    proof: Matching | JoinCertificate
    """The matching of the larger graph, with its certificate; that of a T-join is its moats."""

    def __repr__(self) -> str:
        """Return one line, however large it is."""
        return f"<Subgraph: {len(self.edges)} edges, weight={self.weight}>"


# ---- Subgraphs in which each vertex has at most, or exactly, a number of edges of its own ----

# They are those that the best matching of a larger graph chooses, in which each vertex has as many
# copies; api/reductions.cpp says how.


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
    graph = edges_of_graph(weights, allowed, n, minimize=False)
    return _solve(graph, b, maxcardinality=maxcardinality, perfect=perfect)


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
    graph = edges_of_graph(weights, allowed, n, minimize=True)
    return _solve(graph, b, maxcardinality=maxcardinality, perfect=perfect)


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
    """Prove that the chosen edges are optimal: make the larger graph anew, and verify its matching."""
    most = needs_maxcardinality(maxcardinality, perfect=perfect, minimize=minimize)
    graph = edges_of_graph(weights, allowed, n, minimize=minimize)
    bounds = _degree_bounds(b, graph.size)
    if not isinstance(subgraph, Subgraph):
        raise TypeError(f"expected a Subgraph to verify, got {type(subgraph).__name__}")
    larger, owner = _copies(graph, bounds)
    if not isinstance(subgraph.proof, Matching):
        raise EngineError("the proof is not that of a b-matching")
    edges = (larger.first, larger.second, larger.weights)
    verify_matching(edges, subgraph.proof, n=larger.size, maxcardinality=most)
    proven = _chosen(graph, larger, owner, subgraph.proof)
    same = np.array_equal(proven.edges, subgraph.edges) and proven.weight == subgraph.weight
    require(same, "the edges or their weight are not those of the proof")
    if perfect:
        _require_degrees(subgraph, bounds)


def _solve(graph: EdgeList, b: ArrayLike, *, maxcardinality: bool, perfect: bool) -> Subgraph:
    require_booleans(maxcardinality=maxcardinality, perfect=perfect)
    bounds = _degree_bounds(b, graph.size)
    larger, owner = _copies(graph, bounds)
    matching = matching_of(solution_of(larger, maxcardinality=maxcardinality or perfect))
    subgraph = _chosen(graph, larger, owner, matching)
    if perfect:
        _require_degrees(subgraph, bounds)
    return subgraph


def _copies(graph: EdgeList, bounds: Integers) -> tuple[EdgeList, Integers]:
    """The larger graph, and the given edge that each of its edges chooses, or -1.

    Raises
    ------
    OverflowError
        If a weight is too large, or there are too many copies.
    """
    _require_limit(graph)
    try:
        size, first, second, weights, owner = _engine.copies_of(
            graph.size, graph.first, graph.second, graph.weights, bounds
        )
    except IndexError as beyond:  # what std::out_of_range becomes
        raise InputOverflowError(str(beyond)) from None
    return EdgeList(size, first, second, weights), owner


def _chosen(given: EdgeList, larger: EdgeList, owner: Integers, matching: Matching) -> Subgraph:
    """The edges that a matching of the larger graph chooses."""
    is_matched = matching.mate[larger.first] == larger.second
    chosen = np.unique(owner[is_matched & (owner >= 0)])
    weight = in_units(given.sign * sum(given.weights[chosen].tolist()), given.unit)
    return Subgraph(given.pairs(chosen), weight, matching)


def _degree_bounds(b: ArrayLike, size: int) -> Integers:
    """(n,) how many edges each vertex may have."""
    bounds = integer_array("b", b)
    if np.ndim(b) > 0 and bounds.shape != (size,):
        raise InputError(f"expected b of shape ({size},), or one number, got {bounds.shape}")
    if bounds.min(initial=0) < 0:
        raise InputError(f"expected numbers of 0 or more as b, got {bounds.min()}")
    return np.ascontiguousarray(np.broadcast_to(bounds, size))


def _require_degrees(subgraph: Subgraph, bounds: Integers) -> None:
    """Refuse edges that leave a vertex with fewer than its number."""
    degree = np.bincount(subgraph.edges.ravel(), minlength=len(bounds))
    short = np.flatnonzero(degree < bounds).tolist()
    if short:
        raise UnmatchableError(
            f"not every vertex can have its number of edges: a largest choice leaves {len(short)} of "
            f"{len(bounds)} vertices with fewer: {name_vertices(short)}",
            tuple(short),
        )


def _require_limit(graph: EdgeList) -> None:
    beyond = np.abs(graph.weights) >= WEIGHT_LIMIT // 2
    if beyond.any():
        k = int(beyond.argmax())
        raise InputOverflowError(
            f"expected weights of less than 2**59 in size, got {graph.sign * graph.weights[k]} for "
            f"the edge of {graph.first[k]} and {graph.second[k]}"
        )


# ---- T-joins: edges of which the terminals have an odd number, and all other vertices an even one ----


def min_weight_t_join(
    weights: Weights,
    terminals: ArrayLike,
    *,
    allowed: ArrayLike | None = None,
    n: int | None = None,
) -> Subgraph:
    """Find the lightest edges of which exactly the terminals have an odd number.

    With two terminals and weights of 0 or more it is a shortest path. With all vertices of an odd
    degree it is what a postman walks twice. Weights may be negative, and no edge counts twice. For
    several lists of terminals of one graph, :class:`fastpair.matching.JoinSolver` prepares it once.

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
    chosen, weight, certificate = lightest_join(graph, terminals)
    return Subgraph(graph.pairs(chosen), weight, certificate)


def verify_t_join(
    weights: Weights,
    terminals: ArrayLike,
    subgraph: Subgraph,
    *,
    allowed: ArrayLike | None = None,
    n: int | None = None,
) -> None:
    """Prove that a T-join is the lightest, by its moats."""
    graph = edges_of_graph(weights, allowed, n, minimize=True)
    if not isinstance(subgraph, Subgraph):
        raise TypeError(f"expected a Subgraph to verify, got {type(subgraph).__name__}")
    proof = subgraph.proof
    if not isinstance(proof, JoinCertificate):
        raise EngineError("the proof is not that of a T-join")
    chosen = _places(graph, subgraph.edges)
    total = in_units(sum((graph.sign * graph.weights[chosen]).tolist()), graph.unit)
    require(total == subgraph.weight, "the weight is not that of the edges")
    verify_join(graph, terminals, chosen, proof)


def _places(graph: EdgeList, edges: Integers) -> Integers:
    """(k,) the places of different edges in a list that has no parallel ones."""
    known = _keys(graph, graph.first, graph.second)
    order = np.argsort(known)
    wanted = _keys(graph, edges[:, 0], edges[:, 1])
    found = np.searchsorted(known[order], wanted).clip(max=max(len(known) - 1, 0))
    exist = len(known) > 0 and np.array_equal(known[order][found], wanted)
    require(exist or len(wanted) == 0, "an edge is no edge of the graph")
    require(len(np.unique(wanted)) == len(wanted), "an edge counts twice")
    return order[found] if len(wanted) else wanted


def _keys(graph: EdgeList, first: Integers, second: Integers) -> Integers:
    """(m,) a number for each edge, whichever of its ends comes first."""
    return np.minimum(first, second) * graph.size + np.maximum(first, second)
