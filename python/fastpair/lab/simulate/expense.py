"""What a simulation will take: estimated before it begins, so that nobody waits for what cannot end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from ...errors import RuleError
from ...sentences import Remedy
from .execution import tournaments
from .rows import WHOLE

if TYPE_CHECKING:
    from .plan import Plan
    from .rows import Shard

__all__ = ["MOST_PLAYERS", "Expense", "refuse_too_many"]

MOST_PLAYERS = 5000
"""Of a field, unless somebody asks for more; a worker then takes about 0.6 GB."""

_BYTES = 24
"""That a worker takes for each pair of players; measured were 12 to 23 for 2000 and 5000 players."""

_SECONDS, _SECONDS_OF_A_PAIR = 0.02, 40e-9
"""That a round takes, and each pair of players besides; measured for 500 to 5000 players."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Expense:
    """An estimate, to the order of magnitude."""

    players: int
    """Of a field."""

    rounds: int
    """Of all tournaments together."""

    @classmethod
    def of(cls, plan: Plan, shard: Shard = WHOLE) -> Self:
        """What a part of a plan takes."""
        held = plan.field.tournament
        players = plan.field.players
        if held is not None:
            players = sum(player.final for player in held.players)
        return cls(players=players, rounds=tournaments(plan, shard) * plan.rounds * plan.sequence)

    @property
    def memory(self) -> float:
        """Bytes of a worker for the pairs of players."""
        return float(_BYTES) * self.players**2

    @property
    def seconds(self) -> float:
        """That one worker takes for everything."""
        return self.rounds * (_SECONDS + _SECONDS_OF_A_PAIR * self.players**2)

    def told(self, workers: int = 1) -> str:
        """Say it in words.

        Parameters
        ----------
        workers
            How many share the work.
        """
        memory = (
            f"{self.memory / 1e9:.1g} GB" if self.memory < 1e12 else f"{self.memory / 1e12:.3g} TB"
        )
        return f"about {_time(self.seconds / workers)}, and {memory} of memory for each worker"


def refuse_too_many(plan: Plan, most: int = MOST_PLAYERS) -> None:
    """Refuse a field that is too large to be begun without being asked.

    Raises
    ------
    RuleError
        If it has more players.
    """
    expense = Expense.of(plan)
    if expense.players > most:
        raise RuleError(
            f"players={expense.players}: expected at most {most}, or {expense.told()}",
            Remedy("allow players", players=expense.players),
        )


def _time(seconds: float) -> str:
    units = (("years", 31557600), ("days", 86400), ("hours", 3600), ("minutes", 60))
    name, size = next((u for u in units if seconds >= 2 * u[1]), ("seconds", 1))
    return f"{seconds / size:.0f} {name}"
