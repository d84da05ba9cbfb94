"""Which values a field takes: those of its type, and of the range that is said once, beside the field.

::

    rounds: int = field(default=5, metadata=within(1, 99))
"""

from __future__ import annotations

from dataclasses import MISSING, Field, fields
from enum import Enum
from functools import cache
from importlib import import_module
from math import inf
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, cast

from ...errors import RuleError
from ...parameters import NOUNS, Range, range_of, within
from ...sentences import phrase

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping


ROUNDS, TABLES, STONES = within(1, 99), within(1, 99_999), within(0, 9)
HALVES = within(-2000, 2000)
"""Of doubled points and komi."""


def range_in(kind: type, name: str) -> Range:
    """The range that a dataclass of the tournament states for one of its fields."""
    return next(limits for entry, _, _, limits in _ranges(kind) if entry == name)


def default_of(entry: Field[Any]) -> Any:  # noqa: ANN401 - whatever it is
    """The default of a field of a dataclass; ``MISSING`` if it has none."""
    return entry.default if entry.default_factory is MISSING else entry.default_factory()


def check_values(value: Any) -> None:  # noqa: ANN401
    """Refuse a dataclass with a field out of its range, or of another type than it says.

    Raises
    ------
    RuleError
        If there is one.
    """
    kind: Any = type(value)
    _check_ranges(value, kind)
    for name, usual, also, optional, words in _types(kind):
        number = getattr(value, name)
        if type(number) is usual or (number is None and optional):
            continue
        if not isinstance(number, also) or (usual is not bool and isinstance(number, bool)):
            raise RuleError(
                phrase(
                    "{kind}.{name}: expected {words}, got {held!r}",
                    kind=kind.__name__,
                    name=name,
                    words=words,
                    held=number,
                )
            )


def _check_ranges(value: Any, kind: Any) -> None:  # noqa: ANN401
    for name, least, most, limits in _ranges(kind):
        number = getattr(value, name)
        # These are nearly all, many thousand times in a file.
        if (type(number) is int and least <= number <= most) or number == frozenset():
            continue
        if number is not None and not _is_in(limits, number):
            raise RuleError(
                phrase(
                    "{field}: must be {noun}{range}, not {got}",
                    field=f"{kind.__name__}.{name}",
                    noun=_noun(limits, number),
                    range=limits.words,
                    got=_quote(number),
                )
            )


def _is_in(limits: Range, value: Any) -> bool:  # noqa: ANN401
    try:
        return limits.holds(value)
    except TypeError:
        return False


def _noun(limits: Range, value: object) -> str:
    if limits.shortest is not None:
        return phrase("a text")
    return phrase("numbers") if isinstance(value, frozenset) else phrase("a number")


def _quote(value: object) -> str:
    return repr(sorted(value)) if isinstance(value, frozenset) else repr(value)


_PLAIN: Mapping[str, tuple[type, type, str]] = {
    "bool": (bool, bool, NOUNS[bool]),
    "int": (int, Integral, NOUNS[int]),
    "float": (float, Real, NOUNS[float]),
    "str": (str, str, NOUNS[str]),
    "frozenset": (frozenset, frozenset, "a frozenset"),
    "tuple": (tuple, tuple, "a tuple"),
}
"""The usual type, the types that do, and how errors call them, by the annotation."""


@cache
def _types(kind: Hashable) -> tuple[tuple[str, type, type, bool, str], ...]:
    """The fields of a dataclass whose type can be told from its annotation."""
    found = []
    for entry in fields(cast("Any", kind)):
        annotation = str(entry.type)
        name = annotation.removesuffix(" | None")
        kinds = _PLAIN.get(name.partition("[")[0]) or _type_by_name(name)
        if kinds is not None:
            found.append((entry.name, *kinds[:2], name != annotation, kinds[2]))
    return tuple(found)


def _type_by_name(name: str) -> tuple[type, type, str] | None:
    """The type of a tournament of this name; None if there is no such class."""
    kind = getattr(import_module(__package__), name, None)
    if not isinstance(kind, type):
        return None
    if name == "Grade":  # which is a whole number
        return kind, Integral, "a grade such as 3d or 12k, as a Grade"
    if issubclass(kind, Enum):
        return kind, kind, f"one of {', '.join(repr(each.value) for each in kind)}, as a {name}"
    return kind, kind, f"a {name}"


@cache
def _ranges(kind: Hashable) -> tuple[tuple[str, float, float, Range], ...]:
    """The fields of a dataclass that have a range, with its ends."""
    return tuple(
        (
            entry.name,
            -inf if limits.least is None else limits.least,
            inf if limits.most is None else limits.most,
            limits,
        )
        for entry in fields(cast("Any", kind))
        if (limits := range_of(entry.metadata)) is not None
    )
