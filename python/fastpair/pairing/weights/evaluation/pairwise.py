"""The weights of few players: every formula is evaluated for every pair."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from ..term import always, never

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...field.columns import Columns
    from ..term import Term
    from .quantum import Quantum

__all__ = ["SMALL", "pair_by_pair"]

SMALL = 112
"""For so few players, finding out who is the same to a formula takes longer than the formula."""


def pair_by_pair(
    terms: tuple[Term, ...], state: Columns, quantum: Quantum, base: int
) -> NDArray[np.int64]:
    """Total of the terms for all pairs, as ``weigh_all`` gives it."""
    players = len(state.seat)
    total = np.zeros((players, players), dtype=np.int64)
    if players < 2:
        return total
    i, j = _pairs(players)
    a, b = state[i], state[j]
    sums = np.full(len(i), base, dtype=np.int64)
    for term in terms:
        elsewhere = quantum.elsewhere(term)
        if term.applies is never:
            sums += quantum.of(np.asarray(elsewhere), term.coefficient)
        else:
            weight = term.weight(a, b)
            if term.applies is not always:
                weight = np.where(term.applies(a, b), weight, elsewhere)
            sums += quantum.of(weight, term.coefficient)
    total[i, j] = total[j, i] = sums
    return total


@lru_cache(maxsize=8)
def _pairs(players: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    return np.triu_indices(players, 1)
