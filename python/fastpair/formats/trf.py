"""Report files of the World Chess Federation: TRF16 and TRF26 [FIDE C.04.A].

The players of the tournament are in the order of their pairing numbers, which stay until somebody is deleted.
Keys are made of the names, as in other files.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from itertools import chain, count
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

from ..errors import FormatError, RuleError
from ..go.tournament import (
    PRESETS,
    Bye,
    DutchRules,
    Event,
    Game,
    Player,
    Points,
    Result,
    Rules,
    Same,
    Tournament,
)
from ..go.tournament.player import runs
from ..go.tournament.ranges import range_in
from ..go.tournament.rules import SystemName, acceleration_ranges
from ..sentences import Remedy, Sentence, phrase
from .characters import TextFile, nearest, unique_keys
from .document import Document, LineFormat, Reading, day_in
from .entries.countries import in_three_letters
from .files import refuse_more_players

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence


# ---- The columns of a line 001, counted from 0, and what a player did in a round ----

_COLUMNS = {
    "number": (4, 8),
    "sex": (9, 10),
    "title": (10, 13),
    "name": (14, 47),
    "rating": (48, 52),
    "federation": (53, 56),
    "FIDE id": (57, 68),
    "birth date": (69, 79),
    "points": (80, 84),
    "rank": (85, 89),
}
_FOREIGN = ("sex", "title", "birth date")
"""Columns that a tournament does not hold."""

_FIRST_ROUND, _WIDTH = 91, 10
_MOST_PLAYERS = 9999
_FIDE_ID = "FIDE id"
_APART = re.compile(r"apart [0-9]+")
"""Attributes of players: their number at FIDE, and groups whose members do not meet."""

_CELL = re.compile(r"([ 0-9]{4}) ([wWbB\- ]) ([10=+\-WDLHFUZwdlhfuz ])")
_WITHOUT_OPPONENT = {"": "", "-": "Z", "Z": "Z", "=": "H", "H": "H", "+": "U", "F": "U", "U": "U"}
"""Letters of a round without an opponent: absent, with a requested bye of half a point, with a bye. A
full-point bye counts as the one of the pairing, and keeps its letter in the file."""

_WITH_OPPONENT = dict(zip("10=+-WLD", "10=+-10=", strict=True)) | {"": ""}
_RESULTS = {
    ("", ""): (Result.UNKNOWN, False),
    ("1", "0"): (Result.WHITE_WINS, False),
    ("0", "1"): (Result.BLACK_WINS, False),
    ("=", "="): (Result.JIGO, False),
    ("0", "0"): (Result.BOTH_LOSE, False),
    ("1", "1"): (Result.BOTH_WIN, False),
    ("+", "-"): (Result.WHITE_WINS, True),
    ("-", "+"): (Result.BLACK_WINS, True),
    ("-", "-"): (Result.BOTH_LOSE, True),
}
_SIGNS = {meaning: signs for signs, meaning in _RESULTS.items()}


class _Cell(NamedTuple):
    """What a player did in a round; nothing is known of one who waits or is absent."""

    opponent: int = 0
    """Pairing number; 0 without an opponent."""

    colour: str = ""
    result: str = ""

    @property
    def text(self) -> str:
        if not (self.opponent or self.result):
            return " " * 8
        return f"{self.opponent or '0000':>4} {self.colour or '-'} {self.result or ' '}"

    def says(self, other: _Cell) -> bool:
        """Whether the cell of a file says what another one does; it need not say the colour."""
        return self in (other, other._replace(colour=""))


class _Row(NamedTuple):
    """A line 001."""

    line: int
    """From 1."""

    text: str
    number: int
    cells: tuple[_Cell, ...]

    def value(self, column: str) -> str:
        return self.text[slice(*_COLUMNS[column])].strip()

    def cell(self, round: int) -> _Cell:
        return self.cells[round - 1] if round <= len(self.cells) else _Cell()


@dataclass(frozen=True)
class _Report:
    """The lines of a file."""

    path: str
    file: TextFile
    rows: Mapping[int, _Row]
    """Lines of players by their pairing numbers, in the order of these, or of the ranks by ``XXC rank``."""

    others: Sequence[tuple[int, str, str]]
    """Number, code and text of the other lines."""

    by_rank: bool

    def wrong(self, line: int | None, message: str) -> FormatError:
        return FormatError(self.path, line, message)

    def numbers(self, line: int, words: Iterable[str]) -> Iterator[int]:
        """The pairing numbers that a line names."""
        for word in words:
            number = int(word) if word.isascii() and word.isdigit() else 0
            if number not in self.rows:
                message = phrase(
                    "expected the number of a player, found {found!r}", found=word[:40]
                )
                raise self.wrong(line, message)
            yield number


def _parse(path: str, file: TextFile) -> _Report:
    rows: dict[int, _Row] = {}
    others = []
    for line, text in enumerate(file.lines, start=1):
        code = text[:3]
        if code != "001":
            others.append((line, code, text[3:].strip()))
            continue
        row = _row(path, line, text)
        if row.number in rows:
            message = (
                f"line {rows[row.number].line} has the number {row.number} too: give each his own"
            )
            raise FormatError(path, line, f"columns 5-8: {message}")
        rows[row.number] = row
        refuse_more_players(path, line, len(rows))
    by_rank = any(code == "XXC" and "rank" in text.split() for _, code, text in others)
    column = "rank" if by_rank else "number"
    order = sorted(rows.values(), key=lambda row: _whole(path, row, column))
    return _Report(path, file, {row.number: row for row in order}, others, by_rank)


def _row(path: str, line: int, text: str) -> _Row:
    number = _whole(path, _Row(line, text, 0, ()), "number")
    ends = range(_FIRST_ROUND, len(text.rstrip()), _WIDTH)
    return _Row(line, text, number, tuple(_cell(path, line, text, start) for start in ends))


def _whole(path: str, row: _Row, column: str) -> int:
    """The positive number in a column."""
    value = row.value(column)
    if not (value.isascii() and value.isdigit() and int(value)):
        first, last = _COLUMNS[column]
        message = (
            f"columns {first + 1}-{last}: expected the {column} of the player, found {value!r}"
        )
        raise FormatError(path, row.line, message)
    return int(value)


def _cell(path: str, line: int, text: str, start: int) -> _Cell:
    found = text[start : start + 8].ljust(8)
    match = _CELL.fullmatch(found)
    opponent = match[1].strip().lstrip("0") if match else ""
    meanings = _WITH_OPPONENT if opponent else _WITHOUT_OPPONENT
    result = meanings.get(match[3].strip().upper()) if match and " " not in opponent else None
    if match is None or result is None:
        place = f"columns {start + 1}-{start + 8}: round {(start - _FIRST_ROUND) // _WIDTH + 1}"
        expected = "expected opponent, colour and result such as '  12 w 1', or '0000 - H'"
        raise FormatError(path, line, f"{place}: {expected}, found {found!r}")
    colour = match[2].lower().strip(" -") if opponent else ""
    return _Cell(int(opponent or 0), colour, result)


# ---- From the lines to a tournament ----

_CHESS = Rules(**PRESETS["Chess"].changes)
_ROUNDS = range_in(Rules, "rounds")
_POINTS = re.compile(r"([A-Z])\s*(-?[0-9]{1,3}(?:\.[0-9]+)?)(?=\s|$)")
_FOLLOWING = {
    "forfeit_win_x2": "win_x2",
    "both_win_x2": "win_x2",
    "both_lose_x2": "forfeit_loss_x2",
    "requested_bye_x2": "jigo_x2",
}
"""Points that a report does not state, and those that they are."""

_TABLES = re.compile(r"round ([0-9]{1,2}) tables((?: +[0-9]{1,5}:[0-9]{1,4})+)")
"""A comment of ours: tables by the number of a player, where they are not in the order of the scores."""

_MISSING = {
    "013": "the teams of a file are kept in it, and its players are paired one by one",
    "310": "the teams of a file are kept in it, and its players are paired one by one",
    "299": "points that an arbiter has given are kept in the file, and not counted",
    "XXS": "points by XXS are kept in the file, and not read: state them by 162",
}
"""What lines of a code say that a tournament does not hold."""


def _reading(path: str, content: bytes) -> Reading:
    file = TextFile.of(path, content)
    if content.isascii():
        file = replace(file, encoding="utf-8")
    report = _parse(path, file)
    tournament = _tournament(report)
    found = {code: line for line, code, _ in reversed(report.others)}
    remarks: dict[str, str] = {}
    for line, code, _ in report.others:
        if text := _MISSING.get(code):
            remarks.setdefault(text, f"line {line}: {text}")
    return Reading(
        tournament=tournament,
        file=file,
        above=(),
        remarks=(*remarks.values(), *_doubts(report, tournament, found)),
    )


def _doubts(report: _Report, tournament: Tournament, found: Mapping[str, int]) -> Iterator[str]:
    """Say, one line each, what the points of a file do not agree with."""
    points = tournament.rules.points
    full = [n for n, row in report.rows.items() if "F" in row.text[_FIRST_ROUND:].upper()]
    if full and points.wins_bye_x2 != points.win_x2:
        yield f"number {full[0]} has a full-point bye, which counts as one of the pairing"
    if found.keys() & {"250", "XXA", "299"} or not report.rows:
        return
    scores = _scores_x2(tournament)[-1]
    doubts = [
        f"line {row.line}: the file has {stated} points, and its results give {_points(score)}"
        for row, score in zip(report.rows.values(), scores, strict=True)
        if (stated := row.value("points")) and _halves(stated) != score
    ]
    if doubts:
        more = f" (and {len(doubts) - 1} more players)" if len(doubts) > 1 else ""
        yield f"{doubts[0]}{more}"


def _tournament(report: _Report) -> Tournament:
    text = {code: text for _, code, text in report.others}
    rounds = _rounds(report)
    apart = [*_apart(report, rounds)]
    byes = _announced(report, rounds)
    names = [_names(row) for row in report.rows.values()]
    keys = dict(zip(report.rows, unique_keys(("".join(name) for name in names), "?"), strict=True))
    games = [*_games(report, keys)]
    waiting = {number for number in range(1, rounds + 1) if _waits(report, games, number)}
    cells = {
        n: [row.cell(r) if row.cell(r) != _Cell() else _Cell(0, "", byes.get((r, n), ""))
            for r in range(1, rounds + 1)]
        for n, row in report.rows.items()
    }  # fmt: skip
    players = (
        _player(report, row, keys[n], name, cells[n], waiting, [members for _, members in apart])
        for (n, row), name in zip(report.rows.items(), names, strict=True)
    )
    tournament = Tournament(
        name=text.get("012", ""),
        kind="swiss",
        event=Event(
            place=text.get("022", ""),
            country=text.get("032", ""),
            begins=day_in(text.get("042", ""), "ymd"),
            ends=day_in(text.get("052", ""), "ymd"),
            director=text.get("102", ""),
        ),
        rules=replace(
            _CHESS,
            rounds=rounds,
            points=_points_of(report),
            never_same=tuple(same for same, _ in apart),
            **_system(report),
        ),
        players=tuple(players),
        games=tuple(games),
        byes=tuple(
            Bye(round=r, player=keys[n])
            for r in range(1, rounds + 1)
            for n in report.rows
            if cells[n][r - 1].result == "U"
        ),
    )
    return _with_tables(report, tournament, keys)


def _rounds(report: _Report) -> int:
    """How many rounds a file states, or has."""
    longest = max(report.rows.values(), key=lambda row: len(row.cells), default=None)
    played = len(longest.cells) if longest else 0
    stated = [(line, text) for line, code, text in report.others if code in ("142", "XXR")]
    line, text = stated[-1] if stated else (None, str(max(played, 1)))
    if not (text.isascii() and text.isdigit() and _ROUNDS.holds(int(text))):
        message = f"expected a number of rounds{_ROUNDS}, found {text[:40]!r}"
        raise report.wrong(line, message)
    if longest and int(text) < played:
        message = f"round {played} is beyond the {text} of line {line}: correct one of them"
        raise report.wrong(longest.line, message)
    return int(text)


def _points_of(report: _Report) -> Points:
    """The points that a file states, or those of chess."""
    found: dict[str, int] = {}
    for line, code, text in report.others:
        pairs = _POINTS.findall(text) if code == "162" else []
        if code[:2] == "BB":
            pairs = [(code[2:], text)]
        for letter, value in pairs:
            halves = _halves(value)
            if halves is None or letter not in "WDLZPUF":
                expected = "expected points such as W 1.0, D 0.5, L 0.0, Z 0.0 or P 1.0"
                raise report.wrong(line, f"{expected}, found {letter} {value[:40]}")
            found["P" if letter == "U" else letter] = halves
            if code == "162" and letter == "Z":
                found["F"] = halves
    win = found.get("W", 2)
    points = Points(
        win_x2=win,
        jigo_x2=found.get("D", 1),
        loss_x2=found.get("L", 0),
        forfeit_loss_x2=found.get("F", 0),
        wins_absent_x2=found.get("Z", 0),
        wins_bye_x2=found.get("P", win),
    )
    following: dict[str, Any] = {name: getattr(points, it) for name, it in _FOLLOWING.items()}
    return replace(points, **following)


def _halves(text: str) -> int | None:
    """Doubled points, if a text states some in halves."""
    match = re.fullmatch(r"(-?[0-9]{1,3})(?:[.,]([05])0*)?", text)
    return match and 2 * int(match[1]) + (match[2] == "5") * (-1 if text[0] == "-" else 1)


def _points(halves: int) -> str:
    return f"{halves / 2:.1f}"


def _apart(report: _Report, rounds: int) -> Iterator[tuple[Same, set[int]]]:
    """The players who do not meet, each group by an attribute of its own."""
    number = count(1)
    for line, code, text in report.others:
        words, last = text.split(), rounds
        if code == "260":
            if len(words) < 2 or not all(word.isascii() and word.isdigit() for word in words[:2]):
                raise report.wrong(line, "expected the first and the last round, then players")
            last, words = int(words[1]), words[2:]
        if code in ("260", "XXP") and last:
            same = Same(f"apart {next(number)}", until=last if last < rounds else None)
            players = {*report.numbers(line, words)}
            if len(players) < 2:
                raise report.wrong(line, f"expected two players or more, found {text[:40]!r}")
            yield same, players


def _announced(report: _Report, rounds: int) -> dict[tuple[int, int], str]:
    """Byes and absences that lines 240 announce, by round and player."""
    found: dict[tuple[int, int], str] = {}
    for line, code, text in report.others:
        if code == "240":
            letter, number, *words = [*text.split(), "", ""]
            result = _WITHOUT_OPPONENT.get(letter)
            round = int(number) if re.fullmatch("[0-9]{1,3}", number) else 0
            if not (result and 1 <= round <= rounds):
                expected = f"expected H, F or Z, a round from 1 to {rounds}, and players"
                raise report.wrong(line, f"{expected}, found {text[:40]!r}")
            found |= {(round, n): result for n in report.numbers(line, filter(None, words))}
    return found


def _names(row: _Row) -> tuple[str, str]:
    family, _, first = row.value("name").partition(",")
    return " ".join(family.split()), " ".join(first.replace(",", " ").split())


def _player(
    report: _Report,
    row: _Row,
    key: str,
    name: tuple[str, str],
    cells: Sequence[_Cell],
    waiting: Collection[int],
    groups: Sequence[Collection[int]],
) -> Player:
    rating, fide = row.value("rating"), row.value(_FIDE_ID)
    if rating and not (rating.isascii() and rating.isdigit()):
        raise report.wrong(row.line, f"columns 49-52: expected a rating, found {rating!r}")
    alone = {r: cell.result for r, cell in enumerate(cells, start=1) if not cell.opponent}
    return Player(
        key,
        name[0],
        first_name=name[1],
        rating=int(rating or 0) or None,
        country=row.value("federation"),
        absences=frozenset(r for r, it in alone.items() if it in "ZH" and (it or r not in waiting)),
        requested_byes=frozenset(r for r, result in alone.items() if result == "H"),
        attributes={
            **({_FIDE_ID: fide} if fide else {}),
            **{f"apart {n}": "yes" for n, them in enumerate(groups, start=1) if row.number in them},
        },
    )


def _waits(report: _Report, games: Sequence[Game], number: int) -> bool:
    """Whether a player without anything in a round waits for a game, and is not absent.

    So it is until the round is drawn, and until its last result is there; then who has none is away.
    """
    last = max((game.round for game in games), default=0)
    if number != last:
        return number > last
    unknown = any(game.round == last and not game.has_result for game in games)
    blank = sum(row.cell(number) == _Cell() for row in report.rows.values())
    return unknown or 2 * blank > len(report.rows)


def _games(report: _Report, keys: Mapping[int, str]) -> Iterator[Game]:
    """The games, at tables in the order of the lines."""
    tables = Counter[int]()
    place = {n: index for index, n in enumerate(report.rows)}
    for n, row in report.rows.items():
        for round, cell in enumerate(row.cells, start=1):
            if not cell.opponent:
                continue
            there = report.rows.get(cell.opponent)
            other = there.cell(round) if there else _Cell()
            signs = cell.result, other.result
            if (
                other.opponent != n
                or signs not in _RESULTS
                or n == cell.opponent
                or (cell.colour and cell.colour == other.colour)
            ):
                theirs = f"{cell.text!r} here, and {other.text!r} of number {cell.opponent}"
                message = f"round {round}: {theirs}: correct one of the two lines"
                raise report.wrong(row.line, message)
            if place[n] > place[cell.opponent]:
                continue
            tables[round] += 1
            white, black = keys[n], keys[cell.opponent]
            if "b" in cell.colour or "w" in other.colour:
                white, black, signs = black, white, signs[::-1]
            result, by_default = _RESULTS[signs]
            yield Game(
                round=round,
                table=tables[round],
                white=white,
                black=black,
                result=result,
                by_default=by_default,
            )


# ---- The order of the tables, which no line of the federation states ----


def _scores_x2(tournament: Tournament) -> Sequence[Sequence[int]]:
    """Doubled points of the players in their order: before each round that has games, and after all."""
    from ..go.scores import History, wins_x2

    last = max((game.round for game in tournament.games), default=0)
    scores: list[list[int]] = wins_x2(History.of(tournament)).T.tolist()
    return scores[: last + 1]


def _in_order(tournament: Tournament) -> dict[Game, int]:
    """Tables by the scores of the players: the higher one, then both, then the pairing numbers."""
    scores, place = _scores_x2(tournament), {p.key: n for n, p in enumerate(tournament.players)}

    def weight(game: Game) -> tuple[int, ...]:
        rows = [place[key] for key in game.players]
        own = [scores[game.round - 1][row] for row in rows]
        return game.round, -max(own), -sum(own), min(rows)

    tables = Counter[int]()
    found = {}
    for game in sorted(tournament.games, key=weight):
        tables[game.round] += 1
        found[game] = tables[game.round]
    return found


def _with_tables(report: _Report, tournament: Tournament, keys: Mapping[int, str]) -> Tournament:
    """The tournament with the tables that our comments state, or else those by the scores."""
    stated: dict[tuple[int, str], int] = {}
    for _, code, text in report.others:
        if code == "###" and (match := _TABLES.fullmatch(text)):
            for word in match[2].split():
                table, _, number = word.partition(":")
                stated[int(match[1]), keys.get(int(number), "")] = int(table)
    usual = _in_order(tournament)
    wanted = {
        game: next((stated[game.round, k] for k in game.players if (game.round, k) in stated), 0)
        for game in usual
    }
    times = Counter((game.round, table) for game, table in wanted.items() if table)
    odd = {game.round for game, table in wanted.items() if times[game.round, table] != 1}
    games = (replace(g, table=usual[g] if g.round in odd else wanted[g]) for g in usual)
    return replace(tournament, games=tuple(sorted(games, key=lambda g: (g.round, g.table))))


# ---- The lines of a file: those that say something else than before are new, and all others stay ----

_SAME = {
    "XXA": "250",
    "XXR": "142",
    "XXP": "260",
    **dict.fromkeys(("BBW", "BBD", "BBL", "BBZ", "BBF", "BBU"), "162"),
}
"""Codes of other programs, by those of TRF26 that are written in their place."""

_MOST_IN_A_LINE = 100
"""Players whom a line 240 names, or boards of a comment."""


def _lines_of(tournament: Tournament, encoding: str, before: Reading) -> list[str]:
    """The lines of a file, given those that it had."""
    report, old = _parse("", before.file), before.tournament
    held = dict(zip((player.key for player in old.players), report.rows.values(), strict=True))
    was = _State.of(old, {key: row.number for key, row in held.items()}, encoding)
    now = _State.of(tournament, _numbers(tournament, held), encoding)
    if any(row.number != now.numbers.get(key) for key, row in held.items()):
        _refuse_other_numbers(report)
    stated = {*map(_name_of, before.file.lines)}
    changed = {
        name: lines
        for name, lines in now.statements.items()
        if before.is_new
        or (name == "142" and name not in stated)
        or (lines != was.statements[name] and (name != "062" or name in stated))
    }
    names = {*changed}
    lines: list[str] = []
    texts = _texts_of_players(now, was, held, report)
    for line, text in enumerate(before.file.lines, start=1):
        name = _name_of(text)
        if name == "001":
            lines += texts.pop(line, ())
        elif name in names:
            lines += changed.pop(name, ())
            if text[:3] == "XXC" and "rank" in text.split():
                lines.append("XXC rank")
        else:
            lines.append(text)
    rows = [place for place, line in enumerate(lines) if line[:3] == "001"]
    first, end = (rows[0], rows[-1] + 1) if rows else (len(lines), len(lines))
    lines[end:end] = [*chain.from_iterable(texts.values())]
    lines[first:first] = [*chain.from_iterable(changed.values())]
    return lines


def _name_of(line: str) -> str:
    """The code by which TRF26 says what a line says; nothing for a comment."""
    code = line[:3]
    if code == "###":
        return code if _TABLES.fullmatch(line[3:].strip()) else ""
    if code == "XXC":
        return code if _COLOURS.keys().isdisjoint(line.split()) else "152"
    return _SAME.get(code, code)


def _numbers(tournament: Tournament, held: Mapping[str, _Row]) -> dict[str, int]:
    """Pairing numbers: those of the file, and the next ones for newcomers; if somebody is gone, from 1."""
    numbers = {key: row.number for key, row in held.items()}
    if len(tournament.players) > _MOST_PLAYERS:
        found = len(tournament.players)
        raise RuleError(f"a report for FIDE has at most {_MOST_PLAYERS} players, found {found}")
    free = count(max(numbers.values(), default=0) + 1)
    for player in _in_order_of_numbers(tournament):
        numbers.setdefault(player.key, 0)
        numbers[player.key] = numbers[player.key] or next(free)
    if len(numbers) == len(tournament.players):
        return numbers
    left = sorted(tournament.by_key, key=numbers.__getitem__)
    return {key: number for number, key in enumerate(left, start=1)}


def _in_order_of_numbers(tournament: Tournament) -> Sequence[Player]:
    """The players as the Dutch system numbers them, if it does so by ratings."""
    rules = tournament.rules
    if (rules.system, rules.dutch.order) != ("dutch", "rating"):
        return tournament.players
    return sorted(tournament.players, key=lambda player: -player.rating_or_lowest)


def _refuse_other_numbers(report: _Report) -> None:
    for line, code, _ in report.others:
        if code in ("013", "299", "310"):
            message = f"line {line} names players by numbers, which change if one is deleted"
            raise RuleError(Sentence(message, Remedy("withdraw")))


@dataclass(frozen=True)
class _State:
    """What a file says of a state of its tournament."""

    tournament: Tournament
    numbers: Mapping[str, int]
    cells: Mapping[str, Mapping[int, _Cell]]
    """What everybody does, by key and round; nothing if they wait for a game."""

    begun: frozenset[int]
    """The rounds that have games: who has none is in the lines of the players, else in lines 240."""

    facts: Mapping[str, Mapping[str, str]]
    """The values of the columns by key, without points and ranks."""

    statements: Mapping[str, list[str]]
    """The lines of the tournament by their codes."""

    @property
    def played(self) -> dict[str, list[tuple[int, _Cell]]]:
        """What everybody has done in the rounds that have games."""
        return {
            key: played
            for key, cells in self.cells.items()
            if (played := sorted(item for item in cells.items() if item[0] in self.begun))
        }

    @classmethod
    def of(cls, tournament: Tournament, numbers: Mapping[str, int], encoding: str) -> _State:
        cells = _cells(tournament, numbers)
        begun = frozenset(game.round for game in tournament.games)
        facts = {p.key: _facts(p, numbers[p.key], encoding) for p in tournament.players}
        statements = {
            code: [f"{code} {' '.join(nearest(text, encoding).split())}"] if text.strip() else []
            for code, text in _texts(tournament).items()
        }
        statements["162"] = [*_lines_of_points(tournament.rules.points)]
        statements |= _lines_of_system(tournament.rules, sorted(numbers.values()))
        statements["240"] = [*_lines_of_byes(numbers, cells, begun)]
        statements["260"] = [*_lines_apart(tournament, numbers)]
        statements["###"] = [*_lines_of_tables(tournament, numbers)]
        return cls(tournament, numbers, cells, begun, facts, statements)


def _texts(tournament: Tournament) -> dict[str, str]:
    event = tournament.event
    days = {"042": event.begins, "052": event.ends}
    return {
        "012": tournament.name,
        "022": event.place,
        "032": in_three_letters(event.country),
        **{code: day.strftime("%Y/%m/%d") if day else "" for code, day in days.items()},
        "062": str(len(tournament.players)),
        "102": event.director,
        "142": str(tournament.rules.rounds),
    }


def _facts(player: Player, number: int, encoding: str) -> dict[str, str]:
    names = (player.name, player.first_name)
    family, first = (" ".join(nearest(name, encoding).replace(",", " ").split()) for name in names)
    rating = player.rating or 0
    fide = player.attributes.get(_FIDE_ID, "")
    return {
        "number": str(number),
        "name": f"{family}, {first}" if first else family,
        "rating": str(rating) if 0 < rating < 10_000 else "",
        "federation": in_three_letters(player.country),
        _FIDE_ID: fide if re.fullmatch("[0-9]{1,11}", fide) else "",
    }


def _cells(tournament: Tournament, numbers: Mapping[str, int]) -> dict[str, dict[int, _Cell]]:
    cells = {
        player.key: {
            r: _Cell(0, "", "H" if r in player.requested_byes else "Z")
            for r in player.absences
            if r <= tournament.rules.rounds
        }
        for player in tournament.players
    }
    for bye in tournament.byes:
        cells[bye.player][bye.round] = _Cell(0, "", "U")
    for game in tournament.games:
        signs = _SIGNS.get((game.result, game.by_default)) or _SIGNS[game.result, False]
        cells[game.white][game.round] = _Cell(numbers[game.black], "w", signs[0])
        cells[game.black][game.round] = _Cell(numbers[game.white], "b", signs[1])
    return cells


def _lines_of_points(points: Points) -> Iterator[str]:
    """What the points are, unless they are those of chess; by 162, or where that cannot say it by BB."""
    absent, forfeit = points.wins_absent_x2, points.forfeit_loss_x2
    values = {"W": points.win_x2, "D": points.jigo_x2, "L": points.loss_x2, "Z": absent}
    bye = points.wins_bye_x2
    if (*values.values(), bye, forfeit) == (2, 1, 0, 0, 2, 0):
        return
    if absent == forfeit:
        found = {**values, "P": bye}.items()
        yield "162  " + "    ".join(f"{letter}{_points(halves):>4}" for letter, halves in found)
    else:
        found = {**values, "U": bye, "F": forfeit}.items()
        yield from (f"BB{letter} {_points(halves):>4}" for letter, halves in found)


def _lines_of_byes(
    numbers: Mapping[str, int], cells: Mapping[str, Mapping[int, _Cell]], begun: Collection[int]
) -> Iterator[str]:
    """Absences and byes of rounds that have no games yet."""
    groups: dict[tuple[int, str], list[int]] = {}
    for key, rounds in cells.items():
        for number, cell in rounds.items():
            if number not in begun:
                groups.setdefault((number, cell.result.replace("U", "F")), []).append(numbers[key])
    for (number, letter), players in sorted(groups.items()):
        for first in range(0, len(players), _MOST_IN_A_LINE):
            some = sorted(players)[first : first + _MOST_IN_A_LINE]
            yield _named(f"240 {letter} {number:>3}", some)


def _lines_apart(tournament: Tournament, numbers: Mapping[str, int]) -> Iterator[str]:
    """Who does not meet, by the rules that hold for everybody."""
    rounds = tournament.rules.rounds
    for same in tournament.rules.never_same:
        groups: dict[str, list[int]] = {}
        for player in tournament.players:
            if (value := player.attribute(same.attribute)) and not same.not_in_top_group:
                groups.setdefault(value, []).append(numbers[player.key])
        for players in groups.values():
            if len(players) > 1:
                yield _named(f"260   1 {same.until or rounds:>3}", sorted(players))


def _lines_of_tables(tournament: Tournament, numbers: Mapping[str, int]) -> Iterator[str]:
    """The tables of rounds in which they are not in the order of the scores."""
    usual = _in_order(tournament)
    for number in sorted({game.round for game in usual if game.table != usual[game]}):
        games = [game for game in usual if game.round == number]
        for first in range(0, len(games), _MOST_IN_A_LINE):
            some = games[first : first + _MOST_IN_A_LINE]
            words = (f"{game.table}:{numbers[game.white]}" for game in some)
            yield _named(f"### round {number} tables", words)


def _named(start: str, players: Iterable[object]) -> str:
    return " ".join([start, *(f"{each:>4}" for each in players)])


def _texts_of_players(
    now: _State, was: _State, held: Mapping[str, _Row], report: _Report
) -> dict[int, list[str]]:
    """The lines of the players by their old numbers in the file; those of newcomers below them."""
    points = [state.tournament.rules.points for state in (now, was)]
    anew = now.played != was.played or points[0] != points[1]
    standings = _standings(now.tournament) if anew or now.numbers.keys() != held.keys() else {}
    texts: dict[int, list[str]] = {}
    for key, number in sorted(now.numbers.items(), key=lambda item: item[1]):
        row = held.get(key) or _Row(0, "001", 0, ())
        text = row.text
        values = dict(now.facts[key])
        if anew or not row.line:
            values["points"], values["rank"] = standings[key]
        if report.by_rank and row.line:
            values.pop("rank", None)
        elif report.by_rank:
            values["rank"] = str(number)
        for column, value in values.items():
            if value != was.facts.get(key, {}).get(column, ""):
                text = _with_value(text, column, value)
        for round in now.tournament.round_numbers:
            text = _with_cell(text, row, round, now, was, key)
        place = row.line or len(report.file.lines) + number
        texts[place] = [text.rstrip() if text != row.text else text]
    return texts


def _standings(tournament: Tournament) -> dict[str, tuple[str, str]]:
    """Points and rank of everybody."""
    from ..go.scores import History, standings_order

    scores = _scores_x2(tournament)
    order = standings_order(History.of(tournament), tournament.rules.placement, len(scores) - 1)
    rank = {row: place for place, row in enumerate(order.tolist(), start=1)}
    return {
        player.key: (_points(scores[-1][row]), str(rank[row]))
        for row, player in enumerate(tournament.players)
    }


def _with_value(text: str, column: str, value: str) -> str:
    start, end = _COLUMNS[column]
    value = value[: end - start] if column == "name" else value
    value = value.ljust(end - start) if column == "name" else value.rjust(end - start)
    return f"{text.ljust(end)[: end - len(value)]}{value}{text[end:]}"


def _with_cell(text: str, row: _Row, round: int, now: _State, was: _State, key: str) -> str:
    """A line with what a player did in a round, unless it says so already."""
    found, cell = row.cell(round), now.cells[key].get(round, _Cell())
    before = was.cells.get(key, {}).get(round)
    absent = cell == before == _Cell(0, "", "Z") and round in was.begun
    if found.says(cell) or (found == _Cell() and absent):
        return text
    if not cell.opponent and round not in now.begun:
        cell = _Cell()  # a line 240 says it
    start = _FIRST_ROUND + _WIDTH * (round - 1)
    return f"{text.ljust(start)[:start]}{cell.text}{text[start + 8 :]}"


# ---- The system that draws the rounds, and its virtual points ----

_SYSTEMS = {f"OTHER_{name.upper().replace('-', '_')}": name for name in get_args(SystemName)}
"""The systems by what a line 192 says, but for FIDE's; any other text leaves it open."""

_COLOURS = {"white1": "white", "black1": "black", "W": "white", "B": "black"}
"""Colours of the first player by the words of lines XXC and 152."""

_ACCELERATED = re.compile(
    r" +(?:[0-9]+[.,][0-9] +)?([0-9]{1,2}[.,][05])" + r" +([0-9]{1,3})" * 2 + r" +([0-9]{1,4})" * 2
)
"""Points, the first and last round, and the first and last player of a line 250, after the
points of a match."""


def _system(report: _Report) -> dict[str, Any]:
    """The system of a report, Dutch if it names none, and what it says of it."""
    text = {code: text for _, code, text in report.others if text}
    named = text.get("192") or text.get("092", "Dutch")
    dutch = "dutch" in named.lower()
    words = [*text.get("152", "").split(), *text.get("XXC", "").split()]
    usual = DutchRules()
    return {
        "system": "dutch" if dutch else _SYSTEMS.get(named),
        "dutch": DutchRules(
            order="entry" if dutch else usual.order,
            acceleration=", ".join(_accelerated(report))
            or ("baku" if dutch and "baku" in named.lower() else usual.acceleration),
            initial_colour=next(
                (_COLOURS[word] for word in words if word in _COLOURS), usual.initial_colour
            ),
        ),
    }


def _lines_of_system(rules: Rules, numbers: Sequence[int]) -> dict[str, list[str]]:
    """What lines say of a system, by their codes, given the numbers of the players in order."""
    dutch, last = rules.dutch, numbers[-1] if numbers else 0
    named = next((text for text, name in _SYSTEMS.items() if name == rules.system), "OTHER")
    if rules.system == "dutch":
        named = f"FIDE_DUTCH_2025{'_BAKU' if dutch.acceleration == 'baku' else ''}"
    ranges = (
        () if dutch.acceleration in ("none", "baku") else acceleration_ranges(dutch.acceleration)
    )

    def number(place: int) -> int:
        return numbers[place] if place < len(numbers) else last + place - len(numbers) + 1

    return {
        "152": [] if dutch.initial_colour == "lot" else [f"152 {dutch.initial_colour[0].upper()}"],
        "192": [f"192 {named}"],
        "250": [
            f"250      {_points(halves):>4} {rounds.start + 1:>3} {rounds.stop:>3} "
            f"{number(places.start):>4} {number(places.stop - 1):>4}"
            for halves, rounds, places in ranges
        ],
    }


def _accelerated(report: _Report) -> Iterator[str]:
    """The virtual points as the system states them: those of XXA, and then those of 250, which replace them."""
    for points, places in _accelerated_players(report).items():
        for halves in dict.fromkeys(filter(None, points)):
            rounds = (number for number, each in enumerate(points, start=1) if each == halves)
            yield from _ranges(halves, rounds, places)
    place = {n: index for index, n in enumerate(report.rows, start=1)}
    last = max(place, default=0)
    for line, code, _ in report.others:
        if code != "250":
            continue
        match = _ACCELERATED.fullmatch(report.file.lines[line - 1][3:].rstrip())
        one, other, start, end = map(int, match.groups()[1:]) if match else (0, 0, 0, 0)
        if not (match and 1 <= one <= other and 1 <= start <= end):
            message = phrase(
                "expected points, rounds and players such as {example!r}, found {found!r}",
                example="250       1.0   1   3    1    8",
                found=report.file.lines[line - 1][:40],
            )
            raise report.wrong(line, message)
        there = {place[n] for n in place if start <= n <= end}
        there |= {len(place) + n - last for n in range(max(start, last + 1), end + 1)}
        yield from _ranges(_halves(match[1]) or 0, range(one, other + 1), there)


def _accelerated_players(report: _Report) -> dict[tuple[int, ...], list[int]]:
    """The places of players by the virtual points of their lines XXA."""
    place = {n: index for index, n in enumerate(report.rows, start=1)}
    points: dict[int, tuple[int, ...]] = {}
    for line, code, text in report.others:
        if code != "XXA":
            continue
        number, *words = text.split() or [""]
        (n,) = report.numbers(line, [number])
        halves = [_halves(word) for word in words]
        if wrong := [
            w for w, h in zip(words, halves, strict=True) if h is None or not 0 <= h < 200
        ]:
            message = phrase(
                "expected points such as {example}, found {found!r}",
                example="1.0",
                found=wrong[0][:40],
            )
            raise report.wrong(line, message)
        points[place[n]] = tuple(each or 0 for each in halves)
    found: dict[tuple[int, ...], list[int]] = {}
    for each, of_player in points.items():
        found.setdefault(of_player, []).append(each)
    return found


def _ranges(halves: int, rounds: Iterable[int], places: Iterable[int]) -> Iterator[str]:
    followed = [*runs(places)]
    for first, last in runs(rounds):
        for start, end in followed:
            yield f"{halves / 2:g} in {first}-{last} for {start}-{end}"


# ---- A report in memory, and what a tournament does not hold of it ----

_FORMAT = LineFormat("trf", _reading, _lines_of, encoding="utf-8")
new_content = _FORMAT.new_content


def read(path: str, content: bytes) -> Document:
    """Read the content of a file.

    Raises
    ------
    FormatError
        If a line is none of a report, or contradicts another one.
    """
    return replace(_FORMAT.read(path, content), settle=_settle)


def _settle(tournament: Tournament, before: Tournament) -> Tournament:
    """A state as a report has it: points that follow from others follow them.

    Raises
    ------
    RuleError
        If players have attributes that no line can say.
    """
    names = {name for player in tournament.players for name in player.attributes}
    names |= {same.attribute for same in tournament.rules.never_same}
    for name in sorted(names - {_FIDE_ID}):
        if not _APART.fullmatch(name):
            message = f"reports for FIDE have no place for the attribute {name!r}"
            raise RuleError(Sentence(message, Remedy("use fastpair's own format")))
    points = tournament.rules.points
    same: dict[str, Any] = {
        name: getattr(points, source)
        for name, source in _FOLLOWING.items()
        if getattr(points, name) == getattr(before.rules.points, name)
    }
    rules = replace(tournament.rules, points=replace(points, **same))
    return replace(tournament, rules=replace(rules, dutch=_settled_system(rules, before.rules)))


def _settled_system(rules: Rules, before: Rules) -> DutchRules:
    """The parameters of the system as lines state them: an order, and Baku, by FIDE's system alone."""
    dutch = rules.dutch
    if rules.system == before.system == "dutch" and dutch.order == "rating":
        message = phrase(
            "a report for FIDE has the order of its pairing numbers: leave it at entry"
        )
        raise RuleError(message, about="order")
    of_dutch = rules.system == "dutch"
    acceleration = dutch.acceleration
    if acceleration == "baku" and not of_dutch:
        acceleration = "none"
    elif acceleration != "baku" and acceleration != "none":
        acceleration = ", ".join(
            text
            for halves, rounds, places in acceleration_ranges(acceleration)
            for text in _ranges(
                halves,
                range(rounds.start + 1, rounds.stop + 1),
                range(places.start + 1, places.stop + 1),
            )
        )
    return replace(dutch, order="entry" if of_dutch else "rating", acceleration=acceleration)


def foreign_facts(content: bytes) -> Iterator[tuple[str, str]]:
    """What a report says and a tournament does not hold: where, and what."""
    known = _State.of(Tournament(), {}, "utf-8").statements.keys()
    for line in TextFile.of("", content).lines:
        if line[:3] == "001":
            row = _Row(0, line, 0, ())
            yield from ((name, row.value(name)) for name in _FOREIGN if row.value(name))
        elif line.strip() and _name_of(line) not in known:
            yield f"line {line[:3]}", line[3:].strip()
