"""Maximum-weight matching in general graphs, exact and proven."""

from .arrays import Quantized, SparseMatrix, quantize
from .graph import Blocks, Compute, Weights
from .incremental import Solver
from .proofs import verify
from .ranking import RankedLevelMatching, RankedMatching, kbest_matchings
from .reductions import (
    Subgraph,
    max_weight_b_matching,
    min_weight_b_matching,
    min_weight_t_join,
)
from .result import Certificate, Edge, LevelMatching, LevelPart, Matching, Price, Prices
from .solver import max_weight_matching, min_weight_matching

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
]
