"""What the whole draw would lose if two players met."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .optimum import Optimum

__all__ = ["Prices", "prices"]


@dataclass(frozen=True, slots=True, eq=False)
class Prices:
    """What the best draw with each pair of some player loses against the optimum; arrays (n,)."""

    possible: NDArray[np.bool_]
    """Whether the rules allow the pair."""

    fewer: NDArray[np.int64]
    """Games less; 0 if the pair is not possible."""

    weight: NDArray[np.int64]
    """Weight less, in units; 0 if the pair is not possible."""


def prices(optimum: Optimum, seat: int) -> Prices:
    """Prices of all opponents of a seat, exact."""
    solver = optimum.solver()
    best = solver.solve()
    allowed = np.array(solver.allowed)
    found = Prices(allowed[seat], *np.zeros((2, len(allowed)), dtype=np.int64))
    for other in np.flatnonzero(allowed[seat]).tolist():
        solver.force(seat, other)
        matching = solver.solve()
        found.fewer[other] = best.cardinality - matching.cardinality
        found.weight[other] = best.weight - matching.weight
        for changed in (seat, other):
            solver.insert(changed, optimum.weights[changed], allowed[changed])
    return found
