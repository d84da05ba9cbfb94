"""How the weights of all pairs of a round are evaluated fast: by classes, lists and tiles."""

from .weighing import Quantum, Whole, weigh_all

__all__ = ["Quantum", "Whole", "weigh_all"]
