"""Terms: a rule, how much it counts, how fast it gives way, and to which games it applies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from .papers.game_class import GameClass, effective_class
from .shapes import sech

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from .state import State

    Reals = NDArray[np.float64]
    Bools = NDArray[np.bool_]
    Formula = Callable[[State, State], NDArray[Any]]
    Factor = Callable[[State, State], NDArray[Any] | float]

__all__ = [
    "Term",
    "always",
    "both_below",
    "never",
    "not_handicap",
    "same_score",
    "unequal_scores",
    "uneven",
]


def always(a: State, b: State) -> Bools:
    """Every pair."""
    return np.ones(np.broadcast_shapes(a.mms.shape, b.mms.shape), dtype=np.bool_)


def never(a: State, b: State) -> Bools:
    """No pair: the rule has nothing to go by."""
    return np.zeros(np.broadcast_shapes(a.mms.shape, b.mms.shape), dtype=np.bool_)


def same_score(a: State, b: State) -> Bools:
    """Games within a McMahon group [K15 4; INTERPRETATION K15-2.1 (a)]."""
    same: Bools = a.mms == b.mms
    return same


def unequal_scores(a: State, b: State) -> Bools:
    """Games across groups, U_ij = 1 - E_ij [K12 4]."""
    return ~same_score(a, b)


def not_handicap(a: State, b: State) -> Bools:
    """Games without handicap [K15 5, 7]."""
    kind = effective_class(a.mms, b.mms, a.offset, a.even_only | b.even_only)
    playable: Bools = kind != GameClass.HANDICAP
    return playable


def uneven(a: State, b: State) -> Bools:
    """Games across groups without handicap [K15 5; INTERPRETATION K15-2.1 (a)]."""
    return unequal_scores(a, b) & not_handicap(a, b)


def both_below(a: State, b: State) -> Bools:
    """Games of two players below the bar [K12 2.2]."""
    below: Bools = a.below & b.below
    return below


@dataclass(frozen=True)
class Term:
    """One component of a weight: coefficient × weight in [0, 1] where it applies, else 0.

    The formulas take two states whose columns broadcast, and are symmetric.
    """

    name: str

    coefficient: float
    """W of the papers: what the term adds to the weight of a pair at most."""

    weight: Formula
    """w of the papers, in [0, 1]."""

    applies: Formula = always
    """Which pairs it applies to."""

    deviation: Formula | None = None
    """δ of the papers, where the weight is a shape of one."""

    @classmethod
    def by_deviation(
        cls,
        name: str,
        coefficient: float,
        deviation: Formula,
        factor: Factor | float,
        applies: Formula = always,
    ) -> Term:
        """A term of weight sech(λδ) [K15 eq. 1].

        Parameters
        ----------
        factor
            λ of the papers, a number or a formula of its own.
        """

        def weight(a: State, b: State) -> Reals:
            severity = factor(a, b) if callable(factor) else factor
            return sech(severity * deviation(a, b))

        return cls(
            name=name,
            coefficient=coefficient,
            weight=weight,
            applies=applies,
            deviation=deviation,
        )
