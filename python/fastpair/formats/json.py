"""JSON with exact numbers: declared shapes, reading and writing."""

from __future__ import annotations

import codecs
import json
import re
from collections import defaultdict, deque
from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass, replace
from datetime import date
from difflib import get_close_matches
from enum import Enum
from functools import cached_property, lru_cache
from numbers import Real
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

from ..errors import FormatError, RuleError
from ..go.tournament import NO_GRADE, Grade, Points
from ..go.tournament.ranges import default_of, range_in
from ..letters import shortened
from ..parameters import NOUNS, AllowedRange, integer, range_of
from ..sentences import represented
from .characters import count_edits
from .toml import TomlFile, TomlPath, words

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator


# ---- JSON documents as dataclasses: what they may hold, errors with a place, and members to be kept ----


# ---- The form in which a value stands in a JSON document, derived from its type ----

# A dataclass is an object, a grade a word such as ``"3d"``, and a doubled number, whose name ends in
# ``_x2``, the number itself, without that end of the name.

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
    """Form of the items of a list, or of the values of an object whose members have any names."""

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
    bool: Form(NOUNS[bool], bool),
    int: Form(NOUNS[int], Annotated[int, msgspec.Meta(ge=-_MOST, le=_MOST)]),
    float: Form(NOUNS[float], float),
    str: Form(NOUNS[str], str),
    Any: ANYTHING,
}


def _doubled(value: float) -> int:
    return round(value * _HALVES)


def _halved(value: int) -> float:
    return value // _HALVES if value % _HALVES == 0 else value / _HALVES


def _grade_text(grade: Grade) -> str:
    if grade != NO_GRADE:
        Grade.parse(str(grade))
    return str(grade)


def _halves(doubled: AllowedRange) -> Form:
    """The form of a number that is kept doubled."""
    limits = doubled.halved
    wire = Annotated[float, msgspec.Meta(multiple_of=0.5, ge=limits.least, le=limits.most)]
    return Form(f"a multiple of 0.5{limits}", wire, _doubled, _halved)


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
    renamed
        The name in the document of a field; a doubled number that keeps its name stays doubled.
    left_out
        Whether a field is no member.
    own
        The forms of types for which none is derived.
    sparse
        Whether an object leaves out what has its default wherever it stands, not in lists alone.
    closed
        Dataclasses whose objects have no other members, such as requests.
    always
        Fields that are written even where they have their default, since older readers ask for them.
    rare
        Dataclasses and fields of theirs that are never written where they have their default.
    """

    def __init__(
        self,
        names: Mapping[str, Any] | None = None,
        renamed: Callable[[str], str] = lambda name: name.removesuffix("_x2"),
        left_out: Callable[[Field[Any]], bool] = lambda entry: not entry.compare,
        sparse: bool = False,
        own: Mapping[Any, Form] | None = None,
        closed: Collection[type] = (),
        always: Collection[str] = (),
        rare: Collection[tuple[type, str]] = (),
    ) -> None:
        self._names = dict(names or {})
        self._renamed = renamed
        self._left_out = left_out
        self._sparse = sparse
        self._own: dict[Any, Form] = dict(own or {})
        self._closed = closed
        self._always = always
        self._rare = rare
        self._forms: dict[type, Form] = {}

    def of(self, hint: Any) -> Form:  # noqa: ANN401
        """The form of a type.

        Raises
        ------
        TypeError
            If there is none.
        """
        origin = get_origin(hint)
        if hint in self._own:
            return self._own[hint]
        if hint in _PLAIN:
            return _PLAIN[hint]
        if origin in (Union, UnionType):
            return self._either(get_args(hint))
        if origin is Literal:
            choices = words(map(repr, get_args(hint)))
            return Form(f"one of {choices}" if len(get_args(hint)) > 1 else choices, hint)
        if origin in (tuple, frozenset):
            return self._list(origin, get_args(hint))
        if origin is not None and issubclass(origin, Mapping):
            item = self.of(get_args(hint)[1])
            return Form("an object", dict[str, item.wire], None, dict, item=item)  # type: ignore[name-defined]
        if hint is Grade:
            return _GRADES
        if hint is date:
            return _DATE
        if isinstance(hint, type) and issubclass(hint, Enum):
            values = words(repr(item.value) for item in hint)
            return Form(f"one of {values}", hint, None, lambda item: item.value)
        if is_dataclass(hint) and isinstance(hint, type):
            if hint not in self._forms:
                self._forms[hint] = self._object(hint)
            return self._forms[hint]
        raise TypeError(f"{hint} has no form in JSON")

    def _either(self, hints: tuple[Any, ...], limits: AllowedRange | None = None) -> Form:
        """The form of a value that may be null, or have one of several plain types."""
        forms = [_within(self.of(hint), limits) for hint in hints if hint is not NoneType]
        form = forms[0]
        if len(forms) > 1:
            wire: Any = Union[tuple(form.wire for form in forms)]  # noqa: UP007
            form = Form(" or ".join(form.words for form in forms), wire)
        return _or_null(form) if NoneType in hints else form

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
        hints = get_type_hints(kind, None, self._names)
        entries = [
            (entry, self._of_field(entry, hints[entry.name]))
            for entry in fields(kind)
            if not self._left_out(entry)
        ]
        members = [
            Member(self._renamed(entry.name), entry.name, form, default_of(entry))
            for entry, form in entries
        ]
        wire = msgspec.defstruct(
            kind.__name__,
            [_struct_field(member) for member in members],
            kw_only=True,
            gc=False,
            forbid_unknown_fields=kind in self._closed,
        )
        by_name = {member.name: member for member in members}
        brief = _writer(members, self._always)
        usual = {member.field for member in members if (kind, member.field) not in self._rare}
        return Form(
            "an object",
            wire,
            _reader(kind, members),
            brief if self._sparse else _writer(members, usual),
            brief,
            kind=kind,
            members=by_name,
        )

    def _of_field(self, entry: Field[Any], hint: Any) -> Form:  # noqa: ANN401
        limits = range_of(entry.metadata)
        if entry.name.endswith("_x2") and self._renamed(entry.name) != entry.name:
            form = _halves(limits or _ANY_HALVES)
            return _or_null(form) if NoneType in get_args(hint) else form
        if limits is not None and get_origin(hint) in (Union, UnionType):
            return self._either(get_args(hint), limits)
        return _within(self.of(hint), limits)


def _or_null(form: Form) -> Form:
    """The form of a value that may be null."""
    return replace(
        form,
        words=f"{form.words} or null",
        wire=form.wire | None,
        read=form.read and _unless_none(form.read),
        write=form.write and _unless_none(form.write),
    )


def _within(form: Form, limits: AllowedRange | None) -> Form:
    """The form of a value that is held to a range, or of a list of such values."""
    if limits is None:
        return form
    if form.item is not None:
        item = _within(form.item, limits)
        return replace(form, wire=list[item.wire], item=item)  # type: ignore[name-defined]
    wire, words = form.wire, f"{form.words}{limits}"
    if form is _PLAIN[int]:
        wire, limits = int, replace(limits, most=_MOST if limits.most is None else limits.most)
    return replace(form, words=words, wire=Annotated[wire, _meta(limits)])


def _meta(limits: AllowedRange) -> msgspec.Meta:
    return msgspec.Meta(ge=limits.least, le=limits.most, min_length=limits.shortest)  # type: ignore[call-overload, no-any-return]


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


def _writer(members: list[Member], always: Collection[str]) -> Callable[[Any], dict[str, Any]]:
    """What makes an object of a dataclass, without what has its default, except of stated fields."""
    entries = [
        (m.name, m.field, m.form.write, MISSING if m.field in always else m.default)
        for m in members
    ]

    def write(value: Any) -> dict[str, Any]:  # noqa: ANN401
        return {
            name: member if function is None else function(member)
            for name, place, function, default in entries
            if (member := getattr(value, place)) != default
        }

    return write


def _unless_none(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: None if value is None else function(value)


# ---- Members of a JSON document that its form does not know, and which known ones they resemble ----

_Steps = tuple[str | int, ...]

_SHORT = 5
"""Letters of a name from which on two of them may differ, and not only one."""


_OTHER_NAMES = {"never": "forbid", "avoid": "prefer_not"}
"""The names of members that had another one in Python."""


def nearest(name: str, form: Form) -> str:
    """Which member of an object, or of objects within it, is named most like this."""
    by_name = {inner[-1]: inner for inner in reversed(list(_member_paths(form)))}
    meant = _OTHER_NAMES.get(name)
    found = meant if meant in by_name else get_close_matches(name, by_name, n=1, cutoff=0.0)[0]
    return "/".join(by_name[found])


def find_misspelt_members(
    document: Any,  # noqa: ANN401
    form: Form,
    requested: Mapping[str, tuple[str, ...]],
) -> Iterator[tuple[_Steps, int, str]]:
    """The unknown members that are named like a known one, as if they were misspelt or misplaced.

    Parameters
    ----------
    requested
        Where a request is read, by its name; in no other place is it without a remark.

    Yields
    ------
    tuple of str and int, int, str
        Place of the first one in its list, how many of the list have it too, and the known one.
    """
    found: dict[tuple[_Steps, str], tuple[_Steps, int, Form]] = {}
    for kind, place, members, inner in _objects(document, form, (), ()):
        for name in members.keys() - inner.members.keys():
            first, count, _ = found.get((kind, name), ((*place, name), 0, inner))
            found[kind, name] = first, count + 1, inner
    for (_, name), (first, count, inner) in sorted(
        found.items(), key=lambda each: str(each[1][:2])
    ):
        meant = [path for path in _member_paths(inner) if _alike(name, path[-1])]
        if meant:
            exact = [path for path in meant if path[-1] == name]
            yield first, count - 1, "/".join((exact or meant)[0])
        elif name in requested:
            yield first, count - 1, "/".join(requested[name])


def unknown_members(
    document: Any,  # noqa: ANN401
    form: Form,
) -> Iterator[tuple[_Steps, Form]]:
    """The places of all members that a form does not know, with the form of the object of each."""
    for _, place, members, inner in _objects(document, form, (), ()):
        for name in members:
            if name not in inner.members:
                yield (*place, name), inner


def _objects(
    value: Any,  # noqa: ANN401
    form: Form,
    kind: _Steps,
    place: _Steps,
) -> Iterator[tuple[_Steps, _Steps, dict[str, Any], Form]]:
    """The objects of a document that have a form: all of a list have one kind."""
    if form.members and isinstance(value, dict):
        yield kind, place, value, form
        for name in form.holding:
            if name in value:
                inner = form.members[name].form
                yield from _objects(value[name], inner, (*kind, name), (*place, name))
    elif form.item is not None and form.item.members and isinstance(value, list):
        for number, item in enumerate(value):
            yield from _objects(item, form.item, (*kind, 0), (*place, number))


def _member_paths(form: Form) -> Iterator[tuple[str, ...]]:
    """The members of an object, and then those of the objects within it."""
    for name in form.members:
        yield (name,)
    for name, member in form.members.items():
        for inner in _member_paths(member.form):
            yield (name, *inner)


def _alike(name: str, candidate: str) -> bool:
    """Whether a name is a letter or two from a known one, whatever its capitals."""
    most = 1 if len(candidate) < _SHORT else 2
    return abs(len(name) - len(candidate)) <= most and count_edits(name.lower(), candidate) <= most


# ---- JSON read as a form says; what is wrong is told with a JSON pointer [RFC 6901] ----

_PLACE = re.compile(r" - at `\$(.*)`$")
_KEY = re.compile(r" - at `key` in `\$(.*)`$")
_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]|\[\.\.\.\]")
_MISSING = re.compile(r"Object missing required field `([^`]*)`")
_OF_TYPE = re.compile("Expected `[^`]*`, got `")
_UNKNOWN = re.compile(r"Object contains unknown field `([^`]*)`")
_LONGEST_SHOWN = 60
_TOO_DEEP = "expected JSON that is nested less deeply"


def decode(path: str, document: bytes | dict[str, Any], form: Form) -> Any:  # noqa: ANN401
    """The value in a document.

    Parameters
    ----------
    path
        Where it comes from, for the errors.
    document
        JSON in UTF-8, or what JSON means in Python.

    Raises
    ------
    FormatError
        If it is no JSON, or a value in it is not as the form says.
    """
    if isinstance(document, bytes) and not document.strip():
        raise FormatError(path, None, "expected JSON, found nothing")
    try:
        try:
            if isinstance(document, bytes):
                found = msgspec.json.decode(document.removeprefix(codecs.BOM_UTF8), type=form.wire)
            else:
                found = msgspec.convert(document, form.wire)
        except msgspec.ValidationError as error:
            # What is behind the wrong value has not been read yet, and may be no JSON.
            raise _error(path, document, form, str(error)) from None
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise FormatError(path, None, _unreadable(document, error)) from None
    except RecursionError:
        raise FormatError(path, None, _TOO_DEEP) from None
    return form.read(found) if form.read else found


def with_plain_numbers(path: str, document: Any) -> Any:  # noqa: ANN401
    """What JSON means in Python, with numbers of other types, such as numpy's, as those of Python.

    Raises
    ------
    FormatError
        If it is nested too deeply.
    """

    def inner(value: Any) -> Any:  # noqa: ANN401
        if value is None or isinstance(value, (str, bool, int)) or type(value) is float:
            return value
        if isinstance(value, Mapping):
            return {name: inner(each) for name, each in value.items()}
        if isinstance(value, (list, tuple)):
            return list(map(inner, value))
        whole = integer(value)
        if whole is not None:
            return whole
        return float(value) if isinstance(value, Real) else value

    try:
        return inner(document)
    except RecursionError:
        raise FormatError(path, None, _TOO_DEEP) from None


def plain(path: str, content: bytes) -> Any:  # noqa: ANN401
    """What a document holds, as lists and dictionaries.

    Raises
    ------
    FormatError
        If it is no JSON.
    """
    return decode(path, content, ANYTHING)


def refuse_twice(path: str, content: bytes, members: Any) -> None:  # noqa: ANN401
    """Refuse JSON in which an object has two members of one name, of which only the last is read.

    Parameters
    ----------
    members
        What the document holds, see ``plain``.

    Raises
    ------
    FormatError
        If there is such an object.
    """
    text = content.removeprefix(codecs.BOM_UTF8)
    # What was read is all that stands there: most programs write numbers and letters alike.
    if msgspec.json.format(text, indent=-1) == msgspec.json.encode(members):
        return
    # Numbers stay texts, since Python refuses to convert those of thousands of digits.
    try:
        whole = json.loads(text, object_pairs_hook=_Members, parse_int=str, parse_float=str)
    except RecursionError:
        raise FormatError(path, None, _TOO_DEEP) from None
    for steps in _repeated(whole, ()):
        name = quote_value(steps[-1])
        raise pointed(path, steps, f"the name {name} stands twice in one object; leave one of them")


class _Members(list[tuple[str, Any]]):
    """The members of an object, with those that have the name of another one."""


def _repeated(value: Any, steps: tuple[str | int, ...]) -> Iterator[tuple[str | int, ...]]:  # noqa: ANN401
    """The places of members whose name stands above them in the same object."""
    if isinstance(value, _Members):
        names: set[str] = set()
        for name, each in value:
            if name in names:
                yield (*steps, name)
            names.add(name)
            yield from _repeated(each, (*steps, name))
    elif isinstance(value, list):
        for place, each in enumerate(value):
            yield from _repeated(each, (*steps, place))


def pointer(steps: tuple[str | int, ...]) -> str:
    """The JSON pointer of a place.

    >>> pointer(("players", 3, "a/b"))
    '/players/3/a~1b'
    """
    return "".join(f"/{str(step).replace('~', '~0').replace('/', '~1')}" for step in steps)


def pointed(path: str, steps: tuple[str | int, ...], message: str) -> FormatError:
    """What is wrong at a place of a document."""
    return FormatError(path, None, message, pointer=pointer(steps))


def quote_value(value: object) -> str:
    """A value as errors quote it."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list | tuple):
        return "a list"
    words = {None: "null", True: "true", False: "false"}
    if value is None or isinstance(value, bool):
        return words[value]
    return shortened(represented(value), _LONGEST_SHOWN)


def _unreadable(document: object, error: Exception) -> str:
    if isinstance(document, bytes):
        # From 0.23, msgspec has an error of its own for what is not UTF-8.
        try:
            document.decode()
        except UnicodeDecodeError as wrong:
            return f"expected JSON in UTF-8: {wrong.reason}; save it in that encoding"
    return f"expected JSON: {str(error).removeprefix('JSON is malformed: ')}"


def _error(path: str, document: bytes | dict[str, Any], form: Form, message: str) -> FormatError:
    """The error in words of ours, with the value that was found."""
    if of_key := _KEY.search(message):
        steps = _steps(of_key[1])
        names = [name for name in _at(document, steps) if not isinstance(name, str)]
        return pointed(
            path, steps, f"expected texts as names of members, got {quote_value(names[0])}"
        )
    found = _PLACE.search(message)
    steps = _steps(found[1] if found else "")
    if missing := _MISSING.match(message):
        inner = _form_at(form, (*steps, missing[1])).words
        return pointed(path, (*steps, missing[1]), f"expected {inner}, found nothing")
    if other := _UNKNOWN.match(message):
        return unknown_member(path, (*steps, other[1]), _form_at(form, steps))
    try:
        value = _at(document, steps)
        if found and found[1].endswith("[...]"):
            steps, value = _first_wrong(form, steps, value)
        wrong = not _holds(_form_at(form, steps), value)
    except (LookupError, TypeError):
        wrong = False
    expected = f"expected {_form_at(form, steps).words}"
    if wrong:
        return pointed(path, steps, f"{expected}, got {quote_value(value)}")
    # Of two values of one name, the last is held, and the first was wrong.
    return pointed(path, steps, f"{expected}; a name above it stands twice in one object")


def is_of_wrong_type(error: FormatError) -> bool:
    """Whether `decode` refuses a value of a wrong type, and not a wrong value, an unknown or a missing one."""
    return _OF_TYPE.match(str(error.__context__)) is not None


def _first_wrong(
    form: Form, steps: tuple[str | int, ...], members: dict[str, Any]
) -> tuple[tuple[str | int, ...], Any]:
    """The place of the first value that is wrong in an object whose members have any names, and the value."""
    return next(
        ((*steps, name), value)
        for name, value in members.items()
        if not _holds(_form_at(form, (*steps, name)), value)
    )


def _holds(form: Form, value: Any) -> bool:  # noqa: ANN401
    """Whether a value is as a form says."""
    try:
        msgspec.convert(value, form.wire)
    except msgspec.ValidationError:
        return False
    return True


def unknown_member(path: str, steps: tuple[str | int, ...], form: Form) -> FormatError:
    """Refuse a member that the form of its object does not know."""
    near = nearest(str(steps[-1]), form)
    return pointed(path, steps, f"unknown member; the nearest known one is {near!r}")


def _steps(place: str) -> tuple[str | int, ...]:
    """The steps in a place as msgspec names it."""
    return tuple(
        step[1] if step[1] else int(step[2]) for step in _STEP.finditer(place) if step[1] or step[2]
    )


def _at(document: bytes | dict[str, Any], steps: tuple[str | int, ...]) -> Any:  # noqa: ANN401
    value: Any = document
    if isinstance(document, bytes):
        value = msgspec.json.decode(document.removeprefix(codecs.BOM_UTF8))
    for step in steps:
        value = value[step]
    return value


def _form_at(form: Form, steps: tuple[str | int, ...]) -> Form:
    for step in steps:
        if isinstance(step, str) and step in form.members:
            form = form.members[step].form
        elif form.item is not None:
            form = form.item
    return form


# ---- Objects in a JSON document that say what the tables of a model's file say ----


class JsonTables(TomlFile):
    """An object that is read as a model's file is, but for the place that an error names.

    Its ``text`` is the JSON pointer of the object.
    """

    def wrong(
        self, path: TomlPath, message: str, word: str = "", entry: int | None = None
    ) -> FormatError:
        """What is wrong at a member, by its JSON pointer."""
        base = tuple(self.text.split("/")[1:])
        detail = message.removeprefix(f"{path[-1]}: ") if path else message
        entries = () if entry is None else (entry,)
        return pointed(self.path, (*base, *path, *entries), detail)


# ---- JSON written for programs and people: unknown members kept, and a line for each item of a list ----


def with_strangers(
    new: Any,  # noqa: ANN401
    old: Any,  # noqa: ANN401
    form: Form,
    identities: Mapping[type, tuple[str, ...]],
) -> Any:  # noqa: ANN401
    """A value with those members of an older one that its form does not know.

    The members keep the order of the older value.

    Parameters
    ----------
    new, old
        What JSON knows: texts, numbers, lists and dictionaries.
    identities
        The members by which an object of a list is recognised, by dataclass.
    """
    if form.members and isinstance(new, dict) and isinstance(old, dict):
        return _object_with_strangers(new, old, form, identities)
    if form.item is not None and isinstance(new, list) and isinstance(old, list):
        return list(_items_with_strangers(new, old, form.item, identities))
    return new


def _object_with_strangers(
    new: dict[str, Any],
    old: dict[str, Any],
    form: Form,
    identities: Mapping[type, tuple[str, ...]],
) -> dict[str, Any]:
    """An object; a member that it leaves out, since it has its default, is said if it was before."""
    merged = {}
    for name, value in old.items():
        member = form.members.get(name)
        if member is None:
            merged[name] = value
        elif name in new:
            merged[name] = with_strangers(new[name], value, member.form, identities)
        else:
            merged[name] = member.form.written(member.default)
    return {**merged, **{name: value for name, value in new.items() if name not in merged}}


def _items_with_strangers(
    new: list[Any], old: list[Any], form: Form, identities: Mapping[type, tuple[str, ...]]
) -> Iterable[Any]:
    if form.kind is None:
        # Lists of lists, such as the rounds of a tournament, are compared place by place.
        for place, item in enumerate(new):
            older = old[place] if place < len(old) else None
            yield with_strangers(item, older, form, identities)
        return
    names = identities.get(form.kind, ())
    items: defaultdict[tuple[Any, ...], deque[Any]] = defaultdict(deque)
    for item in old:
        items[_identity(item, names)].append(item)
    for item in new:
        same = items[_identity(item, names)]
        yield with_strangers(item, same.popleft() if same else None, form, identities)


def _identity(item: Mapping[str, Any], names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(json.dumps(item.get(name)) for name in names)


def laid_out(document: Mapping[str, Any]) -> bytes:
    """The text of a document: members on lines of their own, and so the objects of each list.

    Raises
    ------
    RuleError
        If a text in it is none that UTF-8 can hold, or a number is not finite.
    """
    try:
        text = _text(document, "\n")
        return f"{text}\n".encode()
    except UnicodeEncodeError as error:
        letter = error.object[error.start]
        raise RuleError(f"no file can hold the character {letter!r}") from error
    except ValueError as error:
        raise RuleError(f"no file can hold this number: {error}") from error


def _text(value: Any, before: str) -> str:  # noqa: ANN401
    """A value, with its parts on lines of their own if it is an object or a list of objects."""
    inner = f"{before}  "
    if isinstance(value, dict) and value:
        parts = (f"{_short(name)}: {_text(part, inner)}" for name, part in value.items())
        return "{" + inner + f",{inner}".join(parts) + before + "}"
    if isinstance(value, list) and any(isinstance(part, dict | list) for part in value):
        parts = (_text(p, inner) if isinstance(p, list) else _short(p) for p in value)
        return "[" + inner + f",{inner}".join(parts) + before + "]"
    return _short(value)


def _short(value: Any) -> str:  # noqa: ANN401
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
