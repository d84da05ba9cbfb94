"""Maximum-weight matching in general graphs, exact and proven."""

from .blocks import Blocks
from .incremental import Solver
from .level_ranking import RankedLevelMatching
from .level_verification import verify_levels
from .prices import Price, Prices
from .quantization import Quantized, quantize
from .ranking import RankedMatching, kbest_matchings
from .ranking_proof import verify_kbest
from .result import Certificate, LevelMatching, LevelPart, Matching
from .solver import max_weight_matching, min_weight_matching
from .verification import verify

__all__ = [
    "Blocks",
    "Certificate",
    "LevelMatching",
    "LevelPart",
    "Matching",
    "Price",
    "Prices",
    "Quantized",
    "RankedLevelMatching",
    "RankedMatching",
    "Solver",
    "kbest_matchings",
    "max_weight_matching",
    "min_weight_matching",
    "quantize",
    "verify",
    "verify_kbest",
    "verify_levels",
]
