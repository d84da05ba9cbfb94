"""The players of a round and all that is known of their past."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from ..._kernels.classes import pairs_met

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...go.scores import History
    from .conventions import Conventions
    from .people import People

__all__ = ["MATRIX", "Roster"]

MATRIX = 4000
"""For so many players, all that is known of their pairs may be held as matrices: one of weights takes
128 MB."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Roster:
    """The players of a round and their past; a model's state is computed when it is asked for."""

    history: History
    """All rounds before this one."""

    round_number: int
    """From 1."""

    people: People
    """All players of the tournament."""

    mms_x2: NDArray[np.int64]
    """Doubled McMahon scores after each round."""

    main_x2: NDArray[np.int64]
    """Doubled scores of the tournament's kind after each round, which make the groups."""

    row: NDArray[np.intp]
    """Row of each seat in ``players``."""

    states: dict[Conventions, Any] = field(default_factory=dict)
    """States that are computed, see ``state_of``."""

    @cached_property
    def opponents(self) -> NDArray[np.int64]:
        """Seats of the opponents in the earlier rounds, (n, rounds); -1 for none among the players."""
        history = self.history
        seat = np.full(len(history.grade) + 1, -1)
        seat[self.row] = np.arange(len(self.row))
        found: NDArray[np.int64] = seat[history.opponent[self.row, : self.round_number - 1]]
        return found

    @cached_property
    def pairs_met(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Seats i < j of all pairs that have met, in their order and each pair once, (m,)."""
        return pairs_met(self.opponents)

    @cached_property
    def met(self) -> NDArray[np.bool_]:
        """Who has met whom, by seat, (n, n)."""
        met = np.zeros((len(self.row), len(self.row)), dtype=np.bool_)
        one, other = self.pairs_met
        met[one, other] = met[other, one] = True
        met.flags.writeable = False
        return met

    def have_met(self, i: NDArray[np.int64], j: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Whether two seats have met, in the shape to which they broadcast."""
        if len(self.row) <= MATRIX:
            return self.met[i, j]
        found: NDArray[np.bool_] = (self.opponents[i] == j[..., None]).any(axis=-1)
        return found

    def of(self, row: NDArray[np.intp]) -> Self:
        """The same past with other players by seat."""
        return replace(self, row=row, states={})

    def forget(self) -> None:
        """Forget all states, so that they are computed anew when they are asked for again."""
        self.states.clear()
