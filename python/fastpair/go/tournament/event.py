"""When, where and under which conditions a tournament is played. None of it changes a draw."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date  # noqa: TC003 - the fields are read by their types
from enum import Enum
from typing import Literal, NamedTuple, Self, TypeAlias

from ...errors import RuleError
from ...parameters import parameter, within
from ...sentences import phrase
from .ranges import HALVES, check_values

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Facts of the event for results files and prints.

    Examples
    --------
    >>> from datetime import date
    >>> Event(place="Graz", begins=date(2026, 11, 23)).komi_x2
    15
    """

    short_name: str = ""
    """Name without spaces for file names; empty to derive it from the name."""

    place: str = parameter("", "Town", unit="town")

    country: str = parameter("", "Country, two letters", unit="code")

    director: str = parameter("", "Name of the director, or of the chief arbiter", unit="name")

    deputies: str = parameter(
        "", "Names of the deputy arbiters, with semicolons between them", unit="names"
    )

    begins: date | None = parameter(None, "First day, such as 2026-07-18", unit="date")
    """First day."""

    ends: date | None = parameter(None, "Last day; by default the first one", unit="date")
    """Last day."""

    round_dates: tuple[date, ...] = parameter(
        (), "Days of the rounds from the first one, such as 2026-07-18,2026-07-18", unit="dates"
    )
    """Days of the rounds from the first one, as far as they are known."""

    komi_x2: int = parameter(15, "Komi of an even game, such as 6.5", unit="points", **HALVES)
    """Komi of an even game."""

    board_size: int = field(default=19, metadata=within(1, 99))
    """Lines of the board."""

    online: bool = False
    """Whether the games are played on the Internet."""

    time: TimeLimit = parameter(
        TimeLimit(),
        "Time control, such as 60, '60 byo-yomi 30' or '45 fischer 20'",
        unit="minutes",
    )
    """Time limit of the games."""

    time_code: str = parameter(
        "", "Time control in chess, in seconds, such as 5400+30 or 40/5400+30:1800+30", unit="code"
    )
    """Periods with colons between them: moves, if it is not the last one, seconds, and those that a move adds."""

    time_words: str = parameter(
        "", "Time control in words; by default those of the code", unit="text"
    )

    comment: str = ""
    """Anything else."""

    ratings_until: date | None = parameter(
        None, "Last day of a rating list that may change ratings; by default any", unit="date"
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
    def rate_of_play(self) -> RateOfPlay:
        """The rating of chess that the games count for, by their time [FIDE B.02 1].

        To the basic time is added what 60 moves gain: an hour and more is standard, more than ten minutes
        rapid. The time control in chess counts if it is stated.

        Examples
        --------
        >>> Event(time_code="900+10").rate_of_play, Event(time_code="40/5400+30:1800+30").rate_of_play
        ('rapid', 'standard')
        """
        more = _MOVES * self.time.period if self.time.overtime is Overtime.FISCHER else 0
        seconds = _seconds_of(self.time_code) if self.time_code else self.time.basic + more
        return "standard" if seconds >= 3600 else "rapid" if seconds > 600 else "blitz"

    @property
    def egf_class(self) -> str:
        """The class of the European ratings, by which games count more or less [FORMATS 2].

        A, B and C are the classes of games over the board, D is that of the Internet. X is none:
        the games are too fast to be rated.
        """
        classes = _CLASSES_ONLINE if self.online else _CLASSES
        basic, adjusted = self.time.basic, self.time.adjusted
        fischer = self.time.overtime is Overtime.FISCHER
        for name, least_adjusted, least_basic, least_fischer in classes:
            least = least_fischer if fischer else least_basic
            if adjusted >= 60 * least_adjusted and basic >= 60 * least:
                return name
        return "X"
