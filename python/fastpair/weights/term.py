"""Terms: a rule, how much it counts, how fast it gives way, and to which games it applies."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ..papers.game_class import GameClass, effective_class
from ..papers.shapes import sech

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from ..field import State
    from ..field.columns import Columns

    Reals = NDArray[np.float64]
    Bools = NDArray[np.bool_]
    # Of two states, or of two fields.
    Formula = Callable[[Any, Any], NDArray[Any]]
    Factor = Callable[[State, State], NDArray[Any]]

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

    reads: tuple[str, ...]
    """Columns that it depends on."""

    pairs: Callable[[Any], tuple[NDArray[np.intp], NDArray[np.intp]]] | None = None
    """All pairs i < j of a state that it holds for, where they are few and no columns tell."""

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
    kind = effective_class(a.mms, b.mms, a.offset, a.even_only | b.even_only)
    playable: Bools = kind != GameClass.HANDICAP
    return playable


def _uneven(a: State, b: State) -> Bools:
    return _unequal_scores(a, b) & _not_handicap(a, b)


def _both_below(a: State, b: State) -> Bools:
    below: Bools = a.below & b.below
    return below


def _have_met(a: State, b: State) -> Bools:
    met: Bools = a.met[a.seat, b.seat]
    return met


def _all_met(state: State) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    i, j = np.divmod(np.flatnonzero(state.met), len(state.seat))
    return i[i < j], j[i < j]


always = Condition(_always, ())
"""Every game."""

never = Condition(_never, ())
"""No game: the rule has nothing to go by."""

same_score = Condition(_same_score, ("mms",))
"""Games within a McMahon group, E_ij [K15 4; INTERPRETATION K15-2.1 (a)]."""

unequal_scores = Condition(_unequal_scores, ("mms",))
"""Games across groups, U_ij = 1 - E_ij [K12 4]."""

not_handicap = Condition(_not_handicap, ("mms", "even_only"))
"""Games without handicap [K15 5, 7]."""

uneven = Condition(_uneven, ("mms", "even_only"))
"""Games across groups without handicap [K15 5; INTERPRETATION K15-2.1 (a)]."""

have_met = Condition(_have_met, (), _all_met)
"""Games that there have been before."""

both_below = Condition(_both_below, ("below",))
"""Games of two players below the bar [K12 2.2]."""


@dataclass(frozen=True)
class Term:
    """One component of a weight: coefficient × weight in [0, 1] where it applies, else 0.

    The formulas take two states whose columns broadcast, and are symmetric. With OpenGotha they
    take two fields, and the weight is an integer already.
    """

    name: str

    coefficient: float
    """W of the papers: what the term adds to the weight of a pair at most."""

    weight: Formula
    """w of the papers, in [0, 1]."""

    applies: Condition = always

    deviation: Formula | None = None
    """δ of the papers, where the weight is a shape of one."""

    reads: tuple[str, ...] = ()
    """Columns that the weight depends on, if players who agree in them are many; else empty."""

    compares: tuple[str, ...] = ()
    """One or two columns of which it only depends on whether the players agree, besides those."""

    elsewhere: float | None = None
    """Weight where the rule does not apply, if the paper says it; None: as the model says."""

    parts: tuple[Term, ...] = ()
    """Terms whose weights make the weight, if it is made of several."""

    combine: Callable[[Sequence[NDArray[Any]]], NDArray[Any]] | None = None
    """How they do."""

    @classmethod
    def by_deviation(
        cls,
        name: str,
        coefficient: float,
        deviation: Formula,
        factor: Factor | float,
        applies: Condition = always,
        reads: tuple[str, ...] = (),
    ) -> Term:
        """A term of weight sech(λδ) [K15 eq. 1].

        Parameters
        ----------
        factor
            λ of the papers, a number or a formula of grades.
        reads
            Columns that the deviation depends on, if players who agree in them are many.
        """
        depends = ("grade",) if callable(factor) else ()
        severity: Formula = factor if callable(factor) else lambda a, b: np.asarray(factor)
        parts = (
            cls("severity", 1.0, severity, reads=depends),
            cls("deviation", 1.0, deviation, reads=reads),
        )
        columns = tuple(dict.fromkeys((*reads, *depends))) if reads else ()
        return replace(
            cls.of_parts(
                name, coefficient, parts, lambda found: sech(found[0] * found[1]), applies
            ),
            deviation=deviation,
            reads=columns,
        )

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
        """The term with a coefficient that is multiplied by a formula in [0, 1] for every pair.

        Parameters
        ----------
        not_applied
            Weight where the rule does not apply, if the term does not say.
        """
        elsewhere = not_applied if self.elsewhere is None else self.elsewhere

        def weight(a: State, b: State) -> Reals:
            share = factor(a, b) if callable(factor) else factor
            return share * np.where(self.applies(a, b), self.weight(a, b), elsewhere)

        reads = (*self.reads, *self.applies.reads, "grade") if self.reads or self.compares else ()
        return Term(self.name, self.coefficient, weight, reads=reads, compares=self.compares)
