"""Checks that matchings are the best on levels, from their proofs and by solving again.

The proofs show that each matching is the best of its cell. Then all matchings are divided, by edges
that some of those found hold and others lack, until each part holds one of them. Any other matching
of a part lacks an edge of that one, or holds all of them and more. The best ones without an edge are
solved, proven, and compared with the last one found.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from ...errors import EngineError
from ..result import LevelMatching
from ..solver import max_weight_matching
from .graph import level_graph_of
from .ranking import RankedLevelMatching
from .verification import verify_levels

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import ArrayLike, NDArray

    from ..ranking import RankedMatching
    from ..result import Edge, Matching
    from .graph import Total

    Totals = tuple[Total, ...]

__all__ = ["require_cell", "require_claim", "verify_ranking"]


def verify_ranking(
    levels: Sequence[ArrayLike],
    matchings: Sequence[Matching],
    *,
    allowed: ArrayLike | None,
    maxcardinality: bool,
) -> None:
    """Prove that matchings are the best ones on levels, best first, and that none is missing.

    Raises
    ------
    EngineError
        If they are not proven.
    TypeError
        If they are not of levels.
    """
    whole = _Whole(levels, allowed, maxcardinality)
    ranked = [_ranked(matching) for matching in matchings]
    for matching in ranked:
        whole.prove_best(matching)
    for matching in ranked[:1]:
        require_claim(
            not matching.forced and not matching.forbidden, "the first is the best of all"
        )
    for better, worse in pairwise(ranked):
        require_claim(better.weight >= worse.weight, "the better ones come first")
        same = better.cardinality == worse.cardinality
        require_claim(same or not maxcardinality, "all have the most edges")
    for cell, matching in _divided(_Cell(), ranked):
        whole.prove_rest(cell, matching, ranked[-1].weight)


def _ranked(matching: Matching) -> RankedLevelMatching:
    if not isinstance(matching, RankedLevelMatching):
        raise TypeError(f"expected RankedLevelMatching, got {type(matching).__name__}")
    return matching


def require_claim(holds: bool, claim: str) -> None:
    """Raise :class:`EngineError` unless what matchings claim holds."""
    if not holds:
        raise EngineError(f"the matchings are not proven: it does not hold that {claim}")


def require_cell(matching: RankedMatching | RankedLevelMatching, size: int) -> None:
    """Refuse a matching whose cell names other edges than those between so many vertices."""
    for edges in (matching.forced, matching.forbidden):
        pairs = all(_is_pair(edge, range(size)) for edge in edges)
        require_claim(pairs, "a cell names edges of this graph")


def _is_pair(edge: object, vertices: range) -> bool:
    return isinstance(edge, tuple) and len(edge) == 2 and all(v in vertices for v in edge)


def _edges_of(matching: Matching) -> frozenset[Edge]:
    return frozenset((i, j) for i, j in matching.edges.tolist())


@dataclass(frozen=True, slots=True)
class _Cell:
    """Matchings that hold some edges and lack others."""

    forced: tuple[Edge, ...] = ()
    forbidden: tuple[Edge, ...] = ()

    def holding(self, edge: Edge) -> _Cell:
        return replace(self, forced=(*self.forced, edge))

    def lacking(self, edge: Edge) -> _Cell:
        return replace(self, forbidden=(*self.forbidden, edge))


def _divided(
    cell: _Cell, matchings: Sequence[RankedLevelMatching]
) -> Iterator[tuple[_Cell, RankedLevelMatching]]:
    """Parts of a cell with one matching each."""
    waiting = [(cell, list(matchings))]
    while waiting:
        cell, some = waiting.pop()
        if len(some) <= 1:
            yield from ((cell, matching) for matching in some)
            continue
        held = [_edges_of(matching) for matching in some]
        differing = frozenset().union(*held) - held[0].intersection(*held)
        require_claim(bool(differing), "a matching differs from those before it")
        edge = min(differing)
        holds = [edge in edges for edges in held]
        for taken, part in ((True, cell.holding(edge)), (False, cell.lacking(edge))):
            waiting.append((part, [m for m, has in zip(some, holds, strict=True) if has == taken]))


class _Whole:
    """What the matchings are matchings of."""

    def __init__(
        self, levels: Sequence[ArrayLike], allowed: ArrayLike | None, maxcardinality: bool
    ) -> None:
        self._graph = level_graph_of(levels, allowed, None, plain=True)
        if self._graph.dense is None:
            raise TypeError("expected square matrices as levels")
        self._levels = [np.asarray(level) for level in levels]
        self._edges = self._graph.dense[0].edges
        self._maxcardinality = maxcardinality

    def prove_best(self, best: RankedLevelMatching) -> None:
        """Prove that a matching is the best of its cell."""
        size, mates = self._graph.size, np.asarray(best.mate)
        right = mates.shape == (size,) and set(mates.tolist()) <= set(range(-1, size))
        require_claim(right, "a matching is one of this graph")
        require_cell(best, size)
        cell = _Cell(best.forced, best.forbidden)
        held = _edges_of(best)
        require_claim(held.issuperset(cell.forced), "a matching holds what its cell forces")
        require_claim(held.isdisjoint(cell.forbidden), "a matching lacks what its cell forbids")
        levels, edges, kept = self._within(cell)
        number = np.full(self._graph.size + 1, -1)
        number[kept] = np.arange(len(kept))
        plain = {entry.name: getattr(best, entry.name) for entry in fields(LevelMatching)}
        plain["mate"] = number[best.mate[kept]]
        plain["weight"] = _less(best.weight, self._total(cell.forced))
        plain["cardinality"] = best.cardinality - len(cell.forced)
        inner = LevelMatching(**plain)
        verify_levels(levels, inner, allowed=edges, maxcardinality=self._maxcardinality)

    def prove_rest(self, cell: _Cell, best: RankedLevelMatching, least: Totals) -> None:
        """Prove that no other matching of a cell, of which one is known, is better than some totals."""
        ours = best.cardinality, best.weight
        claim = "no better matching is missing"
        require_claim(not self._is_better(cell, *ours), claim)
        forced = {vertex for edge in cell.forced for vertex in edge}
        for i, j in best.edges.tolist():
            if i not in forced:
                require_claim(
                    not self._is_better(cell.lacking((i, j)), best.cardinality, least), claim
                )
        if self._maxcardinality:
            return
        # One more edge is never better, since the matching is the best of the cell; more are worse.
        lacking = self._lacking(cell)
        free = best.unmatched
        for i, j in np.argwhere(np.triu(lacking[np.ix_(free, free)], 1)).tolist():
            edge = (int(free[i]), int(free[j]))
            more = _less(least, self._total((edge,)))
            require_claim(best.weight <= more, claim)

    def _is_better(self, cell: _Cell, cardinality: int, totals: Totals) -> bool:
        """Whether a cell holds a matching that is better than some totals, with enough edges."""
        levels, edges, _ = self._within(cell)
        fixed = self._maxcardinality
        found = max_weight_matching(levels=levels, allowed=edges, maxcardinality=fixed)
        verify_levels(levels, found, allowed=edges, maxcardinality=fixed)
        if fixed and found.cardinality + len(cell.forced) < cardinality:
            return False
        better: bool = found.weight > _less(totals, self._total(cell.forced))
        return better

    def _lacking(self, cell: _Cell) -> NDArray[np.bool_]:
        """(n, n) the edges that a cell does not forbid."""
        edges = self._edges.copy()
        for i, j in cell.forbidden:
            edges[i, j] = edges[j, i] = False
        return edges

    def _within(
        self, cell: _Cell
    ) -> tuple[list[NDArray[np.generic]], NDArray[np.bool_], NDArray[np.intp]]:
        """Levels, edges and vertices without those that a cell forces."""
        kept = np.setdiff1d(np.arange(self._graph.size), np.ravel(cell.forced).astype(int))
        cells = np.ix_(kept, kept)
        return [level[cells] for level in self._levels], self._lacking(cell)[cells], kept

    def _total(self, edges: Sequence[Edge]) -> Totals:
        """Sums of the weights of some edges."""
        first, second = np.array(edges, np.int64).reshape(-1, 2).T
        return self._graph.totals(self._graph.between(first, second))


def _less(totals: Totals, others: Totals) -> Totals:
    """The differences on all levels."""
    return tuple(one - other for one, other in zip(totals, others, strict=True))
