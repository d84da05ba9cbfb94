"""Standings and prizes as values: what lists show, files hold, and a history keeps."""

from .document import awards_to_document, from_document, to_document
from .prizes import Award, Prize, prize_plan, prizes
from .table import Cell, CellKind, Row, Sign, Standings, last_complete_round, standings

__all__ = [
    "Award",
    "Cell",
    "CellKind",
    "Prize",
    "Row",
    "Sign",
    "Standings",
    "awards_to_document",
    "from_document",
    "last_complete_round",
    "prize_plan",
    "prizes",
    "standings",
    "to_document",
]
