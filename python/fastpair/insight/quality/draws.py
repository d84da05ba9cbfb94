"""The draws that the best is taken from, and the cheapest of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...matching import max_weight_matching, verify
from ...matching.quantization import WEIGHT_LIMIT

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .paired import Paired

__all__ = ["Draws", "total"]


class Draws:
    """The complete draws of a round with the fewest rematches.

    Parameters
    ----------
    paired
        The players of the round.
    costs : (n, n) int64, symmetric, not negative
        Only the draws that are cheapest by the first of these costs count, of them only those that
        are cheapest by the second, and so on.
    """

    def __init__(self, paired: Paired, *costs: NDArray[np.int64]) -> None:
        self._boards = len(paired) // 2
        self.first_cost = paired.met.astype(np.int64)
        """(n, n) one cost of which these draws, and no others, have the least total."""
        for cost in costs:
            self.first_cost = self.first_cost * (int(cost.max()) * self._boards + 1) + cost

    @property
    def room(self) -> int:
        """How far apart the costs of pairs may be, so that weights stay within their limit."""
        return WEIGHT_LIMIT // ((int(self.first_cost.max()) + 1) * (self._boards + 1))

    def cheapest(self, cost: NDArray[np.int64]) -> NDArray[np.int64]:
        """Find a draw of least total cost, proven.

        Parameters
        ----------
        cost : (n, n) int64, symmetric
            Cost of every pair, which may be negative.

        Returns
        -------
        (n,) int64, the opponent of every seat.

        Raises
        ------
        EngineError
            If the proof fails: a bug of fastpair.
        """
        span = int(cost.max() - cost.min()) * self._boards + 1
        weights = cost.min() - cost - self.first_cost * span
        matching = max_weight_matching(weights, maxcardinality=True)
        verify(weights, matching, maxcardinality=True)
        return matching.mate

    def avoid(self, pairs: NDArray[np.bool_]) -> bool:
        """Whether one of these draws has none of the pairs, (n, n) and symmetric."""
        cost = pairs.astype(np.int64)
        return total(cost, self.cheapest(cost)) == 0


def total(cost: NDArray[np.int64], mate: NDArray[np.int64]) -> int:
    """Total cost of the draw with these opponents.

    Parameters
    ----------
    cost : (n, n) int64, symmetric
    mate : (n,) int64
    """
    return int(cost[np.arange(len(mate)), mate].sum()) // 2
