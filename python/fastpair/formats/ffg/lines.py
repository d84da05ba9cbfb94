"""The lines of a French result file."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...errors import FormatError
from ..characters import TextFile
from ..wall_list import parse_seat

if TYPE_CHECKING:
    from ..wall_list import Seat

__all__ = ["LICENCE", "PlayerLine", "Sheet", "parse"]

_COLUMNS = re.compile(
    r"(?P<place>[ 0-9]{4}) (?P<name>.{25})(?P<grade>[ 0-9]{2}[kdpKDP])(?: (?P<rest>.*))?"
)
_GRADE = re.compile(r"[0-9]{1,2}[kdp]", re.IGNORECASE)
LICENCE = re.compile(r"[0-9]{5,9}")
"""What a word is that stands for a licence; a shorter one belongs to the club."""


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """The line of a player."""

    number: int
    """Number of the line in the file, from 1."""

    name: tuple[str, ...]
    """The words of the name, first name last."""

    grade: str
    licence: str
    club: str
    seats: tuple[Seat, ...]


@dataclass(frozen=True)
class Sheet:
    """A result file in its parts."""

    file: TextFile
    comments: tuple[tuple[int, str], ...]
    """Numbers and texts of the lines that begin with a semicolon."""

    players: tuple[PlayerLine, ...]


def parse(path: str, content: bytes) -> Sheet:
    """Take a result file apart.

    Raises
    ------
    FormatError
        If a line is no line of a player, or has another number of rounds than the others.
    """
    file = TextFile.of(path, content)
    comments: list[tuple[int, str]] = []
    players: list[PlayerLine] = []
    for number, line in enumerate(file.lines, start=1):
        if line.lstrip().startswith(";"):
            comments.append((number, line.strip()))
        elif line.strip():
            player = _player_line(number, line)
            if player is None:
                expected = "expected place, name, grade, licence, club and games"
                raise FormatError(path, number, f"{expected}, found {line.strip()[:40]!r}")
            rounds = len(players[0].seats) if players else len(player.seats)
            if len(player.seats) != rounds:
                message = f"expected {rounds} rounds as in the first line of a player"
                raise FormatError(path, number, f"{message}, found {len(player.seats)}")
            players.append(player)
    return Sheet(file, tuple(comments), tuple(players))


def _player_line(number: int, line: str) -> PlayerLine | None:
    """Read a line by its columns, and by its words if a column is not where it belongs."""
    match = _COLUMNS.fullmatch(line)
    if match is not None:
        return _with_words(
            number, match["name"].split(), match["grade"].strip(), (match["rest"] or "").split()
        )
    words = line.split()
    if words and words[0].isdigit():
        words = words[1:]
    for index, word in enumerate(words):
        if index and _GRADE.fullmatch(word):
            return _with_words(number, words[:index], word, words[index + 1 :])
    return None


def _with_words(number: int, name: list[str], grade: str, rest: list[str]) -> PlayerLine | None:
    """The line of a player from its words; the last words are games, as many as can be."""
    if not name:
        return None
    first_game = len(rest)
    while first_game and parse_seat(rest[first_game - 1]):
        first_game -= 1
    before = rest[:first_game]
    licence = before.pop(0) if before and LICENCE.fullmatch(before[0]) else ""
    seats = tuple(filter(None, map(parse_seat, rest[first_game:])))
    return PlayerLine(number, tuple(name), grade, licence, " ".join(before), seats)
