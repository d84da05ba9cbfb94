"""Systems that draw by weights."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ..draw import remaining
from ..draw.draw import timed
from ..field.field import MATRIX
from ..solving.costs import first_to_spare
from ..solving.solution import Problem, own_rules, yielding_components
from ..weights import (
    WeightModel,
    Weights,
)
from ..weights.description import changes
from ..weights.models import OpenGotha
from .look_ahead import Solving, WithLookAhead
from .system import COMPLETE, ByModel, Pairing, most_paired

if TYPE_CHECKING:
    from ...arrays import Indices
    from ..draw import Constraints
    from ..draw.constraints import RangeRule
    from ..field import Field, State
    from ..solving.solution import Seats, Solution
    from .system import Situation


# ---- McMahon pairing by weights: the heaviest of all pairings that leave the fewest players over ----


@dataclass(frozen=True, kw_only=True)
class Weighted(Solving, ByModel):
    """Of all pairings that pair the most players, the one of greatest weight."""

    name: ClassVar[str] = "mcmahon"
    source: ClassVar[str] = "K12, K15; OPENGOTHA 8 to 13"
    guarantees: ClassVar[str] = most_paired("and no such pairing weighs more; both are proven.")
    fails: ClassVar[str] = COMPLETE

    weighs: ClassVar[bool] = True
    needs_exact_scores: ClassVar[bool] = False

    model: WeightModel = field(default_factory=OpenGotha)

    def paired(self, situation: Situation, timings: dict[str, float]) -> Pairing:
        """Pair a round, and record in ``timings`` how many seconds each stage took."""
        solution = self._by_bounds(situation, timings) or self.solve(situation, timings)
        return Pairing.of_solution(solution)

    def changes(self) -> dict[str, Any]:
        """Parameters of the model that are not as published, by dotted name."""
        return changes(self.model)

    def colour_state(self, field: Field) -> State | None:
        """The state in which the model counts the players, if it decides colours by the index."""
        return self.model.state(field) if self.model.traits.colours_by_index else None

    def solve(self, situation: Situation, timings: dict[str, float]) -> Solution:
        """Pair a round, and record in ``timings`` how many seconds each stage took.

        If the model counts the player with the bye in the groups, everybody is matched, and the bye is
        found together with the pairs. Otherwise it is given before, and all others are matched.
        """
        with timed(timings, "field"):
            everybody, byes = self.everybody(situation)
        if len(byes) == 0 or self.model.traits.bye_in_groups:
            return self._solved(situation, everybody, timings, byes=byes)
        with timed(timings, "bye"):
            bye = self.bye_by_rule(everybody, byes, situation)
        return self._without(situation, everybody, bye, timings)

    def _by_bounds(self, situation: Situation, timings: dict[str, float]) -> Solution | None:
        """Pair a round whose pairs are too many for a matrix; None if they are not, or all count."""
        if np.count_nonzero(situation.waiting) <= MATRIX:
            return None
        with timed(timings, "field"):
            players, byes = self.everybody(situation)
        bye, spared = int(byes[0]) if len(byes) else None, None
        with timed(timings, "matching"):
            if bye is not None and not self.model.traits.bye_in_groups:
                spared, players, bye = int(players.player[bye]), players.without(bye), None
            weights = Weights(field=players, model=self.model, levels=())
            rules = situation.constraints
            problem = Problem(weights=weights, constraints=rules, bye=bye, spared=spared)
            return problem.solve_by_bounds()

    def with_bye(
        self, situation: Situation, bye: int | None, timings: dict[str, float]
    ) -> Solution:
        """Pair a round with the bye of a given seat, or without one."""
        players, order = self.everybody(situation)
        if bye is None:
            return self._solved(situation, players, timings)
        if self.model.traits.bye_in_groups:
            return self._solved(situation, players, timings, byes=order, bye=bye)
        return self._without(situation, players, bye, timings)

    def everybody(self, situation: Situation) -> tuple[Field, Indices]:
        """All who wait, and their seats in the order in which they are considered for the bye."""
        variant = self.model.traits.variant
        players = situation.laid_out(variant)
        return players, situation.bye_order(players, self.model.traits.bye_rule(players.rules))

    def _without(
        self, situation: Situation, players: Field, bye: int, timings: dict[str, float]
    ) -> Solution:
        """Match all players but the one who has the bye."""
        row = int(players.player[bye])
        return self._solved(situation, players.without(bye), timings, spared=row)

    def _solved(
        self,
        situation: Situation,
        players: Field,
        timings: dict[str, float],
        *,
        byes: Seats = (),
        bye: int | None = None,
        spared: int | None = None,
    ) -> Solution:
        """Weigh players and match them; who has the bye, as ``Problem`` says it."""
        with timed(timings, "weights"):
            weights = self.model.weigh(players)
        rules = situation.constraints
        problem = Problem(weights=weights, constraints=rules, byes=byes, bye=bye, spared=spared)
        with timed(timings, "matching"):
            return problem.solve()

    def bye_by_rule(self, players: Field, byes: Seats, situation: Situation) -> int:
        """Seat of the player who gets the bye if it is given before the pairs are weighed.

        The model's own rule against handicaps at the top has no part in this choice.
        """
        removals = situation.constraints.removals(players, state=self.model.state(players))
        return first_to_spare(remaining(len(players), removals), byes)

    def own_rules(self, field: Field, constraints: Constraints) -> tuple[RangeRule, ...]:
        """The model's own rules for a field."""
        return own_rules(self.model, field, constraints)

    def gives_way(self, situation: Situation) -> bool:
        """Whether rules of the model limit a draw, that for components that make no game wider among them."""
        components = yielding_components(self.model, situation.constraints)
        return bool(components) or super().gives_way(situation)


@dataclass(frozen=True, kw_only=True)
class LookingAhead(WithLookAhead, Weighted):
    """Of all pairings that pair the most players and leave the rounds to come drawable, the heaviest."""

    guarantees: ClassVar[str] = (
        f"{Weighted.guarantees} Where few pairs are left that have not met, only pairings "
        "count after which the rounds that are left can all be drawn complete."
    )
