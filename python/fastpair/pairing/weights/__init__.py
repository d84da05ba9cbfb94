"""Weights of pairs: terms, and models made of terms."""

from .evaluation import Pieces, Quantum
from .model import ConfigurableModel, Levelled, Traits, WeightModel, Weights
from .models import MODELS, OpenGotha, model_named, model_or_usual
from .term import Term

__all__ = [
    "MODELS",
    "ConfigurableModel",
    "Levelled",
    "OpenGotha",
    "Pieces",
    "Quantum",
    "Term",
    "Traits",
    "WeightModel",
    "Weights",
    "model_named",
    "model_or_usual",
]
