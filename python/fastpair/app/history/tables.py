"""Which tables there are: the rooms that they stand in, those that are not used, and those of players.

Files of tournaments have no place for it. It stands in the history beside the file, as changes that
leave the file as it is.
"""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003 - the type of a field
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

from ...go.tournament.player import ranges, tables_in
from .makers import in_force

if TYPE_CHECKING:
    from .history_line import Entry
    from .timeline import Timeline


@dataclass(frozen=True, slots=True, kw_only=True)
class Tables:
    """What a director has said of the tables."""

    rooms: Mapping[str, range] = field(default_factory=dict)
    """The numbers of the tables in each room, by its name."""

    closed: frozenset[int] = frozenset()
    """Tables that no draw uses, but for a player who has one of his own."""

    fixed: Mapping[str, int] = field(default_factory=dict)
    """Tables of players who always sit there, by key."""

    change: int = 0
    """Number of the change that has said so; 0 if nobody has."""

    @classmethod
    def said_by(cls, entry: Entry) -> Self:
        """What a change has said, see `held`."""
        held = entry.draw
        return cls(
            change=entry.number,
            rooms={name: range(first, last + 1) for name, first, last in held["rooms"]},
            closed=tables_in(held["closed"]),
            fixed=dict(held["fixed"]),
        )

    @property
    def held(self) -> Mapping[str, Any]:
        """The same as `Entry.draw` holds it."""
        return {
            "rooms": [[name, each.start, each.stop - 1] for name, each in self.rooms.items()],
            "closed": ranges(self.closed),
            "fixed": [[key, table] for key, table in self.fixed.items()],
        }

    def room_of(self, table: int) -> str:
        """The room of a table; empty if nobody has said so."""
        return next((name for name, tables in self.rooms.items() if table in tables), "")

    def wanted_by(self, players: tuple[str, str]) -> int | None:
        """The table at which two players have to sit, since one of them always does."""
        return min((self.fixed[key] for key in players if key in self.fixed), default=None)


def tables_of(timeline: Timeline) -> Tables:
    """What is said of the tables."""
    said = [entry for entry in in_force(timeline) if entry.act == "tables"]
    return Tables.said_by(said[-1]) if said else Tables()
