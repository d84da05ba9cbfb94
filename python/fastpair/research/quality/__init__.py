"""The rounds of a tournament as they were drawn, beside the best that was possible."""

from .bounds import Best, best_of, best_value
from .rounds import PLAYED, Quality, RoundQuality, quality_of

__all__ = ["PLAYED", "Best", "Quality", "RoundQuality", "best_of", "best_value", "quality_of"]
