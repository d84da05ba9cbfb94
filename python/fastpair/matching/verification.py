"""The proof of optimality, checked by other means than the engine's.

Weak duality of the matching polytope: let every edge ij satisfy

    u_i + u_j + Σ {z_B : B holds i and j} ≥ w_ij,    z_B ≥ 0,    u_i ≥ g,

for some odd sets B of vertices. A matching N has at most (|B| - 1)/2 edges inside of B, so it weighs

    w(N) ≤ Σ_i u_i + Σ_B z_B (|B| - 1)/2 - g · (number of vertices that N leaves unmatched).

A matching that reaches this bound is the heaviest among those that leave as many vertices
unmatched, or fewer if g ≤ 0. With g = 0 it is the heaviest of all. It also has maximum cardinality
if it leaves at most one vertex of an odd number, or if -2g exceeds all weight that any matching
could gain: then a matching with more edges would have to be lighter than the lightest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from ..errors import EngineError
from .blocks import Blocks
from .graph import DenseGraph, EdgeList, Weights, graph_of
from .nesting import Nesting
from .quantization import WEIGHT_LIMIT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction
    from typing import Any

    from numpy.typing import ArrayLike, NDArray

    from .result import Certificate, Matching

__all__ = ["verify"]

_CELLS = 1 << 16
"""Cells of a matrix that are checked at a time, so that the slacks stay in cache."""


def verify(
    weights: Weights,
    matching: Matching,
    *,
    allowed: ArrayLike | None = None,
    n: int | None = None,
    maxcardinality: bool = True,
    perfect: bool = False,
    minimize: bool = False,
) -> None:
    """Prove that a matching is optimal, or raise.

    Checks in exact integer arithmetic that the matching is one, that its duals are feasible for
    *all* edges, and that both have the same value. Of weights that were rounded it proves that no
    matching is better by more than the bound that the result states. O(n²) for a matrix,
    O(edges log edges) for the sparse forms.

    Parameters
    ----------
    weights, allowed, n, maxcardinality, perfect
        As they were given to :func:`fastpair.matching.max_weight_matching`.
    matching : Matching
        Its result.
    minimize : bool
        Whether it is the result of :func:`fastpair.matching.min_weight_matching`.

    Raises
    ------
    EngineError
        If the certificate does not prove the matching optimal; the message names what fails.
    TypeError, ValueError, OverflowError
        As :func:`fastpair.matching.max_weight_matching`.

    Examples
    --------
    >>> from fastpair.matching import min_weight_matching
    >>> edges = ([0, 1, 2], [1, 2, 3], [7, 1, 7])
    >>> verify(edges, min_weight_matching(edges), minimize=True)
    """
    graph = graph_of(weights, allowed, n)
    stated = matching.weight
    if minimize:
        graph, stated = graph.negated(), -stated
    first, second = matching.edges.T
    _check_mates(graph.size, matching)
    _require(len(first) == matching.cardinality, "the cardinality is not that of the edges")
    weight = sum(_weights_of(graph, first, second).tolist())
    total = graph.total(first, second)
    _require(total == stated, "the weight is not that of the edges")
    _check_rounding(graph, matching, weight * graph.unit - total)
    _check_duals(graph.size, matching)
    _require_feasible(graph, matching.certificate)
    _check_value(matching, weight)
    if perfect:
        _require(2 * matching.cardinality == graph.size, "the matching is not perfect")
    _check_ground(graph, matching, weight, maxcardinality=maxcardinality or perfect)


def _require(condition: bool, message: str) -> None:
    if not condition:
        raise EngineError(f"not proven optimal: {message}; please report this as a bug of fastpair")


def _check_mates(size: int, matching: Matching) -> None:
    mate = matching.mate
    _require(mate.shape == (size,), "there is not one mate for each vertex")
    _require(bool(((mate >= -1) & (mate < size)).all()), "a mate is no vertex")
    matched = np.flatnonzero(mate >= 0)
    _require(bool((mate[mate[matched]] == matched).all()), "mates are not mutual")
    _require(bool((mate[matched] != matched).all()), "a vertex is matched with itself")


def _check_duals(size: int, matching: Matching) -> None:
    certificate = matching.certificate
    duals = certificate.vertex_duals_2x
    _require(duals.shape == (size,), "there is not one dual for each vertex")
    _require(bool((duals >= certificate.ground_2x).all()), "a dual lies below the ground")
    _require(
        len(certificate.blossoms) == len(certificate.blossom_duals_2x), "a blossom lacks its dual"
    )
    _require(bool((certificate.blossom_duals_2x >= 0).all()), "a blossom has a negative dual")
    for members in certificate.blossoms:
        _require(len(members) % 2 == 1, "a blossom is not odd")
        _require(len(np.unique(members)) == len(members), "a blossom holds a vertex twice")


def _check_rounding(
    graph: DenseGraph | EdgeList | Blocks, matching: Matching, gained: Fraction
) -> None:
    """The bound on the loss covers what rounding can hide.

    This matching ``gained`` weight by rounding, and each edge of another one may have lost half a
    unit.
    """
    _require(matching.unit == graph.unit, "the unit is not that of the weights")
    hidden = gained + graph.size // 2 * graph.unit / 2 if graph.reals is not None else 0
    _require(matching.loss_bound >= hidden, "the bound on the loss is too small")


def _check_value(matching: Matching, weight: int) -> None:
    certificate = matching.certificate
    inner = [(len(members) - 1) // 2 for members in certificate.blossoms]
    duals: list[int] = certificate.blossom_duals_2x.tolist()
    value_2x = (
        sum(certificate.vertex_duals_2x.tolist())
        + sum(dual * count for dual, count in zip(duals, inner, strict=True))
        - certificate.ground_2x * len(matching.unmatched)
    )
    _require(value_2x == 2 * weight, "the duals have another value than the matching")


def _check_ground(
    graph: DenseGraph | EdgeList | Blocks, matching: Matching, weight: int, *, maxcardinality: bool
) -> None:
    ground = matching.certificate.ground_2x
    unmatched = graph.size - 2 * matching.cardinality
    if not maxcardinality:
        _require(ground == 0 or (ground > 0 and unmatched == 0), "the ground is not 0")
    elif unmatched > 1:
        lightest = graph.size // 2 * min(0, _lightest(graph))
        _require(weight + ground < lightest, "there may be a matching with more edges")


def _lightest(graph: DenseGraph | EdgeList | Blocks) -> int:
    if isinstance(graph, EdgeList):
        return int(graph.weights.min(initial=0))
    if isinstance(graph, Blocks):
        return -graph.largest
    return int(graph.weights.min(initial=0, where=graph.edges))


def _weights_of(
    graph: DenseGraph | EdgeList | Blocks, first: NDArray[np.int64], second: NDArray[np.int64]
) -> NDArray[Any]:
    """Weights of the matched edges, all of which must exist."""
    if isinstance(graph, DenseGraph):
        if graph.allowed is not None:
            _require(bool(graph.allowed[first, second].all()), "a matched pair is no edge")
        return graph.weights[first, second]
    if isinstance(graph, Blocks):
        return graph.weight_of(first, second)
    found = graph.find(first, second)
    _require(bool((found >= 0).all()), "a matched pair is no edge")
    return graph.weights[found]


def _require_feasible(graph: DenseGraph | EdgeList | Blocks, certificate: Certificate) -> None:
    """No edge has a negative slack."""
    dtype = np.dtype(np.int64 if _fits_int64(certificate) else object)
    duals = certificate.vertex_duals_2x.astype(dtype)
    try:
        nesting = Nesting(graph.size, certificate.blossoms, certificate.blossom_duals_2x, dtype)
    except ValueError:
        _require(False, "two blossoms overlap")
    if isinstance(graph, DenseGraph):
        pieces = _pieces(graph, nesting, duals)
    elif isinstance(graph, Blocks):
        pieces = (_violated(duals, *piece) for piece in graph.pieces(duals))
    else:
        pieces = iter([(graph.first, graph.second, graph.weights)])
    for first, second, weights in pieces:
        slack = duals[first] + duals[second] - 2 * weights.astype(dtype)
        if len(slack) > 0 and slack.min() < 0:
            slack += nesting.common(first, second)
            _require(slack.min() >= 0, f"an edge has slack {slack.min()}")


_Edges: TypeAlias = "tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]"


def _pieces(graph: DenseGraph, nesting: Nesting, duals: NDArray[Any]) -> Iterator[_Edges]:
    """Edges that may have a negative slack: those near each other, and those that have one."""
    order = nesting.order
    step = max(1, _CELLS // max(graph.size, 1))
    for start in range(0, graph.size, step):
        stop = min(start + step, graph.size)
        rows, columns = order[start:stop], order[stop:]
        i, j = np.triu_indices(len(rows), 1)
        yield _edges(graph, rows[i], rows[j])
        if len(columns) == 0:
            return
        slack = duals[rows, None] + duals[columns] - 2 * graph.weights[np.ix_(rows, columns)]
        if nesting.gaps[start:].any():
            slack += nesting.common_with_rest(start, stop)
        if slack.min() < 0:
            i, j = np.nonzero(slack < 0)
            yield _edges(graph, rows[i], columns[j])


def _edges(graph: DenseGraph, first: NDArray[np.int64], second: NDArray[np.int64]) -> _Edges:
    if graph.allowed is not None:
        exist = graph.allowed[first, second]
        first, second = first[exist], second[exist]
    return first, second, graph.weights[first, second]


def _violated(
    duals: NDArray[Any],
    rows: NDArray[np.int64],
    start: int,
    weights: NDArray[np.int64],
    edges: NDArray[np.bool_],
) -> _Edges:
    """Edges of a piece whose slack is negative without blossoms."""
    columns = np.arange(start, start + weights.shape[1])
    slack = duals[rows, None] + duals[columns] - 2 * weights.astype(duals.dtype)
    i, j = np.nonzero(edges & (slack < 0))
    return rows[i], columns[j], weights[i, j]


def _fits_int64(certificate: Certificate) -> bool:
    """Whether no slack can overflow int64: sizes of all parts add up to less than 2**63."""
    size = 2 * max((abs(int(u)) for u in certificate.vertex_duals_2x), default=0)
    size += sum(int(z) for z in certificate.blossom_duals_2x) + 2 * WEIGHT_LIMIT
    return size < 2**63 and certificate.vertex_duals_2x.dtype == np.int64
