"""Graphs of every form, and the arguments of the solvers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple, Self, TypeAlias, cast

import numpy as np
from numpy.typing import ArrayLike

from ..errors import InputError, InputOverflowError
from .arrays import (
    WEIGHT_LIMIT,
    Quantized,
    SparseMatrix,
    array_of,
    count_of,
    edge_mask,
    edges_of,
    exact_sum,
    first_index,
    integer_array,
    is_sparse,
    name_edge,
    pairs_of,
    quantize,
    quantize_compiled,
    weight_array,
)
from .blocks import Blocks

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ..arrays import Array, Bools, Integers, Reals
    from .arrays import EdgeName


# ---- Graphs of integer weights, as the solver and the verifier take them ----

_TILE = 256
"""Side of the square tiles in which a matrix is compared with its transpose."""
_UNIT_1 = Fraction(1)


class Negatable(ABC):
    """A graph whose weights can be negated."""

    __slots__ = ()

    def negated(self) -> Self:
        """The same graph with all weights negated."""
        self.require_limit()
        graph: Any = self
        negated: Self = replace(graph, weights=-graph.weights, sign=-graph.sign)
        return negated

    @abstractmethod
    def require_limit(self) -> None:
        """Refuse an edge whose weight is larger than the engine takes, and name it.

        Raises
        ------
        OverflowError
            If there is one.
        """


@dataclass(frozen=True, slots=True, eq=False)
class Matrix(Negatable):
    """A matrix of weights, and which cells are edges."""

    weights: Integers
    """C-contiguous; cells that are no edges are never read as weights."""

    allowed: Bools | None
    """Of the shape of ``weights``, or None if no cell is forbidden."""

    unit: Fraction = _UNIT_1
    """What one of ``weights`` stands for."""

    reals: Reals | None = None
    """The weights as they were given, if ``weights`` had to be rounded."""

    sign: int = 1
    """-1 if ``weights`` are the negated ones of those given."""

    def require_limit(self) -> None:
        """Refuse an edge whose weight is larger than the engine takes, and name its cell."""
        _require_limit(self.weights, name_edge, self._cells)

    def _cells(self) -> Bools:
        """Which cells are edges."""
        return np.ones(self.weights.shape, bool) if self.allowed is None else self.allowed


@dataclass(frozen=True, slots=True, eq=False)
class DenseGraph(Matrix):
    """A symmetric matrix of n rows, in which the diagonal is no edge."""

    @property
    def size(self) -> int:
        """Number of vertices."""
        return len(self.weights)

    @property
    def edges(self) -> Bools:
        """(n, n) which cells are edges."""
        return edge_cells(self.size, self.allowed)

    def total(self, mate: Integers, weight: int) -> int | Fraction:
        """Exact sum, in the weights as given, of a matching that weighs ``weight`` units."""
        if self.reals is None:
            return in_units(self.sign * weight, self.unit)
        return exact_sum(self.reals[pairs_of(mate)])

    def require_symmetry(self) -> None:
        """Refuse cells that differ from those across the diagonal.

        Raises
        ------
        ValueError
            If there are any; the message names the first two.
        """
        if self.allowed is not None:
            require_symmetry(self.allowed, None, "allowed")
        weights: Array = self.weights if self.reals is None else self.reals
        if self.reals is None and self.unit != 1:
            weights = weights * (self.sign * float(self.unit))
        require_symmetry(weights, self.allowed)

    def _cells(self) -> Bools:
        return self.edges


@dataclass(frozen=True, slots=True, eq=False)
class EdgeList(Negatable):
    """Edges as three arrays of equal length."""

    size: int
    first: Integers
    second: Integers
    weights: Integers
    unit: Fraction = _UNIT_1
    reals: Reals | None = None
    sign: int = 1

    name: EdgeName = name_edge
    """How messages name an edge by its place in the arrays."""

    def require_limit(self) -> None:
        """Refuse an edge whose weight is larger than the engine takes, and name the edge."""
        _require_limit(self.weights, self.name)

    def ends(self) -> Integers:
        """(2m,) the first ends of all edges, then the second ones."""
        return np.concatenate([self.first, self.second])

    def pairs(self, places: Integers) -> Integers:
        """(k, 2) the ends of some edges, the smaller one first, in order."""
        edges = np.sort(np.column_stack([self.first[places], self.second[places]]), axis=1)
        return edges[np.lexsort(edges.T[::-1])]

    def matrix(self) -> DenseGraph:
        """The same graph as a matrix of its integer weights."""
        weights = np.zeros((self.size, self.size), np.int64)
        allowed = np.zeros((self.size, self.size), bool)
        _write(allowed, self.first, self.second, True)
        _write(weights, self.first, self.second, self.weights)
        if np.count_nonzero(allowed) < 2 * len(self.first):
            simple = self.simple()
            _write(weights, simple.first, simple.second, simple.weights)
        return DenseGraph(weights, allowed, self.unit)

    def simple(self) -> EdgeList:
        """The same graph with only the heaviest of parallel edges."""
        worth = self.weights if self.reals is None else self.sign * self.reals
        return self.subgraph(self.heaviest(worth))

    def heaviest(self, *weights: Array) -> Integers:
        """The places of the heaviest of parallel edges, ordered by their ends.

        Parameters
        ----------
        weights
            (m,) arrays, of which the last counts first.
        """
        keys = np.minimum(self.first, self.second) * self.size
        keys += np.maximum(self.first, self.second)
        order = np.lexsort((*weights, keys))
        ordered = keys[order]
        last = np.append(ordered[1:] != ordered[:-1], np.ones(min(len(order), 1), bool))
        places: Integers = order[last]
        return places

    def between(self, mate: Integers) -> EdgeList:
        """The edges between mates; of parallel edges only the heaviest."""
        return self.subgraph(np.flatnonzero(mate[self.first] == self.second)).simple()

    def total(self, mate: Integers, weight: int) -> int | Fraction:
        """Exact sum, in the weights as given, of a matching that weighs ``weight`` units."""
        if self.reals is None:
            return in_units(self.sign * weight, self.unit)
        reals = self.between(mate).reals
        assert reals is not None
        return exact_sum(reals)

    def subgraph(self, which: Integers) -> EdgeList:
        """The edges at some places of the arrays."""
        reals = None if self.reals is None else self.reals[which]
        first, second, weights = self.first[which], self.second[which], self.weights[which]
        return replace(self, first=first, second=second, weights=weights, reals=reals)


def edge_cells(size: int, allowed: Bools | None) -> Bools:
    """(n, n) which cells are edges: never those of the diagonal."""
    cells = np.ones((size, size), bool) if allowed is None else allowed.copy()
    np.fill_diagonal(cells, False)
    return cells


def require_symmetry(values: Array, allowed: Bools | None, name: str = "the matrix") -> None:
    """Refuse edges whose two cells, above and below the diagonal, hold different values.

    Raises
    ------
    ValueError
        If there are any; the message names two cells.
    """
    cell = _unlike_cell(values, allowed)
    if cell is None:
        return
    i, j = cell
    found = f"cells ({i}, {j}) and ({j}, {i}) differ"
    if values.dtype == np.float64:
        found = f"cell ({i}, {j}) holds {values[i, j]} and cell ({j}, {i}) holds {values[j, i]}"
    raise InputError(f"{name} is not symmetric: {found}")


def _unlike_cell(values: Array, where: Bools | None) -> tuple[int, int] | None:
    """A cell above the diagonal that differs from its mirror image, where both are edges."""
    for i in range(0, len(values), _TILE):
        for j in range(i, len(values), _TILE):
            rows, columns = slice(i, i + _TILE), slice(j, j + _TILE)
            differ = values[rows, columns] != values[columns, rows].T
            if not differ.any():
                continue  # as nearly always
            if where is not None:
                differ &= where[rows, columns] & where[columns, rows].T
            if i == j:
                differ = np.triu(differ, 1)
            if differ.any():
                row, column = divmod(int(differ.argmax()), differ.shape[1])
                return i + row, j + column
    return None


def _require_limit(
    weights: Integers, name: EdgeName, where: Callable[[], Bools] | None = None
) -> None:
    if weights.max(initial=0) <= WEIGHT_LIMIT and weights.min(initial=0) >= -WEIGHT_LIMIT:
        return
    beyond = (weights > WEIGHT_LIMIT) | (weights < -WEIGHT_LIMIT)
    if where is not None:
        beyond &= where()
    if beyond.any():
        index = first_index(beyond)
        raise InputOverflowError(f"the weight of {name(index)} is beyond 2**60: {weights[index]}")


def _write(
    matrix: Array,
    first: Integers,
    second: Integers,
    values: Array | bool,
) -> None:
    """Set both cells of each edge."""
    flat, size = matrix.reshape(-1), len(matrix)
    flat[first * size + second] = values
    flat[second * size + first] = values


def in_units(total: int, unit: Fraction) -> int | Fraction:
    """So many units as an int, or as a Fraction if they are no whole number of which 1 stands for 1."""
    total *= unit.numerator
    return total if unit.denominator == 1 else Fraction(total, unit.denominator)


# ---- The weights between the rows and the columns of a matrix, as a bipartite graph ----


@dataclass(frozen=True, slots=True, eq=False)
class Rectangle(Matrix):
    """A matrix of r rows and c columns: rows are the vertices below r, columns those from r on."""

    @property
    def size(self) -> int:
        """Number of vertices."""
        return sum(self.weights.shape)

    def total(self, mate: Integers, weight: int) -> int | Fraction:
        """Exact sum, in the weights as given, of a matching that weighs ``weight`` units."""
        return self._matched(mate).total(mate, weight)

    def edges(self) -> EdgeList:
        """The same graph as a list of edges, in the order of the cells."""
        return self._edge_list(*np.nonzero(self._cells()))

    def _matched(self, mate: Integers) -> EdgeList:
        rows = np.flatnonzero(mate[: len(self.weights)] >= 0)
        return self._edge_list(rows, mate[rows] - len(self.weights))

    def _edge_list(self, rows: Integers, columns: Integers) -> EdgeList:
        return EdgeList(
            self.size,
            rows,
            columns + len(self.weights),
            self.weights[rows, columns],
            self.unit,
            None if self.reals is None else self.reals[rows, columns],
            self.sign,
            name=lambda index: name_edge((int(rows[index[0]]), int(columns[index[0]]))),
        )


def matrix_of(graph: DenseGraph | Rectangle | EdgeList) -> DenseGraph:
    """A graph as a matrix that has the weights as they were given, too, if these were rounded."""
    if isinstance(graph, DenseGraph):
        return graph
    edges = graph.edges() if isinstance(graph, Rectangle) else graph
    matrix = edges.matrix()
    if edges.reals is None:
        return matrix
    simple = edges.simple()
    reals = np.zeros(matrix.weights.shape)
    assert simple.reals is not None
    _write(reals, simple.first, simple.second, simple.reals)
    return replace(matrix, reals=reals)


# ---- The arguments of the solver and of the verifier, checked once for both ----

Weights: TypeAlias = ArrayLike | tuple[ArrayLike, ArrayLike, ArrayLike] | SparseMatrix | Blocks

if TYPE_CHECKING:
    _Scaled = tuple[Integers, Fraction, Reals | None]

Graph: TypeAlias = DenseGraph | Rectangle | EdgeList | Blocks

MOST_VERTICES = 2**24


def graph_of(
    weights: Weights,
    allowed: ArrayLike | None,
    n: int | None,
    *,
    bipartite: bool = False,
    exact: bool = False,
    plain: bool = False,
) -> Graph:
    """Check the arguments of a matching problem, and bring its weights to integers.

    A tuple is a list of edges; anything else that is neither sparse nor blocks is a matrix. What may
    be meant as edges all the same is refused, unless ``allowed`` or ``bipartite`` says that it is a
    matrix.

    Parameters
    ----------
    weights, allowed, n, bipartite, exact
        As :func:`fastpair.matching.max_weight_matching` gets them.
    plain
        Use numpy alone, and check here what the engine would check otherwise. The verifier asks
        for this, since it shares nothing with the engine.

    Raises
    ------
    TypeError
        If weights are not numbers, or ``allowed`` is not boolean, or an argument does not go with
        the form of the graph.
    ValueError
        If shapes do not fit together, an edge names a vertex outside of the graph, floats are not
        symmetric, a weight is not finite, or not exact where that is demanded.
    OverflowError
        If a weight does not fit into int64.
    """
    _refuse_options(weights, allowed, n, bipartite=bipartite)
    conversion = _Conversion(exact, plain)
    if isinstance(weights, Blocks):
        return weights.checked()
    if not isinstance(weights, tuple) and not is_sparse(weights):
        array = array_of(cast("ArrayLike", weights))
        _require_matrix(weights, array)
        if allowed is None and not bipartite:
            _refuse_edges(weights, array)
        if bipartite or array.shape[0] != array.shape[1]:
            return conversion.rectangle(array, allowed)
        return conversion.matrix(array, allowed)
    if isinstance(weights, tuple):
        graph = _from_arrays(weights, n, conversion)
    else:
        graph = _from_sparse(weights, conversion, bipartite=bipartite)
    if plain:
        graph.require_limit()
    return graph


def edges_of_graph(
    weights: Weights, allowed: ArrayLike | None, n: int | None, *, minimize: bool
) -> EdgeList:
    """The edges of a graph of any form but blocks, of parallel ones the best, as integers.

    Raises
    ------
    TypeError, ValueError, OverflowError
        As :func:`fastpair.matching.max_weight_matching`; blocks are a TypeError.
    """
    graph = listed_graph(weights, allowed, n)
    return (graph.negated() if minimize else graph).simple()


def listed_graph(weights: Weights, allowed: ArrayLike | None, n: int | None) -> EdgeList:
    """The edges of a graph of any form but blocks, parallel ones as they are, as integers.

    Raises
    ------
    TypeError, ValueError, OverflowError
        As :func:`fastpair.matching.max_weight_matching`; blocks are a TypeError.
    """
    graph = graph_of(weights, allowed, n, exact=True, plain=True)
    if isinstance(graph, Blocks):
        raise TypeError("expected a matrix or a list of edges, got Blocks")
    if isinstance(graph, Rectangle):
        graph = graph.edges()
    elif not isinstance(graph, EdgeList):
        first, second = np.nonzero(np.triu(graph.edges))
        values = graph.weights[first, second]
        graph = EdgeList(graph.size, first, second, values, graph.unit)
    return graph


def _refuse_options(weights: object, allowed: object, n: int | None, *, bipartite: bool) -> None:
    """Refuse arguments that do not go with the form of the graph."""
    if n is not None and not isinstance(weights, tuple):
        raise TypeError(
            "n goes with edges, three arrays (i, j, weight) in a tuple; a matrix has its own size"
        )
    if bipartite and isinstance(weights, (tuple, Blocks)):
        raise TypeError(
            "bipartite goes with a matrix of rows and columns; other forms need no sides"
        )
    if allowed is not None and isinstance(weights, Blocks):
        raise TypeError("allowed goes with a dense matrix; blocks compute their own edges")
    if allowed is not None and (isinstance(weights, tuple) or is_sparse(weights)):
        raise TypeError("allowed goes with a dense matrix; leave forbidden edges out of this form")


def _require_matrix(weights: object, array: Array) -> None:
    if array.ndim == 2:
        return
    if hasattr(weights, "adjacency"):
        raise TypeError(
            "expected weights, got a graph: "
            'networkx.max_weight_matching(graph, backend="fastpair") takes one of networkx'
        )
    found = f"shape {array.shape}" if array.ndim else type(weights).__name__
    raise InputError(
        f"expected a square matrix of weights, or one of rows and columns, got {found}"
    )


def _refuse_edges(weights: object, array: Array) -> None:
    """Refuse three rows or three columns that may be meant as (i, j, weight) of edges.

    They may be if the first two hold whole numbers only, whether these are vertices or not.
    """
    rows, columns = array.shape
    tuples = isinstance(weights, list) and rows == 3 and all(type(row) is tuple for row in weights)
    by_row = rows == 3 and _are_whole(array[:2])
    by_column = columns == 3 and _are_whole(array[:, :2])
    if rows == columns and not tuples:
        by_row, by_column = by_row and _are_pairs(array[:2]), by_column and _are_pairs(array.T[:2])
    if not (by_row or by_column):
        return
    form = "a list of three tuples" if tuples else f"an array of shape {array.shape}"
    square = "as an array or a list of lists with 0 on its diagonal, which is not read"
    raise (TypeError if tuples else InputError)(
        f"{form} may be meant as edges or as a matrix: edges are given as three arrays "
        f"(i, j, weight) in a tuple, such as tuple({'array' if by_row else 'array.T'}), a matrix "
        f"{square if rows == columns else 'of rows and columns with bipartite=True'}"
    )


def _are_whole(array: Array) -> bool:
    """Whether an array holds whole numbers only; floats may be such, too."""
    if array.dtype.kind == "f":
        return bool((np.isfinite(array) & (array == np.floor(array))).all())
    return array.dtype.kind in "iub" or all(
        isinstance(each, (int, np.integer)) for each in array.flat
    )


def _are_pairs(ends: Array) -> bool:
    """Whether two rows of three numbers are three different pairs of different numbers.

    Those of a symmetric matrix with equal numbers on its diagonal are not: its first two columns are
    one pair in both directions.
    """
    pairs = {frozenset(pair) for pair in ends.T.tolist()}
    return len(pairs) == 3 and all(len(pair) == 2 for pair in pairs)


class _Conversion(NamedTuple):
    """How weights become integers; see `graph_of`."""

    exact: bool
    plain: bool

    def matrix(self, array: Array, allowed: ArrayLike | None) -> DenseGraph:
        """A symmetric matrix."""
        mask = None if allowed is None else edge_mask(allowed, array.shape)

        def edges() -> Bools:
            return edge_cells(len(array), mask)

        values = weight_array(array, edges)
        found = self._compiled(values, mask)
        integers, unit, reals = found or self._integers(values, edges)
        graph = DenseGraph(integers, mask, unit, reals)
        if self.plain or (values.dtype != np.int64 and found is None):
            graph.require_symmetry()
            graph.require_limit()
        return graph

    def rectangle(self, array: Array, allowed: ArrayLike | None) -> Rectangle:
        """A matrix of rows and columns."""
        mask = None if allowed is None else edge_mask(allowed, array.shape)

        def edges() -> Bools:
            return np.ones(array.shape, bool) if mask is None else mask

        integers, unit, reals = self._integers(weight_array(array, edges), edges)
        graph = Rectangle(integers, mask, unit, reals)
        if self.plain:
            graph.require_limit()
        return graph

    def edge_list(
        self, size: int, first: Integers, second: Integers, weights: Array, name: EdgeName
    ) -> EdgeList:
        """Edges between vertices that exist."""
        if size > MOST_VERTICES:
            raise InputOverflowError(f"expected at most 2**24 vertices, got {size}")
        values = weight_array(weights, name=name)
        scaled = self._compiled(values, None) or self._integers(values, None, name)
        return EdgeList(size, first, second, *scaled, name=name)

    def _compiled(self, values: Array, mask: Bools | None) -> _Scaled | None:
        """Floats in units, unless they are to be refused, or no compiled code is wanted."""
        if self.plain or values.dtype == np.int64:
            return None
        found = quantize_compiled(values, mask, exact=self.exact)
        return None if found is None else _scaled(found, values)

    def _integers(
        self, values: Array, edges: Callable[[], Bools] | None, name: EdgeName = name_edge
    ) -> _Scaled:
        if values.dtype == np.int64:
            return values, _UNIT_1, None
        where = None if edges is None else edges()
        return _scaled(quantize(values, where=where, exact=self.exact, name=name), values)


def _scaled(found: Quantized, values: Reals) -> _Scaled:
    return found.integers, found.unit, None if found.exact else values


def _from_arrays(arrays: tuple[Any, ...], n: int | None, conversion: _Conversion) -> EdgeList:
    if all(type(array) is tuple for array in arrays):
        raise TypeError(
            "a tuple of tuples may be meant as a matrix or as edges: give a matrix as an array or "
            "a list, edges as three arrays or lists (i, j, weight)"
        )
    if len(arrays) != 3:
        raise InputError(
            f"expected three arrays (i, j, weight) in a tuple, got {len(arrays)}; give a matrix "
            f"as an array or a list"
        )
    first, second = integer_array("i", arrays[0]), integer_array("j", arrays[1])
    weights = array_of(arrays[2])
    if first.ndim != 1 or first.shape != second.shape or first.shape != weights.shape:
        raise InputError(
            f"expected three arrays of one length, got shapes {first.shape}, {second.shape}, "
            f"{weights.shape}"
        )
    size = _size_for(first, second, n)
    loops = first == second
    if not np.count_nonzero(loops):
        return conversion.edge_list(size, first, second, weights, name_edge)
    edges_without_loops = np.flatnonzero(~loops)
    return conversion.edge_list(
        *(
            size,
            first[edges_without_loops],
            second[edges_without_loops],
            weights[edges_without_loops],
        ),
        lambda index: name_edge((int(edges_without_loops[index[0]]),)),
    )


def _size_for(first: Integers, second: Integers, n: int | None) -> int:
    """Return the number of vertices, and check that the ends of all edges are among them."""
    size = 0 if n is None else count_of("n", n, 0)
    if len(first) == 0:
        return size
    # Read as unsigned integers, the negative ones are the largest.
    largest = int(max(first.view(np.uint64).max(), second.view(np.uint64).max()))
    if n is None and largest < 2**63:
        return largest + 1
    if largest >= size:
        size = size if n is not None else int(max(first.max(), second.max())) + 1
        k = int(((first < 0) | (second < 0) | (first >= size) | (second >= size)).argmax())
        raise InputError(
            f"edge {k} joins {first[k]} and {second[k]}: expected vertices from 0 to {size - 1}"
        )
    return size


def _from_sparse(matrix: SparseMatrix, conversion: _Conversion, *, bipartite: bool) -> EdgeList:
    size, first, second, weights = edges_of(matrix, bipartite=bipartite)
    rows, columns = matrix.shape
    left = rows if bipartite or rows != columns else 0

    def name(index: tuple[int, ...]) -> str:
        return name_edge((int(first[index[0]]), int(second[index[0]]) - left))

    return conversion.edge_list(size, first, second, weights, name)
