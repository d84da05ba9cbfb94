"""A round that was paired by weights, with all that proves it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..field import Field
    from ..weights import Weights
    from ..weights.model import Levels
    from .solution import Seats, Solution

__all__ = ["Solved"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Solved:
    """A round that was paired by weights, with all that a draw says about it."""

    field: Field
    """Those who were matched."""

    weighed: Weights
    """Weights of their pairs."""

    proven_by: Levels
    """Weights by which the draw is proven to be the heaviest, the first level first; they differ from
    the others only where boards are to be kept."""

    solution: Solution

    byes: Seats
    """Seats that were considered for the bye."""

    spared: int | None
    """Row of the player who had the bye before the others were weighed."""

    @property
    def bye(self) -> int | None:
        """Row of the player with the bye."""
        seat = self.solution.bye
        return self.spared if seat is None else int(self.field.player[seat])
