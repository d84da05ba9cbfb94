"""The best matchings one after the other."""

from __future__ import annotations

import heapq
import operator
from dataclasses import dataclass, fields, replace
from itertools import count
from typing import TYPE_CHECKING, TypeAlias, overload

import numpy as np

from .arrays import switches
from .incremental import Solver
from .levels import FirstPart, LevelGraph, level_graph_of
from .result import Edge, LevelMatching, Matching

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any, SupportsIndex

    from numpy.typing import ArrayLike, NDArray

    from .levels import Total


# ---- The best matchings on levels, one after the other ----

# All matchings are divided into cells as in ranking.py. The cell of a matching that has been found is
# divided by its edges [Murty 1968, *An algorithm for ranking all the assignments in order of
# increasing cost*]: each part lacks one edge and holds those before it. What it costs on the first
# levels to give up each edge bounds what the parts can hold; where it costs nothing, the totals of the
# whole do. A part is solved when its bound comes first.

_BOUND = 2**61
"""More than any two matchings may differ by, for the costs to be computed."""

_Key: TypeAlias = "tuple[Any, ...]"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RankedLevelMatching(LevelMatching):
    """One of the best matchings on levels, with the cell that it is the best of.

    The proof is that of the graph without the ``forbidden`` edges and without the ends of the
    ``forced`` ones, the other vertices being numbered anew, in the same order.
    """

    forced: tuple[Edge, ...] = ()
    """Edges that every matching of the cell holds."""

    forbidden: tuple[Edge, ...] = ()
    """Edges that no matching of the cell holds."""


@dataclass(frozen=True, slots=True)
class _LevelCell:
    """Matchings that hold some edges and lack others."""

    forced: tuple[Edge, ...] = ()
    forbidden: tuple[Edge, ...] = ()


def kbest_on_levels(
    graph: LevelGraph, *, maxcardinality: bool, k: int | None
) -> Iterator[RankedLevelMatching]:
    """Find the best matchings of matrices on levels, best first, all different.

    Raises
    ------
    TypeError
        If the levels are no matrices.
    """
    if graph.dense is None:
        raise TypeError("expected square matrices as levels")
    # What the caller does with the arrays in the meantime does not count.
    allowed = graph.dense[0].allowed
    kept = None if allowed is None else allowed.copy()
    dense = tuple(replace(each, weights=each.weights.copy(), allowed=kept) for each in graph.dense)
    graph = LevelGraph(dense)
    first = FirstPart(graph, dense, fixed=maxcardinality)
    ranking = _Ranking(graph, first, maxcardinality=maxcardinality)
    return ranking.run(k)


class _Ranking:
    def __init__(self, graph: LevelGraph, first: FirstPart, maxcardinality: bool) -> None:
        self._graph, self._first = graph, first
        whole = first.graph
        self._solver = Solver(whole.weights, allowed=whole.edges, maxcardinality=maxcardinality)
        heaviest = int(np.abs(whole.weights[whole.edges]).max(initial=0))
        self._bounded = heaviest * graph.size < _BOUND

    def run(self, k: int | None) -> Iterator[RankedLevelMatching]:
        """The matchings, so many at most."""
        best = self._best(_LevelCell())
        order = count()
        heap: list[tuple[_Key, int, _LevelCell | RankedLevelMatching]] = [
            (self._key(best), next(order), best)
        ]
        left = k
        while heap and left != 0:
            _, _, top = heapq.heappop(heap)
            if isinstance(top, _LevelCell):
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

    def _worth(self, mate: NDArray[np.int64]) -> int:
        """What a matching weighs on the first levels, as one weight."""
        first = np.flatnonzero(mate > np.arange(len(mate)))
        return sum(self._solver.weights[first, mate[first]].tolist())

    def _key(self, found: RankedLevelMatching) -> _Key:
        """The place of a matching in the heap, before cells that cannot be better."""
        return (-self._worth(found.mate), self._lower(found), 0)

    def _lower(self, found: RankedLevelMatching) -> tuple[Total, ...]:
        """The totals, so that the better is the smaller."""
        return tuple(-total for total in found.weight)

    def _cell_solver(self, cell: _LevelCell | RankedLevelMatching) -> Solver:
        solver = self._solver.copy()
        for edge in cell.forbidden:
            solver.forbid(*edge)
        for v in (v for edge in cell.forced for v in edge):
            solver.remove(v)
        return solver

    def _best(self, cell: _LevelCell) -> RankedLevelMatching:
        """The best matching of a cell."""
        solver = self._cell_solver(cell)
        kept = np.flatnonzero(~solver.removed)
        found = self._first.face_among(solver.solve(), kept, solver.allowed).best()
        mate = np.full(len(solver), -1)
        matched = found.mate >= 0
        mate[kept[matched]] = kept[found.mate[matched]]
        for i, j in cell.forced:
            mate[i], mate[j] = j, i
        first = np.flatnonzero(mate > np.arange(len(mate)))
        same = {field.name: getattr(found, field.name) for field in fields(found)}
        same["mate"], same["cardinality"] = mate, len(first)
        same["weight"] = self._graph.totals(self._graph.between(first, mate[first]))
        return RankedLevelMatching(**same, forced=cell.forced, forbidden=cell.forbidden)

    def _parts(self, best: RankedLevelMatching, worth: int) -> Iterator[tuple[int, _LevelCell]]:
        """All matchings of a cell but the best, and what they weigh on the first levels at most."""
        solver = self._cell_solver(best)
        edges = [edge for edge in best.edges.tolist() if not solver.removed[edge[0]]]
        forced = best.forced
        for (i, j), cost in zip(edges, self._costs(solver, edges), strict=True):
            if cost is not None:
                yield worth - cost, _LevelCell(forced, (*best.forbidden, (i, j)))
            forced = (*forced, (i, j))
        free = best.unmatched
        forbidden = best.forbidden
        for i, j in np.argwhere(np.triu(solver.allowed[np.ix_(free, free)], 1)).tolist():
            edge = (int(free[i]), int(free[j]))
            bound = worth + int(solver.weights[edge])
            yield bound, _LevelCell((*forced, edge), forbidden)
            forbidden = (*forbidden, edge)

    def _costs(self, solver: Solver, edges: list[list[int]]) -> list[int | None]:
        """What it costs at least to give up each edge; None if another one cannot replace it."""
        if not self._bounded or not edges:
            return [0] * len(edges)
        solver.solve()
        ends = np.array([first for first, _ in edges], np.int32)
        least = np.zeros(len(edges), np.int64)
        exact, costs = solver._engine.losses(ends, least, len(edges), _BOUND)
        return [
            cost if known else None
            for known, cost in zip(exact.tolist(), costs.tolist(), strict=True)
        ]


# ---- The best matchings of a graph, one after the other ----

# All matchings are divided into cells: those that hold some edges, the forced ones, and lack others,
# the forbidden ones. Of each cell the best matching is known, and the second best is looked for. The
# best of all these second ones is the next matching. Its cell is then divided by an edge in which it
# differs from the best of that cell, so that each of the two is the best of its part [Chegireddy and
# Hamacher 1987, *Algorithms for finding K-best perfect matchings*].
#
# A matching other than the best lacks one of its edges, or holds all of them and one more. The first
# is a question to :class:`Solver`, which searches for another mate of every end in turn, and ends a
# search that cannot be better than what has been found. What a search has found out about a cell
# holds for its parts, too.

"""More than any two matchings may differ by."""

_DEPTH = 16
"""Of how many edges it is found out what they cost to give up, though one is sought.

It spares searches in the parts of the cell. With 1 instead of 16, the ten best matchings of a round
of 1000 players take twice as long, with 50 a little longer."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RankedMatching(Matching):
    """One of the best matchings, with the cell that it is proven to be the best of.

    The certificate is that of the graph without the ``forbidden`` edges and without the ends of the
    ``forced`` ones, which all matchings of the cell hold.
    """

    forced: tuple[Edge, ...] = ()
    """Edges that every matching of the cell holds."""

    forbidden: tuple[Edge, ...] = ()
    """Edges that no matching of the cell holds."""


@overload
def kbest_matchings(
    weights: ArrayLike,
    *,
    levels: None = None,
    allowed: ArrayLike | None = None,
    maxcardinality: bool = False,
    k: SupportsIndex | None = None,
) -> Iterator[RankedMatching]: ...
@overload
def kbest_matchings(
    weights: None = None,
    *,
    levels: Sequence[ArrayLike],
    allowed: ArrayLike | None = None,
    maxcardinality: bool = False,
    k: SupportsIndex | None = None,
) -> Iterator[RankedLevelMatching]: ...
def kbest_matchings(
    weights: ArrayLike | None = None,
    *,
    levels: Sequence[ArrayLike] | None = None,
    allowed: ArrayLike | None = None,
    maxcardinality: bool = False,
    k: SupportsIndex | None = None,
) -> Iterator[RankedMatching] | Iterator[RankedLevelMatching]:
    """Find the heaviest matchings, best first, all different.

    Parameters
    ----------
    weights, allowed
        As for :class:`Solver`.
    levels : sequence of such weights, instead of ``weights``
        As for :func:`fastpair.matching.max_weight_matching`: the first level counts most.
    maxcardinality : bool
        Whether only matchings with the most edges count. By default all do, the empty one included.
    k : int, optional
        How many to find at most. By default all of them, each when it is asked for. To know the
        number beforehand spares searches.

    Returns
    -------
    iterator of RankedMatching, or of RankedLevelMatching
        Each is found when it is asked for. The order of equally heavy ones is always the same.

    Raises
    ------
    TypeError, ValueError, OverflowError
        As for :class:`Solver`; also if the weights of n edges may exceed 2**61.

    Examples
    --------
    >>> weights = [[0, 6, 5, 1], [6, 0, 4, 2], [5, 4, 0, 3], [1, 2, 3, 0]]
    >>> [matching.weight for matching in kbest_matchings(weights, maxcardinality=True)]
    [9, 7, 5]
    """
    switches(maxcardinality=maxcardinality)
    if k is not None and operator.index(k) < 0:
        raise ValueError(f"expected a number of matchings, got k={k}")
    if (weights is None) == (levels is None):
        raise TypeError("expected either weights or levels of weights")
    if levels is not None:
        on_levels = level_graph_of(levels, allowed, None)
        most = None if k is None else operator.index(k)
        return kbest_on_levels(on_levels, maxcardinality=maxcardinality, k=most)
    assert weights is not None
    solver = Solver(weights, allowed=allowed, maxcardinality=maxcardinality)
    heaviest = int(np.abs(solver.weights[solver.allowed]).max(initial=0))
    if heaviest * len(solver) >= _BOUND:
        raise OverflowError(
            f"expected {len(solver)} times the heaviest weight to stay below 2**61, "
            f"got a weight of {heaviest}"
        )
    return _ranking(solver, None if k is None else operator.index(k))


@dataclass(slots=True)
class _Cell:
    """The matchings that hold some edges and lack others, and the best of them."""

    best: RankedMatching
    at_most: NDArray[np.int64]
    """(n,) for the smaller end of each edge of the best: what a matching of the cell without this
    edge weighs at most."""

    def second(self, whole: Solver, limit: int) -> _Second | None:
        """Find the second best, if it is lighter than the best by less than a limit."""
        if limit <= 0:
            return None
        best = self.best
        solver = restricted(whole, best)
        mate = solver.solve().mate
        differs = np.flatnonzero(~solver.removed & (mate != best.mate))
        if len(differs):  # another one is as heavy
            lost = differs[best.mate[differs] >= 0]
            v, holder = (lost[0], best.mate) if len(lost) else (differs[0], mate)
            return _Second.of(whole, solver, best, v, holder[v], has_edge=not len(lost))
        pair = _best_addition(solver, mate)
        least = limit if pair is None else min(limit, -int(solver.weights[pair]))
        vertex = self._cheapest_end(solver, mate, least)
        if vertex >= 0:
            return _Second.of(whole, solver, best, vertex, mate[vertex], has_edge=False)
        if pair is not None and least < limit:
            return _Second.of(whole, solver, best, *pair, has_edge=True)
        return None

    def _cheapest_end(self, solver: Solver, mate: NDArray[np.int64], limit: int) -> int:
        """An end of the edge that costs least to give up, or -1 if that is the limit or more."""
        ends = np.flatnonzero(np.arange(len(mate)) < mate)
        weight = self.best.weight
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

    matching: RankedMatching
    edge: Edge
    has_edge: bool

    @classmethod
    def of(
        cls, whole: Solver, cell: Solver, best: RankedMatching, i: int, j: int, *, has_edge: bool
    ) -> _Second:
        """Find the best matching of a cell that has, or has not, the edge ij."""
        edge = (int(i), int(j))
        if has_edge:
            cell.remove(i)
            cell.remove(j)
        else:
            cell.forbid(i, j)
        forced, forbidden = _parts(best, edge, has_edge=has_edge)
        return cls(_ranked(whole, cell.solve(), forced, forbidden), edge, has_edge)

    def divide(self, cell: _Cell) -> tuple[_Cell, _Cell]:
        """The part of the cell with its best, and the part with this one."""
        best, second = cell.best, self.matching
        forced, forbidden = _parts(best, self.edge, has_edge=not self.has_edge)
        kept = replace(best, forced=forced, forbidden=forbidden)
        same = np.where(best.mate == second.mate, cell.at_most, second.weight)
        return _Cell(kept, cell.at_most), _Cell(second, np.minimum(same, second.weight))


def _ranking(whole: Solver, k: int | None) -> Iterator[RankedMatching]:
    """The best matchings; each step looks for the second best of the two cells of the last one."""
    best = _ranked(whole, whole.solve(), (), ())
    new: tuple[_Cell, ...] = (_Cell(best, np.full(len(best.mate), best.weight)),)
    heap: list[tuple[int, int, _Cell, _Second]] = []
    order = count()
    for found in count(0) if k is None else range(k):
        if found == 0:
            yield best
            continue
        for cell in new:
            limit = _BOUND
            if k is not None and len(heap) >= k - found:  # only better ones are of use
                limit = cell.best.weight + heapq.nsmallest(k - found, heap)[-1][0]
            second = cell.second(whole, limit)
            if second is not None:
                heapq.heappush(heap, (-second.matching.weight, next(order), cell, second))
        if not heap:
            return
        _, _, cell, second = heapq.heappop(heap)
        new = second.divide(cell)
        yield second.matching


def _ranked(
    whole: Solver, matching: Matching, forced: tuple[Edge, ...], forbidden: tuple[Edge, ...]
) -> RankedMatching:
    """The matching of a cell with the edges that all matchings of the cell hold."""
    mate = matching.mate.copy()
    for i, j in forced:
        mate[i], mate[j] = j, i
    return RankedMatching(
        mate,
        matching.weight + sum(int(whole.weights[edge]) for edge in forced),
        matching.cardinality + len(forced),
        matching.certificate,
        forced=forced,
        forbidden=forbidden,
    )


def restricted(whole: Solver, best: RankedMatching) -> Solver:
    """The graph in which the edges that are not forced are matched in a cell."""
    solver = whole.copy()
    for i, j in best.forbidden:
        solver.forbid(i, j)
    for v in (v for edge in best.forced for v in edge):
        solver.remove(v)
    return solver


def _parts(
    best: RankedMatching, edge: Edge, *, has_edge: bool
) -> tuple[tuple[Edge, ...], tuple[Edge, ...]]:
    """The forced and the forbidden edges of a part of the cell of a matching."""
    if has_edge:
        return (*best.forced, edge), best.forbidden
    return best.forced, (*best.forbidden, edge)


def _best_addition(solver: Solver, mate: NDArray[np.int64]) -> Edge | None:
    """Of the edges between unmatched vertices the heaviest, which is no gain."""
    free = np.flatnonzero((mate < 0) & ~solver.removed)
    cells = np.ix_(free, free)
    edges = np.triu(solver.allowed[cells], 1)
    if not edges.any():
        return None
    weights = np.where(edges, solver.weights[cells], -_BOUND)
    i, j = np.unravel_index(weights.argmax(), weights.shape)
    return int(free[i]), int(free[j])
