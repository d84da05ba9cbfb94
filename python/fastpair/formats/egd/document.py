"""A result file in memory."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ..document import RenderedDocument
from . import header
from .reader import read as read_wall_list
from .verification import with_sound_pins
from .writer import content_of

if TYPE_CHECKING:
    from ...go.tournament import Tournament

__all__ = ["new", "read"]


def read(path: str, content: bytes) -> RenderedDocument:
    """Read the content of a file.

    Raises
    ------
    FormatError
        If it is no wall list, or two lines contradict each other.
    """
    reading = read_wall_list(path, content)
    return RenderedDocument(
        path=path,
        tournament=reading.tournament,
        remarks=reading.remarks,
        content=content,
        render=partial(_rendered, path),
        version=header.version_of(text for _, text in reading.wall_list.comments),
    )


def new(tournament: Tournament) -> bytes:
    """The content of a new file, without PINs that the server would refuse.

    Raises
    ------
    RuleError
        If the server would refuse the file all the same.
    """
    return content_of(with_sound_pins(tournament))


def _rendered(path: str, tournament: Tournament, content: bytes) -> bytes:
    return content_of(tournament, read_wall_list(path, content))
