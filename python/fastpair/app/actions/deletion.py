"""Tournaments that are deleted: moved into a folder with all that is kept beside them, and moved back."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple, Self

from ...errors import FormatError, RuleError
from ...files import Replacement, reason
from ...sentences import phrase
from .locking import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

FOLDER = "Deleted"
"""Beside the tournaments; it has a folder for each that is deleted."""

_BESIDE = r"\.(history|prizes\.toml|serve|web|bak\d*)"
"""Ends of the names of what is kept beside a tournament file."""

_NAME = re.compile(r"((\d{4}-\d\d-\d\d) (\d\d)\.(\d\d)\.\d\d\.\d{6}) .+")

_LONGEST = 255
"""Bytes of the name of a folder, as systems allow."""


class Deletion(NamedTuple):
    """A tournament that is deleted."""

    folder: Path
    """Where it is now."""

    file: str
    """The name of its file."""

    time: str
    """When it was deleted, by the clock here."""

    @classmethod
    def of(cls, folder: Path) -> Self | None:
        """The deletion that a folder holds; None if it holds none."""
        found = _NAME.fullmatch(folder.name)
        if found is None or not folder.is_dir():
            return None
        files = sorted((each.name for each in folder.iterdir() if each.is_file()), key=len)
        for name in files:
            if _folder_name(found[1], name) == folder.name:
                return cls(folder, name, f"{found[2]} {found[3]}:{found[4]}")
        return None


def deletions(folder: Path) -> Iterator[Deletion]:
    """The tournaments of a folder that are deleted, the last first."""
    with suppress(OSError):
        for each in sorted((folder / FOLDER).iterdir(), reverse=True):
            if (found := Deletion.of(each)) is not None:
                yield found


def delete(file: Path) -> Path:
    """Move a tournament out of the way; nothing of it is lost.

    Returns
    -------
    Path
        The folder in which it is now.

    Raises
    ------
    FormatError
        If it is being changed, or cannot be moved; everything is where it was.
    """
    target = (
        file.parent / FOLDER / _folder_name(f"{datetime.now():%Y-%m-%d %H.%M.%S.%f}", file.name)
    )
    with Replacement(file, patience=PATIENCE):
        try:
            target.mkdir(parents=True)
            # The file goes first: without it the rest is no tournament.
            _move([file, *_beside(file)], target)
        except OSError as error:
            with suppress(OSError):
                target.rmdir()
                target.parent.rmdir()
            message = f"cannot be moved: {reason(error)}; nothing was changed"
            raise FormatError(file, None, message) from error
    return target


def restore(deletion: Deletion) -> Path:
    """Move a tournament back to where it was.

    Returns
    -------
    Path
        The tournament file.

    Raises
    ------
    RuleError
        If something of the same name is there.
    FormatError
        If it cannot be moved; everything is where it was.
    """
    folder = deletion.folder.parent.parent
    file = deletion.folder / deletion.file
    moving = [*_beside(file), file]
    for each in moving:
        if (folder / each.name).exists():
            raise RuleError(
                phrase("{name} is there again; delete or rename it first", name=each.name)
            )
    try:
        _move(moving, folder)
    except OSError as error:
        message = f"cannot be moved: {reason(error)}; nothing was changed"
        raise FormatError(file, None, message) from error
    with suppress(OSError):  # whoever has put something else there keeps it
        deletion.folder.rmdir()
        deletion.folder.parent.rmdir()
    return folder / deletion.file


def _folder_name(time: str, file: str) -> str:
    """The folder of a file that is deleted at a time; the end of a long name is left out."""
    return f"{time} {file}".encode(errors="surrogateescape")[:_LONGEST].decode(errors="ignore")


def _beside(file: Path) -> list[Path]:
    """What is kept beside a tournament file."""
    name = re.compile(re.escape(file.name) + _BESIDE)
    return sorted(each for each in file.parent.iterdir() if name.fullmatch(each.name))


def _move(files: Iterable[Path], target: Path) -> None:
    """Move all files into a folder, or none."""
    moved: list[Path] = []
    try:
        for each in files:
            each.rename(target / each.name)
            moved.append(each)
    except OSError:
        for each in reversed(moved):
            with suppress(OSError):
                (target / each.name).rename(each)
        raise
