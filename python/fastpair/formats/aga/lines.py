"""The parts of a result report: the header, the players, and the games by round."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from itertools import count
from typing import TYPE_CHECKING

from ...errors import FormatError
from ...go.tournament import Game, Grade
from ...go.tournament.ranges import range_in
from ..characters import TextFile
from ..files import refuse_more_players

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["Board", "Entry", "Report", "parse"]

_PLAYER = re.compile(r"\s*([0-9]{1,9})\s+(.*)")
_GAME = re.compile(r"\s*[0-9]{1,9}\s+[0-9]{1,9}\s+[WB?](?:\s.*)?", re.IGNORECASE)
_WORD = re.compile(r"\S+")
_PLAYERS = re.compile(r"\s*PLAYERS\s*(?:\([0-9]*\))?\s*", re.IGNORECASE)
_ROUND = re.compile(r"\s*GAMES(?:\s+([0-9]{1,3})|\s*\([0-9]*\))?\s*", re.IGNORECASE)
_COMMENT = re.compile(r"(?:^\s*(?:#|//)|\s+//).*")
_TITLES = re.compile(
    r"(?:\s*\b(?:white|black|winner|result|handicap|hcap|hcp|h'?cap|komi|id|aga|number|no|player|"
    r"players|name|last|first|rank|rating|grade|strength|club|state|chapter)\b[ \t,.#:/-]*)+",
    re.IGNORECASE,
)
"""A line that names the columns."""

_RATING = re.compile(r"-?[0-9]{1,2}(?:\.[0-9]{1,6})?")
_RANK = re.compile(r"([0-9]{1,2})\s?(k|d|p|kyu|dan|pro)", re.IGNORECASE)
_CELLS = {
    "the number of White, or a line GAMES": re.compile(r"[0-9]{1,9}"),
    "the number of Black": re.compile(r"[0-9]{1,9}"),
    "the winner W or B, or ? if nobody knows": re.compile(r"[WB?]", re.IGNORECASE),
    "the handicap": re.compile(r"[0-9]{1,2}"),
    "the komi": re.compile(r"-?[0-9]{1,2}(?:\.[0-9]{1,2})?"),
}
"""The words of a game in their order. Handicap and komi may be missing."""

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
    has_comma: bool
    """Whether a comma stands between the names; if not, the last word is the family name."""

    has_slashes: bool
    """Whether what looks like a comment is a part of the name."""


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
    """What stands behind ``#`` or ``//`` in further lines, with these signs."""

    entries: tuple[Entry, ...]
    boards: tuple[Board, ...]
    rounds: int
    are_dealt: bool
    """Whether the file has the games of several rounds under one heading."""


def parse(path: str, content: bytes) -> Report:
    """Take a report apart.

    Raises
    ------
    FormatError
        If a line among the players is no player, or one among the games no game.
    """
    file = TextFile.of(path, content)
    lines = [(n, _COMMENT.sub("", line)) for n, line in enumerate(file.lines, start=1)]
    start = next((n for n, line in lines if _PLAYERS.fullmatch(line)), None)
    if start is None:
        raise FormatError(path, None, "expected a line PLAYERS, found none")
    body = [(n, line) for n, line in lines[start:] if line.strip()]
    entries: list[Entry] = []
    boards: list[Board] = []
    rounds: list[int] = []
    for place, (number, line) in enumerate(body):
        heading = _ROUND.fullmatch(line)
        if line.strip().upper() == "END":
            _refuse_more(path, body[place + 1 :])
            break
        if heading is not None:
            rounds.append(_round(path, number, heading[1], rounds))
        elif _TITLES.fullmatch(line):
            continue
        elif rounds:
            boards.append(_board(path, number, line, rounds[-1]))
        else:
            entries.append(_entry(path, number, line, file.lines[number - 1]))
            refuse_more_players(path, number, len(entries))
    are_dealt = rounds == [1] and _most_games(boards) > 1
    if are_dealt:
        boards = _deal(path, boards)
    return Report(
        file=file,
        header=file.lines[: start - 1],
        comments=_comments(file.lines, start, entries),
        entries=tuple(entries),
        boards=tuple(boards),
        rounds=max((*rounds, *(board.round for board in boards)), default=0),
        are_dealt=are_dealt,
    )


def _round(path: str, number: int, stated: str | None, before: Sequence[int]) -> int:
    """The round of a heading: the one that it states, or the next."""
    found = int(stated) if stated else max((*before[-1:], 0)) + 1
    if not _ROUNDS.holds(found):
        raise FormatError(path, number, f"expected a round{_ROUNDS}, found {found}")
    return found


def _refuse_more(path: str, lines: Sequence[tuple[int, str]]) -> None:
    """Refuse games and headings behind the end, where nobody reads them."""
    for number, line in lines:
        if _ROUND.fullmatch(line) or _PLAYERS.fullmatch(line) or _GAME.fullmatch(line.rstrip()):
            raise FormatError(path, number, f"expected nothing behind END, found {line.strip()!r}")


def _most_games(boards: Sequence[Board]) -> int:
    """Most games of a player."""
    seats = Counter(identity for board in boards for identity in (board.white, board.black))
    return max(seats.values(), default=0)


def _deal(path: str, boards: Sequence[Board]) -> list[Board]:
    """Games of several rounds, each in a round in which both players have no other game.

    A round ends where a player comes again; if that takes more rounds than anybody has games, each
    game is in the first round that both have free.
    """
    most = _most_games(boards)
    if not _ROUNDS.holds(most):
        message = f"expected at most {_ROUNDS.most} games of a player, found {most}"
        raise FormatError(path, boards[0].number, message)
    last: dict[str, int] = {}
    rounds, current = [], 1
    for board in boards:
        if current in (last.get(board.white), last.get(board.black)):
            current += 1
        last[board.white] = last[board.black] = current
        rounds.append(current)
    if current > most:
        rounds = _first_free(boards)
    return [replace(board, round=number) for board, number in zip(boards, rounds, strict=True)]


def _first_free(boards: Sequence[Board]) -> list[int]:
    """For each game the first round that both players have free."""
    busy: defaultdict[str, set[int]] = defaultdict(set)
    rounds = []
    for board in boards:
        taken = busy[board.white] | busy[board.black]
        number = next(number for number in count(1) if number not in taken)
        busy[board.white].add(number)
        busy[board.black].add(number)
        rounds.append(number)
    return rounds


def _comments(lines: Sequence[str], start: int, entries: Sequence[Entry]) -> tuple[str, ...]:
    """The comments behind a line, but for names of players that look like one."""
    names = {entry.number for entry in entries if entry.has_slashes}
    found = (
        _COMMENT.search(line)
        for number, line in enumerate(lines[start:], start=start + 1)
        if number not in names
    )
    return tuple(match[0].strip() for match in found if match)


def _entry(path: str, number: int, line: str, whole: str) -> Entry:
    """The line of a player; a name without a comma has the family name last.

    Parameters
    ----------
    line
        The line without what looks like a comment.
    whole
        The line with it: it belongs to the name if the rank stands behind it.
    """
    has_slashes = line != whole and next(_grades(line.split()), None) is None
    match = _PLAYER.fullmatch(whole if has_slashes else line)
    family, comma, rest = match[2].partition(",") if match else ("", "", "")
    words = rest.split()
    place, grade = next(_grades(words), (0, None))
    if grade is None:
        comma, words = "", family.split()
        place, grade = next(_grades(words), (0, None))
    names = words[:place]
    if not comma and names:
        family = names.pop()
    if match is None or grade is None or not (comma or family.strip()):
        expected = "expected a number, a name, a comma, a first name and a rank"
        raise FormatError(path, number, f"{expected}, found {line.strip()[:40]!r}")
    return Entry(
        number=number,
        identity=match[1].lstrip("0") or "0",
        name=" ".join(family.split()),
        first_name=" ".join(names),
        grade=grade,
        has_comma=bool(comma),
        has_slashes=has_slashes,
    )


def _grades(words: Sequence[str]) -> Iterator[tuple[int, Grade]]:
    """Words that are a rank such as ``4D`` or ``9 pro`` or a rating such as ``-3.2``, the last first."""
    for place in reversed(range(len(words))):
        rank = _RANK.fullmatch(" ".join(words[place : place + 2])) or _RANK.fullmatch(words[place])
        if rank is not None:
            yield place, Grade.nearest(int(rank[1]), rank[2][0])
        elif _RATING.fullmatch(words[place]) and abs(float(words[place])) >= 1:
            rating = float(words[place])
            yield place, Grade.limited(int(rating) - (rating > 0))


def _board(path: str, number: int, line: str, number_of_round: int) -> Board:
    found = [*_WORD.finditer(line)]
    for word, (expected, pattern) in zip(found, _CELLS.items(), strict=False):
        if pattern.fullmatch(word[0]) is None:
            message = f"column {word.start() + 1}: expected {expected}, found {word[0][:40]!r}"
            raise FormatError(path, number, message)
    if not 3 <= len(found) <= 5:
        message = "expected the numbers of White and Black, W or B, handicap and komi"
        raise FormatError(path, number, f"{message}, found {line.strip()[:40]!r}")
    if len(found) == 4 and line[found[2].end() : found[3].start()].count("\t") > 1:
        message = f"column {found[2].end() + 2}: expected the handicap, found an empty cell"
        raise FormatError(path, number, message)
    missing = ("0", "7")[len(found) - 3 :]
    white, black, result, handicap, komi = [*(word[0] for word in found), *missing]
    return Board(
        number=number,
        round=number_of_round,
        white=white.lstrip("0") or "0",
        black=black.lstrip("0") or "0",
        result=result.upper(),
        handicap=int(handicap),
        komi=float(komi),
    )
