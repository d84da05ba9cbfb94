"""What a weight model is made of, which tells it from the published model of the same name."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from .model import ByRounds, Levelled, Preferring
from .models import MODELS
from .terms_model import TermsModel

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from .model import WeightModel


_LUCK = ("salt", "lots")
"""Parameters that hold what was drawn by lot, and so are no part of a model."""

_DIGITS = 8
"""So many digits of the digest stand in the name of a changed model."""


def description(model: WeightModel) -> dict[str, Any]:
    """Everything but the tournament and luck that the weights follow from, as values of JSON.

    Returns
    -------
    ``model`` is the name. A model of the papers also has each parameter by its dotted name,
    ``remove`` and ``add``. A model that changes from round to round has ``rounds``. A model on levels has
    ``levels``. A model with preferences has ``preference_weight``, and ``prefer``, ``prefer_not`` and ``families`` if used.
    """
    if isinstance(model, Preferring):
        return {**description(model.model), **_preferences(model)}
    if isinstance(model, ByRounds):
        return {**description(model.model), "rounds": list(_ranges(model))}
    if isinstance(model, Levelled):
        return {**description(model.model), "levels": _plain(model.levels)}
    if not isinstance(model, TermsModel):
        return {"model": model.name}
    values = dict(_values(model))
    remove, add = values.pop("removed"), values.pop("added")
    return {"model": model.name, **values, "remove": remove, "add": add}


def changes(model: WeightModel) -> dict[str, Any]:
    """The part of a description that is not as published; empty if no such model is published."""
    if model.name not in MODELS:
        return {}
    return _differing(description(model), description(MODELS[model.name]()))


def digest(model: WeightModel) -> str:
    """SHA-256 of the description in hexadecimal digits: equal for equal models on every machine."""
    text = json.dumps(description(model), sort_keys=True, separators=(",", ":"))
    return sha256(text.encode("ascii")).hexdigest()


def signature(model: WeightModel) -> str:
    """Name of a model, with the start of its digest if the model is not as published.

    Examples are ``'godraw2015'`` and ``'godraw2015+5d41402a'``.
    """
    return f"{model.name}+{digest(model)[:_DIGITS]}" if changes(model) else model.name


def _differing(described: Mapping[str, Any], usual: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: value
        for name, value in described.items()
        if name not in usual or usual[name] != value
    }


def _ranges(model: ByRounds) -> Iterator[dict[str, Any]]:
    """What is different in some rounds."""
    usual = description(model.model)
    for rounds in model.ranges:
        different = _differing(description(rounds.model), usual)
        yield {"first": rounds.first, "last": rounds.last, **different}


def _preferences(model: Preferring) -> dict[str, Any]:
    stated: dict[str, Any] = {
        "prefer": _sorted(model.wanted),
        "prefer_not": _sorted(model.unwanted),
        "families": "avoid" if model.families_apart else "",
    }
    worth = model.model.traits.preference if model.worth is None else model.worth
    return {name: value for name, value in stated.items() if value} | {"preference_weight": worth}


def _sorted(pairs: Iterable[frozenset[str]]) -> list[list[str]]:
    return sorted(map(sorted, pairs))


def _values(part: Any, path: str = "") -> Iterator[tuple[str, Any]]:  # noqa: ANN401
    """Fields of a dataclass, and of those within it, by dotted names."""
    for entry in fields(part):
        value = getattr(part, entry.name)
        if entry.name in _LUCK:
            continue
        if is_dataclass(value):
            yield from _values(value, f"{path}{entry.name}.")
        else:
            yield f"{path}{entry.name}", _plain(value)


def _plain(value: Any) -> Any:  # noqa: ANN401
    """A value as JSON has it; an added term also gets its name."""
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    if is_dataclass(value):
        return {"term": getattr(value, "label", type(value).__name__), **dict(_values(value))}
    return value
