"""The players' ratings before a round, where a system updates them after every round."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..ratings import rating_or_grade, update

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..scores import History

__all__ = ["current_ratings"]


def current_ratings(history: History, round_number: int) -> NDArray[np.float64]:
    """Ratings before a round, by the system of the European Go Federation [V 2.2].

    Every earlier round changes the ratings that the players had before it. Only games that were
    really played count, and in which one player lost what the other one won.

    Returns
    -------
    (n,) float64
        By row of the history. Players without a rating start with that of their grade.
    """
    rating = rating_or_grade(history.rating, history.grade).astype(np.float64)
    for column in range(round_number - 1):
        opponent, won_x2 = history.opponent[:, column], history.won_x2[:, column]
        first = np.flatnonzero(
            history.played[:, column]
            & (opponent > np.arange(len(opponent)))
            & (won_x2 + won_x2[opponent] == 2)
        )
        second = opponent[first]
        rating[first], rating[second] = update(
            rating[first],
            rating[second],
            won_x2[first] / 2,
            handicap=history.handicap[first, column],
        )
    return rating
