"""The header of a result report: name, place and days of the tournament."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..line_files import Header, days_in

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from ...go.tournament import Tournament

__all__ = ["HEADER", "fields_of", "read_date"]


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
    return next(iter(days_in(text, "ymd", "mdy")), None)


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
