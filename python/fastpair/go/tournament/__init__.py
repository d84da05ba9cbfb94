"""Players, games, rounds and rules. Plain values: no arrays, no files, no screens."""

from .bars import automatic_bar, bar_range
from .event import Event, Overtime, TimeLimit
from .game import Bye, Game, Result
from .grade import Grade
from .groups import (
    McMahonGroup,
    group_limits,
    mcmahon_groups,
    proposed_limits,
    with_groups,
    with_groups_in_corrections,
)
from .participation import participation, participation_text
from .player import NO_RATING, Person, Player
from .points import Points
from .presets import PRESETS, Preset, with_preset
from .rules import (
    OPENGOTHA_CRITERIA,
    Colours,
    Criterion,
    HandicapRules,
    Kind,
    MissedRound,
    ModelName,
    PairingRules,
    Placement,
    Rules,
    SeedSystem,
    Variant,
)
from .starting import (
    late_entry_correction,
    players_there,
    starting_score,
    starting_scores,
    with_automatic_bar,
    with_sleepers_lowered,
    with_supergroups,
)
from .teams import Team, TeamCriterion, TeamPlay
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
    "McMahonGroup",
    "MissedRound",
    "ModelName",
    "Overtime",
    "PairingRules",
    "Person",
    "Placement",
    "Player",
    "Points",
    "Preset",
    "Result",
    "Round",
    "Rules",
    "SeedSystem",
    "Team",
    "TeamCriterion",
    "TeamPlay",
    "TimeLimit",
    "Tournament",
    "Variant",
    "automatic_bar",
    "bar_range",
    "group_limits",
    "late_entry_correction",
    "mcmahon_groups",
    "participation",
    "participation_text",
    "players_there",
    "proposed_limits",
    "starting_score",
    "starting_scores",
    "with_automatic_bar",
    "with_groups",
    "with_groups_in_corrections",
    "with_preset",
    "with_sleepers_lowered",
    "with_supergroups",
]
