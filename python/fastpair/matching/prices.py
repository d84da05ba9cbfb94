"""What it costs to match two vertices: the optimum beside the best matching that has their edge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Price", "Prices"]


class Price(NamedTuple):
    """What it costs to match two vertices. Of two prices the lower one is the smaller tuple."""

    fewer: int
    """How many pairs the matching loses: 0 or 1, and always 0 where the weight alone counts."""

    weight: int
    """How much lighter the matching becomes; negative only where it loses a pair."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Prices:
    """What it costs to match one vertex with each of the others, or each with each.

    The arrays have the shape (n,), or (n, n) for a whole table. Matched vertices have the price 0.
    """

    possible: NDArray[np.bool_]
    """Whether the two are joined by an edge. The other arrays hold 0 where they are not."""

    fewer: NDArray[np.int64]
    """How many pairs the matching loses, as in :class:`Price`."""

    weight: NDArray[np.int64]
    """How much lighter the matching becomes. Holds Python integers (dtype object) if one does not
    fit."""

    def __repr__(self) -> str:
        """Return one line, however large it is."""
        shape = " x ".join(map(str, self.possible.shape))
        return f"<Prices: {shape}, {np.count_nonzero(self.possible)} possible>"

    def at(self, *place: int) -> Price | None:
        """Return one of the prices, or None where there is no edge."""
        if not self.possible[place]:
            return None
        return Price(int(self.fewer[place]), int(self.weight[place]))
