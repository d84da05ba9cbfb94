"""McMahon pairing by weights: the heaviest of all pairings that leave the fewest players over."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ..draw import remaining
from ..draw.stopwatch import timed
from ..field.roster import MATRIX
from ..solving.by_bounds import solve_by_bounds
from ..solving.bye import first_to_spare
from ..solving.solution import solve
from ..solving.solved import Proven, Solved
from ..weights import WeightModel  # noqa: TC001 - what can be set is read from the annotations
from ..weights.description import changes
from ..weights.models import OpenGotha
from .system import ByModel, Pairing

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..field import Field, State
    from ..solving.by_bounds import Bounded
    from ..solving.solution import Seats
    from .system import Situation

__all__ = ["Weighted"]


@dataclass(frozen=True, kw_only=True)
class Weighted(ByModel):
    """Of all pairings that pair the most players, the one of greatest weight."""

    name: ClassVar[str] = "mcmahon"
    source: ClassVar[str] = "K12, K15; OPENGOTHA 8 to 13"
    guarantees: ClassVar[str] = (
        "As many players as possible are paired, never against a hard rule, and no such pairing "
        "weighs more; both are proven."
    )
    fails: ClassVar[str] = "It leaves players over only if every pairing does."

    weighs: ClassVar[bool] = True

    model: WeightModel = field(default_factory=OpenGotha)

    def pair(self, situation: Situation) -> Pairing:
        """Pair a round."""
        return self.paired(situation, {})

    def paired(self, situation: Situation, timings: dict[str, float]) -> Pairing:
        """Pair a round, and record in ``timings`` how many seconds each stage took."""
        solved: Proven = self._by_bounds(situation, timings) or self.solve(situation, timings)
        pairs = solved.field.player[solved.matching.edges]
        return Pairing(pairs=pairs, bye=solved.bye, solved=solved)

    def changes(self) -> dict[str, Any]:
        """Parameters of the model that are not as published, by dotted name."""
        return changes(self.model)

    def colour_state(self, field: Field) -> State | None:
        """The state in which the model counts the players, if it decides colours by the index."""
        return self.model.state(field) if self.model.traits.colours_by_index else None

    def solve(self, situation: Situation, timings: dict[str, float]) -> Solved:
        """Pair a round, and record in ``timings`` how many seconds each stage took."""
        players, byes, spared = self._players(situation, timings)
        return self._solved(situation, players, byes, byes, spared, timings)

    def _by_bounds(self, situation: Situation, timings: dict[str, float]) -> Bounded | None:
        """Pair a round whose pairs are too many for a matrix; None if they are not, or all count."""
        if np.count_nonzero(situation.waiting) <= MATRIX:
            return None
        with timed(timings, "field"):
            players, byes = self.everybody(situation)
        bye = int(byes[0]) if len(byes) else None
        with timed(timings, "matching"):
            if bye is None or self.model.traits.bye_in_groups:
                return solve_by_bounds(players, self.model, situation.constraints, bye)
            row, others = int(players.player[bye]), players.without(bye)
            found = solve_by_bounds(others, self.model, situation.constraints, None)
            return found and replace(found, bye=row)

    def with_bye(self, situation: Situation, bye: int | None, timings: dict[str, float]) -> Solved:
        """Pair a round with a given bye, whomever the rule would choose.

        Parameters
        ----------
        bye
            Seat among ``everybody``; None if nobody has it.
        """
        players, order = self.everybody(situation)
        if bye is None:
            return self._solved(situation, players, (), (), None, timings)
        if self.model.traits.bye_in_groups:
            return self._solved(situation, players, order, (bye,), None, timings)
        row = int(players.player[bye])
        return self._solved(situation, players.without(bye), (), (), row, timings)

    def everybody(self, situation: Situation) -> tuple[Field, NDArray[np.intp]]:
        """All who wait, and their seats in the order in which they are considered for the bye."""
        variant = self.model.traits.variant
        players = situation.laid_out(variant)
        return players, situation.bye_order(players, self.model.traits.bye_rule(players.rules))

    def _solved(
        self,
        situation: Situation,
        players: Field,
        considered: Seats,
        byes: Seats,
        spared: int | None,
        timings: dict[str, float],
    ) -> Solved:
        """Weigh players and match them; ``byes`` are those of the considered who may get the bye."""
        with timed(timings, "weights"):
            weighed = self.model.weigh(players)
        with timed(timings, "matching"):
            solution = solve(players, weighed.levels, self.model, situation.constraints, byes)
        return Solved(
            field=players,
            weighed=weighed,
            proven_by=weighed.levels,
            solution=solution,
            byes=considered,
            spared=spared,
        )

    def _players(
        self, situation: Situation, timings: dict[str, float]
    ) -> tuple[Field, Seats, int | None]:
        """The players to match, the seats of those who may get the bye, and the row of who has got it.

        If the model counts the player with the bye in the groups, everybody is matched, and the bye is
        found together with the pairs. Otherwise it is given before, and all others are matched.
        """
        with timed(timings, "field"):
            everybody, byes = self.everybody(situation)
        if len(byes) == 0 or self.model.traits.bye_in_groups:
            return everybody, byes, None
        with timed(timings, "bye"):
            spared = self.bye_by_rule(everybody, byes, situation)
            return everybody.without(spared), (), int(everybody.player[spared])

    def bye_by_rule(self, players: Field, byes: Seats, situation: Situation) -> int:
        """Seat of the player who gets the bye if it is given before the pairs are weighed.

        The model's own rule against handicaps at the top has no part in this choice.
        """
        removals = situation.constraints.removals(players, state=self.model.state(players))
        return first_to_spare(remaining(len(players), removals), byes)
