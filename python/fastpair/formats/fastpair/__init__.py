"""fastpair's own files: everything that a tournament holds, in JSON (docs/json.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..document import Format

if TYPE_CHECKING:
    from ...go.tournament import Tournament
    from .document import FastpairDocument

__all__ = ["FORMAT"]


def _is_object(content: bytes) -> bool:
    """Whether the first character opens an object, in UTF-8."""
    return content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")


def _read(path: str, content: bytes) -> FastpairDocument:
    from .document import read

    return read(path, content)


def _new(tournament: Tournament) -> bytes:
    from .document import new_content

    return new_content(tournament)


FORMAT = Format(
    name="fastpair",
    title="fastpair JSON",
    suffixes=(".json",),
    recognises=_is_object,
    read=_read,
    new=_new,
)
"""Comes after other formats in JSON, so that whatever is none of them is told what it lacks."""
