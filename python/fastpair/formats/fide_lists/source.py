"""FIDE's rating lists as they are published: fixed columns or XML, alone or in a ZIP file.

A list holds standard, rapid or blitz ratings, or all three. Its first line names the columns, whose places
follow from it::

    ID Number      Name                          Fed Sex Tit  WTit OTit           FOA NOV26 Gms K  B-day Flag
    1503014        Adler, Bo                     NOR M   GM                           2839  0   10 1990
"""

from __future__ import annotations

import re
import struct
import zlib
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from html import unescape
from io import FileIO
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple, NoReturn, get_args
from zipfile import ZIP_BZIP2, ZIP_LZMA, BadZipFile, ZipFile, is_zipfile

from ...errors import FormatError
from ...files import reason
from ...go.tournament import RateOfPlay
from ...parameters import number_in
from ...sentences import phrase
from ..document import birth_in, sex_in
from ..entries.columns import title_in
from ..rating_lists import MOST_REMARKS, more_passed_over

try:
    from lzma import LZMAError
except ModuleNotFoundError:  # a Python that was built without it
    LZMAError = zlib.error  # type: ignore[misc, assignment]

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from os import PathLike

__all__ = ["RATES", "FideSource", "SourcePlayer", "is_fide_list"]

RATES: tuple[RateOfPlay, ...] = get_args(RateOfPlay)
"""The ratings of chess: standard, rapid and blitz."""


class SourcePlayer(NamedTuple):
    """A player of a list."""

    number: int
    """FIDE's number."""

    name: str
    """Family name."""

    first_name: str
    federation: str
    sex: str
    title: str
    birth: str
    """The year; empty if it is unknown."""

    ratings: tuple[int | None, ...]
    """Rating and K of each rate of play that the list holds, one after the other."""


# ---- Limits, three times of what the lists of FIDE have and more ----

_MOST_LINES = 5_000_000
"""Of a text, or players in XML."""

_LONGEST_LINE = 4096
_MOST_BYTES = 4 << 30
_MOST_PACKED, _FEW_BYTES = 200, 1 << 26
"""How many times smaller a list of more than a few bytes may be in a ZIP file."""

_MOST_OTHERS = 1000
"""Lines that are no players, where these are not even more."""

_MOST_DIGITS, _MOST_DIGITS_OF_RATINGS = 9, 4


# ---- What a file is ----

_TEXT = re.compile(rb"(?:\xef\xbb\xbf)?\s*ID[ _]?Number\s+Name\b", re.IGNORECASE)
_XML = re.compile(rb"<playerslist>|<player>\s*<fideid>", re.IGNORECASE)
_HEAD = 4096
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = re.compile(rf"({'|'.join(_MONTHS)})(\d\d)(?:frl)?(?![0-9a-z])", re.IGNORECASE)
_RATING_OF = {"SRTNG": "standard", "RRTNG": "rapid", "BRTNG": "blitz"}
_K_OF = {"SK": "standard", "RK": "rapid", "BK": "blitz"}


def is_fide_list(path: str | PathLike[str]) -> bool:
    """Whether a file is a list of FIDE's, or a ZIP file that may hold one."""
    try:
        with Path(path).open("rb") as file:
            head = file.read(_HEAD)
        return bool(_TEXT.match(head) or _XML.search(head)) or is_zipfile(path)
    except OSError:
        return False


@dataclass(frozen=True, slots=True, kw_only=True)
class FideSource:
    """A list of FIDE's in a file."""

    path: str
    """The file, for errors."""

    file: Path
    member: str
    """The file within a ZIP file; empty if it is none."""

    size: int
    """Bytes of the list."""

    is_xml: bool
    columns: Mapping[str, slice]
    """Places in a line of text, by title; that of the rating is called by its rate of play."""

    rates: tuple[RateOfPlay, ...]
    """Which ratings it holds."""

    month: date
    """First day of the month of the list."""

    @classmethod
    def of(
        cls,
        file: Path,
        name: str = "",
        month: date | None = None,
        rate: RateOfPlay | None = None,
        begins: date | None = None,
    ) -> FideSource:
        """Find out what a file holds.

        Parameters
        ----------
        name
            Its name, if the file has another one: it may say month and rate of play.
        month
            Its month, if neither the name nor the list says it, or another one than they say.
        rate
            The rate of play of a list of one, where its name does not say it.
        begins
            First day of the event that the list is for, whose month it is if nothing says another one.

        Raises
        ------
        FormatError
            If it is no list of FIDE's, or the month or the rate of play is unknown.
        """
        path = name or str(file)
        member, size = _member(path, file)
        with _opened(path, file, member) as content:
            head = content.read(_HEAD)
        is_xml = not _TEXT.match(head)
        if is_xml and not _XML.search(head):
            message = "expected a rating list of FIDE's, with the columns ID Number, Name, Fed …"
            raise FormatError(path, 1, f"{message}, found {head[:40].decode('latin-1')!r}")
        first = "" if is_xml else head.decode("utf-8-sig", "replace").splitlines()[0]
        columns, rates = _columns(first)
        tags = re.findall(rb"<(\w+)>", head) if is_xml else ()
        if b"rapid_rating" in tags or b"blitz_rating" in tags:
            rates = RATES
        names = f"{Path(member).name} {Path(path).name}"
        rates = rates or _rate_in(path, names, rate)
        known = _month_in(first) or _month_in(names) or month or begins
        if known is None:
            message = "the list does not say its month; state it, such as 2026-11"
            raise FormatError(path, 1, message)
        return cls(
            path=path,
            file=file,
            member=member,
            size=size,
            is_xml=is_xml,
            columns=columns if len(rates) > 1 or is_xml else _single(columns, rates[0]),
            rates=rates,
            month=(month or known).replace(day=1),
        )

    def players(
        self, read: Callable[[int], None], wrong: Callable[[str], None]
    ) -> Iterator[SourcePlayer]:
        """The players of the list, one after the other.

        Parameters
        ----------
        read
            Hears how many bytes are read so far.
        wrong
            Hears of the first lines that are no players, and how many more there are.

        Raises
        ------
        FormatError
            If the file cannot be read to its end, is more than a list can be, or holds mostly no players.
        """
        found, passed, others, first = 0, 0, 0, list[tuple[int, str]]()
        cells = [(name, place) for name, place in self.columns.items() if name in _NEEDED]
        with _opened(self.path, self.file, self.member) as content:
            for line, raw in self._lines(content, read):
                player = self._of_xml(raw) if self.is_xml else self._of_text(raw, cells)
                if player is not None:
                    found += 1
                    yield player
                    continue
                passed += 1
                if raw.strip() not in _NOTHING:
                    others += 1
                    if len(first) < MOST_REMARKS:
                        first.append((line, " ".join(_decoded(raw).split())[:60]))
                if passed > max(found, _MOST_OTHERS):
                    break
        if found <= others or passed > max(found, _MOST_OTHERS):
            self._refuse(*first[:1])
        for line, text in first:
            wrong(self._describe(line, text))
        if others > len(first):
            wrong(more_passed_over(others - len(first)))

    def _refuse(self, other: tuple[int, str] | None = None) -> NoReturn:
        """Refuse a list of which not even every second line is a player."""
        line, found = (None, "none") if other is None else (other[0], repr(other[1]))
        message = f"expected players of a list of FIDE's, found {found}"
        raise FormatError(self.path, None if self.is_xml else line, message)

    def _describe(self, line: int, text: str) -> str:
        """Say that a line is passed over."""
        if self.is_xml:
            return phrase("{text!r} is no player; it is passed over", text=text)
        return phrase("line {line}: {text!r} is no player; it is passed over", line=line, text=text)

    def _lines(
        self, content: IO[bytes], read: Callable[[int], None]
    ) -> Iterator[tuple[int, bytes]]:
        """The lines of a text but the first one, or the players in XML, with their numbers."""
        parts = _split(content, b"</player>" if self.is_xml else b"\n", read)
        for number, raw in enumerate(parts, start=1):
            if len(raw) > _LONGEST_LINE or number > _MOST_LINES:
                message = phrase(
                    "expected at most {lines} players of {bytes} bytes each; download the list again",
                    lines=_MOST_LINES,
                    bytes=_LONGEST_LINE,
                )
                raise FormatError(self.path, number, message)
            if number > 1 or self.is_xml:
                yield number, raw

    def _of_text(self, raw: bytes, cells: Sequence[tuple[str, slice]]) -> SourcePlayer | None:
        line = _decoded(raw)
        return self._player({name: line[place].strip() for name, place in cells})

    def _of_xml(self, raw: bytes) -> SourcePlayer | None:
        text, first = raw.decode("utf-8", "replace"), self.rates[0]
        cells = {_OF_TAGS.get(tag, tag): _cell(cell) for tag, cell in _TAGS.findall(text)}
        cells[first] = cells.get("rating", "")
        cells[f"{first} K"] = cells.get("k", "")
        return self._player(cells)

    def _player(self, cells: Mapping[str, str]) -> SourcePlayer | None:
        """The player of these cells; None if they have no number or no name, or a number of too many digits."""
        number, family = cells.get("ID NUMBER", ""), cells.get("NAME", "")
        known = number_in(number, _MOST_DIGITS)
        if known is None or not family:
            return None
        try:
            ratings = tuple(
                _whole(cells.get(name, "")) for rate in self.rates for name in (rate, f"{rate} K")
            )
        except ValueError:
            return None
        family, _, first = family.partition(",")
        return SourcePlayer(
            known,
            family.strip(),
            first.strip(),
            cells.get("FED", ""),
            _sex(cells.get("SEX", "")),
            _title(cells.get("TIT", "")) or _title(cells.get("WTIT", "")),
            _birth(cells.get("B-DAY", "")),
            ratings,
        )


_NOTHING = (b"", b"</playerslist>")
_TAGS = re.compile(r"<(\w+)>([^<]*)</")
_OF_TAGS = {
    "fideid": "ID NUMBER",
    "name": "NAME",
    "country": "FED",
    "sex": "SEX",
    "title": "TIT",
    "w_title": "WTIT",
    "birthday": "B-DAY",
    "rapid_rating": "rapid",
    "rapid_k": "rapid K",
    "blitz_rating": "blitz",
    "blitz_k": "blitz K",
}
_NEEDED = {
    *("ID NUMBER", "NAME", "FED", "SEX", "TIT", "WTIT", "B-DAY"),
    *RATES,
    *(f"{rate} K" for rate in RATES),
}

_title, _sex, _birth = (lru_cache(maxsize=1 << 10)(read) for read in (title_in, sex_in, birth_in))


@lru_cache(maxsize=1 << 13)
def _whole(text: str) -> int | None:
    """A rating or K; None for none.

    Raises
    ------
    ValueError
        If it has too many digits.
    """
    if len(text) > _MOST_DIGITS_OF_RATINGS:
        raise ValueError(text)
    return int(text) or None if text.isascii() and text.isdecimal() else None


def _cell(text: str) -> str:
    return unescape(text).strip() if "&" in text else text.strip()


def _decoded(raw: bytes) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def _columns(header: str) -> tuple[dict[str, slice], tuple[RateOfPlay, ...]]:
    """The columns of a line of titles, and the rates of play that they name."""
    found = [*re.finditer(r"ID[ _]?Number|\S+", header, re.IGNORECASE)]
    ends = [*(each.start() for each in found[1:]), None][: len(found)]
    columns: dict[str, slice] = {}
    for each, end in zip(found, ends, strict=True):
        title = each[0].upper().replace("_", " ")
        name = _RATING_OF.get(title) or (f"{_K_OF[title]} K" if title in _K_OF else title)
        columns[name] = slice(each.start(), end)
    rates = tuple(rate for rate in RATES if rate in columns)
    return columns, rates


def _single(columns: Mapping[str, slice], rate: RateOfPlay) -> Mapping[str, slice]:
    """The columns of a list of one rate of play, whose rating is titled by its month."""
    if rate in columns:
        return columns
    rating = next((place for name, place in columns.items() if _MONTH.fullmatch(name)), None)
    rating = rating or columns.get("RTNG") or columns.get("RATING")
    more = {rate: rating, f"{rate} K": columns.get("K")}
    return {**columns, **{name: place for name, place in more.items() if place is not None}}


def _rate_in(path: str, names: str, stated: RateOfPlay | None) -> tuple[RateOfPlay, ...]:
    """The rate of play of a list of one, from its names."""
    named = tuple(rate for rate in RATES if rate in names.lower())
    if stated is None and len(named) != 1:
        message = "the list does not say whether its ratings are standard, rapid or blitz; state it"
        raise FormatError(path, 1, message)
    return (stated,) if stated else named


def _month_in(text: str) -> date | None:
    """The month in a text such as ``standard_nov26frl.txt``, or the titles of a list."""
    found = _MONTH.search(text)
    return date(2000 + int(found[2]), _MONTHS.index(found[1].lower()) + 1, 1) if found else None


# ---- The content of a file, packed or not ----

_PIECE = 1 << 18
"""Bytes that are read at a time."""

_MOST_AT_ONCE = 1 << 20
_MOST_AT_ONCE_OF = {ZIP_BZIP2: 16, ZIP_LZMA: 4096}
"""Bytes that are unpacked at once; by these methods, whatever comes out of them: up to 46 MB."""

_DAMAGED = (
    *(BadZipFile, EOFError, OverflowError, RuntimeError, ValueError),
    *(LZMAError, struct.error, zlib.error),
)
"""What `zipfile` raises where a file is damaged, encrypted, or packed by a method that it does not know."""


def _split(content: IO[bytes], end: bytes, read: Callable[[int], None]) -> Iterator[bytes]:
    """The parts of a content that end so, and the line behind the last end; a part that is too long is the last."""
    rest, done = b"", 0
    while piece := content.read(_PIECE):
        parts = (rest + piece).split(end)
        rest = parts.pop()
        yield from parts
        done += len(piece)
        read(done)
        if len(rest) > _LONGEST_LINE:
            break
    if rest:
        yield rest


class _PackedFile(FileIO):
    """A file of which never more than so many bytes are read at once."""

    most = _MOST_AT_ONCE

    def read(self, size: int | None = -1) -> bytes:
        return super().read(self.most if size is None or size < 0 else min(size, self.most))


@contextmanager
def _reading(path: str) -> Iterator[None]:
    """Refuse a file that cannot be read."""
    try:
        yield
    except FormatError:
        raise
    except (OSError, *_DAMAGED) as error:
        message = phrase(
            "cannot be read: {reason}; download the list again, or unpack it first",
            reason=reason(error),
        )
        raise FormatError(path, None, message) from error


def _member(path: str, file: Path) -> tuple[str, int]:
    """The list within a ZIP file, or nothing, and its size.

    Raises
    ------
    FormatError
        If there is none, or it is larger than any list.
    """
    with _reading(path):
        name, size, packed = "", file.stat().st_size, 0
        if is_zipfile(file):
            name, size, packed = _packed_list(path, file)
    if size > _MOST_BYTES:
        limit = _MOST_BYTES >> 20
        raise FormatError(path, None, f"expected a rating list of at most {limit} MiB, found more")
    if name and size > max(_FEW_BYTES, _MOST_PACKED * packed):
        message = phrase(
            "expected a list of FIDE's, found {size} MiB packed into {packed}; download the list again",
            size=size >> 20,
            packed=f"{packed / (1 << 20):.1f}",
        )
        raise FormatError(path, None, message)
    return name, size


def _packed_list(path: str, file: Path) -> tuple[str, int, int]:
    """Name, size and packed size of the list in a ZIP file."""
    with _PackedFile(file) as content, ZipFile(content) as packed:
        names = packed.infolist()
        lists = [each for each in names if each.filename.lower().endswith((".txt", ".xml"))]
    if len(lists) != 1:
        raise FormatError(path, None, f"expected one .txt or .xml in it, found {len(lists)}")
    return lists[0].filename, lists[0].file_size, lists[0].compress_size


@contextmanager
def _opened(path: str, file: Path, member: str) -> Iterator[IO[bytes]]:
    """The content of a list."""
    with _reading(path):
        if not member:
            with file.open("rb") as content:
                yield content
            return
        with _PackedFile(file) as whole, ZipFile(whole) as packed, packed.open(member) as inner:
            whole.most = _MOST_AT_ONCE_OF.get(packed.getinfo(member).compress_type, whole.most)
            yield inner
