"""What can be set: the fields of a dataclass that say what they are, in which unit and by which source.

A field says so once, where it is made::

    severity: float = parameter(1.0, "How fast the weight falls", unit="per point", source="K15 3.1")

From it come the list of the models' parameters, the comments of a model's file, and the errors of a
file that sets it wrongly.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache, reduce
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


T = TypeVar("T")


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

    least: float | None
    """Least value of a number."""

    example: str
    """A value as a file has it; empty if its default is one."""

    among: tuple[str, ...]
    """Words that are known, if a text may be one of them in any spelling; empty if it is free."""

    together: int | None
    """How many players are named together; None for any number, or if it names none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """Parameters that belong together."""

    name: str
    description: str
    content: tuple[Parameter | Section, ...]


def parameter(
    default: T,
    description: str,
    *,
    unit: str = "",
    source: str = "",
    least: float | None = None,
    example: str = "",
    among: tuple[str, ...] = (),
    together: int | None = None,
    **more: object,
) -> T:
    """Make a field of a dataclass that is a parameter.

    Parameters
    ----------
    default
        Its value if nothing is set; immutable.
    description, unit, source, least, example, among, together
        As of ``Parameter``.
    more
        Metadata of the field beside these.
    """
    said = {
        "description": description,
        "unit": unit,
        "source": source,
        "least": least,
        "example": example,
        "among": among,
        "together": together,
    }
    return field(default=default, metadata={"said": said, **more})


def parameters(kind: type[Any]) -> tuple[Parameter | Section, ...]:
    """Parameters of a dataclass, and those of its fields that are dataclasses themselves."""
    found: Any = kind
    return _parameters(found)


@cache
def _parameters(kind: Any) -> tuple[Parameter | Section, ...]:  # noqa: ANN401
    hints = get_type_hints(kind)
    found: list[Parameter | Section] = []
    for entry in fields(kind):
        hint = hints[entry.name]
        if is_dataclass(hint) and isinstance(hint, type):
            content = parameters(hint)
            found.append(Section(name=entry.name, description=title(hint), content=content))
        elif "said" in entry.metadata:
            found.append(_parameter(entry.name, hint, entry.metadata["said"]))
    return tuple(found)


def title(kind: type) -> str:
    """First line of what a class says of itself."""
    return (kind.__doc__ or "").partition("\n")[0]


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


def _parameter(name: str, hint: Any, said: Mapping[str, Any]) -> Parameter:  # noqa: ANN401
    optional, hint = _without_none(hint)
    items = get_args(hint) if get_origin(hint) is tuple else ()
    many = bool(items) and get_origin(items[0]) is Literal
    words = items[0] if many else hint
    choices = get_args(words) if get_origin(words) is Literal else ()
    return Parameter(
        name=name,
        kind=str if choices else hint,
        choices=choices,
        optional=optional,
        many=many,
        **said,
    )


def _without_none(hint: Any) -> tuple[bool, Any]:  # noqa: ANN401
    """Whether a type allows None, and what else it allows."""
    if get_origin(hint) not in (Union, UnionType):
        return False, hint
    (rest,) = (part for part in get_args(hint) if part is not NoneType)
    return True, rest
