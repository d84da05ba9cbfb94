"""Finnish rule: opponents who tell most about a player's grade [V 2.2.2, 2.3.1, 4.3]."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .reals import reals

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Reals = NDArray[np.float64]

__all__ = ["finnish_deviation", "qualifies"]


def qualifies(wins: ArrayLike, losses: ArrayLike, beaten: ArrayLike) -> NDArray[np.bool_]:
    """Whether a player has won more games than lost, and has beaten somebody [V 2.2.2].

    Parameters
    ----------
    beaten
        Whether there is somebody.
    """
    qualified: NDArray[np.bool_] = np.greater(wins, losses) & np.asarray(beaten)
    return qualified


def finnish_deviation(
    gi: ArrayLike,
    qualified_i: ArrayLike,
    best_i: ArrayLike,
    gj: ArrayLike,
    qualified_j: ArrayLike,
    best_j: ArrayLike,
    target: tuple[float, float] = (2.0, 3.0),
) -> Reals:
    """Grades between a player's opponent and those he should meet; the mean of who qualifies.

    A player who qualifies should meet somebody two to three grades above the strongest player whom
    he has beaten. If neither qualifies, the difference of the grades is returned [V 2.2.2].

    Parameters
    ----------
    gi, gj
        Grade indices.
    qualified_i, qualified_j
        See ``qualifies``.
    best_i, best_j
        Grade of the strongest player beaten; any number for a player who does not qualify.
    target
        Fewest and most wanted grades above that; V 2.3.1 and 4.3 accept the range (1, 3).
    """
    gi, gj = reals(gi), reals(gj)
    count = np.add(qualified_i, qualified_j, dtype=np.int64)
    total = np.where(qualified_i, _outside(gj, best_i, target), 0.0)
    total = total + np.where(qualified_j, _outside(gi, best_j, target), 0.0)
    return np.where(count > 0, total / np.maximum(count, 1), np.abs(gi - gj))


def _outside(grade: Reals, best: ArrayLike, target: tuple[float, float]) -> Reals:
    """Distance of a grade from the wanted interval."""
    low, high = np.add(best, target[0]), np.add(best, target[1])
    return np.maximum(np.maximum(low - grade, grade - high), 0.0)
