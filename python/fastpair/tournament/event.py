"""When, where and under which conditions a tournament is played. None of it changes a draw."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import date

__all__ = ["Event", "Overtime", "TimeLimit"]


class Overtime(Enum):
    """What happens when a player has used up the basic time."""

    SUDDEN_DEATH = "sudden death"
    """The game is lost."""

    BYO_YOMI = "byo-yomi"
    """Periods of a fixed length, one for each move."""

    CANADIAN = "Canadian"
    """A number of stones has to be played within each period."""

    FISCHER = "Fischer"
    """Every move adds time to the clock."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeLimit:
    """The time that each player has for a game."""

    basic: int = 3600
    """Seconds before overtime."""

    overtime: Overtime = Overtime.SUDDEN_DEATH

    period: int = 0
    """Seconds of a period of overtime; in Fischer's system, seconds that a move adds."""

    stones: int = 1
    """Stones of a period of Canadian overtime."""

    @property
    def adjusted(self) -> int:
        """Basic time and the worth of overtime together, in seconds, as the EGF counts it [FORMATS 2].

        To the basic time are added 45 periods of byo-yomi, the time of 60 stones in Canadian
        overtime, or what 120 moves add in Fischer's system.
        """
        if self.overtime is Overtime.BYO_YOMI:
            return self.basic + 45 * self.period
        if self.overtime is Overtime.CANADIAN:
            return self.basic + 60 * self.period // max(self.stones, 1)
        if self.overtime is Overtime.FISCHER:
            return self.basic + 120 * self.period
        return self.basic


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """What a result file and the printed pages say about a tournament besides its name."""

    short_name: str = ""
    """Name without spaces, which is used in names of files."""

    place: str = ""
    """Town."""

    country: str = ""
    """Two letters, or empty if unknown."""

    director: str = ""
    begins: date | None = None
    ends: date | None = None

    komi_x2: int = 15
    """Doubled compensation for White in an even game."""

    board_size: int = 19

    online: bool = False
    """Whether the games are played on the Internet."""

    time: TimeLimit = field(default_factory=TimeLimit)

    comment: str = ""
