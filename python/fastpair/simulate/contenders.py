"""The weights of a contender: its model with its own parameters in it."""

from __future__ import annotations

import tomllib
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from ..formats.models import model_in
from ..formats.toml import Path, TomlFile, quoted, unknown
from ..tournament import PairingRules
from ..weights import model_named
from ..weights.terms_model import TermsModel

if TYPE_CHECKING:
    from ..weights import WeightModel
    from .plan import Contender

__all__ = ["model_of", "pairing_of"]


def model_of(
    contender: Contender, *, salt: int = 0, file: TomlFile | None = None, path: Path = ()
) -> WeightModel:
    """The weight model of a contender that has one.

    Parameters
    ----------
    salt
        Seed of the model's luck.
    file, path
        Where its parameters stand, for the errors.

    Raises
    ------
    RuleError
        If there is no such model.
    FormatError
        If it has no such parameter, or not with such a value.
    """
    file = file or _nowhere(contender)
    if contender.text:
        content = tomllib.loads(contender.text)
        model = model_in(TomlFile(contender.model, contender.text, content), salt=salt)
    else:
        model = model_named(contender.model, salt=salt)
    if not contender.options:
        return model
    if isinstance(model, TermsModel):
        return file.filled(model, _nested(contender), path, ())
    if not model.name.startswith("opengotha"):
        message = f"{contender.model} has other parameters in some rounds; set them there"
        raise file.wrong(path, message)
    pairing_of(contender, PairingRules(), file=file, path=path)
    return model


def pairing_of(
    contender: Contender, rules: PairingRules, *, file: TomlFile | None = None, path: Path = ()
) -> PairingRules:
    """The parameters of OpenGotha's weights for a contender, which other models do not read.

    Parameters
    ----------
    rules
        Those that the contender does not name.
    file, path
        Where its parameters stand, for the errors.

    Raises
    ------
    FormatError
        If there is no such parameter, or not with such a value.
    """
    file = file or _nowhere(contender)
    usual: dict[str, Any] = {
        entry.name: getattr(rules, entry.name)
        for entry in fields(rules)
        if type(getattr(rules, entry.name)) in (bool, int, float)
    }
    changes: dict[str, Any] = {}
    for name, value in contender.options.items():
        if name not in usual:
            raise file.wrong((*path, name), unknown("parameter", name, usual))
        kind = type(usual[name])
        if type(value) is not kind and not (kind is float and type(value) is int):
            message = f"expected {name} = {usual[name]!r} or the like, found {quoted(value)}"
            raise file.wrong((*path, name), message)
        changes[name] = kind(value)
    return replace(rules, **changes)


def _nowhere(contender: Contender) -> TomlFile:
    """A file that stands for a contender that was not read from one."""
    return TomlFile(f"contender {contender.name!r}", "", {})


def _nested(contender: Contender) -> dict[str, Any]:
    """The parameters as tables in tables."""
    tables: dict[str, Any] = {}
    for name, value in contender.options.items():
        *outer, last = name.split(".")
        table = tables
        for key in outer:
            table = table.setdefault(key, {})
        table[last] = list(value) if isinstance(value, tuple) else value
    return tables
