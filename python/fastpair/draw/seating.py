"""Where the pairs of a round sit: colours, handicaps and tables [OPENGOTHA 12, 13]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from ..scores import places, standings_values
from ..scores.criteria import CONFRONTATIONS
from ..weights.deviations import handicap
from .colours import takes_white
from .tables import free_tables, table_order

if TYPE_CHECKING:
    from collections.abc import Collection

    from numpy.typing import NDArray

    from ..scores import History
    from ..weights import Field

__all__ = ["Seating"]


@dataclass(frozen=True, kw_only=True, eq=False)
class Seating:
    """The boards of a round as int64 arrays of shape (m,), in table order."""

    table: NDArray[np.int64]
    """From 1."""

    white: NDArray[np.int64]
    """Seat in the field."""

    black: NDArray[np.int64]
    """Seat in the field."""

    handicap: NDArray[np.int64]
    """Stones."""

    @classmethod
    def of(
        cls, field: Field, pairs: NDArray[np.int64], history: History, taken: Collection[int]
    ) -> Self:
        """Seat the pairs of a round.

        Parameters
        ----------
        field
            The players.
        pairs : (m, 2) int64
            Their seats in the field.
        history
            The tournament up to this round, without these pairs.
        taken
            Tables at which others play.
        """
        first, second = pairs.min(axis=1), pairs.max(axis=1)
        place = _places(history, field.round_number)[field.player]
        # OpenGotha makes the games in the order of the field; what is equal keeps it.
        listed = np.argsort(first)
        first, second = first[listed], second[listed]
        order = table_order(first, second, place, field.rating)
        first, second = first[order], second[order]
        white = np.where(takes_white(field[first], field[second]), first, second)
        return cls(
            table=np.array(free_tables(len(pairs), taken), dtype=np.int64),
            white=white,
            black=first + second - white,
            handicap=handicap(field[first], field[second]),
        )


def _places(history: History, round_number: int) -> NDArray[np.int64]:
    """Places as they are with the round drawn and nothing of it played.

    Direct confrontations stay as they were before the round, as in OpenGotha, which computes them
    with the standings only [OPENGOTHA 7, 13].
    """
    criteria = history.rules.placement
    values = standings_values(history, criteria, round_number)
    confronted = [i for i, criterion in enumerate(criteria) if criterion in CONFRONTATIONS]
    if confronted:
        before = standings_values(history, criteria, round_number - 1)
        values[:, confronted] = before[:, confronted]
    return places(values)
