"""Weight models as a director names them: published ones by name, others by their file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...pairing.weights import WeightModel


ALL = "all"
"""Stands for every published model."""


def weigher(name: str, seed: int) -> WeightModel:
    """The model of a name, or of a TOML file.

    Raises
    ------
    RuleError
        If there is no such model.
    FormatError
        If the file does not describe one.
    """
    from ...formats.models import read_model
    from ...pairing.weights import model_named

    if is_file(name):
        return read_model(name, salt=seed)
    return model_named(name, salt=seed)


def weighers(names: Iterable[str], seed: int) -> dict[str, WeightModel]:
    """The models of names or TOML files, once each; ``ALL`` stands for all published ones.

    Raises
    ------
    RuleError, FormatError
        As ``weigher``.
    """
    from ...pairing.weights import MODELS

    meant = [each for name in names for each in (MODELS if name == ALL else [name])]
    return {name: weigher(name, seed) for name in meant}


def models_file(*models: str | None) -> tuple[Path, ...]:
    """The files among the models that are named."""
    return tuple(Path(model) for model in models if model and is_file(model))


def is_file(model: str) -> bool:
    """Whether a model is named by its file."""
    return model.lower().endswith(".toml")
