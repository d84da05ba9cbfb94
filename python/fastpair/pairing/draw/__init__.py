"""The draw of a round: constraints, bye, colours, handicaps and tables."""

from .boards import (
    Seating,
    boards,
    bye_order,
    colour_rule,
    free_tables,
    placed,
    places_to_seat,
    stands_for,
    table_order,
    takes_white,
    white_by_index,
)
from .constraints import Constraints, HardRule, Measure, Removal, Rule, remaining, score_range
from .draw import Board, Draw, Level, Note, Relaxations, RelaxedPair, Unpaired, levels_of, unpaired

__all__ = [
    "Board",
    "Constraints",
    "Draw",
    "HardRule",
    "Level",
    "Measure",
    "Note",
    "Relaxations",
    "RelaxedPair",
    "Removal",
    "Rule",
    "Seating",
    "Unpaired",
    "boards",
    "bye_order",
    "colour_rule",
    "free_tables",
    "levels_of",
    "placed",
    "places_to_seat",
    "remaining",
    "score_range",
    "stands_for",
    "table_order",
    "takes_white",
    "unpaired",
    "white_by_index",
]
