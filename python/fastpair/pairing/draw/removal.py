"""Hard rules: what removes pairs from the draw, whatever their weight [K12 9.2]."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from math import floor
from typing import TYPE_CHECKING

import numpy as np

from ..papers.game_class import GameClass, game_class
from ..weights.evaluation.classes import Classifier
from ..weights.preferences import family

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from ..field import Field, State

    Rows = slice | NDArray[np.int64]
    Part = Callable[[Rows, slice], NDArray[np.bool_]]
    """The pairs that a rule removes of some players with consecutive ones, by seat."""

__all__ = [
    "HardRule",
    "Measure",
    "Range",
    "Removal",
    "Rule",
    "cap",
    "elsewhere",
    "families",
    "grade_range",
    "handicap_at_top",
    "handicaps_at_top",
    "listed",
    "remaining",
    "score_limit",
    "score_range",
]

_LIMIT = 1.0
"""Difference of scores to which the models' own limit holds the games that can be: one win, the distance
of neighbouring groups [K12 2.2, 9.2]."""

_FAR = 2.0**40
"""More than any doubled difference of scores."""


class HardRule(Enum):
    """The hard rules, in the order in which they give way: the cheapest first.

    The order is that of [INTERPRETATION K12-6.2/9.2]. Rules that the papers do not mention stand
    between its ranges and its rematches.
    """

    HANDICAP_AT_TOP = "no handicap at the top"
    SCORE_LIMIT = "limit of scores"
    SCORE_RANGE = "range of scores"
    GRADE_RANGE = "range of grades"
    FAMILIES = "families"
    MUST_PLAY_GROUP = "must-play group"
    REMATCH = "rematch"
    FORBID = "must not play"
    FORCE = "must play"

    @property
    def gives_way(self) -> bool:
        """Whether the rule may be relaxed at all: all but what the director says of two players."""
        return self not in (HardRule.FORBID, HardRule.FORCE)


@dataclass(frozen=True, slots=True, eq=False)
class Measure:
    """What a rule measures of two players, and how far apart they may be in it."""

    place: NDArray[np.int64]
    """The score, doubled, or the grade of each seat, (n,)."""

    most: int

    def apart(self, pairs: NDArray[np.intp]) -> NDArray[np.int64]:
        """How far apart the players of some pairs are, (m,); ``pairs`` are seats, (m, 2)."""
        first, second = self.place[pairs].T
        return abs(first - second)

    def distance(self) -> NDArray[np.int64]:
        """How far apart any two players are, (n, n)."""
        return abs(self.place[:, None] - self.place)


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """A rule that removes pairs because of who the players are."""

    name: HardRule

    part: Part
    """The pairs that it removes."""

    measure: Measure | None = None
    """By what a pair may be more or less against it, if by anything."""

    def removal(self, exempt: NDArray[np.bool_] | None = None, *, own: bool = False) -> Removal:
        """What it removes of all pairs but those that are exempt."""
        pairs = self.part(slice(None), slice(None))
        if exempt is not None:
            pairs = pairs & ~exempt
        return Removal(self.name, pairs, self.measure, own=own)


@dataclass(frozen=True, slots=True, eq=False)
class Range(Rule):
    """A rule against pairs who are too far apart."""

    measure: Measure


@dataclass(frozen=True, slots=True, eq=False)
class Removal:
    """The pairs of a field that a rule removes."""

    rule: HardRule

    pairs: NDArray[np.bool_]
    """(n, n), symmetric; the diagonal means nothing."""

    measure: Measure | None = None
    """By what a pair may be more or less against the rule, if by anything."""

    own: bool = False
    """Whether the rule is one of the model's own, which give way in the draw itself."""

    def costs(self) -> NDArray[np.int64]:
        """What it costs to let each pair through, (n, n); 0 for those that are not removed.

        It is the square of the excess, so that several small exceptions are better than a wide one;
        or 1 if nothing is measure.
        """
        removed = self.pairs.astype(np.int64)
        if self.measure is None:
            return removed
        excess = self.measure.distance() - self.measure.most
        costs: NDArray[np.int64] = excess.clip(min=1) ** 2 * removed
        return costs


def remaining(size: int, removals: Iterable[Removal]) -> NDArray[np.bool_]:
    """The pairs of so many players that no rule removes, (n, n), false on the diagonal."""
    removed = np.eye(size, dtype=np.bool_)
    for removal in removals:
        removed |= removal.pairs
    return np.logical_not(removed, out=removed)


def elsewhere(field: Field, seats: Sequence[tuple[int, int]]) -> NDArray[np.bool_]:
    """The pairs of these players with anybody but the opponent whom they are given, (n, n)."""
    mask = np.zeros((len(field), len(field)), dtype=np.bool_)
    for i, j in seats:
        mask[[i, j], :] = mask[:, [i, j]] = True
    for i, j in seats:
        mask[i, j] = mask[j, i] = False
    return mask


def grade_range(field: Field, most: int) -> Range:
    """Pairs whose grades are more than ``most`` apart [K12 9.2]."""
    return _range(HardRule.GRADE_RANGE, Measure(field.grade.astype(np.int64), most))


def score_range(state: State, most: float) -> Range:
    """Pairs whose scores, as the model counts them, are more than ``most`` points apart [K12 9.2]."""
    return _range(HardRule.SCORE_RANGE, _scores(state, most))


def score_limit(state: State) -> Range:
    """Pairs whose scores are further apart than the models' own limit."""
    return _range(HardRule.SCORE_LIMIT, _scores(state, _LIMIT))


def cap(measure: Measure, most: int) -> Range:
    """Pairs that are further apart than the widest game that there may be."""
    return _range(HardRule.SCORE_LIMIT, Measure(measure.place, most))


def _scores(state: State, most: float) -> Measure:
    return Measure((2 * state.mms).astype(np.int64), floor(min(2 * most, _FAR)))


def _range(name: HardRule, measure: Measure) -> Range:
    places, number = np.unique(measure.place, return_inverse=True)
    removed = abs(places[:, None] - places) > measure.most
    return Range(name, _by_class(removed, number), measure)


def _by_class(removed: NDArray[np.bool_], number: NDArray[np.integer]) -> Part:
    """Pairs by the classes of their players, between any two of which all are removed or none."""
    # Most players are in the same state as others, so there are few different rows.
    return lambda rows, columns: removed.take(number[columns], axis=1)[number[rows]]


def handicap_at_top(state: State) -> Range:
    """Pairs whose scores call for a handicap, though one of the two is at the top.

    That is D > |H| with either player at the bar or in a supergroup [K15 2.1; INTERPRETATION
    K15-2.1 (g)].
    """
    classes = Classifier(state).classes(("mms", "at_top"))
    removed, number = classes.table(handicaps_at_top), classes.number
    measure = _scores(state, abs(state.offset or 0))
    return Range(HardRule.HANDICAP_AT_TOP, _by_class(removed, number), measure)


def handicaps_at_top(a: State, b: State) -> NDArray[np.bool_]:
    """Whether ``handicap_at_top`` removes the pairs of two views of a state."""
    handicap = game_class(a.mms, b.mms, a.offset) == GameClass.HANDICAP
    removed: NDArray[np.bool_] = handicap & (a.at_top | b.at_top)
    return removed


def families(field: Field) -> Rule:
    """Pairs of one family name and one club [K12 3.2]."""
    house = family(field)
    return Rule(HardRule.FAMILIES, lambda rows, columns: house[rows, None] == house[columns])


def listed(pairs: NDArray[np.int64], size: int) -> Part:
    """Some pairs of seats, (p, 2), of so many players."""
    ends = np.concatenate([pairs, pairs[:, ::-1]])
    ends = ends[np.argsort(ends[:, 0], kind="stable")]
    begin = np.searchsorted(ends[:, 0], np.arange(size + 1))

    def part(rows: Rows, columns: slice) -> NDArray[np.bool_]:
        seats = np.arange(size)[rows]
        first, counts = begin[seats], begin[seats + 1] - begin[seats]
        row = np.repeat(np.arange(len(seats)), counts)
        other = ends[np.repeat(first - counts.cumsum() + counts, counts) + np.arange(len(row)), 1]
        start, stop, _ = columns.indices(size)
        inside = (other >= start) & (other < stop)
        found = np.zeros((len(seats), stop - start), dtype=np.bool_)
        found[row[inside], other[inside] - start] = True
        return found

    return part
