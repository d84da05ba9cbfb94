"""TOML files: tables that fill dataclasses, and errors that name the line."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, replace
from difflib import get_close_matches
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, Self, TypeVar

from ..errors import FormatError
from ..weights.parameters import Parameter, parameters
from .files import read_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["LISTS", "TomlFile", "unknown", "words"]

T = TypeVar("T")

LISTS = tuple[tuple[str, ...], ...]
"""Type of a parameter that is a list of lists of words."""


@dataclass(frozen=True)
class TomlFile:
    """A file that is being read, to say where in it something is wrong."""

    path: str
    text: str
    content: Mapping[str, Any]

    @classmethod
    def read(cls, path: str | PathLike[str]) -> Self:
        """Read a file.

        Raises
        ------
        FormatError
            If it is no TOML.
        """
        read = read_file(path, "a model")
        try:
            text = read.decode("utf-8")
            content = tomllib.loads(text)
        except UnicodeDecodeError as error:
            raise FormatError(path, None, f"expected text in UTF-8: {error.reason}") from None
        except tomllib.TOMLDecodeError as error:
            place = re.search(r" \(at line (\d+), column \d+\)$", str(error))
            message = str(error)[: place.start()] if place else str(error)
            line = int(place[1]) if place else None
            raise FormatError(path, line, f"expected TOML: {message}") from None
        return cls(fspath(path), text, content)

    def filled(
        self, base: T, values: Mapping[str, Any], path: tuple[str, ...], others: Iterable[str]
    ) -> T:
        """A dataclass with the values of a table."""
        known = {entry.name: entry for entry in parameters(type(base))}
        changes: dict[str, Any] = {}
        for key, value in values.items():
            where = (*path, key)
            if key not in known:
                raise self.wrong(where, unknown("key", key, (*others, *known)))
            entry = known[key]
            if isinstance(entry, Parameter):
                changes[key] = self._value(entry, value, where)
            elif isinstance(value, dict):
                changes[key] = self.filled(getattr(base, key), value, where, ())
            else:
                raise self.wrong(where, f"expected a table [{key}], found {value!r}")
        return replace(base, **changes)  # type: ignore[type-var]

    def _value(self, parameter: Parameter, value: object, path: tuple[str, ...]) -> object:
        if parameter.many:
            return self._words(parameter, value, path)
        if parameter.choices:
            if value in parameter.choices:
                return value
            message = f"expected {parameter.name} = one of {words(parameter.choices)}"
            raise self.wrong(path, f"{message}, found {value!r}")
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if parameter.kind is float and number and float("-inf") < value < float("inf"):  # type: ignore[operator]
            return float(value)  # type: ignore[arg-type]
        if parameter.kind is not float and type(value) is parameter.kind:
            return value
        if parameter.kind == LISTS:
            return self._lists(parameter.name, value, path)
        kinds = {float: "a number", int: "a whole number", bool: "true or false"}
        message = f"expected {kinds[parameter.kind]} for {parameter.name}, found {value!r}"
        raise self.wrong(path, message)

    def _words(self, parameter: Parameter, value: object, path: tuple[str, ...]) -> object:
        if isinstance(value, list) and all(word in parameter.choices for word in value):
            return tuple(value)
        message = f"expected {parameter.name} = a list of {words(parameter.choices)}"
        raise self.wrong(path, f"{message}, found {value!r}")

    def _lists(self, name: str, value: object, path: tuple[str, ...]) -> object:
        lists = value if isinstance(value, list) else [value]
        for inner in lists:
            if not isinstance(inner, list) or not all(isinstance(word, str) for word in inner):
                message = f'expected {name} = [["A", "B"], …], lists of players, found {inner!r}'
                raise self.wrong(path, message)
        return tuple(map(tuple, lists))

    def wrong(self, path: tuple[str, ...], message: str) -> FormatError:
        """What is wrong at a key, or somewhere in the file if the path is empty."""
        return FormatError(self.path, _line_of(self.text, path), message)


def unknown(kind: str, found: str, known: Iterable[str]) -> str:
    """Say that a word is not known, and which is the nearest."""
    nearest = get_close_matches(found, list(known), n=1, cutoff=0.0)
    return f"unknown {kind} {found!r}; the nearest known one is {nearest[0]!r}"


def words(listed: Iterable[str]) -> str:
    """Words as a list in a sentence."""
    return ", ".join(listed)


def _line_of(text: str, path: tuple[str, ...]) -> int | None:
    """Line on which a key stands first, whether it has a value or heads a table."""
    if not path:
        return None
    table: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), 1):
        header = re.match(r"\s*\[\[?\s*([^\[\],]+?)\s*\]\]?\s*(?:#|$)", line)
        if header:
            table = tuple(part.strip(" \"'") for part in header[1].split("."))
            if table[: len(path)] == path:
                return number
        entry = re.match(r"\s*([^=\s#\[]+)\s*=", line)
        if (
            entry
            and (*table, *(part.strip("\"'") for part in entry[1].split(".")))[: len(path)] == path
        ):
            return number
    return None
