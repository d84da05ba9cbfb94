"""What a draw is worth: the measures of the papers, and the best that was possible."""

from .bounds import (
    Best,
    Draws,
    Mixing,
    best_mixing,
    best_of,
    best_value,
    lower_bound,
    nearest,
    total,
)
from .rounds import PLAYED, Quality, RoundQuality, quality_of
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
    "PLAYED",
    "Best",
    "DrawQuality",
    "Draws",
    "Mixing",
    "Quality",
    "RelativeStrength",
    "RoundQuality",
    "Tally",
    "best_mixing",
    "best_of",
    "best_value",
    "lower_bound",
    "nearest",
    "quality_of",
    "relative_strength",
    "squared_gaps",
    "total",
    "total_error",
]
