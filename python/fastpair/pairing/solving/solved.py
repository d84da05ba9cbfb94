"""A round that was paired by weights, with all that proves it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from .best_matching import prove

if TYPE_CHECKING:
    from ...matching import Matching
    from ..draw import Constraints, Removal
    from ..field import Field
    from ..weights import Weights
    from ..weights.model import Levels
    from .solution import Seats, Solution

__all__ = ["Proven", "Solved"]


class Proven(Protocol):
    """The pairs of a round that were chosen by weights, with what proves them."""

    @property
    def field(self) -> Field:
        """Those who were matched."""

    @property
    def matching(self) -> Matching:
        """Who plays whom, by seat."""

    @property
    def constraints(self) -> Constraints:
        """The rules of the director and the model's own."""

    @property
    def removals(self) -> tuple[Removal, ...]:
        """What the rules removed, where that matters: where somebody is left over."""

    @property
    def bye(self) -> int | None:
        """Row of the player with the bye."""

    def prove(self) -> None:
        """Check that no other matching is better.

        Raises
        ------
        EngineError
            If the proof fails: a bug of fastpair.
        """


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

    @property
    def matching(self) -> Matching:
        """Who plays whom, by seat."""
        return self.solution.matching

    @property
    def constraints(self) -> Constraints:
        """The rules of the director and the model's own."""
        return self.solution.constraints

    @property
    def removals(self) -> tuple[Removal, ...]:
        """What the rules removed."""
        return self.solution.removals

    def prove(self) -> None:
        """Check that no other matching is better."""
        prove(self.proven_by, self.matching, self.solution.allowed)
