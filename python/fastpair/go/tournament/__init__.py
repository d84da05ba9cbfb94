"""Players, games, rounds and rules. Plain values: no arrays, no files, no screens."""

from .bars import automatic_bar, bar_range
from .event import Event, Overtime, TimeLimit
from .game import Bye, Game, Result
from .grade import Grade
from .participation import participation, participation_text
from .player import NO_RATING, Player
from .points import Points
from .presets import PRESETS, Preset, with_preset
from .rules import (
    OPENGOTHA_CRITERIA,
    Colours,
    Criterion,
    HandicapRules,
    Kind,
    MissedRound,
    PairingRules,
    Placement,
    Rules,
    SeedSystem,
    Variant,
)
from .starting import (
    late_entry_correction,
    starting_score,
    starting_scores,
    taking_part,
    with_automatic_bar,
    with_sleepers_lowered,
    with_supergroups,
)
from .tournament import Round, Tournament

__all__ = [
    "NO_RATING",
    "OPENGOTHA_CRITERIA",
    "PRESETS",
    "Bye",
    "Colours",
    "Criterion",
    "Event",
    "Game",
    "Grade",
    "HandicapRules",
    "Kind",
    "MissedRound",
    "Overtime",
    "PairingRules",
    "Placement",
    "Player",
    "Points",
    "Preset",
    "Result",
    "Round",
    "Rules",
    "SeedSystem",
    "TimeLimit",
    "Tournament",
    "Variant",
    "automatic_bar",
    "bar_range",
    "late_entry_correction",
    "participation",
    "participation_text",
    "starting_score",
    "starting_scores",
    "taking_part",
    "with_automatic_bar",
    "with_preset",
    "with_sleepers_lowered",
    "with_supergroups",
]
