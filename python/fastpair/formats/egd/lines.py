"""The lines of a wall list: comments, players, and which of the words in a line are games."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ...errors import FormatError
from .. import wall_list
from ..characters import TextFile
from ..wall_list import Expected, PlayerLine, faults_of, grade_of, parse_seat

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..wall_list import WallList

__all__ = ["looks_like_wall_list", "parse"]

_HEADER = re.compile(r";\s*(?:[A-Z]{2}\[|Pl\s+Name)")
_COUNTRY = re.compile(r"[A-Za-z]{2}")
_GRADE_AFTER_NAME = re.compile(r"(?P<name>.*[^0-9])(?P<grade>[0-9]{1,2}[kdpKDP])")
_PLACE = re.compile(r" {0,3}[0-9]{1,4}(?=\s)")
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
    """The longest run of columns that hold a game of every player."""
    width = len(players[0].words) if players else 0
    best, start = range(0), 0
    for column in range(width + 1):
        if column < width and _is_game_column(players, column):
            continue
        if column - start > len(best):
            best = range(start, column)
        start = column + 1
    return best


def _is_game_column(players: Sequence[PlayerLine], column: int) -> bool:
    """Whether all words of a column are games.

    A score with a half, of which the encoding has made a question mark, looks like a game without
    a result. Such a column holds games if most opponents name each other. Without opponents, a
    question mark is a half: a round that nobody plays is worth a known score.
    """
    words = [player.words[column] for player in players]
    seats = [parse_seat(word) for word in words]
    if None in seats or all(word == "?" for word in words):
        return False
    if any(
        seat and (seat.result in "+-" and word != "?")
        for seat, word in zip(seats, words, strict=True)
    ):
        return True
    lines = [(seat,) for seat in seats if seat]
    played = sum(bool(seat.opponent) for (seat,) in lines)
    wrong = sum(1 for _ in faults_of(lines))
    if not played:
        return not any(word.endswith("?") for word in words)
    return any("/" in word for word in words) or 2 * wrong < played
