"""How real shares of weights become integers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..term import Term

    Reals = NDArray[np.float64]

__all__ = ["Quantum", "Whole"]


@dataclass(frozen=True, slots=True)
class Quantum:
    """How a real share becomes an integer."""

    scale: int
    """Number of units in a real weight of 1."""

    otherwise: float
    """Weight where a term does not apply, if it does not say itself."""

    def elsewhere(self, term: Term) -> float:
        """Weight where a term does not apply."""
        return self.otherwise if term.elsewhere is None else term.elsewhere

    def of(self, weight: Reals, coefficient: float) -> NDArray[np.int64]:
        """Nearest integers to real shares."""
        share: NDArray[np.int64] = np.rint(weight * (coefficient * self.scale)).astype(np.int64)
        return share

    def limits(self, coefficient: float) -> tuple[int, int]:
        """The least and the greatest share of a term, whose real weight is from 0 to 1."""
        ends = self.of(np.array([0.0, 1.0]), coefficient)
        return int(ends.min()), int(ends.max())


class Whole(Quantum):
    """Shares that are integers already, and 0 where a term does not apply."""

    def __init__(self) -> None:
        super().__init__(scale=1, otherwise=0)

    def of(self, weight: NDArray[Any], coefficient: float) -> NDArray[np.int64]:
        """The weights as they are."""
        return weight

    def limits(self, coefficient: float) -> tuple[int, int]:
        """The least and the greatest share of a term; the coefficient is the greatest."""
        return 0, int(coefficient)
