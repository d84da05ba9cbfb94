"""A solver that holds its state: after a change it starts from the last solution."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from .. import _engine
from .arguments import graph_of
from .arrays import indices
from .graph import DenseGraph
from .quantization import WEIGHT_LIMIT
from .result import Certificate, Matching
from .solver import matching_of
from .verification import checked, verify

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["Solver"]


class Solver:
    """Solves a dense graph of integer weights again and again while it changes.

    For questions of the kind "what if these two must not play", and for redraws. A change costs
    nothing until :meth:`solve`, which then makes the searches that the changes make necessary and
    prices the edges of the vertices whose duals have fallen; without a change in between it only
    hands out the solution. Where several matchings are optimal, it may return another one than
    :func:`fastpair.matching.max_weight_matching` does for the same graph.

    Parameters
    ----------
    weights : (n, n) array of integers
        Symmetric; copied.
    allowed : (n, n) array of bool, optional
        The existing edges, symmetric. By default all pairs of different vertices.
    maxcardinality : bool
        As :func:`fastpair.matching.max_weight_matching`.

    Raises
    ------
    TypeError, ValueError, OverflowError
        As :func:`fastpair.matching.max_weight_matching`. All methods raise an OverflowError for a
        weight of more than 2**60 in size, an IndexError for a vertex that does not exist, and a
        ValueError for an edge from a vertex to itself.

    Examples
    --------
    >>> solver = Solver([[0, 6, 5, 1], [6, 0, 4, 2], [5, 4, 0, 3], [1, 2, 3, 0]])
    >>> solver.solve().edges.tolist()
    [[0, 1], [2, 3]]
    >>> solver.forbid(0, 1)
    >>> solver.solve().edges.tolist()
    [[0, 2], [1, 3]]
    """

    def __init__(
        self,
        weights: ArrayLike,
        *,
        allowed: ArrayLike | None = None,
        maxcardinality: bool = True,
    ) -> None:
        graph = graph_of(weights, allowed, None)
        if not isinstance(graph, DenseGraph) or graph.unit != 1:
            raise TypeError("expected a square matrix of integers as weights")
        self._engine = _engine.Solver(graph.weights, graph.edges, maxcardinality)
        self._weights, self._allowed = self._engine.weights, self._engine.allowed
        self._removed = np.zeros(graph.size, dtype=np.bool_)
        self._maxcardinality = maxcardinality

    def __len__(self) -> int:
        """Return the number of vertices, the removed ones included."""
        return len(self._removed)

    @property
    def weights(self) -> NDArray[np.int64]:
        """(n, n) the weights, read-only; follows the changes. Where no edge is, it means nothing."""
        return self._weights

    @property
    def allowed(self) -> NDArray[np.bool_]:
        """(n, n) the edges, read-only; follows the changes."""
        return self._allowed

    @property
    def removed(self) -> NDArray[np.bool_]:
        """(n,) the vertices that are not in the graph; read-only."""
        view = self._removed.view()
        view.flags.writeable = False
        return view

    def set_weight(self, i: int, j: int, weight: int) -> None:
        """Make ij an edge of this weight, whether it was one or not."""
        if self._removed[i] or self._removed[j]:
            raise ValueError(f"({i}, {j}) ends at a vertex that is removed; insert it first")
        _require_limit(weight)
        self._engine.set(i, j, weight)

    def forbid(self, i: int, j: int) -> None:
        """Make ij no edge."""
        self._engine.forbid(i, j)

    def force(self, i: int, j: int) -> None:
        """Forbid all other edges of i and of j, so that a largest matching has ij."""
        self._engine.force(i, j)

    def remove(self, v: int) -> None:
        """Take a vertex out of the graph: nobody can be matched with it, and it counts no more."""
        self._engine.remove(v)
        self._removed[v] = True

    def insert(self, v: int, weights: ArrayLike, allowed: ArrayLike | None = None) -> None:
        """Give a vertex new edges, and put it back into the graph if it was removed.

        Parameters
        ----------
        v
            The vertex.
        weights : (n,) array of integers
            Its weights with all others; its own is not read.
        allowed : (n,) array of bool, optional
            Its edges. By default all; edges to removed vertices are left out.
        """
        row = indices("weights", weights)
        edges = np.ones(len(self), np.bool_) if allowed is None else np.array(allowed, np.bool_)
        if row.shape != (len(self),) or edges.shape != row.shape:
            raise ValueError(f"expected a row of {len(self)} weights, got shape {row.shape}")
        edges[v] = False
        edges &= ~self._removed
        _require_limit(row[edges])
        self._engine.set_row(v, row, edges)
        self._removed[v] = False

    def solve(self) -> Matching:
        """Find the optimum of the graph as it stands.

        Returns
        -------
        Matching
            Removed vertices have no mate, and their duals mean nothing.
        """
        return matching_of(self._engine.solve())

    def verify(self, matching: Matching) -> None:
        """Prove that a matching is the optimum of the graph as it stands.

        Raises
        ------
        TypeError, EngineError
            As :func:`fastpair.matching.verify`.
        """
        matching = checked(matching, len(self))
        kept = np.flatnonzero(~self._removed)
        verify(
            self._weights[np.ix_(kept, kept)],
            _restricted(matching, kept),
            allowed=self._allowed[np.ix_(kept, kept)],
            maxcardinality=self._maxcardinality,
        )


def _require_limit(weights: ArrayLike) -> None:
    array = np.asarray(weights)
    beyond = array[(array > WEIGHT_LIMIT) | (array < -WEIGHT_LIMIT)]
    if beyond.size:
        raise OverflowError(f"expected weights of at most 2**60 in size, got {beyond.flat[0]}")


def _restricted(matching: Matching, kept: NDArray[np.intp]) -> Matching:
    """The matching of some of the vertices among themselves, numbered anew."""
    number = np.full(len(matching.mate) + 1, -1)
    number[kept] = np.arange(len(kept))
    certificate = matching.certificate
    return replace(
        matching,
        mate=number[matching.mate[kept]],
        certificate=Certificate(
            certificate.vertex_duals_2x[kept],
            tuple(number[members] for members in certificate.blossoms),
            certificate.blossom_duals_2x,
            certificate.ground_2x,
        ),
    )
