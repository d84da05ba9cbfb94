"""Result files of the French federation: ``.tou`` [FORMATS 3]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..document import Format

if TYPE_CHECKING:
    from ...go.tournament import Tournament
    from ..document import Document

__all__ = ["FORMAT"]

_FIRST_LINES = (b";name=", b";date=", b";vill=", b";comm=", b";prog=", b";num nom")


def _recognises(content: bytes) -> bool:
    """Whether a file begins with a field such as ``;name=`` or with the names of the columns."""
    return content[:1024].removeprefix(b"\xef\xbb\xbf").lstrip().lower().startswith(_FIRST_LINES)


def _read(path: str, content: bytes) -> Document:
    from .document import read

    return read(path, content)


def _new(tournament: Tournament) -> bytes:
    from .writer import content_of

    return content_of(tournament)


FORMAT = Format(
    name="ffg",
    title="FFG result file",
    suffixes=(".tou",),
    recognises=_recognises,
    read=_read,
    new=_new,
)
