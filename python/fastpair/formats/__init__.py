"""Files of tournament managers: one package or module per format, one table of them all."""

from __future__ import annotations

import codecs
import re
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any

from ..errors import FormatError
from ..files import read_file
from ..go.tournament import check_tournament
from ..parameters import quoted
from ..sentences import Remedy, Sentence, marked, phrase
from .characters import encoding_by_mark
from .document import Document, Format

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..go.tournament import Tournament
    from .entries.names import KnownNames, NameOrder

__all__ = [
    "FORMATS",
    "Document",
    "Format",
    "decoded",
    "format_of",
    "read",
    "refuse_other_name",
    "write",
]


_BLANKS = codecs.BOM_UTF8 + codecs.BOM_UTF16_LE + b"\x00 \t\r\n"
_XML_HEAD, _TEXT_HEAD = 1 << 13, 1 << 12
_TRF_LINE = re.compile(rb"001 [ 0-9]{3}[0-9] |(?:0[1-9]|1[0-9]|2[02])2 |(?:XX|BB)[A-Z] |### ")
_FFG_FIRST_LINES = (b";name=", b";date=", b";vill=", b";comm=", b";prog=", b";num nom")


def _head(content: bytes) -> bytes:
    """The beginning of a text without its byte order mark; in UTF-8, if it has been in UTF-16."""
    head = content[:_TEXT_HEAD]
    if (encoding := encoding_by_mark(head)) is not None:
        return head.decode(encoding, "ignore").encode()
    return head


def _is_macmahon(content: bytes) -> bool:
    """Whether the root element is that of MacMahon, in whatever encoding."""
    head = content[:_XML_HEAD].replace(b"\0", b"").lstrip(_BLANKS)
    return head.startswith(b"<") and b"<TournamentData" in head


def _is_opengotha(content: bytes) -> bool:
    """Whether it is XML that is not MacMahon's, in whatever encoding."""
    return not _is_macmahon(content) and content.lstrip(_BLANKS).startswith(b"<")


def _is_json(content: bytes) -> bool:
    """Whether the first character opens an object, in UTF-8."""
    return content.lstrip(codecs.BOM_UTF8 + b" \t\r\n").startswith(b"{")


def _is_pairgoth(content: bytes) -> bool:
    """Whether it is a JSON object with what every tournament of pairgoth has."""
    return (
        _is_json(content)
        and b'"fastpair-tournament"' not in content
        and b'"timeSystem"' in content
        and b'"pairing"' in content
    )


def _is_aga(content: bytes) -> bool:
    """Whether the first line that is no comment begins with ``TOURNEY``."""
    lines = _head(content).splitlines()
    content_lines = (
        line for line in map(bytes.strip, lines) if line and not line.startswith((b"#", b"//"))
    )
    return next(content_lines, b"").upper().startswith(b"TOURNEY")


def _is_ffg(content: bytes) -> bool:
    """Whether a file begins with a field such as ``;name=`` or with the names of the columns."""
    return _head(content).lstrip().lower().startswith(_FFG_FIRST_LINES)


def _is_trf(content: bytes) -> bool:
    """Whether the first line with anything in it has a code of FIDE's reports."""
    return _TRF_LINE.match(_head(content).lstrip(_BLANKS)) is not None


def _is_egd(content: bytes) -> bool:
    from .egd.reader import looks_like_wall_list

    return looks_like_wall_list(content)


def _is_entries(content: bytes) -> bool:
    """Whether it is a spreadsheet, or the first line names a column of players and another one that is known."""
    from .entries.table import has_header
    from .entries.workbook import is_workbook

    return is_workbook(content) or has_header(content)


_EGD_SUFFIXES = (".h9", *(f".h{number}" for number in range(9)), ".txt")

FORMATS = {
    form.name: form
    for form in (
        Format(".opengotha.document", "opengotha", "OpenGotha XML", (".xml",), _is_opengotha),
        Format(".macmahon", "macmahon", "MacMahon 3.9 XML", (".xml",), _is_macmahon),
        Format(".pairgoth.document", "pairgoth", "pairgoth", (".tour",), _is_pairgoth),
        # After other formats in JSON, so that whatever is none of them is told what it lacks.
        Format(
            ".fastpair.document",
            "fastpair",
            "fastpair JSON",
            (".json",),
            _is_json,
            is_exact=True,
        ),
        Format(".trf", "trf", marked("FIDE report (TRF)"), (".trf", ".trfx"), _is_trf),
        Format(".aga", "aga", marked("AGA result report"), (".aga.txt", ".txt"), _is_aga),
        Format(".ffg", "ffg", marked("FFG result file"), (".tou",), _is_ffg),
        Format(".egd.writer", "egd", marked("EGD result file"), _EGD_SUFFIXES, _is_egd),
        # Last, since many texts have a first line with commas in it.
        Format(".entries.document", "csv", marked("CSV of entries"), (".csv",), _is_entries),
    )
}
"""Every format by its name, in the order in which they are tried."""


_TEXTS = frozenset({"trf", "aga", "ffg", "egd", "csv"})
"""Formats whose files do not say their encoding."""


def read(
    path: str | PathLike[str],
    encoding: str | None = None,
    *,
    graded: bool = True,
    names: NameOrder | None = None,
    known: KnownNames | None = None,
    sheet: str | None = None,
) -> Document:
    """Read a tournament file of any format in `FORMATS`.

    Parameters
    ----------
    path
        The file.
    encoding
        Of a text that does not say it, such as ``cp1250``; None to guess it. A changed file is
        written in it.
    graded
        Whether a list of entries needs a column of grades or of ratings.
    names
        The order of names in a list that has them whole in one column: ``family-first`` or
        ``given-first``; None to guess it. Names with a comma have the family name first.
    known
        The people by whom it may be guessed: a function from a whole name to the family names and
        first names of those who may be meant.
    sheet
        The sheet of a list in a spreadsheet; None for the first one.

    Raises
    ------
    FormatError
        If the file cannot be read as a tournament, is not in the encoding, or is in a format that
        states its encoding although one is named; the same for the order of names.

    Examples
    --------
    >>> document = read("examples/evening.xml")
    >>> len(document.tournament.players)
    6
    """
    _refuse_bytes(path)
    if sheet is not None and not isinstance(sheet, str):
        raise TypeError(f"expected the name of a sheet, got {quoted(sheet)}")
    own = read_file(path)
    content = decoded(path, own, encoding)
    form = format_of(path, content)
    if form is FORMATS["csv"]:
        how = {**_of_lists(graded, names, known), "sheet": sheet}
        document = form.read(fspath(path), content, **how)
    elif sheet is not None:
        message = f"expected a spreadsheet, whose sheet can be named, found {form.title}"
        raise FormatError(path, None, message)
    elif names is not None:
        message = f"expected a list, whose order of names can be stated, found {form.title}, which states it"
        raise FormatError(path, None, message)
    else:
        document = form.read(fspath(path), content)
    return document if encoding is None else document.in_encoding(own, encoding)


def _of_lists(graded: bool, names: NameOrder | None, known: KnownNames | None) -> Mapping[str, Any]:
    """How a list of entries is read."""
    from .entries.names import check_order, nobody_known

    if names is not None:
        check_order(names)
    return {"graded": graded, "names": names, "known": known or nobody_known}


def _refuse_bytes(path: str | PathLike[str]) -> None:
    """Refuse a path that is not a text, as one of bytes is."""
    if isinstance(fspath(path), bytes):
        raise TypeError(f"expected a path as a text, got {quoted(path)}")


def decoded(path: str | PathLike[str], content: bytes, encoding: str | None) -> bytes:
    """The content of a file, in UTF-8 if its encoding is named.

    Raises
    ------
    FormatError
        If it is not in the encoding, or its format states another.
    """
    if encoding is None:
        return content
    if not isinstance(encoding, str):
        raise TypeError(f"expected the name of an encoding, got {quoted(encoding)}")
    from .characters import in_utf8
    from .entries.workbook import is_workbook

    if is_workbook(content):
        message = (
            "expected a text, whose encoding can be named, found a spreadsheet, which states it"
        )
        raise FormatError(path, None, message)
    content = in_utf8(fspath(path), content, encoding)
    form = format_of(path, content)
    if form.name not in _TEXTS:
        message = (
            f"expected a text, whose encoding can be named, found {form.title}, which states it"
        )
        raise FormatError(path, None, message)
    return content


_ZIP = b"PK\x03\x04"


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
    if content.startswith(_ZIP):
        message = phrase(
            "is a ZIP archive; import it in the list of tournaments, or unpack it first"
        )
        raise FormatError(path, None, message)
    if fspath(path).lower().endswith(FORMATS["csv"].suffixes) and content[:1] not in b"<{":
        return FORMATS["csv"]  # whose reader says which titles it does not understand
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
    if not isinstance(document, Document):
        raise TypeError(f"document: expected a Document, as read gives it, got {quoted(document)}")
    check_tournament(tournament)
    _refuse_bytes(path)
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
