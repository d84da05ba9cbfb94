"""How strong the players really are, and who wins [K12 10].

Luck belongs to the pair: the result of a game follows from the seed and its two players alone, and not
from the round, the board or the other games. Two systems that are given the same seed therefore differ
only where their draws do.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

from ...pairing.field.luck import of_pairs

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

    from .course import Boards

    Reals = NDArray[np.float64]
    Winning = Callable[[ArrayLike, ArrayLike, ArrayLike], Reals]
    """Probability that A wins, by the strengths of A and B and the stones that A gets."""

__all__ = ["Luck", "elo", "stream", "true_strengths"]

_RESULTS, _STRENGTHS = 0x5245, 0x5354
"""Streams of luck of one seed."""


@dataclass(frozen=True, slots=True, eq=False)
class Luck:
    """The results of all games that may be played, one for every two players."""

    seed: int
    strength: Reals
    """True strength of each row, in points of rating."""

    winning: Winning
    skill: float = 1.0
    """Factor of all differences of strength: with 0 lots decide, with much the stronger wins."""

    jigo: float = 0.0
    """Share of the games of equals that nobody wins. What is expected of a game stays the same."""

    def result(self, boards: Boards) -> NDArray[np.int64]:
        """Doubled share of each game that White wins: 2, 1 for a jigo, or 0."""
        upper = np.minimum(boards.white, boards.black)
        lower = np.maximum(boards.white, boards.black)
        stones = np.where(boards.black == upper, boards.stones, -boards.stones)
        chance = self.probability(upper, lower, stones)
        luck = of_pairs(upper, lower, stream(self.seed, _RESULTS))
        # Half of the jigos are taken from each of the two, as much as the weaker one can give.
        half = self.jigo * np.minimum(chance, 1 - chance)
        won_x2 = (luck < chance - half).astype(np.int64) + (luck < chance + half)
        return np.where(boards.white == upper, won_x2, 2 - won_x2)

    def probability(self, a: NDArray[np.int64], b: NDArray[np.int64], stones: ArrayLike) -> Reals:
        """Probability that a beats b, who gives so many stones, or gets them if it is negative."""
        one, other = self.strength[a], self.strength[b]
        middle = (one + other) / 2
        spread = (one - other) / 2 * self.skill
        return self.winning(middle + spread, middle - spread, stones)


def elo(rating_a: ArrayLike, rating_b: ArrayLike, handicap: ArrayLike = 0) -> Reals:
    """Probability that A wins by the scale of chess: 10 to 1 for 400 points.

    A stone that A gets is worth 100 points to him, as in ``ratings.gor``.
    """
    one, other = np.asarray(rating_a, dtype=np.float64), np.asarray(rating_b, dtype=np.float64)
    lead = one - other + 100.0 * np.asarray(handicap)
    chance: Reals = 1.0 / (1.0 + 10.0 ** (-lead / 400.0))
    return chance


def true_strengths(rating: NDArray[np.int64], spread: float, seed: int) -> Reals:
    """Strengths that scatter around the ratings, normally distributed.

    Parameters
    ----------
    spread
        Standard deviation in points of rating; 0 takes the ratings for the truth.
    """
    if spread == 0:
        return rating.astype(np.float64)
    rows = np.arange(len(rating))
    even = of_pairs(rows, rows, stream(seed, _STRENGTHS))
    quantile = NormalDist().inv_cdf
    # No probability is 0: half of a step of the fractions is added.
    scatter = [quantile(probability + 2.0**-54) for probability in even.tolist()]
    return rating + spread * np.array(scatter)


def stream(seed: int, number: int) -> int:
    """Another seed for each kind of luck."""
    return (seed << 16) ^ number
