"""Bytes from files and into files: within limits, and never half a file."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from os import PathLike, fspath
from pathlib import Path

from ..errors import FormatError

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
        raise FormatError(path, None, f"cannot be read: {_reason(error)}") from error
    if not content:
        raise FormatError(path, None, f"expected {what}, found an empty file")
    if len(content) > LARGEST_FILE:
        limit = LARGEST_FILE // 2**20
        raise FormatError(path, None, f"expected {what} of at most {limit} MiB, found more")
    return content


def replace_file(path: str | PathLike[str], content: bytes) -> None:
    """Put ``content`` into a file, wholly or not at all.

    A new file is completed beside the old one and takes its place in one step, with its
    permissions. The target of a symbolic link is replaced, the link stays. What is no regular
    file, such as a pipe, is written to.

    Raises
    ------
    FormatError
        If the file cannot be written; whatever was there before is still there.
    """
    try:
        target = Path(path).resolve()
        if target.exists() and not os.access(target, os.W_OK):
            raise PermissionError(None, "permission denied")
        if target.is_file() or not target.exists():
            _replace(target, content)
        else:
            target.write_bytes(content)
    except (OSError, RuntimeError, ValueError) as error:
        message = f"cannot be written: {_reason(error)}; nothing was changed"
        raise FormatError(fspath(path), None, message) from error


def _replace(target: Path, content: bytes) -> None:
    """Replace a regular file, or create it."""
    fresh = target.with_name(f".{target.name[:200]}.{secrets.token_hex(8)}")
    try:
        with fresh.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            _take_over(fresh, target.stat())
        fresh.replace(target)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise
    _persist(target.parent)


def _take_over(fresh: Path, old: os.stat_result) -> None:
    """Give a file the owner and the permissions of the one it replaces."""
    if hasattr(os, "chown"):
        with suppress(PermissionError):
            os.chown(fresh, old.st_uid, old.st_gid)
    fresh.chmod(old.st_mode & 0o7777)


def _persist(folder: Path) -> None:
    """Make a replacement in a folder survive a loss of power, where the system can."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _reason(error: Exception) -> str:
    """Say in lower case what the system has against a file."""
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return text[:1].lower() + text[1:]
