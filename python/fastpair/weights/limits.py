"""Pairs that are no edges: too far apart, or a handicap game at the top [K12 9.2; K15 2.1]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .papers.game_class import GameClass, game_class
from .state import Conventions

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .field import Field
    from .state import State

    Bools = NDArray[np.bool_]

__all__ = ["Limits"]

_PLAIN = Conventions()


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How far apart two players may be; what is left open is not limited.

    Having met is no matter of these limits, nor who must or must not play: see ``draw.Constraints``.
    """

    grades: int | None = None
    """Most grades between two players."""

    scores: float | None = None
    """Most points between two players."""

    top_handicap: bool = False
    """Whether a handicap game with a player at the bar or above is possible
    [INTERPRETATION K15-2.1 (g)]."""

    def out_of_range(self, a: State, b: State) -> Bools:
        """Whether two players are too far apart [K12 9.2]."""
        beyond = np.zeros(np.broadcast_shapes(a.seat.shape, b.seat.shape), dtype=np.bool_)
        if self.grades is not None:
            beyond |= np.abs(a.grade - b.grade) > self.grades
        if self.scores is not None:
            beyond |= np.abs(a.mms - b.mms) > self.scores
        return beyond

    def at_the_top(self, a: State, b: State) -> Bools:
        """Whether two players would have a handicap game of which the top is free [K15 2.1]."""
        handicap = game_class(a.mms, b.mms, a.offset) == GameClass.HANDICAP
        barred: Bools = handicap & ~(a.below & b.below) & (not self.top_handicap)
        return barred

    def allowed(self, field: Field, conventions: Conventions = _PLAIN) -> Bools:
        """Pairs of a field that the limits leave, symmetric (n, n)."""
        state = field.roster.state(conventions)
        a, b = state[:, None], state[None, :]
        return ~(self.out_of_range(a, b) | self.at_the_top(a, b))
