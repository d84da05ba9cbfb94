"""Which values a field takes: those of its type, and of the range that is said once, beside the field.

::

    rounds: int = field(default=5, metadata=within(1, 99))
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, fields, replace
from enum import Enum
from functools import cache
from importlib import import_module
from math import inf
from numbers import Real
from operator import attrgetter, is_
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from ...errors import InputError, input_error
from ...parameters import NOUNS, AllowedRange, integer, items, quoted, range_of, real, within
from ...sentences import phrase, represented

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable


ROUNDS, TABLES, STONES = within(1, 99), within(1, 99_999), within(0, 9)
HALVES = within(-2000, 2000)
"""Of doubled points and komi."""


def range_in(kind: type, name: str) -> AllowedRange:
    """The range that a dataclass of the tournament states for one of its fields."""
    return next(limits for entry, _, _, limits in _ranges(kind) if entry == name)


_HALVES = re.compile(r"(?=.*[0-9])(-?)([0-9]{0,4})(?:[.,]([05])0*)?")


def parse_halves(about: str, text: str, limits: AllowedRange) -> int:
    """Read a doubled number from a text such as ``0.5``, ``1½`` or ``6.5``.

    Raises
    ------
    RuleError
        If it is no number of halves, or out of the range of doubled numbers.
    """
    plain = text.strip().replace("−", "-").replace("½", ".5")
    match = _HALVES.fullmatch(".5" if plain == "1/2" else plain)
    if match is not None:
        size = 2 * int(match[2] or 0) + (match[3] == "5")
        value = -size if match[1] else size
        if limits.holds(value):
            return value
    raise InputError(
        phrase(
            "must be {least:g} to {most:g} in halves, not {got!r}",
            least=(limits.least or 0) / 2,
            most=(limits.most or 0) / 2,
            got=text,
        ),
        about=about,
    )


def default_of(entry: Field[Any]) -> Any:  # noqa: ANN401 - whatever it is
    """The default of a field of a dataclass; ``MISSING`` if it has none."""
    return entry.default if entry.default_factory is MISSING else entry.default_factory()


def check_values(value: Any) -> None:  # noqa: ANN401
    """Refuse a dataclass with a field out of its range, or of another type than it says.

    What means the same becomes the type of the field, and is no longer shared with who has given it:
    any integer an ``int``, any collection a tuple or a frozenset, a dictionary a copy.

    Raises
    ------
    RuleError
        If there is one.
    """
    kind: Any = type(value)
    wrong: dict[str, InputError] = {}
    plain, types, others, forms = _fields(kind)
    if tuple(map(type, plain(value))) == types:
        forms = others
    for name, form in forms:
        given = getattr(value, name)
        # These are nearly all, many thousand times in a file.
        if type(given) is form.usual and (form.item is None or not given):
            if form.usual is not dict:
                continue
        elif given is None and form.optional:
            continue
        try:
            found = form.read(given)
        except _Wrong as refused:
            wrong[name] = _refusal(f"{kind.__name__}.{name}", refused)
            continue
        if found is not given:
            object.__setattr__(value, name, found)
    _check_ranges(value, kind, wrong)
    for error in wrong.values():
        raise error


class _Wrong(Exception):  # noqa: N818 - becomes a RuleError
    """A value that a field does not take: what was expected, at which steps into it, and what is there."""

    def __init__(self, words: str, got: object, *steps: object) -> None:
        super().__init__(words, got, *steps)
        self.words, self.got, self.steps = words, got, steps


def _refusal(field: str, error: _Wrong) -> InputError:
    """What is wrong in a field, at its entry if it holds several."""
    return input_error(
        error.got,
        (),
        phrase(
            "{kind}.{name}: expected {words}, got {got}",
            kind=field.partition(".")[0],
            name=field.partition(".")[2] + "".join(f"[{step!r}]" for step in error.steps),
            words=error.words,
            got=quoted(error.got),
        ),
    )


def _check_ranges(value: Any, kind: Any, wrong: Collection[str]) -> None:  # noqa: ANN401
    for name, least, most, limits in _ranges(kind):
        number = getattr(value, name)
        # These are nearly all, many thousand times in a file.
        if number is None or (type(number) is int and least <= number <= most):
            continue
        if isinstance(number, frozenset | tuple) and all(
            type(each) is int and least <= each <= most for each in number
        ):
            continue
        if not _is_in(limits, number):
            raise input_error(
                number,
                () if name in wrong else object,
                phrase(
                    "{field}: must be {noun}{range}, not {got}",
                    field=f"{kind.__name__}.{name}",
                    noun=_noun(limits, number),
                    range=limits.words,
                    got=_quote(number),
                ),
            )


def _is_in(limits: AllowedRange, value: Any) -> bool:  # noqa: ANN401
    try:
        return limits.holds(value)
    except (TypeError, ValueError):  # of an array, too
        return False


def _noun(limits: AllowedRange, value: object) -> str:
    if limits.shortest is not None:
        return phrase("a text")
    return phrase("numbers") if isinstance(value, frozenset) else phrase("a number")


def _quote(value: object) -> str:
    return represented(sorted(value) if isinstance(value, frozenset) else value)


@dataclass(frozen=True)
class _Form:
    """The values of a field, by its annotation."""

    usual: Any
    """Its type, as which values are held."""

    words: str
    """What errors call a value."""

    optional: bool = False
    """Whether it may be None."""

    item: _Form | None = None
    """The values in it, if it is a collection."""

    @property
    def is_plain(self) -> bool:
        """Whether a value of the usual type is always right."""
        return self.item is None and not self.optional and self.usual is not dict

    def read(self, given: Any) -> Any:  # noqa: ANN401
        """The value as the usual type; itself if it is one.

        Raises
        ------
        _Wrong
            If it is no such value.
        """
        if self.usual is dict:
            return self._dictionary(given)
        if self.item is not None:
            return self._collection(given, self.item)
        if type(given) is self.usual:
            return given
        if issubclass(self.usual, int) and self.usual is not bool:
            number = integer(given)
            if number is not None:
                return self.usual(number)
        elif isinstance(given, self.usual):
            return given
        elif self.usual is float and isinstance(given, Real) and not isinstance(given, bool):
            return real(given)
        raise _Wrong(self.words, given)

    def _collection(self, given: Any, item: _Form) -> Any:  # noqa: ANN401
        """The values in a collection, at whose places errors are."""
        if (
            item.is_plain
            and type(given) is self.usual
            and all(type(each) is item.usual for each in given)
        ):
            return given
        ordered = self.usual is tuple
        members = items(given, ordered=ordered)
        if members is None:
            raise _Wrong(self.words, given)
        found: list[Any] = []
        for place, each in enumerate(members):
            try:
                found.append(item.read(each))
            except _Wrong as error:
                steps = (place, *error.steps) if ordered else error.steps
                raise _Wrong(error.words, error.got, *steps) from None
        unchanged = type(given) is self.usual and all(map(is_, members, found))
        return given if unchanged else self.usual(found)

    def _dictionary(self, given: Any) -> dict[str, str]:  # noqa: ANN401
        """A copy of a dictionary of texts."""
        if not isinstance(given, Mapping):
            raise _Wrong(self.words, given)
        for name, text in given.items():
            if not isinstance(name, str):
                raise _Wrong(phrase("attributes that are texts"), name)
            if not isinstance(text, str):
                raise _Wrong(phrase("a text"), text, name)
        return dict(given)


_PLAIN: Mapping[str, _Form] = {
    **{kind.__name__: _Form(kind, NOUNS[kind]) for kind in (bool, int, float, str)},
    "Mapping": _Form(dict, phrase("a dictionary of texts")),
}
"""The values by the annotation."""

_COLLECTIONS = {"frozenset": frozenset, "tuple": tuple}


class _Fields(NamedTuple):
    """The fields of a dataclass whose values can be told from its annotation."""

    plain: Callable[[Any], tuple[Any, ...]]
    """The values of those that hold neither None nor other values: they are compared all together."""

    types: tuple[type, ...]
    """The types of these values."""

    others: tuple[tuple[str, _Form], ...]
    forms: tuple[tuple[str, _Form], ...]
    """All fields."""


@cache
def _fields(kind: Hashable) -> _Fields:
    """The fields of a dataclass whose values can be told from its annotation."""
    entries = ((entry.name, _form(str(entry.type))) for entry in fields(cast("Any", kind)))
    forms = tuple((name, form) for name, form in entries if form is not None)
    plain = {name: form.usual for name, form in forms if form.is_plain}
    if len(plain) < 2:  # of which attrgetter makes no tuple
        return _Fields(lambda _: (), (), forms, forms)
    others = tuple(each for each in forms if each[0] not in plain)
    return _Fields(attrgetter(*plain), tuple(plain.values()), others, forms)


def _form(annotation: str) -> _Form | None:
    """The values that an annotation allows; None if they are not checked."""
    name = annotation.removesuffix(" | None")
    if name != annotation:
        form = _form(name)
        return None if form is None else replace(form, optional=True)
    outer, _, inner = name.partition("[")
    if outer in _COLLECTIONS:
        inner = inner.removesuffix("]").removesuffix(", ...")
        item = _form(inner if "[" in inner else inner.rpartition(", ")[2])
        return None if item is None else _Form(_COLLECTIONS[outer], phrase("a list"), item=item)
    return _PLAIN.get(outer) or _form_by_name(name)


def _form_by_name(name: str) -> _Form | None:
    """The values of a type of a tournament of this name; None if there is no such class."""
    kind = getattr(import_module(__package__), name, None)
    if not isinstance(kind, type):
        return None
    if name == "Grade":  # which is a whole number
        return _Form(kind, phrase("a grade such as 3d or 12k, as a Grade"))
    if issubclass(kind, Enum):
        return _Form(kind, f"one of {', '.join(repr(each.value) for each in kind)}, as a {name}")
    return _Form(kind, f"a {name}")


@cache
def _ranges(kind: Hashable) -> tuple[tuple[str, float, float, AllowedRange], ...]:
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
