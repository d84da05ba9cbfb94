"""Weight models: one module per published model."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ...errors import RuleError
from .opengotha import OpenGotha

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ..model import WeightModel

__all__ = ["MODELS", "OpenGotha", "model_named"]

MODELS: Mapping[str, Callable[..., WeightModel]] = {
    "opengotha351": partial(OpenGotha, variant="v351"),
    "opengotha352": partial(OpenGotha, variant="v352"),
}
"""Makers of models by name; each takes ``salt``, the luck of the draw."""


def model_named(name: str, *, salt: int = 0) -> WeightModel:
    """Make the model of a name.

    Raises
    ------
    RuleError
        If there is no such model.
    """
    if name not in MODELS:
        raise RuleError(f"expected a model ({', '.join(MODELS)}), got {name!r}")
    return MODELS[name](salt=salt)
