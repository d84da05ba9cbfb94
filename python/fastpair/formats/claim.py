"""Files that only one process at a time can hold."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from typing import TYPE_CHECKING

try:
    import fcntl
except ModuleNotFoundError:
    fcntl = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["OPEN_FILES_STAY", "claim", "create"]

OPEN_FILES_STAY = fcntl is None
"""Whether a file that is open can be neither moved nor removed, as on Windows."""

_ATTEMPTS = 3
_NEW = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
_OLD = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


def create(path: Path, mode: int) -> int:
    """Create a file that does not exist, and return its descriptor.

    Raises
    ------
    FileExistsError
        If there is anything of that name, a broken link included.
    """
    return os.open(path, _NEW, mode)


def claim(path: Path, mode: int) -> int:
    """Create a file that no other process holds.

    Returns
    -------
    int
        Its descriptor; the process holds the file until it closes the descriptor.

    Raises
    ------
    BlockingIOError
        If another process holds the file.
    """
    for _ in range(_ATTEMPTS):
        try:
            descriptor = create(path, mode)
        except FileExistsError:
            _remove_left_over(path)
            continue
        with suppress(OSError):
            _lock(descriptor)
            if os.path.samestat(os.fstat(descriptor), path.stat()):
                return descriptor
        os.close(descriptor)
    raise _busy()


def _remove_left_over(path: Path) -> None:
    """Remove the file of a process that was killed.

    Raises
    ------
    BlockingIOError
        If the process is still alive.
    """
    if fcntl is None:
        try:
            path.unlink(missing_ok=True)
        except PermissionError as error:
            raise _busy() from error
        return
    try:
        descriptor = os.open(path, _OLD)
    except FileNotFoundError:
        return
    try:
        _lock(descriptor)
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(descriptor), path.stat()):
                path.unlink()
    finally:
        os.close(descriptor)


def _lock(descriptor: int) -> None:
    """Lock a file as long as it is open.

    Some file systems of networks have no locks; there, nobody else is assumed to write.
    """
    if fcntl is None:
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise _busy() from error
    except OSError:
        return


def _busy() -> BlockingIOError:
    return BlockingIOError(errno.EAGAIN, "another fastpair is writing it, wait until it has ended")
