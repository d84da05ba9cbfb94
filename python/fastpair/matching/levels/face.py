"""The matchings that are best on the first levels, and the best of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..._kernels import forced_edges
from ..quantization import NARROW_LIMIT
from ..result import LevelMatching, LevelPart
from .common import Common, key_of
from .restriction import Restriction, doubled_slack
from .units import difference, size, span_of, taken_off, units

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ..result import Certificate
    from .graph import LevelEdges, LevelGraph
    from .units import Span

__all__ = ["Face", "fitting"]


class Face:
    """The matchings that are best for all parts so far, and the proof of that.

    Parameters
    ----------
    graph
        The weights.
    edges
        The edges between the vertices, which may be numbered otherwise than in the graph.
    vertices
        Their number.
    fixed
        Whether only matchings with the most edges count.
    """

    def __init__(self, graph: LevelGraph, edges: LevelEdges, vertices: int, *, fixed: bool) -> None:
        self._graph, self._edges, self._size, self._fixed = graph, edges, vertices, fixed
        self._parts: list[LevelPart] = []
        self._level = 0
        self._is_decided = False
        self._filled: dict[bytes, NDArray[np.int64]] = {}
        self._inside = np.zeros(len(edges), np.int64)
        self._owed = np.zeros(vertices, np.bool_)
        self._mate: NDArray[np.int64] | None = None

    def best(self) -> LevelMatching:
        """Solve parts until one matching is left, or no level."""
        while self._mate is None or not self._is_decided:
            self._descend()
        matched = self._edges.some(self._mate[self._edges.first] == self._edges.second)
        return LevelMatching(
            self._mate,
            self._graph.totals(matched),
            len(matched),
            self._parts[0].certificate,
            parts=tuple(self._parts),
        )

    def _descend(self) -> None:
        """Solve the next part."""
        edges = self._edges
        bonuses = self._inside + self._owed[edges.first] + self._owed[edges.second]
        restriction = Restriction(
            self._size, edges.first, edges.second, self._filled, bonuses, self._owed, self._fixed
        )
        levels = range(self._level, len(self._graph.levels))
        columns = [self._graph.weights(level, edges) for level in levels]
        factors, less = fitting(
            [span_of(column) for column in columns],
            self._size // 2,
            restriction.most,
            fixed=self._fixed,
        )
        whole = np.zeros(len(edges), np.int64)
        for unit, column, low in zip(factors, columns, less, strict=False):
            if (worth := column - low).any():  # else the unit may be of any size
                whole += unit * worth
        mate, certificate = restriction.solve(whole)
        self.keep(mate, LevelPart(factors, less, certificate), whole)

    def keep(
        self,
        mate: NDArray[np.int64],
        part: LevelPart,
        whole: NDArray[np.int64],
    ) -> None:
        """Take over the solution of a part, and keep what it leaves undecided."""
        self._mate, certificate = mate, part.certificate
        self._parts.append(part)
        self._level += len(part.units)
        self._is_decided = self._level == len(self._graph.levels)
        if not self._is_decided:
            self._keep_undecided(mate, certificate, whole)

    def _keep_undecided(
        self, mate: NDArray[np.int64], certificate: Certificate, whole: NDArray[np.int64]
    ) -> None:
        """Keep what complementary slackness leaves of the edges, and what it asks of matchings."""
        ends = self._edges.first, self._edges.second
        common = Common(*ends, self._size, certificate.blossoms)
        slack = doubled_slack(*ends, whole, certificate, common)
        blossoms = {key_of(members): members for members in certificate.blossoms}
        is_new = np.array([key not in self._filled for key in blossoms], np.int64)
        tight = np.asarray(slack == 0, np.bool_)
        inside = self._inside + common.sums(is_new)
        self._inside = inside[np.flatnonzero(tight)]  # marks would be read with a branch for each
        self._edges = self._edges.some(tight)
        self._filled |= blossoms
        must = np.ones(self._size, np.bool_)
        if not self._fixed or (mate < 0).any():
            self._owed |= np.asarray(certificate.vertex_duals_2x > certificate.ground_2x, np.bool_)
            must = self._owed
        # More edges are hardly ever all forced.
        self._is_decided = len(self._edges) < 2 * self._size and self._is_forced(must)

    def _is_forced(self, must: NDArray[np.bool_]) -> bool:
        """Whether one matching is left, because all its edges are forced.

        A matching holds one edge at each vertex that must be matched, and one edge that leaves each
        filled blossom, unless a vertex of it may be left over: then one at most.
        """
        sets = list(self._filled.values())
        members = np.concatenate([*sets, np.empty(0, np.int64)])
        starts = np.cumsum([0, *map(len, sets)], dtype=np.int64)
        exact = np.append(must, np.array([must[each].all() for each in sets], np.bool_))
        ends = self._edges.first, self._edges.second
        return forced_edges.decide(*ends, members, starts, exact.view(np.uint8))


def fitting(
    spans: Sequence[Span], pairs: int, bonuses: int, *, fixed: bool
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Put as many levels into one weight as fit with so many bonuses, one at least.

    Returns
    -------
    tuple of int, tuple of int
        The units of the levels, and what is taken off them.
    """
    less = taken_off(spans, fixed=fixed)
    spans = [span.less(number) for span, number in zip(spans, less, strict=True)]
    factors: tuple[int, ...] = (1,)
    for count in range(2, len(spans) + 1):
        some = spans[:count]
        more = units(some, pairs, fixed=fixed)
        bonus = difference(some, more, pairs, fixed=False) + 1
        if size(some, more) + bonus * bonuses > NARROW_LIMIT:
            break
        factors = more
    return factors, less[: len(factors)]
