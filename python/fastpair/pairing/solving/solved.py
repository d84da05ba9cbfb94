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
    """The pairs and the bye of a round, with the weights that chose them and the proof."""

    field: Field
    """Those who were matched."""

    weighed: Weights
    """Weights of their pairs."""

    proven_by: Levels
    """Weights by which the matching is proven to be the heaviest, the first level first. They are the
    levels of ``weighed``, unless boards are to be kept, which these weights favour."""

    solution: Solution

    byes: Seats
    """Seats that were considered for the bye."""

    spared: int | None
    """Row of the player who got the bye before the pairs were weighed; None if nobody did."""

    @property
    def bye(self) -> int | None:
        """Row of the player with the bye."""
        seat = self.solution.bye
        return self.spared if seat is None else int(self.field.player[seat])
