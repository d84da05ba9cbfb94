"""Games that move ratings most: T. Vuorinen, 2010, section 2.2.2."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar

from ..added import RatingInformationTerm
from ..terms_model import TermsModel

if TYPE_CHECKING:
    from ....go.tournament import Rules
    from ...field import State
    from ..model import Traits
    from ..term import Term

__all__ = ["RatingInformation"]


@dataclass(frozen=True, kw_only=True)
class RatingInformation(TermsModel):
    """Vuorinen 2010: games that are expected to move both ratings most."""

    label: ClassVar[str] = "rating-information"
    term_names: ClassVar[tuple[str, ...]] = ("rating_information",)

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
