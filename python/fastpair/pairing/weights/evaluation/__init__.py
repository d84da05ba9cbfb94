"""How the weights of all pairs of a round are evaluated fast: by classes, lists and tiles."""

from .quantum import Quantum, Whole
from .weighing import weigh_all

__all__ = ["Quantum", "Whole", "weigh_all"]
