"""The draw of a round: constraints, bye, colours, handicaps and tables."""

from .boards import Seating, boards, bye_order
from .constraints import Constraints, HardRule, Removal, Rule, remaining
from .draw import Board, Draw, Level, Note, Relaxations, RelaxedPair, Unpaired, levels_of, unpaired

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
