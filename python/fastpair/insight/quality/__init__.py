"""What a draw is worth: the measures of the papers."""

from .measures import (
    MEASURES,
    DrawQuality,
    Measure,
    Paired,
    RelativeStrength,
    Tally,
    relative_strength,
    total_error,
)

__all__ = [
    "MEASURES",
    "DrawQuality",
    "Measure",
    "Paired",
    "RelativeStrength",
    "Tally",
    "relative_strength",
    "total_error",
]
