"""The players of a round and all that is known of their past."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ...go.scores import History
    from .conventions import Conventions
    from .people import People

__all__ = ["Roster"]


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

    met: NDArray[np.bool_]
    """Who has met whom, by seat, (n, n)."""

    states: dict[Conventions, Any] = field(default_factory=dict)
    """States that are computed, see ``state_of``."""

    def of(self, row: NDArray[np.intp], met: NDArray[np.bool_]) -> Self:
        """The same past with other players by seat."""
        return replace(self, row=row, met=met, states={})

    def forget(self) -> None:
        """Forget all states, so that they are computed anew when they are asked for again."""
        self.states.clear()
