"""The history of a tournament file: every change that a command has made, in a file beside it.

A line of JSON for each change, written before the file itself is replaced. So whatever moment a
command is killed at, the history knows every state that the file can have.
"""

from __future__ import annotations

import json
import os
from base64 import b64decode, b64encode
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self
from zlib import compress, decompress
from zlib import error as zlib_error

from .. import __version__
from ..errors import FormatError
from ..formats.replacement import persist, reason, take_over
from .facts import Change

if TYPE_CHECKING:
    from collections.abc import Mapping
    from os import PathLike

__all__ = ["Delta", "Entry", "History", "digest_of"]

_VERSION = 1
"""Of the lines; raised when an older program would misread them."""

_TAIL = 1 << 16
"""Bytes at the end of a history that are read first, to find its last line."""


def digest_of(content: bytes) -> str:
    """The SHA-256 digest of a file's content."""
    return sha256(content).hexdigest()


@dataclass(frozen=True, slots=True)
class Delta:
    """What one content has otherwise than another one: they differ in the middle."""

    start: int
    """Bytes at the start that both share."""

    end: int
    """Bytes at the end that both share."""

    middle: bytes
    """What stands between these."""

    @classmethod
    def between(cls, content: bytes, wanted: bytes) -> Self:
        """The delta by which ``wanted`` is made of ``content``."""
        start = _common(content, wanted)
        end = _common(content[start:][::-1], wanted[start:][::-1])
        return cls(start, end, wanted[start : len(wanted) - end])

    def applied_to(self, content: bytes) -> bytes:
        """The content that is wanted."""
        return content[: self.start] + self.middle + content[len(content) - self.end :]


def _common(a: bytes, b: bytes) -> int:
    """How many first bytes two contents share, by bisection."""
    low, high = 0, min(len(a), len(b))
    while low < high:
        middle = (low + high + 1) // 2
        if a[low:middle] == b[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One change of a tournament file."""

    number: int
    """From 1."""

    time: str
    """When it was made, in UTC, by ISO 8601."""

    program: str = f"fastpair {__version__}"

    act: str
    """The command, such as ``result``."""

    typed: tuple[str, ...] = ()
    """Its arguments."""

    said: str
    """What was done, in a sentence."""

    changes: tuple[Change, ...]

    draw: Mapping[str, Any] = field(default_factory=dict)
    """How a draw was made: its round, model, changed parameters, rules, seed and proof. Of ``publish``
    what was published, see `Publication.held`."""

    reverts: int | None = None
    """Of ``undo`` and ``redo``: the number of the change that is taken back or made again."""

    before: str
    """Digest of the file that was changed; empty if there was none."""

    after: str
    """Digest of the file with the change."""

    back: Delta
    """What brings the former content back."""

    @classmethod
    def now(cls, **facts: Any) -> Self:  # noqa: ANN401 - the fields
        """An entry of this moment."""
        return cls(time=datetime.now(UTC).isoformat(timespec="seconds"), **facts)

    def line(self) -> bytes:
        """The entry as a line of the history."""
        back = [self.back.start, self.back.end, b64encode(compress(self.back.middle)).decode()]
        held = {name: getattr(self, name) for name in self.__slots__}
        text = json.dumps({"history": _VERSION, **held, "back": back}, ensure_ascii=False)
        # A name of a file that is no text comes as lone surrogates, which JSON escapes.
        return text.encode("utf-8", "backslashreplace") + b"\n"

    @classmethod
    def of(cls, line: bytes) -> Self:
        """The entry in a line.

        Raises
        ------
        ValueError
            If it is none.
        """
        held = json.loads(line)
        try:
            if held.pop("history") != _VERSION:
                raise ValueError("it is of a newer fastpair")
            start, end, middle = held.pop("back")
            changes = tuple(
                Change(tuple(subject), before, after)
                for subject, before, after in held.pop("changes")
            )
            back = Delta(start, end, decompress(b64decode(middle)))
            return cls(**{**held, "typed": tuple(held["typed"])}, changes=changes, back=back)
        except (AttributeError, KeyError, TypeError, zlib_error) as error:
            raise ValueError(f"it is no change ({error})") from error


class History:
    """The history of a tournament file, which need not exist yet.

    Parameters
    ----------
    file
        The tournament file.
    remembered
        The changes by their lines, for who reads the same history again and again; it is filled.
    """

    def __init__(
        self, file: str | PathLike[str], remembered: dict[bytes, Entry] | None = None
    ) -> None:
        self._file = Path(file).resolve()
        self._remembered = remembered
        self.path = self._file.with_name(f"{self._file.name}.history")
        """The file beside it."""

    def last(self) -> Entry | None:
        """The last change.

        Raises
        ------
        FormatError
            If the history cannot be read.
        """
        return self._end()[1]

    def entries(self) -> tuple[Entry, ...]:
        """All changes, in order. A last line that is cut short is no change.

        Raises
        ------
        FormatError
            If the history cannot be read.
        """
        *lines, _ = self._content().split(b"\n")
        if lines and _is_torn(lines[-1]):
            lines.pop()
        return tuple(self._entry(line, number) for number, line in enumerate(lines, start=1))

    def append(self, entry: Entry) -> int:
        """Write a change, which is on the disk when this returns.

        A line that a loss of power has cut short is removed before.

        Returns
        -------
        int
            Length of the file without it, for `cut`.

        Raises
        ------
        FormatError
            If it cannot be written; the history is as it was.
        """
        length, _ = self._end()
        try:
            fresh = not self.path.exists()
            flags = os.O_WRONLY | os.O_CREAT | getattr(os, "O_BINARY", 0)
            descriptor = os.open(self.path, flags, 0o600 if self._file.exists() else 0o666)
            try:
                if fresh and self._file.exists():
                    take_over(self.path, self._file.stat())
                os.ftruncate(descriptor, length)
                os.lseek(descriptor, length, os.SEEK_SET)
                _write(descriptor, entry.line())
            finally:
                os.close(descriptor)
            if fresh:
                persist(self.path.parent)
        except OSError as error:
            self.cut(length)
            message = f"cannot be written: {reason(error)}; nothing was changed"
            raise FormatError(self.path, None, message) from error
        except BaseException:
            self.cut(length)
            raise
        return length

    def cut(self, length: int) -> None:
        """Take back what was appended; a history of nothing is removed."""
        with suppress(OSError):
            if length:
                os.truncate(self.path, length)
            else:
                self.path.unlink(missing_ok=True)

    def _end(self) -> tuple[int, Entry | None]:
        """The length of all whole lines, and the last of them."""
        taken = _TAIL
        while True:
            first, tail = self._tail(taken)
            end = tail.rfind(b"\n") + 1
            start = tail.rfind(b"\n", 0, max(end - 1, 0)) + 1
            if end and _is_torn(tail[start:end]):
                end, start = start, tail.rfind(b"\n", 0, max(start - 1, 0)) + 1
            if start or not first:
                break
            taken *= 4
        return first + end, self._entry(tail[start:end]) if end else None

    def _tail(self, taken: int) -> tuple[int, bytes]:
        """The last bytes, and where they start."""
        try:
            with self.path.open("rb") as file:
                first = max(file.seek(0, os.SEEK_END) - taken, 0)
                file.seek(first)
                return first, file.read()
        except FileNotFoundError:
            return 0, b""
        except OSError as error:
            raise FormatError(self.path, None, f"cannot be read: {reason(error)}") from error

    def _entry(self, line: bytes, number: int | None = None) -> Entry:
        if self._remembered is None:
            return self._read(line, number)
        if line not in self._remembered:
            self._remembered[line] = self._read(line, number)
        return self._remembered[line]

    def _read(self, line: bytes, number: int | None) -> Entry:
        try:
            return Entry.of(line)
        except ValueError as error:
            where = "its last line cannot be read" if number is None else "cannot be read"
            message = f"{where}: {error}; move the file away to begin a new history"
            raise FormatError(self.path, number, message) from error

    def _content(self) -> bytes:
        try:
            return self.path.read_bytes()
        except FileNotFoundError:
            return b""
        except OSError as error:
            raise FormatError(self.path, None, f"cannot be read: {reason(error)}") from error


def _is_torn(line: bytes) -> bool:
    """Whether a last line was not written to its end.

    Each line is on the disk before the next begins, so no other can be. A loss of power may have
    kept its length without its content.
    """
    try:
        json.loads(line)
    except ValueError:
        return True
    return False


def _write(descriptor: int, content: bytes) -> None:
    left = memoryview(content)
    while left:
        left = left[os.write(descriptor, left) :]
    os.fsync(descriptor)
