"""The journal of a simulation that is under way: what is measured stays, whatever happens then.

It is a file of lines of JSON: a heading, and a row for each tournament. A row is written as soon as it
is known. A line that cannot be read is played again; the last one is taken away if a kill has torn it.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from typing import TYPE_CHECKING, Self

from ...errors import FormatError
from ...formats.files import json_of
from ...formats.replacement import reason
from ...sentences import Remedy, Sentence
from .rows import Heading

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from .rows import Row

__all__ = ["Journal"]


class Journal:
    """A journal that is being written; it is a context manager.

    Parameters
    ----------
    path
        The file; it is made if there is none.
    heading
        What the rows belong to.
    replace
        Whether a journal of something else is replaced.

    Raises
    ------
    FormatError
        If it cannot be read or written, or is of something else.
    """

    def __init__(self, path: Path, heading: Heading, *, replace: bool) -> None:
        self._path, self._heading = path, heading
        try:
            if path.exists() and not path.is_file():
                raise FormatError(path, None, "expected the journal of a simulation, found no file")
            held = path.read_bytes() if path.exists() else b""
            different = _difference(held, heading)
            if different and not replace:
                raise FormatError(
                    path, None, Sentence(different, Remedy("replace or name another"))
                )
            length = 0 if different else held.rfind(b"\n") + 1
            self._descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
            os.ftruncate(self._descriptor, length)
            if not length:
                self._write(f"{heading}\n")
        except OSError as error:
            raise self._refusal(error) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._descriptor)

    def rows(self) -> list[Row]:
        """What it holds now.

        Raises
        ------
        FormatError
            If it cannot be read.
        """
        try:
            return [*_rows(self._path.read_bytes(), self._heading)]
        except OSError as error:
            raise FormatError(self._path, None, f"cannot be read: {reason(error)}") from error

    def append(self, row: Row) -> None:
        """Keep a row.

        Raises
        ------
        FormatError
            If there is no room for it; all earlier ones are kept.
        """
        line = json.dumps(
            [row.contender, row.repeat, dict(row.measures), [*map(dict, row.earlier)]]
        )
        try:
            self._write(f"{line}\n")
        except OSError as error:
            raise self._refusal(error) from error

    def _write(self, line: str) -> None:
        left = memoryview(line.encode("ascii"))
        while left:
            left = left[os.write(self._descriptor, left) :]

    def _refusal(self, error: OSError) -> FormatError:
        message = f"cannot be written: {reason(error)}; what was played before is kept there"
        return FormatError(self._path, None, message)


def _rows(held: bytes, heading: Heading) -> Iterator[Row]:
    """The rows that can be read."""
    for line in held.split(b"\n")[1:]:
        with suppress(ValueError, TypeError):
            yield heading.row(*json_of(line))


def _difference(held: bytes, heading: Heading) -> str:
    """Why a journal is none of this heading; empty if it is, or holds nothing yet."""
    first, end, _ = held.partition(b"\n")
    if not end and (str(heading).encode().startswith(first) or not first.strip(b"\x00")):
        return ""
    try:
        return heading.difference(Heading.parse(first.decode("ascii")))
    except ValueError:
        return "is no journal of a simulation"
