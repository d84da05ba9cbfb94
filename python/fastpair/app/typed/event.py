"""What a director types of the event."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from ...errors import RuleError
from ...go.tournament import Event, Overtime, TimeLimit
from ...parameters import parameter
from ...sentences import phrase
from .values import anything, doubled, on_one_line, with_typed

_TIME = re.compile(
    r"(\d{1,3})(?:\s+(?:(byo-yomi|fischer)\s+(\d{1,3})|(canadian)\s+(\d{1,2})/(\d{1,4})))?",
    re.IGNORECASE,
)

_YEARS = 1900, 2100
"""In which a tournament is played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedEvent:
    """What is typed of the event; None stays as it is."""

    place: str | None = parameter(None, "Where it is played", unit="town")
    country: str | None = parameter(None, "Country, two letters", unit="code")
    director: str | None = parameter(None, "Who directs it", unit="name")
    begins: str | None = parameter(None, "First day, such as 2026-07-18", unit="date")
    ends: str | None = parameter(None, "Last day; by default the first", unit="date")
    komi: str | None = parameter(None, "Komi of an even game, such as 6.5", unit="points")
    time: str | None = parameter(
        None,
        "Such as 60, '60 byo-yomi 30', '60 canadian 15/300' or '45 fischer 20', in seconds",
        unit="minutes",
    )
    ratings_until: str | None = parameter(
        None,
        "Ratings are frozen: only rating lists up to this day may change them; empty lets all",
        unit="date",
    )

    def __bool__(self) -> bool:
        return anything(self)

    def applied_to(self, event: Event) -> Event:
        """The event with these facts.

        Raises
        ------
        RuleError
            If a value is none of its field, or the event ends before it begins.
        """
        begins, ends = _date("begins", self.begins), _date("ends", self.ends)
        changes: dict[str, Any] = {
            "place": None if self.place is None else on_one_line(self.place),
            "director": None if self.director is None else on_one_line(self.director),
            "country": country_typed(self.country),
            "begins": begins,
            "ends": ends or (begins if event.ends is None else None),
            "komi_x2": None if self.komi is None else doubled("komi", self.komi, 199),
            "time": _time(self.time),
        }
        changed: Event = with_typed(event, changes)
        if self.ratings_until is not None:
            until = _date("ratings_until", self.ratings_until or None)
            changed = replace(changed, ratings_until=until)
        if changed.begins and changed.ends and changed.ends < changed.begins:
            raise RuleError(
                phrase(
                    "the last day, {ends}, is before the first, {begins}",
                    ends=changed.ends,
                    begins=changed.begins,
                )
            )
        return changed


def _date(about: str, typed: str | None) -> date | None:
    """A day; years that nobody means are refused, such as 26, which the date field of a browser takes for 0026."""
    try:
        found = None if typed is None else date.fromisoformat(typed)
    except ValueError as error:
        expected = phrase("expected a date such as 2026-07-18, got {got!r}", got=typed)
        raise RuleError(expected, about=about) from error
    first, last = _YEARS
    if found is not None and not first <= found.year <= last:
        expected = phrase(
            "expected a year from {first} to {last}, got {got}", first=first, last=last, got=typed
        )
        raise RuleError(expected, about=about)
    return found


def country_typed(typed: str | None) -> str | None:
    """The code of a country, in capitals; None, and nothing, stay.

    Raises
    ------
    RuleError
        If it is none.
    """
    if typed and not (len(typed) == 2 and typed.isascii() and typed.isalpha()):
        raise RuleError(
            phrase("expected two letters, such as FR, got {got!r}", got=typed), about="country"
        )
    return None if typed is None else typed.upper()


def _time(typed: str | None) -> TimeLimit | None:
    if typed is None:
        return None
    match = _TIME.fullmatch(typed.strip())
    if match is None or (match[5] and not int(match[5])):
        raise RuleError(
            phrase(
                "expected minutes, such as 60, '60 byo-yomi 30', '60 canadian 15/300' or "
                "'45 fischer 20', got {got!r}",
                got=typed,
            ),
            about="time",
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
