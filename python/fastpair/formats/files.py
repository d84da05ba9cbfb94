"""Bytes from files and into files: within limits, and never half a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import FormatError
from .replacement import Replacement, reason

if TYPE_CHECKING:
    from os import PathLike

__all__ = ["LARGEST_FILE", "read_file", "replace_file"]

LARGEST_FILE = 64 * 2**20
"""Bytes; a congress of 2000 players and 20 rounds has 4 million."""


def read_file(path: str | PathLike[str], what: str = "a tournament") -> bytes:
    """The content of a file.

    Parameters
    ----------
    what
        What it is expected to hold, for the errors.

    Raises
    ------
    FormatError
        If the file cannot be read, is empty or is larger than `LARGEST_FILE`.
    """
    try:
        with open(path, "rb") as file:  # noqa: PTH123 - a pipe is welcome too
            content = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise FormatError(path, None, f"cannot be read: {reason(error)}") from error
    if not content:
        raise FormatError(path, None, f"expected {what}, found an empty file")
    if len(content) > LARGEST_FILE:
        limit = LARGEST_FILE // 2**20
        raise FormatError(path, None, f"expected {what} of at most {limit} MiB, found more")
    return content


def replace_file(path: str | PathLike[str], content: bytes) -> None:
    """Put ``content`` into a file, wholly or not at all.

    The new file has the permissions of the old one, see `Replacement`.

    Raises
    ------
    FormatError
        If the file cannot be written; whatever was there before is still there.
    """
    with Replacement(path, content) as replacement:
        replacement.commit()
