"""McMahon pairing by weights: the heaviest of all pairings that leave the fewest players over."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from ..draw import remaining
from ..draw.stopwatch import timed
from ..solving.bye import first_to_spare
from ..solving.solution import solve
from ..weights import WeightModel  # noqa: TC001 - what can be set is read from the annotations
from ..weights.models import OpenGotha
from .system import ByModel, Pairing

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ...go.tournament import Game
    from ..field import Field, State
    from ..solving.solution import Seats, Solution
    from ..weights import Weights
    from ..weights.model import Levels
    from .system import Situation

__all__ = ["Solved", "Weighted"]


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

    model: WeightModel = field(default_factory=OpenGotha)

    @property
    def known(self) -> tuple[Game, ...]:
        """Boards that keep their tables, colours and stones if they are drawn."""
        return ()

    @property
    def proviso(self) -> str:
        """What comes before the weight, or beside it; nothing if the weight alone decides."""
        return ""

    def pair(self, situation: Situation) -> Pairing:
        """Pair a round."""
        solved = self.solve(situation, {})
        pairs = solved.field.player[solved.solution.matching.edges]
        return Pairing(pairs=pairs, bye=solved.bye)

    def colour_state(self, field: Field) -> State | None:
        """The state in which the model counts the players, if it decides colours by the index."""
        return self.model.state(field) if self.model.traits.colours_by_index else None

    def solve(self, situation: Situation, timings: dict[str, float]) -> Solved:
        """Pair a round, and take the seconds of each stage into ``timings``."""
        players, byes, spared = self._players(situation, timings)
        return self._solved(situation, players, byes, byes, spared, timings)

    def with_bye(self, situation: Situation, bye: int | None, timings: dict[str, float]) -> Solved:
        """Pair a round in which somebody has the bye whom the rule need not choose.

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
        """Weigh players and match them; ``byes`` are those of the considered who may have the bye."""
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
        """Who is matched, who of them is considered for the bye, and who has it before the others meet.

        Either nobody has it yet or nobody is considered any more: some models make their groups with
        whoever will have the bye, others without him.
        """
        with timed(timings, "field"):
            everybody, byes = self.everybody(situation)
        if len(byes) == 0 or self.model.traits.bye_in_groups:
            return everybody, byes, None
        with timed(timings, "bye"):
            spared = self.bye_by_rule(everybody, byes, situation)
            return everybody.without(spared), (), int(everybody.player[spared])

    def bye_by_rule(self, players: Field, byes: Seats, situation: Situation) -> int:
        """Seat of the player who has the bye before anybody is weighed.

        A model's own rule against handicaps at the top does not choose the bye.
        """
        removals = situation.constraints.removals(players, state=self.model.state(players))
        return first_to_spare(remaining(len(players), removals), byes)
