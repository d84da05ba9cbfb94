"""What all commands share that change a tournament file."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from ...errors import FormatError, PlayedScoresError, RuleError, in_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from ...app.edits.locked_file import Act, Edit, LockedFile

__all__ = ["EvenSo", "change", "naming", "typed_in"]


EvenSo = Annotated[
    bool,
    typer.Option("--even-so", help="Even if scores of rounds that are played become others."),
]


def change(
    context: typer.Context,
    file: Path,
    work: Callable[[LockedFile], Edit],
    *,
    even_so: bool = False,
) -> int:
    """Change a tournament file, say what was done, and keep it in the history.

    Parameters
    ----------
    context
        The command.
    file
        The tournament file.
    work
        What becomes of the tournament.
    even_so
        Whether scores of rounds that are played may become others.

    Returns
    -------
    int
        The exit status.
    """
    from ...app.edits.locked_file import LockedFile
    from .screen import note, warn, write

    with naming(file), LockedFile.opened(file) as locked:
        for remark in locked.remarks():
            warn(remark)
        act = replace(typed_in(context), even_so=even_so)
        with _overruled(), locked.changed(act, work(locked), note) as done:
            for line in done.warned:
                warn(line)
            for line in done.told or (done.said,):
                write(line)
    return 0


@contextmanager
def _overruled() -> Iterator[None]:
    """Say by which option scores of rounds that are played become others."""
    try:
        yield
    except PlayedScoresError as error:
        raise RuleError(f"{error}; --even-so does it all the same") from error


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
