"""A measure round by round as a small picture: where its points lie. A template draws them."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor, log10
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["HEIGHT", "WIDTH", "LineChart", "line_chart"]

WIDTH, HEIGHT = 240, 128
"""Of the picture, in its own units."""

_LEFT, _RIGHT, _TOP, _BOTTOM = 36, 8, 8, 20
"""Margins around the lines; the left and the lower one hold the numbers of the axes."""

_ROUNDING = 1e-9
"""What is above a line by less lies on it."""

_MOST_TICKS = 10
"""With more rounds than this, not every round has a number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LineChart:
    """Two lines over the rounds of a tournament. Points are x and y in the units of the picture."""

    title: str

    drawn: tuple[tuple[float, float], ...]
    """Points of the draws that were made."""

    optimum: tuple[tuple[float, float], ...]

    values: tuple[tuple[str, str, str], ...]
    """Round, drawn and optimum of each point, as texts."""

    rounds: tuple[tuple[float, str], ...]
    """Places and numbers of the horizontal axis."""

    heights: tuple[tuple[float, str], ...]
    """Places and numbers of the vertical axis, from 0 upwards."""


def line_chart(
    title: str, rounds: Sequence[int], drawn: Sequence[float], optimum: Sequence[float]
) -> LineChart:
    """Lay out the values of two draws; one for each round, 0 or more."""
    values = (*drawn, *optimum)
    least = 1.0 if all(float(value).is_integer() for value in values) else 0.0
    step = max(_step(max(values)), least)
    top = max(1, ceil(max(values) / step - _ROUNDING))
    across = [_across(place, len(rounds)) for place in range(len(rounds))]
    every = ceil(len(rounds) / _MOST_TICKS)

    def points(values: Sequence[float]) -> tuple[tuple[float, float], ...]:
        return tuple(
            (x, _up(value / (top * step))) for x, value in zip(across, values, strict=True)
        )

    return LineChart(
        title=title,
        drawn=points(drawn),
        optimum=points(optimum),
        values=tuple(
            (str(number), f"{one:.4g}", f"{other:.4g}")
            for number, one, other in zip(rounds, drawn, optimum, strict=True)
        ),
        rounds=tuple(
            (x, str(number)) for x, number in list(zip(across, rounds, strict=True))[::every]
        ),
        heights=tuple((_up(tick / top), f"{tick * step:.4g}") for tick in range(top + 1)),
    )


def _step(most: float) -> float:
    """Distance of the numbers of an axis that reaches so far: 1, 2 or 5 times a power of ten."""
    if most <= 0:
        return 1.0
    rough = most / 3
    power = 10.0 ** floor(log10(rough))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough * 0.999)


def _across(place: int, count: int) -> float:
    room = WIDTH - _LEFT - _RIGHT
    return round(_LEFT + room * (place + 0.5) / count, 1)


def _up(share: float) -> float:
    return round(HEIGHT - _BOTTOM - share * (HEIGHT - _TOP - _BOTTOM), 1)
