"""What games between score groups cost, as a picture whose cells a template draws."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor, isnan, log10
from typing import TYPE_CHECKING

import numpy as np

from .pages.words import number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ..insight.explain import HeatMap

__all__ = ["CELL", "LEVELS", "Picture", "picture"]

CELL = 20
"""Side of a cell, in units of the picture."""

LEVELS = 6
"""Colours, from the cheapest to the dearest games."""

_LEFT, _BELOW = 76, 28
"""Room for the scores beside and below the cells."""

_DIGITS = 2
"""Of the limits between two colours."""

_LARGE = 1e5
"""Numbers from here on are written with a power of ten."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """Half of a symmetric table: each row ends at the diagonal. The best group is first."""

    width: int
    height: int

    levels: tuple[str, ...]
    """For each colour the outlines of its cells, as a path of SVG; the last has the pairs that no
    rule allows."""

    upto: tuple[str, ...]
    """The dearest games of each colour, in weights of the model."""

    games: tuple[tuple[float, float, str, int], ...]
    """Middle of each cell with games, their number, and the colour of the cell."""

    rows: tuple[tuple[float, str], ...]
    """Heights of the rows; scores and sizes of their groups."""

    columns: tuple[tuple[float, str], ...]
    """Places of the columns, and their scores."""


def picture(prices: HeatMap) -> Picture:
    """Lay out a round's score groups."""
    count = len(prices.scores)
    limits = _limits(prices.median[np.tril_indices(count)])
    paths: list[list[str]] = [[] for _ in range(LEVELS + 1)]
    games = []
    for row in range(count):
        for column in range(row + 1):
            x, y = _LEFT + column * CELL, row * CELL
            level = _level(float(prices.median[row, column]), limits)
            paths[level].append(f"M{x} {y}h{CELL - 1}v{CELL - 1}h-{CELL - 1}z")
            if drawn := int(prices.games[row, column]):
                middle = CELL / 2 - 0.5
                games.append((x + middle, y + middle, str(drawn), level))
    scores = [number(score) for score in prices.scores]
    middles = [place * CELL + CELL / 2 for place in range(count)]
    return Picture(
        width=_LEFT + count * CELL,
        height=count * CELL + _BELOW,
        levels=tuple(map("".join, paths)),
        upto=tuple(_shown(limit) for limit in limits),
        games=tuple(games),
        rows=tuple(
            (y, f"{score} ({size})")
            for y, score, size in zip(middles, scores, prices.sizes, strict=True)
        ),
        columns=tuple((_LEFT + x, score) for x, score in zip(middles, scores, strict=True)),
    )


def _limits(values: NDArray[np.float64]) -> list[float]:
    """The dearest game of each colour, rounded up; the colours have equally many cells."""
    known = np.sort(values[~np.isnan(values)])
    if not len(known):
        return []
    ends = [known[-(-len(known) * part // LEVELS) - 1] for part in range(1, LEVELS + 1)]
    return sorted({_rounded_up(float(end)) for end in ends})


def _rounded_up(value: float) -> float:
    """The next number of so few digits that is not smaller."""
    if value <= 0:
        return 0.0
    unit = 10.0 ** (floor(log10(value)) + 1 - _DIGITS)
    return ceil(value / unit) * unit


def _shown(value: float) -> str:
    """A rounded number as people write it, a large one with a power of ten."""
    if value < _LARGE:
        return f"{value:g}"
    mantissa, _, power = f"{value:.{_DIGITS}g}".partition("e+")
    return f"{mantissa}·10{power.lstrip('0').translate(_RAISED)}"


_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def _level(value: float, limits: Sequence[float]) -> int:
    if isnan(value):
        return LEVELS
    return int(np.searchsorted(limits, value))
