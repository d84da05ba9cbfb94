"""How much it is wanted that two players meet: fields, deviations, models."""

from .field import Field, Variant
from .model import WeightModel, Weights
from .models import MODELS, OpenGotha, model_named

__all__ = ["MODELS", "Field", "OpenGotha", "Variant", "WeightModel", "Weights", "model_named"]
