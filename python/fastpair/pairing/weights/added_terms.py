"""Terms that can be added to a model with parameters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np

from ...arrays import reals
from ...errors import RuleError
from ...go.ratings import EPSILON, LOWEST, con, entropy, total_change
from ...parameters import check_parameters, parameter
from ...sentences import phrase
from ..papers.quality import finnish_deviation, qualifies
from .model_parameters import (
    InformationMode,
    information_mode,
    information_target,
)
from .model_parameters import coefficient as worth
from .term import Term, always, both_below

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...arrays import Reals
    from ..field import State


def _grades(default: float, some: str) -> float:
    """How much stronger the opponent is."""
    words = f"{some} grades above the strongest player beaten"
    return parameter(default, words, unit="grades", source="V 2.2.2")


@dataclass(frozen=True, kw_only=True)
class FinnishTerm:
    """Opponents who tell most about a player's grade, by the Finnish rule."""

    label: ClassVar[str] = "finnish"

    coefficient: float = worth(100.0, "What the term adds at most", source="INTERPRETATION V2.3.1")
    severity: float = parameter(
        1.0,
        "How fast the weight falls with the deviation",
        unit="per grade",
        source="INTERPRETATION V2.3.1",
    )
    low: float = _grades(2.0, "Fewest")
    high: float = _grades(3.0, "Most")

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
    """Games with the most informative results, by entropy."""

    label: ClassVar[str] = "entropy"

    coefficient: float = worth(1.0, "Worth of a game that is as open as can be", source="V 2.4.6")
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

    coefficient: float = worth(
        1.0, "Worth of a rating point, or in mode target of the ideal difference", source="V 2.2.2"
    )
    epsilon: float = parameter(
        EPSILON, "Points against deflation ε, more than 0", unit="points", source="V 2.2.1"
    )
    mode: InformationMode = information_mode()
    target: float = information_target()
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
            raise RuleError(
                phrase(
                    "expected epsilon above 0 and at most 1, got {epsilon!r}", epsilon=self.epsilon
                )
            )
        if not self.width > 0.0:
            raise RuleError(phrase("expected a width above 0, got {width!r}", width=self.width))

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


def _share(default: float, players: str) -> float:
    """What some players lose of the worth of an opponent from elsewhere."""
    words = f"Share of it that {players} lose"
    return parameter(default, words, unit="share", source="INTERPRETATION K15-6", least=0, most=1)


@dataclass(frozen=True, kw_only=True)
class HomesTerm:
    """Opponents from elsewhere: less for two of one country, and least for two of one club."""

    label: ClassVar[str] = "homes"

    coefficient: float = worth(100.0, "Worth of an opponent from elsewhere", source="K12 6.7")
    country: float = _share(0.2, "two of one country and of different clubs")
    club: float = _share(1.0, "two of one club")
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
        check_parameters(self)

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
