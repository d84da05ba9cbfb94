"""Maximum-weight matching in general graphs, exact and proven."""

from .arguments import Weights
from .blocks import Blocks, Compute
from .incremental import Solver
from .levels.ranking import RankedLevelMatching
from .levels.verification import verify_levels
from .prices import Price, Prices
from .quantization import Quantized, quantize
from .ranking import RankedMatching, kbest_matchings
from .ranking_proof import verify_kbest
from .reductions.b_matching import (
    max_weight_b_matching,
    min_weight_b_matching,
    verify_b_matching,
)
from .reductions.reduction import Subgraph
from .reductions.t_join import min_weight_t_join, verify_t_join
from .result import Certificate, Edge, LevelMatching, LevelPart, Matching
from .solver import max_weight_matching, min_weight_matching
from .sparse import SparseMatrix
from .verification import verify

__all__ = [
    "Blocks",
    "Certificate",
    "Compute",
    "Edge",
    "LevelMatching",
    "LevelPart",
    "Matching",
    "Price",
    "Prices",
    "Quantized",
    "RankedLevelMatching",
    "RankedMatching",
    "Solver",
    "SparseMatrix",
    "Subgraph",
    "Weights",
    "kbest_matchings",
    "max_weight_b_matching",
    "max_weight_matching",
    "min_weight_b_matching",
    "min_weight_matching",
    "min_weight_t_join",
    "quantize",
    "verify",
    "verify_b_matching",
    "verify_kbest",
    "verify_levels",
    "verify_t_join",
]
