"""When, where and under which conditions a tournament is played. None of it changes a draw."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date
from enum import Enum
from typing import Literal, NamedTuple, Self, TypeAlias

from ...errors import InputError, RuleError
from ...facts import fact
from ...parameters import AllowedRange, Written, checked_late, within
from ...sentences import marked, phrase
from .ranges import HALVES, check_values, parse_halves

_SECONDS = r"[1-9][0-9]{0,5}(?:\+[0-9]{1,4})?"
TIME_CODE = re.compile(f"(?:[1-9][0-9]{{0,2}}/{_SECONDS}:)*(?:[1-9][0-9]{{0,2}}/)?{_SECONDS}")
"""The time control of chess: periods with colons between them, each with moves, but for the last one, and seconds."""

_MOVES = 60
"""Moves of a game, as the ratings of chess count its time."""


class _Period(NamedTuple):
    """A period of a time control of chess."""

    moves: int | None
    """Moves until its end; None for all that are left."""

    basic: int
    gain: int
    """Seconds, and those that a move adds."""

    @classmethod
    def of(cls, text: str) -> Self:
        moves, _, seconds = text.rpartition("/")
        basic, _, gain = seconds.partition("+")
        return cls(int(moves) if moves else None, int(basic), int(gain or 0))

    def __str__(self) -> str:
        return _span(self.basic) + (f" for {self.moves} moves" if self.moves else "")

    def added(self, before: str) -> str:
        """What each move adds, in words after others; nothing if it adds none."""
        return f"{before}{_span(self.gain)} for each move" if self.gain else ""


def _periods(code: str) -> list[_Period]:
    return [_Period.of(text) for text in code.split(":")]


def _span(seconds: int) -> str:
    """A time in words."""
    parts = zip(divmod(seconds, 60), ("minute", "second"), strict=True)
    return " ".join(f"{n} {unit}{'s' * (n > 1)}" for n, unit in parts if n)


def _seconds_of(code: str) -> int:
    """The time of all periods of a time control, and what the moves of a game gain in them."""
    total, left = 0, _MOVES
    for period in _periods(code):
        moves = left if period.moves is None else min(left, period.moves)
        total, left = total + period.basic + moves * period.gain, left - moves
    return total


# Class; least adjusted time, least basic time, and that in Fischer's system, in minutes.
_CLASSES = (("A", 75, 60, 45), ("B", 50, 40, 30), ("C", 30, 25, 20))
_CLASSES_ONLINE = (("D", 50, 40, 30),)

RateOfPlay: TypeAlias = Literal["standard", "rapid", "blitz"]
"""The ratings of chess: each has lists of its own."""


class Overtime(Enum):
    """Kind of overtime."""

    SUDDEN_DEATH = "sudden death"
    """The game is lost."""

    BYO_YOMI = "byo-yomi"
    """Periods of a fixed length, one for each move."""

    CANADIAN = "Canadian"
    """A number of stones has to be played within each period."""

    FISCHER = "Fischer"
    """Every move adds time to the clock."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeLimit:
    """The time that each player has for a game.

    Examples
    --------
    >>> Event(time=TimeLimit(basic=2700, overtime=Overtime.FISCHER, period=10)).time.basic
    2700
    """

    basic: int = field(default=3600, metadata=within(0))
    """Seconds before overtime."""

    overtime: Overtime = Overtime.SUDDEN_DEATH
    """Overtime."""

    period: int = field(default=0, metadata=within(0))
    """Seconds of a period of overtime; in Fischer's system, seconds that a move adds."""

    stones: int = field(default=1, metadata=within(1))
    """Stones of a period of Canadian overtime."""

    def __post_init__(self) -> None:
        check_values(self)

    @property
    def adjusted(self) -> int:
        """Basic time and the worth of overtime together, in seconds, as the EGF counts it [FORMATS 2].

        To the basic time are added 45 periods of byo-yomi, the time of 60 stones in Canadian
        overtime, or what 120 moves add in Fischer's system.
        """
        if self.overtime is Overtime.BYO_YOMI:
            return self.basic + 45 * self.period
        if self.overtime is Overtime.CANADIAN:
            return self.basic + 60 * self.period // max(self.stones, 1)
        if self.overtime is Overtime.FISCHER:
            return self.basic + 120 * self.period
        return self.basic


NO_TIME = TimeLimit(basic=0)
"""What stands for a time that is not stated where a file has to state some."""


# ---- How facts of an event are written ----

_YEARS = 1900, 2100
"""In which a tournament is played."""

_KOMI = AllowedRange(0, 199)
"""Of doubled komi that is typed."""

_TIME = re.compile(
    r"(\d{1,3})(?:\s+(?:(byo-yomi|fischer)\s+(\d{1,3})|(canadian)\s+(\d{1,2})/(\d{1,4})))?",
    re.IGNORECASE,
)


def _day(text: str) -> date:
    """A day; years that nobody means are refused, such as 26, which the date field of a browser takes for 0026."""
    try:
        found = date.fromisoformat(text)
    except ValueError as error:
        expected = phrase("must be a date such as 2026-07-18, not {got!r}", got=text)
        raise InputError(expected) from error
    first, last = _YEARS
    if not first <= found.year <= last:
        expected = phrase(
            "the year must be from {first} to {last}, not {got}",
            first=first,
            last=last,
            got=text,
        )
        raise InputError(expected)
    return found


def _days(text: str) -> tuple[date, ...]:
    """Days with commas or spaces between them; none for a word that says so."""
    parts = [] if text.strip() == "none" else text.replace(",", " ").split()
    return tuple(map(_day, parts))


def _names(text: str) -> str:
    """Names with semicolons between them, as reports for FIDE hold them."""
    return "; ".join(filter(None, (" ".join(name.split()) for name in text.split(";"))))


def _time(text: str) -> TimeLimit:
    match = _TIME.fullmatch(text.strip())
    if match is None or (match[5] and not int(match[5])):
        raise InputError(
            phrase(
                "must be minutes, such as 60, '60 byo-yomi 30', '60 canadian 15/300' or '45 fischer 20', not {got!r}",
                got=text,
            )
        )
    basic = 60 * int(match[1])
    if match[4]:
        return TimeLimit(
            basic=basic, overtime=Overtime.CANADIAN, period=int(match[6]), stones=int(match[5])
        )
    if match[2]:
        kind = Overtime.FISCHER if match[2].lower() == "fischer" else Overtime.BYO_YOMI
        return TimeLimit(basic=basic, overtime=kind, period=int(match[3]))
    return TimeLimit(basic=basic)


_MOST_MINUTES = 150
"""Of a time control of chess that is typed; larger numbers are seconds, as in reports for FIDE."""


_PERIOD = re.compile(r"((?:[0-9]{1,3}/)?)([0-9]{1,6})((?:[+][0-9]{1,4})?)")


def _code(text: str) -> str:
    """A time control of chess in seconds, of which minutes such as 90+30 are made."""
    code = "".join(text.split())
    found = [_PERIOD.fullmatch(period) for period in code.split(":")]
    if all(period and int(period[2]) <= _MOST_MINUTES for period in found):
        code = ":".join(f"{p[1]}{60 * int(p[2])}{p[3]}" for p in found if p)
    if code and not TIME_CODE.fullmatch(code):
        raise InputError(
            phrase(
                "must be minutes, such as 90+30, or seconds, such as 5400+30, not {got!r}", got=text
            )
        )
    return code


def _time_text(time: TimeLimit) -> str | None:
    minutes, seconds = divmod(time.basic, 60)
    if seconds:
        return None
    if time.overtime is Overtime.CANADIAN:
        return f"{minutes} canadian {time.stones}/{time.period}"
    kinds = {Overtime.BYO_YOMI: " byo-yomi {}", Overtime.FISCHER: " fischer {}"}
    return f"{minutes}{kinds.get(time.overtime, '').format(time.period)}"


_A_DAY = marked("Enter a date such as 2026-07-18.")

DAY = Written(_day, str, _A_DAY)
DAY_OR_NONE = Written(lambda text: _day(text) if text else None, str, _A_DAY)
DAYS = Written(_days, lambda days: ", ".join(map(str, days)))
NAMES = Written(_names)
KOMI = Written(
    lambda text: parse_halves("", text, _KOMI),
    lambda doubled: f"{doubled / 2:g}",
    marked("Enter points in halves, such as 6.5."),
)
TIME = Written(
    _time, _time_text, marked("Enter minutes, such as 60, 60 byo-yomi 30 or 45 fischer 20.")
)

CODE = Written(_code, str, marked("Enter minutes, such as 90+30, or seconds, such as 5400+30."))


LIST_DAYS = 30
"""As many days an event may take to count by one list of FIDE's [FIDE B.01 1.1.4, B.02]."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Facts of the event for results files and prints.

    Examples
    --------
    >>> from datetime import date
    >>> Event(place="Graz", begins=date(2026, 11, 23)).days
    (datetime.date(2026, 11, 23),)
    """

    short_name: str = ""
    """Name without spaces for file names; empty to derive it from the name."""

    place: str = fact("", marked("Location"), "Town", unit="town", apart=False)

    country: str = fact(
        "",
        marked("Country"),
        "Country, two letters",
        unit="code",
        apart=False,
    )

    director: str = fact(
        "",
        marked("Director"),
        "Name of the director, or of the chief arbiter",
        unit="name",
        effect=marked("In chess the chief arbiter."),
        sentence=marked("director: {name}"),
    )

    deputies: str = fact(
        "",
        marked("Deputy arbiters"),
        "Names of the deputy arbiters, with semicolons between them",
        unit="names",
        effect=marked("Names with semicolons between them."),
        game="chess",
        written=NAMES,
        sentence=marked("deputy arbiters: {names}"),
    )

    begins: date | None = fact(
        None,
        marked("Start date"),
        "First day, such as 2026-07-18",
        unit="date",
        written=DAY,
        apart=False,
    )
    """First day."""

    ends: date | None = fact(
        None,
        marked("End date"),
        "Last day; by default the first one",
        unit="date",
        written=DAY,
        apart=False,
    )
    """Last day."""

    round_dates: tuple[date, ...] = fact(
        (),
        marked("Days of the rounds"),
        "Days of the rounds, such as 2026-07-18,2026-07-18; 2026-07-18+7 for one a week",
        unit="dates",
        effect=marked(
            "The date of each round, such as 2026-07-18,2026-07-19; or the first date and the days between rounds, such as 2026-07-18+7."
        ),
        written=DAYS,
        sentence=marked("days of the rounds: {days}"),
    )
    """Days of the rounds from the first one, as far as they are known."""

    komi_x2: int | None = fact(
        None,
        marked("Komi"),
        "Komi of an even game, such as 6.5",
        unit="points",
        limits=HALVES,
        game="go",
        written=KOMI,
        apart=False,
    )
    """Komi of an even game, if it is stated."""

    board_size: int | None = fact(
        None,
        marked("Board size"),
        "Lines of the board, such as 19",
        unit="lines",
        limits=within(1, 99),
        game="go",
        sentence=marked("board size: {lines}"),
        expected=marked("Enter a number of lines, such as 19."),
    )
    """Lines of the board, if they are stated."""

    online: bool = False
    """Whether the games are played on the Internet."""

    time: TimeLimit | None = fact(
        None,
        marked("Time control"),
        "Time control, such as 60, '60 byo-yomi 30' or '45 fischer 20'; in chess 90+30",
        unit="minutes",
        effect=marked("Minutes, then overtime in seconds, such as 60 byo-yomi 30; in chess 90+30."),
        game="go",
        written=TIME,
        apart=False,
    )
    """Time limit of the games, if it is stated."""

    time_code: str = fact(
        "",
        marked("Time control"),
        "Time control in chess, such as 90+30, or in seconds 40/5400+30:1800+30",
        unit="code",
        effect=marked(
            "Minutes and seconds a move, such as 90+30; in seconds 5400+30, with a second period 40/5400+30:1800+30."
        ),
        game="chess",
        written=CODE,
        apart=False,
    )
    """Periods with colons between them: moves, if it is not the last one, seconds, and those that a move adds."""

    time_words: str = fact(
        "",
        marked("Time control in words"),
        "Time control in words; by default those of the code",
        unit="text",
        effect=marked("By default those of the seconds, in English."),
        game="chess",
        apart=False,
    )

    championship: Literal["none", "national", "international"] = fact(
        "none",
        marked("Team championship"),
        "Team championship, for norms; international: of the world or a continent",
        game="chess",
        source="B.01 1.4.1b, 1.4.3b",
        empty="none",
        words={
            "none": marked("No"),
            "national": marked("National"),
            "international": marked("World or continental"),
        },
        asked=lambda kind: kind.has_team_championships,
    )

    comment: str = ""
    """Anything else."""

    ratings_until: date | None = fact(
        None,
        marked("Freeze ratings on"),
        "Last day of a rating list that may change ratings; by default any",
        unit="date",
        effect=marked("Newer rating lists no longer change the ratings."),
        game="go",
        written=DAY_OR_NONE,
        sentence=marked("ratings: frozen, by lists up to {day}"),
    )

    def __post_init__(self) -> None:
        check_values(self)
        if self.time_code and not TIME_CODE.fullmatch(self.time_code):
            expected = phrase(
                "expected seconds, such as 5400+30 or 40/5400+30:1800+30, not {got!r}",
                got=self.time_code,
            )
            raise RuleError(expected, about="time_code")

    @property
    def time_in_words(self) -> str:
        """The time control in chess in words: those that are stated, or else those of the code.

        Examples
        --------
        >>> Event(time_code="40/5400+30:1800+30").time_in_words
        '90 minutes for 40 moves, then 30 minutes, 30 seconds for each move'
        """
        if self.time_words or not self.time_code:
            return self.time_words
        periods = _periods(self.time_code)
        gains = {period.gain for period in periods}
        if len(gains) > 1:
            return ", then ".join(f"{period}{period.added(' and ')}" for period in periods)
        return ", then ".join(map(str, periods)) + periods[0].added(", ")

    @property
    def days(self) -> tuple[date, ...]:
        """The first and the last day, as far as they are known; one if they are the same."""
        return tuple(dict.fromkeys(filter(None, (self.begins, self.ends))))

    @checked_late
    def day_of(self, number: int) -> date | None:
        """The day of a round, from 1; None if it is not known."""
        return self.round_dates[number - 1] if 0 < number <= len(self.round_dates) else None

    @property
    def last_day(self) -> date | None:
        """The last day, or that of a later round.

        Examples
        --------
        >>> Event(ends=date(2026, 10, 3), round_dates=(date(2026, 10, 4),)).last_day
        datetime.date(2026, 10, 4)
        """
        stated, latest = self.ends or self.begins, max(self.round_dates, default=None)
        return latest if latest and (stated is None or stated < latest) else self.ends

    @property
    def length(self) -> int:
        """Days from the first to the last one; 0 if one is not known.

        Examples
        --------
        >>> Event(begins=date(2026, 10, 1), ends=date(2026, 10, 3)).length
        3
        """
        first, last = self.begins or min(self.round_dates, default=None), self.last_day
        return 0 if first is None or last is None else (last - first).days + 1

    @property
    def takes_months(self) -> bool:
        """Whether it is longer than a list of FIDE's holds: games count by the day, and it is rated in parts."""
        return self.length > LIST_DAYS

    @property
    def rate_of_play(self) -> RateOfPlay:
        """The rating of chess that the games count for, by their time [FIDE B.02 1].

        To the basic time is added what 60 moves gain: an hour and more is standard, more than ten minutes
        rapid. The time control in chess counts if it is stated; without any time the games are standard.

        Examples
        --------
        >>> Event(time_code="900+10").rate_of_play, Event(time_code="40/5400+30:1800+30").rate_of_play
        ('rapid', 'standard')
        """
        if self.time_code:
            seconds = _seconds_of(self.time_code)
        elif self.time:
            gain = self.time.period if self.time.overtime is Overtime.FISCHER else 0
            seconds = self.time.basic + _MOVES * gain
        else:
            return "standard"
        return "standard" if seconds >= 3600 else "rapid" if seconds > 600 else "blitz"

    @property
    def egf_class(self) -> str:
        """The class of the European ratings, by which games count more or less [FORMATS 2].

        A, B and C are the classes of games over the board, D is that of the Internet. X is none:
        the games are too fast to be rated. It is empty without a stated time.
        """
        if self.time is None:
            return ""
        classes = _CLASSES_ONLINE if self.online else _CLASSES
        basic, adjusted = self.time.basic, self.time.adjusted
        fischer = self.time.overtime is Overtime.FISCHER
        for name, least_adjusted, least_basic, least_fischer in classes:
            least = least_fischer if fischer else least_basic
            if adjusted >= 60 * least_adjusted and basic >= 60 * least:
                return name
        return "X"
