"""Matchings whose weight stands on levels: a better total on a level is worth any loss below it.

As many levels as fit into the engine's integers are solved as one weight, a part (level_units.py).
By complementary slackness, the matchings that are best for a part are those that have only edges
without slack, fill every blossom with a positive dual, and match every vertex whose dual is above
the ground (level_face.py). Among these the next part is solved (level_restriction.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ... import _engine
from ..graph import DenseGraph, edge_cells
from ..incremental import matching_among
from ..quantization import WEIGHT_LIMIT
from ..result import LevelPart
from ..solution import matching_of, require_perfect, solution_of
from .face import Face, fitting
from .graph import LevelEdges, naming
from .units import Span, span_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ..result import LevelMatching, Matching
    from .graph import LevelGraph

__all__ = ["FirstPart", "solve_levels"]

_FIRST = 16
"""From so many rows the spans of all are guessed."""

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
        face = first.face(matching_of(first.solution()))
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
        self._compose(levels, _first_spans(levels))

    def _compose(self, levels: tuple[DenseGraph, ...], spans: list[Span]) -> None:
        """Add up as many levels as fit if their spans are no wider; if they are, begin anew."""
        found = fitting(spans, self._levels.size // 2, 0, fixed=self._fixed)
        self.units, self._less = found
        taken, rest = levels[: len(self.units)], _spans(levels, len(self.units))
        if len(taken) == 1:  # which is not copied
            self._less, self.graph = (0,), levels[0]
            return
        less = sum(unit * low for unit, low in zip(*found, strict=True))
        weights, allowed = [level.weights for level in taken], levels[0].allowed
        words = [number % 2**64 for number in (*self.units, less)]  # as the sums are: they fit
        whole, first = _engine.compose(weights, allowed, words[:-1], words[-1])
        self.graph = DenseGraph(whole, allowed)
        true = _within_limit(taken, first, 0) + rest
        if fitting(true, self._levels.size // 2, 0, fixed=self._fixed) != found:
            self._compose(levels, true)

    def solution(self) -> _engine._Solution:
        """What the engine answers for these levels alone."""
        try:
            return solution_of(self.graph, maxcardinality=self._fixed)
        except ValueError:
            # Two cells of the whole are equal only if they are on each of its levels.
            for number, level in enumerate(self._levels.dense or ()):
                with naming(number):
                    level.require_symmetry()
            raise

    def face(self, matching: Matching) -> Face:
        """What is left to decide after a solution of this part."""
        return self._face(matching, self._edges_of(matching, self.graph.allowed))

    def face_among(
        self, matching: Matching, kept: NDArray[np.intp], allowed: NDArray[np.bool_]
    ) -> Face:
        """The same for some of the vertices and edges, which are numbered anew."""
        edges = self._edges_of(matching, allowed)
        number = np.full(len(matching.mate), -1)
        number[kept] = np.arange(len(kept))
        among = LevelEdges(number[edges.first], number[edges.second], edges.place)
        return self._face(matching_among(matching, kept), among)

    def _edges_of(self, matching: Matching, allowed: NDArray[np.bool_] | None) -> LevelEdges:
        """The edges that may have no slack, or those of the matching if it is decided by them."""
        if len(self.units) == len(self._levels.levels):
            return self._levels.between(*matching.edges.T)
        certificate = matching.certificate
        duals, weights = certificate.vertex_duals_2x, self.graph.weights
        if duals.dtype == np.int64 and int(np.abs(duals).max(initial=0)) <= _SAFE:
            return self._levels.at(_engine.tight_edges(weights, allowed, duals))
        cells = edge_cells(len(weights), allowed)
        return self._levels.between(*np.nonzero(np.triu(cells, 1)))

    def _face(self, matching: Matching, edges: LevelEdges) -> Face:
        face = Face(self._levels, edges, len(matching.mate), fixed=self._fixed)
        whole = self.graph.weights.reshape(-1)[edges.place]
        part = LevelPart(self.units, self._less, matching.certificate)
        face.keep(matching.mate, part, whole)
        return face


def _first_spans(levels: tuple[DenseGraph, ...]) -> list[Span]:
    """The spans of some of the first rows. Mostly all rows have the same."""
    rows, columns = slice(_FIRST), slice(_FIRST, None)
    allowed = levels[0].allowed
    cells = ... if allowed is None else allowed[rows, columns]
    return [span_of(level.weights[rows, columns][cells].ravel()) for level in levels]


def _spans(levels: tuple[DenseGraph, ...], start: int) -> list[Span]:
    """The least and the greatest weight of each level from one on.

    Raises
    ------
    ValueError
        If a level is not symmetric.
    OverflowError
        If one of the weights is too large.
    """
    levels = levels[start:]
    if not levels:
        return []
    found = _engine.survey_levels([level.weights for level in levels], levels[0].allowed)
    for number, (level, (symmetric, _)) in enumerate(zip(levels, found, strict=True), start):
        if not symmetric:
            with naming(number):
                level.require_symmetry()
    return _within_limit(levels, [span for _, span in found], start)


def _within_limit(
    levels: Sequence[DenseGraph], found: Sequence[tuple[int, int] | None], start: int
) -> list[Span]:
    """The spans that a pass over the levels from one on has found, unless a weight is too large."""
    spans = [Span(*(span or (0, 0))) for span in found]
    for number, (level, span) in enumerate(zip(levels, spans, strict=True), start):
        if max(-span.low, span.high) > WEIGHT_LIMIT:
            with naming(number):
                level.require_limit()
    return spans
