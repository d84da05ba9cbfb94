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
    return next(said for entry, _, _, said in _ranges(kind) if entry == name)


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
        held = getattr(value, name)
        if type(held) is usual or (held is None and optional):
            continue
        if not isinstance(held, also) or (usual is not bool and isinstance(held, bool)):
            raise RuleError(
                phrase(
                    "{kind}.{name}: expected {words}, got {held!r}",
                    kind=kind.__name__,
                    name=name,
                    words=words,
                    held=held,
                )
            )


def _check_ranges(value: Any, kind: Any) -> None:  # noqa: ANN401
    for name, least, most, said in _ranges(kind):
        held = getattr(value, name)
        # These are nearly all, many thousand times in a file.
        if (type(held) is int and least <= held <= most) or held == frozenset():
            continue
        if held is not None and not _is_in(said, held):
            raise RuleError(
                phrase(
                    "{field}: expected {noun}{range}, got {got}",
                    field=f"{kind.__name__}.{name}",
                    noun=_noun(said, held),
                    range=said.words,
                    got=_shown(held),
                )
            )


def _is_in(said: Range, held: Any) -> bool:  # noqa: ANN401
    try:
        return said.holds(held)
    except TypeError:
        return False


def _noun(said: Range, held: object) -> str:
    if said.shortest is not None:
        return phrase("a text")
    return phrase("numbers") if isinstance(held, frozenset) else phrase("a number")


def _shown(held: object) -> str:
    return repr(sorted(held)) if isinstance(held, frozenset) else repr(held)


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
        known = _PLAIN.get(name.partition("[")[0]) or _named(name)
        if known is not None:
            found.append((entry.name, *known[:2], name != annotation, known[2]))
    return tuple(found)


def _named(name: str) -> tuple[type, type, str] | None:
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
            -inf if said.least is None else said.least,
            inf if said.most is None else said.most,
            said,
        )
        for entry in fields(cast("Any", kind))
        if (said := range_of(entry.metadata)) is not None
    )
