"""When, where and under which conditions a tournament is played, in an OpenGotha file."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...go.tournament import Event, TimeLimit
from . import schema
from .parts import short_name_of
from .values import TEXT

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..xml.markup import Element
    from .schema import Column
    from .values import Source

__all__ = ["read_event"]


def read_event(source: Source, general: Element | None) -> Event:
    """Read the event; what is no value of its kind is as if missing, since nobody is paired by it."""
    blank = Event()
    if general is None:
        return blank
    found = _fields(source, general, schema.EVENT, blank)
    if found["short_name"] == short_name_of(general.get("name")):
        found["short_name"] = ""
    return replace(blank, **found, time=_time(source, general))


def _time(source: Source, general: Element) -> TimeLimit:
    blank = TimeLimit()
    overtime = source.lenient(general, schema.OVERTIME, blank.overtime)
    return replace(
        blank,
        basic=source.lenient(general, schema.BASIC_TIME, blank.basic),
        overtime=overtime,
        **_fields(source, general, schema.OVERTIMES[overtime], blank),
    )


def _fields(
    source: Source, element: Element, columns: Iterable[Column], blank: Event | TimeLimit
) -> dict[str, Any]:
    return {
        field: element.get(attribute.name)
        if attribute.kind is TEXT
        else source.lenient(element, attribute, getattr(blank, field))
        for field, attribute in columns
    }
