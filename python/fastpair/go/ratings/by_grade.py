"""The probability of a win by the grades of both, fitted to games that were played [K12 10.3].

The paper names a model and does not print it. This one is ours: the odds of a win are
exp(F(g_i) − F(g_j)), and F grows by a slope that changes evenly from grade to grade.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from ...errors import RuleError
from ..tournament import Grade
from .gor import STONE

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Reals = NDArray[np.float64]

__all__ = ["PWin", "stones_as_grades"]

_STEPS = 100
_SETTLED = 1e-12
_STEEPEST = 20.0
"""No slope of games that were not all won by the stronger player comes near to it."""


def stones_as_grades(stones: ArrayLike) -> Reals:
    """How many grades stronger stones make: a game without komi half a one; negative if they are given."""
    count = np.asarray(stones, dtype=np.float64)
    worth: Reals = count - np.sign(count) / 2
    return worth


@dataclass(frozen=True, slots=True, kw_only=True)
class PWin:
    """p_win(g_i, g_j): who wins, by grades [K12 10.3].

    Raises
    ------
    RuleError
        If a stronger player would not win more often everywhere between the lowest and the highest.
    """

    slope: float
    """What the logarithm of the odds grows by for each grade, at 1 dan."""

    change: float = 0.0
    """What that slope grows by for each grade."""

    lowest: float = -30.0
    """Grade index below which the slope stays as it is there."""

    highest: float = 8.0
    """Grade index above which it stays."""

    def __post_init__(self) -> None:
        if self.lowest > self.highest:
            raise RuleError(
                f"expected a grade index from lowest={self.lowest:g} on, got {self.highest:g}",
                about="highest",
            )
        for grade in (self.lowest, self.highest):
            steepness = self.slope + self.change * grade
            if not 0 < steepness < np.inf:
                raise RuleError(
                    f"expected a slope above 0 at the grade index {grade:g}, got {steepness:g}",
                    about="slope",
                )

    def __call__(self, grade_i: ArrayLike, grade_j: ArrayLike, stones: ArrayLike = 0) -> Reals:
        """Probability that the first one wins; arrays broadcast.

        Parameters
        ----------
        grade_i, grade_j
            Grade indices, 0 for 1 dan; fractions too.
        stones
            Stones that the first one gets, 1 being a game without komi; negative if he gives them.
        """
        one, other = _with_stones(grade_i, grade_j, stones)
        odds = self._strength(one) - self._strength(other)
        chance: Reals = 1.0 / (1.0 + np.exp(np.clip(-odds, -700, 700)))
        return chance

    def by_rating(self, rating_i: ArrayLike, rating_j: ArrayLike, stones: ArrayLike = 0) -> Reals:
        """The same by ratings, in points: 2100 is 1 dan, and a grade 100."""
        one, other = (
            (np.asarray(rating, dtype=np.float64) - Grade(0).rating) / STONE
            for rating in (rating_i, rating_j)
        )
        return self(one, other, stones)

    def _strength(self, grade: Reals) -> Reals:
        inside = np.clip(grade, self.lowest, self.highest)
        steepness = self.slope + self.change * inside
        strength: Reals = (self.slope + steepness) / 2 * inside + steepness * (grade - inside)
        return strength

    @classmethod
    def fitted(
        cls, grade_i: ArrayLike, grade_j: ArrayLike, share: ArrayLike, stones: ArrayLike = 0
    ) -> Self:
        """The curve under which games like these are likeliest.

        If the slope would not be above 0 at all of the grades, it is the same for all.

        Parameters
        ----------
        grade_i, grade_j : (m,) arrays
            Grade indices of the two players of each game.
        share : (m,) array
            What the first one won of it: 1, ½ for a jigo, or 0.
        stones : (m,) array
            As for a call.

        Raises
        ------
        RuleError
            If the games do not tell: too few, all between equals, or without a surprise.
        """
        one, other = _with_stones(grade_i, grade_j, stones)
        won = np.asarray(share, dtype=np.float64)
        if not len(won):
            raise RuleError("no game has been played that tells how likely a win is")
        grades = np.concatenate([np.ravel(grade_i), np.ravel(grade_j)]).astype(np.float64)
        ends = {"lowest": float(grades.min()), "highest": float(grades.max())}
        features = np.column_stack([one - other, (one**2 - other**2) / 2])
        for columns in (2, 1):
            found = _likeliest(features[:, :columns], won)
            if found is None:
                continue
            slope, change = (*found.tolist(), 0.0)[:2]
            if all(0 < slope + change * grade < _STEEPEST for grade in ends.values()):
                return cls(slope=slope, change=change, **ends)
        raise RuleError(
            f"{len(won)} games do not tell how likely a win is: there are too few, all between "
            "equals, or the stronger won no more and no less than all; name more files"
        )


def _with_stones(one: ArrayLike, other: ArrayLike, stones: ArrayLike) -> tuple[Reals, Reals]:
    """Grades for one game: who gets stones counts as stronger."""
    worth = stones_as_grades(stones)
    first = np.asarray(one, dtype=np.float64) + np.maximum(worth, 0)
    return first, np.asarray(other, dtype=np.float64) - np.minimum(worth, 0)


def _likeliest(features: Reals, won: Reals) -> Reals | None:
    """Coefficients of a logistic regression without a constant, by Newton's method; None if none."""
    found = np.zeros(features.shape[1])
    for _ in range(_STEPS):
        chance = 1.0 / (1.0 + np.exp(np.clip(-features @ found, -700, 700)))
        curvature = features.T @ (features * (chance * (1 - chance))[:, None])
        try:
            step = np.linalg.solve(curvature, features.T @ (won - chance))
        except np.linalg.LinAlgError:
            return None
        found = found + step
        if not np.isfinite(found).all():
            return None
        if abs(step).max() < _SETTLED:
            return found
    return None
