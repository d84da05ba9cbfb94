"""The draw of a round: constraints, bye, colours, handicaps and tables."""

from .boards import boards
from .bye import bye_order
from .constraints import Constraints
from .draw import Board, Draw, Note, Unpaired
from .seating import Seating
from .unpaired import unpaired

__all__ = [
    "Board",
    "Constraints",
    "Draw",
    "Note",
    "Seating",
    "Unpaired",
    "boards",
    "bye_order",
    "unpaired",
]
