"""How desirable it is that two players meet: terms, and models made of terms."""

from .evaluation.pieces import Pieces
from .levelled import Levelled
from .model import Traits, WeightModel, Weights
from .models import MODELS, OpenGotha, model_named, model_or_usual
from .term import Term

__all__ = [
    "MODELS",
    "Levelled",
    "OpenGotha",
    "Pieces",
    "Term",
    "Traits",
    "WeightModel",
    "Weights",
    "model_named",
    "model_or_usual",
]
