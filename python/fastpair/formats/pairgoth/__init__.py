"""pairgoth's files: ``.tour``, in JSON [FORMATS 4]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..document import Format

if TYPE_CHECKING:
    from ...go.tournament import Tournament
    from ..document import Document

__all__ = ["FORMAT"]


def _is_pairgoth(content: bytes) -> bool:
    """Whether it is a JSON object with what every tournament of pairgoth has."""
    start = content.lstrip(b"\xef\xbb\xbf \t\r\n")
    return (
        start.startswith(b"{")
        and b'"fastpair-tournament"' not in content
        and b'"timeSystem"' in content
        and b'"pairing"' in content
    )


def _read(path: str, content: bytes) -> Document:
    from .document import read

    return read(path, content)


def _new(tournament: Tournament) -> bytes:
    from .document import new_content

    return new_content(tournament)


FORMAT = Format(
    name="pairgoth",
    title="pairgoth",
    suffixes=(".tour",),
    recognises=_is_pairgoth,
    read=_read,
    new=_new,
)
