"""Standings and prizes as values: what lists show, files hold, and a history keeps."""

from .document import from_document, to_document
from .prizes import Award, Prize, prize_plan, prizes
from .table import Cell, CellKind, Outcome, Row, Standings, standings

__all__ = [
    "Award",
    "Cell",
    "CellKind",
    "Outcome",
    "Prize",
    "Row",
    "Standings",
    "from_document",
    "prize_plan",
    "prizes",
    "standings",
    "to_document",
]
