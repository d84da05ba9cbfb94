"""Weight models: one module per published model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....errors import input_error
from ....lazy import lazy_getattr
from ....registry import Registry
from ....sentences import phrase

if TYPE_CHECKING:
    from collections.abc import Callable

    from ....go.tournament import Tournament
    from ..model import WeightModel
    from .fastpair import Fastpair
    from .godraw2015 import Coefficients, GoDraw2015, Severities
    from .opengotha import OpenGotha, concave, quotient

__all__ = [
    "MODELS",
    "Coefficients",
    "Fastpair",
    "GoDraw2015",
    "OpenGotha",
    "Severities",
    "concave",
    "model_named",
    "model_or_usual",
    "quotient",
]

_MODULE = "fastpair.pairing.weights.models"

MODELS: Registry[Callable[..., Any]] = Registry(
    "model",
    {
        "opengotha351": f"{_MODULE}.opengotha:OPENGOTHA351",
        "opengotha352": f"{_MODULE}.opengotha:OPENGOTHA352",
        "godraw2015": f"{_MODULE}.godraw2015:GoDraw2015",
        "fastpair": f"{_MODULE}.fastpair:Fastpair",
    },
)
"""Functions that make a model, by its name; each takes ``salt``, the seed of the model's luck."""


def model_named(name: str, *, salt: int = 0) -> WeightModel:
    """Return the model of a name.

    Raises
    ------
    RuleError
        If there is no such model, or the package that declares it cannot be used.

    Examples
    --------
    >>> model_named("opengotha351").name
    'opengotha351'
    """
    from ..model import WeightModel

    make = MODELS.find(name)
    try:
        model = make(salt=salt)
    except Exception as error:
        if MODELS.is_own(name):
            raise
        raise MODELS.broken(name, f"{type(error).__name__}: {error}") from error
    if not isinstance(model, WeightModel) or model.name != name:
        raise MODELS.broken(name, f"expected a WeightModel of this name, got {model!r}")
    return model


def model_or_usual(
    tournament: Tournament, model: str | WeightModel | None, salt: int = 0
) -> WeightModel:
    """Return a model, the model of a name, or the default of a tournament.

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
        raise input_error(
            model,
            (),
            phrase(
                "must be a model ({MODELS}), not {model!r}", MODELS=", ".join(MODELS), model=model
            ),
            about="model",
        )
    return model


if not TYPE_CHECKING:  # a type checker would take every name for one that exists
    __getattr__ = lazy_getattr(
        __name__,
        {
            ".fastpair": "Fastpair",
            ".godraw2015": "Coefficients GoDraw2015 Severities",
            ".opengotha": "OpenGotha concave quotient",
        },
    )
