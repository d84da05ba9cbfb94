"""Values as members of documents, by the declarations of these."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from datetime import date
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    NamedTuple,
    NotRequired,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from ... import __version__
from ...go.tournament import Grade

__all__ = ["encode", "in_order"]

_Object = TypeVar("_Object")


def encode(kind: type[_Object], value: object = None, /, **stated: Any) -> _Object:  # noqa: ANN401
    """An object of a document.

    Parameters
    ----------
    kind
        Its declaration, whose members are in this order.
    value
        What has the members as attributes. One that need not be there is left out if it is empty.
    stated
        Members that it has not, or otherwise.
    """
    found: dict[str, Any] = {}
    for name, constant, may_be_absent, write in _members(cast("Hashable", kind)):
        if name in stated:
            content = stated[name]
        elif may_be_absent:
            content = getattr(value, name, None)
            if not content:
                continue
        else:
            content = getattr(value, name) if constant is None else constant
        found[name] = content if type(content) in _SCALARS else write(content)
    return cast("_Object", found)


_SCALARS = frozenset({str, int, float, bool, NoneType})
"""Types of single values that JSON knows."""


class _Member(NamedTuple):
    """A member of an object."""

    name: str

    constant: Any
    """What is always there: the name and the version of the document, and the program; else None."""

    may_be_absent: bool
    write: Callable[[Any], Any]


@cache
def _members(kind: Hashable) -> tuple[_Member, ...]:
    hints = get_type_hints(cast("Any", kind), include_extras=True)
    is_whole = "format" in hints
    return tuple(_member(name, hints[name], is_whole=is_whole) for name in in_order(hints))


def in_order(names: Iterable[str]) -> list[str]:
    """The members of an object, those of what it inherits first; before these the kind of a document."""
    return sorted(names, key=lambda name: name != "format")


def _member(name: str, hint: Any, *, is_whole: bool) -> _Member:  # noqa: ANN401
    may_be_absent = get_origin(hint) is NotRequired
    constant = None
    if is_whole and name in ("format", "version"):
        (constant,) = get_args(_bare(hint))
    elif is_whole and name == "program":
        constant = f"fastpair {__version__}"
    return _Member(name, constant, may_be_absent, _writer(hint))


def _bare(hint: Any) -> Any:  # noqa: ANN401
    """A type without what is said about its values."""
    while get_origin(hint) in (Annotated, NotRequired):
        hint = get_args(hint)[0]
    return hint


def _writer(hint: Any) -> Callable[[Any], Any]:  # noqa: ANN401
    """What makes a member of this type of a value."""
    hint = _bare(hint)
    origin, inner = get_origin(hint), get_args(hint)
    if is_typeddict(hint):
        return lambda value: value if isinstance(value, dict) else encode(hint, value)
    if origin in (Union, UnionType):
        kinds = [each for each in inner if each is not NoneType]
        write = _writer(kinds[0]) if len(kinds) == 1 else _plain
        return lambda value: None if value is None else write(value)
    if origin is list:
        return _list_writer(_writer(inner[0]))
    if origin is dict:
        write = _writer(inner[1])
        return lambda value: {name: write(each) for name, each in value.items()}
    return _plain


def _list_writer(write: Callable[[Any], Any]) -> Callable[[Any], list[Any]]:
    """What makes a list of a collection; a set is put in order."""

    def written(values: Any) -> list[Any]:  # noqa: ANN401
        found = list(map(write, values))
        return sorted(found) if isinstance(values, frozenset | set) else found

    return written


def _plain(value: Any) -> Any:  # noqa: ANN401
    if type(value) in _SCALARS:
        return value
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Grade | date):
        return str(value)
    return dict(value) if isinstance(value, Mapping) else value
