"""Tie-breakers as the papers count them [V 4.2.2, 6.1; BGA 4.6]; OpenGotha's are in ``opposition``.

Every function takes the number of rounds played and returns doubled scores, int64 of shape (n,).
Scores are taken after the same round, not when the players met, and handicaps do not count. What a
missed round adds, and what opponents count, is as the rules of the tournament say unless it is
passed. Wins, MMS and CUSS are those of ``criterion_values``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from .history import Status
from .opposition import total, values_met, without_smallest
from .points import mms_x2

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from ..tournament import MissedRound
    from .history import History

    Scores = NDArray[np.int64]

__all__ = ["credited_x2", "cusp_x2", "pairing_x2", "sodos_x2", "sos_x2", "sosos_x2"]


def sos_x2(
    history: History,
    after: int,
    *,
    without: int = 0,
    missed: MissedRound | None = None,
    score_x2: Scores | None = None,
) -> Scores:
    """Sum of the opponents' scores (SOS, SOS-1, SOS-2) [V 4.2.2; BGA 4.6].

    Parameters
    ----------
    history, after
        The games, and the number of rounds to count, 0 to ``history.rounds``.
    without
        How many of the smallest summands are left out.
    missed
        What a round without an opponent adds; by default ``Rules.missed``.
    score_x2 : (n,) int64, optional
        Scores of the opponents; by default ``credited_x2``.
    """
    theirs = credited_x2(history, after) if score_x2 is None else score_x2
    return without_smallest(_scores_met(history, after, missed, theirs), without)


def sosos_x2(
    history: History,
    after: int,
    *,
    missed: MissedRound | None = None,
    score_x2: Scores | None = None,
) -> Scores:
    """Sum of the opponents' SOS (SOSOS) [V 4.2.2; BGA 4.6]. Parameters as of ``sos_x2``."""
    sos = sos_x2(history, after, missed=missed, score_x2=score_x2)
    return total(values_met(history, sos, after, sos if _missed(history, missed) == "bga" else 0))


def sodos_x2(history: History, after: int, *, score_x2: Scores | None = None) -> Scores:
    """Sum of the beaten opponents' scores (SODOS) [V 4.2.2]. Parameters as of ``sos_x2``.

    A jigo beats nobody; a win by forfeit counts.
    """
    theirs = credited_x2(history, after) if score_x2 is None else score_x2
    return total(values_met(history, theirs, after) * (history.won_x2[:, :after] == 2))


def cusp_x2(history: History, after: int) -> Scores:
    """Sum of the points after each round (CUSP), of games really played [BGA 4.6]."""
    won = np.where(history.played, history.points_x2, 0)[:, :after]
    return total(won.cumsum(axis=1))


def credited_x2(history: History, after: int) -> Scores:
    """What the players count as opponents: their McMahon scores, or those of EPM."""
    scores = pairing_x2 if history.rules.absence_as_half_point else mms_x2
    return scores(history)[:, after]


def pairing_x2(history: History, score_x2: Callable[[History], Scores] = mms_x2) -> Scores:
    """Scores of EPM for groups and opponents, (n, rounds + 1) [V 6.1].

    An absence counts half a point, whatever the rules say, and the total is rounded down. EPM's
    standings count absences as the rules do, which should give nothing for them.
    """
    points = replace(history.rules.points, mms_absent_x2=1, wins_absent_x2=1, round_down=False)
    halves = replace(history.rules, points=points)
    return score_x2(replace(history, rules=halves)) // 2 * 2


def _missed(history: History, missed: MissedRound | None) -> MissedRound:
    return history.rules.missed if missed is None else missed


def _scores_met(
    history: History, after: int, missed: MissedRound | None, theirs: Scores
) -> NDArray[np.int64]:
    """Score of the opponent of each round, and what a missed one adds; (n, after)."""
    if _missed(history, missed) == "bga":
        return values_met(history, theirs, after, 2 * history.start_mms)
    bye = history.status[:, :after] == Status.BYE
    own = np.where(bye, mms_x2(history)[:, after, None], 0)
    return values_met(history, theirs, after) + own
