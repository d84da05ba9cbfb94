"""Matchings whose weight stands on levels: a better total on a level is worth any loss below it.

As many levels as fit into the engine's integers are solved as one weight, a part (level_units.py).
By complementary slackness, the matchings that are best for a part are those that have only edges
without slack, fill every blossom with a positive dual, and match every vertex whose dual is above
the ground. Among these the next part is solved. An edge within a blossom to be filled, or at a
vertex to be matched, then weighs as much more as all matchings can differ by on this part.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .._kernels import level_edges
from .graph import DenseGraph, EdgeList, edge_cells
from .incremental import matching_among
from .level_graph import LevelEdges
from .level_units import Span, difference, size, units
from .nesting import Nesting
from .quantization import WEIGHT_LIMIT
from .result import Certificate, LevelMatching, LevelPart
from .solution import certificate_of, matching_of, require_perfect, solution_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from numpy.typing import NDArray

    from .level_graph import LevelGraph
    from .result import Matching

__all__ = ["Face", "FirstPart", "solve_levels"]

_ROOM = WEIGHT_LIMIT // 2
"""The engine solves weights up to this size in 64 bits."""

_SAFE = 2**61
"""Sums of two duals and of two weights of this size fit into int64."""


def solve_levels(graph: LevelGraph, *, maxcardinality: bool, perfect: bool) -> LevelMatching:
    """Find the best matching of a graph whose weights stand on levels.

    Raises
    ------
    UnmatchableError
        With ``perfect``, if there is no perfect matching.
    ValueError, OverflowError
        If a level is not symmetric, or holds a weight beyond 2**60.
    """
    fixed = maxcardinality or perfect
    if graph.dense is None:
        face = Face(graph, graph.edges(), graph.size, fixed=fixed)
    else:
        first = FirstPart(graph, graph.dense, fixed=fixed)
        solution = solution_of(first.graph, maxcardinality=fixed)
        face = first.face(matching_of(solution))
    matching = face.best()
    if perfect:
        require_perfect(matching.mate)
    return matching


class FirstPart:
    """The first levels of matrices, as one matrix.

    Raises
    ------
    ValueError, OverflowError
        As :func:`solve_levels`.
    """

    def __init__(self, graph: LevelGraph, levels: tuple[DenseGraph, ...], *, fixed: bool) -> None:
        self._levels, self._fixed = graph, fixed
        allowed = levels[0].allowed
        self._allowed = None if allowed is None else allowed.view(np.uint8)
        spans = []
        for level in levels:
            low, high, symmetric = level_edges.survey(level.weights, self._allowed)
            if not symmetric:
                level.require_symmetry()
            if max(-low, high) > WEIGHT_LIMIT:
                level.require_limit()
            spans.append(Span(low, high))
        self.units = _fitting(spans, graph.size // 2, 0, fixed=fixed)
        self.graph = DenseGraph(self._whole(levels), allowed)

    def _whole(self, levels: tuple[DenseGraph, ...]) -> NDArray[np.int64]:
        if self.units == (1,):
            return levels[0].weights
        whole = np.zeros_like(levels[0].weights)
        for unit, level in zip(self.units, levels, strict=False):
            level_edges.add(whole, level.weights, unit)
        return whole

    def face(self, matching: Matching) -> Face:
        """What is left to decide after a solution of this part."""
        return self._face(matching, self._tight(self._allowed, matching.certificate))

    def face_among(
        self, matching: Matching, kept: NDArray[np.intp], allowed: NDArray[np.bool_]
    ) -> Face:
        """The same for some of the vertices and edges, which are numbered anew."""
        edges = self._tight(allowed.view(np.uint8), matching.certificate)
        number = np.full(len(matching.mate), -1)
        number[kept] = np.arange(len(kept))
        among = LevelEdges(number[edges.first], number[edges.second], edges.place)
        return self._face(matching_among(matching, kept), among)

    def _tight(self, allowed: NDArray[np.uint8] | None, certificate: Certificate) -> LevelEdges:
        """The edges that may have no slack."""
        duals, weights = certificate.vertex_duals_2x, self.graph.weights
        if duals.dtype == np.int64 and int(np.abs(duals).max(initial=0)) <= _SAFE:
            return self._levels.between(*level_edges.tight(weights, allowed, duals))
        cells = edge_cells(len(weights), None if allowed is None else allowed.view(np.bool_))
        return self._levels.between(*np.nonzero(np.triu(cells, 1)))

    def _face(self, matching: Matching, edges: LevelEdges) -> Face:
        face = Face(self._levels, edges, len(matching.mate), fixed=self._fixed)
        whole = self.graph.weights.reshape(-1)[edges.place]
        face.keep(matching.mate, self.units, whole, matching.certificate)
        return face


class Face:
    """The matchings that are best for all parts so far, and the proof of that."""

    def __init__(self, graph: LevelGraph, edges: LevelEdges, size: int, *, fixed: bool) -> None:
        self._graph, self._edges, self._size, self._fixed = graph, edges, size, fixed
        self._parts: list[LevelPart] = []
        self._level = 0
        self._filled: dict[bytes, NDArray[np.int64]] = {}
        """Blossoms that have to be filled."""
        self._inside = np.zeros(len(edges), np.int64)
        """(edges,) how many of these hold the edge."""
        self._owed = np.zeros(size, np.bool_)
        """(size,) vertices that have to be matched."""
        self._mate: NDArray[np.int64] | None = None

    @property
    def _undecided(self) -> bool:
        """Whether there are levels below."""
        return self._level < len(self._graph.levels)

    def best(self) -> LevelMatching:
        """Solve all parts that are left."""
        while self._undecided or self._mate is None:
            self._descend()
        return self._matching()

    def _descend(self) -> None:
        graph, edges = self._graph, self._edges
        bonuses = self._inside + self._owed[edges.first] + self._owed[edges.second]
        most = int(bonuses.max(initial=0))
        columns, spans = [], []
        for level in range(self._level, len(graph.levels)):
            weights = graph.weights(level, edges)
            columns.append(weights)
            spans.append(Span(int(weights.min(initial=0)), int(weights.max(initial=0))))
        pairs = self._size // 2
        factors = _fitting(spans, pairs, most, fixed=self._fixed)
        taken = spans[: len(factors)]
        bonus = difference(taken, factors, pairs, fixed=self._fixed) + 1 if most else 0
        whole = bonus * bonuses
        for unit, column in zip(factors, columns, strict=False):
            whole += unit * column
        problem = EdgeList(self._size, edges.first, edges.second, whole)
        solution = solution_of(problem, maxcardinality=self._fixed)
        self.keep(solution[0], factors, whole, certificate_of(solution), bonus)

    def keep(
        self,
        mate: NDArray[np.int64],
        factors: tuple[int, ...],
        whole: NDArray[np.int64],
        certificate: Certificate,
        bonus: int = 0,
    ) -> None:
        """Take over the solution of a part, and keep what it leaves undecided."""
        self._mate = mate
        self._parts.append(LevelPart(factors, self._without(bonus, certificate)))
        self._level += len(factors)
        tight = _slack(self._edges, whole, certificate) == 0
        self._edges, self._inside = self._edges.some(tight), self._inside[tight]
        new = []
        for members in certificate.blossoms:
            key = np.sort(members).tobytes()
            if key not in self._filled:
                self._filled[key] = members
                new.append(members)
        if self._undecided:
            ones = np.ones(len(new), np.int64)
            _add_common(self._inside, self._edges, self._size, new, ones)
        if not self._fixed or (mate < 0).any():
            self._owed |= np.asarray(certificate.vertex_duals_2x > certificate.ground_2x, np.bool_)

    def _without(self, bonus: int, certificate: Certificate) -> Certificate:
        """The same proof for the weights without their bonuses."""
        if bonus == 0:
            return certificate
        duals = certificate.vertex_duals_2x.astype(object) - 2 * bonus * self._owed
        given = dict.fromkeys(self._filled, -2 * bonus)
        blossoms = dict(self._filled)
        found = zip(certificate.blossoms, certificate.blossom_duals_2x.tolist(), strict=True)
        for members, dual in found:
            key = np.sort(members).tobytes()
            blossoms[key] = members
            given[key] = given.get(key, 0) + dual
        kept = [key for key, dual in given.items() if dual != 0]
        return Certificate(
            _shortest(duals),
            tuple(blossoms[key] for key in kept),
            _shortest(np.array([given[key] for key in kept], object)),
            certificate.ground_2x,
        )

    def _matching(self) -> LevelMatching:
        assert self._mate is not None
        matched = self._edges.some(self._mate[self._edges.first] == self._edges.second)
        return LevelMatching(
            self._mate,
            self._graph.totals(matched),
            len(matched),
            self._parts[0].certificate,
            parts=tuple(self._parts),
        )


def _fitting(spans: Sequence[Span], pairs: int, bonuses: int, *, fixed: bool) -> tuple[int, ...]:
    """Units of as many levels as fit into one weight, with so many bonuses; of one at least."""
    factors: tuple[int, ...] = ()
    for count in range(1, len(spans) + 1):
        some = spans[:count]
        more = units(some, pairs, fixed=fixed)
        bonus = difference(some, more, pairs, fixed=fixed) + 1
        room = WEIGHT_LIMIT if count == 1 else _ROOM
        if size(some, more) + bonus * bonuses > room:
            break
        factors = more
    if not factors:
        raise OverflowError(
            "expected levels whose weights, times the number of vertices, stay below 2**60 where "
            "a level above decides about blossoms"
        )
    return factors


def _slack(edges: LevelEdges, whole: NDArray[np.int64], certificate: Certificate) -> NDArray[Any]:
    """(edges,) the doubled slacks."""
    duals, values = certificate.vertex_duals_2x, certificate.blossom_duals_2x
    largest = max(int(np.abs(duals).max(initial=0)), sum(values.tolist()))
    exact = np.dtype(np.int64 if largest <= _SAFE // 4 else object)
    duals = duals.astype(exact)
    slack: NDArray[Any] = duals[edges.first] + duals[edges.second] - 2 * whole.astype(exact)
    _add_common(slack, edges, len(duals), certificate.blossoms, values.astype(exact))
    return slack


def _add_common(
    total: NDArray[Any],
    edges: LevelEdges,
    size: int,
    blossoms: Sequence[NDArray[np.int64]],
    values: NDArray[Any],
) -> None:
    """Add to each edge the values of all blossoms that hold both of its ends."""
    outermost = np.full(size, -1)
    for k in sorted(range(len(blossoms)), key=lambda k: len(blossoms[k])):
        outermost[blossoms[k]] = k
    around = outermost[edges.first]
    inside = np.flatnonzero((around == outermost[edges.second]) & (around >= 0))
    if len(inside) > 0:
        nesting = Nesting(size, blossoms, values, values.dtype)
        total[inside] += nesting.common(edges.first[inside], edges.second[inside])


def _shortest(values: NDArray[Any]) -> NDArray[Any]:
    """Python integers as int64 if all of them fit."""
    fits = all(-(2**63) <= value < 2**63 for value in values.tolist())
    return values.astype(np.int64) if fits else values
