"""Reports of the American Go Association."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from itertools import count
from typing import TYPE_CHECKING

from ..errors import FormatError, RuleError
from ..go.tournament import Event, Game, Grade, Player, Result, Rules, Tournament
from ..go.tournament.ranges import range_in
from . import document
from .characters import TextFile, nearest, unique_keys
from .document import Header, days_in
from .files import refuse_more_players
from .wall_list import MISSING, MOST_STONES, more_stones, players_with_a_line, ranked

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from datetime import date

    from .document import Reading, RenderedDocument


# ---- Result reports of the American Go Association [FORMATS 6] ----


# ---- The header of a result report: name, place and days of the tournament ----


def fields_of(lines: Iterable[str]) -> dict[str, str]:
    """The values of the header by their fields; the name is without the place behind it."""
    lines = [*lines]
    fields = HEADER.fields_of(lines)
    if not fields.get("tourney"):
        fields["tourney"] = next(filter(_is_name, map(str.strip, lines)), "")
        return fields
    name, place = fields.get("tourney", ""), fields.get("location", "")
    if not place and ", " in name:
        fields["tourney"], _, fields["location"] = name.rpartition(", ")
    elif place:
        fields["tourney"] = name.removesuffix(f", {place}")
    return fields


def _is_name(line: str) -> bool:
    """Whether a line is the name of the tournament, where it stands below ``TOURNEY``."""
    return (
        bool(line)
        and not line.startswith(("#", "//"))
        and "=" not in line
        and not HEADER.name_of(line)
    )


def read_date(text: str) -> date | None:
    """The day in a text such as ``2024-03-01`` or ``3/1/2024``, with the month first."""
    return next(iter(days_in(text, "ymd", "mdy")), None)


def _values_of(tournament: Tournament) -> dict[str, str]:
    event = tournament.event
    place = event.place.replace("'", "")
    begins, ends = event.begins or event.ends, event.ends or event.begins
    return {
        "tourney": f"{tournament.name}, {place}" if place else tournament.name,
        "location": place,
        "start": begins.isoformat() if begins else "",
        "finish": ends.isoformat() if ends else "",
    }


def _line(field: str, value: str) -> str:
    if field == "tourney":
        return f"TOURNEY\t{value}"
    return f"location='{value}'" if field == "location" else f"\t{field}={value}"


HEADER = Header(
    pattern=re.compile(
        r"\s*(TOURNEY\b|(?:start|finish|location)(?=\s*=))(?:(?<!Y)\s*=)?\s*(.*)", re.IGNORECASE
    ),
    line=_line,
    values=_values_of,
    always=("tourney",),
    quotes="'\"",
    meanings={"start": read_date, "finish": read_date},
)


# ---- The parts of a result report: the header, the players, and the games by round ----

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


# ---- A result report of a tournament [FORMATS 6] ----

_HIGHEST = 99_999
_LOWEST_MADE_UP = 90_000
_IDENTITY = re.compile(r"[1-9][0-9]{0,8}")
_WINNERS = {Result.WHITE_WINS: "W", Result.BLACK_WINS: "B"}


def is_made_up(identity: str) -> bool:
    """Whether a number is none of the AGA, but stands for a player who has no number.

    They are given from 99999 downwards [FORMATS 6].
    """
    return _LOWEST_MADE_UP <= int(identity) <= _HIGHEST


def lines_of(tournament: Tournament, encoding: str, before: Reading | None) -> list[str]:
    """The lines of a result report; those of its header stay if their values have not changed."""
    listed = {player.key for player in tournament.players if player.final}
    listed |= before.tournament.by_key.keys() if before else set()
    players = [line.player for line in ranked(tournament, players_with_a_line(tournament, listed))]
    identities = _identities(players)
    lines = [
        *HEADER.lines_of(tournament, encoding, before),
        *(before.below if before else ()),
        "PLAYERS",
        *(_player(player, identities, encoding) for player in players),
    ]
    for number in range(1, tournament.rules.rounds + 1):
        lines += ["", f"GAMES {number}"]
        lines += [
            _game(game, identities, tournament.event.komi_x2, before)
            for game in tournament.round(number).games
        ]
    return [*lines, "", "END"]


def _identities(players: Sequence[Player]) -> dict[str, str]:
    """A number for every player by key: that of the AGA, or one that nobody has."""
    known: dict[str, str] = {}
    taken: set[str] = set()
    for player in players:
        if _IDENTITY.fullmatch(player.aga_id) and player.aga_id not in taken:
            known[player.key] = player.aga_id
            taken.add(player.aga_id)
    free = (str(number) for number in range(_HIGHEST, 0, -1) if str(number) not in taken)
    return {player.key: known.get(player.key) or next(free) for player in players}


def _player(player: Player, identities: Mapping[str, str], encoding: str) -> str:
    family, first = (
        " ".join(nearest(name, encoding).replace(",", " ").split())
        for name in (player.name, player.first_name)
    )
    return f"{identities[player.key]}\t{family}, {first}\t{str(player.grade).upper()}"


def _game(game: Game, identities: Mapping[str, str], komi_x2: int, before: Reading | None) -> str:
    """The line of a game; the winner of one that was not played is not stated.

    The komi is a whole number, and stands for half a point more.
    """
    winner = "?" if game.by_default else _WINNERS.get(game.result, "?")
    komi = 0 if game.handicap else komi_x2 // 2
    stones = game.handicap if game.handicap > 1 else 0
    if before and stones == MOST_STONES:
        stones = before.more_stones.get((game.round, game.white, game.black), stones)
    white, black = identities[game.white], identities[game.black]
    return f"{white}\t{black}\t{winner}\t{stones}\t{komi}"


# ---- A result report in memory ----

_RESULTS = {"W": Result.WHITE_WINS, "B": Result.BLACK_WINS, "?": Result.UNKNOWN}


def read(path: str, content: bytes) -> RenderedDocument:
    """Read the content of a file, see `fastpair.formats.line_files.document`."""
    return document.document(path, content, _reading, lines_of)


def new_content(tournament: Tournament) -> bytes:
    """The content of a new file, see `fastpair.formats.line_files.content_of`."""
    return document.content_of(tournament, lines_of)


def _reading(path: str, content: bytes) -> document.Reading:
    report = parse(path, content)
    tournament = _tournament(path, report)
    remarks = ["a report of the AGA holds no rules, byes and absences: the usual rules are assumed"]
    remarks += HEADER.remarks(report.header)
    remarks += _remarks(report)
    unknown = sum(game.result is Result.UNKNOWN for game in tournament.games)
    if unknown:
        games = f"{unknown} of {len(tournament.games)} games have no winner in the file"
        remarks.append(f"{games}: it holds no ties and no results by forfeit")
    return document.Reading(
        tournament=tournament,
        file=report.file,
        above=report.header,
        below=report.comments,
        remarks=tuple(remarks),
        more_stones={
            (game.round, game.white, game.black): board.handicap
            for game, board in zip(tournament.games, report.boards, strict=True)
            if board.handicap > MOST_STONES
        },
    )


def _remarks(report: Report) -> Iterator[str]:
    """Say, one line each, what the report does not say plainly."""
    if report.are_dealt:
        yield (
            f"all games stand under one heading GAMES: they are dealt into {report.rounds} rounds "
            "in their order, so that nobody has two games in one"
        )
    missing = [entry for entry in report.entries if not entry.has_comma]
    if missing:
        first = missing[0]
        yield (
            f"{len(missing)} of {len(report.entries)} names have no comma, such as line "
            f"{first.number}: the last word is taken as the family name, {first.name!r}"
        )
    for entry in report.entries:
        if said := Grade.replacement(entry.grade.title):
            yield f"line {entry.number}: {said}"
    for board in report.boards:
        if board.handicap > MOST_STONES:
            yield f"line {board.number}: {more_stones(board.handicap)}"


def _tournament(path: str, report: Report) -> Tournament:
    keys = _keys(path, report)
    fields = fields_of(report.header)
    komi = _even_komi(report)
    tournament = Tournament.found(
        name=fields.get("tourney", ""),
        event=Event(
            place=fields.get("location", ""),
            begins=read_date(fields.get("start", "")),
            ends=read_date(fields.get("finish", "")),
            komi_x2=round(2 * komi) + (komi.is_integer() and komi > 0),
        ),
        rules=Rules(rounds=max(report.rounds, 1)),
        players=tuple(
            Player(
                key=keys[entry.identity],
                name=entry.name,
                first_name=entry.first_name,
                grade=entry.grade,
                aga_id="" if is_made_up(entry.identity) else entry.identity,
            )
            for entry in report.entries
        ),
        games=tuple(_games(path, report, keys, komi)),
    )
    try:
        tournament.check()
    except RuleError as error:
        raise FormatError(path, None, str(error)) from None
    return _with_absences(tournament)


def _keys(path: str, report: Report) -> dict[str, str]:
    """Keys of the players by their numbers."""
    names = unique_keys((entry.name + entry.first_name for entry in report.entries), MISSING)
    keys: dict[str, str] = {}
    for entry, key in zip(report.entries, names, strict=True):
        if entry.identity in keys:
            message = f"another player has the number {entry.identity}: give each his own"
            raise FormatError(path, entry.number, message)
        keys[entry.identity] = key
    return keys


def _even_komi(report: Report) -> float:
    """The komi of most games without stones; a whole one stands for half a point more."""
    komi = Counter(board.komi for board in report.boards if board.handicap == 0 and board.komi > 0)
    if komi:
        return komi.most_common(1)[0][0]
    return 0.0 if any(board.handicap == 0 for board in report.boards) else 7.0


def _games(path: str, report: Report, keys: Mapping[str, str], even_komi: float) -> Iterator[Game]:
    tables = Counter[int]()
    seated: dict[tuple[int, str], int] = {}
    for board in report.boards:
        _check(path, board, keys)
        for identity in (board.white, board.black):
            line = seated.setdefault((board.round, identity), board.number)
            if line != board.number:
                message = f"number {identity} has a game of round {board.round} in line {line}, too"
                raise FormatError(path, board.number, message)
        tables[board.round] += 1
        without_komi = board.handicap == 0 and board.komi <= 0.5 < even_komi
        yield Game(
            round=board.round,
            table=tables[board.round],
            white=keys[board.white],
            black=keys[board.black],
            handicap=1 if without_komi else min(board.handicap, MOST_STONES),
            result=_RESULTS[board.result],
        )


def _check(path: str, board: Board, keys: Mapping[str, str]) -> None:
    for identity in (board.white, board.black):
        if identity not in keys:
            raise FormatError(path, board.number, f"no player has the number {identity}")
    if board.white == board.black:
        raise FormatError(path, board.number, f"number {board.white} plays himself")


def _with_absences(tournament: Tournament) -> Tournament:
    """The same tournament, with everybody absent who has no game in a round with games."""
    rounds = {game.round for game in tournament.games}
    seated = {(game.round, key) for game in tournament.games for key in game.players}
    players = tuple(
        replace(
            player,
            absences=frozenset(number for number in rounds if (number, player.key) not in seated),
        )
        for player in tournament.players
    )
    return replace(tournament, players=players)
