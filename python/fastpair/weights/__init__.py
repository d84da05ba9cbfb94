"""How much it is wanted that two players meet: terms, and models made of them."""

from .model import WeightModel, Weights
from .models import MODELS, OpenGotha, model_named

__all__ = ["MODELS", "OpenGotha", "WeightModel", "Weights", "model_named"]
