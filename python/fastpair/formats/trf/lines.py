"""The lines of a report for the World Chess Federation: their codes, columns and words [FIDE C.04.A]."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from ...errors import FormatError
from ...go.tournament import TITLES, EventFormat, EventKind, RoundKind, Rules
from ...go.tournament.countries import FEDERATIONS
from ...go.tournament.event import TIME_CODE
from ...go.tournament.ranges import range_in
from ...sentences import phrase
from ..document import day_in, whole_in
from ..entries.countries import in_three_letters
from ..limits import refuse_more_players
from ..wall_list import Seat
from .columns import RECORDS, Cells
from .systems import (
    SYSTEM_NAME,
    SystemKind,
    format_in_words,
    kind_in_comment,
    kind_in_words,
    kind_of_code,
    says_two_games,
    why_not_paired,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ...go.tournament import RoundRobinTable, SystemName
    from ..characters import TextFile


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


def _code_in(text: str) -> str:
    return text if TIME_CODE.fullmatch(text) else ""


EVENT = {
    "022": _Field("place"),
    "032": _Field("country", write=in_three_letters),
    "042": _Field("begins", _day_in, _text_of_day),
    "052": _Field("ends", _day_in, _text_of_day),
    "102": _Field("director"),
    "222": _Field("time_code", _code_in),
}
"""Fields of the event by the codes of their lines."""

COUNTS = ("062", "072", "082")
"""Codes of lines that count what others say: they are written where a file has them, and in new ones."""

ROUND_DATES = "132"
"""The code of the days of the rounds, which stand in the columns of these."""

_SHORT_DAY = re.compile("(?:20)?([0-9]{2})/([0-9]{2})/([0-9]{2})")


def round_dates_in(text: str) -> tuple[date, ...]:
    """The days of the rounds from the first one, as a line 132 has them above the results; nothing if one is left out."""
    words = [*re.finditer(r"\S+", text)]
    days = [_SHORT_DAY.fullmatch(word[0]) for word in words]
    starts = [FIRST_ROUND - len(ROUND_DATES) - WIDTH, *(word.start() for word in words)]
    gaps = any(after - start >= 2 * WIDTH for start, after in pairwise(starts))
    try:
        return () if gaps else tuple(_short_day(each) for each in days)
    except ValueError:
        return ()


def _short_day(match: re.Match[str] | None) -> date:
    if match is None:
        raise ValueError
    return date(2000 + int(match[1]), int(match[2]), int(match[3]))


POINTS = {
    "W": "win_x2",
    "D": "jigo_x2",
    "L": "loss_x2",
    "Z": "wins_absent_x2",
    "P": "wins_bye_x2",
    "F": "forfeit_loss_x2",
}
"""Fields of the points by the letters of a line 162, or of lines BB."""

POINTS_TOO = {"A": "Z", "U": "P"}
"""Letters of points that say the same as others."""

UNKNOWN_POINTS = "X"
"""The letter of the points of a game whose result is not known, which count when there is one."""

POINTS_BY_RESULT = {
    "WW": "win_x2",
    "BW": "win_x2",
    "WD": "jigo_x2",
    "BD": "jigo_x2",
    "WL": "loss_x2",
    "BL": "loss_x2",
    "FW": "forfeit_win_x2",
    "FL": "forfeit_loss_x2",
    "ZPB": "wins_absent_x2",
    "HPB": "requested_bye_x2",
    "FPB": "win_x2",
    "PAB": "wins_bye_x2",
}
"""Fields of the points by the codes of a line XXS, which states those of White and of Black apart."""

POINTS_OF_SEVERAL = {"W": ("WW", "BW", "FW"), "D": ("WD", "BD", "HPB"), "L": ("WL", "BL")}
"""Codes of a line XXS that stand for several."""

FOLLOWING = {
    "forfeit_win_x2": "win_x2",
    "both_win_x2": "win_x2",
    "both_lose_x2": "loss_x2",
    "requested_bye_x2": "jigo_x2",
}
"""Points that a report does not state, and those that they are."""

COLOURS = {"w": "white", "b": "black", "white1": "white", "black1": "black"}
"""Colours of the first player, by the words of lines 152 and XXC, in small letters."""

_SAME = {
    "XXA": "250",
    "XXR": "142",
    "XXP": "260",
    "XXZ": "240",
    "202": "212",
    **dict.fromkeys(("BBW", "BBD", "BBL", "BBZ", "BBF", "BBU", "XXS"), "162"),
    "013": "310",
}
"""Codes of other programs, by those of TRF26 that are written in their place."""

TEAMS = ("013", "310")
"""Codes of the teams, the older one first."""

TEAM_CODES = ("300", "310", "320", "330", "352", "362")
"""Codes of all that is said of teams."""

MISSING = dict.fromkeys(
    TEAMS, "the teams of a file are kept in it, and its players are paired one by one"
)
"""What lines of a code say that a tournament of players does not hold."""

MISSING_OF_TEAMS = {
    "299": "points that an arbiter has given to teams in place of a result are kept in the file, and not counted",
}
"""What they say that one of teams does not hold."""

CODES = frozenset(
    [
        "001",
        "012",
        "013",
        "022",
        "032",
        "042",
        "052",
        "062",
        "072",
        "082",
        "092",
        "102",
        "112",
        "122",
        "132",
        "142",
        "152",
        "162",
        "172",
        "182",
        "192",
        "202",
        "212",
        "222",
        "240",
        "250",
        "260",
        "299",
        "300",
        "310",
        "320",
        "330",
        "352",
        "362",
        "801",
        "802",
        "###",
        "DDD",
        "XXA",
        "XXC",
        "XXP",
        "XXR",
        "XXS",
        "XXZ",
        "BBW",
        "BBD",
        "BBL",
        "BBZ",
        "BBF",
        "BBU",
    ]
)
"""All codes that a report may have."""


def is_code(code: str) -> bool:
    """Whether a report may have lines of a code, of which those of federations say national ratings."""
    return code in CODES or code in FEDERATIONS


_POINT = re.compile(r"[0-9]{1,3}[.,][05]0*")

_PLAYER = RECORDS["001"]
FIRST_ROUND, WIDTH = _PLAYER.start_of_list, _PLAYER.step
"""Where the first round of a line 001 begins, from 0, and the columns from one round to the next."""

MOST_PLAYERS, MOST_TEAMS, MOST_IN_A_LINE = 9999, 999, 100
OLD_TITLES = dict(zip(["g", "m", "wg", "f", "wm", "c", "wf", "wc"], TITLES, strict=False))
"""Titles as older files write them."""

APART = re.compile(r"apart [0-9]+")
"""Attributes of players: groups whose members do not meet."""

_CELL = re.compile(r"([ 0-9]{4}) ([wWbB\- ]) ([10=+\-?WDLHFUZwdlhfuz ])")
_ALONE = dict(zip("-Z0=HF1+U? ", "---==**++??", strict=True))
"""Signs of a `Seat` by the letters of a round without an opponent: absent, with a requested bye of half a
point or (``*``) of a full one, with the bye of the pairing, and nothing. Numbers are of TRF06, of whose byes
several stand in one round: none is that of a pairing."""

PAIRING_BYE, FULL_POINT_BYE = "+", "*"
"""Those of the bye of the pairing, and of a full-point bye that was asked for."""

ABSENT, REQUESTED, BYES = "-=*", "=*", "+*"
"""Those of who is not paired, of the requested byes, and of the byes of full value."""

_PLAYED = dict(zip("10=WLD+-? ", "+-=+-=+-??", strict=True))
"""Signs of the results of a game, of which ``+`` and ``-`` are by forfeit, W, D and L are not rated."""

NOTHING = Seat(0, "?")
"""Nothing is known of a player who waits or is absent."""

POINTS_OF_RESULT = re.compile(r"([A-Z]{1,3})\s*=\s*(-?[0-9]{1,3}(?:[.,][0-9]+)?)(?=\s|,|;|$)")
"""A code of a line XXS, and what it is worth."""

PAIRS_OF_POINTS = re.compile(r"([A-Z])\s*(-?[0-9]{1,3}(?:\.[0-9]+)?)(?=\s|$)")
_HALVES = re.compile(r"(-?)([0-9]{1,3})(?:[.,]([05])0*)?")
_FINALLY = 999
"""The round of a line 299 whose points count in the standings at the end."""

TABLES = re.compile(r"round ([0-9]{1,2}) tables((?: +[0-9]{1,5}:[0-9]{1,4})+)")
"""A comment of ours: tables by the number of a player, where they are not in the order of the scores."""

GAMES = re.compile(r"rounds of (?:1 game|(2) games)")
"""A comment of ours: each round has two columns, which FIDE says of its own system alone."""

VALUES = re.compile(r"tie-breaks ([0-9]{1,4}):((?: +(?:-|-?[0-9]{1,6}(?:\.[0-9]{1,6})?))+)")
"""A comment of ours: the values of the criteria of line 212 for a player; a dash for none."""

VALUES_NAME = "### tie-breaks"
"""What `name_of` calls these comments."""


def counts_for_teams(cells: Cells | None) -> bool:
    """Whether a line 299 says what a tournament of teams holds: points that are added, or results that are worth nothing."""
    return cells is not None and (not cells.values["result"] or annuls(cells))


def annuls(cells: Cells | None) -> bool:
    """Whether a line 299 says that results of a round are worth nothing."""
    if cells is None or not cells.values["result"]:
        return False
    return not any(parse_halves(cells.values[name]) for name in ("match points", "game points"))


def name_of(line: str) -> str:
    """The code by which TRF26 says what a line says; nothing for a comment."""
    code, words = line[:3], line.lower().split()
    if code == "###":
        text = line[3:].strip()
        if kind_in_comment(text) is not None:
            return SYSTEM_NAME
        known = TABLES.fullmatch(text) or GAMES.fullmatch(text)
        return code if known else VALUES_NAME * bool(VALUES.fullmatch(text))
    if code == "XXC":
        return code if COLOURS.keys().isdisjoint(words) else "152"
    return _SAME.get(code, code)


def parse_halves(text: str) -> int | None:
    """Doubled points, if a text states some in halves."""
    match = _HALVES.fullmatch(text)
    return match and int(f"{match[1]}{2 * int(match[2]) + (match[3] == '5')}")


def format_points(halves: int) -> str:
    """Doubled points in points, with one digit."""
    return f"{halves / 2:.1f}"


def format_value(value: float | None) -> str:
    """A value of a criterion with as many digits as it has, three at most; a dash for none."""
    return "-" if value is None else f"{round(value, 3):.10g}"


# ---- The lines of a file ----


class PlayerRow(NamedTuple):
    """A line 001."""

    path: str
    line: int
    """From 1."""

    text: str

    def value(self, column: str) -> str:
        """The text in a column."""
        return _PLAYER.value(self.text, column)

    def whole(self, column: str, *, least: int = 1) -> int:
        """The number in a column, positive unless it may be empty."""
        value = self.value(column)
        number = whole_in(value) if value or least else 0
        if number is None or number < least:
            place = _PLAYER.columns[column]
            expected = f"expected the {column} of the player, found {value!r}"
            where = f"columns {place.first}-{place.last}"
            raise FormatError(self.path, self.line, f"{where}: {expected}")
        return number

    def seats(self) -> Iterator[Seat]:
        """What the player does in each round of the line."""
        for start in range(FIRST_ROUND, len(self.text.rstrip()), WIDTH):
            found = self.text[start : start + 8].ljust(8)
            match = _CELL.fullmatch(found)
            opponent = match[1].strip().lstrip("0") if match else ""
            sign = match[3].upper() if match else ""
            result = (_PLAYED if opponent else _ALONE).get(sign)
            if match is None or result is None or " " in opponent:
                round = (start - FIRST_ROUND) // WIDTH + 1
                place = f"columns {start + 1}-{start + 8}: round {round}"
                expected = "expected opponent, colour and result such as '  12 w 1', or '0000 - H'"
                raise FormatError(self.path, self.line, f"{place}: {expected}, found {found!r}")
            colour = match[2].lower().strip(" -") if opponent else ""
            unrated = bool(opponent) and sign in "WDL"
            yield Seat(int(opponent or 0), result, sign in "+-", colour, unrated=unrated)


def seat_without_game(kind: RoundKind) -> Seat:
    """The seat of a round without an opponent."""
    if kind.is_bye or kind is RoundKind.FREE_ROUND:
        return Seat(0, "*" if kind.is_requested else "+")
    if kind.is_absence:
        return Seat(0, "=" if kind.is_requested else "-", kind is RoundKind.NO_SHOW)
    return NOTHING


def format_seat(seat: Seat) -> str:
    """The cell of a round."""
    if not seat.opponent:
        letters = {} if seat.by_default else {"+": "U", "*": "F", "=": "H", "-": "Z"}
        letter = letters.get(seat.result, seat.result.strip("?"))
        return f"0000 - {letter}" if letter else " " * 8
    signs = _UNRATED_SIGNS if seat.unrated else _SIGNS
    sign = seat.result if seat.by_default else seat.result.translate(signs)
    return f"{seat.opponent:>4} {seat.colour} {sign}"


_SIGNS = str.maketrans("+-?", "10 ")
_UNRATED_SIGNS = str.maketrans("+-=?", "WLD ")


class TeamLine(NamedTuple):
    """A line 310 or 013."""

    line: int
    number: int
    name: str
    members: tuple[int, ...]
    """Pairing numbers in the order of the boards."""

    short_name: str = ""
    strength: str = ""
    match_points: str = ""
    game_points: str = ""
    rank: str = ""

    @property
    def key(self) -> str:
        """Key of the team."""
        return str(self.number)


class SystemLine(NamedTuple):
    """What a file says of the system that draws its rounds."""

    line: int | None
    text: str
    system: SystemName | None
    """None for the usual one, or if it is none of those here."""

    parameters: Mapping[str, str] = MappingProxyType({})
    """What the text says of the system, by the names of its parameters."""

    is_foreign: bool = False
    """Whether its rounds are not paired here."""

    reason: str = ""
    """Why, if there is more to say of it."""

    format: EventFormat | None = None
    """The format that is stated."""

    cycles: int = 1
    """How often everybody meets everybody."""

    schedule: RoundRobinTable = "fide"
    """By which table."""

    @property
    def predetermined(self) -> bool:
        """Whether everybody knows all opponents beforehand."""
        return EventKind(format=self.format or EventFormat.UNDEFINED).predetermined


@dataclass(frozen=True)
class Report:
    """The lines of a file."""

    path: str
    rows: Mapping[int, PlayerRow]
    """Lines of players by their pairing numbers, in the order of these."""

    others: Sequence[tuple[int, str, str]]
    """Number, code and text of the other lines."""

    whole: Mapping[int, str]
    """Those of lines that have columns, as they are in the file."""

    @classmethod
    def of(cls, path: str, file: TextFile) -> Report:
        """Sort the lines of a file."""
        rows: dict[int, PlayerRow] = {}
        others, whole = [], {}
        for line, text in enumerate(file.lines, start=1):
            if text[:3] != "001":
                code, rest = text[:3], text[3:].rstrip()
                others.append((line, code, rest if code == ROUND_DATES else rest.lstrip()))
                if code in RECORDS:
                    whole[line] = text
                continue
            row = PlayerRow(path, line, text)
            number = row.whole("number")
            if number in rows:
                message = f"line {rows[number].line} has the number {number} too: give each its own"
                raise FormatError(path, line, f"columns 5-8: {message}")
            rows[number] = row
            refuse_more_players(path, line, len(rows))
        return cls(path, {number: rows[number] for number in sorted(rows)}, others, whole)

    def lines(self, *codes: str) -> Iterator[tuple[int, str, str]]:
        """Number, code and text of the lines of some codes."""
        return (line for line in self.others if line[1] in codes)

    def records(self, code: str) -> Sequence[tuple[int, Cells | None, str]]:
        """Number, cells and text of the lines of a code; None for the cells of one that has others."""
        return self._records.get(code, ())

    @cached_property
    def _records(self) -> Mapping[str, Sequence[tuple[int, Cells | None, str]]]:
        found: dict[str, list[tuple[int, Cells | None, str]]] = {}
        for line, code, text in self.others:
            if code in RECORDS:
                cells = RECORDS[code].read(self.whole[line])
                found.setdefault(code, []).append((line, cells, text))
        return found

    @cached_property
    def unknown(self) -> Sequence[tuple[int, str, str]]:
        """The lines of no known code."""
        return [line for line in self.others if line[1].strip() and not is_code(line[1])]

    @property
    def national(self) -> Iterator[tuple[int, str, str]]:
        """The lines that name players with ratings of a federation."""
        return self.lines(*FEDERATIONS)

    @cached_property
    def unread(self) -> Sequence[tuple[int, str, str]]:
        """The lines that are not read, and may bear on points, absences or pairs: they say points, or name players."""

        def bears(word: str) -> bool:
            is_number = len(word) < 5 and whole_in(word) in self.rows
            return is_number or _POINT.fullmatch(word) is not None

        doubtful = [line for line in self.unknown if any(map(bears, line[2].split()))]
        given = [
            (line, "299", text)
            for line, cells, text in self.records("299")
            if cells is None or (self.of_teams and not counts_for_teams(cells))
        ]
        return sorted({*given, *doubtful})

    @cached_property
    def of_teams(self) -> bool:
        """Whether teams are paired: there are some, and the system, or else the type, is none of players."""
        system, kind = self.texts.get("192", "").upper(), self.texts.get("092", "").lower()
        known = kind_of_code(system, self._begins)
        if not any(self.lines(*TEAMS)):
            return False
        if known is not None and known.teams is not None:
            return known.teams
        if system.startswith("FIDE_") and "TEAM" not in system and known is None:
            return False
        if "TEAM" in system or "individual" in kind:
            return "TEAM" in system
        return "team" in kind or (not system and any(self.lines("310")))

    @cached_property
    def teams(self) -> Sequence[TeamLine]:
        """The teams in the order of their numbers; those of lines 310 alone, if there are any.

        Raises
        ------
        FormatError
            If a line is none of a team, or names players who are none.
        """
        found: dict[int, TeamLine] = {}
        for line, _, text in self.lines("310"):
            team = self._team(line, text)
            if team.number in found:
                message = (
                    f"line {found[team.number].line} has the team {team.number} too: "
                    "give each its own number"
                )
                raise self.wrong(line, message)
            found[team.number] = team
        for number, (line, _, _) in enumerate([] if found else self.lines("013"), start=1):
            name = RECORDS["013"].value(self.whole[line], "name")
            found[number] = TeamLine(line, number, name, self._members_in(line))
        self._refuse_members_twice(found.values())
        return [found[number] for number in sorted(found)]

    def _team(self, line: int, text: str) -> TeamLine:
        """The team of a line 310."""
        record, whole = RECORDS["310"], self.whole[line]
        values = {name: record.value(whole, name) for name in record.columns}
        number = values.pop("number")
        if not re.fullmatch("0*[1-9][0-9]{0,2}", number):
            raise self.wrong(line, f"expected the number of a team, found {text[:40]!r}")
        gap = whole[record.columns["rank"].last : record.start_of_list]
        if gap.strip():
            raise self.wrong(line, f"columns 72-73: expected nothing, found {gap!r}")
        fields = {name.replace(" ", "_"): value for name, value in values.items()}
        return TeamLine(line, int(number), members=self._members_in(line), **fields)

    def _members_in(self, line: int) -> tuple[int, ...]:
        """The players whom the line of a team lists."""
        whole = self.whole[line]
        return tuple(self.numbers(line, whole[RECORDS[whole[:3]].start_of_list :].split()))

    def _refuse_members_twice(self, teams: Iterable[TeamLine]) -> None:
        where: dict[int, int] = {}
        for team in teams:
            for number in team.members:
                if number in where:
                    message = (
                        f"line {where[number]} has the player {number} too: leave one in one team"
                    )
                    raise self.wrong(team.line, message)
                where[number] = team.line

    @cached_property
    def system(self) -> SystemLine:
        """What the file says of the system that draws its rounds."""
        lines = [line for code in ("192", "092") for line in self.lines(code) if line[2]]
        line, code, text = lines[0] if lines else (None, "", "")
        kind = kind_in_words(text, self._begins)
        if code == "192":
            kind = kind_of_code(text, self._begins) or kind or SystemKind(pairs=False)
        if kind is None:
            kind = SystemKind("swiss-team" if self.of_teams else "dutch")
        own = next((it for each in self.lines("###") if (it := kind_in_comment(each[2]))), kind)
        of_code, kind = kind, kind if kind.pairs and kind.system != "round-robin" else own
        stated = next(filter(None, (format_in_words(words) for _, _, words in lines)), None)
        return SystemLine(
            *(line, text, kind.system, kind.parameters),
            is_foreign=not kind.pairs,
            reason=why_not_paired(kind),
            format=stated,
            cycles=of_code.cycles,
            schedule=kind.schedule if of_code.system == "round-robin" else "fide",
        )

    @property
    def _begins(self) -> date | None:
        begins: date | None = EVENT["042"].read(self.texts.get("042", ""))
        return begins

    def round_of_points(self, line: int, cells: Cells) -> int:
        """The round of a line 299: points without one, or in round 0, are of the whole event, and count from the first on.

        Raises
        ------
        FormatError
            If the event has no such round, or a result is given in none.
        """
        stated = cells.number("round")
        whole = {_FINALLY: self.rounds, **({} if cells.values["result"] else {0: 1})}
        if not 1 <= (round := whole.get(stated, stated)) <= self.rounds:
            expected = f"expected a round from 1 to {self.rounds}"
            raise self.wrong(line, f"{expected}, found {cells.values['round'] or 'none'}")
        return round

    def virtual_points(self, cells: Cells) -> tuple[int, int]:
        """Doubled virtual points of a line 250: of the score that makes the score groups, and of another one."""
        texts = cells.values["match points"], cells.values["game points"]
        of_matches, points = (parse_halves(text or "0") or 0 for text in texts)
        of_games = self.system.parameters.get("team_score") == "game"
        if not all(texts):
            return of_matches or points, 0
        return (of_matches, points) if self.of_teams and not of_games else (points, of_matches)

    @cached_property
    def texts(self) -> Mapping[str, str]:
        """The text of the last line of each code that says something."""
        return {code: text for _, code, text in self.others if text}

    @cached_property
    def games(self) -> int:
        """How many games a round has, each with a column."""
        for _, _, text in self.lines("###"):
            if match := GAMES.fullmatch(text.strip()):
                return int(match[1] or 1)
        return 1 + says_two_games(self.system.text)

    def round_of(self, column: int) -> int:
        """The round, from 1, of a column, from 0."""
        return column // self.games + 1

    @cached_property
    def rounds(self) -> int:
        """How many rounds a file states, or has."""
        longest = max(self.rows.values(), key=lambda row: len(row.text.rstrip()), default=None)
        columns = len([*longest.seats()]) if longest else 0
        most = self.round_of(columns - 1)
        line, _, text = [(None, "", str(max(most, 1))), *self.lines("142", "XXR")][-1]
        limits = range_in(Rules, "rounds")
        rounds = whole_in(text)
        if rounds is None or not limits.holds(rounds):
            raise self.wrong(line, f"expected a number of rounds{limits}, found {text[:40]!r}")
        if rounds < most:
            message = f"round {most} is beyond the {text} of line {line}: correct one of them"
            raise self.wrong(longest.line if longest else line, message)
        return rounds

    @cached_property
    def seats(self) -> Mapping[int, Sequence[Seat]]:
        """What players do in each column, by their numbers; a line 240 says it where theirs says nothing."""
        rounds, games = self.rounds, self.games
        announced: dict[tuple[int, int], Seat] = {}
        for line, cells, text in self.records("240"):
            letter, round = (cells.values["result"], cells.number("round")) if cells else ("", 0)
            if not (cells and letter in _ALONE and 1 <= round <= rounds):
                expected = f"expected H, F or Z, a round from 1 to {rounds}, and players"
                raise self.wrong(line, f"{expected}, found {text[:40]!r}")
            for n in self._named_players(line, cells.listed):
                announced[n, round] = Seat(0, _ALONE[letter])
        seats = {n: [*row.seats()] for n, row in self.rows.items()}
        drawn = max(
            (
                self.round_of(column)
                for own in seats.values()
                for column, seat in enumerate(own)
                if seat.opponent
            ),
            default=0,
        )
        for line, _, text in self.lines("XXZ"):
            for n in self.numbers(line, text.split()):
                announced[n, drawn + 1] = Seat(0, "-")  # in the next round
        found = {}
        for n, own in seats.items():
            found[n] = [
                seat if seat != NOTHING else announced.get((n, self.round_of(column)), seat)
                for column, seat in enumerate([*own, *[NOTHING] * (games * rounds - len(own))])
            ]
        return found

    def named_units(self, line: int, words: Iterable[str]) -> Iterator[Sequence[int]]:
        """The pairing numbers of the players whom a line names, each alone, or of the members of the teams that it names."""
        for word in words:
            yield [*self._named_players(line, [word])]

    def _named_players(self, line: int, words: Iterable[str]) -> Iterator[int]:
        """The numbers of the players whom a line names, or whose teams it names."""
        if not self.of_teams:
            yield from self.numbers(line, words)
            return
        for word in words:
            self.refuse_unknown_teams(line, [word])
            yield from self._members[word.lstrip("0")]

    def refuse_unknown_teams(self, line: int, words: Iterable[str]) -> None:
        """Refuse words of a line that are the number of no team."""
        for word in words:
            if word.lstrip("0") not in self._members:
                raise self.wrong(line, f"expected the number of a team, found {word[:40]!r}")

    def refuse_unknown_round(self, line: int, round: int) -> None:
        """Refuse a round of a line that the event does not have."""
        if not 1 <= round <= self.rounds:
            raise self.wrong(line, f"expected a round from 1 to {self.rounds}, found {round}")

    @cached_property
    def _members(self) -> Mapping[str, tuple[int, ...]]:
        """The members of the teams by their numbers as words."""
        return {str(team.number): team.members for team in self.teams}

    @cached_property
    def team_of(self) -> Mapping[int, str]:
        """The numbers of teams as words by those of their members."""
        return {number: team for team, members in self._members.items() for number in members}

    @cached_property
    def one_sided(self) -> Sequence[tuple[int, int, int, Seat]]:
        """Forfeits that only one of the two lines has: its player, the column, and the seat of the opponent."""
        found = []
        for n, own in self.seats.items():
            for column, seat in enumerate(own):
                if not seat.by_default or seat.opponent not in self.seats:
                    continue
                other = self.seats[seat.opponent][column]
                won = other.result in BYES
                if other.opponent or other.result == "=" or (won and seat.result == "+"):
                    continue
                result = "+" if won else "-"
                colour = {"w": "b", "b": "w"}.get(seat.colour, "")
                theirs = Seat(n, result, by_default=True, colour=colour)
                found.append((n, column, seat.opponent, theirs))
        return found

    def wrong(self, line: int | None, message: str) -> FormatError:
        """What is raised of a line."""
        return FormatError(self.path, line, message)

    def numbers(self, line: int, words: Iterable[str]) -> Iterator[int]:
        """The pairing numbers that a line names."""
        for word in words:
            number = whole_in(word)
            if number is None or number not in self.rows:
                message = phrase(
                    "expected the number of a player, found {found!r}", found=word[:40]
                )
                raise self.wrong(line, message)
            yield number
