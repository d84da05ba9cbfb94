"""How a contender draws: its system or model, with its own parameters in it."""

from __future__ import annotations

import tomllib
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from ...errors import RuleError
from ...formats.models import model_in
from ...formats.toml import Path, TomlFile, quoted, unknown, words
from ...go.tournament import PairingRules
from ...pairing.systems import SYSTEMS, Weighted, stated_system
from ...pairing.weights import MODELS, model_named
from ...pairing.weights.terms_model import TermsModel

if TYPE_CHECKING:
    from ...pairing.weights import WeightModel
    from .plan import Contender

__all__ = ["check_contender", "model_of", "pairing_of"]

_TRUTH = "truth"
"""The system that draws as the first contender would if it knew how strong everybody is."""


def check_contender(contender: Contender, file: TomlFile, path: Path, options: Path) -> None:
    """Refuse a contender that cannot draw.

    Parameters
    ----------
    path, options
        Where the contender and its parameters stand in the file.

    Raises
    ------
    FormatError
        If there is no such system or model, or it has no such parameters.
    """
    if contender.system == Weighted.name:
        if not contender.text and contender.model not in MODELS:
            message = f"expected model = a file or one of {words(MODELS)}"
            raise file.wrong((*path, "model"), f"{message}, found {contender.model!r}")
        if "rules" in tomllib.loads(contender.text):
            message = f"{contender.model} has [rules], which plans do not read; take them out"
            raise file.wrong((*path, "model"), message)
        model_of(contender, file=file, path=options)
        return
    if contender.model:
        message = f"only system = {Weighted.name!r} draws by a model, not {contender.system!r}"
        raise file.wrong((*path, "model"), message)
    if contender.system == _TRUTH:
        if contender.options:
            raise file.wrong(options, f"system = {_TRUTH!r} has no options")
        return
    if contender.system not in SYSTEMS:
        message = f"expected system = one of {words((_TRUTH, *SYSTEMS))}"
        raise file.wrong((*path, "system"), f"{message}, found {contender.system!r}")
    try:
        stated_system(contender.system, contender.options)
    except RuleError as error:
        raise file.wrong(options, str(error)) from None


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
        message = f"{contender.model} stands on levels or changes in some rounds; set its parameters there"
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
