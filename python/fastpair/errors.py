"""What can go wrong.

FastpairError
├── FormatError (ValueError)         a file that cannot be read; knows the file and the place in it
├── RuleError (ValueError)           a tournament or a request that breaks the rules; its code says which
│   └── InputError                   a value that an argument does not take; of a wrong type, a TypeError too
│       ├── InputIndexError      (IndexError) a number of something that there is not
│       └── InputOverflowError   (OverflowError) a number that is too large
└── MissingExtraError (ImportError)  an optional dependency is absent; knows the pip line

Those of matchings are in `fastpair.matching`.
"""

from __future__ import annotations

import re
from contextlib import contextmanager, suppress
from numbers import Real
from operator import index
from os import PathLike, fspath
from typing import TYPE_CHECKING

from .sentences import Sentence, marked

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .sentences import Remedy

__all__ = [
    "FastpairError",
    "FormatError",
    "InputError",
    "MissingExtraError",
    "RuleError",
    "in_file",
]


TOO_LITTLE_MEMORY = marked("there is not enough memory; close other programs, then try again")
"""What every interface says of a `MemoryError`."""

_EXPECTED = {
    r"(?:^|: )expected (.+?)(?:, (?:got|found) .*|; .*)?$": r"\1",
    r"(?:^|: )unknown (\w+).*; the nearest known one is (.+)$": r"a known \1, such as \2",
    r"(?:^|: )no player '": "the key or the name of a player",
    r"(?:^|: )player '.*' is ambiguous": "a name that only one player has",
}
"""What errors expect, by the words that all of them use."""


class FastpairError(Exception):
    """Base of all errors that fastpair raises on purpose.

    Each is one line.

    Programs tell errors apart by ``code``, which stays; the message may be worded anew.

    Parameters
    ----------
    message
        What is wrong: one line, lower case.
    remedies
        What can be done, for interfaces to word.
    about
        The name of the value that is wrong, if it is one that is asked for.

    Examples
    --------
    >>> try:
    ...     read("nowhere.xml")
    ... except FastpairError as error:
    ...     print(error)
    nowhere.xml: cannot be read: no such file or directory
    """

    code: str = "error"

    def __init__(self, message: str, *remedies: Remedy, about: str = "") -> None:
        self.message = Sentence(message, *remedies, about=about)
        super().__init__(self.message)

    def __str__(self) -> str:
        """The message; line ends in it, such as those of a name, are shown as they are written."""
        return self.message.worded(self.message.about)

    def __reduce__(self) -> tuple[object, ...]:
        """Copied and pickled as it is: an error is made of more than its message, or of something else."""
        return _restored, (type(self), self.args), self.__dict__


def _restored(kind: type[FastpairError], args: tuple[object, ...]) -> FastpairError:
    """An error without attributes, which who copies it adds."""
    error = kind.__new__(kind)
    super(FastpairError, error).__init__(*args)
    return error


class FormatError(FastpairError, ValueError):
    """A file that cannot be read or written in its format.

    Parameters
    ----------
    path
        The file.
    line
        Line in it, from 1, or None where there is no line to name.
    message
        What was expected, what was found and what to do: one line, lower case.
    pointer
        JSON pointer of the place in a document, where there is one.
    """

    code = "format"

    def __init__(
        self, path: str | PathLike[str], line: int | None, message: str, *, pointer: str = ""
    ) -> None:
        place = fspath(path) if line is None else f"{fspath(path)}:{line}"
        super().__init__(Sentence.in_file(place, f"{pointer}: {message}" if pointer else message))
        self.path = fspath(path)
        self.line = line
        self.pointer = pointer
        self.detail = str(message)
        """The message without the place."""
        self.expected = _find_expected(self.detail)
        """What was expected, such as ``a list``; empty where nothing is said of it."""


class RuleError(FastpairError, ValueError):
    """A tournament that contradicts itself, or a request that its rules do not allow.

    Parameters
    ----------
    message, remedies, about
        As of `FastpairError`.
    code
        ``contradiction`` of a tournament that contradicts itself, ``over`` of a round of a tournament
        that its system has played to the end; of a change that somebody confirms first that of its
        question, such as ``played-scores``, or ``unconfirmed`` if there are several; otherwise ``rule``.
    place
        Names of fields and numbers in lists: of a contradiction from the tournament on, otherwise within
        the value that ``about`` names.
    expected
        What was expected at the place, and what was found.

    Examples
    --------
    >>> try:
    ...     Rules(floor=Grade.parse("5d"), bar=Grade.parse("1d"))
    ... except RuleError as error:
    ...     print(error.code, error.place)
    contradiction ('rules', 'floor')
    """

    def __init__(
        self,
        message: str,
        *remedies: Remedy,
        about: str = "",
        code: str = "rule",
        place: tuple[str | int, ...] = (),
        expected: str = "",
    ) -> None:
        super().__init__(message, *remedies, about=about)
        self.code = code
        self.place = place
        self.expected = expected


class InputError(RuleError):
    """A value that an argument or a field does not take; one of a wrong type is a TypeError, too.

    Parameters
    ----------
    message, about
        As of `FastpairError`.
    kind
        The type of the field, where a text is no value of that.

    Examples
    --------
    >>> try:
    ...     pair(["Ada", "Bo"], order="flod")
    ... except InputError as error:
    ...     print(error)
    order: must be one of fold, slip, adjacent, random, not 'flod'
    >>> try:
    ...     pair("Ada and Bo")
    ... except TypeError as error:
    ...     print(error)
    players: expected a list, got 'Ada and Bo'
    """

    def __init__(self, message: str, *, about: str = "", kind: type | None = None) -> None:
        super().__init__(message, about=about)
        self.kind = kind


class InputIndexError(InputError, IndexError):
    """The number of something that there is not."""


class InputOverflowError(InputError, OverflowError):
    """A number that is too large."""


class _TypeError(InputError, TypeError):
    """A value of another type than an argument or a field takes."""


class ArgumentError(InputError, FormatError):
    """A value that an argument does not take, of those that are read as a document is.

    Parameters
    ----------
    found
        How a document with the value is refused.
    """

    def __init__(self, found: FormatError) -> None:
        FastpairError.__init__(self, found.message)
        self.__dict__.update(vars(found))
        self.code, self.place, self.kind = found.code, (), None


class _ArgumentTypeError(ArgumentError, TypeError):
    """One of another type than the argument takes."""


def input_error(
    value: object, kinds: type | tuple[type, ...], message: str, *, about: str = ""
) -> InputError:
    """How a value is refused: by an error that is a TypeError, too, if it has none of the types.

    Parameters
    ----------
    kinds
        Types of which some values are right. An integer of any kind is an ``int``, true and false are none.
    message, about
        As of `FastpairError`.
    """
    return (InputError if _has_type(value, kinds) else _TypeError)(message, about=about)


def argument_error(found: FormatError, *, of_type: bool) -> ArgumentError:
    """The error of an argument that is read as a document is.

    Parameters
    ----------
    of_type
        Whether the value has a wrong type.
    """
    return (_ArgumentTypeError if of_type else ArgumentError)(found)


def _has_type(value: object, kinds: type | tuple[type, ...]) -> bool:
    listed = kinds if isinstance(kinds, tuple) else (kinds,)
    if isinstance(value, bool):
        return bool in listed or object in listed
    if int in listed:
        with suppress(TypeError):
            index(value)  # type: ignore[arg-type]
            return True
    return isinstance(value, (*listed, Real) if float in listed else listed)


class NoPairingError(RuleError):
    """A round in which the rules leave somebody over."""


class MissingExtraError(FastpairError, ImportError):
    """An optional dependency is not installed.

    Parameters
    ----------
    extra
        The extra of fastpair that brings it.
    purpose
        What it is needed for.
    """

    code = "missing-extra"

    def __init__(self, extra: str, purpose: str) -> None:
        # No registry has fastpair yet, so that its name there may be anybody's.
        super().__init__(f"{purpose} needs the extra {extra}: pip install {_packages_of(extra)}")
        self.extra = extra


def _packages_of(extra: str) -> str:
    """The packages of an extra as pip installs them, whether fastpair is that of a wheel or of its source."""
    from importlib.metadata import PackageNotFoundError, requires

    try:
        found = requires("fastpair") or ()
    except PackageNotFoundError:
        found = ()
    names = dict.fromkeys(_required(extra, found))
    listed = " ".join(f"'{name}'" for name in names)
    return listed or f"'.[{extra}]' in the folder of fastpair's source"


def _required(extra: str, found: Sequence[str]) -> Iterator[str]:
    """The packages of an extra, and of the extras of fastpair that it names."""
    for name, _, marker in (each.partition(";") for each in found):
        if re.search(rf"""extra == ["']{extra}["']""", marker):
            inner = re.fullmatch(r"fastpair\[(.+)\]", name.strip())
            if inner is None:
                yield name.strip()
            for each in inner[1].split(",") if inner else ():
                yield from _required(each, found)


def _find_expected(detail: str) -> str:
    """What a message expects."""
    for pattern, words in _EXPECTED.items():
        if message := re.search(pattern, detail):
            return message.expand(words)
    return ""


@contextmanager
def in_file(file: str | PathLike[str]) -> Iterator[None]:
    """Name the file in front of what its rules do not allow.

    Raises
    ------
    RuleError
        The one that is raised inside.
    """
    try:
        yield
    except RuleError as error:
        error.message = Sentence.in_file(file, error.message)
        error.args = (error.message,)
        raise
