"""Which change has made which game: what a draw may discard, and which model drew a round."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from .history import Entry
    from .timeline import Timeline

__all__ = ["drawn_by", "imposed_pairs", "makers"]

Pair = frozenset[str]


def makers(timeline: Timeline, number: int) -> Mapping[Pair, Entry]:
    """The change that made each game of a round, of all that are in force."""
    found: dict[Pair, Entry] = {}
    for entry in _in_force(timeline):
        for subject, before, after in entry.changes:
            if subject[:2] != ("game", number):
                continue
            pair = frozenset(map(str, subject[2:]))
            if after is None:
                found.pop(pair, None)
            elif before is None:
                # What is brought back was made by whoever made it at first.
                found.setdefault(pair, entry)
    return found


def drawn_by(timeline: Timeline, number: int) -> Entry | None:
    """The last draw of a round that is in force; None if it is not fastpair's."""
    draws = [e for e in _in_force(timeline) if e.act == "draw" and e.draw.get("round") == number]
    return draws[-1] if draws else None


def imposed_pairs(timeline: Timeline, number: int) -> frozenset[Pair]:
    """Pairs of a round whose games are made by hand, before its draw or after."""
    made = makers(timeline, number)
    return frozenset(pair for pair, entry in made.items() if entry.act != "draw")


def _in_force(timeline: Timeline) -> Iterator[Entry]:
    """The changes that are neither undone nor cut short, without those that undo and redo them."""
    out = timeline.reverted() | timeline.cut_short
    for entry in timeline.entries:
        if entry.number not in out and entry.reverts is None:
            yield entry
