"""Files of tournament managers: one package or module per format, one table of them all."""

from __future__ import annotations

from os import PathLike, fspath
from typing import TYPE_CHECKING

from ..errors import FormatError
from .document import Document, Format, RenderedDocument
from .files import read_file

if TYPE_CHECKING:
    from ..tournament import Tournament

__all__ = ["FORMATS", "Document", "Format", "RenderedDocument", "read", "write"]


def _is_opengotha(content: bytes) -> bool:
    """Whether the first character is an opening bracket, in whatever encoding."""
    return content.lstrip(b"\xef\xbb\xbf\xff\xfe\x00 \t\r\n").startswith(b"<")


def _read_opengotha(path: str, content: bytes) -> Document:
    from . import opengotha

    return opengotha.read(path, content)


def _new_opengotha(tournament: Tournament) -> bytes:
    from . import opengotha

    return opengotha.new_document(tournament).content


_OPENGOTHA = Format(
    name="opengotha",
    title="OpenGotha XML",
    suffixes=(".xml",),
    recognises=_is_opengotha,
    read=_read_opengotha,
    new=_new_opengotha,
)

FORMATS = {form.name: form for form in (_OPENGOTHA,)}
"""Every format by its name, in the order in which they are tried."""


def read(path: str | PathLike[str]) -> Document:
    """Read a tournament file of any format in `FORMATS`.

    Raises
    ------
    FormatError
        If the file cannot be read as a tournament.
    """
    content = read_file(path)
    for form in FORMATS.values():
        if form.recognises(content):
            return form.read(fspath(path), content)
    titles = ", ".join(form.title for form in FORMATS.values())
    raise FormatError(path, 1, f"expected a tournament file ({titles}), found {content[:16]!r}")


def write(path: str | PathLike[str], document: Document, tournament: Tournament) -> None:
    """Write a document to a file, with another state of its tournament.

    Everything that the tournament does not say stays as it was read. The file is replaced as a
    whole, if there is one.

    Parameters
    ----------
    path
        The file; it may be the one that was read.
    document
        What ``read`` gave.
    tournament
        What the file is to hold, such as ``draw.applied_to(document.tournament)``.

    Raises
    ------
    FormatError
        If the file cannot be written; whatever was there before is still there.
    RuleError
        If the format cannot hold the change.
    """
    document.write(path, tournament)
