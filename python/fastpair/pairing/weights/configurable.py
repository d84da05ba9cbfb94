"""Models that are a table of terms."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field
from math import ceil, log2
from typing import TYPE_CHECKING, ClassVar, Literal, Self, cast

import numpy as np

from ...errors import RuleError
from ...go.ratings import EPSILON, LOWEST, con, entropy, total_change
from ...parameters import parameter, parameters
from ..field import Conventions, columns
from ..field.state import state_of
from ..papers.quality import finnish_deviation, qualifies
from ..papers.shapes import reals
from .evaluation import Quantum
from .model import Traits, WeightModel, values_of
from .term import Term, always, both_below

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from ...arrays import Reals
    from ...go.tournament import Rules
    from ...parameters import Parameter, Section
    from ..field import Field, State


# ---- Terms that can be added to any model of the papers ----


@dataclass(frozen=True, kw_only=True)
class FinnishTerm:
    """Opponents who tell most about a player's grade, by the Finnish rule."""

    label: ClassVar[str] = "finnish"

    coefficient: float = parameter(
        100.0, "What the term adds at most", unit="weight", source="INTERPRETATION V2.3.1"
    )
    severity: float = parameter(
        1.0,
        "How fast the weight falls with the deviation",
        unit="per grade",
        source="INTERPRETATION V2.3.1",
    )
    low: float = parameter(
        2.0, "Fewest grades above the strongest player beaten", unit="grades", source="V 2.2.2"
    )
    high: float = parameter(
        3.0, "Most grades above the strongest player beaten", unit="grades", source="V 2.2.2"
    )

    def term(self) -> Term:
        """The rule as a term."""
        return Term.by_deviation(self.label, self.coefficient, self._deviation, self.severity)

    def _deviation(self, a: State, b: State) -> Reals:
        sides = (
            (grade, qualifies(past.wins, past.losses, past.beaten), past.best_beaten)
            for grade, past in ((a.grade, a.results), (b.grade, b.results))
        )
        first, second = sides
        return finnish_deviation(*first, *second, (self.low, self.high))


@dataclass(frozen=True, kw_only=True)
class EntropyTerm:
    """Games whose results tell most, by the entropy of their results."""

    label: ClassVar[str] = "entropy"

    coefficient: float = parameter(
        1.0, "Worth of a game that is as open as can be", unit="weight", source="V 2.4.6"
    )
    a_mode: Literal["real", "int"] = parameter(
        "real", "Whether a(R) is rounded as in table 2.2", source="INTERPRETATION V2.2"
    )

    def term(self) -> Term:
        """The entropy as a term."""
        return Term(self.label, self.coefficient, self._entropy)

    def _entropy(self, a: State, b: State) -> Reals:
        return entropy(a.rating, b.rating, mode=self.a_mode)


@dataclass(frozen=True, kw_only=True)
class RatingInformationTerm:
    """Games that move ratings most, in rating points or by closeness to a difference."""

    label: ClassVar[str] = "rating_information"

    coefficient: float = parameter(
        1.0,
        "Worth of a rating point, or in mode target of the ideal difference",
        unit="weight",
        source="V 2.2.2",
    )
    epsilon: float = parameter(
        EPSILON, "Points against deflation ε, more than 0", unit="points", source="V 2.2.1"
    )
    mode: Literal["change", "target"] = parameter(
        "change",
        "The expected change, or closeness to a rating difference",
        source="INTERPRETATION V2.2.2",
    )
    target: float = parameter(
        250.0,
        "Rating difference that is wanted in mode target",
        unit="rating points",
        source="V 2.2.2",
    )
    width: float = parameter(
        100.0,
        "Distance from it that makes a deviation of 1",
        unit="rating points",
        source="INTERPRETATION V2.2.2",
    )

    def __post_init__(self) -> None:
        """Refuse parameters that make no finite weight.

        Raises
        ------
        RuleError
            If a parameter is refused.
        """
        if not 0.0 < self.epsilon <= 1.0:
            raise RuleError(f"expected epsilon above 0 and at most 1, got {self.epsilon!r}")
        if not self.width > 0.0:
            raise RuleError(f"expected a width above 0, got {self.width!r}")

    def term(self) -> Term:
        """The information as a term. The expected change is always below ε con(100)."""
        if self.mode == "target":
            return Term.by_deviation(self.label, self.coefficient, self._distance, 1.0)
        most = self.epsilon * float(con(LOWEST))
        return Term(self.label, self.coefficient * most, self._change)

    def _change(self, a: State, b: State) -> Reals:
        change: Reals = total_change(a.rating, b.rating, epsilon=self.epsilon)
        return change / (self.epsilon * con(LOWEST))

    def _distance(self, a: State, b: State) -> Reals:
        difference = reals(np.maximum(a.rating, LOWEST)) - np.maximum(b.rating, LOWEST)
        return (abs(difference) - self.target) / self.width


@dataclass(frozen=True, kw_only=True)
class HomesTerm:
    """Opponents from elsewhere: less for two of one country, and least for two of one club."""

    label: ClassVar[str] = "homes"

    coefficient: float = parameter(
        100.0, "Worth of an opponent from elsewhere", unit="weight", source="K12 6.7"
    )
    country: float = parameter(
        0.2,
        "Share of it that two of one country and of different clubs lose",
        unit="share",
        source="INTERPRETATION K15-6",
    )
    club: float = parameter(
        1.0, "Share of it that two of one club lose", unit="share", source="INTERPRETATION K15-6"
    )
    everybody: bool = parameter(
        False,
        "Whether it counts for all games, or only below the bar, as the areas of the papers do",
        source="OPENGOTHA 11.9; K12 2.2",
    )

    def __post_init__(self) -> None:
        """Refuse shares that are none.

        Raises
        ------
        RuleError
            If a parameter is refused.
        """
        for name in ("country", "club"):
            if not 0.0 <= getattr(self, name) <= 1.0:
                raise RuleError(f"expected {name} from 0 to 1, got {getattr(self, name)!r}")

    def term(self) -> Term:
        """The homes as a term, whose weight is 1 where the rule does not apply."""
        applies = always if self.everybody else both_below
        return Term(self.label, self.coefficient, self._elsewhere, applies, elsewhere=1.0)

    def _elsewhere(self, a: State, b: State) -> Reals:
        compatriots = a.homes.country == b.homes.country
        neighbours = a.homes.club == b.homes.club
        return 1.0 - np.where(neighbours, self.club, self.country * compatriots)


AddedTerm = FinnishTerm | EntropyTerm | RatingInformationTerm | HomesTerm

ADDED_TERMS: Mapping[str, type[AddedTerm]] = {
    kind.label: kind for kind in (FinnishTerm, EntropyTerm, RatingInformationTerm, HomesTerm)
}
"""Terms that can be added by name."""


# ---- Weight models of the papers: a named list of terms over one state of the players ----

_BITS = 51
"""The heaviest weight is at most 2^51, so that doubles hold every share and round it exactly."""


_FINEST = 200
"""The scale is at most 2^200, so that no product of doubles overflows."""


@dataclass(frozen=True, kw_only=True)
class ConfigurableModel(WeightModel):
    """A model whose weights are sums of terms, each of them real and rounded to an integer.

    The share of a term is its real weight times ``scale``, a power of two, rounded to the nearest
    integer (ties to even). Nothing else is rounded.

    Examples
    --------
    >>> model_named("fastpair").with_terms(("homes",), ()).names[:4]
    ('mms', 'even', 'uneven', 'colour')
    """

    conventions: Conventions = dataclass_field(default_factory=Conventions)
    salt: int = 0
    """Number that lots are drawn from."""

    not_applied: float = parameter(
        0.0,
        "Share of a term for pairs it does not apply to: 0 leaves it out, 1 is neutral",
        unit="weight",
        source="INTERPRETATION 0.8",
    )

    added: tuple[AddedTerm, ...] = ()
    """Terms besides those of the paper."""

    removed: tuple[str, ...] = ()
    """Names of the paper's terms that are left out."""

    label: ClassVar[str]
    term_names: ClassVar[tuple[str, ...]]
    saturates: ClassVar[bool] = False
    """Whether a further point between two players whose scores are far apart costs nothing."""

    def __post_init__(self) -> None:
        """Refuse changes that leave no terms, two terms of one name, or no valid share.

        Raises
        ------
        RuleError
            If a change is refused.
        """
        if not 0.0 <= self.not_applied <= 1.0:
            raise RuleError(f"expected not_applied from 0 to 1, got {self.not_applied!r}")
        for name in self.removed:
            if name not in self.term_names:
                raise RuleError(f"{self.label} has no term {name!r} to leave out")
        for name, count in Counter(self.names).items():
            if count > 1:
                raise RuleError(f"{self.label} has {count} terms {name!r}")

    @property
    def name(self) -> str:
        """Name by which the model is known in ``MODELS``."""
        return self.label

    @property
    def traits(self) -> Traits:
        """Traits that all models of the papers share."""
        return Traits(
            bye_in_groups=False,
            no_handicap_at_top=True,
            limit_scores=self.saturates,
            colours_by_index=True,
        )

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the terms."""
        kept = (name for name in self.term_names if name not in self.removed)
        return *kept, *(added.label for added in self.added)

    @property
    def parameters(self) -> tuple[Parameter | Section, ...]:
        """Everything that can be set in the model."""
        return parameters(type(self))

    def with_terms(self, removed: tuple[str, ...], added: tuple[AddedTerm, ...]) -> Self:
        """The model without some terms of the paper, and with others."""
        return replace(self, removed=removed, added=added)

    def description(self) -> dict[str, object]:
        """Each parameter by its dotted name, and the terms left out and added."""
        values = dict(values_of(self))
        remove, add = values.pop("removed"), values.pop("added")
        return {"model": self.name, **values, "remove": remove, "add": add}

    @abstractmethod
    def table(self, state: State) -> tuple[Term, ...]:
        """The terms of the paper for the players of a round, in its order."""

    def terms(self, players: Field) -> tuple[Term, ...]:
        """The terms of the model for the players of a round, a ``State``, in the order of ``names``."""
        kept = (
            term for term in self.table(cast("State", players)) if term.name not in self.removed
        )
        return *kept, *(added.term() for added in self.added)

    def by_lot(self, rules: Rules) -> bool:
        """Whether lots are drawn: to shuffle, or to order equals within a group unless they are given."""
        return self.shuffles or self.conventions.lots is None

    def state(self, field: Field) -> State:
        """State of all players of a field or of a view of one, by the model's conventions."""
        conventions = self.conventions
        if self.salt:
            conventions = replace(conventions, salt=self.salt)
        return state_of(field.roster, conventions)

    def players(self, field: Field) -> State:
        """State of all players."""
        return self.state(field)

    @property
    def shuffles(self) -> bool:
        """Whether the players are shuffled before a draw, as some pairs are to be made at random."""
        return False

    def order(self, field: Field) -> NDArray[np.intp] | None:
        """Seats as they are shuffled, if they are; every round has other lots [K15 4.1; K12 6.5]."""
        if not self.shuffles:
            return None
        seed = self.salt or self.conventions.salt
        return np.argsort(columns.lots(len(field), columns.of_round(seed, field.round_number)))

    def scale(self, state: State) -> int:
        """How many units of the integer weights make 1 in the real ones; a power of two."""
        return _scale(self.terms(state))

    def quantum(self, round_number: int, terms: tuple[Term, ...]) -> Quantum:
        """How real shares become integers: rounded to units of 1 / scale."""
        return Quantum(_scale(terms), self.not_applied)


def _scale(terms: tuple[Term, ...]) -> int:
    largest = sum(abs(term.coefficient) for term in terms)
    if not largest <= 2**_BITS:
        raise RuleError(
            f"the coefficients add up to {largest:.3g}, expected at most 2^{_BITS} = {2**_BITS:.3g};"
            " only their ratios matter, so make all of them smaller"
        )
    return 2 ** min(max(0, _BITS - ceil(log2(largest))), _FINEST) if largest > 0 else 1
