"""Lists of entries, with a line for each player: CSV as spreadsheets and OpenGotha write it [FORMATS 8]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..document import Format

if TYPE_CHECKING:
    from ...go.tournament import Tournament
    from ..document import Document

__all__ = ["FORMAT"]


def _is_list(content: bytes) -> bool:
    """Whether the first line names a column with names of players and another column that is known."""
    from .table import has_header

    return has_header(content)


def _read(path: str, content: bytes) -> Document:
    from .document import read

    return read(path, content)


def _new(tournament: Tournament) -> bytes:
    from .document import new_content

    return new_content(tournament)


FORMAT = Format(
    name="csv",
    title="CSV of entries",
    suffixes=(".csv",),
    recognises=_is_list,
    read=_read,
    new=_new,
)
"""Comes last, since many texts have a first line with commas in it."""
