"""Lists of entries, with a line for each player: CSV as spreadsheets and OpenGotha write it [FORMATS 8]."""

from __future__ import annotations

from ..document import Format

__all__ = ["FORMAT"]


def _is_list(content: bytes) -> bool:
    """Whether the first line names a column with names of players and another column that is known."""
    from .table import has_header

    return has_header(content)


FORMAT = Format.of(
    __name__,
    name="csv",
    title="CSV of entries",
    suffixes=(".csv",),
    recognises=_is_list,
)
"""Comes last, since many texts have a first line with commas in it."""
