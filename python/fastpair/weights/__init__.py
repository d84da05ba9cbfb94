"""How much it is wanted that two players meet: terms, and models made of them."""

from .model import Traits, WeightModel, Weights
from .models import MODELS, OpenGotha, model_named

__all__ = ["MODELS", "OpenGotha", "Traits", "WeightModel", "Weights", "model_named"]
