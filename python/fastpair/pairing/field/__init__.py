"""Who is to be paired: the players of one round, as arrays."""

from .columns import Conventions, NameHashes, by_lot, codes, columns_of, facts_of, numbers, section
from .deviations import above_thresholds, handicap, handicap_level
from .field import Field, People
from .state import State, state_of

__all__ = [
    "Conventions",
    "Field",
    "NameHashes",
    "People",
    "State",
    "above_thresholds",
    "by_lot",
    "codes",
    "columns_of",
    "facts_of",
    "handicap",
    "handicap_level",
    "numbers",
    "section",
    "state_of",
]
