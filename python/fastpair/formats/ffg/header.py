"""The header of a result file: what the tournament was, in lines such as ``;vill=Nantes``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ...go.tournament import Event, Overtime, TimeLimit
from ..line_files import Header, days_in, number_in

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...go.tournament import Tournament

__all__ = ["HEADER", "event_of", "version_of"]

_VERSION = re.compile(r"([0-9][0-9.]*)\s*$")


def version_of(fields: Mapping[str, str]) -> str:
    """Version of the program that made the file, if the header says."""
    match = _VERSION.search(fields.get("prog", "")[-40:])
    return match[1] if match else ""


def event_of(fields: Mapping[str, str]) -> Event:
    """When, where and under which conditions the tournament was played."""
    usual = Event()
    komi, size, basic, adjusted = (
        number_in(fields.get(field, "")) for field in ("komi", "size", "time", "ta")
    )
    day = next(iter(days_in(fields.get("date", ""), "dmy")), None)
    return Event(
        short_name=fields.get("name", ""),
        place=fields.get("vill", ""),
        begins=day,
        ends=day,
        komi_x2=usual.komi_x2 if komi is None else round(2 * komi),
        board_size=usual.board_size if size is None else round(size),
        time=_time(basic, adjusted),
    )


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


def _values_of(tournament: Tournament) -> dict[str, str]:
    event = tournament.event
    overtime = "" if event.time.overtime is Overtime.SUDDEN_DEATH else "+b"
    return {
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


HEADER = Header(
    pattern=re.compile(r";\s*([a-z]{2,8})\s*=(.*)", re.IGNORECASE),
    line=lambda field, value: f";{field}={value}",
    values=_values_of,
    always=("name", "date", "vill", "comm"),
    meanings={
        **dict.fromkeys(("komi", "size", "time", "ta"), number_in),
        "date": lambda text: days_in(text, "dmy"),
    },
)
