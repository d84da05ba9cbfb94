"""Solvers that hold their state: after a change they start from the last solution."""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Generic, NoReturn, TypeVar, cast

import numpy as np

from .. import _engine
from ..errors import InputError, InputIndexError, InputOverflowError
from ..parameters import quoted
from .arrays import (
    WEIGHT_LIMIT,
    Quantized,
    array_of,
    edge_mask,
    integer_array,
    name_edge,
    positions,
    quantize,
    read_array,
    require_booleans,
    weight_array,
)
from .blocks import Blocks
from .graph import DenseGraph, EdgeList, graph_of, in_units, listed_graph, matrix_of
from .result import (
    Certificate,
    Matching,
    Price,
    Prices,
    matching_of,
    matching_to_prove,
    named,
    restate,
)
from .verification import prove, validate_matching

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Self, SupportsIndex

    from numpy.typing import ArrayLike

    from ..arrays import Array, Bools, Indices, Integers
    from .graph import Weights


_Engine = TypeVar("_Engine", _engine.Solver, _engine.SparseSolver)


class _IncrementalSolver(ABC, Generic[_Engine]):
    """What the solvers have in common, whatever holds their edges."""

    _maxcardinality: bool
    _unit: Fraction

    def _set_engine(self, engine: _Engine) -> None:
        self._engine: _Engine = engine
        self._removed = engine.removed

    def __len__(self) -> int:
        """Return the number of vertices, the removed ones included."""
        return len(self._removed)

    @property
    def unit(self) -> Fraction:
        """What one of the weights that are solved stands for, as in a :class:`Matching`."""
        return self._unit

    @property
    def removed(self) -> Bools:
        """(n,) the vertices that are not in the graph, read-only; follows the changes."""
        return self._removed

    @property
    def maxcardinality(self) -> bool:
        """Whether only matchings with the most edges count."""
        return self._maxcardinality

    def weight(self, i: SupportsIndex, j: SupportsIndex) -> int | Fraction | None:
        """Return the weight of ij, or None if it is no edge."""
        units = self._units(self._vertex(i), self._vertex(j))
        return None if units is None else in_units(units, self._unit)

    def forbid(self, i: SupportsIndex, j: SupportsIndex) -> None:
        """Make ij no edge, whether it was one or not."""
        self._engine.forbid(self._vertex(i), self._vertex(j))

    def remove(self, v: SupportsIndex) -> None:
        """Take a vertex out of the graph: it can have no mate, and does not count as unmatched.

        To remove a vertex that is removed already changes nothing.
        """
        self._engine.remove(self._vertex(v))

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
        units = self._units(*edge)
        if units is None:
            return None
        others = self._engine.copy()
        for v in edge:
            others.remove(v)
        (_, best, most, *_), (_, rest, fewer, *_) = self._engine.solve(), others.solve()
        lost = most - fewer - 1 if self._maxcardinality else 0
        return Price(lost, in_units(best - rest - units, self._unit))

    def interval(
        self, i: SupportsIndex, j: SupportsIndex
    ) -> tuple[int | Fraction | None, int | Fraction | None]:
        """Find the least and the greatest weight of ij under which the matching stays optimal.

        The matching is the one that :meth:`solve` returns. All other weights stay as they are. The
        present weight lies between the two.

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
            raise InputError(f"({i}, {j}) is no edge")
        one, other = self._vertex(i), self._vertex(j)
        units, (mate, best, most, *_) = self._units(one, other), self._engine.solve()
        assert units is not None
        if mate[one] != other:
            return None, None if price.fewer else in_units(units, self._unit) + price.weight
        others = self._engine.copy()
        others.forbid(one, other)
        _, second, fewer, *_ = others.solve()
        if self._maxcardinality and fewer < most:
            return None, None
        return in_units(units - (best - second), self._unit), None

    def copy(self) -> Self:
        """Return a solver of the same graph with the same state; changes of one spare the other."""
        copied = object.__new__(type(self))
        vars(copied).update(vars(self))
        copied._set_engine(self._engine.copy())
        return copied

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Return what :meth:`copy` does: nothing in a solver is changed through a copy."""
        return self.copy()

    def __reduce__(self) -> NoReturn:
        """Refuse: what has changed in it is known to the engine alone.

        Raises
        ------
        TypeError
        """
        raise TypeError(
            f"a {type(self).__name__} cannot be pickled: send its graph, and make one where it arrives;"
            " for another thread, copy() it"
        )

    def verify(self, matching: Matching) -> None:
        """Prove that a matching is the optimum of the graph as it stands.

        Raises
        ------
        TypeError, EngineError
            As :func:`fastpair.matching.verify`.
        """
        matching = validate_matching(matching, len(self))
        vertices = np.flatnonzero(~self._removed)
        among = matching_among(matching, vertices)
        prove(self._subgraph(vertices), among, maxcardinality=self._maxcardinality)

    @abstractmethod
    def _subgraph(self, vertices: Indices) -> DenseGraph | EdgeList:
        """The graph of some vertices, numbered in their order."""

    @abstractmethod
    def _units(self, i: int, j: int) -> int | None:
        """The weight of the edge ij in units, or None if it is no edge."""

    def _vertex(self, v: SupportsIndex) -> int:
        try:
            vertex = operator.index(v)
        except TypeError:
            raise TypeError(f"expected a vertex, got {quoted(v)}") from None
        if not 0 <= vertex < len(self):
            raise InputIndexError(f"expected a vertex from 0 to {len(self) - 1}, got {vertex}")
        return vertex


class Solver(_IncrementalSolver[_engine.Solver]):
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
        if not isinstance(graph, DenseGraph):
            graph.require_limit()  # by the names of the edges that were given
        graph = matrix_of(graph)
        self._maxcardinality, self._exact = maxcardinality, exact
        self._unit = graph.unit
        self._reals = None if graph.reals is None else graph.reals.copy()
        self._set_engine(named(graph, _engine.Solver, graph.weights, graph.allowed, maxcardinality))

    def _set_engine(self, engine: _engine.Solver) -> None:
        super()._set_engine(engine)
        self._weights, self._allowed = engine.weights, engine.allowed

    @property
    def units(self) -> Integers:
        """(n, n) the weights in multiples of ``unit``, read-only.

        They follow the changes until one changes the unit. Only those of edges mean anything.
        """
        return self._weights

    @property
    def allowed(self) -> Bools:
        """(n, n) the edges, read-only; follows the changes."""
        return self._allowed

    def set_weight(self, i: SupportsIndex, j: SupportsIndex, weight: float | Fraction) -> None:
        """Make ij an edge of this weight, whether it was one or not.

        Raises
        ------
        ValueError
            If i or j is removed: only :meth:`insert` brings a vertex back.
        """
        one, other = self._vertex(i), self._vertex(j)
        if isinstance(weight, Fraction):
            units = weight / self._unit
            if units.denominator == 1 and abs(units) <= WEIGHT_LIMIT and self._reals is None:
                self._engine.set(one, other, int(units))
                return
            weight = self._as_float(weight)
        whole = hasattr(weight, "__index__")
        if not whole and not isinstance(weight, (float, np.floating)):
            raise TypeError(f"expected a number as weight, got {quoted(weight)}")
        number = operator.index(weight) if whole else float(weight)  # type: ignore[arg-type]
        if whole and abs(number) > WEIGHT_LIMIT:
            raise InputOverflowError(f"expected a weight of at most 2**60 in size, got {number}")
        edges = np.arange(len(self)) == other
        row = np.where(edges, number, 0)
        if not self._takes(row):
            self._engine.copy().set(one, other, 0)  # which refuses what is no edge
            row = self._in_units(one, row, edges)
        self._engine.set(one, other, int(row[other]))

    def force(self, i: SupportsIndex, j: SupportsIndex) -> None:
        """Forbid all other edges of i and of j, so that a largest matching has ij.

        Raises
        ------
        ValueError
            If ij is no edge.
        """
        self._engine.force(self._vertex(i), self._vertex(j))

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
        shape = array_of(weights).shape
        if shape != edges.shape:
            raise InputError(f"expected a row of {len(self)} weights, got shape {shape}")
        row = weight_array(weights, lambda: edges)
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

    def _graph(self) -> DenseGraph:
        return DenseGraph(self._weights, self._allowed, self._unit, self._reals)

    def _subgraph(self, vertices: Indices) -> DenseGraph:
        cells = np.ix_(vertices, vertices)
        reals = None if self._reals is None else self._reals[cells]
        return DenseGraph(self._weights[cells], self._allowed[cells], self._unit, reals)

    def _units(self, i: int, j: int) -> int | None:
        return int(self._weights[i, j]) if self._allowed[i, j] else None

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

    def _as_float(self, weight: Fraction) -> float:
        """A weight that is no multiple of the unit as the float that it is, or is rounded to."""
        number = float(weight)
        if self._exact and Fraction(number) != weight:
            raise InputError(f"expected a weight that float64 holds exactly, got {weight}")
        return number

    def _edges(self, v: int, allowed: ArrayLike | None) -> Bools:
        """(n,) the edges of a row that are read."""
        edges = ~self._removed
        if allowed is not None:
            edges &= edge_mask(allowed, edges.shape)
        edges[v] = False
        return edges


class SparseSolver(_IncrementalSolver[_engine.SparseSolver]):
    """Re-solves a sparse graph after changes.

    It is to a list of edges what :class:`Solver` is to a matrix, in memory proportional to the vertices
    and edges. A change costs nothing until :meth:`solve`, which makes only the searches that the
    changes require. Without a change in between, :meth:`solve` returns the last solution again. The
    ``certificate`` of a matching is made when it is first read: from the present state if no edge
    has changed since, and otherwise by another solve of the graph as it was. Both count as calls to
    the solver. If several matchings are optimal, it may be another one than
    :func:`fastpair.matching.max_weight_matching` finds for the same graph.

    The number of vertices is fixed. Those to come are part of the graph from the start, without
    edges or removed. Weights are exact: a change to a float that is no multiple of the ``unit`` makes
    the unit finer, and starts anew.

    A solver is for one thread at a time.

    Parameters
    ----------
    weights, allowed, n, maxcardinality
        As for :func:`fastpair.matching.max_weight_matching`, without blocks and levels; copied. Floats
        that would have to be rounded are refused.

    Raises
    ------
    TypeError, ValueError, OverflowError
        As :func:`fastpair.matching.max_weight_matching`. All methods raise an OverflowError for a
        weight of more than 2**60 in size, a TypeError for one that is no number, an IndexError for
        a vertex that does not exist, and a ValueError for an edge from a vertex to itself, or for a
        float that is not finite or would be rounded. A change that is refused has changed nothing.
    RuntimeError
        If another call to the same solver has not returned yet, as for :class:`Solver`.

    Examples
    --------
    >>> solver = SparseSolver(([0, 1, 2], [1, 2, 3], [2, 5, 2]), n=5)
    >>> solver.solve().edges.tolist()
    [[1, 2]]
    >>> solver.set_weights([0, 3], [1, 4], [3, 3])
    >>> solver.solve().edges.tolist()
    [[1, 2], [3, 4]]
    >>> solver.insert(0, [2, 4], [7, 1])
    >>> solver.solve().weight
    10
    """

    def __init__(
        self,
        weights: Weights,
        *,
        allowed: ArrayLike | None = None,
        n: int | None = None,
        maxcardinality: bool = False,
    ) -> None:
        require_booleans(maxcardinality=maxcardinality)
        self._maxcardinality = bool(maxcardinality)
        if allowed is None:
            plain = _engine.sparse_solver(weights, n, maxcardinality)
            if plain is not None:
                self._unit = Fraction(1)
                self._set_engine(plain)
                return
        graph = listed_graph(weights, allowed, n)
        self._unit = graph.unit
        self._set_engine(self._engine_of(graph.size, graph.first, graph.second, graph.weights))

    @property
    def edges(self) -> tuple[Integers, Integers, Integers]:
        """The edges as they stand, as three arrays (i, j, weight), ordered by their ends, i < j.

        The weights are multiples of ``unit``.
        """
        return self._engine.edges

    def set_weight(self, i: SupportsIndex, j: SupportsIndex, weight: float | Fraction) -> None:
        """Make ij an edge of this weight, whether it was one or not.

        Raises
        ------
        ValueError
            If i or j is removed: only :meth:`insert` brings a vertex back.
        """
        one, other = self._vertex(i), self._vertex(j)
        if type(weight) is int or isinstance(weight, np.integer):
            units = int(weight)
            if self._unit == 1 and abs(units) <= WEIGHT_LIMIT:
                self._engine.set_edge(one, other, units)
                return
        self.set_weights([one], [other], cast("ArrayLike", [weight]))

    def set_weights(self, i: ArrayLike, j: ArrayLike, weights: ArrayLike) -> None:
        """Make many pairs edges, whether they were or not, each with its weight.

        Parameters
        ----------
        i, j, weights : (m,) arrays
            Of a pair that occurs more than once, the last weight counts.

        Raises
        ------
        ValueError
            If one of the vertices is removed: only :meth:`insert` brings it back.
        """
        first, second = self._vertices("i", i), self._vertices("j", j)
        values = _exact_array(weights)
        if not first.shape == second.shape == values.shape:
            raise InputError(
                f"expected three arrays of one length, got shapes {first.shape}, {second.shape}, "
                f"{values.shape}"
            )
        unit, engine, units = self._convert(values, partial(self._holds, first, second))
        engine.set(first, second, units)
        self._accept(unit, engine)

    def insert(self, v: SupportsIndex, others: ArrayLike, weights: ArrayLike) -> None:
        """Give a vertex these edges and no others; puts it back into the graph if it was removed.

        Parameters
        ----------
        v
            The vertex.
        others : (m,) array of int
            The vertices that it is joined with. Removed ones are left out.
        weights : (m,) array
            The weight of each edge. Of parallel edges the heaviest counts.
        """
        vertex, ends, values = (
            self._vertex(v),
            self._vertices("others", others),
            _exact_array(weights),
        )
        if ends.shape != values.shape:
            raise InputError(
                f"expected a weight for each edge, got {ends.shape} and {values.shape}"
            )
        kept = ~self._removed[ends] | (ends == vertex)
        unit, engine, units = self._convert(
            values[kept], lambda one, other: (one == vertex) | (other == vertex)
        )
        engine.insert(vertex, ends[kept], units)
        self._accept(unit, engine)

    def solve(self) -> Matching:
        """Find the optimum of the graph as it stands.

        Returns
        -------
        Matching
            Removed vertices have no mate, and their duals mean nothing.
        """
        mate, units, cardinality = self._engine.solve()
        prove = partial(_prove, self._engine, self._engine.revision())
        weight = in_units(units, self._unit)
        return matching_to_prove(mate, weight, cardinality, self._unit, prove)

    def _engine_of(
        self, size: int, first: Integers, second: Integers, units: Integers
    ) -> _engine.SparseSolver:
        one, other = (np.ascontiguousarray(each, np.int64) for each in (first, second))
        return _engine.SparseSolver(size, one, other, units, self._maxcardinality)

    def _holds(self, first: Array, second: Array, one: Integers, other: Integers) -> Bools:
        """Which of the present edges are among some pairs, in either order."""
        pairs = np.minimum(first, second) * len(self) + np.maximum(first, second)
        return np.isin(one * len(self) + other, pairs)

    def _convert(
        self, values: Array, replaced: Callable[[Integers, Integers], Bools]
    ) -> tuple[Fraction, _engine.SparseSolver, Integers]:
        """New weights in units, and the engine that takes them: another one if the unit changes.

        The present edges of which ``replaced`` says so are not those of another engine.
        """
        found = _quantized(values)
        units = _multiples(found.integers, found.unit, self._unit)
        if units is not None:
            return self._unit, self._engine, units
        first, second, present = self._engine.edges
        kept = ~replaced(first, second)
        first, second, present = first[kept], second[kept], present[kept]
        if found.unit == 1:
            EdgeList(0, first, second, found.integers).require_limit()
        unit = found.unit
        if present.any():
            unit = min(unit, self._unit * _common_power(present))
        units = _multiples(found.integers, found.unit, unit)
        others = _multiples(present, self._unit, unit)
        if units is None or others is None:
            raise InputError(
                "expected weights that are multiples of one power of two, and at most 2**60 times "
                "as large, together with the present ones"
            )
        engine = self._engine_of(len(self), first, second, others)
        for v in np.flatnonzero(self._removed).tolist():
            engine.remove(v)
        return unit, engine, units

    def _accept(self, unit: Fraction, engine: _engine.SparseSolver) -> None:
        """Goes on with the engine that a change was made in."""
        if engine is not self._engine:
            self._unit = unit
            self._set_engine(engine)

    def _subgraph(self, vertices: Indices) -> EdgeList:
        first, second, units = self._engine.edges
        number = positions(vertices, len(self))
        return EdgeList(len(vertices), number[first], number[second], units, self._unit)

    def _units(self, i: int, j: int) -> int | None:
        return None if i == j else self._engine.weight(i, j)

    def _vertices(self, name: str, vertices: ArrayLike) -> Array:
        """(m,) int64 vertices of the graph."""
        array = integer_array(name, vertices)
        if array.ndim != 1:
            raise InputError(
                f"expected vertices in one dimension as {name}, got shape {array.shape}"
            )
        beyond = (array < 0) | (array >= len(self))
        if beyond.any():
            self._vertex(int(array[beyond.argmax()]))
        return array


def _prove(engine: _engine.SparseSolver, revision: _engine.Revision) -> Certificate:
    """The certificate of the optimum that a graph had at a revision."""
    return Certificate(*engine.certificate(revision))


def _exact_array(weights: ArrayLike) -> Array:
    """Weights as int64 or float64; as an array of objects if there are fractions among them."""
    array = read_array("weights", weights)
    if array.dtype == object and any(isinstance(each, Fraction) for each in array.flat):
        return array
    return weight_array(weights)


def _quantized(values: Array) -> Quantized:
    """Weights as multiples of a power of two.

    Raises
    ------
    TypeError, ValueError, OverflowError
        If one is no number, is not finite, or no such multiple of at most 2**60 in size.
    """
    if values.dtype != object:
        return quantize(values, exact=True)
    try:
        exact = [Fraction(each) for each in values]
    except (TypeError, ValueError, OverflowError) as error:
        raise TypeError(f"expected numbers as weights: {error}") from None
    denominator = max((each.denominator for each in exact), default=1)
    if any(denominator % each.denominator for each in exact) or denominator & (denominator - 1):
        raise InputError("expected weights that are multiples of one power of two")
    integers = [int(each * denominator) for each in exact]
    if any(abs(each) > WEIGHT_LIMIT for each in integers):
        raise InputOverflowError("expected weights of at most 2**60 times their common unit")
    return Quantized(np.array(integers, np.int64), Fraction(1, denominator), exact=True)


def _multiples(integers: Integers, unit: Fraction, target: Fraction) -> Integers | None:
    """Multiples of one power of two as those of another, unless they are none or beyond 2**60."""
    largest = max(int(integers.max(initial=0)), -int(integers.min(initial=0)))
    if largest == 0 or (unit == target and largest <= WEIGHT_LIMIT):
        return integers
    factor, divisor = (unit / target).as_integer_ratio()
    # What is no larger than int64 has no larger divisors.
    if (
        largest * factor > WEIGHT_LIMIT * divisor
        or divisor >= 2**63
        or np.count_nonzero(integers % divisor)
    ):
        return None
    return integers // divisor * factor


def _common_power(integers: Integers) -> int:
    """The largest power of two that divides all of some integers that are not all 0."""
    bits = int(np.bitwise_or.reduce(integers))
    return bits & -bits


def _matrix(rows: list[Array], size: int) -> Array:
    """(size, size) of rows of the same or of different types."""
    return np.array(rows, np.result_type(np.bool_, *rows)).reshape(size, size)


def _require_limit(row: Integers, edges: Bools) -> None:
    beyond = edges & ((row > WEIGHT_LIMIT) | (row < -WEIGHT_LIMIT))
    if beyond.any():
        v = int(beyond.argmax())
        raise InputOverflowError(
            f"expected weights of at most 2**60 in size, got {row[v]} for vertex {v}"
        )


def _require_floats(weights: Integers, edges: Bools) -> None:
    """Refuse integers that are no floats, as a list of integers and floats that holds one."""
    beyond = edges & (np.abs(weights) > 2**53)
    for i, j in np.argwhere(beyond).tolist():
        weight = int(weights[i, j])
        if int(float(weight)) != weight:
            raise InputOverflowError(
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
