"""Tie-breakers as the papers count them [V 4.2.2, 6.1; BGA 4.6]; OpenGotha's are in ``opposition``.

Every function takes the number of rounds played and returns doubled scores, int64 of shape (n,).
Scores are taken after the same round, not when the players met, and handicaps do not count. Wins,
MMS and CUSS are those of ``criterion_values``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from .opposition import total, values_met
from .points import mms_x2

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .history import History

    Scores = NDArray[np.int64]

__all__ = ["Missed", "cusp_x2", "pairing_x2", "sodos_x2", "sos_x2", "sosos_x2"]

Missed = Literal["bga", "own"]
"""What a round without an opponent adds to SOS. With ``"bga"`` it is the own score before round 1
[BGA 4.6]. With ``"own"`` a bye adds the own score, and an absence nothing [V 4.2.2]. To SOSOS,
``"bga"`` adds the own SOS, and ``"own"`` nothing [INTERPRETATION 5]."""


def sos_x2(
    history: History, after: int, *, missed: Missed = "bga", score_x2: Scores | None = None
) -> Scores:
    """Sum of the opponents' scores (SOS) [V 4.2.2; BGA 4.6].

    Parameters
    ----------
    history, after
        The games, and the number of rounds to count, 0 to ``history.rounds``.
    missed
        What a round without an opponent adds.
    score_x2 : (n,) int64, optional
        Scores of the opponents; by default their McMahon scores. EPM takes those of ``pairing_x2``.
    """
    own = mms_x2(history)[:, after]
    theirs = own if score_x2 is None else score_x2
    if missed == "bga":
        return total(values_met(history, theirs, after, 2 * history.start_mms))
    return total(values_met(history, theirs, after)) + history.byes_before(after + 1) * own


def sosos_x2(
    history: History, after: int, *, missed: Missed = "bga", score_x2: Scores | None = None
) -> Scores:
    """Sum of the opponents' SOS (SOSOS) [V 4.2.2; BGA 4.6]. Parameters as of ``sos_x2``."""
    sos = sos_x2(history, after, missed=missed, score_x2=score_x2)
    return total(values_met(history, sos, after, sos if missed == "bga" else 0))


def sodos_x2(history: History, after: int, *, score_x2: Scores | None = None) -> Scores:
    """Sum of the beaten opponents' scores (SODOS) [V 4.2.2]. Parameters as of ``sos_x2``.

    A jigo beats nobody; a win by default counts.
    """
    theirs = mms_x2(history)[:, after] if score_x2 is None else score_x2
    return total(values_met(history, theirs, after) * (history.points_x2[:, :after] == 2))


def cusp_x2(history: History, after: int) -> Scores:
    """Sum of the points after each round (CUSP), of games really played [BGA 4.6]."""
    won = np.where(history.played, history.points_x2, 0)[:, :after]
    return total(won.cumsum(axis=1))


def pairing_x2(history: History) -> Scores:
    """Scores of EPM for groups and opponents, (n, rounds + 1) [V 6.1].

    An absence counts half a point, whatever the rules say, and the total is rounded down. EPM's
    standings count absences as the rules do, which should give nothing for them.
    """
    halves = replace(history.rules, mms_absent_x2=1, round_down=False)
    return mms_x2(replace(history, rules=halves)) // 2 * 2
