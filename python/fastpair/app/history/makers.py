"""Which change has made which game and bye: what a draw may discard, and what a round is drawn by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...go.tournament import Result
from .facts import with_facts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from ...go.tournament import Game, Tournament
    from .facts import Change
    from .history_line import Entry
    from .timeline import Timeline


Seat = frozenset[str]
"""The keys of two players who have a game, or of the one who has a bye."""


def in_force(timeline: Timeline) -> Iterator[Entry]:
    """The changes that are neither undone nor cut short, without those that undo and redo them."""
    out = timeline.reverted() | timeline.cut_short
    for entry in timeline.entries:
        if entry.number not in out and entry.reverts is None:
            yield entry


def makers(timeline: Timeline, number: int) -> Mapping[Seat, Entry]:
    """The change that made each game and bye of a round, of all changes that are in force."""
    found: dict[Seat, Entry] = {}
    for entry in in_force(timeline):
        for subject, before, after in entry.changes:
            if subject[:2] not in (("game", number), ("bye", number)):
                continue
            seat = frozenset(map(str, subject[2:]))
            if after is None:
                found.pop(seat, None)
            elif before is None:
                # What is brought back was made by whoever made it at first.
                found.setdefault(seat, entry)
    return found


def results_by(timeline: Timeline, number: int, games: Iterable[Game]) -> Mapping[Seat, Entry]:
    """The change that gave each game of a round its result, as far as the history knows it."""
    wanted = {frozenset(game.players) for game in games if game.result is not Result.UNKNOWN}
    found: dict[Seat, Entry] = {}
    for entry in reversed([*in_force(timeline)]):
        for subject, _, after in entry.changes:
            if after is None or "result" not in after or subject[:2] != ("game", number):
                continue
            seat = frozenset(map(str, subject[2:]))
            if seat in wanted:
                found.setdefault(seat, entry)
        if len(found) == len(wanted):
            break
    return found


def drawn_by(timeline: Timeline, number: int) -> Entry | None:
    """The last draw of a round that is in force; None if it is not fastpair's."""
    draws = [e for e in in_force(timeline) if e.is_draw and e.draw.get("round") == number]
    return draws[-1] if draws else None


def as_drawn(timeline: Timeline, tournament: Tournament, number: int) -> Tournament:
    """The tournament as it was known when a round was drawn, with the games that the round has now.

    Who has entered later is not in it unless he has a game or a bye of the round. If the history does
    not know the draw, or contradicts the file, it is the tournament as it is.
    """
    entry = drawn_by(timeline, number)
    if entry is None:
        return tournament
    later = [
        change
        for since in reversed(timeline.entries)
        if since.number > entry.number and since.number not in timeline.cut_short
        for change in reversed(since.changes)
        if _may_differ(change, tournament, number)
    ]
    try:
        known = with_facts(tournament, [(subject, before) for subject, before, _ in later])
    except (KeyError, TypeError, ValueError):
        return tournament
    known = known.before(number + 1)
    return tournament if known.rules.rounds < number or any(known.faults()) else known


def _may_differ(change: Change, tournament: Tournament, number: int) -> bool:
    """Whether a later change is to be taken back, so that a round is as when it was drawn."""
    kind, *place = change.subject
    if kind in ("game", "bye"):
        return int(place[0]) < number
    seated = tournament.round(number).seated
    return not (kind == "player" and change.before is None and place[0] in seated)


def drawn_seats(timeline: Timeline, number: int) -> frozenset[Seat]:
    """The games and byes of a round that a draw has made, and nobody by hand."""
    made = makers(timeline, number)
    return frozenset(seat for seat, entry in made.items() if entry.is_draw)


def before_the_draw(timeline: Timeline, number: int, pairs: Iterable[Seat]) -> frozenset[Seat]:
    """Those of the pairs of a round that were there before it was drawn, as far as is known."""
    entry = drawn_by(timeline, number)
    if entry is None or timeline.saved_by_another:
        return frozenset()
    made = makers(timeline, number)
    # A board that an earlier draw has made, and the last one has kept, is a board of the last one.
    drawn = {p for p in made if made[p].is_draw or made[p].number > entry.number}
    return frozenset(p for p in pairs if p not in drawn)
