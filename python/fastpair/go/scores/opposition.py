"""Second-level scores: what a player's opponents are worth [OPENGOTHA 6].

The opponents' scores are taken after the same round as the player's own, not when they met.
Every function takes the number of rounds played and returns int64 of shape (n,). The values are
doubled, or quadrupled where a score is multiplied by a score (SODOS).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from . import points

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .history import History

__all__ = [
    "exploits_tried_x2",
    "exploits_x2",
    "sodos_mms_x4",
    "sodos_wins_x4",
    "sos_mms_1_x2",
    "sos_mms_2_x2",
    "sos_mms_x2",
    "sos_strasbourg_x2",
    "sos_wins_1_x2",
    "sos_wins_2_x2",
    "sos_wins_x2",
    "sosos_mms_x2",
    "sosos_wins_x2",
    "total",
    "values_met",
    "without_smallest",
]


def sos_wins_x2(history: History, after: int) -> NDArray[np.int64]:
    """Sum of the opponents' wins (SOSW)."""
    return total(_wins_met(history, after))


def sos_wins_1_x2(history: History, after: int) -> NDArray[np.int64]:
    """Sum of the opponents' wins without the smallest (SOSW-1)."""
    return without_smallest(_wins_met(history, after), 1)


def sos_wins_2_x2(history: History, after: int) -> NDArray[np.int64]:
    """Sum of the opponents' wins without the two smallest (SOSW-2)."""
    return without_smallest(_wins_met(history, after), 2)


def sos_mms_x2(history: History, after: int) -> NDArray[np.int64]:
    """Sum of the opponents' McMahon scores (SOSM)."""
    return total(_mms_met(history, after))


def sos_mms_1_x2(history: History, after: int) -> NDArray[np.int64]:
    """Sum of the opponents' McMahon scores without the smallest (SOSM-1), 0 before round 3."""
    return without_smallest(_mms_met(history, after), 1) * (after > 2)


def sos_mms_2_x2(history: History, after: int) -> NDArray[np.int64]:
    """Sum of the opponents' McMahon scores without the two smallest (SOSM-2)."""
    return without_smallest(_mms_met(history, after), 2)


def sos_strasbourg_x2(history: History, after: int) -> NDArray[np.int64]:
    """Sum of the opponents' Strasbourg scores (SOSTS)."""
    score = points.strasbourg_score_x2(history)[:, after]
    if history.rules.unplayed_as_half_point:
        score = np.zeros_like(score)
    return total(_scores_met(history, score, after))


def sodos_wins_x4(history: History, after: int) -> NDArray[np.int64]:
    """Sum of the beaten opponents' wins (SODOSW)."""
    return total(_wins_met(history, after) * history.won_x2[:, :after])


def sodos_mms_x4(history: History, after: int) -> NDArray[np.int64]:
    """Sum of the beaten opponents' McMahon scores (SODOSM)."""
    return total(_mms_met(history, after) * history.won_x2[:, :after])


def sosos_wins_x2(history: History, after: int) -> NDArray[np.int64]:
    """Sum of the opponents' SOSW (SOSOSW)."""
    return total(values_met(history, sos_wins_x2(history, after), after))


def sosos_mms_x2(history: History, after: int) -> NDArray[np.int64]:
    """Sum of the opponents' SOSM; a round without a game counts the player's own (SOSOSM)."""
    own = 2 * history.start_mms * after
    return total(values_met(history, sos_mms_x2(history, after), after, own))


def exploits_tried_x2(history: History, after: int) -> NDArray[np.int64]:
    """Sum of the opponents' wins, each times a factor for how bold the game was (EXT)."""
    return total(_exploits(history, after))


def exploits_x2(history: History, after: int) -> NDArray[np.int64]:
    """EXT over the games won (EXR)."""
    return total(_exploits(history, after) * (history.won_x2[:, :after] == 2))


def total(per_round: NDArray[np.int64]) -> NDArray[np.int64]:
    """Sum over the rounds, (n,)."""
    sums: NDArray[np.int64] = per_round.sum(axis=1)
    return sums


def values_met(
    history: History, score: NDArray[np.int64], after: int, own: NDArray[np.int64] | int = 0
) -> NDArray[np.int64]:
    """Score of the opponent of each round, ``own`` in rounds without a game; (n, after)."""
    opponent = history.opponent[:, :after]
    return np.where(opponent >= 0, score[opponent], np.reshape(own, (-1, 1)))


def _wins_met(history: History, after: int) -> NDArray[np.int64]:
    return values_met(history, points.credited_wins_x2(history)[:, after], after)


def _mms_met(history: History, after: int) -> NDArray[np.int64]:
    return _scores_met(history, points.credited_mms_x2(history)[:, after], after)


def _scores_met(history: History, score: NDArray[np.int64], after: int) -> NDArray[np.int64]:
    """Opponents' McMahon scores, higher for White by the handicap that he gave."""
    given = 2 * history.handicap[:, :after] * history.colour[:, :after]
    return values_met(history, score, after, 2 * history.start_mms) + given


def without_smallest(scores: NDArray[np.int64], number: int) -> NDArray[np.int64]:
    """Sum over the rounds without so many of the smallest summands, (n,)."""
    if number == 0:
        return total(scores)
    return total(np.sort(scores, axis=1)[:, number:])


def _exploits(history: History, after: int) -> NDArray[np.int64]:
    """Opponents' wins times 0 to 3: more if the handicap was less than the grades call for."""
    given = history.handicap[:, :after] * history.colour[:, :after]
    natural = history.grade[:, None] - values_met(history, history.grade, after, history.grade)
    wins = values_met(history, points.wins_x2(history)[:, after], after)
    boldness: NDArray[np.int64] = np.clip(given - natural + 1, 0, 3)
    return wins * boldness
