"""What can be set: the fields of a dataclass that say what they are, in which range, unit and by which source.

A field says so once, where it is made::

    severity: float = parameter(1.0, "How fast the weight falls", unit="per point", source="K15 3.1")

From it come the list of the models' parameters, the comments of a model's file, and how a value is read:
from TOML, from a document, from a form or a command, or from a program that makes the dataclass.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields, is_dataclass, replace
from dataclasses import field as dataclass_field
from functools import cache, partial, reduce, wraps
from inspect import signature
from itertools import groupby
from math import inf
from numbers import Real
from operator import index
from types import MappingProxyType, NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Any,
    Literal,
    NamedTuple,
    ParamSpec,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from .errors import FastpairError, InputError, input_error
from .sentences import phrase, represented

if TYPE_CHECKING:
    from collections.abc import Iterator


P = ParamSpec("P")
T = TypeVar("T")

NOUNS: Mapping[Any, str] = {
    bool: phrase("true or false"),
    int: phrase("a whole number"),
    float: phrase("a number"),
    str: phrase("a text"),
    tuple[str, ...]: "a list of texts",
}
"""What errors call a value of each type."""

MOST = 10**15
"""Of the numbers that are set, so that no weight leaves what the engine takes."""

_RANGE = "range"
_WHOLE = re.compile(r"\s*[+-]?[0-9]{1,18}\s*", re.ASCII)
_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]{1,3})?", re.IGNORECASE)
_TEXTS: Mapping[Any, type] = {tuple[str, ...]: tuple, frozenset[str]: frozenset}
_SWITCH = {"true": True, "yes": True, "false": False, "no": False}


# ---- Which values a field takes beside its type ----


@dataclass(frozen=True)
class AllowedRange:
    """What the values of a field are held to beside its type."""

    least: float | None = None
    most: float | None = None
    shortest: int | None = None
    """Letters of a text."""

    @property
    def halved(self) -> AllowedRange:
        """The range of numbers that are kept doubled."""
        assert self.least is not None
        assert self.most is not None
        return AllowedRange(self.least // 2, self.most // 2)

    def __str__(self) -> str:
        return self.words

    @property
    def words(self) -> str:
        """What stands behind the noun for a value, with a space before it."""
        if self.shortest is not None:
            return phrase(" that is not empty")
        if self.least is None:
            return ""
        if self.most is None:
            return phrase(" from {least} on", least=self.least)
        return phrase(" from {least} to {most}", least=self.least, most=self.most)

    def nearest(self, value: int) -> int:
        """The whole number of the range that is the nearest to another one."""
        least, most = (value if end is None else int(end) for end in (self.least, self.most))
        return min(max(value, least), most)

    def holds(self, value: Any) -> bool:  # noqa: ANN401
        """Whether a value, or each one of a set or a list, is in the range."""
        if isinstance(value, frozenset | tuple):
            return all(map(self.holds, value))
        if self.shortest is not None:
            return len(value) >= self.shortest
        # What is no number, such as NaN, is in no range.
        return bool(
            (self.least is None or value >= self.least)
            and (self.most is None or value <= self.most)
        )


def within(
    least: float | None = None, most: float | None = None, *, shortest: int | None = None
) -> Mapping[str, Any]:
    """Metadata of a field with a range; None is always a value of an optional field."""
    return {_RANGE: AllowedRange(least, most, shortest)}


def range_of(metadata: Mapping[Any, Any]) -> AllowedRange | None:
    """The range that the metadata of a field states."""
    return metadata.get(_RANGE)


# ---- Fields that can be set ----


class Written(NamedTuple):
    """How values are texts, wherever one is typed or shown: the same for a command, a form and Python."""

    read: Callable[[str], Any]
    """From a text to the value; raises InputError, in words of its own, for one that is none."""

    write: Callable[[Any], str | None] = str
    """From a value to the text that reads back to it; None if there is none."""

    expected: str = ""
    """What is valid, as of `Parameter`."""


def words_of(meanings: Mapping[str, Any]) -> Written:
    """How values are words, in any letters; a value is written by the first of its words.

    Examples
    --------
    >>> words = words_of({"lot": 0, "white": 1, "w": 1})
    >>> words.read("W"), words.write(1)
    (1, 'white')
    """

    def read(text: str) -> Any:  # noqa: ANN401
        if text.lower() not in values:
            listed = ", ".join(filter(None, meanings))
            raise InputError(phrase("must be one of {words}, not {got!r}", words=listed, got=text))
        return values[text.lower()]

    values = {word.lower(): value for word, value in meanings.items()}
    words = {value: word for word, value in reversed([*meanings.items()])}
    return Written(read, words.__getitem__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """A parameter."""

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

    range: AllowedRange
    """Of a number."""

    noun: str
    """What errors call a value, its range and all; empty for the noun of its type."""

    example: str
    """A value as a file has it; empty if its default is one."""

    among: tuple[str, ...]
    """Words that are known, if a text may be one of them in any spelling; empty if it is free."""

    together: int | None
    """How many players are named together; None for any number, or if it names none."""

    group: str
    """Title of what it stands among in the help of a command; empty for that of its record."""

    field: str
    """The field that holds it, which may have another name than what is stated: komi is kept doubled."""

    own: Any = None
    """The type of the field, where a text stands for its values."""

    default: Any = None

    label: str = ""
    """What a form calls it; empty of what is no fact of a record, see `facts`."""

    effect: str = ""
    """What a form says beneath it, where its label does not say so."""

    before: str = ""
    """The fact of another record that it stands before, see `facts`."""

    game: str = ""
    """The kind of the only tournaments that have it."""

    written: Written | None = None
    """How its values are texts; None of numbers, switches, words and texts that stand for themselves."""

    expected: str = ""
    """A sentence that says what is valid, for the error of a form; by default that of `written`."""

    word: str = ""
    """What it is called in a sentence."""

    words: Mapping[str, str] = dataclass_field(default_factory=dict, hash=False)
    """What its values are called, by what states them; empty if they are typed."""

    empty: str = ""
    """What states that there is none; a form shows it as an empty field, and lists leave it out."""

    asked: Callable[[Any], bool] | None = None
    """The kinds of an event that have it; None for all."""

    page: str = ""
    """The group of the page that it ends, if none places it; empty for that of its record."""

    sentence: str = ""
    """How it is told, with a place for the value; empty for the label and the value."""

    apart: bool = True
    """Whether it has a sentence of its own; others tell it otherwise."""

    def value_of(self, given: Any) -> Any:  # noqa: ANN401
        """The value of the field for what is stated of it, by whichever door.

        Raises
        ------
        InputError
            If it is none.
        """
        if self.written is not None:
            return self.written.read(given)
        if self.kind is str and not self.choices:
            return " ".join(given.split())
        return self.read(given, from_text=True, most=inf)

    def text_of(self, value: Any) -> Any:  # noqa: ANN401
        """The text, number or switch that states a value of the field; None if nothing does."""
        if value is None or self.written is None:
            return value if value is not None else self.empty or None
        return self.written.write(value)

    def read(self, value: Any, *, from_text: bool = False, most: float = MOST) -> Any:  # noqa: ANN401
        """The value, of the type of the field; numbers that are whole count as whole numbers.

        Players who are named together are left to those who know them.

        Parameters
        ----------
        value
            From a file, a document or a program.
        typed
            Whether a text stands for a number or a switch, too, as in a form or a command.
        most
            Bound of all numbers, besides their ranges.

        Raises
        ------
        InputError
            If the parameter takes no such value.
        """
        if value is None and self.optional:
            return None
        meant = _typed(self.kind, value) if from_text and isinstance(value, str) else value
        found = self._plain(meant, most)
        if found is not None:
            return found
        error = input_error(value, self._types(from_text), self._refusal(value), about=self.name)
        error.kind = None if self.many or self.choices else self.kind
        raise error

    def _types(self, from_text: bool) -> tuple[type, ...]:
        """Types of which some values are right."""
        if self.many:
            return (Iterable,)
        own: Any = self.kind
        own = own if isinstance(own, type) else object
        return (own, str) if from_text else (own,)

    def _refusal(self, value: object) -> str:
        got, listed = quoted(value), ", ".join(filter(None, self.choices))
        if self.many:
            return phrase("must be a list of {words}, not {got}", words=listed, got=got)
        if self.choices:
            return phrase("must be one of {words}, not {got}", words=listed, got=got)
        message = "" if self.noun else self.range.words
        if not (message or self.noun) and self.kind in (int, float) and _is_number(value):
            message = " from -10^15 to 10^15"
        return phrase(
            "must be {noun}{range}, not {got}",
            noun=self.noun or NOUNS[self.kind],
            range=message,
            got=got,
        )

    def _plain(self, value: Any, most: float) -> Any:  # noqa: ANN401
        """The value if it is one, else None."""
        if self.many or self.kind in _TEXTS:
            listed = isinstance(value, list | tuple | frozenset) and all(
                each in self.choices if self.many else isinstance(each, str) for each in value
            )
            return _TEXTS.get(self.kind, tuple)(value) if listed else None
        if self.choices:
            return value if value in self.choices else None
        if self.kind in (bool, str):
            return value if isinstance(value, self.kind) else None
        if self.kind not in (int, float):
            return value
        if not _is_number(value) or not (abs(value) <= most and self.range.holds(value)):
            return None
        if self.kind is float:
            return real(value)
        return None if value % 1 else int(value)


def real(value: Any) -> float:  # noqa: ANN401
    """The number as a float; infinite beyond the largest one."""
    try:
        return float(value)
    except OverflowError:
        return inf if value > 0 else -inf


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
    most: float | None = None,
    noun: str = "",
    example: str = "",
    among: tuple[str, ...] = (),
    together: int | None = None,
    group: str = "",
    **more: object,
) -> T:
    """Make a field of a dataclass that is a parameter.

    Parameters
    ----------
    default
        Its value if nothing is set; immutable.
    description, unit, source, noun, example, among, together, group
        As of ``Parameter``.
    least, most
        Its range.
    more
        Metadata of the field beside these.
    """
    message = said(
        description,
        unit=unit,
        source=source,
        noun=noun,
        example=example,
        among=among,
        together=together,
        group=group,
    )
    limits = {} if least is most is None else within(least, most)
    return field(default=default, metadata={**message, **limits, **more})


def said(
    description: str,
    *,
    unit: str = "",
    source: str = "",
    noun: str = "",
    example: str = "",
    among: tuple[str, ...] = (),
    together: int | None = None,
    group: str = "",
) -> Mapping[str, Any]:
    """Metadata of a field that is a parameter; the arguments are those of `parameter`."""
    message = {
        "description": description,
        "unit": unit,
        "source": source,
        "noun": noun,
        "example": example,
        "among": among,
        "together": together,
        "group": group,
    }
    return {"said": message}


def optional(description: str, **about: Any) -> Any:  # noqa: ANN401 - as dataclasses have it
    """Make a field that is a parameter, None if nothing is set; the keywords are those of `parameter`."""
    return parameter(None, description, **about)


def check_parameters(values: Any) -> None:  # noqa: ANN401 - any dataclass
    """Refuse a dataclass with a parameter that takes no such value; those of fields of it are theirs.

    Values of another type are replaced by those of the fields' types, such as numpy's numbers.

    Raises
    ------
    InputError
        If there is one.
    """
    # What has none may name types that its module imports for type checkers only.
    some = any("said" in entry.metadata for entry in fields(values))
    for entry in parameters(type(values)) if some else ():
        if isinstance(entry, Parameter):
            given = getattr(values, entry.name)
            found = entry.read(given, most=inf)
            if found is not given:
                object.__setattr__(values, entry.name, found)


def integer(value: Any) -> int | None:  # noqa: ANN401
    """The value as a plain integer, None if it is none: what `operator.index` takes, but true or false."""
    try:
        return None if isinstance(value, bool) else index(value)
    except TypeError:
        return None


def parse_whole(text: str) -> int:
    """The whole number of a text, as every interface reads it.

    Raises
    ------
    InputError
        If it is none.
    """
    found = _typed(int, text)
    if not isinstance(found, int):
        message = phrase(
            "must be {noun}{range}, not {got}", noun=NOUNS[int], range="", got=quoted(text)
        )
        raise input_error(text, (str,), message)
    return found


def number_in(text: str, digits: int = 9) -> int | None:
    """The number that a text from outside is, of so many digits at most; None if it is none.

    >>> number_in("12"), number_in("-1"), number_in("9" * 10), number_in("१२")
    (12, None, None, None)
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None


def items(value: Any, *, ordered: bool = False) -> list[Any] | None:  # noqa: ANN401
    """What a collection or an iterator holds, read once; None of what is no list of things.

    That is a text, a dictionary, a table, of which only the names of its columns would be read, and a set
    where the order matters.
    """
    unfit = (str, bytes, Mapping, *((set, frozenset) if ordered else ()))
    if isinstance(value, unfit) or hasattr(value, "columns"):
        return None
    try:
        found = iter(value)
    except TypeError:
        return None
    return list(found)


def read_list(value: Any, about: str = "", *, ordered: bool = False) -> list[Any]:  # noqa: ANN401
    """What a collection or an iterator holds, as `items`.

    Raises
    ------
    InputError
        If the value is no list of things.
    """
    found = items(value, ordered=ordered)
    if found is None:
        raise input_error(
            value, (), phrase("expected a list, got {got}", got=quoted(value)), about=about
        )
    return found


_Target = TypeVar("_Target", bound=Callable[..., Any])


def renamed(**names: str) -> Callable[[_Target], _Target]:
    """Let a function or a dataclass know values by the names that they had before; each use warns.

    Parameters
    ----------
    names
        The name of each argument or field, by the one that it had.
    """

    def decorate(target: Any) -> Any:  # noqa: ANN401
        if isinstance(target, type):
            for before, name in names.items():
                read = partial(_read_renamed, before=before, name=name)
                setattr(target, before, property(read, doc=f"The former name of ``{name}``."))
            target.__init__ = decorate(target.__init__)  # type: ignore[misc]
            return target

        @wraps(target)
        def call(*args: Any, **given: Any) -> Any:  # noqa: ANN401
            for before in names.keys() & given.keys():
                name = names[before]
                if name in given:
                    raise TypeError(f"{before} is called {name} now: state it once")
                warnings.warn(f"{before} is called {name} now", DeprecationWarning, stacklevel=2)
                given[name] = given.pop(before)
            return target(*args, **given)

        return call

    return decorate


def _read_renamed(value: object, *, before: str, name: str) -> object:
    warnings.warn(f"{before} is called {name} now", DeprecationWarning, stacklevel=2)
    return getattr(value, name)


def checked(function: Callable[P, T]) -> Callable[P, T]:
    """A function that refuses arguments of other types than its annotations name.

    A class is known by its name, so that a module need not import it for its annotations alone.

    Raises
    ------
    TypeError
        By the function, with the argument, what was expected and what is there.
    """
    kinds = {name: str(each.annotation) for name, each in signature(function).parameters.items()}

    @wraps(function)
    def call(*args: P.args, **named: P.kwargs) -> T:
        _refuse_types(kinds, args, named)
        return function(*args, **named)

    return call


def checked_late(function: Callable[P, T]) -> Callable[P, T]:
    """A function that says as one that is `checked` why it has failed: for what is called very often.

    Raises
    ------
    TypeError
        As by `checked`, of texts and plain numbers, too.
    """

    @wraps(function)
    def call(*args: P.args, **named: P.kwargs) -> T:
        try:
            return function(*args, **named)
        except FastpairError:
            raise
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            entries = signature(function).parameters.items()
            kinds = {name: str(each.annotation) for name, each in entries}
            _refuse_types(kinds, args, named, plain=_PLAIN)
            raise

    return call


def _refuse_types(
    kinds: Mapping[str, str],
    args: tuple[Any, ...],
    named: Mapping[str, Any],
    plain: Mapping[str, tuple[Any, str]] = MappingProxyType({}),
) -> None:
    """Refuse the first argument of another type than annotations name."""
    for name, value in (*zip(kinds, args, strict=False), *named.items()):
        kind = kinds.get(name, "")
        types, noun = plain.get(kind.removesuffix(" | None"), (object, ""))
        is_plain = isinstance(value, types) or (value is None and kind.endswith(" | None"))
        expected = _expected(kind, value) if is_plain else noun
        if expected:
            raise TypeError(f"{name}: expected {expected}, got {quoted(value)}")


def _expected(kind: str, value: Any) -> str:  # noqa: ANN401
    """What an annotation expects; nothing if the value is that, or it is not known."""
    required = kind.removesuffix(" | None")
    outer = required.partition("[")[0]
    if required != kind and value is None:
        return ""
    if outer == "int":
        return NOUNS[int] if integer(value) is None else ""
    if outer in _ABSTRACT:
        abstract, noun = _ABSTRACT[outer]
        if not isinstance(value, abstract) or isinstance(value, str | bytes):
            return noun
        inner = required[len(outer) + 1 : -1]
        items = value if outer == "Sequence" and inner.isidentifier() else ()
        return next((f"{noun} of {inner}" for each in items if _expected(inner, each)), "")
    known = required.isidentifier() and outer not in _NOT_CHECKED
    is_one = any(each.__name__ == outer for each in type(value).__mro__)
    return f"{'an' if outer[0] in 'AEIO' else 'a'} {outer}" if known and not is_one else ""


_PLAIN: Mapping[str, tuple[Any, str]] = {
    "bool": (bool, NOUNS[bool]),
    "str": (str, NOUNS[str]),
    "float": (Real, NOUNS[float]),
}
_NOT_CHECKED = frozenset({"bool", "str", "float", "Any", "object", "_empty", "Variant"})


_ABSTRACT: Mapping[str, tuple[Any, str]] = {
    "Mapping": (Mapping, "a dictionary"),
    "Sequence": (Sequence, "a list"),
    "Iterable": (Iterable, "a list"),
    "Callable": (Callable, "a function"),
}
"""Annotations of what has no class of its own."""


def quoted(value: object) -> str:
    """A value as an error shows it, which is not all of a long one."""
    if isinstance(value, int) and abs(value) > MOST:
        return "a larger one"
    return represented(value)


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
        if "fact" in entry.metadata:
            found.append(_fact(entry, hint))
        elif is_dataclass(hint) and isinstance(hint, type):
            content = parameters(hint)
            found.append(Section(name=entry.name, description=title(hint), content=content))
        elif "said" in entry.metadata:
            limits = range_of(entry.metadata) or AllowedRange()
            found.append(_parameter(entry.name, hint, limits, entry.metadata["said"]))
    return tuple(found)


def described(description: str, **of_field: Any) -> Any:  # noqa: ANN401 - as dataclasses have it
    """Make a field that is no parameter, but has a description; the keywords are those of `field`."""
    return field(metadata={"description": description}, **of_field)


def descriptions(kind: type[Any]) -> dict[str, str]:
    """What the fields of a dataclass are that say so in their declaration, by name, a sentence each."""
    said = {entry.name: entry.metadata.get("said", entry.metadata) for entry in fields(kind)}
    return {name: f"{each['description']}." for name, each in said.items() if "description" in each}


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


def _typed(kind: type, text: str) -> object:
    """What a text stands for where a number or a switch is typed."""
    if kind is bool:
        return _SWITCH.get(text, text)
    if kind is int:
        return int(text) if _WHOLE.fullmatch(text) else text
    return float(text) if kind is float and _NUMBER.fullmatch(text) else text


def _is_number(value: object) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


def _parameter(
    name: str,
    hint: Any,  # noqa: ANN401
    limits: AllowedRange,
    metadata: Mapping[str, Any],
) -> Parameter:
    optional, hint = _without_none(hint)
    items = get_args(hint) if get_origin(hint) is tuple else ()
    many = bool(items) and get_origin(items[0]) is Literal
    words = items[0] if many else hint
    choices = get_args(words) if get_origin(words) is Literal else ()
    return Parameter(
        name=name,
        field=name,
        kind=str if choices else hint,
        choices=choices,
        optional=optional,
        many=many,
        range=limits,
        **metadata,
    )


def _fact(entry: Field[Any], hint: Any) -> Parameter:  # noqa: ANN401
    """A fact of a record, by the name that it is stated by."""
    about = {**entry.metadata["said"], **entry.metadata["fact"]}
    choices, name = about.pop("choices", ()), about.pop("name", entry.name.removesuffix("_x2"))
    plain = _without_none(hint)[1]
    if get_origin(plain) is Literal:
        about.setdefault("written", words_of({word: word for word in get_args(plain)}))
    if "written" in about:
        about.setdefault("expected", about["written"].expected)
    limits = range_of(entry.metadata) or AllowedRange()
    stated = _parameter(entry.name, hint, limits, {**about, "default": entry.default})
    if stated.optional and stated.empty and stated.kind is int:
        written = _number_or(stated, stated.empty)
        return replace(stated, name=name, kind=str, own=int, range=AllowedRange(), written=written)
    if stated.written is None:
        return replace(stated, name=name)
    if stated.kind is int and not entry.name.endswith("_x2"):  # stated as a number, or as its text
        return replace(stated, name=name)
    own: Any = float if entry.name.endswith("_x2") else stated.kind
    return replace(
        stated, name=name, kind=str, own=stated.own or own, range=AllowedRange(), choices=choices
    )


def _number_or(number: Parameter, empty: str) -> Written:
    """How a number is a text that may be left open by a word."""
    return Written(
        lambda text: None if text in ("", empty) else number.read(text, from_text=True), str
    )


def _without_none(hint: Any) -> tuple[bool, Any]:  # noqa: ANN401
    """Whether a type allows None, and what else it allows."""
    if get_origin(hint) not in (Union, UnionType):
        return False, hint
    (rest,) = (part for part in get_args(hint) if part is not NoneType)
    return True, rest


# ---- Numbers as people write them: ``1-3,7`` ----

_TABLES = re.compile(r"([1-9]\d{0,4})(?:\s*-\s*([1-9]\d{0,4}))?")


def ranges(numbers: Iterable[int], dash: str = "-", comma: str = ",") -> str:
    """Numbers in order, those that follow each other as a range: ``1-158,160``."""
    return comma.join(
        f"{first}" if first == last else f"{first}{dash}{last}" for first, last in runs(numbers)
    )


def runs(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """The first and the last of numbers that follow each other."""
    ordered = enumerate(sorted(numbers))
    for _, run in groupby(ordered, lambda item: item[1] - item[0]):
        followed = [number for _, number in run]
        yield followed[0], followed[-1]


def tables_in(text: str) -> frozenset[int]:
    """The tables that a text such as ``"1-3,7"`` names.

    Raises
    ------
    ValueError
        If it names none.
    """
    found = [_TABLES.fullmatch(part) for part in map(str.strip, text.split(",")) if part]
    ends = [(int(each[1]), int(each[2] or each[1])) for each in found if each]
    if not all(found) or any(last < first for first, last in ends):
        raise InputError(phrase("{got!r} is not a list of tables such as '1-3,7'", got=text))
    return frozenset(table for first, last in ends for table in range(first, last + 1))
