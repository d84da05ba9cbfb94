"""The rounds of a tournament as they were drawn, beside the best that was possible."""

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

__all__ = [
    "PLAYED",
    "Best",
    "Draws",
    "Mixing",
    "Quality",
    "RoundQuality",
    "best_mixing",
    "best_of",
    "best_value",
    "lower_bound",
    "nearest",
    "quality_of",
    "total",
]
