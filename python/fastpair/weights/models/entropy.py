"""Games whose results tell most: O. Vuorinen, 2010, sections 2.4.5 and 2.4.6."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from ...ratings import entropy
from ..term import Term
from ..terms_model import TermsModel

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..state import State

__all__ = ["Entropy"]


@dataclass(frozen=True, kw_only=True)
class Entropy(TermsModel):
    """Entropy of the results in bits; ratings are to be updated after every round."""

    label: ClassVar[str] = "entropy"
    term_names: ClassVar[tuple[str, ...]] = ("entropy",)

    coefficient: float = 1.0
    """Weight of one bit."""

    a_mode: Literal["real", "int"] = "real"
    """Whether a(R) is rounded as in table 2.2 [INTERPRETATION V2.2]."""

    def terms(self, state: State) -> tuple[Term, ...]:
        """The entropy alone."""
        return (Term("entropy", self.coefficient, self._entropy),)

    def _entropy(self, a: State, b: State) -> NDArray[np.float64]:
        return entropy(a.rating, b.rating, mode=self.a_mode)
