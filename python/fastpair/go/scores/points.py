"""First-level scores: what a player's own rounds are worth [OPENGOTHA 5].

Every function returns doubled scores, int64 of shape (n, rounds + 1); column r is the score after
round r, column 0 the score before round 1.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING

import numpy as np

from ..tournament import Criterion
from .history import MMS_OF_1_DAN, Status

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .history import History

__all__ = [
    "credited_mms_x2",
    "credited_wins_x2",
    "cup_score_x2",
    "main_score_x2",
    "mms_without_absences_x2",
    "mms_x2",
    "strasbourg_score_x2",
    "whole",
    "wins_x2",
]


_Scores = Callable[["History"], "NDArray[np.int64]"]


def _once(scores: _Scores) -> _Scores:
    """Count scores once for each history, since the criteria of the standings share them."""

    @wraps(scores)
    def counted(history: History) -> NDArray[np.int64]:
        known = history.scores
        if scores.__name__ not in known:
            known[scores.__name__] = scores(history)
            known[scores.__name__].flags.writeable = False
        return known[scores.__name__]

    return counted


def whole(score_x2: NDArray[np.int64]) -> NDArray[np.int64]:
    """Whole points of a doubled score, the half point dropped (towards zero)."""
    return (score_x2 - np.fmod(score_x2, 2)) // 2


@_once
def wins_x2(history: History) -> NDArray[np.int64]:
    """Points won, and those given for absences and byes (NBW)."""
    return _after(_earned_x2(history)) + _unearned_wins_x2(history)


@_once
def mms_x2(history: History) -> NDArray[np.int64]:
    """McMahon score: the starting score, points won, and those given for absences and byes."""
    points = history.rules.points
    unearned = _unearned(history, points.mms_absent_x2, points.mms_bye_x2)
    return 2 * history.start_mms[:, None] + _after(_earned_x2(history)) + unearned


def mms_without_absences_x2(history: History) -> NDArray[np.int64]:
    """McMahon score without what absences add: pairgoth's SCOREX [OPENGOTHA 9]."""
    unearned = _unearned(history, 0, history.rules.points.mms_bye_x2)
    return 2 * history.start_mms[:, None] + _after(_earned_x2(history)) + unearned


def cup_score_x2(history: History) -> NDArray[np.int64]:
    """Score in which every round weighs twice as much as the one before (CPS)."""
    score = np.zeros((len(history.grade), history.rounds + 1), dtype=np.int64)
    for column, points in enumerate(history.points_x2.T):
        score[:, column + 1] = 2 * score[:, column] + points
    return score + _unearned_wins_x2(history)


def main_score_x2(history: History) -> NDArray[np.int64]:
    """Score by which the players of a round are grouped."""
    return _MAIN_SCORES[history.rules.main_criterion](history)


def strasbourg_score_x2(history: History) -> NDArray[np.int64]:
    """McMahon score with a bonus of two points for unbeaten players at the top (STS).

    A player who started at the bar and has won all games up to the last round but one gets the
    bonus. A player who has done so up to the last round gets it, or gets it again.
    """
    mms, rounds = mms_x2(history), history.rounds
    score = mms.copy()
    for left in (2, 1):
        after = rounds - left
        if after > 0:
            unbeaten = mms[:, after] == 2 * (MMS_OF_1_DAN + history.rules.bar + after)
            score[unbeaten, after:] += 4
    return score


def credited_wins_x2(history: History) -> NDArray[np.int64]:
    """Wins as the opponents' SOS counts them.

    With ``unplayed_as_half_point`` only games that were played count, and every other round counts
    half a point.
    """
    if history.rules.unplayed_as_half_point:
        return _virtual_x2(history)
    return wins_x2(history)


def credited_mms_x2(history: History) -> NDArray[np.int64]:
    """McMahon score as the opponents' SOS counts it; see ``credited_wins_x2``."""
    if history.rules.unplayed_as_half_point:
        return 2 * history.start_mms[:, None] + _virtual_x2(history)
    return mms_x2(history)


def _virtual_x2(history: History) -> NDArray[np.int64]:
    return _after(np.where(history.played, history.points_x2, 1))


def _earned_x2(history: History) -> NDArray[np.int64]:
    """Points of each round for the game, and bonus points [V 6]."""
    if history.bonus_x2 is None:
        return history.points_x2
    return history.points_x2 + history.bonus_x2


def _unearned_wins_x2(history: History) -> NDArray[np.int64]:
    points = history.rules.points
    return _unearned(history, points.wins_absent_x2, points.wins_bye_x2)


def _unearned(history: History, absent_x2: int, bye_x2: int) -> NDArray[np.int64]:
    """Points given for absences and byes; rounded down, two half points make a whole one."""
    absent, bye = history.status == Status.ABSENT, history.status == Status.BYE
    given = _after(absent_x2 * absent + bye_x2 * bye)
    return 2 * whole(given) if history.rules.points.round_down else given


def _after(per_round: NDArray[np.int64]) -> NDArray[np.int64]:
    """Running sum over the rounds, from 0 before round 1."""
    sums = np.zeros((len(per_round), per_round.shape[1] + 1), dtype=np.int64)
    np.cumsum(per_round, axis=1, out=sums[:, 1:])
    return sums


_MAIN_SCORES = {
    Criterion.WINS: wins_x2,
    Criterion.MMS: mms_x2,
    Criterion.CUP_SCORE: cup_score_x2,
}
