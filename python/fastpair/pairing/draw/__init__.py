"""The draw of a round: constraints, bye, colours, handicaps and tables."""

from .boards import boards
from .bye import bye_order
from .constraints import Constraints
from .draw import Board, Draw, Level, Note, Relaxations, RelaxedPair, Unpaired
from .levels import levels_of
from .removal import HardRule, Removal, Rule, remaining
from .seating import Seating
from .unpaired import unpaired

__all__ = [
    "Board",
    "Constraints",
    "Draw",
    "HardRule",
    "Level",
    "Note",
    "Relaxations",
    "RelaxedPair",
    "Removal",
    "Rule",
    "Seating",
    "Unpaired",
    "boards",
    "bye_order",
    "levels_of",
    "remaining",
    "unpaired",
]
