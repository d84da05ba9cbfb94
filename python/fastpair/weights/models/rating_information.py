"""Games that move ratings most: O. Vuorinen, 2010, section 2.2.2."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np

from ...ratings import EPSILON, LOWEST, con, total_change
from ..term import Term
from ..terms_model import TermsModel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..state import State

    Reals = NDArray[np.float64]

__all__ = ["RatingInformation"]


@dataclass(frozen=True, kw_only=True)
class RatingInformation(TermsModel):
    """Expected change of both ratings by a game, in points."""

    label: ClassVar[str] = "rating-information"
    term_names: ClassVar[tuple[str, ...]] = ("rating_information",)

    coefficient: float = 1.0
    """Weight of one rating point, or in mode target of the ideal distance."""

    epsilon: float = EPSILON
    """Points against deflation ε, more than 0 [V 2.2.1]."""

    mode: Literal["change", "target"] = "change"
    """The expected change, or closeness to a rating difference [INTERPRETATION V2.2.2]."""

    target: float = 250.0
    """Rating difference that is wanted in mode target [V 2.2.2]."""

    width: float = 100.0
    """Rating points from it per unit of deviation in mode target."""

    def terms(self, state: State) -> tuple[Term, ...]:
        """The information alone; the expected change is below ε con(100)."""
        if self.mode == "target":
            rule = Term.by_deviation
            return (rule("rating_information", self.coefficient, self._distance, 1.0),)
        most = self.epsilon * float(con(LOWEST))
        return (Term("rating_information", self.coefficient * most, self._change),)

    def _change(self, a: State, b: State) -> Reals:
        change: Reals = total_change(a.rating, b.rating, epsilon=self.epsilon)
        return change / (self.epsilon * con(LOWEST))

    def _distance(self, a: State, b: State) -> Reals:
        distance: Reals = (np.abs(a.rating - b.rating) - self.target) / self.width
        return distance
