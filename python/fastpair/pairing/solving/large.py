"""Matchings of graphs whose weights are computed; those of large ones are never in memory as a whole.

Of a large graph the best of few edges is looked for, then of those and of edges that are missing, until none is.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ...matching import max_weight_matching, verify
from ...matching.arrays import NARROW_LIMIT
from ...matching.blocks import Blocks
from ...matching.verification import Nesting

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ...arrays import Bools, Indices, Integers
    from ...matching import Certificate, Matching

LARGE = 1500
"""Up to so many players there is a matrix of weights."""

_RANGE = 256
"""Rows and columns of a piece, which fits into a cache."""

_FEW = 64
"""Who has no more possible opponents than this has all of them from the start."""

_TURNS = 12
"""After so many the matrix is taken."""

_SAFE = 2**60
"""Sums of two duals and of two weights of this size fit into 64 bits."""


@dataclass(frozen=True, eq=False)
class ComputedGraph:
    """Who may meet, and the weights of the pairs, up to 2**59."""

    allowed: Bools
    weigh: Callable[[Indices, Indices], Integers]
    """The weights of pairs, by two arrays that broadcast."""

    @property
    def size(self) -> int:
        """Number of vertices."""
        return len(self.allowed)

    def best_matching(self, *, complete: bool) -> Matching:
        """The heaviest matching; with `complete` of those with the most pairs."""
        found = self._best_of_few(complete=complete) if self.size > LARGE else None
        return found or max_weight_matching(
            self._matrix, allowed=self.allowed, maxcardinality=complete
        )

    def prove(self, matching: Matching, *, complete: bool) -> None:
        """Check with the separate verifier that no matching is better.

        Raises
        ------
        EngineError
            If the proof fails: a bug of fastpair.
        """
        if self.size > LARGE and (not complete or self._has_most(matching)):
            verify(self._blocks(matching), matching, maxcardinality=complete)
        else:
            verify(self._matrix, matching, allowed=self.allowed, maxcardinality=complete)

    @property
    def _matrix(self) -> Integers:
        """All weights; large, and so not kept."""
        number, found = np.arange(self.size), np.empty(self.allowed.shape, np.int64)
        step = max(1, _RANGE**2 // max(1, self.size))
        for start in range(0, self.size, step):
            found[start : start + step] = self.weigh(number[start : start + step, None], number)
        return found

    def _blocks(self, matching: Matching) -> Blocks:
        largest = self._largest if len(matching.unmatched) > 1 else NARROW_LIMIT
        return Blocks(size=self.size, compute=self._piece, range=_RANGE, largest=largest)

    def _has_most(self, matching: Matching) -> bool:
        """Whether the duals show that no matching has more pairs."""
        if len(matching.unmatched) <= 1:
            return True
        ground = matching.certificate.ground_2x
        return matching.weight + ground < -self._largest * (self.size // 2)

    @cached_property
    def _largest(self) -> int:
        """The largest size of a weight."""
        number = np.arange(self.size)
        pieces = (number[start : start + _RANGE, None] for start in range(0, self.size, _RANGE))
        return max(int(abs(self.weigh(rows, number)).max(initial=0)) for rows in pieces)

    def _piece(self, rows: Integers, start: int, stop: int) -> tuple[Integers, Bools]:
        weights = self.weigh(rows[:, None], np.arange(start, stop))
        return weights, self.allowed[rows, start:stop]

    def _best_of_few(self, *, complete: bool) -> Matching | None:
        """The best matching, if duals of few edges show that it is."""
        keys = self._first_edges()
        for _ in range(_TURNS):
            first, second = np.divmod(keys, self.size)
            edges = first, second, self.weigh(first, second)
            found = max_weight_matching(edges, n=self.size, maxcardinality=complete)
            duals = found.certificate.vertex_duals_2x
            if duals.dtype != np.int64 or abs(duals).max(initial=0) > _SAFE:
                return None
            missing = [*self._missing_edges(found.certificate)]
            if not missing:
                return found if not complete or self._has_most(found) else None
            keys = np.unique(np.concatenate([keys, *missing]))
        return None

    def _first_edges(self) -> Integers:
        """Each player with some who stand near, or half of all away from there, as n times the smaller, plus the larger."""
        size, number = self.size, np.arange(self.size)
        near = [3**power for power in range(size.bit_length()) if 3**power < size // 2]
        half = size // 2
        steps = [half, *near, *(half + step for step in near), *(half - step for step in near)]
        few = np.flatnonzero(np.count_nonzero(self.allowed, axis=1) <= _FEW)
        at, other = np.nonzero(self.allowed[few])
        first = np.concatenate([np.tile(number, len(steps)), few[at]])
        second = np.concatenate([*((number + step) % size for step in steps), other])
        exist = self.allowed[first, second] & (first != second)
        first, second = first[exist], second[exist]
        return np.unique(np.minimum(first, second) * size + np.maximum(first, second))

    def _missing_edges(self, proof: Certificate) -> Iterator[Integers]:
        """Edges of negative slack, the least of each row in a piece."""
        size, number, duals = self.size, np.arange(self.size), proof.vertex_duals_2x
        values = proof.blossom_duals_2x
        nesting = Nesting(size, proof.blossoms, values, values.dtype) if len(values) else None
        pieces = [number[start : start + _RANGE] for start in range(0, size, _RANGE)]
        for at, rows in enumerate(pieces):
            for columns in pieces[at:]:
                slack = duals[rows, None] + duals[columns] - 2 * self.weigh(rows[:, None], columns)
                negative = slack < 0
                negative &= self.allowed[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
                negative &= number[rows, None] != columns
                if not negative.any():
                    continue
                if nesting is not None:
                    i, j = np.nonzero(negative)
                    slack[i, j] += nesting.common(rows[i], columns[j])
                    negative &= slack < 0
                slack[~negative] = 0
                other = slack.argmin(axis=1)
                (some,) = np.nonzero(negative.any(axis=1))
                one, other = rows[some], columns[other[some]]
                if len(some):
                    yield np.minimum(one, other) * size + np.maximum(one, other)
