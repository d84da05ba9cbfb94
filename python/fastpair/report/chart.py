"""Charts as SVG."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import ceil, floor, isnan, log10
from typing import TYPE_CHECKING

import numpy as np

from ..go.ratings import expectation, rating_or_grade
from ..go.tournament import Grade, players_there, starts_of
from ..insight.advice import bars_to_choose
from ..pairing.papers.shapes import concavity, h, sech
from .sheet import format_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ..arrays import Reals
    from ..go.tournament import Tournament
    from ..insight.explain.alternatives import HeatMap
    from .pages import Translate


# ---- Small pictures: where their bars, lines and numbers lie. A template draws them ----

if TYPE_CHECKING:
    Points = tuple[tuple[float, float], ...]
    """x and y in the units of a picture."""


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
class ChartLine:
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

    description: str
    """What it shows, for who does not see it."""

    bars: tuple[tuple[float, float, float, float], ...] = ()
    """Left, top, width and height of each."""

    lines: tuple[ChartLine, ...] = ()

    across: tuple[tuple[float, str], ...]
    """Places and numbers of the horizontal axis."""

    heights: tuple[tuple[float, str], ...]
    """Places and numbers of the vertical axis, from 0 upwards."""


def line_chart(
    title: str,
    rounds: Sequence[int],
    draw_values: Sequence[float],
    optimum: Sequence[float],
    _: Translate = str,
) -> Chart:
    """Lay out the values of two draws round by round; one for each round, 0 or more."""
    values = (*draw_values, *optimum)
    least = 1.0 if all(float(value).is_integer() for value in values) else 0.0
    top, heights = _heights(max(values), least)
    template = _("round {round}: {drawn} drawn, {optimum} in the optimum")

    def points(values: Sequence[float]) -> Points:
        return tuple(
            (_across(place, len(rounds)), _up(value / top)) for place, value in enumerate(values)
        )

    return Chart(
        title=title,
        description="; ".join(
            template.format(round=number, drawn=f"{one:.4g}", optimum=f"{other:.4g}")
            for number, one, other in zip(rounds, draw_values, optimum, strict=True)
        ),
        lines=(
            ChartLine(style="drawn", points=points(draw_values), marks="circle"),
            ChartLine(style="optimum", points=points(optimum), marks="square"),
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
        description=", ".join(f"{name}: {count}" for name, count in counts.items() if count),
        bars=tuple((x, y, across, round(_up(0) - y, 1)) for x, y, across in bars),
        across=_ticks(list(counts)),
        heights=heights,
    )


def curves(title: str, across: Sequence[str], lines: Mapping[str, Sequence[float]]) -> Chart:
    """Lay out lines by their names; their values are from 0 to 1, one for each place across."""
    series = tuple(
        ChartLine(
            style=style,
            name=name,
            points=tuple(
                (_across(place, len(across)), _up(value)) for place, value in enumerate(values)
            ),
        )
        for style, (name, values) in zip(_STYLES, lines.items(), strict=False)
    )
    ticks = _ticks(across)
    positions = [list(across).index(text) for _, text in ticks]
    texts = (
        f"{name}: " + ", ".join(f"{across[place]} {values[place]:.0%}" for place in positions)
        for name, values in lines.items()
    )
    quarters = [tick / 4 for tick in range(5)]
    return Chart(
        title=title,
        description="; ".join(texts),
        lines=series,
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
    most = (WIDTH - _LEFT - _RIGHT) // (_LETTER * (longest + 1))
    every = ceil(len(names) / max(1, min(most, _MOST_TICKS)))
    places = ((_across(place, len(names)), name) for place, name in enumerate(names))
    return tuple(places)[::every]


def _across(place: int, count: int) -> float:
    length = WIDTH - _LEFT - _RIGHT
    return round(_LEFT + length * (place + 0.5) / count, 1)


def _up(share: float) -> float:
    return round(HEIGHT - _BOTTOM - share * (HEIGHT - _TOP - _BOTTOM), 1)


# ---- The figures of the papers: grades, starts, chances to win, shapes of weights ----

# They are [V figs 2.1, 4.1, 4.2] and [K12 fig. 1].

_DIFFERENCES = range(-600, 601, 50)
"""Of two ratings, as figure 2.1 of the thesis goes."""

_FARTHEST = 6
"""Deviation at which the shapes of weights end."""


def field_charts(tournament: Tournament, _: Translate = str) -> Iterator[Chart]:
    """Who is there, by grade and by starting score; what a bar would do, and what a game brings.

    Who has not entered finally, or has left, does not count unless nobody else is there. Without grades
    there is nothing to show.
    """
    players = players_there(tournament) or tournament.players
    if not players or not tournament.has_grades:
        return
    grades = [int(player.grade) for player in players]
    counts = Counter(grades)
    across = range(min(grades), max(grades) + 1)
    count_of_grade = {str(Grade(grade)): counts[grade] for grade in across}
    yield histogram(_("players by grade"), count_of_grade)
    starts = Counter(starts_of(tournament, players))
    starting = {
        format_number(score): starts[score] for score in range(min(starts), max(starts) + 1)
    }
    yield histogram(_("players by starting score"), starting)
    bars = bars_to_choose(tournament)
    if len(bars) > 1:
        weakest_first = bars[::-1]
        yield curves(
            _("chance that the winner is below a bar at this grade"),
            [str(bar.grade) for bar in weakest_first],
            {_("chance"): [bar.chance_below for bar in weakest_first]},
        )
    ratings = np.sort(rating_or_grade([player.rating_or_lowest for player in players], grades))
    chosen = dict.fromkeys(
        int(ratings[place]) for place in (len(ratings) // 4, len(ratings) // 2, -1)
    )
    yield expectancy_chart(_("winning expectancy by rating difference"), list(chosen))


def shapes_chart(title: str) -> Chart:
    """How a weight falls as a deviation grows: Gotha's concavity, sech, and the skew step [K12 fig. 1].

    The deviations of the first are scaled; the paper says neither by what nor how far it draws them.
    """
    x = np.arange(0, _FARTHEST + 0.25, 0.25)
    shapes = {
        f"Υ(x / {_FARTHEST})": concavity(x / _FARTHEST),
        "sech(x)": sech(x),
        "h(x)": h(x),
    }
    lines = {name: weights.tolist() for name, weights in shapes.items()}
    return curves(title, [f"{place:g}" for place in x], lines)


def expectancy_chart(title: str, ratings: Sequence[int]) -> Chart:
    """The winning expectancies S of players with these ratings, by the difference to the opponent's.

    It is figure 2.1 of the thesis [V eq. 2.1].
    """
    differences = np.array(_DIFFERENCES)
    lines = {
        str(rating): expectation(rating, rating + differences)[0].tolist() for rating in ratings
    }
    return curves(title, [f"{points:+d}" if points else "0" for points in _DIFFERENCES], lines)


# ---- What games between score groups cost, as a picture whose cells a template draws ----

CELL = 20
"""Side of a cell, in units of the picture."""

LEVELS = 6
"""Colours, from the cheapest to the dearest games."""

_MAP_LEFT, _BELOW = 76, 28
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
            x, y = _MAP_LEFT + column * CELL, row * CELL
            level = _level(float(prices.median[row, column]), limits)
            paths[level].append(f"M{x} {y}h{CELL - 1}v{CELL - 1}h-{CELL - 1}z")
            if number := int(prices.games[row, column]):
                middle = CELL / 2 - 0.5
                games.append((x + middle, y + middle, str(number), level))
    scores = [format_number(score) for score in prices.scores]
    middles = [place * CELL + CELL / 2 for place in range(count)]
    return Picture(
        width=_MAP_LEFT + count * CELL,
        height=count * CELL + _BELOW,
        levels=tuple(map("".join, paths)),
        upto=tuple(_axis_text(limit) for limit in limits),
        games=tuple(games),
        rows=tuple(
            (y, f"{score} ({size})")
            for y, score, size in zip(middles, scores, prices.sizes, strict=True)
        ),
        columns=tuple((_MAP_LEFT + x, score) for x, score in zip(middles, scores, strict=True)),
    )


def _limits(values: Reals) -> list[float]:
    """The dearest game of each colour, rounded up; the colours have equally many cells."""
    numbers = np.sort(values[~np.isnan(values)])
    if not len(numbers):
        return []
    ends = [numbers[-(-len(numbers) * part // LEVELS) - 1] for part in range(1, LEVELS + 1)]
    return sorted({_rounded_up(float(end)) for end in ends})


def _rounded_up(value: float) -> float:
    """The next number of so few digits that is not smaller."""
    if value <= 0:
        return 0.0
    unit = 10.0 ** (floor(log10(value)) + 1 - _DIGITS)
    return ceil(value / unit) * unit


def _axis_text(value: float) -> str:
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
