"""Terms: a rule, how much it counts, how fast it gives way, and to which games it applies."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from operator import or_
from typing import TYPE_CHECKING, Any

import numpy as np

from ..papers.game_class import GameClass, effective_class
from ..papers.shapes import sech
from .reads import Reads, reads_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from ..field import State
    from ..field.columns import Columns

    Reals = NDArray[np.float64]
    Bools = NDArray[np.bool_]
    # A formula takes two states, or two fields.
    Formula = Callable[[Any, Any], NDArray[Any]]
    Factor = Callable[[State, State], NDArray[Any]]
    Side = Callable[[Any], NDArray[np.int64]]

__all__ = [
    "Condition",
    "Term",
    "always",
    "both_below",
    "have_met",
    "never",
    "not_handicap",
    "same_score",
    "unequal_scores",
    "uneven",
]


@dataclass(frozen=True)
class Condition:
    """Which games a rule applies to; a symmetric function of two states or fields."""

    test: Formula

    pairs: Callable[[Any], tuple[NDArray[np.intp], NDArray[np.intp]]] | None = None
    """Lists all pairs i < j of a state that it holds for, if they are few and no columns tell."""

    def reads(self, players: Columns) -> Reads:
        """Columns that it depends on."""
        return reads_of(self.test, players)

    def __call__(self, a: Columns, b: Columns) -> Bools:
        """Whether the rule applies, in the broadcast shape of two states."""
        return self.test(a, b)


def _always(a: Columns, b: Columns) -> Bools:
    return np.ones(np.broadcast_shapes(a.seat.shape, b.seat.shape), dtype=np.bool_)


def _never(a: Columns, b: Columns) -> Bools:
    return ~_always(a, b)


def _same_score(a: State, b: State) -> Bools:
    same: Bools = a.mms == b.mms
    return same


def _unequal_scores(a: State, b: State) -> Bools:
    return ~_same_score(a, b)


def _not_handicap(a: State, b: State) -> Bools:
    levels, even_only = (a.handicap_level, b.handicap_level), a.even_only | b.even_only
    kind = effective_class(*levels, a.offset, even_only)
    playable: Bools = kind != GameClass.HANDICAP
    return playable


def _uneven(a: State, b: State) -> Bools:
    return _unequal_scores(a, b) & _not_handicap(a, b)


def _both_below(a: State, b: State) -> Bools:
    below: Bools = a.below & b.below
    return below


def _have_met(a: State, b: State) -> Bools:
    return a.have_met(b)


def _all_met(state: State) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    found: tuple[NDArray[np.intp], NDArray[np.intp]] = state.roster.pairs_met
    return found


always = Condition(_always)
"""Every game."""

never = Condition(_never)
"""No game, since the rule has nothing to go by."""

same_score = Condition(_same_score)
"""Games within a McMahon group, E_ij [K15 4; INTERPRETATION K15-2.1 (a)]."""

unequal_scores = Condition(_unequal_scores)
"""Games across groups, U_ij = 1 - E_ij [K12 4]."""

not_handicap = Condition(_not_handicap)
"""Games without handicap [K15 5, 7]."""

uneven = Condition(_uneven)
"""Games across groups without handicap [K15 5; INTERPRETATION K15-2.1 (a)]."""

have_met = Condition(_have_met, _all_met)
"""Games of two players who have met before."""

both_below = Condition(_both_below)
"""Games of two players below the bar [K12 2.2]."""


@dataclass(frozen=True)
class Term:
    """One component of a weight: coefficient × weight in [0, 1] where it applies, else 0.

    The formulas take two states whose columns broadcast, and are symmetric. In OpenGotha's model
    they take two fields, and the weight is an integer already.
    """

    name: str

    coefficient: float
    """W of the papers: the most that the term adds to the weight of a pair."""

    weight: Formula
    """w of the papers, in [0, 1]."""

    applies: Condition = always

    deviation: Formula | None = None
    """δ of the papers, if the weight is a function of a deviation."""

    elsewhere: float | None = None
    """Weight where the rule does not apply, if the paper gives one; None leaves it to the model."""

    parts: tuple[Term, ...] = ()
    """Terms whose weights make the weight, if it is made of several."""

    combine: Callable[[Sequence[NDArray[Any]]], NDArray[Any]] | None = None
    """Makes one weight of the weights of the parts."""

    sides: tuple[Side, Side] | None = None
    """Formulas of one player each, that of the lower group and that of the upper one, if the weight
    is the sum of their whole values."""

    @classmethod
    def by_deviation(
        cls,
        name: str,
        coefficient: float,
        deviation: Formula,
        factor: Factor | float,
        applies: Condition = always,
    ) -> Term:
        """A term of weight sech(λδ) [K15 eq. 1].

        Parameters
        ----------
        factor
            λ of the papers, a number or a formula of grades.
        """
        severity: Formula = factor if callable(factor) else _constant(factor)
        parts = (cls("severity", 1.0, severity), cls("deviation", 1.0, deviation))
        term = cls.of_parts(name, coefficient, parts, _falling, applies)
        return replace(term, deviation=deviation)

    @classmethod
    def of_parts(
        cls,
        name: str,
        coefficient: float,
        parts: tuple[Term, ...],
        combine: Callable[[Sequence[NDArray[Any]]], NDArray[Any]],
        applies: Condition = always,
    ) -> Term:
        """A term whose weight is made of the weights of several."""

        def weight(a: State, b: State) -> NDArray[Any]:
            return combine([part.weight(a, b) for part in parts])

        return cls(name, coefficient, weight, applies, parts=parts, combine=combine)

    def times(self, factor: Factor | float, not_applied: float) -> Term:
        """The term with its coefficient multiplied by a formula in [0, 1] of the pair.

        Parameters
        ----------
        not_applied
            Weight where the rule does not apply, if the term itself gives none.
        """
        elsewhere = not_applied if self.elsewhere is None else self.elsewhere
        share: Formula = factor if callable(factor) else _constant(factor)
        parts = (Term("share", 1.0, share), Term("applies", 1.0, self.applies.test), self)

        def combine(found: Sequence[NDArray[Any]]) -> Reals:
            share, applies, weight = found
            return share * np.where(applies, weight, elsewhere)

        return Term.of_parts(self.name, self.coefficient, parts, combine)

    def reads(self, players: Columns) -> Reads:
        """Columns that the weight depends on."""
        if self.combine is None:
            return reads_of(self.weight, players)
        return reduce(or_, (part.reads(players) for part in self.parts))


def _falling(parts: Sequence[Reals]) -> Reals:
    severity, deviation = parts
    return sech(severity * deviation)


@lru_cache(maxsize=256)
def _constant(value: float) -> Formula:
    return lambda a, b: np.asarray(value)
