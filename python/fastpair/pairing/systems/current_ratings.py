"""The players' ratings before a round, where a system updates them after every round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...go.ratings import GoR, rated_by_rounds, rating_or_grade

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ...go.scores import History

__all__ = ["current_ratings"]

_SYSTEM = GoR()


def current_ratings(history: History, round_number: int) -> NDArray[np.float64]:
    """Ratings before a round; every earlier one has changed those before it [V 2.2].

    Returns
    -------
    (n,) float64
        By row of the history. Players without a rating start with that of their grade.
    """
    entered = rating_or_grade(history.rating, history.grade)
    ratings: NDArray[np.float64] = rated_by_rounds(_SYSTEM, entered, history)
    return ratings[:, round_number - 1]
