"""Several levels in one weight: how many units of the whole one of each level counts.

Of two matchings with different totals the one with the better first total must have the greater
whole. It has if one on a level outweighs the most by which two matchings can differ on all levels
below it. Two matchings of c edges each differ by c (high - low) at most, where the weights lie
between low and high. Matchings of any number of edges differ by no more than if 0 were a weight,
too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Span", "difference", "size", "span_of", "taken_off", "units"]


class Span(NamedTuple):
    """The least and the greatest of the weights of a level."""

    low: int
    high: int

    def less(self, taken_off: int) -> Span:
        """The span if something is taken off all weights."""
        return Span(self.low - taken_off, self.high - taken_off)


def span_of(weights: NDArray[np.int64]) -> Span:
    """The span of some weights; if there are none, that of 0."""
    return Span(int(weights.min()), int(weights.max())) if len(weights) else Span(0, 0)


def units(spans: Sequence[Span], pairs: int, *, fixed: bool) -> tuple[int, ...]:
    """The least units with which the whole decides as the levels do, one after the other.

    Parameters
    ----------
    spans
        Of the levels, the first one first.
    pairs
        How many edges a matching has at most.
    fixed
        Whether all matchings that are compared have as many edges.
    """
    result: list[int] = []
    below = 0
    for span in reversed(spans):
        unit = below + 1
        result.append(unit)
        below += unit * pairs * _width(span, fixed=fixed)
    return tuple(reversed(result))


def difference(spans: Sequence[Span], factors: Sequence[int], pairs: int, *, fixed: bool) -> int:
    """By how much the wholes of two matchings can differ."""
    widths = (_width(span, fixed=fixed) for span in spans)
    return pairs * sum(unit * width for unit, width in zip(factors, widths, strict=True))


def size(spans: Sequence[Span], factors: Sequence[int]) -> int:
    """How large the whole of an edge can be."""
    sizes = (max(abs(span.low), abs(span.high)) for span in spans)
    return sum(unit * each for unit, each in zip(factors, sizes, strict=True))


def taken_off(spans: Sequence[Span], *, fixed: bool) -> tuple[int, ...]:
    """What all weights of each level have in common; nothing unless matchings have as many edges."""
    return tuple(max(span.low, 0) + min(span.high, 0) if fixed else 0 for span in spans)


def _width(span: Span, *, fixed: bool) -> int:
    return span.high - span.low if fixed else max(span.high, 0) - min(span.low, 0)
