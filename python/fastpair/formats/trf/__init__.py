"""Report files of the World Chess Federation [FIDE C.04.A]."""

from .document import foreign_facts, new_content, read
from .lines import CODES, Report
from .reader import points_in_doubt
from .writer import with_values

__all__ = [
    "CODES",
    "Report",
    "foreign_facts",
    "new_content",
    "points_in_doubt",
    "read",
    "with_values",
]
