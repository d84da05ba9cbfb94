"""What is said of a tournament: one sentence, and what it is about."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

__all__ = ["AdviceKind", "Finding"]


class AdviceKind(Enum):
    """What a piece of advice is about."""

    BAR = "bar"
    """How many players start at the bar, by the table of the handbook."""

    CHANCE = "chance"
    """Who has a chance to win, and does not start at the bar; or the other way round."""

    ROUNDS = "rounds"
    """There are too few rounds for a single winner."""

    PLAYERS = "players"
    """There are too few players for the rounds."""

    GROUPS = "groups"
    """Players start in more groups than usual, or in fewer."""

    PARTICIPATION = "participation"
    """Somebody takes part in few rounds."""

    CRITERIA = "criteria"
    """Criteria that should not stand beside each other."""

    GRADE = "grade"
    """A grade and a rating that do not fit each other."""

    PROMOTION = "promotion"
    DEMOTION = "demotion"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that the director should know."""

    kind: Enum
    """What it is about, of the enumeration of those that look for such things."""

    sentence: str
    """What it is, in one line."""

    source: str = ""
    """Where a piece of advice is from, such as ``"BGA 4.2"`` (docs/explanation/sources.md)."""

    round_number: int | None = None
    table: int | None = None

    players: tuple[str, ...] = ()
    """Keys."""

    def __str__(self) -> str:
        return self.sentence
