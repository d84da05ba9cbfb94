"""A solver that holds its state: after a change it starts from the last solution."""

from __future__ import annotations

import operator
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from .. import _engine
from .arrays import (
    WEIGHT_LIMIT,
    edge_mask,
    name_edge,
    positions,
    quantize,
    require_booleans,
    weight_array,
)
from .blocks import Blocks
from .graph import DenseGraph, graph_of, in_units, matrix_of
from .result import Matching, Price, Prices, matching_of, restate
from .verification import prove, validate_matching

if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction
    from typing import Any, SupportsIndex

    from numpy.typing import ArrayLike

    from ..arrays import Array, Bools, Indices, Integers
    from .graph import Weights


class Solver:
    """Re-solves a dense graph after changes.

    It answers questions of the kind "what if these two must not play", and serves redraws. A change
    costs nothing until :meth:`solve`, which makes only the searches that the changes require, and
    prices the edges of the vertices whose duals have fallen. Without a change in between,
    :meth:`solve` returns the last solution again. A question after a change solves first, and
    :meth:`solve` then returns the matching for which it was answered. If several matchings are
    optimal, it may be another one than :func:`fastpair.matching.max_weight_matching` finds for the
    same graph.

    It holds a matrix, of whatever form the graph is given. Where weights are floats, a change of them
    may change the ``unit``, as :func:`fastpair.matching.quantize` chooses it; then it starts anew.

    A solver is for one thread at a time; the arrays that it shows may be read meanwhile.

    Parameters
    ----------
    weights, allowed, n, bipartite, maxcardinality, exact
        As for :func:`fastpair.matching.max_weight_matching`, without blocks and levels; copied.

    Raises
    ------
    TypeError, ValueError, OverflowError
        As :func:`fastpair.matching.max_weight_matching`. All methods raise an OverflowError for a
        weight of more than 2**60 in size, a TypeError for one that is no number, an IndexError for
        a vertex that does not exist, and a ValueError for an edge from a vertex to itself, or for a
        float that is not finite or with ``exact`` would be rounded. A change that is refused has
        changed nothing.
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
    >>> path = Solver(([0, 1], [1, 2], [0.5, 0.75]))
    >>> path.set_weight(0, 1, 0.875)
    >>> path.solve().weight
    Fraction(7, 8)
    """

    def __init__(
        self,
        weights: Weights,
        *,
        allowed: ArrayLike | None = None,
        n: int | None = None,
        bipartite: bool = False,
        maxcardinality: bool = False,
        exact: bool = False,
    ) -> None:
        require_booleans(bipartite=bipartite, maxcardinality=maxcardinality, exact=exact)
        graph = graph_of(weights, allowed, n, bipartite=bipartite, exact=exact)
        if isinstance(graph, Blocks):
            raise TypeError("a Solver holds a matrix: expected a matrix or edges, got Blocks")
        graph.require_limit()
        graph = matrix_of(graph)
        graph.require_symmetry()
        self._maxcardinality, self._exact = maxcardinality, exact
        self._unit = graph.unit
        self._reals = None if graph.reals is None else graph.reals.copy()
        self._set_engine(_engine.Solver(graph.weights, graph.edges, maxcardinality))

    def _set_engine(self, engine: _engine.Solver) -> None:
        self._engine = engine
        self._weights, self._allowed = engine.weights, engine.allowed
        self._removed = engine.removed

    def __len__(self) -> int:
        """Return the number of vertices, the removed ones included."""
        return len(self._removed)

    @property
    def unit(self) -> Fraction:
        """What one of the weights that are solved stands for, as in a :class:`Matching`."""
        return self._unit

    @property
    def weights(self) -> Integers:
        """(n, n) the weights in multiples of ``unit``, read-only.

        They follow the changes until one changes the unit. Only those of edges mean anything.
        """
        return self._weights

    @property
    def allowed(self) -> Bools:
        """(n, n) the edges, read-only; follows the changes."""
        return self._allowed

    @property
    def removed(self) -> Bools:
        """(n,) the vertices that are not in the graph, read-only; follows the changes."""
        return self._removed

    @property
    def maxcardinality(self) -> bool:
        """Whether only matchings with the most edges count."""
        return self._maxcardinality

    def set_weight(self, i: SupportsIndex, j: SupportsIndex, weight: float) -> None:
        """Make ij an edge of this weight, whether it was one or not.

        Raises
        ------
        ValueError
            If i or j is removed: only :meth:`insert` brings a vertex back.
        """
        one, other = self._vertex(i), self._vertex(j)
        whole = hasattr(weight, "__index__")
        if not whole and not isinstance(weight, (float, np.floating)):
            raise TypeError(f"expected a number as weight, got {weight!r}")
        number = operator.index(weight) if whole else float(weight)  # type: ignore[arg-type]
        if whole and abs(number) > WEIGHT_LIMIT:
            raise OverflowError(f"expected a weight of at most 2**60 in size, got {number}")
        edges = np.arange(len(self)) == other
        row = np.where(edges, number, 0)
        if not self._takes(row):
            self._engine.copy().set(one, other, 0)  # which refuses what is no edge
            row = self._in_units(one, row, edges)
        self._engine.set(one, other, int(row[other]))

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
        weights : (n,) array
            Its weights with all others. Only the weights of its edges are read.
        allowed : (n,) array of bool, optional
            Its edges. By default all; edges to removed vertices are left out.
        """
        vertex = self._vertex(v)
        edges = self._edges(vertex, allowed)
        row = weight_array(weights, lambda: edges)
        if row.shape != edges.shape:
            raise ValueError(f"expected a row of {len(self)} weights, got shape {row.shape}")
        if row.dtype == np.int64:
            _require_limit(row, edges)
        if not self._takes(row):
            row = self._in_units(vertex, row, edges)
        self._engine.set_row(vertex, row, edges)

    def solve(self) -> Matching:
        """Find the optimum of the graph as it stands.

        Returns
        -------
        Matching
            Removed vertices have no mate, and their duals mean nothing.
        """
        return restate(matching_of(self._engine.solve()), self._graph())

    def prices(self, v: SupportsIndex) -> Prices:
        """Find what it costs to match v with each of the others, by one search.

        The price of u is how much worse than the optimum the best of those matchings is that have
        the edge uv. With maxcardinality that is first the number of pairs, then the weight. Of
        weights that had to be rounded, prices are those of the rounded ones.

        Returns
        -------
        Prices
            Arrays (n,). A removed vertex has no prices.
        """
        return Prices(*self._engine.prices(self._vertex(v)), self._unit)

    def price(self, i: SupportsIndex, j: SupportsIndex) -> Price | None:
        """Find what it costs to match i with j, or None if ij is no edge; see :meth:`prices`.

        It solves a copy without the two, which is faster than the prices of all edges of one.
        """
        edge = self._vertex(i), self._vertex(j)
        if not self._allowed[edge]:
            return None
        others = self._engine.copy()
        for v in edge:
            others.remove(v)
        (_, best, most, *_), (_, rest, fewer, *_) = self._engine.solve(), others.solve()
        lost = most - fewer - 1 if self._maxcardinality else 0
        return Price(lost, in_units(best - rest - int(self._weights[edge]), self._unit))

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
        rows = self._engine.price_table(progress)
        possible, fewer, weight = (_matrix([row[k] for row in rows], len(self)) for k in range(3))
        return Prices(possible, fewer, weight, self._unit)

    def interval(
        self, i: SupportsIndex, j: SupportsIndex
    ) -> tuple[int | Fraction | None, int | Fraction | None]:
        """Find the least and the greatest weight of ij under which the matching stays optimal.

        The matching is the one that :meth:`solve` returns. All other weights stay as they are. The present weight lies between the two.

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
        units, (mate, best, most, *_) = int(self._weights[i, j]), self._engine.solve()
        if mate[i] != j:
            return None, None if price.fewer else in_units(units, self._unit) + price.weight
        others = self._engine.copy()
        others.forbid(self._vertex(i), self._vertex(j))
        _, second, fewer, *_ = others.solve()
        if self._maxcardinality and fewer < most:
            return None, None
        return in_units(units - (best - second), self._unit), None

    def copy(self) -> Solver:
        """Return a solver of the same graph with the same state; changes of one spare the other."""
        copied = object.__new__(Solver)
        copied._maxcardinality, copied._exact = self._maxcardinality, self._exact
        copied._unit = self._unit
        copied._reals = None if self._reals is None else self._reals.copy()
        copied._set_engine(self._engine.copy())
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
        matching = validate_matching(matching, len(self))
        vertices = np.flatnonzero(~self._removed)
        cells = np.ix_(vertices, vertices)
        reals = None if self._reals is None else self._reals[cells]
        graph = DenseGraph(self._weights[cells], self._allowed[cells], self._unit, reals)
        prove(graph, matching_among(matching, vertices), maxcardinality=self._maxcardinality)

    def _graph(self) -> DenseGraph:
        return DenseGraph(self._weights, self._allowed, self._unit, self._reals)

    def _takes(self, row: Array) -> bool:
        """Whether new weights are units as they are."""
        return row.dtype == np.int64 and self._unit == 1 and self._reals is None

    def _in_units(self, v: int, row: Array, edges: Bools) -> Integers:
        """New weights of a vertex in units, which become others if the weights are no multiples."""
        weights: Array = self._weights * float(self._unit)
        if self._reals is not None:
            weights = self._reals.copy()
        whole = self._weights.copy()
        whole[v, edges] = row[edges] if row.dtype == np.int64 else 0
        allowed = self._allowed.copy()
        allowed[v] |= edges
        _require_floats(whole, allowed)
        weights[v, edges] = row[edges]
        weights[:, v] = weights[v]
        allowed[:, v] = allowed[v]
        found = quantize(weights, where=allowed, exact=self._exact)
        if found.unit != self._unit:
            integers, old = found.integers.copy(), self._allowed
            integers[~old] = 0
            engine = _engine.Solver(integers, old, self._maxcardinality)
            for removed in np.flatnonzero(self._removed).tolist():
                engine.remove(removed)
            self._unit = found.unit
            self._set_engine(engine)
        self._reals = None if found.exact else weights
        units: Integers = found.integers[v]
        return units

    def _vertex(self, v: SupportsIndex) -> int:
        try:
            vertex = operator.index(v)
        except TypeError:
            raise TypeError(f"expected a vertex, got {v!r}") from None
        if not 0 <= vertex < len(self):
            raise IndexError(f"expected a vertex from 0 to {len(self) - 1}, got {vertex}")
        return vertex

    def _edges(self, v: int, allowed: ArrayLike | None) -> Bools:
        """(n,) the edges of a row that are read."""
        edges = ~self._removed
        if allowed is not None:
            edges &= edge_mask(allowed, edges.shape)
        edges[v] = False
        return edges


def _matrix(rows: list[Array], size: int) -> Array:
    """(size, size) of rows of the same or of different types."""
    return np.array(rows, np.result_type(np.bool_, *rows)).reshape(size, size)


def _require_limit(row: Integers, edges: Bools) -> None:
    beyond = edges & ((row > WEIGHT_LIMIT) | (row < -WEIGHT_LIMIT))
    if beyond.any():
        v = int(beyond.argmax())
        raise OverflowError(
            f"expected weights of at most 2**60 in size, got {row[v]} for vertex {v}"
        )


def _require_floats(weights: Integers, edges: Bools) -> None:
    """Refuse integers that are no floats, as a list of integers and floats that holds one."""
    beyond = edges & (np.abs(weights) > 2**53)
    for i, j in np.argwhere(beyond).tolist():
        weight = int(weights[i, j])
        if int(float(weight)) != weight:
            raise OverflowError(
                f"{name_edge((i, j))} holds {weight} among floats, which float64 does not hold"
            )


def matching_among(matching: Matching, vertices: Indices) -> Matching:
    """The matching of some of the vertices, which have no other mates, numbered anew."""
    number = positions(vertices, len(matching.mate) + 1)
    certificate = matching.certificate
    return replace(
        matching,
        mate=number[matching.mate[vertices]],
        certificate=replace(
            certificate,
            vertex_duals_2x=certificate.vertex_duals_2x[vertices],
            blossoms=tuple(number[members] for members in certificate.blossoms),
        ),
    )
