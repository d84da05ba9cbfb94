"""How desirable it is that two players meet: terms, and models made of terms."""

from .levelled import Levelled
from .model import Traits, WeightModel, Weights
from .models import MODELS, OpenGotha, model_named, model_or_usual

__all__ = [
    "MODELS",
    "Levelled",
    "OpenGotha",
    "Traits",
    "WeightModel",
    "Weights",
    "model_named",
    "model_or_usual",
]
