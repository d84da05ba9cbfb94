"""Rooms, tables that are not used, and players who always sit at one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...go.tournament.player import ranges
from .actions import perform

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .asking import Asked
    from .held import Told


def tables_panel(asked: Asked) -> Mapping[str, Any]:
    """What is said of the tables, to be changed."""
    tables, by_key = asked.state.tables, asked.state.tournament.by_key
    return {
        "rooms": [f"{name}={each.start}-{each.stop - 1}" for name, each in tables.rooms.items()],
        "closed": ranges(tables.closed, comma=", "),
        "fixed": [(by_key[key], at) for key, at in tables.fixed.items() if key in by_key],
    }


def say_tables(asked: Asked) -> Told:
    """Say which rooms there are, and which tables are not used."""
    rooms = [line.strip() for line in asked.fields.get("rooms", "").splitlines() if line.strip()]
    closed = asked.fields.get("closed", "").strip()
    return perform(asked, "tables", {"room": rooms or [""], "closed": closed})


def fix(asked: Asked) -> Told:
    """Let a player always sit at one table, or at any one again if none is typed."""
    table = asked.whole("table") if asked.fields.get("table", "").strip() else None
    return perform(asked, "tables", {"player": asked.typed("one"), "at": table})
