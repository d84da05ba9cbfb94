"""Lists of entries in spreadsheets: a sheet of an XLSX or ODS file as CSV."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import datetime, time
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple
from xml.parsers.expat import ExpatError, ParserCreate
from zipfile import BadZipFile, ZipFile
from zlib import error as ZlibError  # noqa: N812 - a class

from ...errors import FormatError, MissingExtraError
from ...parameters import number_in
from ...sentences import joined, phrase
from ..characters import csv_text
from ..limits import MOST_CELLS, MOST_UNPACKED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from zipfile import ZipInfo

_ZIP, _OLE = b"PK\x03\x04", bytes.fromhex("d0cf11e0a1b11ae1")
_MARKS = (b"xl/workbook", b"xl/worksheets", b"[Content_Types].xml", b"META-INF/manifest.xml")
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_MACROS = ("xl/vbaProject.bin", "Basic/", "Scripts/")
_BINARY = "xl/workbook.bin"
_CHUNK = 1 << 16


class WorkbookSheet(NamedTuple):
    """A sheet of a workbook."""

    content: bytes
    """As CSV in UTF-8, with a line for each row."""

    name: str
    names: tuple[str, ...]
    """Those of all sheets, in their order."""

    @property
    def remarks(self) -> tuple[str, ...]:
        """Which sheet is read, if there are several."""
        others = [name for name in self.names if name != self.name]
        if not others:
            return ()
        return (
            phrase(
                "the sheet {name!r} is read, and not {others}",
                name=self.name,
                others=joined(", ", map(repr, others)),
            ),
        )


def is_workbook(content: bytes) -> bool:
    """Whether a file is a spreadsheet, of whatever program.

    Examples
    --------
    >>> is_workbook(b"Name;Rank")
    False
    """
    return content.startswith(_OLE) or (
        content.startswith(_ZIP) and any(mark in content for mark in _MARKS)
    )


def read_sheet(path: str, content: bytes, sheet: str | None = None) -> WorkbookSheet:
    """Read a sheet of a spreadsheet.

    Numbers and dates are as they are typed: 3 stays 3, and a day is written as 2026-11-30.

    Parameters
    ----------
    sheet
        Its name, in upper or lower case; the first one by default.

    Raises
    ------
    FormatError
        If the file is damaged, has a password or macros, is too large or of a kind that is not read, or has no
        such sheet.
    MissingExtraError
        If what reads spreadsheets is not installed.
    """
    try:
        from python_calamine import CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum
    except ImportError as error:
        raise MissingExtraError("spreadsheet", "a list in a spreadsheet") from error
    _check_content(path, content)
    with _reading(path), CalamineWorkbook.from_filelike(BytesIO(content)) as workbook:
        found = [each for each in workbook.sheets_metadata if each.typ == SheetTypeEnum.WorkSheet]
        names = tuple(each.name for each in found)
        shown = [each.name for each in found if each.visible == SheetVisibleEnum.Visible]
        name = _chosen(path, shown or names, names, sheet)
        rows = workbook.get_sheet_by_name(name).to_python(skip_empty_area=False)
    lines = ([_cell(value) for value in row] for row in rows)
    text = csv_text(map(_without_end, lines), separator="\t", render=str)
    return WorkbookSheet(text.encode("utf-8", "surrogatepass"), name, names)


def _chosen(path: str, shown: Sequence[str], names: Sequence[str], sheet: str | None) -> str:
    """The sheet of a name, or the first one."""
    if not names:
        raise FormatError(path, None, phrase("has no sheet with cells"))
    if sheet is None:
        return shown[0]
    wanted = sheet.strip().casefold()
    for name in names:
        if name.strip().casefold() == wanted:
            return name
    message = phrase(
        "has no sheet {name!r}; its sheets are {names}",
        name=sheet[:40],
        names=joined(", ", map(repr, names)),
    )
    raise FormatError(path, None, message)


def _cell(value: object) -> str:
    """A cell as it is typed, on one line."""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float) and value.is_integer() and abs(value) < 1 << 53:
        return str(int(value))
    if isinstance(value, datetime):
        return value.isoformat(" ") if value.time() != time() else value.date().isoformat()
    return " ".join(str(value).split())


def _without_end(cells: list[str]) -> list[str]:
    """The cells of a row up to the last one that says something."""
    while cells and not cells[-1]:
        cells.pop()
    return cells


# ---- What may be in a file: it is looked over before a library takes room for it ----


@contextmanager
def _reading(path: str) -> Iterator[None]:
    """Say of whatever a library finds wrong that the file is damaged."""
    try:
        yield
    except (FormatError, MemoryError):
        raise
    except Exception as error:
        raise _damaged(path) from error
    except BaseException as error:
        if type(error).__name__ != "PanicException":  # which is no Exception
            raise
        raise _damaged(path) from error


def _damaged(path: str) -> FormatError:
    message = phrase("is damaged; open it in a spreadsheet program and save it again")
    return FormatError(path, None, message)


def _check_content(path: str, content: bytes) -> None:
    """Refuse a file that is not read, or for which there is no room.

    Raises
    ------
    FormatError
        Why.
    """
    if content.startswith(_OLE):
        raise _protected(path) if _ENCRYPTED in content else _other_kind(path)
    try:
        with ZipFile(BytesIO(content)) as packed:
            members = packed.infolist()
            names = [each.filename for each in members]
            if _BINARY in names or not {"xl/workbook.xml", "content.xml"} & {*names}:
                raise _other_kind(path)
            if any(name.startswith(_MACROS) for name in names):
                message = phrase("has macros; save it as .xlsx or .ods without them")
                raise FormatError(path, None, message)
            if sum(each.file_size for each in members) > MOST_UNPACKED:
                raise _too_large(path)
            for each in members:
                if each.flag_bits & 1:
                    raise _protected(path)
                _check_member(path, packed, each)
    except ExpatError as error:
        raise _damaged(path) from error
    except (
        BadZipFile,
        EOFError,
        NotImplementedError,
        RuntimeError,
        ValueError,
        ZlibError,
    ) as error:
        if isinstance(error, FormatError):
            raise
        raise _damaged(path) from error


def _check_member(path: str, packed: ZipFile, member: ZipInfo) -> None:
    """Unpack a part of a file, which may be no longer than it states, and count the cells of a sheet."""
    name = member.filename
    is_sheet = name.startswith("xl/worksheets/") and name.endswith(".xml")
    extent = _Extent() if is_sheet or name == "content.xml" else None
    manifest = b""
    with packed.open(member) as part:
        while piece := part.read(_CHUNK):
            if name == "META-INF/manifest.xml":
                manifest += piece
            if extent is not None and not extent.feed(piece):
                raise _too_large(path)
    if b"encryption-data" in manifest:
        raise _protected(path)


class _Extent:
    """How many cells a table of the rows and columns of a sheet has that say something."""

    def __init__(self) -> None:
        self._parser = ParserCreate(namespace_separator=" ")
        self._parser.StartElementHandler = self._start
        self._parser.buffer_text = True
        self._row = self._column = 0
        self._rows = self._columns = self._most = 0

    def feed(self, piece: bytes) -> bool:
        """Read a part of the text; False as soon as the cells are too many."""
        self._parser.Parse(piece, False)
        return self._most <= MOST_CELLS

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        local = name.rpartition(" ")[2]
        values = {key.rpartition(" ")[2]: value for key, value in attributes.items()}
        if local in ("table", "worksheet"):
            self._row = self._column = self._rows = self._columns = 0
        elif local in ("row", "table-row"):
            stated = _whole(values.get("r"))
            repeated = _whole(values.get("number-rows-repeated"), 1)
            self._row, self._column = stated or self._row + repeated, 0
        elif local in ("c", "table-cell", "covered-table-cell"):
            self._place(values)
            if "value-type" in values:
                self._count()
        elif local in ("v", "is", "f", "p"):
            self._count()

    def _place(self, values: dict[str, str]) -> None:
        """Go on to a cell."""
        letters = values.get("r", "").rstrip("0123456789")
        if letters:
            self._column = _column(letters)
            self._row = _whole(values["r"][len(letters) :]) or self._row
        else:
            self._column += _whole(values.get("number-columns-repeated"), 1)

    def _count(self) -> None:
        """Count the cell as one that says something."""
        self._rows, self._columns = max(self._rows, self._row), max(self._columns, self._column)
        self._most = max(self._most, self._rows * self._columns)


def _whole(text: str | None, usual: int = 0) -> int:
    """A number of rows or columns."""
    number = number_in(text or "", _MOST_DIGITS)
    return usual if number is None else number


_MOST_DIGITS = 12


def _column(letters: str) -> int:
    """The number of a column, from 1.

    >>> _column("A"), _column("AB")
    (1, 28)
    """
    number = 0
    for letter in letters[:_MOST_DIGITS].upper():
        number = 26 * number + ord(letter) - ord("A") + 1
    return number


def _protected(path: str) -> FormatError:
    return FormatError(path, None, phrase("is protected by a password; save it without one"))


def _other_kind(path: str) -> FormatError:
    return FormatError(path, None, phrase("is a file that is not read; save it as .xlsx or .ods"))


def _too_large(path: str) -> FormatError:
    message = phrase(
        "is too large: at most {cells} cells and {size} MiB are read; keep the sheet of the players alone",
        cells=MOST_CELLS,
        size=MOST_UNPACKED >> 20,
    )
    return FormatError(path, None, message)
