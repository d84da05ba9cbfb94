"""What a draw is worth: the measures of the papers."""

from .totals import (
    MEASURES,
    DrawQuality,
    RelativeStrength,
    Tally,
    relative_strength,
    squared_gaps,
    total_error,
)

__all__ = [
    "MEASURES",
    "DrawQuality",
    "RelativeStrength",
    "Tally",
    "relative_strength",
    "squared_gaps",
    "total_error",
]
