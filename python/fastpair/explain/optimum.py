"""The heaviest draw of a round, with a solver that can be asked what else might be drawn."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from ..draw import Constraints
from ..matching import Solver, verify
from ..systems import Weighted
from ..systems.drawing import situation_of
from ..systems.judgement import nearest_optimum

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from ..field import Field
    from ..systems.solution import Solution
    from ..tournament import Tournament
    from ..weights import WeightModel

__all__ = ["Optimum"]

_ANYTHING = Constraints()


@dataclass(frozen=True, kw_only=True, eq=False)
class Optimum:
    """The heaviest draw of a round. Players are seats of ``field``."""

    field: Field
    """Those who were matched."""

    model: WeightModel

    weights: NDArray[np.int64]
    """Weights of their pairs, (n, n)."""

    solution: Solution

    bye: str | None
    """Key of the player with the bye."""

    @classmethod
    def of_round(
        cls,
        tournament: Tournament,
        round_number: int,
        model: WeightModel,
        constraints: Constraints = _ANYTHING,
        seed: int = 0,
    ) -> Optimum:
        """The optimum of a round, proven.

        If the round is drawn, it is that of the players who were drawn, and of several optima the
        one with most boards in common with the draw, see ``systems.judge_round``. Otherwise it is
        the draw that ``systems.draw_round`` makes.

        Raises
        ------
        RuleError, EngineError
            As these two functions.
        """
        if tournament.is_drawn(round_number):
            nearest = nearest_optimum(tournament, round_number, model, constraints)
            return cls(
                field=nearest.field,
                model=model,
                weights=nearest.weights,
                solution=nearest.solution,
                bye=nearest.bye,
            )
        situation = situation_of(
            tournament.before(round_number + 1), round_number, constraints, seed
        )
        solved = Weighted(model=model).solve(situation, {})
        verify(solved.weights, solved.solution.matching, allowed=solved.solution.allowed)
        return cls(
            field=solved.field,
            model=model,
            weights=solved.weights,
            solution=solved.solution,
            bye=None if solved.bye is None else tournament.players[solved.bye].key,
        )

    @cached_property
    def units(self) -> int:
        """How many units of the weights make 1 in the model's own weights."""
        return self.model.units(self.field)

    @cached_property
    def seat(self) -> Mapping[str, int]:
        """Seat of each player by key."""
        return {key: seat for seat, key in enumerate(self.field.key)}

    @cached_property
    def opponents(self) -> Mapping[str, str | None]:
        """Key of each player's opponent, by key; None for a bye and for those who are left over."""
        key, mate = self.field.key, self.solution.matching.mate.tolist()
        return {key[seat]: None if other < 0 else key[other] for seat, other in enumerate(mate)}

    def solver(self) -> Solver:
        """A new solver of the same graph, which may be changed."""
        return Solver(self.weights, allowed=self.solution.allowed)
