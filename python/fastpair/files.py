"""Files: their state, and how they are replaced."""

from __future__ import annotations

import base64
import errno
import json
import os
import sys
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from itertools import count
from os import fspath
from pathlib import Path
from time import monotonic, sleep
from typing import IO, TYPE_CHECKING, Any, Literal, Self

from .errors import FormatError
from .sentences import marked, phrase, phrase_many

if TYPE_CHECKING:
    from collections.abc import Iterator
    from os import PathLike


# ---- The file of another format that a tournament came from, as fastpair's own files carry it ----


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """The file of another format that a tournament came from.

    If the tournament goes back to that format, whatever fastpair does not know of it is written as
    it was.
    """

    format: str
    """Name of the format, such as `opengotha` or `pairgoth`."""

    content: str
    """The whole file."""

    encoding: Literal["utf-8", "base64"] = "utf-8"
    """How the bytes of the file stand in `content`: as a text, or as base64 if they are none in UTF-8."""

    @classmethod
    def of(cls, form: str, content: bytes) -> Self:
        """The source of a tournament that was read from a file."""
        try:
            return cls(format=form, content=content.decode())
        except UnicodeDecodeError:
            return cls(format=form, content=base64.b64encode(content).decode(), encoding="base64")

    def data(self) -> bytes:
        """The bytes of the file.

        Raises
        ------
        ValueError
            If the content is not in its encoding.
        """
        if self.encoding == "base64":
            return base64.b64decode(self.content, validate=True)
        return self.content.encode()


# ---- Files that only one process at a time can hold ----

try:
    import fcntl
except ModuleNotFoundError:
    fcntl = None  # type: ignore[assignment]


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
    return BlockingIOError(errno.EAGAIN, _BUSY)


_BUSY = marked("another fastpair is writing it, wait until it has ended")


# ---- Replace the content of a file in one step, from a complete copy beside it, or not at all ----

_LONGEST_NAME = 200
"""Most bytes of a file's name that go into the name of the file with the fresh content."""

_PAUSE = 0.01
"""Seconds between two attempts to have a file that another command has."""


class Replacement:
    """The new content of a file, until `commit` puts it there.

    It is a context manager. On entry it writes the content beside the file, so that a full disk or a
    missing permission shows before anything else is done. On exit it removes whatever has not been
    committed. The target of a symbolic link is replaced, and the link stays. A file that is not
    regular, such as a pipe, is written to by the commit.

    Two replacements of one file exclude each other. The fresh content always has the same name,
    which nobody else can claim while its process lives. If that process was killed, the next one
    takes the name over.

    Parameters
    ----------
    path
        The file.
    content
        The new content; None if `fill` gives it later, so that the file can be read and its new
        content be computed while nobody else replaces it.
    expected
        The content that the file must still have when it is replaced; empty if it must not exist,
        None if that does not matter.
    backup
        Whether to keep the old content in a file of its own, see `backups`.
    patience
        Seconds to wait for another replacement of the file to end.
    mode
        Permissions of a file that does not exist yet.

    Raises
    ------
    FormatError
        If the file cannot be written, or its content is not the expected one; whatever was there
        before is still there.
    """

    def __init__(
        self,
        path: str | PathLike[str],
        content: bytes | None = None,
        *,
        expected: bytes | None = None,
        backup: bool = False,
        patience: float = 0,
        mode: int = 0o666,
    ) -> None:
        self._path = path
        self._mode = mode
        self._content = content
        self._expected = expected
        self._backup = backup
        self._patience = patience
        self._target = Path(path)
        self._fresh: Path | None = None
        self._descriptor = -1
        self._is_ready = False
        self.remarks: tuple[str, ...] = ()
        """What the director should know of the commit, one line each."""

    def __enter__(self) -> Self:
        with self._refusing():
            try:
                self._prepare()
                if self._content is not None:
                    self._write(self._content)
            except BaseException:
                self._clean()
                raise
        return self

    def __exit__(self, *_: object) -> None:
        self._clean()

    def fill(self, content: bytes, *, expected: bytes | None, backup: bool) -> None:
        """Say what the file shall hold, and write it beside the file.

        Parameters
        ----------
        content, expected, backup
            As when the replacement is made.

        Raises
        ------
        FormatError
            If it cannot be written.
        """
        self._content, self._expected, self._backup = content, expected, backup
        with self._refusing():
            self._write(content)

    @property
    def is_committed(self) -> bool:
        """Whether the file has the new content, also if the commit was interrupted right behind that."""
        return self._is_ready and (self._fresh is None or not self._fresh.exists())

    def commit(self) -> Path | None:
        """Put the content into the file.

        Returns
        -------
        Path or None
            The backup of the old content, if there is one.
        """
        with self._refusing():
            if self._fresh is None:
                self._target.write_bytes(self._content or b"")
                return None
            content, others = self._current_content(), self._other_names()
            backup, is_fresh = None, False
            if self._backup and content:
                backup, is_fresh = _back_up(self._target, content)
            try:
                if OPEN_FILES_STAY:
                    self._close()
                self._fresh.replace(self._target)
            except BaseException:
                if backup is not None and is_fresh and not self.is_committed:
                    backup.unlink(missing_ok=True)
                raise
            self._fresh = None
            self.remarks = tuple(_persist_change(self._target.parent))
            if backup is not None:
                self.remarks += (phrase("what it held before is in {name}", name=backup.name),)
            if others:
                self.remarks += (
                    phrase_many(
                        "{count} other hard link keeps what it held before",
                        "{count} other hard links keep what it held before",
                        others,
                    ),
                )
            return backup

    def _other_names(self) -> int:
        """How many other names the file has, which a replacement takes it away from.

        A backup made of hard links must not change with the file, so it is not written through them.
        """
        with suppress(OSError):
            return self._target.stat().st_nlink - 1
        return 0

    @contextmanager
    def _refusing(self) -> Iterator[None]:
        try:
            yield
        except (OSError, RuntimeError, ValueError) as error:
            if isinstance(error, FormatError):
                raise
            message = phrase(
                "cannot be written: {reason}; nothing was changed", reason=reason(error)
            )
            raise FormatError(self._path, None, message) from error

    def _prepare(self) -> None:
        """Have a file beside the file, readable to nobody who cannot read the file."""
        self._target = target = Path(self._path).resolve()
        if target.is_dir():
            raise IsADirectoryError(None, os.strerror(errno.EISDIR))
        exists = target.exists()
        if exists and not os.access(target, os.W_OK):
            raise PermissionError(None, "permission denied")
        if exists and not target.is_file():
            return
        name = os.fsdecode(os.fsencode(target.name)[:_LONGEST_NAME])
        fresh = target.with_name(f".{name}.fastpair")
        self._descriptor = _patient_claim(fresh, 0o600 if exists else self._mode, self._patience)
        self._fresh = fresh
        if exists:
            take_over(fresh, target.stat())

    def _write(self, content: bytes) -> None:
        if self._fresh is not None:
            _write(self._descriptor, content)
            self._is_ready = True

    def _current_content(self) -> bytes:
        """Return the content of the file, and refuse it if it is not the expected one."""
        content = b""
        if self._backup or self._expected is not None:
            with suppress(FileNotFoundError):
                content = self._target.read_bytes()
        if self._expected is not None and content != self._expected:
            message = (
                "has been changed by another program since it was read; nothing was written; "
                "run the command again"
            )
            raise FormatError(self._path, None, message)
        return content

    def _close(self) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def _clean(self) -> None:
        """Remove the fresh content that was not committed."""
        if OPEN_FILES_STAY:
            self._close()
        if self._fresh is not None:
            with suppress(OSError):
                self._fresh.unlink(missing_ok=True)
            self._fresh = None
        self._close()


def exists(path: Path) -> bool:
    """Whether there is a file; of a name that is too long for one, there is none."""
    return os.path.exists(path)  # noqa: PTH110 - `Path.exists` raises then


def beside(file: Path, suffix: str) -> Path:
    """The file that is kept beside another one, whose name goes on with a suffix.

    Beside a symbolic link it is that of the target, unless there is one beside the link alone: the file was
    moved, and the link took its place.
    """
    target, link = _both_beside(file, suffix)
    return link if not exists(target) and exists(link) else target


def bring_beside(file: Path, suffix: str) -> None:
    """Bring a file from beside a symbolic link to beside its target, so that both names find it.

    It stays where it is if one is beside the target, or nothing can be written there.
    """
    target, link = _both_beside(file, suffix)
    if not exists(target) and exists(link):
        with suppress(OSError, FormatError):
            replace_file(target, read_file(link))
            take_over(target, link.stat())
            link.unlink()


def _both_beside(file: Path, suffix: str) -> tuple[Path, Path]:
    """The names beside the target of a file and beside itself."""
    target, link = (each.with_name(f"{each.name}{suffix}") for each in (file.resolve(), file))
    return target, link


def backups(path: str | PathLike[str]) -> Iterator[Path]:
    """Names of the backups of a file, from the first: ``.bak``, ``.bak2``, ``.bak3`` behind its name.

    The first that does not exist is the last one given.
    """
    target = Path(path).resolve()
    for number in count(1):
        backup = target.with_name(f"{target.name}.bak{number if number > 1 else ''}")
        yield backup
        if not backup.exists():
            return


def _patient_claim(path: Path, mode: int, patience: float) -> int:
    """Claim a file, and wait so many seconds for another process to give it up.

    Raises
    ------
    BlockingIOError
        If it does not.
    """
    end = monotonic() + patience
    while True:
        try:
            return claim(path, mode)
        except BlockingIOError:
            if monotonic() >= end:
                raise
        sleep(_PAUSE)


def _back_up(target: Path, content: bytes) -> tuple[Path, bool]:
    """Keep the content of a file in its first backup that is free or has this content already.

    Returns
    -------
    The backup, and whether it was made just now.
    """
    for path in backups(target):
        with suppress(FileExistsError):
            _keep(path, content, target.stat())
            return path, True
        if path.is_file() and path.stat().st_size == len(content) and path.read_bytes() == content:
            return path, False
    raise FileExistsError(errno.EEXIST, f"another program makes backups of {target.name}")


def _keep(path: Path, content: bytes, old: os.stat_result) -> None:
    """Make a backup, completely or not at all."""
    descriptor = create(path, 0o600)
    try:
        try:
            take_over(path, old)
            _write(descriptor, content)
        finally:
            os.close(descriptor)
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def _write(descriptor: int, content: bytes) -> None:
    left = memoryview(content)
    while left:
        left = left[os.write(descriptor, left) :]
    os.fsync(descriptor)


def take_over(fresh: Path, old: os.stat_result) -> None:
    """Give a file the owner and the permissions of another one."""
    if hasattr(os, "chown"):
        with suppress(PermissionError):
            os.chown(fresh, old.st_uid, old.st_gid)
    fresh.chmod(old.st_mode & 0o7777)


def persist(folder: Path) -> None:
    """Make the names in a folder survive a loss of power, where the system can.

    Raises
    ------
    OSError
        If the system can, and fails.
    """
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except PermissionError:
        return  # no folder can be opened on Windows, nor one that may only be written to
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _UNKNOWN_OF_FOLDERS:
            raise
    finally:
        os.close(descriptor)


_UNKNOWN_OF_FOLDERS = (errno.EINVAL, errno.ENOTSUP, errno.EBADF)
"""What systems answer that cannot write a folder to the disk."""


def _persist_change(folder: Path) -> Iterator[str]:
    """Make a change that is made survive a loss of power, or say that it may not."""
    try:
        persist(folder)
    except OSError as error:
        yield phrase(
            "is changed, but a loss of power may take the change back: {reason}",
            reason=reason(error),
        )


_REASONS = (
    _BUSY,
    marked("no such file or directory"),
    marked("permission denied"),
    marked("is a directory"),
    marked("no space left on device"),
)
"""Of the reasons, those that a director meets."""


def reason(error: Exception) -> str:
    """Say in lower case why the system refuses a file."""
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    text = text[:1].lower() + text[1:]
    return phrase(text) if text in _REASONS else text


# ---- Read and write the bytes of files: never too many, and never half a file ----

_STANDARD_INPUT = "-"

LARGEST_FILE = 64 * 2**20
"""Most bytes of a file; a congress of 2000 players and 20 rounds has 4 million."""


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
        message = phrase("cannot be read: {reason}", reason=reason(error))
        raise FormatError(path, None, message) from error
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
