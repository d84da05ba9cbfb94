"""Starting scores, floor and bar of a McMahon tournament, found from its scores at the end."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...go.tournament import Grade

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..wall_list import Seat

__all__ = ["POINTS_X2", "Starts", "points_x2", "score_x2", "starts_of"]

POINTS_X2 = {"+": 2, "=": 1, "-": 0, "?": 0}
"""Doubled points of a round by the sign in the wall list."""

_MMS_OF_1_DAN = 30
_SCORE = re.compile(r"(-?[0-9]{1,4})([?=½œ]|[.,][05])?")
_LARGEST_CORRECTION = 9
"""Larger ones mean that the scores are none of McMahon's."""

_LEAST_WHOLE = 4
"""One start in so many may be no whole one, as where a score or a result is wrong."""


@dataclass(frozen=True, kw_only=True)
class Starts:
    """Where everybody started."""

    floor: Grade
    bar: Grade
    corrections: tuple[int, ...]
    """What each starting score is off the grade between floor and bar."""

    shift: int
    """How much the scores of the file are less than ours, which count from 30 kyu."""

    round_down: bool
    """Whether half points of absences are rounded down."""

    def score_of(self, grade: Grade) -> int:
        """The score in the file that a player of a grade starts with, without a correction."""
        return max(self.floor, min(grade, self.bar)) + _MMS_OF_1_DAN - self.shift

    @property
    def plausible(self) -> bool:
        """Whether grades explain most starting scores, so that these are no accident."""
        return self.floor < self.bar and 2 * self.corrected <= len(self.corrections)

    @property
    def corrected(self) -> int:
        """Number of players with a correction."""
        return sum(map(bool, self.corrections))


def score_x2(word: str) -> int | None:
    """The doubled score in a word such as ``31``, ``30½`` or ``30.5``, if it is one.

    An encoding without the sign makes ``?`` or ``œ`` of ``½`` [FORMATS 2]; some write ``=``.
    """
    match = _SCORE.fullmatch(word)
    if match is None:
        return None
    half = bool(match[2]) and not match[2].endswith("0")
    return 2 * int(match[1]) + half


def starts_of(
    grades: Sequence[Grade],
    scores_x2: Sequence[int],
    seats: Sequence[Sequence[Seat]],
    *,
    from_30_kyu: bool,
) -> Starts | None:
    """The starting scores that lead to these scores, if most of them are whole and plausible.

    Parameters
    ----------
    grades
        Grades of the players.
    scores_x2
        Doubled scores at the end.
    seats
        What each player did, by line and round.
    from_30_kyu
        Whether the scores are known to count from 30 kyu, as ours do.
    """
    found = {
        round_down: [
            score - points_x2(line, round_down=round_down)
            for score, line in zip(scores_x2, seats, strict=True)
        ]
        for round_down in (True, False)
    }
    for round_down in sorted(found, key=lambda down: sum(start % 2 for start in found[down])):
        if _LEAST_WHOLE * sum(start % 2 for start in found[round_down]) > len(seats):
            continue
        starts = [start // 2 for start in found[round_down]]
        fitted = _fitted(grades, starts, round_down, from_30_kyu)
        if from_30_kyu or max(map(abs, fitted.corrections), default=0) <= _LARGEST_CORRECTION:
            return fitted
    return None


def points_x2(line: Sequence[Seat], *, round_down: bool) -> int:
    """The doubled points of a player, those without a game rounded down in all or not."""
    won = sum(POINTS_X2[seat.result] for seat in line if seat.opponent)
    given = sum(POINTS_X2[seat.result] for seat in line if not seat.opponent)
    return won + (given - given % 2 if round_down else given)


def _fitted(
    grades: Sequence[Grade], starts: Sequence[int], round_down: bool, from_30_kyu: bool
) -> Starts:
    """Floor, bar and shift with the smallest corrections, without a shift if that is as good."""
    levels = [start - _MMS_OF_1_DAN for start in starts]
    shifts = Counter(grade - level for grade, level in zip(grades, levels, strict=True))
    usual = [] if from_30_kyu else [shift for shift, _ in shifts.most_common(1)]
    candidates = [_between(grades, levels, shift, round_down) for shift in (0, *usual)]
    return min(candidates, key=lambda found: sum(map(abs, found.corrections)))


def _between(
    grades: Sequence[Grade], levels: Sequence[int], shift: int, round_down: bool
) -> Starts:
    counts = Counter((grade, level + shift) for grade, level in zip(grades, levels, strict=True))
    limits = sorted({Grade.limited(level) for _, level in counts})
    lowest, highest = -30, 8

    def corrections(floor: int, bar: int) -> int:
        return sum(
            count * abs(level - max(floor, min(grade, bar)))
            for (grade, level), count in counts.items()
        )

    bar = min(reversed(limits), key=lambda limit: corrections(lowest, limit), default=highest)
    below = (limit for limit in limits if limit <= bar)
    floor = min(below, key=lambda limit: corrections(limit, bar), default=lowest)
    return Starts(
        floor=Grade(floor),
        bar=Grade(bar),
        corrections=tuple(
            level + shift - max(floor, min(grade, bar))
            for grade, level in zip(grades, levels, strict=True)
        ),
        shift=shift,
        round_down=round_down,
    )
