"""Read and write the bytes of files: never too many, and never half a file."""

from __future__ import annotations

import json
import sys
from contextlib import AbstractContextManager, nullcontext
from os import fspath
from typing import IO, TYPE_CHECKING, Any

from ..errors import FormatError
from .replacement import Replacement, reason

if TYPE_CHECKING:
    from os import PathLike

__all__ = [
    "LARGEST_FILE",
    "MOST_PLAYERS",
    "json_of",
    "opened",
    "read_file",
    "refuse_more_players",
    "replace_file",
]

_STANDARD_INPUT = "-"

LARGEST_FILE = 64 * 2**20
"""Most bytes of a file; a congress of 2000 players and 20 rounds has 4 million."""

MOST_PLAYERS = 50_000
"""Lines of players that a list may have; each takes about a ten-thousandth of a second."""


def refuse_more_players(path: str, line: int, number: int) -> None:
    """Refuse a list in which a line is that of one player too many.

    Raises
    ------
    FormatError
        If it is.
    """
    if number > MOST_PLAYERS:
        raise FormatError(path, line, f"expected at most {MOST_PLAYERS} players")


def read_file(path: str | PathLike[str], what: str = "a tournament") -> bytes:
    """The content of a file.

    Parameters
    ----------
    path
        The file; ``-`` is standard input.
    what
        What it is expected to hold, for the errors.

    Raises
    ------
    FormatError
        If the file cannot be read, is empty or is larger than `LARGEST_FILE`.
    """
    try:
        with opened(path) as file:
            content = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise FormatError(path, None, f"cannot be read: {reason(error)}") from error
    if not content:
        raise FormatError(path, None, f"expected {what}, found an empty file")
    if len(content) > LARGEST_FILE:
        limit = LARGEST_FILE // 2**20
        raise FormatError(path, None, f"expected {what} of at most {limit} MiB, found more")
    return content


def opened(path: str | PathLike[str]) -> AbstractContextManager[IO[bytes]]:
    """Open a file to be read. It may be a pipe; standard input stays open afterwards."""
    if fspath(path) != _STANDARD_INPUT:
        return open(path, "rb")  # noqa: PTH123 - the caller closes it
    if sys.stdin is None:
        raise OSError(None, "standard input is closed")
    return nullcontext(sys.stdin.buffer)


def json_of(content: bytes | str) -> Any:  # noqa: ANN401 - whatever JSON can hold
    """What a JSON text holds that may be anybody's, or damaged.

    Raises
    ------
    ValueError
        If it is no JSON, or nested too deeply.
    """
    try:
        return json.loads(content)
    except RecursionError:
        raise ValueError("expected JSON that is nested less deeply") from None


def replace_file(path: str | PathLike[str], content: bytes) -> None:
    """Write ``content`` into a file, completely or not at all.

    The new file has the permissions of the old one, see `Replacement`.

    Raises
    ------
    FormatError
        If the file cannot be written; whatever was there before is still there.
    """
    with Replacement(path, content) as replacement:
        replacement.commit()
