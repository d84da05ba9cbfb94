"""What all commands share that change a tournament file."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from ...errors import FormatError, in_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from ...app.edits.locked_file import Act, Edit, LockedFile


EvenSo = Annotated[
    bool,
    typer.Option(
        "--even-so",
        help="Even if scores of rounds that are played become others, or a round on which later ones "
        "are drawn.",
    ),
]


def change(
    context: typer.Context,
    file: Path,
    work: Callable[[LockedFile], Edit],
    *,
    even_so: bool = False,
    in_history_alone: bool = False,
) -> int:
    """Change a tournament file, keep that in the history, and say what was done.

    Parameters
    ----------
    context
        The command.
    file
        The tournament file.
    work
        What becomes of the tournament.
    even_so
        Whether scores of rounds that are played may become others, and rounds that later ones rest on.
    in_history_alone
        Whether it is kept in the history, and the tournament stays.

    Returns
    -------
    int
        The exit status.
    """
    act, remarks = replace(typed_in(context), even_so=even_so), list[str]()

    def put(locked: LockedFile, tell: Callable[[str], None]) -> Edit:
        remarks.extend(locked.remarks())
        keep = locked.note if in_history_alone else locked.change
        return keep(act, work(locked), tell)

    return commit(file, put, remarks)


def commit(
    file: Path,
    put: Callable[[LockedFile, Callable[[str], None]], Edit],
    remarks: Sequence[str] = (),
) -> int:
    """Change a tournament file, and say what was done when it is free for others again.

    Parameters
    ----------
    put
        Makes the change, and tells what becomes of the old content.
    remarks
        What is doubtful of the file; it may be found out meanwhile.

    Returns
    -------
    int
        The exit status.
    """
    from ...app.edits.locked_file import LockedFile
    from .screen import note, warn, write

    heard: list[str] = []
    try:
        with naming(file), LockedFile.opened(file) as locked:
            done = put(locked, heard.append)
    finally:
        for remark in remarks:
            warn(remark)
        for line in heard:
            note(line)
    with showing(file):
        for line in done.warned:
            warn(line)
        for line in done.told or (done.said,):
            write(line)
    return 0


@contextmanager
def showing(file: Path | None) -> Iterator[None]:
    """Say that a file holds a change if it cannot be shown; there is no file if nothing was written.

    Raises
    ------
    FormatError
        If the output cannot be written.
    """
    from ...formats.files import reason
    from .screen import note

    try:
        yield
    except OSError as error:
        if file is None:
            raise
        message = f"holds the change, but {error.filename} cannot be written: {reason(error)}"
        raise FormatError(file, None, message) from error
    except (KeyboardInterrupt, SystemExit):
        if file is not None:
            note(f"{file}: holds the change; what was said of it was cut short")
        raise


@contextmanager
def naming(file: Path) -> Iterator[None]:
    """Refuse standard input; name another file in front of what its rules do not allow.

    Raises
    ------
    FormatError
        If it is standard input.
    """
    if str(file) == "-":
        raise FormatError(file, None, "standard input is no file that can be changed; name one")
    with in_file(file):
        yield


def typed_in(context: typer.Context) -> Act:
    """The command and its arguments, for the history."""
    from ...app.edits.locked_file import Act

    return Act(name=context.info_name or "", door="command", typed=tuple(context.obj[1:]))
