"""The history of a tournament file: every change that a command has made, in a file beside it.

A line of JSON for each change, written before the file itself is replaced. So whatever moment a
command is killed at, the history knows every state that the file can have.
"""

from __future__ import annotations

import os
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING

from ...errors import FormatError
from ...formats.files import persist, reason, take_over
from .history_line import START, Entry, Unread

if TYPE_CHECKING:
    from collections.abc import Iterator
    from os import PathLike


_TAIL = 1 << 16
"""Bytes at the end of a history that are read first, to find its last line."""

_LONGEST_LINE = 1 << 24
"""Most bytes of a line; that of a draw of 1000 boards has 200 thousand."""


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
        """The last change that can be read.

        Raises
        ------
        FormatError
            If the history cannot be read, or is none.
        """
        return self._end()[1]

    def ends_with(self, digest: str) -> bool:
        """Whether the last line is a change that led to a file of this digest; true if there is none.

        Raises
        ------
        FormatError
            If the history cannot be read, or is none.
        """
        _, last, unread = self._end()
        return not unread and (last is None or last.after == digest)

    def next_number(self) -> int:
        """The number of the next change; a line that cannot be read counts.

        Raises
        ------
        FormatError
            If the history cannot be read, or is none.
        """
        _, last, unread = self._end()
        return unread + (1 if last is None else last.number + 1)

    def entries(self) -> tuple[Entry | Unread, ...]:
        """All lines, in order. A last line that is cut short is none.

        Raises
        ------
        FormatError
            If the history cannot be read, or is none: no line of it is a change.
        """
        return tuple(entry for entry, _ in self._whole())

    def append(self, entry: Entry) -> int:
        """Write a change, which is on the disk when this returns.

        A line that a loss of power has cut short is removed before. Whatever else stands there stays.

        Returns
        -------
        int
            Length of the file without it, for `cut`.

        Raises
        ------
        FormatError
            If it cannot be written; the history is as it was.
        """
        length, *_ = self._end()
        try:
            fresh = not self.path.exists()
            flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)
            descriptor = os.open(self.path, flags, 0o600 if self._file.exists() else 0o666)
            try:
                if fresh and self._file.exists():
                    take_over(self.path, self._file.stat())
                os.ftruncate(descriptor, length)
                _write(descriptor, _break_before(descriptor, length) + entry.line())
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

    def _end(self) -> tuple[int, Entry | None, int]:
        """The length of what stays, the last change, and how many lines behind it cannot be read."""
        quick = self._quick_end()
        if quick is not None:
            return *quick, 0
        whole = self._whole()
        for behind, (entry, _) in enumerate(reversed(whole)):
            if isinstance(entry, Entry):
                return whole[-1][1], entry, behind
        return 0, None, 0

    def _quick_end(self) -> tuple[int, Entry] | None:
        """The length of the history, and its last change; None if more of it has to be read."""
        with self._opened() as file:
            if file is None:
                return None
            size = file.seek(0, os.SEEK_END)
            file.seek(max(size - _TAIL, 0))
            tail = file.read(_TAIL)
        start = tail.rfind(b"\n", 0, max(len(tail) - 1, 0)) + 1
        if not tail.endswith(b"\n") or (not start and size > len(tail)):
            return None
        entry = self._entry(tail[start:], 0)
        return (size, entry) if isinstance(entry, Entry) else None

    def _whole(self) -> list[tuple[Entry | Unread, int]]:
        """All lines that were written to their end, each with the place behind it."""
        lines = [*self._lines()]
        if lines and _is_torn(lines[-1][0]):
            lines.pop()
        found = [(self._entry(line, n), end) for n, (line, end) in enumerate(lines, start=1)]
        first = next((entry for entry, _ in found), None)
        if isinstance(first, Unread) and all(isinstance(entry, Unread) for entry, _ in found):
            message = (
                f"holds no change that can be read ({first.why}), and stays as it is; give it another "
                f"name, such as {self.path.name}.old, to begin a new history"
            )
            raise FormatError(self.path, None, message)
        return found

    def _lines(self) -> Iterator[tuple[bytes, int]]:
        """All lines, each with the place behind it; of one that is too long, its start."""
        with self._opened() as file:
            while file is not None and (line := file.readline(_LONGEST_LINE)):
                rest = line
                while rest and not rest.endswith(b"\n"):
                    rest = file.readline(_LONGEST_LINE)
                yield line, file.tell()

    @contextmanager
    def _opened(self) -> Iterator[IO[bytes] | None]:
        """The file; None if there is none."""
        try:
            if not self.path.exists():
                yield None
                return
            if not self.path.is_file():
                raise OSError(None, "it is no file")
            with self.path.open("rb") as file:
                yield file
        except OSError as error:
            raise FormatError(self.path, None, f"cannot be read: {reason(error)}") from error

    def _entry(self, line: bytes, number: int) -> Entry | Unread:
        if len(line) >= _LONGEST_LINE:
            return Unread(number, f"it has more than {_LONGEST_LINE >> 20} MiB")
        remembered = {} if self._remembered is None else self._remembered
        if line not in remembered:
            try:
                remembered[line] = Entry.of(line)
            except ValueError as error:
                return Unread(number, _plain(error))
        return remembered[line]


def _is_torn(line: bytes) -> bool:
    """Whether a last line was not written to its end.

    Each line is on the disk before the next begins, so no other can be. A loss of power may have
    kept its length without its content. A line that is whole, is longer than ours, or did not begin as
    they do, is not torn: it was damaged otherwise, or is somebody else's.
    """
    if len(line) >= _LONGEST_LINE:
        return False
    if not line.strip(b"\x00\n"):
        return True
    if line.endswith(b"\n") or not (line.startswith(START) or START.startswith(line)):
        return False
    try:
        Entry.of(line)
    except ValueError:
        return True
    return False


def _break_before(descriptor: int, length: int) -> bytes:
    """Go to the end, and say what parts a fresh line from what stands there."""
    os.lseek(descriptor, max(length - 1, 0), os.SEEK_SET)
    return b"" if os.read(descriptor, 1) in (b"", b"\n") else b"\n"


def _plain(error: ValueError) -> str:
    """Why a line cannot be read, in one line."""
    return str(error).splitlines()[0] if str(error) else type(error).__name__


def _write(descriptor: int, content: bytes) -> None:
    left = memoryview(content)
    while left:
        left = left[os.write(descriptor, left) :]
    os.fsync(descriptor)
