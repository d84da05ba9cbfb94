"""What a draw is worth: the measures of the papers, and the best that was possible."""

from .bounds import Best, best_of, best_value
from .measures import (
    MEASURES,
    RelativeStrength,
    Tally,
    relative_strength,
    total_error,
)
from .rounds import PLAYED, DrawQuality, Quality, RoundQuality, quality_of

__all__ = [
    "MEASURES",
    "PLAYED",
    "Best",
    "DrawQuality",
    "Quality",
    "RelativeStrength",
    "RoundQuality",
    "Tally",
    "best_of",
    "best_value",
    "quality_of",
    "relative_strength",
    "total_error",
]
