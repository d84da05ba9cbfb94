"""The best matchings one after the other."""

from __future__ import annotations

import heapq
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from .arrays import count_of, pairs_of, require_booleans
from .blocks import Blocks
from .graph import matrix_of
from .incremental import Solver, matching_among
from .levels import FirstPart, LevelGraph, problem_of
from .result import Edge, Matching, integer_weight, restate

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any, SupportsIndex

    from numpy.typing import ArrayLike

    from ..arrays import Integers
    from .graph import DenseGraph, Weights


# ---- What is ranked: the matchings of matrices, in cells ----

# All matchings are divided into cells: those that hold some edges, the forced ones, and lack others,
# the forbidden ones. Each matching that is found is the best of its cell, and proven to be.


def matrices_of(
    weights: Weights | None,
    levels: Sequence[Weights] | None,
    allowed: ArrayLike | None,
    n: int | None,
    *,
    bipartite: bool,
    exact: bool = False,
) -> tuple[DenseGraph, ...]:
    """The graph as a matrix of each level, or as one of the weight.

    Raises
    ------
    TypeError, ValueError, OverflowError
        As :func:`fastpair.matching.max_weight_matching`; blocks are a TypeError.
    """
    graph = problem_of(weights, levels, allowed, n, bipartite=bipartite, exact=exact, plain=True)
    if isinstance(graph, LevelGraph):
        return graph.matrices()
    if isinstance(graph, Blocks):
        raise TypeError("expected a matrix or a list of edges, got Blocks")
    return (matrix_of(graph),)


@dataclass(frozen=True, slots=True)
class Cell:
    """Matchings that hold some edges and lack others."""

    forced: tuple[Edge, ...] = ()
    forbidden: tuple[Edge, ...] = ()

    def holding(self, edge: Edge) -> Cell:
        """The part of which all matchings hold one more edge."""
        return replace(self, forced=(*self.forced, edge))

    def lacking(self, edge: Edge) -> Cell:
        """The part of which no matching holds one more edge."""
        return replace(self, forbidden=(*self.forbidden, edge))

    def within(self, whole: Solver) -> Solver:
        """The graph in which the edges that are not forced are matched."""
        solver = whole.copy()
        for i, j in self.forbidden:
            solver.forbid(i, j)
        for v in (v for edge in self.forced for v in edge):
            solver.remove(v)
        return solver


def cell_of(matching: Matching) -> Cell:
    """The cell that a matching is the best of."""
    return Cell(matching.forced, matching.forbidden)


# ---- The best matchings on levels, one after the other ----

# The cell of a matching that has been found is divided by its edges [Murty 1968, *An algorithm for
# ranking all the assignments in order of increasing cost*]: each part lacks one edge and holds those
# before it. What it costs on the first levels to give up each edge bounds what the parts can hold;
# where it costs nothing, the totals of the whole do. A part is solved when its bound comes first.

_BOUND = 2**61
"""More than any two matchings may differ by, for the costs to be computed."""

_Key: TypeAlias = "tuple[Any, ...]"


class _LevelRanking:
    """The matchings of levels that are matrices."""

    def __init__(self, matrices: tuple[DenseGraph, ...], *, maxcardinality: bool) -> None:
        self._graph = LevelGraph(matrices)
        self._first = FirstPart(self._graph, matrices, fixed=maxcardinality)
        self._solver = _solver_on(self._first.graph, maxcardinality=maxcardinality)
        self._bounded = _is_bounded(self._solver)

    def run(self, k: int | None) -> Iterator[Matching]:
        """The matchings, so many at most."""
        best = self._best(Cell())
        order = count()
        heap: list[tuple[_Key, int, Cell | Matching]] = [(self._key(best), next(order), best)]
        left = k
        while heap and left != 0:
            _, _, top = heapq.heappop(heap)
            if isinstance(top, Cell):
                found = self._best(top)
                if found.cardinality == best.cardinality or not self._solver.maxcardinality:
                    heapq.heappush(heap, (self._key(found), next(order), found))
                continue
            yield top
            left = None if left is None else left - 1
            if left == 0:
                return
            worth = self._worth(top.mate)
            for bound, cell in self._parts(top, worth):
                rest = self._lower(top) if bound == worth else ()
                heapq.heappush(heap, ((-bound, rest, 1), next(order), cell))

    def _worth(self, mate: Integers) -> int:
        """What a matching weighs on the first levels, as one weight."""
        return sum(self._solver.units[pairs_of(mate)].tolist())

    def _key(self, found: Matching) -> _Key:
        """The place of a matching in the heap, before cells that cannot be better."""
        return (-self._worth(found.mate), self._lower(found), 0)

    def _lower(self, found: Matching) -> tuple[int | Fraction, ...]:
        """The totals, so that the better is the smaller."""
        return tuple(-total for total in found.levels)

    def _best(self, cell: Cell) -> Matching:
        """The best matching of a cell."""
        solver = cell.within(self._solver)
        vertices = np.flatnonzero(~solver.removed)
        found = self._first.face_among(solver.solve(), vertices, solver.allowed).best()
        mate = np.full(len(solver), -1)
        matched = found.mate >= 0
        mate[vertices[matched]] = vertices[found.mate[matched]]
        for i, j in cell.forced:
            mate[i], mate[j] = j, i
        pairs = pairs_of(mate)
        totals = self._graph.totals(self._graph.between(*pairs))
        return replace(
            found,
            mate=mate,
            weight=totals[0],
            cardinality=len(pairs[0]),
            levels=totals,
            forced=cell.forced,
            forbidden=cell.forbidden,
        )

    def _parts(self, best: Matching, worth: int) -> Iterator[tuple[int, Cell]]:
        """All matchings of a cell but the best, and what they weigh on the first levels at most."""
        cell = cell_of(best)
        solver = cell.within(self._solver)
        edges = [(i, j) for i, j in best.edges.tolist() if not solver.removed[i]]
        for edge, cost in zip(edges, self._costs(solver, edges), strict=True):
            if cost is not None:
                yield worth - cost, cell.lacking(edge)
            cell = cell.holding(edge)
        free = best.unmatched
        for i, j in np.argwhere(np.triu(solver.allowed[np.ix_(free, free)], 1)).tolist():
            edge = (int(free[i]), int(free[j]))
            yield worth + int(solver.units[edge]), cell.holding(edge)
            cell = cell.lacking(edge)

    def _costs(self, solver: Solver, edges: list[Edge]) -> list[int | None]:
        """What it costs at least to give up each edge; None if another one cannot replace it."""
        if not self._bounded or not edges:
            return [0] * len(edges)
        solver.solve()
        ends = np.array([first for first, _ in edges], np.int32)
        least = np.zeros(len(edges), np.int64)
        exact, costs = solver._engine.losses(ends, least, len(edges), _BOUND)
        return [
            cost if value else None
            for value, cost in zip(exact.tolist(), costs.tolist(), strict=True)
        ]


# ---- The best matchings of a graph, one after the other ----

# Of each cell the best matching is known, and the second best is looked for. The best of all these
# second ones is the next matching. Its cell is then divided by an edge in which it differs from the best
# of that cell, so that each of the two is the best of its part [Chegireddy and Hamacher 1987,
# *Algorithms for finding K-best perfect matchings*].
#
# A matching other than the best lacks one of its edges, or holds all of them and one more. The first
# is a question to :class:`Solver`, which searches for another mate of every end in turn, and ends a
# search that cannot be better than what has been found. What a search has found out about a cell
# holds for its parts, too. The costs of these searches are computed only for weights that are not too
# large; the others are ranked as one level.

_DEPTH = 16
"""Of how many edges it is found out what they cost to give up, though one is sought.

It spares searches in the parts of the cell. With 1 instead of 16, the ten best matchings of a round
of 1000 players take twice as long, with 50 a little longer."""


def kbest_matchings(
    weights: Weights | None = None,
    *,
    levels: Sequence[Weights] | None = None,
    allowed: ArrayLike | None = None,
    n: int | None = None,
    bipartite: bool = False,
    maxcardinality: bool = False,
    exact: bool = False,
    k: SupportsIndex | None = None,
) -> Iterator[Matching]:
    """Find the heaviest matchings, best first, all different.

    Parameters
    ----------
    weights, levels, allowed, n, bipartite, exact
        As for :func:`fastpair.matching.max_weight_matching`, without blocks. Floats that have to be
        rounded are ranked by the rounded ones.
    maxcardinality : bool
        Whether only matchings with the most edges count. By default all do, the empty one included.
    k : int, optional
        How many to find at most. By default all of them, each when it is asked for. To know the
        number beforehand spares searches.

    Returns
    -------
    iterator of Matching
        Each is found when it is asked for. The order of equally heavy ones is always the same. Each
        is proven to be the best of those that hold its ``forced`` edges and lack its ``forbidden``
        ones: its certificates are those of the graph without the forbidden edges and without the ends
        of the forced ones, the other vertices being numbered anew, in the same order.

    Raises
    ------
    TypeError, ValueError, OverflowError
        As :func:`fastpair.matching.max_weight_matching`.

    Examples
    --------
    >>> weights = [[0, 6, 5, 1], [6, 0, 4, 2], [5, 4, 0, 3], [1, 2, 3, 0]]
    >>> [matching.weight for matching in kbest_matchings(weights, maxcardinality=True)]
    [9, 7, 5]
    """
    require_booleans(bipartite=bipartite, maxcardinality=maxcardinality, exact=exact)
    most = None if k is None else count_of("k", k, 0)
    matrices = matrices_of(weights, levels, allowed, n, bipartite=bipartite, exact=exact)
    # What the caller does with the arrays in the meantime does not count.
    copies = tuple(map(_copy, matrices))
    if levels is not None:
        return _LevelRanking(copies, maxcardinality=maxcardinality).run(most)
    (matrix,) = copies
    solver = _solver_on(matrix, maxcardinality=maxcardinality)
    if _is_bounded(solver):
        found = _rank(solver, most)
    else:
        integers = replace(matrix, unit=Fraction(1), reals=None)
        ranked = _LevelRanking((integers,), maxcardinality=maxcardinality).run(most)
        found = (replace(each, levels=()) for each in ranked)
    return (restate(each, matrix) for each in found)


def _copy(matrix: DenseGraph) -> DenseGraph:
    """A matrix with arrays of its own."""
    return replace(
        matrix,
        weights=matrix.weights.copy(),
        allowed=None if matrix.allowed is None else matrix.allowed.copy(),
        reals=None if matrix.reals is None else matrix.reals.copy(),
    )


def _solver_on(matrix: DenseGraph, *, maxcardinality: bool) -> Solver:
    """A solver of the integers of a matrix."""
    return Solver(matrix.weights, allowed=matrix.edges, maxcardinality=maxcardinality)


def _is_bounded(solver: Solver) -> bool:
    """Whether the costs of giving up edges can be computed."""
    heaviest = int(np.abs(solver.units[solver.allowed]).max(initial=0))
    return heaviest * len(solver) < _BOUND


@dataclass(slots=True)
class _Optimum:
    """The matchings that hold some edges and lack others, and the best of them."""

    best: Matching
    at_most: Integers
    """(n,) for the smaller end of each edge of the best: what a matching of the cell without this
    edge weighs at most."""

    def second(self, whole: Solver, limit: int) -> _Second | None:
        """Find the second best, if it is lighter than the best by less than a limit."""
        if limit <= 0:
            return None
        best = self.best
        solver = cell_of(best).within(whole)
        mate = solver.solve().mate
        differs = np.flatnonzero(~solver.removed & (mate != best.mate))
        if len(differs):  # another one is as heavy
            lost = differs[best.mate[differs] >= 0]
            v, holder = (lost[0], best.mate) if len(lost) else (differs[0], mate)
            return _Second.of(whole, solver, best, v, holder[v], has_edge=not len(lost))
        pair = _best_addition(solver, mate)
        least = limit if pair is None else min(limit, -int(solver.units[pair]))
        vertex = self._cheapest_end(solver, mate, least)
        if vertex >= 0:
            return _Second.of(whole, solver, best, vertex, mate[vertex], has_edge=False)
        if pair is not None and least < limit:
            return _Second.of(whole, solver, best, *pair, has_edge=True)
        return None

    def _cheapest_end(self, solver: Solver, mate: Integers, limit: int) -> int:
        """An end of the edge that costs least to give up, or -1 if that is the limit or more."""
        ends = np.flatnonzero(np.arange(len(mate)) < mate)
        weight = integer_weight(self.best)
        exact, costs = solver._engine.losses(
            ends.astype(np.int32), weight - self.at_most[ends], _DEPTH, limit
        )
        self.at_most[ends] = weight - costs
        if not exact.any():
            return -1
        return int(ends[np.where(exact, costs, _BOUND).argmin()])


@dataclass(frozen=True, slots=True)
class _Second:
    """The second best matching of a cell, and an edge that only one of it and the best has."""

    matching: Matching
    edge: Edge
    has_edge: bool

    @classmethod
    def of(
        cls, whole: Solver, cell: Solver, best: Matching, i: int, j: int, *, has_edge: bool
    ) -> _Second:
        """Find the best matching of a cell that has, or has not, the edge ij."""
        edge = (int(i), int(j))
        if has_edge:
            cell.remove(i)
            cell.remove(j)
        else:
            cell.forbid(i, j)
        part = cell_of(best).holding(edge) if has_edge else cell_of(best).lacking(edge)
        return cls(_optimum(whole, cell, part), edge, has_edge)

    def divide(self, cell: _Optimum) -> tuple[_Optimum, _Optimum]:
        """The part of the cell with its best, and the part with this one."""
        best, second = cell.best, self.matching
        part = cell_of(best)
        part = part.lacking(self.edge) if self.has_edge else part.holding(self.edge)
        remaining = replace(best, forced=part.forced, forbidden=part.forbidden)
        weight = integer_weight(second)
        same = np.where(best.mate == second.mate, cell.at_most, weight)
        return _Optimum(remaining, cell.at_most), _Optimum(second, np.minimum(same, weight))


def _rank(whole: Solver, k: int | None) -> Iterator[Matching]:
    """The best matchings; each step looks for the second best of the two cells of the last one."""
    best = _optimum(whole, whole, Cell())
    new: tuple[_Optimum, ...] = (_Optimum(best, np.full(len(best.mate), best.weight)),)
    heap: list[tuple[int, int, _Optimum, _Second]] = []
    order = count()
    for found in count(0) if k is None else range(k):
        if found == 0:
            yield best
            continue
        for cell in new:
            limit = _BOUND
            if k is not None and len(heap) >= k - found:  # only better ones are of use
                limit = integer_weight(cell.best) + heapq.nsmallest(k - found, heap)[-1][0]
            second = cell.second(whole, limit)
            if second is not None:
                heapq.heappush(heap, (-integer_weight(second.matching), next(order), cell, second))
        if not heap:
            return
        _, _, cell, second = heapq.heappop(heap)
        new = second.divide(cell)
        yield second.matching


def _optimum(whole: Solver, within: Solver, cell: Cell) -> Matching:
    """The best matching of a cell, with the edges that all matchings of the cell hold."""
    matching = within.solve()
    mate = matching.mate.copy()
    for i, j in cell.forced:
        mate[i], mate[j] = j, i
    return replace(
        matching_among(matching, np.flatnonzero(~within.removed)),
        mate=mate,
        weight=matching.weight + sum(int(whole.units[edge]) for edge in cell.forced),
        cardinality=matching.cardinality + len(cell.forced),
        forced=cell.forced,
        forbidden=cell.forbidden,
    )


def _best_addition(solver: Solver, mate: Integers) -> Edge | None:
    """Of the edges between unmatched vertices the heaviest, which is no gain."""
    free = np.flatnonzero((mate < 0) & ~solver.removed)
    cells = np.ix_(free, free)
    edges = np.triu(solver.allowed[cells], 1)
    if not edges.any():
        return None
    weights = np.where(edges, solver.units[cells], -_BOUND)
    i, j = np.unravel_index(weights.argmax(), weights.shape)
    return int(free[i]), int(free[j])
