"""Pairing by entropy and by rating information."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar

from ...pairing.weights.added_terms import EntropyTerm, RatingInformationTerm
from ...pairing.weights.model import ConfigurableModel

if TYPE_CHECKING:
    from ...go.tournament import Rules
    from ...pairing.field import State
    from ...pairing.weights.model import Traits
    from ...pairing.weights.term import Term


# ---- Games whose results tell most: T. Vuorinen, 2010, sections 2.4.5 and 2.4.6 ----


@dataclass(frozen=True, kw_only=True)
class Entropy(ConfigurableModel):
    """Vuorinen 2010: games whose results tell most, in bits of entropy by the ratings.

    The ratings are to be updated after every round [V 2.4.6].
    """

    label: ClassVar[str] = "entropy"
    term_names: ClassVar[tuple[str, ...]] = ("entropy",)

    # Nearly every rating is a class of its own. Pairs and classes take, in ms, 0.30 and 0.42 with 122
    # players, 0.96 and 1.29 with 240, 1.98 and 2.12 with 346, 2.57 and 2.51 with 387.
    pairwise_up_to: ClassVar[int] = 370

    entropy: EntropyTerm = field(default_factory=EntropyTerm)

    @property
    def traits(self) -> Traits:
        """A preference is worth as much as a game that is as open as can be."""
        return replace(super().traits, preference=self.entropy.coefficient)

    def by_lot(self, rules: Rules) -> bool:
        """False: the ratings alone decide."""
        return False

    def table(self, state: State) -> tuple[Term, ...]:
        """The entropy alone."""
        return (self.entropy.term(),)


# ---- Games that move ratings most: T. Vuorinen, 2010, section 2.2.2 ----


@dataclass(frozen=True, kw_only=True)
class RatingInformation(ConfigurableModel):
    """Vuorinen 2010: games that are expected to move both ratings most."""

    label: ClassVar[str] = "rating-information"
    term_names: ClassVar[tuple[str, ...]] = ("rating_information",)

    # Pairs and classes take, in ms, 0.25 and 0.32 with 122 players, 0.67 and 0.75 with 185, 0.93 and
    # 0.92 with 212, 1.35 and 1.17 with 240.
    pairwise_up_to: ClassVar[int] = 210

    information: RatingInformationTerm = field(default_factory=RatingInformationTerm)

    @property
    def traits(self) -> Traits:
        """A preference is worth a rating point."""
        return replace(super().traits, preference=self.information.coefficient)

    def by_lot(self, rules: Rules) -> bool:
        """False: the ratings alone decide."""
        return False

    def table(self, state: State) -> tuple[Term, ...]:
        """The information alone."""
        return (self.information.term(),)
