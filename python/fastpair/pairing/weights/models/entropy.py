"""Games whose results tell most: T. Vuorinen, 2010, sections 2.4.5 and 2.4.6."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar

from ..added import EntropyTerm
from ..terms_model import TermsModel

if TYPE_CHECKING:
    from ....go.tournament import Rules
    from ...field import State
    from ..model import Traits
    from ..term import Term

__all__ = ["Entropy"]


@dataclass(frozen=True, kw_only=True)
class Entropy(TermsModel):
    """Vuorinen 2010: games whose results tell most, in bits of entropy by the ratings.

    The ratings are to be updated after every round [V 2.4.6].
    """

    label: ClassVar[str] = "entropy"
    term_names: ClassVar[tuple[str, ...]] = ("entropy",)

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
