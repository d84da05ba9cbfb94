"""A result file in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import line_files
from . import reader
from .verification import with_sound_pins
from .writer import lines_of

if TYPE_CHECKING:
    from ...go.tournament import Tournament
    from ..document import RenderedDocument

__all__ = ["new_content", "read"]


def read(path: str, content: bytes) -> RenderedDocument:
    """Read the content of a file, see `fastpair.formats.line_files.document`."""
    return line_files.document(path, content, reader.read, lines_of)


def new_content(tournament: Tournament) -> bytes:
    """The content of a new file, without PINs that the server would refuse.

    Raises
    ------
    RuleError
        If the server would refuse the file all the same.
    """
    return line_files.content_of(with_sound_pins(tournament), lines_of)
