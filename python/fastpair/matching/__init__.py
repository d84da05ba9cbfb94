"""Maximum-weight matching in general graphs, exact and proven."""

from .result import Certificate, Matching
from .solver import max_weight_matching
from .verification import verify

__all__ = ["Certificate", "Matching", "max_weight_matching", "verify"]
