"""Facts: what people state of a record, each declared once, at the field that holds it.

::

    begins: date | None = fact(
        None, marked("Start date"), "First day, such as 2026-07-18", unit="date", written=DAY
    )

Whoever asks for facts or shows them - a command, a form, a method in Python, the history, a table of the
documents - goes through `facts` and has no list of its own. What is stated of a record is a dictionary: by
the name of the fact, a text, a number or a switch, each as it is typed.
"""

from __future__ import annotations

from dataclasses import field, fields, replace
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from .errors import InputError, RuleError
from .parameters import Parameter, parameters, said
from .sentences import Sentence, joined, phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_T = TypeVar("_T")


def fact(default: _T, label: str, about: str, **more: Any) -> _T:  # noqa: ANN401 - the fields of Parameter
    """Make a field of a dataclass that is a fact, by default of an immutable value.

    The other arguments are those of `stating`.
    """
    return field(default=default, metadata=stating(label, about, **more))


def stating(
    label: str,
    about: str,
    *,
    unit: str = "",
    limits: Mapping[str, Any] = MappingProxyType({}),
    source: str = "",
    **more: Any,  # noqa: ANN401 - the fields of Parameter
) -> Mapping[str, Any]:
    """Metadata of a field that is a fact.

    Parameters
    ----------
    label
        What a form calls it.
    about
        What it is, for the help of a command and for the documents; no full stop.
    unit, source, more
        As of `Parameter`.
    limits
        Its range, by `within`.
    """
    return {
        **said(about, unit=unit, source=source),
        "fact": {"label": label, **more},
        **limits,
    }


def facts(record: Any) -> Mapping[str, Parameter]:  # noqa: ANN401 - a dataclass
    """The facts of a dataclass, by the names that they have wherever they are stated.

    One that has ``PARTS`` states those of these records, too: behind its own, or its own ``before`` one of them.

    Examples
    --------
    >>> from fastpair.go.tournament import Event
    >>> facts(Event)["begins"].label
    'Start date'
    """
    return _facts(record)


@cache  # behind a function, since mypy takes no class of a variable type for hashable
def _facts(record: Any) -> Mapping[str, Parameter]:  # noqa: ANN401
    if not any("fact" in entry.metadata for entry in fields(record)):
        return {}  # parameters(record) may name types that its module imports for type checkers only
    own = {entry.name: entry for entry in parameters(record) if isinstance(entry, Parameter)}
    placed = {fact.before: name for name, fact in own.items() if fact.before}
    known = {name: fact for name, fact in own.items() if fact.label and not fact.before}
    for part in getattr(record, "PARTS", ()):
        for name, fact in facts(part).items():
            if name in placed:
                known[placed[name]] = own[placed[name]]
            known[name] = fact
    return known


def read_facts(
    record: Any,  # noqa: ANN401 - a dataclass
    stated: Mapping[str, Any],
    **read: Callable[[str], Any],
) -> dict[str, Any]:
    """The fields of a record of which something is stated, with their values; what is None stays.

    Parameters
    ----------
    stated
        By the names of facts; those of other records are left to them.
    read
        How a fact is read here, where its text depends on what is around the record.

    Raises
    ------
    RuleError
        If a value is none of its fact.

    Examples
    --------
    >>> from fastpair.go.tournament import Event
    >>> read_facts(Event, {"komi": "6.5", "rounds": "5"})
    {'komi_x2': 13}
    """
    names = {entry.name for entry in fields(record)}
    changes = {}
    for name, fact in facts(record).items():
        text = stated.get(name)
        if text is not None and fact.field in names:
            try:
                changes[fact.field] = read[name](text) if name in read else fact.value_of(text)
            except RuleError as error:
                raise _named(error, name) from None
    return changes


def _named(error: RuleError, name: str) -> RuleError:
    """What is wrong with a value, by the name of its fact."""
    if error.message.about:
        return error
    if isinstance(error, InputError):
        return InputError(error.message, about=name, kind=error.kind)
    return RuleError(error.message, about=name)


def with_facts(
    value: _T,
    stated: Mapping[str, Any],
    **read: Callable[[str], Any],
) -> _T:
    """A record with what is stated of it, as `read_facts` has it.

    Raises
    ------
    RuleError
        If a value is none of its fact.
    TypeError
        If one is no fact.

    Examples
    --------
    >>> from fastpair.go.tournament import Event
    >>> with_facts(Event(place="Lyon"), {"begins": "2026-07-18"}).begins
    datetime.date(2026, 7, 18)
    """
    record = type(value)
    if unknown := stated.keys() - facts(record).keys():
        raise TypeError(f"no fact {min(unknown)!r} of {record.__name__}")
    return replace(value, **read_facts(record, stated, **read))  # type: ignore[type-var]


def as_stated(value: Any) -> dict[str, Any]:  # noqa: ANN401 - any dataclass with facts
    """The facts of a record as they would be stated; without those that nothing says, or no text can.

    Examples
    --------
    >>> from fastpair.go.tournament import Event
    >>> as_stated(Event(place="Lyon", komi_x2=13))
    {'place': 'Lyon', 'komi': '6.5', 'championship': 'none'}
    """
    texts = {
        name: fact.text_of(getattr(value, fact.field)) for name, fact in facts(type(value)).items()
    }
    return {name: text for name, text in texts.items() if text not in (None, "")}


def tell(fact: Parameter, text: str) -> Sentence:
    """What is stated of a fact in a sentence.

    Examples
    --------
    >>> from fastpair.go.tournament import Event
    >>> tell(facts(Event)["director"], "Ada Lind")
    'director: Ada Lind'
    """
    if not fact.sentence:
        return joined(": ", (phrase(fact.label), text))
    place = fact.sentence.partition("{")[2].partition("}")[0]
    return phrase(fact.sentence, **{place: text})
