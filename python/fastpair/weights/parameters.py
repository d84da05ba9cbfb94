"""What can be set in a model: its parameters, their defaults, units and sources.

A parameter is a field of a dataclass. The text below the field says what it is, in round brackets
its unit, and in square brackets at the end its source.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, fields, is_dataclass
from functools import cache, reduce
from inspect import getdoc, getsource
from itertools import pairwise
from textwrap import dedent
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Literal, Union, get_args, get_origin, get_type_hints

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["Parameter", "Section", "parameters", "value_at", "walk"]

_HIDDEN = ("added", "removed", "salt", "lots")
"""Fields that are no parameters: they are given by other means."""

_SOURCE = re.compile(r"\s*\[([^\]]+)\]\.?$")
_UNIT = re.compile(r"\s*\(([^()]+)\)$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """One value that can be set."""

    name: str

    kind: type
    """bool, int, float or str."""

    choices: tuple[str, ...]
    """Words that are possible; empty if it is no word."""

    optional: bool
    """Whether it can be left open, None."""

    many: bool
    """Whether it is a list of such words."""

    description: str
    unit: str
    """Empty for switches and words."""

    source: str
    """Section of a paper, or of what settles it; empty if the paper has no say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """Parameters that belong together."""

    name: str
    description: str
    content: tuple[Parameter | Section, ...]


def parameters(kind: type[Any]) -> tuple[Parameter | Section, ...]:
    """Parameters of a dataclass, and those of its fields that are dataclasses themselves."""
    hints, texts = get_type_hints(kind), _field_texts(kind)
    found: list[Parameter | Section] = []
    for entry in fields(kind):
        if entry.name in _HIDDEN:
            continue
        hint = hints[entry.name]
        if is_dataclass(hint) and isinstance(hint, type):
            description = _first_line(getdoc(hint) or "")
            content = parameters(hint)
            found.append(Section(name=entry.name, description=description, content=content))
        else:
            found.append(_parameter(entry.name, hint, texts.get(entry.name, "")))
    return tuple(found)


def walk(
    content: tuple[Parameter | Section, ...], path: str = ""
) -> Iterator[tuple[str, Parameter]]:
    """All parameters with their dotted names."""
    for entry in content:
        name = f"{path}{entry.name}"
        if isinstance(entry, Section):
            yield from walk(entry.content, f"{name}.")
        else:
            yield name, entry


def value_at(values: object, path: str) -> object:
    """Value of a parameter by its dotted name."""
    return reduce(getattr, path.split("."), values)


def _parameter(name: str, hint: Any, text: str) -> Parameter:  # noqa: ANN401
    optional, hint = _without_none(hint)
    items = get_args(hint) if get_origin(hint) is tuple else ()
    many = bool(items) and get_origin(items[0]) is Literal
    words = items[0] if many else hint
    choices = get_args(words) if get_origin(words) is Literal else ()
    description, source = _cut(_SOURCE, " ".join(text.split()).rstrip("."))
    description, unit = _cut(_UNIT, description)
    return Parameter(
        name=name,
        kind=str if choices else hint,
        choices=choices,
        optional=optional,
        many=many,
        description=description,
        unit=unit,
        source=source,
    )


def _without_none(hint: Any) -> tuple[bool, Any]:  # noqa: ANN401
    """Whether a type allows None, and what else it allows."""
    if get_origin(hint) not in (Union, UnionType):
        return False, hint
    (rest,) = (part for part in get_args(hint) if part is not NoneType)
    return True, rest


def _cut(pattern: re.Pattern[str], text: str) -> tuple[str, str]:
    """A text without its end, and what the end holds."""
    match = pattern.search(text)
    return (text[: match.start()], match[1]) if match else (text, "")


def _first_line(text: str) -> str:
    return text.partition("\n")[0]


def _field_texts(kind: type) -> Mapping[str, str]:
    """Text below each field of a dataclass, those of its bases included."""
    texts: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        if is_dataclass(base):
            texts |= _own_texts(base)
    return texts


@cache
def _own_texts(kind: type) -> dict[str, str]:
    (definition,) = ast.parse(dedent(getsource(kind))).body
    assert isinstance(definition, ast.ClassDef)
    body = definition.body
    return {
        entry.target.id: text.value.value
        for entry, text in pairwise(body)
        if isinstance(entry, ast.AnnAssign)
        and isinstance(entry.target, ast.Name)
        and isinstance(text, ast.Expr)
        and isinstance(text.value, ast.Constant)
        and isinstance(text.value.value, str)
    }
