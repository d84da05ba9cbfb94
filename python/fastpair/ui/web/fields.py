"""Fields of forms for all that can be typed, made from what the parameters say of themselves."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from ...errors import RuleError
from ...parameters import parameters, walk
from ...sentences import phrase
from .spoken import spoken

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ...parameters import Parameter


_Typed = TypeVar("_Typed")

_LONGEST = 400
"""Signs of a value."""

_NUMBERS = {int: re.compile("-?[0-9]{1,18}"), float: re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,18})?")}
_SWITCH = {"yes": True, "no": False}


class Field(NamedTuple):
    """A field of a form."""

    name: str
    label: str
    help: str
    value: str
    choices: tuple[str, ...]
    """What can be chosen; empty if something is typed."""

    type: str
    """Of an input."""


def fields_of(kind: type, *names: str, values: object = None) -> Iterator[Field]:
    """The fields for some values of a dataclass, by default for all.

    Parameters
    ----------
    values
        What stands in them, of the same class; by default nothing.
    """
    held = dict(walk(parameters(kind)))
    for name in names or held:
        yield _field(held[name], getattr(values, name, None))


def typed_as(kind: type[_Typed], form: Mapping[str, str], known: _Typed | None = None) -> _Typed:
    """What a form holds of a dataclass; what is left empty is not typed.

    Parameters
    ----------
    known
        What stood in the fields: one that was emptied is typed, as an empty text.

    Raises
    ------
    RuleError
        If a value is none of its kind.
    """
    stated = {
        name: _value(said, form[name].strip())
        for name, said in walk(parameters(kind))
        if form.get(name, "").strip() or (name in form and getattr(known, name, None) is not None)
    }
    return kind(**stated)


def label_of(name: str) -> str:
    """The label of the field for a value, in English."""
    return name.replace("_", " ").capitalize()


def _field(said: Parameter, value: object) -> Field:
    choices = tuple(_SWITCH) if said.kind is bool else said.choices or said.among
    texts = {None: "", True: "yes", False: "no"}
    plain = texts[value] if value is None or isinstance(value, bool) else str(value)
    return Field(
        name=said.name,
        label=spoken(label_of(said.name)),
        help=spoken(f"{said.description}."),
        value=plain,
        choices=choices,
        type={"date": "date"}.get(said.unit, "number" if said.kind is int else "text"),
    )


def _value(said: Parameter, typed: str) -> Any:  # noqa: ANN401 - of the kind that the parameter has
    if len(typed) > _LONGEST:
        raise RuleError(
            phrase(
                "expected at most {longest} signs, got {count}", longest=_LONGEST, count=len(typed)
            ),
            about=said.name,
        )
    if said.kind is bool:
        if typed not in _SWITCH:
            raise RuleError(phrase("expected yes or no, got {got!r}", got=typed), about=said.name)
        return _SWITCH[typed]
    if said.kind in (int, float):
        if not _NUMBERS[said.kind].fullmatch(typed):
            raise RuleError(phrase("expected a number, got {got!r}", got=typed), about=said.name)
        return said.kind(typed)
    return typed
