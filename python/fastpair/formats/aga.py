"""Result reports of the American Go Association [FORMATS 6]."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from itertools import count
from typing import TYPE_CHECKING

from ..errors import FormatError, RuleError
from ..go.tournament import Event, Game, Grade, Player, Result, Rules, Tournament
from ..go.tournament.ranges import range_in
from .characters import TextFile, nearest, unique_keys
from .document import Header, LineFormat, Reading, day_in
from .limits import refuse_more_players
from .wall_list import MISSING, MOST_STONES, more_stones, players_with_a_line, ranked

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from datetime import date


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
    return day_in(text, "ymd", "mdy")


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
_HIGHEST, _LOWEST_MADE_UP = 99_999, 90_000
"""Numbers from the highest downwards stand for players who have none of the AGA [FORMATS 6]."""


@dataclass(frozen=True, slots=True)
class _Board:
    """The line of a game, whose players are known by their numbers."""

    line: int
    """Number of the line in the file, from 1."""

    round: int
    white: str
    black: str
    result: str
    """``W``, ``B`` or ``?``."""

    handicap: int
    komi: float | None
    """None if the line states none."""


@dataclass
class _Report:
    """What the lines of a report say so far."""

    path: str
    file: TextFile
    start: int
    """Number of the line above the players."""

    players: dict[int, Player] = field(default_factory=dict)
    """By the number of the line; their keys are the numbers in it."""

    without_comma: list[int] = field(default_factory=list)
    """Lines of players between whose names no comma stands: the last word is the family name."""

    with_slashes: set[int] = field(default_factory=set)
    """Lines of players of whose names what looks like a comment is a part."""

    boards: list[_Board] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)
    headings: dict[int, int] = field(default_factory=dict)
    """Line of each round, the first if it has several."""

    are_dealt: bool = False
    """Whether the file has the games of several rounds under one heading."""

    @property
    def header(self) -> tuple[str, ...]:
        return self.file.lines[: self.start - 1]

    @property
    def comments(self) -> tuple[str, ...]:
        """What stands behind ``#`` or ``//`` below the header, with these signs."""
        numbered = enumerate(self.file.lines[self.start :], start=self.start + 1)
        found = (_COMMENT.search(line) for n, line in numbered if n not in self.with_slashes)
        return tuple(match[0].strip() for match in found if match)

    def wrong(self, line: int | None, message: str) -> FormatError:
        return FormatError(self.path, line, message)


def _parse(path: str, content: bytes) -> _Report:
    """Take a report apart; refuse a line among the players or the games that is none."""
    file = TextFile.of(path, content)
    lines = [(n, _COMMENT.sub("", line)) for n, line in enumerate(file.lines, start=1)]
    start = next((n for n, line in lines if _PLAYERS.fullmatch(line)), None)
    if start is None:
        raise FormatError(path, None, "expected a line PLAYERS, found none")
    report = _Report(path, file, start)
    body = [(n, line) for n, line in lines[start:] if line.strip()]
    for place, (number, line) in enumerate(body):
        heading = _ROUND.fullmatch(line)
        if line.strip().upper() == "END":
            _refuse_more(path, body[place + 1 :])
            break
        if heading is not None:
            report.rounds.append(_round(path, number, heading[1], report.rounds))
            report.headings.setdefault(report.rounds[-1], number)
        elif _TITLES.fullmatch(line):
            continue
        elif report.rounds:
            report.boards.append(_board(path, number, line, report.rounds[-1]))
        else:
            report.players[number] = _player(report, number, line)
            refuse_more_players(path, number, len(report.players))
    above = next((n for n, line in lines[: start - 1] if _GAME.fullmatch(line.rstrip())), None)
    if not report.players and above is not None:
        raise FormatError(path, above, "expected players and games below PLAYERS, found them above")
    if not (report.players or report.rounds or any(fields_of(report.header).values())):
        raise FormatError(path, start, "expected players below PLAYERS, or a header, found neither")
    if report.rounds == [1] and _most_games(report.boards) > 1:
        report.are_dealt = True
        report.boards = _deal(path, report.boards)
        report.rounds = [board.round for board in report.boards]
    return report


def _round(path: str, number: int, number_in_file: str | None, before: Sequence[int]) -> int:
    """The round of a heading: the one that it states, or the next."""
    found = int(number_in_file) if number_in_file else max((*before[-1:], 0)) + 1
    if not _ROUNDS.holds(found):
        raise FormatError(path, number, f"expected a round{_ROUNDS}, found {found}")
    return found


def _refuse_more(path: str, lines: Sequence[tuple[int, str]]) -> None:
    """Refuse games and headings behind the end, where nobody reads them."""
    for number, line in lines:
        if _ROUND.fullmatch(line) or _PLAYERS.fullmatch(line) or _GAME.fullmatch(line.rstrip()):
            raise FormatError(path, number, f"expected nothing behind END, found {line.strip()!r}")


def _most_games(boards: Sequence[_Board]) -> int:
    """Most games of a player."""
    seats = Counter(identity for board in boards for identity in (board.white, board.black))
    return max(seats.values(), default=0)


def _deal(path: str, boards: Sequence[_Board]) -> list[_Board]:
    """Games of several rounds, each in a round in which both players have no other game.

    A round ends where a player comes again; if that takes more rounds than anybody has games, each
    game is in the first round that both have free.
    """
    most = _most_games(boards)
    if not _ROUNDS.holds(most):
        message = f"expected at most {_ROUNDS.most} games of a player, found {most}"
        raise FormatError(path, boards[0].line, message)
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


def _first_free(boards: Sequence[_Board]) -> list[int]:
    """For each game the first round that both players have free."""
    busy: defaultdict[str, set[int]] = defaultdict(set)
    rounds = []
    for board in boards:
        busy_rounds = busy[board.white] | busy[board.black]
        number = next(number for number in count(1) if number not in busy_rounds)
        busy[board.white].add(number)
        busy[board.black].add(number)
        rounds.append(number)
    return rounds


def _player(report: _Report, number: int, line: str) -> Player:
    """The player of a line; what looks like a comment belongs to the name if the rank is behind it."""
    whole = report.file.lines[number - 1]
    if line != whole and next(_grades(line.split()), None) is None:
        report.with_slashes.add(number)
        match = _PLAYER.fullmatch(whole)
    else:
        match = _PLAYER.fullmatch(line)
    family, comma, rest = match[2].partition(",") if match else ("", "", "")
    words = rest.split()
    place, grade = next(_grades(words), (0, None))
    if grade is None:
        comma, words = "", family.split()
        place, grade = next(_grades(words), (0, None))
    names = words[:place]
    if not comma:
        report.without_comma.append(number)
        family = names.pop() if names else family
    if match is None or grade is None or not (comma or family.strip()):
        expected = "expected a number, a name, a comma, a first name and a rank"
        raise report.wrong(number, f"{expected}, found {line.strip()[:40]!r}")
    key = match[1].lstrip("0") or "0"
    return Player(
        key=key,
        name=" ".join(family.split()),
        first_name=" ".join(names),
        grade=grade,
        aga_id="" if _LOWEST_MADE_UP <= int(key) <= _HIGHEST else key,
    )


def _grades(words: Sequence[str]) -> Iterator[tuple[int, Grade]]:
    """Words that are a rank such as ``4D`` or ``9 pro`` or a rating such as ``-3.2``, the last first."""
    for place in reversed(range(len(words))):
        rank = _RANK.fullmatch(" ".join(words[place : place + 2])) or _RANK.fullmatch(words[place])
        if rank is not None:
            yield place, Grade.nearest(int(rank[1]), rank[2][0])
        elif _RATING.fullmatch(words[place]) and abs(float(words[place])) >= 1:
            yield place, Grade.of_american_rating(float(words[place]))


def _board(path: str, number: int, line: str, number_of_round: int) -> _Board:
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
    missing = ("0", "")[len(found) - 3 :]
    white, black, result, handicap, komi = [*(word[0] for word in found), *missing]
    return _Board(
        line=number,
        round=number_of_round,
        white=white.lstrip("0") or "0",
        black=black.lstrip("0") or "0",
        result=result.upper(),
        handicap=int(handicap),
        komi=float(komi) if komi else None,
    )


# ---- A result report of a tournament [FORMATS 6] ----

_IDENTITY = re.compile(r"[1-9][0-9]{0,8}")
_WINNERS = {Result.WHITE_WINS: "W", Result.BLACK_WINS: "B"}


def lines_of(tournament: Tournament, encoding: str, before: Reading) -> list[str]:
    """The lines of a result report; those of its header stay if their values have not changed."""
    keys = {player.key for player in tournament.players if player.final}
    keys |= before.tournament.by_key.keys()
    players = [line.player for line in ranked(tournament, players_with_a_line(tournament, keys))]
    identities = _identities(players)
    lines = [
        *HEADER.lines_of(tournament, encoding, before),
        *before.below,
        "PLAYERS",
        *(_line_of(player, identities, encoding) for player in players),
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
    by_key: dict[str, str] = {}
    used: set[str] = set()
    for player in players:
        if _IDENTITY.fullmatch(player.aga_id) and player.aga_id not in used:
            by_key[player.key] = player.aga_id
            used.add(player.aga_id)
    free = (str(number) for number in range(_HIGHEST, 0, -1) if str(number) not in used)
    return {player.key: by_key.get(player.key) or next(free) for player in players}


def _line_of(player: Player, identities: Mapping[str, str], encoding: str) -> str:
    family, first = (
        " ".join(nearest(name, encoding).replace(",", " ").split())
        for name in (player.name, player.first_name)
    )
    return f"{identities[player.key]}\t{family}, {first}\t{str(player.grade).upper()}"


def _game(game: Game, identities: Mapping[str, str], komi_x2: int | None, before: Reading) -> str:
    """The line of a game; the winner of one that was not played is not stated.

    The komi is a whole number, and stands for half a point more; it is left out if nobody has stated it.
    """
    winner = "?" if game.by_default else _WINNERS.get(game.result, "?")
    komi = "\t0" if game.handicap else "" if komi_x2 is None else f"\t{komi_x2 // 2}"
    stones = game.handicap if game.handicap > 1 else 0
    if stones == MOST_STONES:
        stones = before.more_stones.get((game.round, game.white, game.black), stones)
    white, black = identities[game.white], identities[game.black]
    return f"{white}\t{black}\t{winner}\t{stones}{komi}"


# ---- A result report in memory ----

_RESULTS = {"W": Result.WHITE_WINS, "B": Result.BLACK_WINS, "?": Result.UNKNOWN}


def _reading(path: str, content: bytes) -> Reading:
    report = _parse(path, content)
    tournament = _tournament(report)
    remarks = ["a report of the AGA holds no rules, byes and absences: the usual rules are assumed"]
    remarks += HEADER.remarks(report.header)
    remarks += _remarks(report)
    unknown = sum(game.result is Result.UNKNOWN for game in tournament.games)
    if unknown:
        games = f"{unknown} of {len(tournament.games)} games have no winner in the file"
        remarks.append(f"{games}: it holds no ties and no results by forfeit")
    return Reading(
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


def _remarks(report: _Report) -> Iterator[str]:
    """Say, one line each, what the report does not say plainly."""
    if report.are_dealt:
        yield (
            f"all games stand under one heading GAMES: they are dealt into {max(report.rounds)} "
            "rounds in their order, so that nobody has two games in one"
        )
    for before, (number, line) in zip(
        [0, *sorted(report.headings)], sorted(report.headings.items()), strict=False
    ):
        if number > before + 1:
            yield (
                f"line {line}: round {number} comes after round {before}, and the rounds between have "
                "no games; correct its number if that is wrong"
            )
    if report.without_comma:
        first = report.without_comma[0]
        yield (
            f"{len(report.without_comma)} of {len(report.players)} names have no comma, such as "
            f"line {first}: the last word is taken as the family name, "
            f"{report.players[first].name!r}"
        )
    for number, player in report.players.items():
        if remark := Grade.replacement(player.grade.title):
            yield f"line {number}: {remark}"
    for board in report.boards:
        if board.handicap > MOST_STONES:
            yield f"line {board.line}: {more_stones(board.handicap)}"


def _tournament(report: _Report) -> Tournament:
    keys = _keys(report)
    fields = fields_of(report.header)
    komi = _even_komi(report.boards)
    games = tuple(_games(report, keys, komi))
    seated = {(game.round, key) for game in games for key in game.players}
    rounds = {number for number, _ in seated}
    tournament = Tournament.found(
        name=fields.get("tourney", ""),
        event=Event(
            place=fields.get("location", ""),
            begins=read_date(fields.get("start", "")),
            ends=read_date(fields.get("finish", "")),
            komi_x2=None if komi is None else round(2 * komi) + (komi.is_integer() and komi > 0),
        ),
        rules=Rules(rounds=max(report.rounds, default=1)),
        players=tuple(
            replace(
                player, key=key, absences=frozenset(n for n in rounds if (n, key) not in seated)
            )
            for player, key in zip(report.players.values(), keys.values(), strict=True)
        ),
        games=games,
    )
    try:
        tournament.check()
    except RuleError as error:
        raise report.wrong(None, str(error)) from None
    return tournament


def _keys(report: _Report) -> dict[str, str]:
    """Keys of the players by their numbers."""
    names = (player.name + player.first_name for player in report.players.values())
    keys: dict[str, str] = {}
    for (line, player), key in zip(
        report.players.items(), unique_keys(names, MISSING), strict=True
    ):
        if player.key in keys:
            message = f"another player has the number {player.key}: give each his own"
            raise report.wrong(line, message)
        keys[player.key] = key
    return keys


def _even_komi(boards: Sequence[_Board]) -> float | None:
    """The komi of most games without stones; a whole one stands for half a point more.

    Without komi are all of them, or those with a handicap of 1 beside others whose komi is not stated.
    """
    even = [board.komi for board in boards if board.handicap == 0]
    counts = Counter(komi for komi in even if komi and komi > 0)
    if counts:
        return counts.most_common(1)[0][0]
    return 0.0 if even and None not in even else None


def _games(report: _Report, keys: Mapping[str, str], even_komi: float | None) -> Iterator[Game]:
    tables = Counter[int]()
    seated: dict[tuple[int, str], int] = {}
    for board in report.boards:
        for identity in (board.white, board.black):
            if identity not in keys:
                raise report.wrong(board.line, f"no player has the number {identity}")
        if board.white == board.black:
            raise report.wrong(board.line, f"number {board.white} plays himself")
        for identity in (board.white, board.black):
            line = seated.setdefault((board.round, identity), board.line)
            if line != board.line:
                message = f"number {identity} has a game of round {board.round} in line {line}, too"
                raise report.wrong(board.line, message)
        tables[board.round] += 1
        without_komi = (
            board.handicap == 0
            and board.komi is not None
            and board.komi <= 0.5
            and (even_komi is None or even_komi > 0.5)
        )
        yield Game(
            round=board.round,
            table=tables[board.round],
            white=keys[board.white],
            black=keys[board.black],
            handicap=1 if without_komi else min(board.handicap, MOST_STONES),
            result=_RESULTS[board.result],
        )


_FORMAT = LineFormat("aga", _reading, lines_of)
read, new_content = _FORMAT.read, _FORMAT.new_content
