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
from typing import TYPE_CHECKING, Any, TypeVar

from .errors import InputError
from .parameters import Parameter, parameters, said, within
from .sentences import Sentence, joined, phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_T = TypeVar("_T")


def fact(
    default: _T,
    label: str,
    about: str,
    *,
    unit: str = "",
    least: float | None = None,
    most: float | None = None,
    source: str = "",
    **more: Any,  # noqa: ANN401 - the fields of Parameter
) -> _T:
    """Make a field of a dataclass that is a fact.

    Parameters
    ----------
    default
        Its value if nothing is stated; immutable.
    label
        What a form calls it.
    about
        What it is, for the help of a command and for the documents; no full stop.
    unit, source, more
        As of `Parameter`.
    least, most
        Its range.
    """
    limits = {} if least is most is None else within(least, most)
    return field(
        default=default,
        metadata={
            **said(about, unit=unit, source=source),
            "fact": {"label": label, **more},
            **limits,
        },
    )


def facts(record: Any) -> Mapping[str, Parameter]:  # noqa: ANN401 - a dataclass
    """The facts of a dataclass, by the names that they have wherever they are stated."""
    return _facts(record)


@cache
def _facts(record: Any) -> Mapping[str, Parameter]:  # noqa: ANN401
    if not any("fact" in each.metadata for each in fields(record)):
        return {}  # parameters(record) may name types that its module imports for type checkers only
    found = (each for each in parameters(record) if isinstance(each, Parameter))
    return {each.name: each for each in found if each.label}


def with_facts(
    value: _T,
    stated: Mapping[str, Any],
    **read: Callable[[str], Any],
) -> _T:
    """A record with what is stated of it; what is None stays.

    Parameters
    ----------
    read
        How a fact is read here, where its text depends on what is around the record.

    Raises
    ------
    InputError
        If a value is none of its fact.
    TypeError
        If one is no fact.
    """
    known, changes = facts(type(value)), {}
    for name, each in known.items():
        if (given := stated.get(name)) is not None:
            try:
                changes[each.field] = read[name](given) if name in read else each.meant(given)
            except InputError as error:
                raise InputError(error.message, about=name, kind=error.kind) from None
    if unknown := stated.keys() - known.keys():
        raise TypeError(f"no fact {min(unknown)!r} of {type(value).__name__}")
    return replace(value, **changes)  # type: ignore[type-var]


def as_stated(value: Any) -> dict[str, Any]:  # noqa: ANN401 - any dataclass with facts
    """The facts of a record as they would be stated; without those that nothing says, or no text can."""
    found = {
        name: each.stated(getattr(value, each.field)) for name, each in facts(type(value)).items()
    }
    return {name: each for name, each in found.items() if each not in (None, "")}


def tell(value: Any, each: Parameter) -> Sentence | None:  # noqa: ANN401 - any dataclass with facts
    """A fact of a record in a sentence; None if nothing is said of it, or others tell it."""
    found = getattr(value, each.field)
    text = None if found == each.default else each.stated(found)
    if not each.apart or text is None:
        return None
    if not each.sentence:
        return joined(": ", (phrase(each.label), text))
    place = each.sentence.partition("{")[2].partition("}")[0]
    return phrase(each.sentence, **{place: text})
