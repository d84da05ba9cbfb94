"""The first complete pairing by lists of preferred opponents [V 6.1, lines 2 to 10].

Players are rows in standing order, 0 is the best.
"""

from __future__ import annotations

from itertools import chain
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._kernels.backtracking import first_pairing
from ...matching import max_weight_matching
from .arguments import weighed_pairs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from .arguments import Integers

__all__ = ["backtrack", "first_complete", "preferences"]

_MOST_STEPS = 2**20
"""Steps of backtracking before matchings take over."""


def preferences(weights: ArrayLike, allowed: ArrayLike) -> list[list[int]]:
    """Lists of everybody's possible opponents, the greatest weight first [V 6.1, line 2].

    Of equal weights the better player comes first.

    Parameters
    ----------
    weights : (n, n) numbers
        How good each pair is for the player of the row.
    allowed : (n, n) bool
        The pairs that there may be, symmetric.

    Raises
    ------
    ValueError
        If a shape does not fit, ``allowed`` is not symmetric, or a weight is NaN.
    """
    starts, opponents = _by_weight(*weighed_pairs(weights, allowed))
    return _as_lists(starts, opponents)


def first_complete(weights: ArrayLike, allowed: ArrayLike) -> Integers | None:
    """``backtrack`` of the ``preferences`` by these weights, without the lists."""
    return _first_complete(*_by_weight(*weighed_pairs(weights, allowed)))


def backtrack(preferences: Sequence[Sequence[int]]) -> Integers | None:
    """The first complete pairing by lists of preferred opponents [V 6.1, lines 3 to 10].

    The best player without an opponent takes the first of his list who is free. If nobody is free,
    the last pair is taken back, and its better player goes on in his list. Of all complete pairings
    the result is therefore the one in which the best player's choice comes first in his list, of
    these the one in which the next choice does, and so on. Only the list of the better player of a
    pair counts.

    Backtracking can take time that grows exponentially with the number of players. Where it takes
    many steps, the same pairing is found by a matching for each choice.

    Parameters
    ----------
    preferences
        For each player, in standing order, the rows of his possible opponents, the preferred first.

    Returns
    -------
    (n / 2, 2) int64, or None
        Rows of the pairs, the better first, in standing order; None if not all can be paired.

    Raises
    ------
    ValueError
        If a list names a player who does not exist, or the one whose list it is.
    """
    return _first_complete(*_laid_out(preferences))


def _first_complete(starts: Integers, opponents: Integers) -> Integers | None:
    """``backtrack``, of lists in the form of ``_laid_out``."""
    mate, ended = first_pairing(starts, opponents, _MOST_STEPS)
    if not ended:
        mate = _choice_by_choice(_as_lists(starts, opponents))
    better = np.flatnonzero(mate > np.arange(len(mate)))
    return np.column_stack([better, mate[better]]) if (mate >= 0).all() else None


def _choice_by_choice(preferences: Sequence[Sequence[int]]) -> Integers:
    """Opponent of each player, in polynomial time; -1 for all if not all can be paired.

    Each player in turn takes the first of his list with whom all the others can still be paired. A
    matching finds him: the first of the list weighs most, and all other pairs weigh nothing.
    """
    n = len(preferences)
    mate = np.full(n, -1, dtype=np.int64)
    allowed = np.zeros((n, n), dtype=np.bool_)
    for player, choices in enumerate(preferences):
        below = [choice for choice in choices if choice > player]
        allowed[player, below] = allowed[below, player] = True
    for player, choices in enumerate(preferences):
        if mate[player] >= 0:
            continue
        free = np.flatnonzero(mate < 0)
        inside = np.ix_(free, free)
        weights = np.zeros((n, n), dtype=np.int64)
        for worth, choice in enumerate(reversed(choices)):
            weights[player, choice] = weights[choice, player] = worth
        matching = max_weight_matching(
            weights[inside], allowed=allowed[inside], maxcardinality=True
        )
        if matching.unmatched.size:
            return np.full_like(mate, -1)
        opponent = free[matching.mate[0]]
        mate[player], mate[opponent] = opponent, player
    return mate


def _by_weight(worth: NDArray[Any], edges: NDArray[np.bool_]) -> tuple[Integers, Integers]:
    """Lists of possible opponents, the greatest weight first, in the form of ``_laid_out``."""
    players = np.arange(len(edges))
    # A stable sort read backwards is in decreasing order, for numbers of any type.
    order = len(edges) - 1 - worth[:, ::-1].argsort(axis=1, kind="stable")[:, ::-1]
    possible = np.take_along_axis(edges, order, axis=1) & (order != players[:, None])
    starts = np.zeros(len(edges) + 1, dtype=np.int64)
    np.cumsum(np.count_nonzero(possible, axis=1), out=starts[1:])
    return starts, order[possible]


def _as_lists(starts: Integers, opponents: Integers) -> list[list[int]]:
    """The lists that ``_laid_out`` has put into arrays."""
    return (
        [choices.tolist() for choices in np.split(opponents, starts[1:-1])]
        if len(starts) > 1
        else []
    )


def _laid_out(preferences: Sequence[Sequence[int]]) -> tuple[Integers, Integers]:
    """One array of all lists, after the array of indices where each starts and the last one ends."""
    starts = np.zeros(len(preferences) + 1, dtype=np.int64)
    np.cumsum([len(choices) for choices in preferences], out=starts[1:])
    others = range(len(preferences))
    for player, choices in enumerate(preferences):
        for choice in choices:
            if index(choice) not in others or choice == player:
                raise ValueError(
                    f"preferences[{player}]: expected others of the {len(others)} players, "
                    f"numbered from 0, got {choice}"
                )
    return starts, np.array(list(chain.from_iterable(preferences)), dtype=np.int64)
