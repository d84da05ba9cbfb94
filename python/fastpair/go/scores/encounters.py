"""Direct encounters of those who are tied, of players and of teams [FIDE C.07 6, 13.3]."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from ...arrays import distinct
from .contest import MISSING, Terms

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ...arrays import Bools, Integers
    from ..tournament.tie_breaks import TieBreak
    from .contest import Contest, RoundScores

    _Group = list[int]
    """Rows of those who are tied."""

    _Step = Callable[[_Group], list[_Group]]
    """Divides a group, the best first; one group if it does not."""


def encounter_ranks(contest: Contest, tie_break: TieBreak, place: Integers) -> Integers:
    """Rank from 1 among those of one place by the games between them; none where nobody is ahead."""
    steps = [*_steps(contest, tie_break)]
    ranks = np.full(len(place), MISSING)
    for shared in distinct(place):
        rows = np.flatnonzero(place == shared).tolist()
        groups = _divide(rows, steps)
        if len(groups) > 1:
            ahead = 1
            for group in groups:
                ranks[group] = ahead
                ahead += len(group)
    return ranks


def encounter_terms(
    contest: Contest, tie_break: TieBreak, tied: Bools, rows: Sequence[int]
) -> Terms | None:
    """Doubled points of the games between those who are tied when a score tells the rows apart.

    Parameters
    ----------
    tied
        Who is tied, (n,).
    rows
        Those who are compared.

    Returns
    -------
    None if they are equal, or what separates them is no score.
    """
    group, step = _separated(np.flatnonzero(tied).tolist(), [*_steps(contest, tie_break)], {*rows})
    name = tie_break.score or contest.primary
    names = [name] if tie_break.code == "DE" else [name, contest.other(name)]
    if step >= len(names) > 1:
        return None
    score = contest.score_of(tie_break, names[min(step, len(names) - 1)])
    there = np.isin(np.arange(len(tied)), group)
    among = contest.paired & there[contest.opponent] & there[:, None]
    return Terms(score.result_x2, among & contest.met(tie_break), present=among)


def _divide(group: _Group, steps: Sequence[_Step]) -> list[_Group]:
    """Divide a group by the first step that does, and each of its parts from this step on [6.1, 13.3]."""
    for place, step in enumerate(steps if len(group) > 1 else ()):
        parts = step(group)
        if len(parts) > 1:
            return [*chain.from_iterable(_divide(part, steps[place:]) for part in parts)]
    return [group]


def _separated(group: _Group, steps: Sequence[_Step], rows: set[int]) -> tuple[_Group, int]:
    """The last group in which some rows are together, and the number of the step that separates them there."""
    for place, step in enumerate(steps):
        while len(parts := step(group)) > 1:
            inside = [part for part in parts if rows.issubset(part)]
            if not inside:
                return group, place
            (group,) = inside
    return group, len(steps)


def _steps(contest: Contest, tie_break: TieBreak) -> Iterator[_Step]:
    """The points of the games between those who are tied; of teams the other score and the boards, too."""
    name = tie_break.score or contest.primary
    yield _by_points(contest, tie_break, contest.score_of(tie_break, name))
    if tie_break.code == "DE":
        return
    yield _by_points(contest, tie_break, contest.score_of(tie_break, contest.other(name)))
    boards = contest.boards_x2
    assert boards is not None
    numbers = np.arange(1, boards.shape[2] + 1)
    kind = tie_break.code[3:]
    if (kind.startswith("B") and len(kind) > 1) or kind == "C":
        yield _by_match(contest, lambda match: (-int(match @ numbers),))
    if kind[-1:] == "T":
        yield _by_match(contest, lambda match: tuple(match.tolist()))
    if kind[-1:] == "B":
        yield _by_match(contest, lambda match: tuple(match.cumsum()[-2::-1].tolist()))


def _by_points(contest: Contest, tie_break: TieBreak, score: RoundScores) -> _Step:
    """Divide by points, once all have met; before, who is ahead whatever the missing games bring [6.2]."""
    opponents = np.where(contest.met(tie_break), contest.opponent, -1).tolist()
    points = score.result_x2.tolist()

    def step(group: _Group) -> list[_Group]:
        among = {row: _points_among(group, row, opponents[row], points[row]) for row in group}
        own = {row: sum(met.values(), Fraction(0)) for row, met in among.items()}
        complete = all(len(met) == len(group) - 1 for met in among.values())
        if complete or contest.predetermined:
            return _classes(group, own)
        most = {row: own[row] + score.win_x2 * (len(group) - 1 - len(among[row])) for row in group}
        return _ahead(group, own, most)

    return step


def _points_among(
    group: _Group, row: int, opponents: Sequence[int], points: Sequence[int]
) -> dict[int, Fraction]:
    """Doubled points against each of the others; of those met more than once the mean [6.1.2]."""
    found: dict[int, list[int]] = {}
    for opponent, won in zip(opponents, points, strict=True):
        if opponent in group and opponent != row:
            found.setdefault(opponent, []).append(won)
    return {opponent: Fraction(sum(won), len(won)) for opponent, won in found.items()}


def _classes(group: _Group, value: dict[int, Fraction]) -> list[_Group]:
    """Those of equal values together, the highest first."""
    parts: dict[Fraction, _Group] = {}
    for row in sorted(group, key=lambda row: -value[row]):
        parts.setdefault(value[row], []).append(row)
    return [*parts.values()]


def _ahead(group: _Group, own: dict[int, Fraction], most: dict[int, Fraction]) -> list[_Group]:
    """The first, then the second …, as long as nobody behind them can reach their points."""
    order = sorted(group, key=lambda row: (-own[row], -most[row]))
    for first in range(len(order) - 1):
        if own[order[first]] <= max(most[row] for row in order[first + 1 :]):
            return [*([row] for row in order[:first]), order[first:]]
    return [[row] for row in order]


def _by_match(contest: Contest, value: Callable[[Integers], tuple[int, ...]]) -> _Step:
    """Divide two teams by the boards of their matches [13.3.2]."""
    boards = contest.boards_x2
    assert boards is not None

    def step(group: _Group) -> list[_Group]:
        if len(group) != 2:
            return [group]
        one, other = group
        sides = [
            value(boards[row][contest.played[row] & (contest.opponent[row] == theirs)].sum(axis=0))
            for row, theirs in ((one, other), (other, one))
        ]
        if sides[0] == sides[1]:
            return [group]
        return [[one], [other]] if sides[0] > sides[1] else [[other], [one]]

    return step
