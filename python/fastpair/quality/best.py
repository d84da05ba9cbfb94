"""The best that any draw of a round could have had, measure by measure."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..matching import max_weight_matching, verify

if TYPE_CHECKING:
    from .measures import Measure
    from .paired import Paired

__all__ = ["best_value"]


def best_value(measure: Measure, paired: Paired) -> int:
    """Least total that a complete draw of these players without rematches can have.

    It is found by matching, with the measure as negative weights, and proven. Every pair is free
    to take the better colours, and each measure is taken by itself: one draw can hardly have the
    best of all. If there is no complete draw without rematches, only those with the fewest count.

    Returns
    -------
    int
        In parts of ``measure.unit``.

    Raises
    ------
    EngineError
        If the proof fails: a bug of fastpair.
    """
    if len(paired) == 0:
        return 0
    cost = measure.formula(paired[:, None], paired[None, :])
    np.minimum(cost, cost.T, out=cost)
    rematch = int(cost.max()) * (len(paired) // 2) + 1
    weights = -(cost + rematch * paired.met)
    matching = max_weight_matching(weights)
    verify(weights, matching)
    return int(-matching.weight % rematch)
