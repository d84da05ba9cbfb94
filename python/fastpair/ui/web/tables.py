"""Rooms, tables that are not used, players who always sit at one, and tables that are numbered anew."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...app.draws.costs import Weigher
from ...app.edits.tables import renumbered, table_fixed, tables_set
from ...app.history.tables import tables_of
from ...go.tournament.player import ranges
from .unchanged import refuse_other_boards

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...app.edits.locked_file import Edit, LockedFile
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
    typed = [part for room in rooms or [""] for part in ("--room", room)]
    act = asked.act("tables", *typed, "--closed", closed)
    return asked.desk.held.note(
        act, lambda held: tables_set(held.timeline, held.tournament, rooms=rooms, closed=closed)
    )


def fix(asked: Asked) -> Told:
    """Let a player always sit at one table, or at any one again if none is typed."""
    key = asked.typed("one")
    table = asked.whole("table") if asked.fields.get("table", "").strip() else None
    at = [] if table is None else ["--at", str(table)]
    return asked.desk.held.note(
        asked.act("tables", "--player", key, *at),
        lambda held: table_fixed(held.timeline, held.tournament, key, table),
    )


def renumber(asked: Asked) -> Told:
    """Number the tables of the round as a draw would."""

    def work(held: LockedFile) -> Edit:
        refuse_other_boards(asked, held.tournament)
        seat = Weigher.of(held, asked.number).seat
        return renumbered(held.tournament, asked.number, tables_of(held.timeline), seat)

    return asked.desk.held.change(asked.act("renumber", "--round", str(asked.number)), work)
