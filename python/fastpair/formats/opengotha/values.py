"""The kinds of values that attributes of OpenGotha's files hold, read and written."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from ...errors import FormatError, RuleError
from ...tournament import Grade

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from .markup import Element

__all__ = [
    "BOOLEAN",
    "FACTOR",
    "GRADE",
    "Attribute",
    "Kind",
    "Source",
    "choice",
    "integer",
    "shown",
]

T = TypeVar("T")

_INTEGER = re.compile(r"[+-]?[0-9]{1,19}")
_NUMBER = re.compile(r"[0-9]*\.?[0-9]+(?:[eE][+-]?[0-9]{1,3})?")
_GRADE = re.compile(r"([0-9]{1,3})\s*([kdp]?)", re.IGNORECASE)
_HIGHEST = {"k": 30, "d": 9, "p": 9}
_LONGEST_SHOWN = 60


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


def _factor(text: str) -> float:
    if _NUMBER.fullmatch(text) is None or not 0 <= float(text) <= 10:
        raise ValueError(text)
    return float(text)


def _grade(text: str) -> Grade:
    """Read a grade as OpenGotha does: kyu without a letter, else the nearest grade [OPENGOTHA 1]."""
    match = _GRADE.fullmatch(text)
    if match is None:
        raise ValueError(text)
    letter = match[2].lower() or "k"
    return Grade.parse(f"{min(int(match[1]), _HIGHEST[letter])}{letter}")


BOOLEAN = Kind("'true' or 'false'", _boolean, lambda value: str(value).lower())
FACTOR = Kind("a number from 0 to 10", _factor, str)
GRADE = Kind("a grade such as '3D' or '12K'", _grade, lambda grade: str(grade).upper())


def integer(lowest: int, highest: int) -> Kind[int]:
    """Whole numbers within limits."""

    def parse(text: str) -> int:
        if _INTEGER.fullmatch(text) is None or not lowest <= int(text) <= highest:
            raise ValueError(text)
        return int(text)

    return Kind(f"a whole number from {lowest} to {highest}", parse, str)


def choice(names: Mapping[str, T], **spellings: T) -> Kind[T]:
    """One of several names, in upper or lower case; further spellings are read but not written."""
    values = {name.upper(): value for name, value in {**names, **spellings}.items()}
    texts = {value: name for name, value in names.items()}

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
