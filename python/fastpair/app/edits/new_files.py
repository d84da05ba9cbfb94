"""Tournament files that begin, whoever asks for them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from ...formats import format_of
from ...go.tournament import Tournament
from ..history.facts import differences
from ..reports.conversion import NewFile
from .locked_file import Edit, LockedFile

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from .locked_file import Act

__all__ = ["begin", "copied", "taken_over"]


class _Content(NamedTuple):
    """What a new file holds."""

    content: bytes
    held: Tournament
    doubts: tuple[str, ...]


def begin(
    file: Path, form: str | None, done: Edit, act: Act, tell: Callable[[str], None]
) -> tuple[str, ...]:
    """Make a file that begins with a tournament, and its history.

    Parameters
    ----------
    file
        It must not exist; its name tells the format.
    form
        Name of the format, if it is named.
    done
        The tournament, and what is said of it.
    act
        What the director does.
    tell
        Hears, as one line, that nothing was written if the work is cut short.

    Returns
    -------
    tuple of str
        What is doubtful in the tournament, and what the file holds otherwise.

    Raises
    ------
    FormatError
        If the file exists, or cannot be written.
    RuleError
        If there is no such format.
    """
    with LockedFile.opened(file, new=True) as locked:
        made = NewFile.of(file, form, done.tournament)
        content = _Content(made.content, made.held, (*done.warned, *made.losses))
        return _written(locked, content, done.said, act, tell)


def taken_over(
    file: Path, content: bytes, act: Act, tell: Callable[[str], None]
) -> tuple[str, ...]:
    """Make a file with the content of another one, as it is, and its history.

    Returns
    -------
    tuple of str
        Remarks of its reader.

    Raises
    ------
    FormatError
        If it is no file of a tournament that can be read, or the new one exists or cannot be written.
    """
    document = format_of(file, content).read(file.name, content)
    said = f"{document.tournament.name or 'a tournament'}: taken over"
    with LockedFile.opened(file, new=True) as locked:
        held = _Content(content, document.tournament, tuple(document.remarks))
        return _written(locked, held, said, act, tell)


def copied(tournament: Tournament, name: str) -> Edit:
    """A tournament with the rules and players of another one, before its first round."""
    players = tuple(replace(player, absences=frozenset()) for player in tournament.players)
    event = replace(tournament.event, short_name="", begins=None, ends=None)
    fresh = replace(tournament, name=name, event=event, players=players, games=(), byes=())
    return Edit(tournament=fresh, said=f"{name}: the rules and players of {tournament.name}")


def _written(
    locked: LockedFile, made: _Content, said: str, act: Act, tell: Callable[[str], None]
) -> tuple[str, ...]:
    changes = differences(Tournament(), made.held)
    with locked.written(made.content, tell, act, said, changes):
        return made.doubts
