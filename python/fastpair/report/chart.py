"""Small pictures: where their bars, lines and numbers lie. A template draws them."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor, log10
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from .pages.words import Translate

    Points = tuple[tuple[float, float], ...]
    """x and y in the units of a picture."""

__all__ = ["HEIGHT", "WIDTH", "Chart", "Line", "curves", "histogram", "line_chart"]

WIDTH, HEIGHT = 240, 128
"""Of the picture, in its own units."""

_LEFT, _RIGHT, _TOP, _BOTTOM = 36, 8, 8, 20
"""Margins around what is drawn; the left and the lower one hold the numbers of the axes."""

_ROUNDING = 1e-9
"""What is above a line by less lies on it."""

_MOST_TICKS, _LETTER = 10, 5
"""With more places than this, not every place has a number; nor if so wide letters have no room."""

_STYLES = ("drawn", "optimum", "third", "fourth")
"""Classes of the lines, in their order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of a picture."""

    style: str
    """A class of the style sheet."""

    points: Points

    marks: str = ""
    """What is at each point: ``"circle"``, ``"square"``, or nothing."""

    name: str = ""
    """For the key; empty if the picture has none of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """A picture with two axes. Points and boxes are in the units of the picture."""

    title: str

    said: str
    """What it shows, for who does not see it."""

    bars: tuple[tuple[float, float, float, float], ...] = ()
    """Left, top, width and height of each."""

    lines: tuple[Line, ...] = ()

    across: tuple[tuple[float, str], ...]
    """Places and numbers of the horizontal axis."""

    heights: tuple[tuple[float, str], ...]
    """Places and numbers of the vertical axis, from 0 upwards."""


def line_chart(
    title: str,
    rounds: Sequence[int],
    drawn: Sequence[float],
    optimum: Sequence[float],
    _: Translate = str,
) -> Chart:
    """Lay out the values of two draws round by round; one for each round, 0 or more."""
    values = (*drawn, *optimum)
    least = 1.0 if all(float(value).is_integer() for value in values) else 0.0
    top, heights = _heights(max(values), least)
    said = _("round {round}: {drawn} drawn, {optimum} in the optimum")

    def points(values: Sequence[float]) -> Points:
        return tuple(
            (_across(place, len(rounds)), _up(value / top)) for place, value in enumerate(values)
        )

    return Chart(
        title=title,
        said="; ".join(
            said.format(round=number, drawn=f"{one:.4g}", optimum=f"{other:.4g}")
            for number, one, other in zip(rounds, drawn, optimum, strict=True)
        ),
        lines=(
            Line(style="drawn", points=points(drawn), marks="circle"),
            Line(style="optimum", points=points(optimum), marks="square"),
        ),
        across=_ticks([str(number) for number in rounds]),
        heights=heights,
    )


def histogram(title: str, counts: Mapping[str, int]) -> Chart:
    """Lay out how often there is what, in this order; at least one."""
    top, heights = _heights(max(counts.values()), 1.0)
    width = round((WIDTH - _LEFT - _RIGHT) / len(counts) * 0.8, 1)
    bars = (
        (round(_across(place, len(counts)) - width / 2, 1), _up(count / top), width)
        for place, count in enumerate(counts.values())
    )
    return Chart(
        title=title,
        said=", ".join(f"{name}: {count}" for name, count in counts.items() if count),
        bars=tuple((x, y, across, round(_up(0) - y, 1)) for x, y, across in bars),
        across=_ticks(list(counts)),
        heights=heights,
    )


def curves(title: str, across: Sequence[str], lines: Mapping[str, Sequence[float]]) -> Chart:
    """Lay out lines by their names; their values are from 0 to 1, one for each place across."""
    made = tuple(
        Line(
            style=style,
            name=name,
            points=tuple(
                (_across(place, len(across)), _up(value)) for place, value in enumerate(values)
            ),
        )
        for style, (name, values) in zip(_STYLES, lines.items(), strict=False)
    )
    ticks = _ticks(across)
    shown = [list(across).index(text) for _, text in ticks]
    said = (
        f"{name}: " + ", ".join(f"{across[place]} {values[place]:.0%}" for place in shown)
        for name, values in lines.items()
    )
    quarters = [tick / 4 for tick in range(5)]
    return Chart(
        title=title,
        said="; ".join(said),
        lines=made,
        across=ticks,
        heights=tuple((_up(quarter), f"{quarter:.0%}") for quarter in quarters),
    )


def _heights(most: float, least: float) -> tuple[float, tuple[tuple[float, str], ...]]:
    """The end of an axis that reaches so far, and its numbers, which are so far apart at least."""
    step = max(_step(most), least)
    top = max(1, ceil(most / step - _ROUNDING))
    return top * step, tuple((_up(tick / top), f"{tick * step:.4g}") for tick in range(top + 1))


def _step(most: float) -> float:
    """Distance of the numbers of an axis that reaches so far: 1, 2 or 5 times a power of ten."""
    if most <= 0:
        return 1.0
    rough = most / 3
    power = 10.0 ** floor(log10(rough))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough * 0.999)


def _ticks(names: Sequence[str]) -> tuple[tuple[float, str], ...]:
    longest = max(map(len, names), default=0)
    room = (WIDTH - _LEFT - _RIGHT) // (_LETTER * (longest + 1))
    every = ceil(len(names) / max(1, min(room, _MOST_TICKS)))
    places = ((_across(place, len(names)), name) for place, name in enumerate(names))
    return tuple(places)[::every]


def _across(place: int, count: int) -> float:
    room = WIDTH - _LEFT - _RIGHT
    return round(_LEFT + room * (place + 0.5) / count, 1)


def _up(share: float) -> float:
    return round(HEIGHT - _BOTTOM - share * (HEIGHT - _TOP - _BOTTOM), 1)
