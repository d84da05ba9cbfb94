"""Players, games, rounds and rules. Plain values: no arrays, no files, no screens."""

from .bars import automatic_bar, bar_range
from .event import Event, Overtime, TimeLimit
from .game import Bye, Game, Result
from .grade import Grade
from .player import NO_RATING, Player
from .rules import (
    Criterion,
    HandicapRules,
    PairingRules,
    Placement,
    Rules,
    SeedSystem,
    System,
)
from .tournament import Round, Tournament

__all__ = [
    "NO_RATING",
    "Bye",
    "Criterion",
    "Event",
    "Game",
    "Grade",
    "HandicapRules",
    "Overtime",
    "PairingRules",
    "Placement",
    "Player",
    "Result",
    "Round",
    "Rules",
    "SeedSystem",
    "System",
    "TimeLimit",
    "Tournament",
    "automatic_bar",
    "bar_range",
]
