"""Graphs too large for a matrix, with weights computed on demand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

import numpy as np

from ..arrays import Bools, Integers
from ..errors import InputError, InputOverflowError
from .arrays import NARROW_LIMIT, WEIGHT_LIMIT, edge_mask, weight_array
from .errors import EngineError

__all__ = ["Blocks", "Compute"]

_CELLS = 1 << 13
"""Cells that take no longer to compute than a call of ``compute``."""

Compute: TypeAlias = Callable[[Integers, int, int], tuple[Integers, Bools]]


@dataclass(frozen=True, kw_only=True, eq=False)
class Blocks:
    """A dense graph of integer weights that is never in memory as a whole.

    The solver asks for pieces of rows; memory is proportional to the candidate edges, and to the pieces
    that are kept, 300 MB at most. With ``bounds``, whole pieces that cannot matter are never computed: order the vertices
    so that those who may be matched stand near each other, by score for instance.
    """

    size: int
    """Number of vertices."""

    compute: Compute
    """``compute(rows, start, stop)`` returns the weights, integers, and the existing edges, bool,
    between the vertices ``rows`` (k,) and those from ``start`` to ``stop - 1``, as two arrays of
    shape (k, stop - start). Both are symmetric and the same at each call; the diagonal is not read.
    The solver raises a ValueError when it reads an edge again and finds another weight."""

    largest: int = NARROW_LIMIT
    """No weight has a larger absolute value. Up to 2**59, the default, 64 bits suffice most of the
    time; weights up to 2**60 are solved in 128 if this says so, and are refused otherwise."""

    range: int = 1024
    """Vertices per range: 0 … range - 1, range … 2 range - 1, and so on."""

    bounds: Integers | None = None
    """(r, r) for r ranges, symmetric: upper bounds on the weights between two ranges."""

    @property
    def ranges(self) -> int:
        """Number of ranges; the last one may be shorter."""
        return -(-self.size // self.range)

    @property
    def unit(self) -> Fraction:
        """What a weight of 1 stands for: 1, since all weights are integers."""
        return Fraction(1)

    @property
    def reals(self) -> None:
        """None, since no weight was rounded."""

    @property
    def sign(self) -> int:
        """1, since the weights are those given."""
        return 1

    def checked(self) -> Blocks:
        """Check the sizes, and let :attr:`compute` check what it returns.

        Raises
        ------
        TypeError
            If the bounds are not integers. The new ``compute`` raises it if the given one returns
            anything but integers and booleans.
        ValueError
            If a size is negative or there are not as many bounds as pairs of ranges. The new
            ``compute`` raises it if an array has another shape.
        OverflowError
            If weights may be larger than 2**60.
        """
        if self.size < 0 or self.range < 1:
            raise InputError(
                f"expected a size of 0 or more and a range of 1 or more, got {self.size} and "
                f"{self.range}"
            )
        if not 0 <= self.largest <= WEIGHT_LIMIT:
            raise InputOverflowError(f"expected a largest weight up to 2**60, got {self.largest}")
        compute = _check_pieces(self.compute)
        if self.bounds is None:
            return replace(self, compute=compute)
        bounds = weight_array(self.bounds)
        if bounds.dtype != np.int64:
            raise TypeError(f"expected integers as bounds, got dtype {bounds.dtype}")
        if bounds.shape != (self.ranges, self.ranges):
            raise InputError(
                f"expected bounds of shape {(self.ranges, self.ranges)}, got {bounds.shape}"
            )
        return replace(self, compute=compute, bounds=bounds)

    def negated(self) -> Blocks:
        """Refuse to negate the weights: their bounds are upper bounds only."""
        raise TypeError(
            "blocks have no least weight, since their bounds are upper bounds only: expected blocks "
            "of the negated weights with bounds of their own, for the greatest weight"
        )

    def weight_of(self, first: Integers, second: Integers) -> Integers:
        """Weights of edges.

        Raises
        ------
        EngineError
            If one of them is no edge.
        """
        weights = np.zeros(len(first), np.int64)
        waiting = [np.argsort(second, kind="stable")] if len(first) else []
        while waiting:
            edges = waiting.pop()
            rows, columns = first[edges], second[edges]
            start, stop = int(columns[0]), int(columns[-1]) + 1
            if len(edges) > 1 and len(edges) * (stop - start) > _CELLS:
                waiting += np.array_split(edges, 2)
                continue
            piece, allowed = self.compute(rows, start, stop)
            cells = np.arange(len(edges)), columns - start
            if not allowed[cells].all():
                k = int(allowed[cells].argmin())
                raise EngineError(
                    f"not proven optimal: the matched pair {rows[k]}, {columns[k]} is no edge"
                )
            weights[edges] = piece[cells]
        return weights

    def total(self, _mate: Integers, weight: int) -> int | Fraction:
        """Exact sum of a matching that weighs ``weight`` units, which are the weights."""
        return weight

    def pieces(self, duals_2x: Integers) -> Iterator[tuple[Integers, int, Integers, Bools]]:
        """Rows, first column, weights and edges of all pieces where a slack may be negative.

        Raises
        ------
        ValueError
            If one of them differs from that across the diagonal.
        """
        starts = _range_starts(self)
        least = [int(duals_2x[start : start + self.range].min()) for start in starts]
        for a, row_start in enumerate(starts):
            rows = np.arange(row_start, min(row_start + self.range, self.size))
            for b, start in enumerate(starts[a:], a):
                bound = self.largest if self.bounds is None else int(self.bounds[a, b])
                if least[a] + least[b] < 2 * bound:
                    columns = np.arange(start, min(start + self.range, self.size))
                    yield rows, start, *self._piece(rows, columns)

    def _piece(self, rows: Integers, columns: Integers) -> tuple[Integers, Bools]:
        """Weights and edges between two runs of vertices, the same as those across the diagonal."""
        weights, allowed = self.compute(rows, int(columns[0]), int(columns[-1]) + 1)
        across, allowed_across = weights, allowed
        if rows[0] != columns[0]:
            across, allowed_across = self.compute(columns, int(rows[0]), int(rows[-1]) + 1)
        apart = rows[:, None] != columns
        differ = apart & (allowed != allowed_across.T)
        differ |= apart & allowed & (weights != across.T)
        if differ.any():
            row, column = np.unravel_index(int(differ.argmax()), differ.shape)
            i, j = int(rows[row]), int(columns[column])
            raise InputError(
                f"cells ({i}, {j}) and ({j}, {i}) are one edge, but their weights, or whether they "
                f"are edges, differ: what blocks compute has to be symmetric"
            )
        return weights, allowed & apart


def _check_pieces(compute: Compute) -> Compute:
    """A function that returns int64 and bool, or names what the given one returns instead."""

    def checked(rows: Integers, start: int, stop: int) -> tuple[Integers, Bools]:
        weights, allowed = compute(rows, start, stop)
        shape = (len(rows), stop - start)
        edges = edge_mask(allowed, shape)
        values = weight_array(weights, lambda: edges)
        if values.dtype != np.int64:
            raise TypeError(f"expected integers as weights, got dtype {values.dtype}")
        if values.shape != shape:
            raise InputError(f"expected weights of shape {shape}, got {values.shape}")
        return values, edges

    return checked


def _range_starts(blocks: Blocks) -> list[int]:
    """First vertices of the ranges."""
    return list(range(0, blocks.size, blocks.range))
