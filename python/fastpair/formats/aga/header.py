"""The header of a result report: name, place and days of the tournament."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING

from ..characters import nearest

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...go.tournament import Tournament

__all__ = ["field_of", "fields_of", "read_date", "text_of", "values_of"]

_NAME = re.compile(r"\s*TOURNEY\b\s*(.*)", re.IGNORECASE)
_FIELD = re.compile(r"\s*(start|finish|location)\s*=\s*(.*)", re.IGNORECASE)
_DATE = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})|([0-9]{1,2})/([0-9]{1,2})/([0-9]{4})")


def field_of(line: str) -> str | None:
    """The field of a line of the header, if it is one that a tournament holds."""
    if _NAME.fullmatch(line):
        return "tourney"
    match = _FIELD.fullmatch(line)
    return match[1].lower() if match else None


def fields_of(lines: Iterable[str]) -> dict[str, str]:
    """The values of the header by their fields; the name is without the place behind it."""
    fields = {}
    for line in lines:
        match = _NAME.fullmatch(line) or _FIELD.fullmatch(line)
        field = field_of(line)
        if match is not None and field is not None:
            fields[field] = match[match.lastindex or 0].strip().strip("'\"").strip()
    name, place = fields.get("tourney", ""), fields.get("location", "")
    if not place and ", " in name:
        fields["tourney"], _, fields["location"] = name.rpartition(", ")
    elif place:
        fields["tourney"] = name.removesuffix(f", {place}")
    return fields


def read_date(text: str) -> date | None:
    """The day in a text such as ``2024-03-01`` or ``3/1/2024``, with the month first."""
    match = _DATE.match(text)
    if match is None:
        return None
    year, month, day = match.group(1, 2, 3) if match[1] else match.group(6, 4, 5)
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None


def values_of(tournament: Tournament, encoding: str) -> dict[str, str]:
    """The values of the header of a new file, in the order of its lines."""
    event = tournament.event
    place = event.place.replace("'", "")
    begins, ends = event.begins or event.ends, event.ends or event.begins
    values = {
        "tourney": f"{tournament.name}, {place}" if place else tournament.name,
        "location": place,
        "start": begins.isoformat() if begins else "",
        "finish": ends.isoformat() if ends else "",
    }
    return {
        field: " ".join(nearest(value, encoding).split())
        for field, value in values.items()
        if value or field == "tourney"
    }


def text_of(field: str, value: str) -> str:
    """The line of a field."""
    if field == "tourney":
        return f"TOURNEY\t{value}"
    return f"location='{value}'" if field == "location" else f"\t{field}={value}"
