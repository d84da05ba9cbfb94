"""The figures of the papers: grades, starts, chances to win, shapes of weights.

They are [V figs 2.1, 4.1, 4.2] and [K12 fig. 1].
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from ..go.ratings import expectation, rating_or_grade
from ..go.tournament import Grade, players_there, starting_scores
from ..insight.advice import bars_to_choose
from ..pairing.papers.shapes import concavity, h, sech
from .chart import curves, histogram
from .pages.words import number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..go.tournament import Tournament
    from .chart import Chart
    from .pages.words import Translate

__all__ = ["expectancy_chart", "field_charts", "shapes_chart"]

_DIFFERENCES = range(-600, 601, 50)
"""Of two ratings, as figure 2.1 of the thesis goes."""

_FARTHEST = 6
"""Deviation at which the shapes of weights end."""


def field_charts(tournament: Tournament, _: Translate = str) -> Iterator[Chart]:
    """Who is there, by grade and by starting score; what a bar would do, and what a game brings.

    Who has not entered finally, or has left, does not count unless nobody else is there.
    """
    players = players_there(tournament) or tournament.players
    if not players:
        return
    grades = [int(player.grade) for player in players]
    counts = Counter(grades)
    across = range(min(grades), max(grades) + 1)
    shown = {str(Grade(grade)): counts[grade] for grade in across}
    yield histogram(_("players by grade"), shown)
    keys = {player.key for player in players}
    scores = zip(tournament.players, starting_scores(tournament), strict=True)
    starts = Counter(score for player, score in scores if player.key in keys)
    starting = {number(score): starts[score] for score in range(min(starts), max(starts) + 1)}
    yield histogram(_("players by starting score"), starting)
    bars = bars_to_choose(tournament)
    if len(bars) > 1:
        weakest_first = bars[::-1]
        yield curves(
            _("chance that the winner is below a bar at this grade"),
            [str(bar.grade) for bar in weakest_first],
            {_("chance"): [bar.chance_below for bar in weakest_first]},
        )
    ratings = np.sort(rating_or_grade([player.rating for player in players], grades))
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
