"""Weight models: one module per published model."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ...errors import RuleError
from .entropy import Entropy
from .godraw2015 import GoDraw2015
from .gotha import Gotha
from .kaniuk2012 import Kaniuk2012
from .macmahon import MacMahon
from .opengotha import OpenGotha
from .rating_information import RatingInformation

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ..model import WeightModel

__all__ = [
    "MODELS",
    "Entropy",
    "GoDraw2015",
    "Gotha",
    "Kaniuk2012",
    "MacMahon",
    "OpenGotha",
    "RatingInformation",
    "model_named",
]

MODELS: Mapping[str, Callable[..., WeightModel]] = {
    "opengotha351": partial(OpenGotha, variant="v351"),
    "opengotha352": partial(OpenGotha, variant="v352"),
    "godraw2015": GoDraw2015,
    "kaniuk2012": Kaniuk2012,
    "macmahon": MacMahon,
    "gotha": Gotha,
    "entropy": Entropy,
    "rating-information": RatingInformation,
}
"""Functions that make a model, by its name; each takes ``salt``, the seed of the model's luck."""


def model_named(name: str, *, salt: int = 0) -> WeightModel:
    """Make the model of this name.

    Raises
    ------
    RuleError
        If there is no such model.
    """
    if name not in MODELS:
        raise RuleError(f"expected a model ({', '.join(MODELS)}), got {name!r}")
    return MODELS[name](salt=salt)
