"""A result report in memory."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from ...errors import FormatError, RuleError
from ...go.tournament import Event, Game, Grade, Player, Result, Rules, Tournament
from .. import line_files
from ..names import unique_keys
from ..wall_list import MISSING, MOST_STONES, more_stones
from . import header
from .lines import parse
from .writer import is_made_up, lines_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ..document import RenderedDocument
    from .lines import Board, Report

__all__ = ["new_content", "read"]

_RESULTS = {"W": Result.WHITE_WINS, "B": Result.BLACK_WINS, "?": Result.UNKNOWN}


def read(path: str, content: bytes) -> RenderedDocument:
    """Read the content of a file, see `fastpair.formats.line_files.document`."""
    return line_files.document(path, content, _reading, lines_of)


def new_content(tournament: Tournament) -> bytes:
    """The content of a new file, see `fastpair.formats.line_files.content_of`."""
    return line_files.content_of(tournament, lines_of)


def _reading(path: str, content: bytes) -> line_files.Reading:
    report = parse(path, content)
    tournament = _tournament(path, report)
    remarks = ["a report of the AGA holds no rules, byes and absences: the usual rules are assumed"]
    remarks += header.HEADER.remarks(report.header)
    remarks += _remarks(report)
    unknown = sum(game.result is Result.UNKNOWN for game in tournament.games)
    if unknown:
        games = f"{unknown} of {len(tournament.games)} games have no winner in the file"
        remarks.append(f"{games}: it holds no ties and no results by forfeit")
    return line_files.Reading(
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
    fields = header.fields_of(report.header)
    komi = _even_komi(report)
    tournament = Tournament.found(
        name=fields.get("tourney", ""),
        event=Event(
            place=fields.get("location", ""),
            begins=header.read_date(fields.get("start", "")),
            ends=header.read_date(fields.get("finish", "")),
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
