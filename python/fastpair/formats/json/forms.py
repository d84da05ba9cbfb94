"""The form in which a value stands in a JSON document, derived from its type.

A dataclass is an object, a grade a word such as ``"3d"``, and a doubled number, whose name ends in
``_x2``, the number itself, without that end of the name.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass, replace
from datetime import date
from enum import Enum
from functools import cached_property, lru_cache
from operator import attrgetter
from types import NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Literal,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

from ...go.tournament import Grade, Points
from ...go.tournament.ranges import Range, range_in, range_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

__all__ = ["ANYTHING", "Form", "Forms", "Member"]

_GRADE = "^(([1-9]|[12][0-9]|30)[kK]|[1-9][dDpP])$"
_HALVES = 2
_MOST = 10**17
"""Of whole numbers: nine of this size still add up within 64 bits."""


@dataclass(frozen=True)
class Member:
    """A member of an object, which is a field of a dataclass."""

    name: str
    """In the document."""

    field: str
    form: Form
    default: Any
    """Value of the field if the document does not say it; ``MISSING`` if it must."""


@dataclass(frozen=True)
class Form:
    """How values of one type stand in a document."""

    words: str
    """What an error expects."""

    wire: Any
    """The type that msgspec decodes."""

    read: Callable[[Any], Any] | None = None
    """From what msgspec has decoded to the value; None if it is the value."""

    write: Callable[[Any], Any] | None = None
    """From the value to what JSON knows; None if it is that. It raises ValueError for a value that
    could not be read again."""

    brief: Callable[[Any], Any] | None = None
    """The same as ``write`` for an object of a list: without the members that have their default."""

    item: Form | None = None
    """Form of the items of a list."""

    kind: type | None = None
    """The dataclass that stands as an object."""

    members: Mapping[str, Member] = field(default_factory=dict)
    """Members of an object by their names in the document."""

    @cached_property
    def holding(self) -> tuple[str, ...]:
        """Names of the members that may hold objects with a form."""
        return tuple(name for name, member in self.members.items() if member.form.has_objects)

    @property
    def has_objects(self) -> bool:
        """Whether a value is an object with a form, or a list of such."""
        return bool(self.members or (self.item is not None and self.item.members))

    def written(self, value: Any) -> Any:  # noqa: ANN401
        """What JSON knows of a value.

        Raises
        ------
        ValueError
            If it could not be read again.
        """
        return value if self.write is None else self.write(value)


ANYTHING = Form("anything", Any)
"""The form of whatever JSON can hold."""

_PLAIN = {
    bool: Form("true or false", bool),
    int: Form("a whole number", Annotated[int, msgspec.Meta(ge=-_MOST, le=_MOST)]),
    float: Form("a number", float),
    str: Form("a text", str),
    Any: ANYTHING,
}


def _doubled(value: float) -> int:
    return round(value * _HALVES)


def _halved(value: int) -> float:
    return value // _HALVES if value % _HALVES == 0 else value / _HALVES


def _grade_text(grade: Grade) -> str:
    Grade.parse(str(grade))
    return str(grade)


def _halves(doubled: Range) -> Form:
    """The form of a number that is kept doubled."""
    said = doubled.halved
    wire = Annotated[float, msgspec.Meta(multiple_of=0.5, ge=said.least, le=said.most)]
    return Form(f"a multiple of 0.5{said}", wire, _doubled, _halved)


_ANY_HALVES = range_in(Points, "win_x2")
_GRADES = Form(
    "a grade such as 3d or 12k",
    Annotated[str, msgspec.Meta(pattern=_GRADE)],
    lru_cache(Grade.parse),
    _grade_text,
)
_DATE = Form("a date such as 2026-08-01", date, None, date.isoformat)


class Forms:
    """The forms of dataclasses, each made once.

    Parameters
    ----------
    names
        What annotations may name that their module imports for type checkers only.
    ranges
        Ranges of fields, by dataclass and name, beside those that the fields state themselves.
    renamed
        The name in the document of a field.
    closed
        Dataclasses whose objects have no other members, such as requests.
    """

    def __init__(
        self,
        names: Mapping[str, Any] | None = None,
        ranges: Mapping[tuple[type, str], Range] | None = None,
        renamed: Callable[[str], str] = lambda name: name.removesuffix("_x2"),
        closed: Collection[type] = (),
    ) -> None:
        self._names = dict(names or {})
        self._ranges = ranges or {}
        self._renamed = renamed
        self._closed = closed
        self._made: dict[type, Form] = {}

    def of(self, hint: Any) -> Form:  # noqa: ANN401
        """The form of a type.

        Raises
        ------
        TypeError
            If there is none.
        """
        origin = get_origin(hint)
        if hint in _PLAIN:
            return _PLAIN[hint]
        if origin in (Union, UnionType):
            return self._either(get_args(hint))
        if origin is Literal:
            words = _listed(get_args(hint))
            return Form(f"one of {words}" if len(get_args(hint)) > 1 else words, hint)
        if origin in (tuple, frozenset):
            return self._list(origin, get_args(hint))
        if origin is not None and issubclass(origin, Mapping):
            return Form("an object", dict[str, Any], None, dict)
        if hint is Grade:
            return _GRADES
        if hint is date:
            return _DATE
        if isinstance(hint, type) and issubclass(hint, Enum):
            values = _listed(item.value for item in hint)
            return Form(f"one of {values}", hint, None, lambda item: item.value)
        if is_dataclass(hint) and isinstance(hint, type):
            if hint not in self._made:
                self._made[hint] = self._object(hint)
            return self._made[hint]
        raise TypeError(f"{hint} has no form in JSON")

    def _either(self, hints: tuple[Any, ...], said: Range | None = None) -> Form:
        """The form of a value that may be null, or have one of several plain types."""
        forms = [_within(self.of(hint), said) for hint in hints if hint is not NoneType]
        form = forms[0]
        if len(forms) > 1:
            wire: Any = Union[tuple(form.wire for form in forms)]  # noqa: UP007
            form = Form(" or ".join(form.words for form in forms), wire)
        if NoneType not in hints:
            return form
        return replace(
            form,
            words=f"{form.words} or null",
            wire=form.wire | None,
            read=form.read and _unless_none(form.read),
            write=form.write and _unless_none(form.write),
        )

    def _list(self, kind: type, hints: tuple[Any, ...]) -> Form:
        """The form of a tuple, or of a set, which is written in order."""
        item = self.of(hints[0])
        pair = kind is tuple and hints[-1] is not Ellipsis
        wire = tuple[tuple(item.wire for _ in hints)] if pair else list[item.wire]  # type: ignore[misc, name-defined]
        words = f"a list of {len(hints)} items" if pair else "a list"
        into, ordered = kind, sorted if kind is frozenset else list
        written = item.brief or item.write

        def read(values: Iterable[Any]) -> Any:  # noqa: ANN401
            return into(map(item.read, values) if item.read else values)

        def write(values: Iterable[Any]) -> list[Any]:
            return ordered(map(written, values) if written else values)

        return Form(words, wire, read, write, item=item)

    def _object(self, kind: type[Any]) -> Form:
        hints = get_type_hints(kind, vars(sys.modules[kind.__module__]), self._names)
        entries = [
            (entry, self._of_field(kind, entry, hints[entry.name]))
            for entry in fields(kind)
            if entry.compare
        ]
        members = [
            Member(self._renamed(entry.name), entry.name, form, _default_of(entry))
            for entry, form in entries
        ]
        wire = msgspec.defstruct(
            kind.__name__,
            [_struct_field(member) for member in members],
            kw_only=True,
            gc=False,
            forbid_unknown_fields=kind in self._closed,
        )
        known = {member.name: member for member in members}
        return Form(
            "an object",
            wire,
            _reader(kind, members),
            _writer(members, all_of_them=True),
            _writer(members, all_of_them=False),
            kind=kind,
            members=known,
        )

    def _of_field(self, kind: type, entry: Field[Any], hint: Any) -> Form:  # noqa: ANN401
        said = self._ranges.get((kind, entry.name)) or range_of(entry.metadata)
        if entry.name.endswith("_x2"):
            return _halves(said or _ANY_HALVES)
        if said is not None and get_origin(hint) in (Union, UnionType):
            return self._either(get_args(hint), said)
        return _within(self.of(hint), said)


def _default_of(entry: Any) -> Any:  # noqa: ANN401
    """The default of a field of a dataclass; ``MISSING`` if it has none."""
    return entry.default if entry.default_factory is MISSING else entry.default_factory()


def _within(form: Form, said: Range | None) -> Form:
    """The form of a value that is held to a range, or of a list of such values."""
    if said is None:
        return form
    if form.item is not None:
        item = _within(form.item, said)
        return replace(form, wire=list[item.wire], item=item)  # type: ignore[name-defined]
    wire, words = form.wire, f"{form.words}{said}"
    if form is _PLAIN[int]:
        wire, said = int, replace(said, most=_MOST if said.most is None else said.most)
    return replace(form, words=words, wire=Annotated[wire, _meta(said)])


def _meta(said: Range) -> msgspec.Meta:
    return msgspec.Meta(ge=said.least, le=said.most, min_length=said.shortest)  # type: ignore[call-overload, no-any-return]


def _reader(kind: type, members: list[Member]) -> Callable[[Any], Any]:
    """What makes a dataclass of a struct; what the document does not say has its default."""
    names = [member.field for member in members]
    values_of = attrgetter(*(member.name for member in members))
    others = [(m.field, m.form.read) for m in members if m.form.read is not None]
    open_ones = [m.field for m in members if _stays_open(m)]
    unset = msgspec.UNSET

    def read(struct: Any) -> Any:  # noqa: ANN401
        values = dict(zip(names, values_of(struct), strict=True))
        for name in open_ones:
            if values[name] is unset:
                del values[name]
        for name, function in others:
            if name in values:
                values[name] = function(values[name])
        return kind(**values)

    def read_plain(struct: Any) -> Any:  # noqa: ANN401
        return kind(**dict(zip(names, values_of(struct), strict=True)))

    return read if open_ones or others else read_plain


def _struct_field(member: Member) -> Any:  # noqa: ANN401
    if member.default is MISSING:
        return member.name, member.form.wire
    if _stays_open(member):
        return member.name, member.form.wire | msgspec.UnsetType, msgspec.UNSET
    return member.name, member.form.wire, member.default


def _stays_open(member: Member) -> bool:
    """Whether a member that the document does not say is left to the dataclass."""
    plain = member.form.read is None and isinstance(
        member.default, bool | int | float | str | Enum | None
    )
    return member.default is not MISSING and not plain


def _writer(members: list[Member], *, all_of_them: bool) -> Callable[[Any], dict[str, Any]]:
    """What makes an object of a dataclass, with or without the members that have their default."""
    entries = [
        (m.name, m.field, m.form.write, MISSING if all_of_them else m.default) for m in members
    ]

    def write(value: Any) -> dict[str, Any]:  # noqa: ANN401
        return {
            name: held if function is None else function(held)
            for name, place, function, default in entries
            if (held := getattr(value, place)) != default
        }

    return write


def _unless_none(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: None if value is None else function(value)


def _listed(values: Iterable[object]) -> str:
    return ", ".join(map(repr, values))
