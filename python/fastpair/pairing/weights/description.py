"""What a weight model is made of, which tells it from the published model of the same name."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from .model import differing
from .models import MODELS

if TYPE_CHECKING:
    from .model import WeightModel


_DIGITS = 8
"""So many digits of the digest stand in the name of a changed model."""


def description(model: WeightModel) -> dict[str, object]:
    """Everything but the tournament and luck that the weights follow from, as values of JSON.

    Returns
    -------
    ``model`` is the name. A model of the papers also has each parameter by its dotted name,
    ``remove`` and ``add``. A model that changes from round to round has ``rounds``. A model on levels has
    ``levels``. A model with preferences has ``preference_weight``, and ``prefer``, ``prefer_not`` and ``families`` if used.
    """
    return model.description()


def changes(model: WeightModel) -> dict[str, Any]:
    """The part of a description that is not as published; empty if no such model is published."""
    if model.name not in MODELS:
        return {}
    return differing(description(model), description(MODELS[model.name]()))


def digest(model: WeightModel) -> str:
    """SHA-256 of the description in hexadecimal digits: equal for equal models on every machine."""
    text = json.dumps(description(model), sort_keys=True, separators=(",", ":"))
    return sha256(text.encode("ascii")).hexdigest()


def signature(model: WeightModel) -> str:
    """Name of a model, with the start of its digest if the model is not as published.

    Examples are ``'godraw2015'`` and ``'godraw2015+5d41402a'``.
    """
    return f"{model.name}+{digest(model)[:_DIGITS]}" if changes(model) else model.name
