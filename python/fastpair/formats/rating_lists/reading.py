"""Which rating list a file is, and its lines."""

from __future__ import annotations

import codecs
from os import fspath
from typing import TYPE_CHECKING, Protocol

from ...errors import FormatError
from ..files import read_file
from . import aga, egf, ffg
from .entries import RatingList

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date
    from os import PathLike

    from .entries import Entry


_MOST_LINES = 5
_HEAD = 50_000  # bytes in which a list shows what it is


class _Kind(Protocol):
    """A kind of rating list: what its module has."""

    TITLE: str
    ENCODING: str
    """Where it is not UTF-8."""

    EXPECTED: str
    """What its lines hold."""

    def recognises(self, lines: Sequence[str]) -> bool: ...
    def published(self, lines: Sequence[str]) -> date | None: ...
    def first_line(self, lines: Sequence[str]) -> int: ...
    def entry(self, line: str) -> Entry: ...


_KINDS: tuple[_Kind, ...] = (egf, ffg, aga)


def read_rating_list(path: str | PathLike[str]) -> RatingList:
    """Read the rating list of the EGF, the FFG or the AGA; the content tells which.

    A line that is no player is passed over with a remark: whoever registers players cannot mend
    the list of a federation, and needs the 50,000 other lines now. A file of which no line is a
    player, or less than every second one, is refused, as it is no such list or damaged.

    Parameters
    ----------
    path
        The file; ``-`` is standard input.

    Raises
    ------
    FormatError
        If the file cannot be read, or is no rating list.
    """
    return rating_list_of(path, read_file(path, "a rating list"))


def rating_list_of(path: str | PathLike[str], content: bytes) -> RatingList:
    """The rating list that a content is, see `read_rating_list`.

    Parameters
    ----------
    path
        Where it is from, for the errors.

    Raises
    ------
    FormatError
        If it is no rating list.
    """
    content = content.removeprefix(codecs.BOM_UTF8)
    kind = _kind_of(path, _lines(content[:_HEAD].decode("latin-1")))
    lines = _lines(_decoded(content, kind.ENCODING))
    start = kind.first_line(lines)
    entries, wrong = [], []
    read = kind.entry
    for place in range(start, len(lines)):
        line = lines[place]
        try:
            entries.append(read(line))
        except ValueError:
            if line.strip() and not line.startswith("<"):
                wrong.append(place)
    if wrong and len(entries) <= len(wrong):
        found = f"found {lines[wrong[0]][:60]!r}"
        expected = f"expected a player of the {kind.TITLE} list ({kind.EXPECTED})"
        raise FormatError(path, wrong[0] + 1, f"{expected}, {found}; download the list again")
    if not entries:
        raise FormatError(path, 1, f"expected players of the {kind.TITLE} list, found none")
    return RatingList(
        path=fspath(path),
        title=kind.TITLE,
        published=kind.published(lines),
        entries=tuple(entries),
        remarks=tuple(_remarks(kind, lines, wrong)),
    )


def _kind_of(path: str | PathLike[str], lines: Sequence[str]) -> _Kind:
    for kind in _KINDS:
        if kind.recognises(lines):
            return kind
    titles = ", ".join(kind.TITLE for kind in _KINDS)
    found = f"found {lines[0][:60]!r}"
    raise FormatError(path, 1, f"expected a rating list ({titles}), {found}")


def _remarks(kind: _Kind, lines: Sequence[str], wrong: Sequence[int]) -> Iterator[str]:
    for place in wrong[:_MOST_LINES]:
        found = f"{lines[place][:60]!r} is no player ({kind.EXPECTED})"
        yield f"line {place + 1}: {found}; it is passed over"
    if len(wrong) > _MOST_LINES:
        yield f"{len(wrong) - _MOST_LINES} more lines are no players, and are passed over"


def _decoded(content: bytes, encoding: str) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError:
        return content.decode(encoding)


def _lines(text: str) -> list[str]:
    """The lines of a text; ``str.splitlines`` would end them at rare characters too."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.split("\n")
