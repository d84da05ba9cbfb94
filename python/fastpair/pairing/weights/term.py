"""Terms: a rule deviation, its shape, and when it counts."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, partial, reduce
from operator import attrgetter, or_
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from ...parameters import parameter
from ..papers.shapes import (
    GameClass,
    effective_class,
    lambda_area,
    lambda_colour,
    lambda_score,
    sech,
)
from .model_parameters import area_centre, colour_centre, score_centre

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import DTypeLike

    from ...arrays import Array, Bools, Indices, Integers, Reals
    from ..field import State
    from ..field.columns import Columns


# ---- What a formula reads of the players: it is passed two players that record every access ----

if TYPE_CHECKING:
    Formula = Callable[[Any, Any], Array]


_FACTS = 16
"""For so many different sets of facts, such as those of rounds, what a formula reads is kept."""


@dataclass(frozen=True)
class Reads:
    """Columns that a formula depends on; a column of a section is named with the section."""

    values: frozenset[str] = frozenset()
    """Columns whose values matter."""

    agreement: frozenset[str] = frozenset()
    """Columns of which it only matters whether the two players agree."""

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """All columns. The formula does not distinguish players who agree in them."""
        return tuple(sorted(self.values | self.agreement))

    def __or__(self, other: Reads) -> Reads:
        """What at least one of two formulas reads."""
        values = self.values | other.values
        return Reads(values, (self.agreement | other.agreement) - values)


def reads_of(formula: Formula, players: Columns) -> Reads:
    """What a formula of two players reads.

    Which columns it reads may depend on the formula and on facts, but not on values of columns,
    since a formula in arrays has no branches. The answer is remembered together with the facts, so
    that a model finds it out once and not in every round.

    Parameters
    ----------
    players
        At least one.
    """
    cache = _cached_reads(formula)
    for facts, reads in cache:
        if all(attrgetter(name)(players) == value for name, value in facts):
            return reads
    record = _Record()
    some = players[:2]
    formula(some[:, None].read_by(record), some[None, :].read_by(record))
    reads = Reads(frozenset(record.used), frozenset(record.compared - record.used))
    cache.appendleft((tuple(record.facts.items()), reads))
    return reads


@lru_cache(maxsize=1024)
def _cached_reads(formula: Formula) -> deque[tuple[tuple[tuple[str, object], ...], Reads]]:
    """What a formula is known to read under the facts that it has read; the latest comes first."""
    return deque(maxlen=_FACTS)


@dataclass(frozen=True, slots=True)
class _Record:
    """The columns and facts that have been read so far."""

    used: set[str] = field(default_factory=set)
    compared: set[str] = field(default_factory=set)
    facts: dict[str, object] = field(default_factory=dict)

    def column(self, name: str, values: Array) -> _Watched:
        return _Watched(self, name, values)

    def fact(self, name: str, value: object) -> None:
        # An array is indexed by columns, and these are recorded.
        if not isinstance(value, np.ndarray):
            self.facts[name] = value


class _Watched(NDArrayOperatorsMixin):
    """A column that records each use: of its values, or only of whether two players agree."""

    def __init__(self, record: _Record, name: str, values: Array) -> None:
        self._record, self._name, self._values = record, name, values

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the column, which is the same for all columns and tells nothing of its values."""
        return self._values.shape

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> Array:
        return np.array(_used(self), dtype)

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **kwargs: Any) -> Any:  # noqa: ANN401
        names = {each._name if isinstance(each, _Watched) else None for each in inputs}
        if ufunc in (np.equal, np.not_equal) and method == "__call__" and names == {self._name}:
            self._record.compared.add(self._name)
            return ufunc(*(each._values for each in inputs), **kwargs)
        return getattr(ufunc, method)(*map(_used, inputs), **kwargs)

    def __getitem__(self, index: Any) -> Any:  # noqa: ANN401
        return _used(self)[index]

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        return getattr(_used(self), name)


def _used(value: Any) -> Any:  # noqa: ANN401
    """An operand as a plain value; if it is a column, record that its values are used."""
    if not isinstance(value, _Watched):
        return value
    value._record.used.add(value._name)
    return value._values


# ---- Terms: a rule, how much it counts, how fast it gives way, and to which games it applies ----

if TYPE_CHECKING:
    Factor = Callable[[State, State], Array]
    Side = Callable[[Any], Integers]


@dataclass(frozen=True)
class Condition:
    """Which games a rule applies to; a symmetric function of two states or fields."""

    test: Formula

    pairs: Callable[[Any], tuple[Indices, Indices]] | None = None
    """Lists all pairs i < j of a state that it holds for, if they are few and no columns tell."""

    def reads(self, players: Columns) -> Reads:
        """Columns that it depends on."""
        return reads_of(self.test, players)

    def __call__(self, a: Columns, b: Columns) -> Bools:
        """Whether the rule applies, in the broadcast shape of two states."""
        return self.test(a, b)


def _always(a: Columns, b: Columns) -> Bools:
    return np.ones(np.broadcast_shapes(a.seat.shape, b.seat.shape), bool)


def _not_handicap(a: State, b: State) -> Bools:
    levels, even_only = (a.handicap_level, b.handicap_level), a.even_only | b.even_only
    kind = effective_class(*levels, a.offset, even_only)
    playable: Bools = kind != GameClass.HANDICAP
    return playable


always = Condition(_always)
"""Every game."""

never = Condition(lambda a, b: ~_always(a, b))
"""No game, since the rule has nothing to go by."""

same_score = Condition(lambda a, b: a.mms == b.mms)
"""Games within a McMahon group, E_ij [K15 4; INTERPRETATION K15-2.1 (a)]."""

unequal_scores = Condition(lambda a, b: a.mms != b.mms)
"""Games across groups, U_ij = 1 - E_ij [K12 4]."""

not_handicap = Condition(_not_handicap)
"""Games without handicap [K15 5, 7]."""

uneven = Condition(lambda a, b: (a.mms != b.mms) & _not_handicap(a, b))
"""Games across groups without handicap [K15 5; INTERPRETATION K15-2.1 (a)]."""

have_met = Condition(lambda a, b: a.have_met(b), attrgetter("roster.pairs_met"))
"""Games of two players who have met before."""

both_below = Condition(lambda a, b: a.below & b.below)
"""Games of two players below the bar [K12 2.2]."""


@dataclass(frozen=True)
class Term:
    """One component of a weight: coefficient × weight in [0, 1] where it applies, else 0.

    The formulas take two views of the players whose columns broadcast, and are symmetric. In
    OpenGotha's model the weight is an integer already.
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

    combine: Callable[[Sequence[Array]], Array] | None = None
    """Makes one weight of the weights of the parts."""

    concerns: Condition | None = None
    """Pairs that the rule is about, if they are others than those for which the weight is computed."""

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
        combine: Callable[[Sequence[Array]], Array],
        applies: Condition = always,
    ) -> Term:
        """A term whose weight is made of the weights of several."""

        def weight(a: State, b: State) -> Array:
            return combine([part.weight(a, b) for part in parts])

        return cls(name, coefficient, weight, applies, parts=parts, combine=combine)

    def times(self, share: Factor, not_applied: float) -> Term:
        """The term with its coefficient multiplied by a formula in [0, 1] of the pair.

        Parameters
        ----------
        not_applied
            Weight where the rule does not apply, if the term itself gives none.
        """
        elsewhere = not_applied if self.elsewhere is None else self.elsewhere
        parts = (Term("share", 1.0, share), Term("applies", 1.0, self.applies.test), self)

        def combine(found: Sequence[Array]) -> Reals:
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


# ---- Severities and coefficients that depend on the grades of a pair [K15 2.2, 11; K12 8] ----

if TYPE_CHECKING:
    _Form = Callable[[Reals, float, float], Reals]
    _Twice = Callable[[Integers, Integers], Integers]


_slope = partial(parameter, unit="per grade", source="INTERPRETATION K15-11")


@dataclass(frozen=True, slots=True, kw_only=True)
class GradeDependence:
    """λ_k(g): how strictly rules are applied at different grades."""

    enabled: bool = parameter(
        True, "Whether the severities depend on the grade of the pair at all", source="K15 11"
    )
    pair_grade: Literal["mean", "max", "min"] = parameter(
        "mean",
        "Grade of a pair: the mean, or that of the stronger or weaker player",
        source="INTERPRETATION 0.9",
    )
    gamma_score: float = _slope(0.1, "Slope for mms, even and uneven")
    gamma_area: float = _slope(0.2, "Slope for area")
    gamma_colour: float = _slope(0.1, "Slope for colour")
    centre_score: float = score_centre(-1.0, "1 kyu", source="K15 11")
    centre_area: float = area_centre(-8.0, "8 kyu", source="K15 11")
    centre_colour: float = colour_centre(-3.0, "3 kyu", source="K15 11")

    def score(self, severity: float) -> Factor:
        """Factor of a scoring component: large for strong players.

        Where grades have no part in the scores, it is as large for everybody.
        """
        return self._factor(severity, lambda_score, self.gamma_score, self.centre_score)

    def area(self, severity: float) -> Factor:
        """Factor of the area component: large for weak players."""
        return self._factor(severity, lambda_area, self.gamma_area, self.centre_area)

    def colour(self, severity: float) -> Factor:
        """Factor of the colour component: large in the middle."""
        return self._factor(severity, lambda_colour, self.gamma_colour, self.centre_colour)

    def _factor(self, severity: float, form: _Form, gamma: float, centre: float) -> Factor:
        if not self.enabled:
            return _constant(severity)
        return _of_grades(_TWICE[self.pair_grade], severity, form, gamma, centre)


@lru_cache(maxsize=64)
def _of_grades(twice: _Twice, severity: float, form: _Form, gamma: float, centre: float) -> Factor:
    """One factor for all rounds, so that it computes the factors of each grade only once."""

    @lru_cache(maxsize=4)
    def by_halves(lowest: int, highest: int) -> Reals:
        grades = np.arange(2 * lowest, 2 * highest + 1) / 2.0
        return severity * form(grades, gamma, centre)

    def factor(a: State, b: State) -> Reals:
        if form is lambda_score and not a.by_mms:
            return np.asarray(severity)
        # There are few grades, and the forms are slow.
        lowest, highest = a.grade_range
        places = twice(a.grade - lowest, b.grade - lowest)
        return by_halves(lowest, highest).take(places, mode="clip")

    return factor


@dataclass(frozen=True, slots=True, kw_only=True)
class CoefficientGrades(GradeDependence):
    """W_k(g): how much rules count at different grades, in the forms of λ_k(g)."""

    enabled: bool = parameter(
        False,
        "Whether the coefficients depend on the grade of the pair",
        source="INTERPRETATION K15-2.2",
    )

    def applied(self, terms: tuple[Term, ...], not_applied: float) -> tuple[Term, ...]:
        """Terms whose coefficients do; those of banding, play-in and play-out have no form."""
        if not self.enabled:
            return terms
        score, area, colour = self.score(1.0), self.area(1.0), self.colour(1.0)
        forms = {"mms": score, "even": score, "uneven": score, "area": area, "colour": colour}
        return tuple(
            term.times(forms[term.name], not_applied) if term.name in forms else term
            for term in terms
        )


_TWICE: dict[str, _Twice] = {
    "mean": lambda gi, gj: gi + gj,
    "max": lambda gi, gj: 2 * np.maximum(gi, gj),
    "min": lambda gi, gj: 2 * np.minimum(gi, gj),
}
"""Double of ``pair_grade``, which is whole, by its modes."""
