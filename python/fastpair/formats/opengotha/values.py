"""The kinds of values that attributes of OpenGotha's files hold, read and written."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING, Generic, TypeVar

from ...errors import FormatError, RuleError
from ...go.tournament import Grade

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ...go.tournament.ranges import Range
    from ..xml.markup import Element

__all__ = [
    "BOOLEAN",
    "COUNTRY",
    "DATE",
    "GRADE",
    "MINUTES",
    "NAME",
    "RANK_KIND",
    "TEXT",
    "WORD",
    "Attribute",
    "Kind",
    "Source",
    "choice",
    "factor",
    "halves",
    "integer",
    "short",
    "shown",
]

T = TypeVar("T")

_INTEGER = re.compile(r"[+-]?[0-9]{1,19}")
_NUMBER = re.compile(r"[0-9]*\.?[0-9]+(?:[eE][+-]?[0-9]{1,3})?")
_HALVES = re.compile(r"([+-]?)([0-9]{1,5})(?:[.,]([05])0*)?")
_DATE = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})")
_NO_DATE = date(2000, 1, 1)
_GRADE = re.compile(r"([0-9]{1,3})\s*(k|kyu|d|dan|p|pro|)", re.IGNORECASE)
_LONGEST_SHOWN = 60

# A file has the same few numbers, grades and words in thousands of places.
_remembered = lru_cache(maxsize=1024)


@dataclass(frozen=True)
class Kind(Generic[T]):
    """How values of one kind are written in a file."""

    expected: str
    """What the value should be, for error messages."""

    parse: Callable[[str], T]
    """The value of a text; raises ValueError."""

    text: Callable[[T], str]
    """The text of a value; raises ValueError if it has none."""

    def holds(self, text: str) -> bool:
        """Whether a text is a value of this kind."""
        try:
            self.parse(text)
        except ValueError:
            return False
        return True


@dataclass(frozen=True)
class Attribute(Generic[T]):
    """An attribute of an element."""

    name: str
    kind: Kind[T]

    def text(self, value: T) -> str:
        """The value as it is written.

        Raises
        ------
        RuleError
            If the text could not be read back.
        """
        try:
            text = self.kind.text(value)
            if text:
                self.kind.parse(text)
        except ValueError:
            found = f"{self.name}={shown(str(value))}"
            raise RuleError(f"{found}: expected {self.kind.expected}") from None
        return text


def _boolean(text: str) -> bool:
    if text.lower() not in ("true", "false"):
        raise ValueError(text)
    return text.lower() == "true"


@_remembered
def _grade(text: str) -> Grade:
    """Read a grade as OpenGotha does: kyu without a letter, else the nearest grade [OPENGOTHA 1]."""
    match = _GRADE.fullmatch(text)
    if match is None or not int(match[1]):
        raise ValueError(text)
    return Grade.nearest(int(match[1]), match[2][:1] or "k")


def _date(text: str) -> date | None:
    match = _DATE.fullmatch(text)
    if match is None:
        raise ValueError(text)
    found = date(*map(int, match.groups()))
    return None if found == _NO_DATE else found


def _date_text(value: date | None) -> str:
    if value == _NO_DATE:
        raise ValueError(value)
    return (value or _NO_DATE).isoformat()


def _minutes(text: str) -> int:
    if re.fullmatch("[0-9]{1,5}", text) is None:
        raise ValueError(text)
    return 60 * int(text)


def _minutes_text(seconds: int) -> str:
    minutes, rest = divmod(seconds, 60)
    if rest:
        raise ValueError(seconds)
    return str(minutes)


def _name(text: str) -> str:
    if not text:
        raise ValueError(text)
    return text


def _word(text: str) -> str:
    if text != text.strip():
        raise ValueError(text)
    return text


def _country(text: str) -> str:
    if len(text) not in (0, 2) or text != text.strip():
        raise ValueError(text)
    return text


TEXT = Kind("text", str, str)
NAME = Kind("at least one letter, as OpenGotha loads no player without it", _name, _name)
WORD = Kind("text without white space around it", _word, str)
COUNTRY = Kind("two letters, or nothing", _country, str)
DATE = Kind("a date such as '2025-07-31'; 2000-01-01 stands for none", _date, _date_text)
MINUTES = Kind("whole minutes", _minutes, _minutes_text)
"""The value is in seconds."""

BOOLEAN = Kind("'true' or 'false'", _boolean, lambda value: str(value).lower())
GRADE = Kind("a grade such as '3D' or '12K'", _grade, lambda grade: str(grade).upper())
RANK_KIND = Kind(GRADE.expected, _grade, lambda grade: GRADE.text(grade.amateur))
"""OpenGotha pairs by ranks, which are those of amateurs."""


def integer(said: Range) -> Kind[int]:
    """Whole numbers within limits."""

    @_remembered
    def parse(text: str) -> int:
        if _INTEGER.fullmatch(text) is None or not said.holds(int(text)):
            raise ValueError(text)
        return int(text)

    return Kind(f"a whole number{said}", parse, str)


def factor(said: Range) -> Kind[float]:
    """Numbers within limits."""

    def parse(text: str) -> float:
        if _NUMBER.fullmatch(text) is None or not said.holds(float(text)):
            raise ValueError(text)
        return float(text)

    return Kind(f"a number{said}", parse, str)


def halves(said: Range) -> Kind[int]:
    """Numbers such as 7.5; the value is the doubled number, which has the limits."""

    def parse(text: str) -> int:
        match = _HALVES.fullmatch(text)
        if match is None:
            raise ValueError(text)
        doubled = int(f"{match[1]}1") * (2 * int(match[2]) + (match[3] == "5"))
        if not said.holds(doubled):
            raise ValueError(text)
        return doubled

    return Kind(f"a multiple of 0.5{said.halved}", parse, lambda doubled: f"{doubled / 2:g}")


def short(longest: int) -> Kind[str]:
    """Texts of so many characters at most."""

    def parse(text: str) -> str:
        if len(text) > longest:
            raise ValueError(text)
        return text

    return Kind(f"at most {longest} characters", parse, str)


def choice(names: Mapping[str, T], **spellings: T) -> Kind[T]:
    """One of several names, in upper or lower case; further spellings are read but not written."""
    values = {name.upper(): value for name, value in {**names, **spellings}.items()}
    texts = {value: name for name, value in names.items()}

    @_remembered
    def parse(text: str) -> T:
        if text.upper() not in values:
            raise ValueError(text)
        return values[text.upper()]

    def write(value: T) -> str:
        if value not in texts:
            raise ValueError(value)
        return texts[value]

    return Kind("one of " + ", ".join(names), parse, write)


class Source:
    """A file that is being read: its values, errors that name the place in it, and remarks.

    Parameters
    ----------
    path
        The file.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self._remarks: list[str] = []

    @property
    def remarks(self) -> tuple[str, ...]:
        """Remarks on doubtful values, one line each."""
        return tuple(self._remarks)

    def remark(self, message: str) -> None:
        """Record a remark on a doubtful value."""
        self._remarks.append(message)

    def error(self, element: Element, message: str) -> FormatError:
        """Make an error about an element."""
        return FormatError(self.path, element.line, f"<{element.tag}> {message}")

    def value(self, element: Element, attribute: Attribute[T], default: T) -> T:
        """The value of an attribute; a missing or empty one is ``default``."""
        text = element.get(attribute.name).strip()
        return self._parse(element, attribute, text) if text else default

    def lenient(self, element: Element, attribute: Attribute[T], default: T) -> T:
        """The value of an attribute that nobody is paired by: a wrong one is as if missing."""
        text = element.get(attribute.name).strip()
        if not text or attribute.kind.holds(text):
            return self.value(element, attribute, default)
        found = f"{attribute.name}={shown(text)}: expected {attribute.kind.expected}"
        self.remark(f"line {element.line}: {found}; it is read as if it were not there")
        return default

    def required(self, element: Element, attribute: Attribute[T]) -> T:
        """The value of an attribute that has no default."""
        text = element.attributes.get(attribute.name)
        if text is None:
            expected = f"expected {attribute.kind.expected}"
            raise self.error(element, f"has no attribute {attribute.name}: {expected}")
        return self._parse(element, attribute, text.strip())

    def _parse(self, element: Element, attribute: Attribute[T], text: str) -> T:
        try:
            return attribute.kind.parse(text)
        except ValueError:
            expected = f"expected {attribute.kind.expected}"
            found = f"{attribute.name}={shown(text)}"
            raise self.error(element, f"{found}: {expected}") from None


def shown(text: str) -> str:
    """A text as errors quote it."""
    return repr(text if len(text) <= _LONGEST_SHOWN else text[:_LONGEST_SHOWN] + "…")
