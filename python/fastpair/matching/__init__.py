"""Maximum-weight matching in general graphs, exact and proven."""

from .arrays import Quantized, SparseMatrix, quantize
from .errors import EngineError, UnmatchableError
from .graph import Weights
from .incremental import Solver, SparseSolver
from .joins import Join, JoinCertificate, JoinSolver
from .proofs import verify
from .ranking import kbest_matchings
from .reductions import (
    Subgraph,
    max_weight_b_matching,
    min_weight_b_matching,
    min_weight_t_join,
)
from .result import Certificate, Edge, Matching, Price, Prices
from .solver import max_weight_matching, max_weight_matchings, max_weight_mates, min_weight_matching

__all__ = [
    "Certificate",
    "Edge",
    "EngineError",
    "Join",
    "JoinCertificate",
    "JoinSolver",
    "Matching",
    "Price",
    "Prices",
    "Quantized",
    "Solver",
    "SparseMatrix",
    "SparseSolver",
    "Subgraph",
    "UnmatchableError",
    "Weights",
    "kbest_matchings",
    "max_weight_b_matching",
    "max_weight_matching",
    "max_weight_matchings",
    "max_weight_mates",
    "min_weight_b_matching",
    "min_weight_matching",
    "min_weight_t_join",
    "quantize",
    "verify",
]
