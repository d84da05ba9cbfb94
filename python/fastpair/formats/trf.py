"""Report files of the World Chess Federation: TRF16 and TRF26 [FIDE C.04.A].

The players of the tournament are in the order of their pairing numbers, which stay until somebody is deleted.
Keys are made of the names, as in other files.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, count
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

import numpy as np

from ..errors import FormatError, RuleError
from ..go.tournament import (
    PRESETS,
    TITLES,
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
from .wall_list import Seat, faults_of, games_of, seats_of_game

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from datetime import date

    from numpy.typing import NDArray

    from ..go.tournament import Title

    Halves = NDArray[np.uint8]
    """Doubled virtual points by round and player."""


# ---- What lines say, for reading and writing alike ----


class _Field(NamedTuple):
    """A field of a tournament, and how a line says it."""

    name: str
    read: Any = str
    write: Any = str


def _text_of_day(day: date | None) -> str:
    return day.strftime("%Y/%m/%d") if day else ""


def _day_in(text: str) -> date | None:
    return day_in(text, "ymd")


_EVENT = {
    "022": _Field("place"),
    "032": _Field("country", write=in_three_letters),
    "042": _Field("begins", _day_in, _text_of_day),
    "052": _Field("ends", _day_in, _text_of_day),
    "102": _Field("director"),
}
"""Fields of the event by the codes of their lines."""

_POINTS = {
    "W": "win_x2",
    "D": "jigo_x2",
    "L": "loss_x2",
    "Z": "wins_absent_x2",
    "P": "wins_bye_x2",
    "F": "forfeit_loss_x2",
}
"""Fields of the points by the letters of a line 162, or of lines BB, where P is U."""

_FOLLOWING = {
    "forfeit_win_x2": "win_x2",
    "both_win_x2": "win_x2",
    "both_lose_x2": "forfeit_loss_x2",
    "requested_bye_x2": "jigo_x2",
}
"""Points that a report does not state, and those that they are."""

_SYSTEMS = {f"OTHER_{name.upper().replace('-', '_')}": name for name in get_args(SystemName)}
"""Systems by the texts of a line 192, but for FIDE's; any other text leaves the system open."""

_COLOURS = {"w": "white", "b": "black", "white1": "white", "black1": "black"}
"""Colours of the first player, by the words of lines 152 and XXC, in small letters."""

_SAME = {
    "XXA": "250",
    "XXR": "142",
    "XXP": "260",
    **dict.fromkeys(("BBW", "BBD", "BBL", "BBZ", "BBF", "BBU"), "162"),
}
"""Codes of other programs, by those of TRF26 that are written in their place."""

_MISSING = {
    **dict.fromkeys(
        ("013", "310"),
        "the teams of a file are kept in it, and its players are paired one by one",
    ),
    "299": "points that an arbiter has given are kept in the file, and not counted",
    "XXS": "points by XXS are kept in the file, and not read: state them by 162",
}
"""What lines of a code say that a tournament does not hold."""

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
"""Columns of a line 001, from 0."""

_FOREIGN = ("sex", "birth date")
"""Columns that a tournament does not hold."""

_FIRST_ROUND, _WIDTH = 91, 10
_MOST_PLAYERS, _MOST_IN_A_LINE = 9999, 100
_OLD_TITLES = dict(zip(["g", "m", "wg", "f", "wm", "c", "wf", "wc"], TITLES, strict=False))
"""Titles as older files write them."""

_APART = re.compile(r"apart [0-9]+")
"""Attributes of players: groups whose members do not meet."""

_CELL = re.compile(r"([ 0-9]{4}) ([wWbB\- ]) ([10=+\-WDLHFUZwdlhfuz ])")
_ALONE = dict(zip("-Z=H+FU ", "--==+++?", strict=True))
"""Signs of a `Seat` by the letters of a round without an opponent: absent, with a requested bye of half a
point, with a bye, and nothing. A full-point bye counts as the one of the pairing, and keeps its letter."""

_PLAYED = dict(zip("10=WLD+- ", "+-=+-=+-?", strict=True))
"""The same for a game, of which ``+`` and ``-`` are by forfeit."""

_NOTHING = Seat(0, "?")
"""Nothing is known of a player who waits or is absent."""

_PAIRS_OF_POINTS = re.compile(r"([A-Z])\s*(-?[0-9]{1,3}(?:\.[0-9]+)?)(?=\s|$)")
_HALVES = re.compile(r"(-?)([0-9]{1,3})(?:[.,]([05])0*)?")
_ACCELERATED = re.compile(
    r"(?:[0-9]+[.,][0-9] +)?([0-9]{1,2}[.,][05])" + r" +([0-9]{1,3})" * 2 + r" +([0-9]{1,4})" * 2
)
"""Points, first and last round, first and last player of a line 250, after the points of a match."""

_TABLES = re.compile(r"round ([0-9]{1,2}) tables((?: +[0-9]{1,5}:[0-9]{1,4})+)")
"""A comment of ours: tables by the number of a player, where they are not in the order of the scores."""


def _name_of(line: str) -> str:
    """The code by which TRF26 says what a line says; nothing for a comment."""
    code, words = line[:3], line.lower().split()
    if code == "###":
        return code if _TABLES.fullmatch(line[3:].strip()) else ""
    if code == "XXC":
        return code if _COLOURS.keys().isdisjoint(words) else "152"
    return _SAME.get(code, code)


def _halves(text: str) -> int | None:
    """Doubled points, if a text states some in halves."""
    match = _HALVES.fullmatch(text)
    return match and int(f"{match[1]}{2 * int(match[2]) + (match[3] == '5')}")


def _points(halves: int) -> str:
    return f"{halves / 2:.1f}"


# ---- The lines of a file ----


class _Row(NamedTuple):
    """A line 001."""

    path: str
    line: int
    """From 1."""

    text: str

    def value(self, column: str) -> str:
        return self.text[slice(*_COLUMNS[column])].strip()

    def whole(self, column: str, *, least: int = 1) -> int:
        """The number in a column, positive unless it may be empty."""
        value = self.value(column)
        if not value and not least:
            return 0
        if not (value.isascii() and value.isdigit() and int(value) >= least):
            first, last = _COLUMNS[column]
            expected = f"expected the {column} of the player, found {value!r}"
            raise FormatError(self.path, self.line, f"columns {first + 1}-{last}: {expected}")
        return int(value)

    def seats(self) -> Iterator[Seat]:
        """What the player does in each round of the line."""
        for start in range(_FIRST_ROUND, len(self.text.rstrip()), _WIDTH):
            found = self.text[start : start + 8].ljust(8)
            match = _CELL.fullmatch(found)
            opponent = match[1].strip().lstrip("0") if match else ""
            sign = match[3].upper() if match else ""
            result = (_PLAYED if opponent else _ALONE).get(sign)
            if match is None or result is None or " " in opponent:
                round = (start - _FIRST_ROUND) // _WIDTH + 1
                place = f"columns {start + 1}-{start + 8}: round {round}"
                expected = "expected opponent, colour and result such as '  12 w 1', or '0000 - H'"
                raise FormatError(self.path, self.line, f"{place}: {expected}, found {found!r}")
            colour = match[2].lower().strip(" -") if opponent else ""
            yield Seat(int(opponent or 0), result, bool(opponent) and sign in "+-", colour)


def _text_of_seat(seat: Seat) -> str:
    if not seat.opponent:
        return {"+": "0000 - U", "=": "0000 - H", "-": "0000 - Z"}.get(seat.result, " " * 8)
    sign = seat.result if seat.by_default else seat.result.translate(_SIGNS)
    return f"{seat.opponent:>4} {seat.colour} {sign}"


_SIGNS = str.maketrans("+-?", "10 ")


@dataclass(frozen=True)
class _Report:
    """The lines of a file."""

    path: str
    rows: Mapping[int, _Row]
    """Lines of players by their pairing numbers, in the order of these."""

    others: Sequence[tuple[int, str, str]]
    """Number, code and text of the other lines."""

    @classmethod
    def of(cls, path: str, file: TextFile) -> _Report:
        rows: dict[int, _Row] = {}
        others = []
        for line, text in enumerate(file.lines, start=1):
            if text[:3] != "001":
                others.append((line, text[:3], text[3:].strip()))
                continue
            row = _Row(path, line, text)
            number = row.whole("number")
            if number in rows:
                message = f"line {rows[number].line} has the number {number} too: give each its own"
                raise FormatError(path, line, f"columns 5-8: {message}")
            rows[number] = row
            refuse_more_players(path, line, len(rows))
        return cls(path, {number: rows[number] for number in sorted(rows)}, others)

    def lines(self, *codes: str) -> Iterator[tuple[int, str, str]]:
        """Number, code and text of the lines of some codes."""
        return (line for line in self.others if line[1] in codes)

    @cached_property
    def texts(self) -> Mapping[str, str]:
        """The text of the last line of each code that says something."""
        return {code: text for _, code, text in self.others if text}

    def seats(self, rounds: int) -> dict[int, list[Seat]]:
        """What players do in each round, by their numbers; a line 240 says it where theirs says nothing."""
        announced: dict[tuple[int, int], Seat] = {}
        for line, _, text in self.lines("240"):
            letter, number, *words = [*text.split(), "", ""]
            round = int(number) if re.fullmatch("[0-9]{1,3}", number) else 0
            if not (letter in _ALONE and 1 <= round <= rounds):
                expected = f"expected H, F or Z, a round from 1 to {rounds}, and players"
                raise self.wrong(line, f"{expected}, found {text[:40]!r}")
            for n in self.numbers(line, filter(None, words)):
                announced[n, round - 1] = Seat(0, _ALONE[letter])
        found = {}
        for n, row in self.rows.items():
            own = [*row.seats()]
            found[n] = [
                seat if seat != _NOTHING else announced.get((n, column), seat)
                for column, seat in enumerate([*own, *[_NOTHING] * (rounds - len(own))])
            ]
        return found

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


# ---- From the lines to a tournament ----


def _reading(path: str, content: bytes) -> Reading:
    file = TextFile.of(path, content)
    if content.isascii():
        file = replace(file, encoding="utf-8")
    report = _Report.of(path, file)
    tournament = _tournament(report)
    remarks = {
        text: line for line, code, _ in reversed(report.others) if (text := _MISSING.get(code))
    }
    return Reading(
        tournament=tournament,
        file=file,
        above=(),
        remarks=(
            *(f"line {line}: {text}" for text, line in reversed(remarks.items())),
            *_doubts(report, tournament),
        ),
    )


def _doubts(report: _Report, tournament: Tournament) -> Iterator[str]:
    """Say in one line that the points of a file are others than its results give."""
    if any(report.lines("250", "XXA", "299")) or not report.rows:
        return
    doubts = [
        f"line {row.line}: the file has {stated} points, and its results give {_points(score)}"
        for row, score in zip(report.rows.values(), _scores_x2(tournament)[-1], strict=True)
        if (stated := row.value("points")) and _halves(stated) != score
    ]
    if doubts:
        yield f"{doubts[0]} (and {len(doubts) - 1} more players)" if doubts[1:] else doubts[0]


def _tournament(report: _Report) -> Tournament:
    rounds = _rounds(report)
    apart = [*_apart(report, rounds)]
    names = [_names(row) for row in report.rows.values()]
    keys = dict(zip(report.rows, unique_keys(("".join(name) for name in names), "?"), strict=True))
    seats = report.seats(rounds)
    games = _games(report, seats, keys)
    waiting = {number for number in range(1, rounds + 1) if _waits(seats, games, number)}
    alone = {
        n: {r: seat.result for r, seat in enumerate(own, start=1) if not seat.opponent}
        for n, own in seats.items()
    }
    players = [
        Player(
            keys[n],
            name=name[0],
            first_name=name[1],
            rating=row.whole("rating", least=0) or None,
            country=row.value("federation"),
            fide_id=row.value("FIDE id"),
            title=_title_in(row.value("title")),
            absences=frozenset(
                r for r, it in alone[n].items() if it in "-=" or (it == "?" and r not in waiting)
            ),
            requested_byes=frozenset(r for r, it in alone[n].items() if it == "="),
            attributes={same.attribute: "yes" for same, members in apart if n in members},
        )
        for (n, row), name in zip(report.rows.items(), names, strict=True)
    ]
    byes = (Bye(round=r, player=keys[n]) for n in alone for r, it in alone[n].items() if it == "+")
    tournament = Tournament(
        name=report.texts.get("012", ""),
        kind="swiss",
        event=Event(
            **{it.name: it.read(report.texts.get(code, "")) for code, it in _EVENT.items()}
        ),
        rules=replace(
            Rules(**PRESETS["Chess"].changes),
            rounds=rounds,
            points=_points_of(report),
            never_same=tuple(same for same, _ in apart),
            **_system(report),
        ),
        players=tuple(players),
        games=games,
        byes=tuple(sorted(byes, key=lambda bye: bye.round)),
    )
    return _with_tables(report, tournament, keys)


def _fide_id(text: str) -> str:
    """A number that a line has room for, or nothing."""
    return text if re.fullmatch("[0-9]{1,11}", text) else ""


def _title_in(text: str) -> Title:
    """The title of a player; none for any other text, which stays in its line."""
    found = (title for title in TITLES if title == text.upper())
    return next(found, _OLD_TITLES.get(text.lower(), ""))


def _names(row: _Row) -> tuple[str, str]:
    family, _, first = row.value("name").partition(",")
    return " ".join(family.split()), " ".join(first.replace(",", " ").split())


def _rounds(report: _Report) -> int:
    """How many rounds a file states, or has."""
    longest = max(report.rows.values(), key=lambda row: len(row.text.rstrip()), default=None)
    most = len([*longest.seats()]) if longest else 0
    line, _, text = [(None, "", str(max(most, 1))), *report.lines("142", "XXR")][-1]
    limits = range_in(Rules, "rounds")
    if not (text.isascii() and text.isdigit() and limits.holds(int(text))):
        raise report.wrong(line, f"expected a number of rounds{limits}, found {text[:40]!r}")
    if int(text) < most:
        message = f"round {most} is beyond the {text} of line {line}: correct one of them"
        raise report.wrong(longest.line if longest else line, message)
    return int(text)


def _points_of(report: _Report) -> Points:
    """The points that a file states, or those of chess."""
    found: dict[str, Any] = {}
    for line, code, text in report.lines("162", "BBW", "BBD", "BBL", "BBZ", "BBF", "BBU"):
        pairs = [(code[2], text)] if code[:2] == "BB" else _PAIRS_OF_POINTS.findall(text)
        for letter, value in pairs:
            halves, name = _halves(value), _POINTS.get("P" if letter == "U" else letter)
            if halves is None or name is None:
                expected = "expected points such as W 1.0, D 0.5, L 0.0, Z 0.0 or P 1.0"
                raise report.wrong(line, f"{expected}, found {letter} {value[:40]}")
            found[name] = halves
            if code == "162" and letter == "Z":
                found["forfeit_loss_x2"] = halves
    points = Points(**{"wins_bye_x2": found.get("win_x2", 2), **found})
    return replace(points, **_following(points))


def _following(points: Points, before: Points | None = None) -> dict[str, Any]:
    """The points that follow from others, unless they are others than before."""
    return {
        name: getattr(points, it)
        for name, it in _FOLLOWING.items()
        if before is None or getattr(points, name) == getattr(before, name)
    }


def _apart(report: _Report, rounds: int) -> Iterator[tuple[Same, set[int]]]:
    """The players who do not meet, each group by an attribute of its own."""
    number = count(1)
    for line, code, text in report.lines("260", "XXP"):
        words, last = text.split(), rounds
        if code == "260":
            if len(words) < 2 or not all(word.isascii() and word.isdigit() for word in words[:2]):
                raise report.wrong(line, "expected the first and the last round, then players")
            last, words = int(words[1]), words[2:]
        if last:
            same = Same(f"apart {next(number)}", until=last if last < rounds else None)
            players = {*report.numbers(line, words)}
            if len(players) < 2:
                raise report.wrong(line, f"expected two players or more, found {text[:40]!r}")
            yield same, players


def _waits(seats: Mapping[int, Sequence[Seat]], games: Sequence[Game], number: int) -> bool:
    """Whether a player without anything in a round waits for a game, and is not absent.

    So it is until the round is drawn, and until its last result is there; then who has none is away.
    """
    last = max((game.round for game in games), default=0)
    if number != last:
        return number > last
    unknown = any(game.round == last and not game.has_result for game in games)
    return unknown or 2 * sum(own[number - 1] == _NOTHING for own in seats.values()) > len(seats)


def _games(
    report: _Report, seats: Mapping[int, Sequence[Seat]], keys: Mapping[int, str]
) -> tuple[Game, ...]:
    """The games; who has a number that is not given has none."""
    nobody = [_NOTHING] * max(map(len, seats.values()), default=0)
    numbers = range(1, max(seats, default=0) + 1)
    lines = [seats.get(n, nobody) for n in numbers]
    for line, column, message in faults_of(lines):
        why = f"round {column + 1}: {message}: correct one of the two lines"
        raise report.wrong(report.rows[line + 1].line, why)
    return tuple(map(_by_letters, games_of(lines, [keys.get(n, "") for n in numbers])))


def _by_letters(game: Game) -> Game:
    """A game as letters say it: who wins by forfeit wins alone."""
    forfeits = (Result.WHITE_WINS, Result.BLACK_WINS, Result.BOTH_LOSE)
    return replace(game, by_default=game.by_default and game.result in forfeits)


# ---- The system that draws the rounds, and its virtual points ----


def _system(report: _Report) -> dict[str, Any]:
    """The system of a report, Dutch if it names none, and what it says of it."""
    named = report.texts.get("192") or report.texts.get("092", "Dutch")
    dutch = "dutch" in named.lower()
    words = f"{report.texts.get('152', '')} {report.texts.get('XXC', '')}".lower().split()
    usual = "baku" if dutch and "baku" in named.lower() else "none"
    colours: list[Any] = [*(_COLOURS[word] for word in words if word in _COLOURS), "lot"]
    parameters = DutchRules(
        order="entry" if dutch else "rating",
        acceleration=_in_words(_accelerated(report)) or usual,
        initial_colour=colours[0],
    )
    return {"system": "dutch" if dutch else _SYSTEMS.get(named), "dutch": parameters}


_ROUNDS, _NUMBERS = 99, 9999
"""As many rounds and pairing numbers as lines of virtual points have."""


def _accelerated(report: _Report) -> Halves:
    """The virtual points of a file by place; those of 250 replace those of XXA."""
    virtual = np.zeros((_ROUNDS, _NUMBERS), np.uint8)
    for line, _, text in report.lines("XXA"):
        number, *words = text.split() or [""]
        (n,) = report.numbers(line, [number])
        points = [_halves(word) for word in words]
        for word, halves in zip(words, points, strict=True):
            if halves is None or not 0 <= halves < 200:
                message = phrase("expected points such as 1.0, found {found!r}", found=word[:40])
                raise report.wrong(line, message)
        virtual[:, n - 1] = 0
        some = [halves or 0 for halves in points[:_ROUNDS]]
        virtual[: len(some), n - 1] = some
    for line, _, text in report.lines("250"):
        match = _ACCELERATED.fullmatch(text)
        first, until, start, end = map(int, match.groups()[1:]) if match else (0, 0, 0, 0)
        if not (match and 1 <= first <= until and 1 <= start <= end):
            message = phrase(
                "expected points, rounds and players such as {example!r}, found {found!r}",
                example="1.0   1   3    1    8",
                found=text[:40],
            )
            raise report.wrong(line, message)
        virtual[first - 1 : until, start - 1 : end] = _halves(match[1]) or 0
    return virtual[:, np.array(_numbers_of_places([*report.rows])) - 1]


def _numbers_of_places(numbers: Sequence[int]) -> list[int]:
    """The pairing numbers of players in their order, and behind them those of players still to come."""
    return [*numbers, *range(max(numbers, default=0) + 1, _NUMBERS + 1)]


def _virtual(dutch: DutchRules) -> Halves:
    """The same as the rules state them; nothing for Baku."""
    virtual = np.zeros((_ROUNDS, _NUMBERS), np.uint8)
    if dutch.acceleration not in ("none", "baku"):
        for halves, rounds, places in acceleration_ranges(dutch.acceleration):
            virtual[rounds, places] = halves
    return virtual


def _ranges(virtual: Halves) -> Iterator[tuple[int, int, int, int, int]]:
    """Doubled virtual points, the first and last round, and the first and last player who have them."""
    alike: dict[bytes, list[int]] = {}
    for player in np.flatnonzero(virtual.any(axis=0)).tolist():
        alike.setdefault(virtual[:, player].tobytes(), []).append(player + 1)
    for points, players in alike.items():
        own = [(number, halves) for number, halves in enumerate(points, start=1) if halves]
        for halves in dict.fromkeys(halves for _, halves in own):
            for rounds in runs(number for number, each in own if each == halves):
                yield from ((halves, *rounds, *ends) for ends in runs(players))


def _in_words(virtual: Halves) -> str:
    """Virtual points as the rules state them."""
    return ", ".join(
        f"{halves / 2:g} in {first}-{last} for {start}-{end}"
        for halves, first, last, start, end in _ranges(virtual)
    )


def _lines_of_system(rules: Rules, numbers: Sequence[int]) -> dict[str, list[str]]:
    """What lines say of the system, by their codes, given the numbers of the players in their order."""
    dutch = rules.dutch
    named = next((text for text, name in _SYSTEMS.items() if name == rules.system), "OTHER")
    if rules.system == "dutch":
        named = f"FIDE_DUTCH_2025{'_BAKU' if dutch.acceleration == 'baku' else ''}"
    virtual, places = _virtual(dutch), _numbers_of_places(numbers)
    by_number = np.zeros_like(virtual)
    by_number[:, np.array(places) - 1] = virtual[:, : len(places)]
    return {
        "152": [] if dutch.initial_colour == "lot" else [f"152 {dutch.initial_colour[0].upper()}"],
        "192": [f"192 {named}"],
        "250": [
            f"250      {_points(halves):>4} {first:>3} {last:>3} {start:>4} {end:>4}"
            for halves, first, last, start, end in _ranges(by_number)
        ],
    }


# ---- The order of the tables, which no line of the federation states ----


def _scores_x2(tournament: Tournament) -> Sequence[Sequence[int]]:
    """Doubled points of the players in their order: before each round that has games, and after all."""
    from ..go.scores import History, wins_x2

    last = max((game.round for game in tournament.games), default=0)
    scores: list[list[int]] = wins_x2(History.of(tournament)).T.tolist()
    return scores[: last + 1]


def _in_order(tournament: Tournament) -> dict[Game, int]:
    """Tables by the score of the higher ranked player, that of both, and the number of the higher ranked."""
    scores, place = _scores_x2(tournament), {p.key: n for n, p in enumerate(tournament.players)}

    def weight(game: Game) -> tuple[int, ...]:
        one, other = ((-scores[game.round - 1][place[k]], place[k]) for k in game.players)
        (score, number), (lower, _) = min(one, other), max(one, other)
        return game.round, score, score + lower, number

    tables: dict[int, Iterator[int]] = {}
    return {
        game: next(tables.setdefault(game.round, count(1)))
        for game in sorted(tournament.games, key=weight)
    }


def _with_tables(report: _Report, tournament: Tournament, keys: Mapping[int, str]) -> Tournament:
    """The tournament with the tables that our comments state, or else those by the scores."""
    stated: dict[tuple[int, str], int] = {}
    for _, _, text in report.lines("###"):
        if match := _TABLES.fullmatch(text):
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


def _lines_of(tournament: Tournament, encoding: str, before: Reading) -> list[str]:
    """The lines of a file, given those that it had."""
    report, old = _Report.of("", before.file), before.tournament
    held = dict(zip((player.key for player in old.players), report.rows, strict=True))
    was = _State(old, held, encoding)
    now = _State(tournament, _numbers(tournament, report, held), encoding)
    stated = {*map(_name_of, before.file.lines)}
    changed = {
        name: lines
        for name, lines in now.statements.items()
        if before.is_new
        or (lines != was.statements[name] and (name != "062" or name in stated))
        or (name == "142" and name not in stated)
    }
    names, texts = {*changed}, _texts_of_players(now, was, report)
    lines: list[str] = []
    for line, text in enumerate(before.file.lines, start=1):
        name = _name_of(text)
        if name == "001":
            lines += texts.pop(line, ())
        elif name not in names:
            lines.append(text)
        else:
            lines += changed.pop(name, ())
            if text[:3] == "XXC" and "rank" in text.split():
                lines.append("XXC rank")
    rows = [place for place, line in enumerate(lines) if line[:3] == "001"] or [len(lines)]
    end = rows[-1] + 1
    lines[end:end] = chain.from_iterable(texts.values())
    lines[rows[0] : rows[0]] = chain.from_iterable(changed.values())
    return lines


def _numbers(tournament: Tournament, report: _Report, held: Mapping[str, int]) -> dict[str, int]:
    """Pairing numbers: those of the file, and the next ones for newcomers; if somebody is gone, from 1."""
    if len(tournament.players) > _MOST_PLAYERS:
        found = len(tournament.players)
        raise RuleError(f"a report for FIDE has at most {_MOST_PLAYERS} players, found {found}")
    free, rules = count(max(report.rows, default=0) + 1), tournament.rules
    players: Sequence[Player] = tournament.players
    if (rules.system, rules.dutch.order) == ("dutch", "rating"):
        players = sorted(players, key=lambda player: player.by_rating)
    numbers = {p.key: held[p.key] if p.key in held else next(free) for p in players}
    if held.keys() <= numbers.keys():
        return numbers
    for line, _, _ in report.lines("013", "299", "310"):
        message = f"line {line} names players by numbers, which change if one is deleted"
        raise RuleError(Sentence(message, Remedy("withdraw")))
    left = sorted(numbers, key=numbers.__getitem__)
    return {key: number for number, key in enumerate(left, start=1)}


@dataclass(frozen=True)
class _State:
    """What a file says of a state of its tournament."""

    tournament: Tournament
    numbers: Mapping[str, int]
    encoding: str

    @cached_property
    def begun(self) -> frozenset[int]:
        """The rounds that have games: who has none is in the lines of the players, else in lines 240."""
        return frozenset(game.round for game in self.tournament.games)

    @cached_property
    def seats(self) -> Mapping[str, Mapping[int, Seat]]:
        """What everybody does, by key and round; nothing if they wait for a game."""
        seats = {
            player.key: {
                r: Seat(0, "=" if r in player.requested_byes else "-")
                for r in player.absences
                if r <= self.tournament.rules.rounds
            }
            for player in self.tournament.players
        }
        for bye in self.tournament.byes:
            seats[bye.player][bye.round] = Seat(0, "+")
        for game in self.tournament.games:
            for key, seat in seats_of_game(_by_letters(game), self.numbers):
                seats[key][game.round] = seat
        return seats

    def facts(self, player: Player) -> dict[str, str]:
        """The values of the columns of a player, without points and ranks."""
        family, first = (
            " ".join(nearest(name, self.encoding).replace(",", " ").split())
            for name in (player.name, player.first_name)
        )
        rating = player.rating or 0
        return {
            "number": str(self.numbers[player.key]),
            "title": player.title,
            "name": f"{family}, {first}" if first else family,
            "rating": str(rating) if 0 < rating < 10_000 else "",
            "federation": in_three_letters(player.country),
            "FIDE id": _fide_id(player.fide_id),
        }

    @cached_property
    def statements(self) -> Mapping[str, list[str]]:
        """The lines of the tournament by their codes."""
        tournament, rules = self.tournament, self.tournament.rules
        texts = {
            "012": tournament.name,
            **{code: it.write(getattr(tournament.event, it.name)) for code, it in _EVENT.items()},
            "062": str(len(tournament.players)),
            "142": str(rules.rounds),
        }
        return {
            **{
                code: [f"{code} {words}"] if words else []
                for code, text in texts.items()
                for words in [" ".join(nearest(text, self.encoding).split())]
            },
            "162": [*_lines_of_points(rules.points)],
            **_lines_of_system(rules, [self.numbers[p.key] for p in tournament.players]),
            "240": [*self._lines_of_byes()],
            "260": [*self._lines_apart()],
            "###": [*self._lines_of_tables()],
        }

    def _lines_of_byes(self) -> Iterator[str]:
        """Absences and byes of rounds that have no games yet."""
        groups: dict[tuple[int, str], list[int]] = {}
        for key, rounds in self.seats.items():
            for number in rounds.keys() - self.begun:
                letter = {"+": "F", "=": "H"}.get(rounds[number].result, "Z")
                groups.setdefault((number, letter), []).append(self.numbers[key])
        for (number, letter), players in sorted(groups.items()):
            yield from _in_lines(f"240 {letter} {number:>3}", sorted(players))

    def _lines_apart(self) -> Iterator[str]:
        """Who does not meet, by the rules that hold for everybody."""
        rules = self.tournament.rules
        for same in (each for each in rules.never_same if not each.not_in_top_group):
            groups: dict[str, list[int]] = {}
            for player in self.tournament.players:
                group = groups.setdefault(player.attribute(same.attribute), [])
                group.append(self.numbers[player.key])
            for value, players in groups.items():
                if value and len(players) > 1:
                    yield _numbered(f"260   1 {same.until or rules.rounds:>3}", sorted(players))

    def _lines_of_tables(self) -> Iterator[str]:
        """The tables of rounds in which they are not in the order of the scores."""
        usual = _in_order(self.tournament)
        for number in sorted({game.round for game in usual if game.table != usual[game]}):
            words = [f"{g.table}:{self.numbers[g.white]}" for g in usual if g.round == number]
            yield from _in_lines(f"### round {number} tables", words)


def _lines_of_points(points: Points) -> Iterator[str]:
    """What the points are, unless they are those of chess; by 162, or where that cannot say it by BB."""
    found = {letter: getattr(points, name) for letter, name in _POINTS.items()}
    if found == {"W": 2, "D": 1, "L": 0, "Z": 0, "P": 2, "F": 0}:
        return
    texts = {letter: f"{_points(halves):>4}" for letter, halves in found.items()}
    forfeit = texts.pop("F")
    if forfeit == texts["Z"]:
        yield "162  " + "    ".join(map("".join, texts.items()))
    else:
        texts = {**texts, "U": texts.pop("P"), "F": forfeit}
        yield from (f"BB{letter} {text}" for letter, text in texts.items())


def _in_lines(start: str, words: Sequence[object]) -> Iterator[str]:
    """Lines that name so many players or tables that other programs read them."""
    for first in range(0, len(words), _MOST_IN_A_LINE):
        yield _numbered(start, words[first : first + _MOST_IN_A_LINE])


def _numbered(start: str, words: Iterable[object]) -> str:
    return " ".join([start, *(f"{each:>4}" for each in words)])


def _texts_of_players(now: _State, was: _State, report: _Report) -> dict[int, list[str]]:
    """The lines of the players by their old numbers in the file; those of newcomers below them."""
    rows = {key: report.rows[number] for key, number in was.numbers.items()}
    points, before = _standings(now.tournament), _standings(was.tournament)
    # Newcomers alone leave the ranks of the others as they are.
    compared = ("points",) if points.keys() - before.keys() else ("points", "rank")
    anew = any(
        key not in points or any(points[key][name] != values[name] for name in compared)
        for key, values in before.items()
    )
    last = max((row.line for row in rows.values()), default=0)
    texts: dict[int, list[str]] = {}
    for key, number in sorted(now.numbers.items(), key=lambda item: item[1]):
        row = rows.get(key)
        values = now.facts(now.tournament.by_key[key])
        if anew or row is None:
            values |= points[key]
        text = row.text if row else "001"
        old = was.facts(was.tournament.by_key[key]) if row else {}
        for column, value in values.items():
            if value != old.get(column, ""):
                text = _with_value(text, column, value)
        for round in now.tournament.round_numbers:
            text = _with_seat(text, round, now, was, key)
        place = row.line if row else last + number
        texts[place] = [text if row and text == row.text else text.rstrip()]
    return texts


def _standings(tournament: Tournament) -> dict[str, dict[str, str]]:
    """Points and rank of everybody."""
    from ..go.scores import History, standings_order

    scores = _scores_x2(tournament)
    order = standings_order(History.of(tournament), tournament.rules.placement, len(scores) - 1)
    rank = {row: place for place, row in enumerate(order.tolist(), start=1)}
    return {
        player.key: {"points": _points(scores[-1][row]), "rank": str(rank[row])}
        for row, player in enumerate(tournament.players)
    }


def _with_value(text: str, column: str, value: str) -> str:
    start, end = _COLUMNS[column]
    width = end - start
    value = value[:width].ljust(width) if column == "name" else value.rjust(width)
    return f"{text.ljust(end)[: end - len(value)]}{value}{text[end:]}"


def _with_seat(text: str, round: int, now: _State, was: _State, key: str) -> str:
    """A line with what a player does in a round, unless that is as it was."""
    seat, before = (state.seats.get(key, {}).get(round, _NOTHING) for state in (now, was))
    begun = round in now.begun
    if key in was.seats and (seat, begun) == (before, round in was.begun):
        return text
    if not (seat.opponent or begun):
        seat = _NOTHING  # a line 240 says it
    start = _FIRST_ROUND + _WIDTH * (round - 1)
    return f"{text.ljust(start)[:start]}{_text_of_seat(seat)}{text[start + 8 :]}"


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
        If players have attributes or FIDE numbers that no line can say, or pairing numbers go by ratings.
    """
    rules = tournament.rules
    names = {name for player in tournament.players for name in player.attributes}
    names |= {same.attribute for same in rules.never_same}
    for name in sorted(names):
        if not _APART.fullmatch(name):
            message = f"reports for FIDE have no place for the attribute {name!r}"
            raise RuleError(Sentence(message, Remedy("use fastpair's own format")))
    for player in tournament.players:
        number, held = player.fide_id, before.by_key.get(player.key)
        if number != (held.fide_id if held else "") and _fide_id(number) != number:
            message = f"{player.full_name}: a FIDE number has at most 11 digits, found {number!r}"
            raise RuleError(message, about="fide_id")
    points = replace(rules.points, **_following(rules.points, before.rules.points))
    dutch = _settled_system(rules, before.rules)
    return replace(tournament, rules=replace(rules, points=points, dutch=dutch))


def _settled_system(rules: Rules, before: Rules) -> DutchRules:
    """The parameters of the system as lines state them: Baku, and an order, of FIDE's system alone."""
    dutch, of_dutch = rules.dutch, rules.system == "dutch"
    if of_dutch and before.system == "dutch" and dutch.order == "rating":
        message = phrase(
            "a report for FIDE has the order of its pairing numbers: leave it at entry"
        )
        raise RuleError(message, about="order")
    usual = "baku" if of_dutch and dutch.acceleration == "baku" else "none"
    dutch = replace(dutch, order="entry" if of_dutch else "rating")
    return replace(dutch, acceleration=_in_words(_virtual(dutch)) or usual)


def foreign_facts(content: bytes) -> Iterator[tuple[str, str]]:
    """What a report says and a tournament does not hold: where, and what."""
    known = _State(Tournament(), {}, "utf-8").statements.keys()
    for number, line in enumerate(TextFile.of("", content).lines, start=1):
        if line[:3] == "001":
            row = _Row("", number, line)
            yield from ((name, row.value(name)) for name in _FOREIGN if row.value(name))
            if (title := row.value("title")) and not _title_in(title):
                yield "title", title
        elif line.strip() and _name_of(line) not in known:
            yield f"line {line[:3]}", line[3:].strip()
