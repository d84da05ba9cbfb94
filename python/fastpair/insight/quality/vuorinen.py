"""Relative strengths and the total error of a draw, by T. Vuorinen's thesis (2010)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..._kernels.relative_strength import relative_strength as _iterate

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ...go.scores import History

__all__ = ["RelativeStrength", "relative_strength", "squared_gaps", "total_error"]


@dataclass(frozen=True, kw_only=True, eq=False)
class RelativeStrength:
    """Strengths of the players of a tournament, estimated from its results alone."""

    strength: NDArray[np.float64]
    """(n,) from 0, the weakest, to n - 1."""

    iterations: int

    converged: bool
    """Whether the strengths settled. In small tournaments they often go round in circles."""

    @staticmethod
    def of(history: History) -> RelativeStrength:
        """Estimate the strengths from those games of a tournament that were really played."""
        return relative_strength(np.where(history.played, history.opponent, -1), history.won_x2)


def relative_strength(
    opponent: ArrayLike, points_x2: ArrayLike, iterations: int = 10_000
) -> RelativeStrength:
    """Iterate relative strengths until they settle [V appendix B].

    A result pushes the strengths of two players apart or draws them together, according to what
    was expected of them. Other than in the printed algorithm, a win over an equal counts as one over
    a weaker player (line 16); as printed, everybody would stay at 0.

    Parameters
    ----------
    opponent : (n, k) array of integers
        Row of the opponent in each round, -1 without a game.
    points_x2 : (n, k) array of integers
        2 for a win, 1 for a tie, 0 for a loss.
    iterations
        The most iterations that are made, since the strengths may never settle.

    Returns
    -------
    RelativeStrength
        It has converged if the squared changes of the last iteration sum to n / 1000 at most.

    Raises
    ------
    ValueError
        If the shapes do not fit, or an opponent is not the number of a row.
    """
    met = np.ascontiguousarray(opponent, dtype=np.int64)
    points = np.ascontiguousarray(points_x2, dtype=np.int64)
    if met.ndim != 2 or met.shape != points.shape:
        raise ValueError(f"expected two arrays (n, k), got shapes {met.shape} and {points.shape}")
    if met.size and not -1 <= met.min() <= met.max() < len(met):
        raise ValueError(f"expected opponents from -1 to {len(met) - 1}")
    strength = np.zeros(len(met))
    made, converged = _iterate(met, points, strength, iterations)
    strength.flags.writeable = False
    return RelativeStrength(strength=strength, iterations=made, converged=converged)


def total_error(squared_gaps: float, players: int, rounds: int) -> float:
    """Total error of a draw, e_total; 0 is best [V (7.1)].

    Parameters
    ----------
    squared_gaps
        Sum over all players and rounds of the squared difference of strength to the opponent, as
        ``squared_gaps`` gives it. Every game counts for both players.
    players
        Number N of all players of the tournament.
    rounds
        Number k of rounds.
    """
    return float(np.sqrt(squared_gaps)) / (2 * rounds * players) if players and rounds else 0.0


def squared_gaps(strength: ArrayLike, opponent: ArrayLike) -> float:
    """Sum of the squared differences of strength between opponents [V (7.1)].

    Parameters
    ----------
    strength : (n,) array
    opponent : (n, k) array of integers
        Row of the opponent in each round; -1 without one, which leaves the round out.
    """
    own = np.asarray(strength, dtype=np.float64)
    met = np.asarray(opponent, dtype=np.int64)
    gaps = np.where(met >= 0, own[:, None] - own[met], 0.0)
    return float((gaps**2).sum())
