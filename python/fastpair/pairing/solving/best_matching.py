"""The best matching by one weight of each pair, or by several, one level after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...matching import max_weight_matching, verify, verify_levels

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...matching import Matching
    from ..weights.model import Levels

__all__ = ["best_matching", "prove", "proven_best"]


def best_matching(
    levels: Levels, allowed: NDArray[np.bool_], order: NDArray[np.intp] | None = None
) -> Matching:
    """The most pairs; of such matchings the heaviest on the first level, of these on the second, ...

    Parameters
    ----------
    order
        All vertices in the order in which the engine takes them, (n,), if it is to decide between
        matchings that are equally good.
    """
    if order is not None:
        turned = np.ix_(order, order)
        found = best_matching(tuple(level[turned] for level in levels), allowed[turned])
        return found.renumbered(order)
    if len(levels) == 1:
        return max_weight_matching(levels[0], allowed=allowed, maxcardinality=True)
    return max_weight_matching(levels=levels, allowed=allowed, maxcardinality=True)


def prove(levels: Levels, matching: Matching, allowed: NDArray[np.bool_]) -> None:
    """Check that a matching is the best.

    Raises
    ------
    EngineError
        If its proof fails: a bug of fastpair.
    """
    if len(levels) == 1:
        verify(levels[0], matching, allowed=allowed, maxcardinality=True)
    else:
        verify_levels(levels, matching, allowed=allowed, maxcardinality=True)


def proven_best(levels: Levels, allowed: NDArray[np.bool_]) -> Matching:
    """The best matching, proven."""
    matching = best_matching(levels, allowed)
    prove(levels, matching, allowed)
    return matching
