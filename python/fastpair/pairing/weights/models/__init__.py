"""Weight models: one module per published model."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ....errors import RuleError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ....go.tournament import Tournament
    from ..model import WeightModel
    from .fastpair import Fastpair
    from .godraw2015 import GoDraw2015
    from .opengotha import OpenGotha

__all__ = [
    "MODELS",
    "Fastpair",
    "GoDraw2015",
    "OpenGotha",
    "model_named",
    "model_or_usual",
]

_MODULES = {
    "Entropy": "fastpair.research.models.entropy",
    "Fastpair": "fastpair.pairing.weights.models.fastpair",
    "GoDraw2015": "fastpair.pairing.weights.models.godraw2015",
    "Gotha": "fastpair.research.models.gotha",
    "Kaniuk2012": "fastpair.research.models.kaniuk2012",
    "MacMahon": "fastpair.research.models.macmahon",
    "OpenGotha": "fastpair.pairing.weights.models.opengotha",
    "RatingInformation": "fastpair.research.models.entropy",
}
"""Where the models are; each is imported when it is used for the first time."""


def _make(kind: str, **settings: Any) -> WeightModel:  # noqa: ANN401 - the parameters of the model
    model: WeightModel = _kind(kind)(**settings)
    return model


def _kind(name: str) -> Any:  # noqa: ANN401 - a class of models
    return getattr(import_module(_MODULES[name]), name)


MODELS: Mapping[str, Callable[..., WeightModel]] = {
    "opengotha351": partial(_make, "OpenGotha", variant="v351"),
    "opengotha352": partial(_make, "OpenGotha", variant="v352"),
    "godraw2015": partial(_make, "GoDraw2015"),
    "kaniuk2012": partial(_make, "Kaniuk2012"),
    "macmahon": partial(_make, "MacMahon"),
    "gotha": partial(_make, "Gotha"),
    "entropy": partial(_make, "Entropy"),
    "fastpair": partial(_make, "Fastpair"),
    "rating-information": partial(_make, "RatingInformation"),
}
"""Functions that make a model, by its name; each takes ``salt``, the seed of the model's luck."""


def model_named(name: str, *, salt: int = 0) -> WeightModel:
    """Make the model of this name.

    Raises
    ------
    RuleError
        If there is no such model.

    Examples
    --------
    >>> model_named("opengotha351").name
    'opengotha351'
    """
    if name not in MODELS:
        raise RuleError(f"expected a model ({', '.join(MODELS)}), got {name!r}")
    return MODELS[name](salt=salt)


def model_or_usual(
    tournament: Tournament, model: str | WeightModel | None, salt: int = 0
) -> WeightModel:
    """The model that is meant: itself, that of a name, or the usual one of a tournament.

    Raises
    ------
    RuleError
        If there is no model of this name.

    Examples
    --------
    >>> model_or_usual(read("examples/evening.xml").tournament, None).name
    'opengotha351'
    """
    from ..model import WeightModel

    if model is None or isinstance(model, str):
        name = tournament.rules.usual_model if model is None else model
        return model_named(name, salt=salt)
    if not isinstance(model, WeightModel):
        raise RuleError(f"expected a model ({', '.join(MODELS)}), got {model!r}")
    return model


if not TYPE_CHECKING:  # a type checker would take every name for one that exists

    def __getattr__(name: str) -> type[WeightModel]:
        """Import a model that is used for the first time."""
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return _kind(name)
