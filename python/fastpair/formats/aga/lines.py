"""The parts of a result report: the header, the players, and the games by round."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...errors import FormatError
from ...go.tournament import Game, Grade
from ...go.tournament.ranges import range_in
from ..characters import TextFile

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Board", "Entry", "Report", "parse"]

_PLAYER = re.compile(r"\s*([0-9]{1,9})\s+([^,]*),(.*)")
_GAME = re.compile(
    r"\s*([0-9]{1,9})\s+([0-9]{1,9})\s+([WB?])(?:\s+([0-9])(?:\s+(\S{1,6}))?)?", re.I
)
_ROUND = re.compile(r"\s*GAMES(?:\s+([0-9]{1,3}))?\s*", re.IGNORECASE)
_RATING = re.compile(r"-?[0-9]{1,2}(?:\.[0-9]{1,6})?")
_RANK = re.compile(r"([0-9]{1,2})\s?([kdp])", re.IGNORECASE)
_KOMI = re.compile(r"-?[0-9]{1,2}(?:\.[0-9]{1,2})?")
_ROUNDS = range_in(Game, "round")


@dataclass(frozen=True, slots=True)
class Entry:
    """The line of a player."""

    number: int
    """Number of the line in the file, from 1."""

    identity: str
    name: str
    first_name: str
    grade: Grade


@dataclass(frozen=True, slots=True)
class Board:
    """The line of a game."""

    number: int
    """Number of the line in the file, from 1."""

    round: int
    white: str
    black: str
    result: str
    """``W``, ``B`` or ``?``."""

    handicap: int
    komi: float


@dataclass(frozen=True)
class Report:
    """A result report in its parts."""

    file: TextFile
    header: tuple[str, ...]
    """The lines before the players."""

    comments: tuple[str, ...]
    """Further lines that begin with ``#``."""

    entries: tuple[Entry, ...]
    boards: tuple[Board, ...]
    rounds: int


def parse(path: str, content: bytes) -> Report:
    """Take a report apart.

    Raises
    ------
    FormatError
        If a line among the players is no player, or one among the games no game.
    """
    file = TextFile.of(path, content)
    lines = list(enumerate(file.lines, start=1))
    start = next((n for n, line in lines if line.strip().upper() == "PLAYERS"), None)
    if start is None:
        raise FormatError(path, None, "expected a line PLAYERS, found none")
    body = [(n, line) for n, line in lines[start:] if line.strip()]
    comments = tuple(line for _, line in body if line.lstrip().startswith("#"))
    entries: list[Entry] = []
    boards: list[Board] = []
    rounds = number_of_round = 0
    for number, line in body:
        heading = _ROUND.fullmatch(line)
        if line.strip().upper() == "END":
            break
        if line.lstrip().startswith("#"):
            continue
        if heading is not None:
            number_of_round = int(heading[1]) if heading[1] else number_of_round + 1
            rounds = max(rounds, number_of_round)
            if not _ROUNDS.holds(number_of_round):
                message = f"expected a round{_ROUNDS}, found {number_of_round}"
                raise FormatError(path, number, message)
        elif number_of_round:
            boards.append(_board(path, number, line, number_of_round))
        else:
            entries.append(_entry(path, number, line))
    return Report(file, file.lines[: start - 1], comments, tuple(entries), tuple(boards), rounds)


def _entry(path: str, number: int, line: str) -> Entry:
    match = _PLAYER.fullmatch(line)
    grade = None
    if match is not None:
        words = match[3].split()
        place, grade = next(_grades(words), (0, None))
        if grade is not None:
            name, first = " ".join(match[2].split()), " ".join(words[:place])
            return Entry(number, match[1].lstrip("0") or "0", name, first, grade)
    expected = "expected a number, a name, a comma, a first name and a rank"
    raise FormatError(path, number, f"{expected}, found {line.strip()[:40]!r}")


def _grades(words: list[str]) -> Iterator[tuple[int, Grade]]:
    """Words that are a rank such as ``4D`` or a rating such as ``-3.2``, the last first."""
    for place in reversed(range(len(words))):
        rank = _RANK.fullmatch(words[place])
        if rank is not None:
            yield place, Grade.nearest(int(rank[1]), rank[2])
        elif _RATING.fullmatch(words[place]) and abs(float(words[place])) >= 1:
            rating = float(words[place])
            yield place, Grade.limited(int(rating) - (rating > 0))


def _board(path: str, number: int, line: str, number_of_round: int) -> Board:
    match = _GAME.fullmatch(line.rstrip())
    if match is None or (match[5] and _KOMI.fullmatch(match[5]) is None):
        expected = "expected the numbers of White and Black, W or B, handicap and komi"
        raise FormatError(path, number, f"{expected}, found {line.strip()[:40]!r}")
    return Board(
        number=number,
        round=number_of_round,
        white=match[1].lstrip("0") or "0",
        black=match[2].lstrip("0") or "0",
        result=match[3].upper(),
        handicap=int(match[4] or 0),
        komi=float(match[5] or 7),
    )
