"""Files of tournament managers: one package or module per format, one table of them all."""

from __future__ import annotations

from os import PathLike, fspath
from typing import TYPE_CHECKING

from ..errors import FormatError
from ..sentences import Remedy, Sentence
from . import aga, egd, entries, fastpair, ffg, macmahon, pairgoth
from .document import Document, Format, RenderedDocument
from .files import read_file

if TYPE_CHECKING:
    from ..go.tournament import Tournament

__all__ = [
    "FORMATS",
    "Document",
    "Format",
    "RenderedDocument",
    "decoded",
    "format_of",
    "read",
    "refuse_other_name",
    "write",
]


def _is_opengotha(content: bytes) -> bool:
    """Whether it is XML that is not MacMahon's, in whatever encoding."""
    return not macmahon.is_macmahon(content) and content.lstrip(
        b"\xef\xbb\xbf\xff\xfe\x00 \t\r\n"
    ).startswith(b"<")


def _read_opengotha(path: str, content: bytes) -> Document:
    from . import opengotha

    return opengotha.read(path, content)


def _new_opengotha(tournament: Tournament) -> bytes:
    from . import opengotha

    return opengotha.new_document(opengotha.fitted(tournament)).content


_OPENGOTHA = Format(
    name="opengotha",
    title="OpenGotha XML",
    suffixes=(".xml",),
    recognises=_is_opengotha,
    read=_read_opengotha,
    new=_new_opengotha,
)


FORMATS = {
    form.name: form
    for form in (
        _OPENGOTHA,
        macmahon.FORMAT,
        pairgoth.FORMAT,
        fastpair.FORMAT,
        aga.FORMAT,
        ffg.FORMAT,
        egd.FORMAT,
        entries.FORMAT,
    )
}
"""Every format by its name, in the order in which they are tried."""


def read(path: str | PathLike[str], encoding: str | None = None) -> Document:
    """Read a tournament file of any format in `FORMATS`.

    Parameters
    ----------
    path
        The file.
    encoding
        Of a list of entries that does not say it, such as ``cp1250``; None to guess it.

    Raises
    ------
    FormatError
        If the file cannot be read as a tournament, is not in the encoding, or is no list of entries
        although an encoding is named.

    Examples
    --------
    >>> document = read("examples/evening.xml")
    >>> len(document.tournament.players)
    6
    """
    content = decoded(path, read_file(path), encoding)
    return format_of(path, content).read(fspath(path), content)


def decoded(path: str | PathLike[str], content: bytes, encoding: str | None) -> bytes:
    """The content of a file, in UTF-8 if it is a list of entries whose encoding is named.

    Raises
    ------
    FormatError
        If it is none, or is not in the encoding.
    """
    if encoding is None:
        return content
    from .entries.encodings import in_utf8

    content = in_utf8(fspath(path), content, encoding)
    form = format_of(path, content)
    if form is not entries.FORMAT:
        message = f"expected a list of entries, whose encoding can be named, found {form.title}"
        raise FormatError(path, None, message)
    return content


def format_of(path: str | PathLike[str], content: bytes) -> Format:
    """The format of the content of a file.

    Raises
    ------
    FormatError
        If it is none of `FORMATS`; the error names the path.
    """
    for form in FORMATS.values():
        if form.recognises(content):
            return form
    if fspath(path).lower().endswith(entries.FORMAT.suffixes) and content[:1] not in b"<{":
        return entries.FORMAT  # whose reader says which titles it does not understand
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
        If the name is that of another format, or the file cannot be written; whatever was there before
        is still there.
    RuleError
        If the format cannot hold the change.

    Examples
    --------
    >>> document = read("examples/evening.xml")
    >>> tournament = document.tournament
    >>> write("evening.xml", document, draw_round(tournament, 2).applied_to(tournament))
    """
    refuse_other_name(path, document)
    document.write(path, tournament)


def refuse_other_name(path: str | PathLike[str], document: Document) -> None:
    """Refuse to write a document where its name would promise another format.

    A document stays what it is, with all that its tournament does not say; so it is never converted
    on the way. The name from which it was read is always good.

    Raises
    ------
    FormatError
        If the end of the name is that of another format alone.
    """
    name = fspath(path)
    form = format_of(document.path, document.content)
    promised = [other for other in FORMATS.values() if name.lower().endswith(other.suffixes)]
    if promised and form not in promised and name != document.path:
        message = (
            f"is a name of {promised[0].title}, and this is {form.title}, which stays in its format: "
            f"name a file that ends in {form.suffixes[0]}"
        )
        raise FormatError(path, None, Sentence(message, Remedy("convert")))
