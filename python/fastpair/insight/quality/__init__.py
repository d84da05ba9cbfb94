"""What a draw is worth: the measures of the papers, and the best that was possible."""

from .best import Best, best_of, best_value
from .measures import MEASURES, Measure
from .paired import Paired
from .rounds import PLAYED, DrawQuality, Quality, RoundQuality, quality_of
from .tally import Tally
from .vuorinen import RelativeStrength, relative_strength, total_error

__all__ = [
    "MEASURES",
    "PLAYED",
    "Best",
    "DrawQuality",
    "Measure",
    "Paired",
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
