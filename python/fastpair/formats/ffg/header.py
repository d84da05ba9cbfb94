"""The header of a result file: what the tournament was, in lines such as ``;vill=Nantes``."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING

from ...go.tournament import Event, Overtime, TimeLimit
from ..characters import nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ...go.tournament import Tournament

__all__ = ["event_of", "field_of", "fields_of", "text_of", "values_of", "version_of"]

_FIELD = re.compile(r";\s*([a-z]{2,8})\s*=(.*)", re.IGNORECASE)
_DATE = re.compile(r"([0-9]{1,2})/([0-9]{1,2})/([0-9]{4})")
_NUMBER = re.compile(r"[0-9]{1,4}(?:[.,][0-9])?")
_VERSION = re.compile(r"([0-9][0-9.]*)\s*$")


def field_of(comment: str) -> str | None:
    """The field of a comment, if it has one."""
    match = _FIELD.fullmatch(comment)
    return match[1].lower() if match else None


def fields_of(comments: Iterable[str]) -> dict[str, str]:
    """The values of the header by their fields."""
    matches = filter(None, map(_FIELD.fullmatch, comments))
    return {match[1].lower(): match[2].strip() for match in matches}


def text_of(field: str, value: str) -> str:
    """The line of a field."""
    return f";{field}={value}"


def version_of(fields: Mapping[str, str]) -> str:
    """Version of the program that made the file, if the header says."""
    match = _VERSION.search(fields.get("prog", "")[-40:])
    return match[1] if match else ""


def event_of(fields: Mapping[str, str]) -> Event:
    """When, where and under which conditions the tournament was played."""
    usual = Event()
    komi, size = _number(fields, "komi"), _number(fields, "size")
    day = _date(fields.get("date", ""))
    return Event(
        short_name=fields.get("name", ""),
        place=fields.get("vill", ""),
        begins=day,
        ends=day,
        komi_x2=usual.komi_x2 if komi is None else round(2 * komi),
        board_size=usual.board_size if size is None else round(size),
        time=_time(_number(fields, "time"), _number(fields, "ta")),
    )


def _date(text: str) -> date | None:
    match = _DATE.match(text)
    if match is None:
        return None
    try:
        return date(int(match[3]), int(match[2]), int(match[1]))
    except ValueError:
        return None


def _number(fields: Mapping[str, str], field: str) -> float | None:
    match = _NUMBER.match(fields.get(field, ""))
    return float(match[0].replace(",", ".")) if match else None


def _time(basic: float | None, adjusted: float | None) -> TimeLimit:
    """The time of a game from its basic and its adjusted minutes.

    Overtime is counted as 60 moves, so that a minute of it is a second for each move, whatever its
    kind was.
    """
    if basic is None:
        return TimeLimit()
    more = round((adjusted or basic) - basic)
    if more <= 0:
        return TimeLimit(basic=round(60 * basic))
    return TimeLimit(basic=round(60 * basic), overtime=Overtime.CANADIAN, period=more, stones=1)


def values_of(tournament: Tournament, encoding: str) -> dict[str, str]:
    """The values of the header of a new file, in the order of its lines."""
    event = tournament.event
    overtime = "" if event.time.overtime is Overtime.SUDDEN_DEATH else "+b"
    values = {
        "name": event.short_name or tournament.name,
        "date": event.begins.strftime("%d/%m/%Y") if event.begins else "",
        "vill": event.place,
        "comm": tournament.name,
        "prog": "fastpair",
        "size": f"{event.board_size}",
        "time": f"{event.time.basic // 60}{overtime}",
        "ta": f"{event.time.adjusted // 60}",
        "komi": f"{event.komi_x2 / 2:.1f}",
    }
    return {field: " ".join(nearest(value, encoding).split()) for field, value in values.items()}
