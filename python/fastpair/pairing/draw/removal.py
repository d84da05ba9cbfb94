"""Hard rules: what removes pairs from the draw, whatever their weight [K12 9.2]."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
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
    "Removal",
    "elsewhere",
    "families",
    "grade_range",
    "handicap_at_top",
    "handicaps_at_top",
    "listed",
    "remaining",
    "score_range",
]


class HardRule(Enum):
    """The hard rules, in the order in which they give way: the cheapest first.

    The order is that of [INTERPRETATION K12-6.2/9.2]. Rules that the papers do not mention stand
    between its ranges and its rematches.
    """

    HANDICAP_AT_TOP = "no handicap at the top"
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

    @property
    def measure(self) -> str | None:
        """Column of the field by which a pair may be more or less against the rule, if there is one."""
        if self in (HardRule.HANDICAP_AT_TOP, HardRule.SCORE_RANGE):
            return "main_x2"
        return "grade" if self is HardRule.GRADE_RANGE else None


@dataclass(frozen=True, slots=True, eq=False)
class Removal:
    """The pairs of a field that a rule removes."""

    rule: HardRule

    pairs: NDArray[np.bool_]
    """(n, n), symmetric; the diagonal means nothing."""


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


def grade_range(field: Field, most: int) -> Part:
    """Pairs whose grades are more than ``most`` apart [K12 9.2]."""
    grade = field.grade
    return lambda rows, columns: abs(grade[rows, None] - grade[columns]) > most


def score_range(field: Field, state: State, most: float) -> Part:
    """Pairs whose score groups are more than ``most`` points apart [K12 9.2]."""
    score_x2 = field.main_x2 // 2 * 2 if state.whole_scores else field.main_x2
    return lambda rows, columns: abs(score_x2[rows, None] - score_x2[columns]) > 2 * most


def handicap_at_top(state: State) -> Part:
    """Pairs whose scores call for a handicap, though one of the two plays even games only.

    That is D > |H| with either player at the bar or above it, or at the threshold of handicaps
    [K15 2.1; INTERPRETATION K15-2.1 (g)].
    """
    classes = Classifier(state).classes(("mms", "even_only"))
    removed, number = classes.table(handicaps_at_top), classes.number
    # Most players are in the same state as others, so there are few different rows.
    return lambda rows, columns: removed.take(number[columns], axis=1)[number[rows]]


def handicaps_at_top(a: State, b: State) -> NDArray[np.bool_]:
    """Whether ``handicap_at_top`` removes the pairs of two views of a state."""
    handicap = game_class(a.mms, b.mms, a.offset) == GameClass.HANDICAP
    removed: NDArray[np.bool_] = handicap & (a.even_only | b.even_only)
    return removed


def families(field: Field) -> Part:
    """Pairs of one family name and one club [K12 3.2]."""
    house = family(field)
    return lambda rows, columns: house[rows, None] == house[columns]


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
