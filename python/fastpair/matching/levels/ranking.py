"""The best matchings on levels, one after the other.

All matchings are divided into cells as in ranking.py. The cell of a matching that has been found is
divided by its edges [Murty 1968, *An algorithm for ranking all the assignments in order of
increasing cost*]: each part lacks one edge and holds those before it. What it costs on the first
levels to give up each edge bounds what the parts can hold; where it costs nothing, the totals of the
whole do. A part is solved when its bound comes first.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass, fields, replace
from itertools import count
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from ..incremental import Solver
from ..result import LevelMatching
from .graph import LevelGraph
from .solver import FirstPart

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from numpy.typing import NDArray

    from ..result import Edge
    from .graph import Total

__all__ = ["RankedLevelMatching", "kbest_on_levels"]

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
class _Cell:
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
        best = self._best(_Cell())
        order = count()
        heap: list[tuple[_Key, int, _Cell | RankedLevelMatching]] = [
            (self._key(best), next(order), best)
        ]
        left = k
        while heap and left != 0:
            _, _, top = heapq.heappop(heap)
            if isinstance(top, _Cell):
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

    def _cell_solver(self, cell: _Cell | RankedLevelMatching) -> Solver:
        solver = self._solver.copy()
        for edge in cell.forbidden:
            solver.forbid(*edge)
        for v in (v for edge in cell.forced for v in edge):
            solver.remove(v)
        return solver

    def _best(self, cell: _Cell) -> RankedLevelMatching:
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

    def _parts(self, best: RankedLevelMatching, worth: int) -> Iterator[tuple[int, _Cell]]:
        """All matchings of a cell but the best, and what they weigh on the first levels at most."""
        solver = self._cell_solver(best)
        edges = [edge for edge in best.edges.tolist() if not solver.removed[edge[0]]]
        forced = best.forced
        for (i, j), cost in zip(edges, self._costs(solver, edges), strict=True):
            if cost is not None:
                yield worth - cost, _Cell(forced, (*best.forbidden, (i, j)))
            forced = (*forced, (i, j))
        free = best.unmatched
        forbidden = best.forbidden
        for i, j in np.argwhere(np.triu(solver.allowed[np.ix_(free, free)], 1)).tolist():
            edge = (int(free[i]), int(free[j]))
            bound = worth + int(solver.weights[edge])
            yield bound, _Cell((*forced, edge), forbidden)
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
