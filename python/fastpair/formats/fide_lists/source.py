"""FIDE's rating lists as they are published: fixed columns or XML, alone or in a ZIP file.

A list holds standard, rapid or blitz ratings, or all three. Its first line names the columns, whose places
follow from it::

    ID Number      Name                          Fed Sex Tit  WTit OTit           FOA NOV26 Gms K  B-day Flag
    1503014        Adler, Bo                     NOR M   GM                           2839  0   10 1990
"""

from __future__ import annotations

import re
from codecs import getincrementaldecoder
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from html import unescape
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple, get_args
from zipfile import BadZipFile, ZipFile, is_zipfile

from ...errors import FormatError
from ...go.tournament import RateOfPlay
from ...sentences import phrase
from ..document import birth_in, sex_in
from ..entries.table import title_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
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
        known = _month_in(first) or _month_in(names) or month
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
            Hears of each line that is no player.

        Raises
        ------
        FormatError
            If the file cannot be read to its end.
        """
        with _opened(self.path, self.file, self.member) as content:
            yield from (self._of_xml if self.is_xml else self._of_text)(content, read, wrong)

    def _of_text(
        self, content: IO[bytes], read: Callable[[int], None], wrong: Callable[[str], None]
    ) -> Iterator[SourcePlayer]:
        cells = {name: place for name, place in self.columns.items() if name in _NEEDED}
        done = len(content.readline())
        for number, raw in enumerate(content, start=2):
            done += len(raw)
            line = _decoded(raw)
            found = {name: line[place].strip() for name, place in cells.items()}
            player = self._player(found)
            if player is not None:
                yield player
            elif line.strip():
                wrong(
                    phrase(
                        "line {line}: {text!r} is no player; it is passed over",
                        line=number,
                        text=line.strip()[:60],
                    )
                )
            if number % _BATCH == 0:
                read(done)

    def _of_xml(
        self, content: IO[bytes], read: Callable[[int], None], wrong: Callable[[str], None]
    ) -> Iterator[SourcePlayer]:
        rest, done, first = "", 0, self.rates[0]
        decoder = getincrementaldecoder("utf-8")("replace")
        while piece := content.read(_PIECE):
            done += len(piece)
            blocks = (rest + decoder.decode(piece)).split("</player>")
            rest = blocks.pop()
            for block in blocks:
                cells = {_OF_TAGS.get(tag, tag): _cell(text) for tag, text in _TAGS.findall(block)}
                cells[first] = cells.get("rating", "")
                cells[f"{first} K"] = cells.get("k", "")
                player = self._player(cells)
                if player is not None:
                    yield player
                else:
                    text = " ".join(block.split())[:60]
                    wrong(phrase("{text!r} is no player; it is passed over", text=text))
            read(done)

    def _player(self, cells: Mapping[str, str]) -> SourcePlayer | None:
        """The player of these cells; None if they have no number or no name."""
        number, family = cells.get("ID NUMBER", ""), cells.get("NAME", "")
        if not (number.isascii() and number.isdecimal() and family):
            return None
        family, _, first = family.partition(",")
        return SourcePlayer(
            int(number),
            family.strip(),
            first.strip(),
            cells.get("FED", ""),
            _sex(cells.get("SEX", "")),
            _title(cells.get("TIT", "")) or _title(cells.get("WTIT", "")),
            _birth(cells.get("B-DAY", "")),
            tuple(
                _whole(cells.get(name, "")) for rate in self.rates for name in (rate, f"{rate} K")
            ),
        )


_BATCH, _PIECE = 20_000, 1 << 21
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
    """A rating or K; None for none."""
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


def _member(path: str, file: Path) -> tuple[str, int]:
    """The list within a ZIP file, or nothing, and its size."""
    try:
        if not is_zipfile(file):
            return "", file.stat().st_size
        with ZipFile(file) as packed:
            lists = [
                each
                for each in packed.infolist()
                if each.filename.lower().endswith((".txt", ".xml"))
            ]
    except (OSError, BadZipFile) as error:
        raise FormatError(path, None, f"cannot be read: {error}") from error
    if len(lists) != 1:
        raise FormatError(path, None, f"expected one .txt or .xml in it, found {len(lists)}")
    return lists[0].filename, lists[0].file_size


@contextmanager
def _opened(path: str, file: Path, member: str) -> Iterator[IO[bytes]]:
    """The content of a list."""
    try:
        if not member:
            with file.open("rb") as content:
                yield content
            return
        with ZipFile(file) as packed, packed.open(member) as inner:
            yield inner
    except (OSError, BadZipFile, EOFError) as error:
        raise FormatError(path, None, f"cannot be read: {error}") from error
