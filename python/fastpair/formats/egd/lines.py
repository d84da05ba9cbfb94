"""The lines of a wall list: comments, players, and which of the words in a line are games."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ...errors import FormatError
from .. import wall_list
from ..characters import TextFile
from ..wall_list import (
    NO_GAME,
    NO_GAME_WORDS,
    Expected,
    PlayerLine,
    faults_of,
    grade_of,
    parse_seat,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..wall_list import WallList

__all__ = ["looks_like_wall_list", "parse"]

_HEADER = re.compile(r";\s*(?:[A-Z]{2}\[|Pl\s+Name)")
_COUNTRY = re.compile(r"[A-Za-z]{2}")
_GRADE_AFTER_NAME = re.compile(r"(?P<name>.*[^0-9])(?P<grade>[0-9]{1,2}[kdpKDP])")
_PLACE = re.compile(r" {0,3}[0-9]{1,4}(?=\s)")
_SPAN, _MAYBE = re.compile(r"m*g(?:.*g)?m*"), re.compile(r"m+")
_LONGEST_SAMPLE = 1 << 16
_UNKNOWN_COUNTRY = "XX"
_EXPECTED = Expected("place, name, grade, country, club, scores and games", "scores and games")


def looks_like_wall_list(content: bytes) -> bool:
    """Whether a file begins with a header of the database, or with the line of a player."""
    try:
        file = TextFile.of("", content[:_LONGEST_SAMPLE])
    except FormatError:
        return False
    for line in file.lines:
        if line.lstrip().startswith(";"):
            if _HEADER.match(line.lstrip()):
                return True
        elif line.strip():
            player = _player_line(0, line)
            return player is not None and any(map(parse_seat, player.words))
    return False


def parse(path: str, content: bytes) -> WallList:
    """Take a result file apart, see `fastpair.formats.wall_list.parse`."""
    return wall_list.parse(path, content, _player_line, _EXPECTED, _game_columns)


def _player_line(number: int, line: str) -> PlayerLine | None:
    line, _, pin = line.partition("|")
    words = _words(line)
    if words and _PLACE.match(f"{line} "):
        words = words[1:]
    for start in _likely_grades(words):
        return _with_grade(number, words, start, pin.strip())
    for start, word in enumerate(words[:-1]):
        stuck = _GRADE_AFTER_NAME.fullmatch(word)
        if stuck and _COUNTRY.fullmatch(words[start + 1]):
            words[start : start + 1] = [stuck["name"], stuck["grade"]]
            return _with_grade(number, words, start + 1, pin.strip())
    return None


def _words(line: str) -> list[str]:
    """The words of a line; in a line with tabs, an empty cell is a word too."""
    cells = line.rstrip().split("\t")
    if len(cells) < 5:
        return line.split()
    name = next(
        (i for i, cell in enumerate(cells) if cell.strip() and not cell.strip().isdigit()), 0
    )
    words = []
    for place, cell in enumerate(cells):
        words += cell.split() if place <= name else [cell.strip() or "?"]
    return words


def _likely_grades(words: Sequence[str]) -> Iterator[int]:
    """Indices of words that may be the grade, the likeliest first: a name has two words."""
    found = [
        index
        for index, word in enumerate(words[:-1])
        if index and grade_of(word) is not None and _COUNTRY.fullmatch(words[index + 1])
    ]
    yield from (index for index in found if index == 2)
    yield from found


def _with_grade(number: int, words: Sequence[str], grade: int, pin: str) -> PlayerLine:
    country, club = [*words[grade + 1 :], ""][:2]
    more = {
        "country": "" if country.upper() == _UNKNOWN_COUNTRY else country.upper(),
        "club": club if club.lower().strip("x_?") else "",
        "egf_pin": pin,
    }
    return PlayerLine(
        number=number, name=words[:grade], grade=words[grade], words=words[grade + 3 :], more=more
    )


def _game_columns(players: Sequence[PlayerLine]) -> range:
    """The columns from the first to the last that surely hold games, with those beside that may.

    Where none surely does, they are the longest run of those that may.
    """
    columns = zip(*(player.words for player in players), strict=True)
    kinds = "".join(map(_kind_of_column, columns))
    found = _SPAN.search(kinds) or max(_MAYBE.finditer(kinds), key=_length, default=None)
    return range(*found.span()) if found else range(0)


def _length(match: re.Match[str]) -> int:
    return match.end() - match.start()


def _kind_of_column(words: Sequence[str]) -> str:
    """``g`` for a column of games, ``m`` for one that may be, ``s`` for scores.

    A word that is no game is a mistake where most words of the column are games. A score with a
    half, of which the encoding has made a question mark, looks like a game without a result. Such a
    column may hold games if most opponents name each other. Without opponents, a question mark is a
    half: a round that nobody plays is worth a known score.
    """
    seats = [parse_seat(word) for word in words]
    odd = seats.count(None)
    if 2 * odd > len(words) or NO_GAME_WORDS.issuperset(words):
        return "s"
    sure = sum(
        seat is not None and word not in NO_GAME_WORDS and (seat.result in "+-" or "/" in word)
        for seat, word in zip(seats, words, strict=True)
    )
    if sure >= max(odd, 1):
        return "g"
    lines = [(seat or NO_GAME,) for seat in seats]
    played = sum(bool(seat.opponent) for (seat,) in lines)
    if not played:
        return "s" if any(word.isdecimal() or word.endswith("?") for word in words) else "m"
    wrong = sum(1 for _ in faults_of(lines))
    return "m" if 2 * wrong < played else "s"
