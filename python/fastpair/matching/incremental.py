"""A solver that holds its state: after a change it starts from the last solution."""

from __future__ import annotations

import operator
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from .. import _engine
from .arrays import WEIGHT_LIMIT, flags, numbers, switches
from .graph import DenseGraph, graph_of
from .result import Certificate, Matching, Price, Prices, matching_of
from .verification import checked, verify_matching

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, SupportsIndex

    from numpy.typing import ArrayLike, NDArray


class Solver:
    """Solves a dense graph of integer weights again and again while it changes.

    It answers questions of the kind "what if these two must not play", and serves redraws. A change
    costs nothing until :meth:`solve`, which makes only the searches that the changes require, and
    prices the edges of the vertices whose duals have fallen. Without a change in between,
    :meth:`solve` returns the last solution again. If several matchings are optimal, it may return
    another one than :func:`fastpair.matching.max_weight_matching` does for the same graph.

    A solver is for one thread at a time; the arrays that it shows may be read meanwhile.

    Parameters
    ----------
    weights : (n, n) array of integers
        Symmetric; copied.
    allowed : (n, n) array of bool, optional
        The existing edges, symmetric. By default all pairs of different vertices.
    maxcardinality : bool
        As :func:`fastpair.matching.max_weight_matching`.
    levels
        Refused: a solver starts from the duals of one weight.

    Raises
    ------
    TypeError, ValueError, OverflowError
        As :func:`fastpair.matching.max_weight_matching`. All methods raise an OverflowError for a
        weight of more than 2**60 in size, a TypeError for one that is no integer, an IndexError for
        a vertex that does not exist, and a ValueError for an edge from a vertex to itself. A change
        that is refused has changed nothing.
    RuntimeError
        By changes and by :meth:`solve`, if another call to the same solver has not returned yet:
        one in another thread, or the solve that a signal's handler interrupts.

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
        weights: ArrayLike | None = None,
        *,
        allowed: ArrayLike | None = None,
        maxcardinality: bool = False,
        levels: object = None,
    ) -> None:
        switches(maxcardinality=maxcardinality)
        if levels is not None:
            raise TypeError(
                "a Solver takes one weight for each edge, and no levels; "
                "max_weight_matching(levels=...) solves them anew"
            )
        if weights is None:
            raise TypeError("expected a square matrix of integers as weights")
        graph = graph_of(weights, allowed, None)
        if not isinstance(graph, DenseGraph) or graph.unit != 1:
            raise TypeError("expected a square matrix of integers as weights")
        self._hold(
            _engine.Solver(graph.weights, graph.edges, maxcardinality),
            maxcardinality=maxcardinality,
        )

    def _hold(self, engine: _engine.Solver, *, maxcardinality: bool) -> None:
        self._engine = engine
        self._weights, self._allowed = engine.weights, engine.allowed
        self._removed = engine.removed
        self._maxcardinality = maxcardinality

    def __len__(self) -> int:
        """Return the number of vertices, the removed ones included."""
        return len(self._removed)

    @property
    def weights(self) -> NDArray[np.int64]:
        """(n, n) the weights, read-only; follows the changes. Only those of edges mean anything."""
        return self._weights

    @property
    def allowed(self) -> NDArray[np.bool_]:
        """(n, n) the edges, read-only; follows the changes."""
        return self._allowed

    @property
    def removed(self) -> NDArray[np.bool_]:
        """(n,) the vertices that are not in the graph, read-only; follows the changes."""
        return self._removed

    @property
    def maxcardinality(self) -> bool:
        """Whether only matchings with the most edges count."""
        return self._maxcardinality

    def set_weight(self, i: SupportsIndex, j: SupportsIndex, weight: SupportsIndex) -> None:
        """Make ij an edge of this weight, whether it was one or not.

        Raises
        ------
        ValueError
            If i or j is removed: only :meth:`insert` brings a vertex back.
        """
        self._engine.set(self._vertex(i), self._vertex(j), _weight(weight))

    def forbid(self, i: SupportsIndex, j: SupportsIndex) -> None:
        """Make ij no edge, whether it was one or not."""
        self._engine.forbid(self._vertex(i), self._vertex(j))

    def force(self, i: SupportsIndex, j: SupportsIndex) -> None:
        """Forbid all other edges of i and of j, so that a largest matching has ij.

        Raises
        ------
        ValueError
            If ij is no edge.
        """
        self._engine.force(self._vertex(i), self._vertex(j))

    def remove(self, v: SupportsIndex) -> None:
        """Take a vertex out of the graph: it can have no mate, and does not count as unmatched.

        To remove a vertex that is removed already changes nothing.
        """
        self._engine.remove(self._vertex(v))

    def insert(
        self, v: SupportsIndex, weights: ArrayLike, allowed: ArrayLike | None = None
    ) -> None:
        """Give a vertex new edges, and put it back into the graph if it was removed.

        Parameters
        ----------
        v
            The vertex.
        weights : (n,) array of integers
            Its weights with all others. Only the weights of its edges are read.
        allowed : (n,) array of bool, optional
            Its edges. By default all; edges to removed vertices are left out.
        """
        vertex = self._vertex(v)
        edges = self._edges(vertex, allowed)
        row = numbers(weights, lambda: edges)
        if row.shape != edges.shape:
            raise ValueError(f"expected a row of {len(self)} weights, got shape {row.shape}")
        if row.dtype != np.int64:
            raise TypeError(f"expected integers as weights, got dtype {row.dtype}")
        _require_limit(row, edges)
        self._engine.set_row(vertex, row, edges)

    def solve(self) -> Matching:
        """Find the optimum of the graph as it stands.

        Returns
        -------
        Matching
            Removed vertices have no mate, and their duals mean nothing.
        """
        return matching_of(self._engine.solve())

    def prices(self, v: SupportsIndex) -> Prices:
        """Find what it costs to match v with each of the others, by one search.

        The price of u is how much worse than the optimum the best of those matchings is that have
        the edge uv. With maxcardinality that is first the number of pairs, then the weight. The
        question changes nothing: the next :meth:`solve` returns the same matching.

        Returns
        -------
        Prices
            Arrays (n,). A removed vertex has no prices.
        """
        return Prices(*self._engine.prices(self._vertex(v)))

    def price(self, i: SupportsIndex, j: SupportsIndex) -> Price | None:
        """Find what it costs to match i with j, or None if ij is no edge; see :meth:`prices`.

        It solves a copy without the two, which is faster than the prices of all edges of one.
        """
        edge = self._vertex(i), self._vertex(j)
        if not self._allowed[edge]:
            return None
        best, others = self.solve(), self.copy()
        others.remove(i)
        others.remove(j)
        rest = others.solve()
        fewer = best.cardinality - rest.cardinality - 1 if self._maxcardinality else 0
        return Price(fewer, best.weight - rest.weight - int(self._weights[edge]))

    def price_table(self, progress: Callable[[float], object] | None = None) -> Prices:
        """Find what it costs to match any two vertices: a search for each vertex, on all cores.

        Parameters
        ----------
        progress : function, optional
            Called now and then with the share that is done, and at the end with 1.

        Returns
        -------
        Prices
            Arrays (n, n), symmetric; see :meth:`prices`.
        """
        possible, fewer, weight = self._engine.price_table(progress)
        size = len(self)
        return Prices(_matrix(possible, size), _matrix(fewer, size), _matrix(weight, size))

    def interval(self, i: SupportsIndex, j: SupportsIndex) -> tuple[int | None, int | None]:
        """Find the least and the greatest weight of ij under which the matching stays optimal.

        All other weights stay as they are. The present weight lies between the two.

        Returns
        -------
        tuple
            Without a bound, None. An edge that is not matched may become lighter without a bound,
            and heavier by its price; a matched one the other way round. Where the number of pairs
            decides, there is no bound.

        Raises
        ------
        ValueError
            If ij is no edge.
        """
        price = self.price(i, j)
        if price is None:
            raise ValueError(f"({i}, {j}) is no edge")
        weight, optimum = int(self._weights[i, j]), self.solve()
        if optimum.mate[i] != j:
            return None, None if price.fewer else weight + price.weight
        others = self.copy()
        others.forbid(i, j)
        second = others.solve()
        if self._maxcardinality and second.cardinality < optimum.cardinality:
            return None, None
        return weight - (optimum.weight - second.weight), None

    def copy(self) -> Solver:
        """Return a solver of the same graph with the same state; changes of one spare the other."""
        copied = object.__new__(Solver)
        copied._hold(self._engine.copy(), maxcardinality=self._maxcardinality)
        return copied

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Solver:
        """Return what :meth:`copy` does: nothing in a solver is shared by a copy."""
        return self.copy()

    def verify(self, matching: Matching) -> None:
        """Prove that a matching is the optimum of the graph as it stands.

        Raises
        ------
        TypeError, EngineError
            As :func:`fastpair.matching.verify`.
        """
        matching = checked(matching, len(self))
        kept = np.flatnonzero(~self._removed)
        verify_matching(
            self._weights[np.ix_(kept, kept)],
            matching_among(matching, kept),
            allowed=self._allowed[np.ix_(kept, kept)],
            maxcardinality=self._maxcardinality,
        )

    def _vertex(self, v: SupportsIndex) -> int:
        try:
            vertex = operator.index(v)
        except TypeError:
            raise TypeError(f"expected a vertex, got {v!r}") from None
        if not 0 <= vertex < len(self):
            raise IndexError(f"expected a vertex from 0 to {len(self) - 1}, got {vertex}")
        return vertex

    def _edges(self, v: int, allowed: ArrayLike | None) -> NDArray[np.bool_]:
        """(n,) the edges of a row that are read."""
        edges = ~self._removed
        if allowed is not None:
            edges &= flags(allowed, edges.shape)
        edges[v] = False
        return edges


def _matrix(rows: list[NDArray[Any]], size: int) -> NDArray[Any]:
    """(size, size) of rows of the same or of different types."""
    return np.array(rows, dtype=np.result_type(np.bool_, *rows)).reshape(size, size)


def _weight(value: SupportsIndex) -> int:
    try:
        weight = operator.index(value)
    except TypeError:
        raise TypeError(f"expected an integer as weight, got {value!r}") from None
    if abs(weight) > WEIGHT_LIMIT:
        raise OverflowError(f"expected a weight of at most 2**60 in size, got {weight}")
    return weight


def _require_limit(row: NDArray[np.int64], edges: NDArray[np.bool_]) -> None:
    beyond = edges & ((row > WEIGHT_LIMIT) | (row < -WEIGHT_LIMIT))
    if beyond.any():
        v = int(beyond.argmax())
        raise OverflowError(
            f"expected weights of at most 2**60 in size, got {row[v]} for vertex {v}"
        )


def matching_among(matching: Matching, kept: NDArray[np.intp]) -> Matching:
    """The matching of some of the vertices, which have no other mates, numbered anew."""
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
