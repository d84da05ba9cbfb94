"""The criteria by name: what the standings can be sorted by [OPENGOTHA 9; INTERPRETATION 5]."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..tournament import Criterion
from . import elimination, opposition, points, tiebreaks

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from .history import History

__all__ = ["CONFRONTATIONS", "CRITERION_SCALE", "criterion_values", "in_points"]

CONFRONTATIONS = (Criterion.DIRECT_CONFRONTATION, Criterion.SIMPLE_DIRECT_CONFRONTATION)
"""Criteria that have a meaning only within a list of criteria, since they compare tied players."""


def criterion_values(history: History, criterion: Criterion, after: int) -> NDArray[np.int64]:
    """Value of a criterion for every player after so many rounds.

    Parameters
    ----------
    history
        Players and games.
    criterion
        What to count. Direct confrontations and play-offs are 0 here; see ``standings_values``.
    after
        Number of rounds played, 0 to ``history.rounds``.

    Returns
    -------
    int64 of shape (n,), in units of 1 / ``CRITERION_SCALE[criterion]``; more is better.
    """
    return _VALUES[criterion](history, after)


def _nothing(history: History, after: int) -> NDArray[np.int64]:
    return np.zeros(len(history.grade), dtype=np.int64)


def _cuss(scores: NDArray[np.int64], after: int) -> NDArray[np.int64]:
    """Cumulative sum of scores: the sum of the scores after each round."""
    total: NDArray[np.int64] = scores[:, 1 : after + 1].sum(axis=1)
    return total


_VALUES: dict[Criterion, Callable[[History, int], NDArray[np.int64]]] = {
    Criterion.NONE: _nothing,
    Criterion.CATEGORY: lambda history, after: -history.category,
    Criterion.WINS: lambda history, after: points.wins_x2(history)[:, after],
    Criterion.CUP_SCORE: lambda history, after: points.cup_score_x2(history)[:, after],
    Criterion.MMS: lambda history, after: points.mms_x2(history)[:, after],
    Criterion.STRASBOURG_SCORE: lambda history, after: points.strasbourg_score_x2(history)[
        :, after
    ],
    Criterion.GRADE: lambda history, after: history.grade,
    Criterion.RATING: lambda history, after: history.rating,
    Criterion.CUSS_WINS: lambda history, after: _cuss(points.wins_x2(history), after),
    Criterion.CUSS_MMS: lambda history, after: _cuss(points.mms_x2(history), after),
    Criterion.SOS_WINS: opposition.sos_wins_x2,
    Criterion.SOS_WINS_1: opposition.sos_wins_1_x2,
    Criterion.SOS_WINS_2: opposition.sos_wins_2_x2,
    Criterion.SODOS_WINS: opposition.sodos_wins_x4,
    Criterion.SOS_MMS: opposition.sos_mms_x2,
    Criterion.SOS_MMS_1: opposition.sos_mms_1_x2,
    Criterion.SOS_MMS_2: opposition.sos_mms_2_x2,
    Criterion.SODOS_MMS: opposition.sodos_mms_x4,
    Criterion.SOS_STRASBOURG: opposition.sos_strasbourg_x2,
    Criterion.SOSOS_WINS: opposition.sosos_wins_x2,
    Criterion.SOSOS_MMS: opposition.sosos_mms_x2,
    Criterion.EXPLOITS_TRIED: opposition.exploits_tried_x2,
    Criterion.EXPLOITS: opposition.exploits_x2,
    Criterion.PLAYOFF: _nothing,
    Criterion.DIRECT_CONFRONTATION: _nothing,
    Criterion.SIMPLE_DIRECT_CONFRONTATION: _nothing,
    Criterion.SOS: tiebreaks.sos_x2,
    Criterion.SOS_1: lambda history, after: tiebreaks.sos_x2(history, after, without=1),
    Criterion.SOS_2: lambda history, after: tiebreaks.sos_x2(history, after, without=2),
    Criterion.SOSOS: tiebreaks.sosos_x2,
    Criterion.SODOS: tiebreaks.sodos_x2,
    Criterion.CUSP: tiebreaks.cusp_x2,
    Criterion.SCORE_WITHOUT_ABSENCES: lambda history, after: points.mms_without_absences_x2(
        history
    )[:, after],
    Criterion.ROUND_OUT: elimination.round_out,
    Criterion.ROUND_OUT_TWICE: lambda history, after: elimination.round_out(history, after, 2),
}

_PLAIN = (
    Criterion.NONE,
    Criterion.GRADE,
    Criterion.RATING,
    Criterion.ROUND_OUT,
    Criterion.ROUND_OUT_TWICE,
    Criterion.PLAYOFF,
    *CONFRONTATIONS,
)

CRITERION_SCALE: dict[Criterion, int] = {
    **dict.fromkeys(Criterion, 2),
    **dict.fromkeys(_PLAIN, 1),
    Criterion.CATEGORY: -1,
    Criterion.SODOS_WINS: 4,
    Criterion.SODOS_MMS: 4,
}
"""Units per point of each criterion."""


def in_points(criterion: Criterion, values: NDArray[np.int64]) -> NDArray[np.float64]:
    """Values of a criterion as they are printed: in points, and categories from 1."""
    points: NDArray[np.float64] = values / CRITERION_SCALE[criterion]
    return points + 1 if criterion is Criterion.CATEGORY else points
