"""Result reports of the American Go Association [FORMATS 6]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..document import Format

if TYPE_CHECKING:
    from ...go.tournament import Tournament
    from ..document import Document

__all__ = ["FORMAT"]


def _recognises(content: bytes) -> bool:
    """Whether the first line that is no comment begins with ``TOURNEY``."""
    lines = content[:4096].removeprefix(b"\xef\xbb\xbf").splitlines()
    first = next((line for line in map(bytes.strip, lines) if line and line[:1] != b"#"), b"")
    return first.upper().startswith(b"TOURNEY")


def _read(path: str, content: bytes) -> Document:
    from .reader import read

    return read(path, content)


def _new(tournament: Tournament) -> bytes:
    from .writer import content_of

    return content_of(tournament)


FORMAT = Format(
    name="aga",
    title="AGA result report",
    suffixes=(".aga.txt", ".txt"),
    recognises=_recognises,
    read=_read,
    new=_new,
)
