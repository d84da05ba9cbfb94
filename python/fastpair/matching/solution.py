"""What the engine answers, with names for its parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .. import _engine
from ..errors import UnmatchableError
from .arrays import few
from .blocks import Blocks
from .graph import DenseGraph, EdgeList
from .rectangle import Rectangle
from .result import Certificate, Matching

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["certificate_of", "matching_of", "require_perfect", "solution_of"]


def solution_of(
    graph: DenseGraph | Rectangle | EdgeList | Blocks, *, maxcardinality: bool
) -> _engine._Solution:
    """Let the engine solve a graph, as a matrix if that is faster.

    Raises
    ------
    ValueError, OverflowError
        As :func:`fastpair.matching.max_weight_matching`.
    """
    form = graph.matrix() if isinstance(graph, EdgeList) and graph.is_dense else graph
    try:
        if isinstance(form, DenseGraph):
            return _engine.solve_dense(form.weights, form.allowed, maxcardinality)
        if isinstance(form, Rectangle):
            return _engine.solve_rectangular(form.weights, form.allowed, maxcardinality)
        if isinstance(form, Blocks):
            bounds = [] if form.bounds is None else form.bounds.ravel().tolist()
            return _engine.solve_blocks(
                form.size, form.largest, form.compute, form.range, bounds, maxcardinality
            )
        return _engine.solve_sparse(
            form.size, form.first, form.second, form.weights, maxcardinality
        )
    except IndexError as beyond:  # what std::out_of_range becomes
        if not isinstance(graph, Blocks):
            graph.require_limit()  # which knows the name of the edge
        raise OverflowError(str(beyond)) from None
    except ValueError:
        if isinstance(graph, DenseGraph):
            graph.require_symmetry()  # which knows the weights as they were given
        raise


def matching_of(solution: _engine._Solution) -> Matching:
    """Give the parts of the engine's solution their names."""
    mate, weight, cardinality = solution[:3]
    return Matching(mate, weight, cardinality, certificate_of(solution))


def certificate_of(solution: _engine._Solution) -> Certificate:
    """The duals of the engine's solution."""
    _, _, _, vertex_duals, blossoms, blossom_duals, ground = solution
    return Certificate(vertex_duals, tuple(blossoms), blossom_duals, ground)


def require_perfect(mate: NDArray[np.int64]) -> None:
    """Refuse a matching of maximum cardinality that leaves vertices over.

    Raises
    ------
    UnmatchableError
        If it does; the message names them.
    """
    left = np.flatnonzero(mate < 0).tolist()
    if not left:
        return
    raise UnmatchableError(
        f"no perfect matching exists: a largest one leaves {len(left)} of "
        f"{len(mate)} vertices over: {few(left)}",
        tuple(left),
    )
