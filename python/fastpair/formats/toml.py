"""TOML files, and the rules in them."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, replace
from difflib import get_close_matches
from os import PathLike, fspath
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Self, TypeVar

from ..errors import FormatError, RuleError
from ..facts import facts
from ..files import read_file
from ..pairing.rules import Groups, StatedRules, described
from ..parameters import Parameter, parameters, quoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


# ---- TOML files: tables that fill dataclasses, and errors that name the line ----

T = TypeVar("T")

TomlPath = tuple[str | int, ...]
"""Keys from the outermost table on; a number, from 0, counts the tables of a list."""

_MOST_PARTS = 100
"""Of a key with dots: the time to read one grows with the square of their number, or faster."""

_LONG_KEY = re.compile(
    r"""(?<![\w-])(?:(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*)"""
    rf"{{{_MOST_PARTS}}}",
    re.ASCII,
)


@dataclass(frozen=True)
class TomlFile:
    """A file that is being read, to say where in it something is wrong."""

    path: str
    text: str
    content: Mapping[str, Any]

    @classmethod
    def read(cls, path: str | PathLike[str], what: str = "a model") -> Self:
        """Read a file.

        Parameters
        ----------
        what
            What it is expected to hold, for the errors.

        Raises
        ------
        FormatError
            If it is no TOML.
        """
        read = read_file(path, what)
        try:
            text = read.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            message = f"expected text in UTF-8: {error.reason}; save it in that encoding"
            raise FormatError(path, None, message) from None
        return cls.of(path, text)

    @classmethod
    def of(cls, path: str | PathLike[str], text: str) -> Self:
        """A file that holds a text.

        Raises
        ------
        FormatError
            If it is no TOML.
        """
        if long := _LONG_KEY.search(text):
            where = text.count("\n", 0, long.start()) + 1
            raise FormatError(path, where, f"expected keys of fewer than {_MOST_PARTS} parts")
        try:
            content = tomllib.loads(text)
        except RecursionError:
            message = "expected TOML that is nested less deeply"
            raise FormatError(path, _deepest_line(text), message) from None
        except tomllib.TOMLDecodeError as error:
            place = re.search(r" \(at line (\d+), column \d+\)$", str(error))
            message = str(error)[: place.start()] if place else str(error)
            line = int(place[1]) if place else None
            raise FormatError(path, line, f"expected TOML: {message}") from None
        except ValueError:
            # Python reads no longer ones.
            number = re.search(r"\d[\d_]{4000,}", text)
            line = text.count("\n", 0, number.start()) + 1 if number else None
            raise FormatError(path, line, "expected numbers from -10^15 to 10^15") from None
        return cls(fspath(path), text, content)

    def filled(
        self, base: T, values: Mapping[str, Any], path: TomlPath, others: Iterable[str]
    ) -> T:
        """A dataclass with the values of a table."""
        by_name = {entry.name: entry for entry in parameters(type(base))}
        changes: dict[str, Any] = {}
        for key, value in values.items():
            where = (*path, key)
            if key not in by_name:
                raise self.wrong(where, unknown("key", key, (*others, *by_name)))
            entry = by_name[key]
            if isinstance(entry, Parameter):
                changes[key] = self._value(entry, value, where)
            elif isinstance(value, dict):
                changes[key] = self.filled(getattr(base, key), value, where, ())
            else:
                raise self.wrong(where, f"expected a table [{key}], found {quoted(value)}")
        try:
            return replace(base, **changes)  # type: ignore[type-var]
        except RuleError as error:
            raise self.refused(path, values, error) from None

    def facts_of(self, record: type) -> dict[str, Any]:
        """What the file states of the facts of a record."""
        known = facts(record)
        for key in self.content:
            if key not in known:
                raise self.wrong((key,), unknown("key", key, known))
        return {key: self._value(known[key], value, (key,)) for key, value in self.content.items()}

    def _value(self, parameter: Parameter, value: object, path: TomlPath) -> object:
        if parameter.kind == Groups:
            return self._lists(parameter.name, value, path)
        try:
            return parameter.read(value)
        except RuleError as error:
            raise self.wrong(path, str(error)) from None

    def _lists(self, name: str, value: object, path: TomlPath) -> object:
        lists: list[Any] = value if isinstance(value, list) else [value]
        for inner in lists:
            if not (isinstance(inner, list) and all(isinstance(word, str) for word in inner)):
                message = f'expected {name} = [["A", "B"], …], lists of players'
                raise self.wrong(path, f"{message}, found {quoted(inner)}")
        return tuple(PlayerGroup(self, path, inner) for inner in lists)

    def refused(self, path: TomlPath, values: Mapping[str, Any], error: RuleError) -> FormatError:
        """What a dataclass refuses of the values of a table, on the line of the key.

        Its message says ``name=value: expected …`` or ``name: expected …``: of the keys that it names, it
        is the first that the table has.
        """
        names = re.findall(r"(\w+)(?==|: )", str(error))
        key = [name for name in names if name in values] or names
        return self.wrong((*path, *key[:1]), str(error))

    def wrong(
        self, path: TomlPath, message: str, word: str = "", entry: int | None = None
    ) -> FormatError:
        """What is wrong at a key, or somewhere in the file if the path is empty.

        Parameters
        ----------
        word
            What is wrong in the value of the key, which may be on a later line.
        entry
            The number of the word in the value if that alone is wrong, for formats that point to it.
        """
        return FormatError(self.path, _line_of(self.text, path, word), message)


class PlayerGroup(tuple[str, ...]):
    """Players whom a file names together, and where it does."""

    file: TomlFile
    path: TomlPath

    def __new__(cls, file: TomlFile, path: TomlPath, players: Iterable[str]) -> Self:
        """Players, for equality just a tuple."""
        group = super().__new__(cls, players)
        group.file, group.path = file, path
        return group

    def wrong(self, message: str, word: str, *, alone: bool = False) -> FormatError:
        """What is wrong with the group, and where: from one of its words on, or with this one alone."""
        entry = self.index(word) if alone else None
        return self.file.wrong(self.path, f"{self.path[-1]}: {message}", word, entry)


def toml_text(value: object) -> str:
    """A value as a file has it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return f"[{words(map(toml_text, value))}]"
    return f'"{value}"' if isinstance(value, str) else repr(value)


def unknown(kind: str, found: str, names: Iterable[str]) -> str:
    """Say that a word is not known, and which is the nearest."""
    nearest = get_close_matches(found, list(names), n=1, cutoff=0.0)
    return f"unknown {kind} {found!r}; the nearest known one is {nearest[0]!r}"


def words(items: Iterable[str]) -> str:
    """Words as a list in a sentence."""
    return ", ".join(items)


def _deepest_line(text: str) -> int:
    """Line on which most brackets open."""
    lines = text.split("\n")
    return 1 + max(range(len(lines)), key=lambda number: lines[number].count("["))


def _line_of(text: str, path: TomlPath, word: str = "") -> int | None:
    """Line on which a key stands first, whether it has a value or heads a table.

    It is that of the table if the key itself is not found, and that of the word if it is.
    """
    lines = text.split("\n")
    for end in range(len(path), 0, -1):
        for number, found in _keys(lines):
            if found[:end] == path[:end]:
                words = (
                    later for later in range(number, len(lines) + 1) if word in lines[later - 1]
                )
                return next(words, number)
    return None


def _keys(lines: list[str]) -> Iterator[tuple[int, TomlPath]]:
    """Number and path of each line that has a key or heads a table, the tables of lists counted."""
    table: TomlPath = ()
    counts: dict[TomlPath, int] = {}
    for number, line in enumerate(lines, 1):
        if header := re.match(r"\s*(\[\[?)\s*([^\[\],]+?)\s*\]\]?\s*(?:#|$)", line):
            table = _numbered(_parts(header[2]), counts, another=header[1] == "[[")
            yield number, table
        elif entry := re.match(r"\s*([^=\s#\[]+)\s*=", line):
            yield number, (*table, *_parts(entry[1]))


def _parts(dotted: str) -> list[str]:
    return [part.strip(" \t\"'") for part in dotted.split(".")]


def _numbered(parts: list[str], counts: dict[TomlPath, int], *, another: bool) -> TomlPath:
    """The path of a table, with the number from 0 of each list of tables that it lies in."""
    path: TomlPath = ()
    for place, part in enumerate(parts, 1):
        path = (*path, part)
        if another and place == len(parts):
            counts[path] = counts.get(path, -1) + 1
        if path in counts:
            path = (*path, counts[path])
    return path


# ---- Hard rules and preferences in a model's TOML file ----

# ::
#
#     model = "godraw2015"
#
#     [rules]
#     max_grade_difference = 9
#     families = "avoid"
#     forbid = [["Ito Aya", "Ito Ken", "Ito Mio"]]

_COLUMN, _WIDTH = 31, 100
"""The columns in which the comments start and end."""


def read_rules(path: str | PathLike[str]) -> StatedRules:
    """Read the rules from a model's TOML file; without a table ``[rules]`` there are none.

    Raises
    ------
    FormatError
        If the file is no TOML, names something that does not exist, or has an invalid value.
    """
    file = TomlFile.read(path)
    table = file.content.get("rules", {})
    if not isinstance(table, dict):
        raise file.wrong(("rules",), f"expected a table [rules], found {quoted(table)}")
    return file.filled(StatedRules(), table, ("rules",), ())


def _lines() -> Iterator[str]:
    yield "# Hard rules and preferences beside the weights; players by key or by name:"
    yield "# [rules]"
    for name, parameter in described(StatedRules):
        yield from _commented(name, parameter)


def _commented(name: str, parameter: Parameter) -> Iterator[str]:
    """A rule with an example of its value, and beside it a comment on what it does."""
    start = f"# {name} = {parameter.example} "
    yield from wrap(
        parameter.description,
        _WIDTH,
        initial_indent=f"{start:<{_COLUMN}}# ",
        subsequent_indent=f"{'#':<{_COLUMN}}# ",
    )


RULES_TEXT = "".join(f"{line}\n" for line in _lines())
"""The table as a comment, for files that a director changes."""
