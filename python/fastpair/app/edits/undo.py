"""Undo and redo."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ...errors import RuleError
from ...report.sheet import counted
from ...sentences import Remedy, phrase
from ..history.entries import facts, with_facts
from ..history.records import PlanChange
from .locked_file import Edit

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from ...go.tournament import Tournament
    from ..history.entries import Change, Entry, Value
    from ..history.timeline import Timeline
    from .locked_file import LockedFile


class Reverted(NamedTuple):
    """A former content of a file."""

    content: bytes
    said: str
    changes: tuple[Change, ...]
    reverts: int
    """Number of the change that is taken back or made again."""

    draw: Mapping[str, Any]
    """What becomes of the plan of prizes, see `Entry.draw`."""


def undo(locked: LockedFile) -> Reverted:
    """The file without its last change.

    Raises
    ------
    RuleError
        If there is none, another program has saved the file since, or the history is damaged.
    """
    timeline = locked.timeline
    if not timeline.ends_unread:
        _refuse_others(timeline, "undone")
    if not timeline.done:
        past = f": {timeline.unread[-1]}" if timeline.unread else ""
        raise RuleError(phrase("no change is left that could be undone{past}", past=past))
    entry = timeline.done[-1]
    if not entry.before:
        raise RuleError(
            phrase("change {number} has made the file; delete it instead", number=entry.number)
        )
    number = entry.reverts if entry.act == "redo" and entry.reverts else entry.number
    return _reverted(locked, entry, number, phrase("undid change {number}", number=number))


def undone_alone(locked: LockedFile, number: int) -> Edit:
    """The tournament without a change, and with all later ones.

    Parameters
    ----------
    number
        Of the change.

    Raises
    ------
    RuleError
        If there is no such change in the file, or a later one has changed the same.
    """
    timeline = locked.timeline
    gone = timeline.reverted() | timeline.cut_short
    entry = next((e for e in timeline.entries if e.number == number and number not in gone), None)
    if entry is None:
        raise RuleError(
            phrase("change {number} is no longer there", number=number), Remedy("list changes")
        )
    if not entry.can_go_alone:
        raise RuleError(
            phrase(
                "change {number} is no longer the last one, so that it cannot be undone "
                "alone: {said}",
                number=number,
                said=entry.said,
            ),
            Remedy("list changes"),
        )
    held = facts(locked.tournament)
    if not all(_is_so(held.get(subject), after) for subject, _, after in entry.changes):
        raise RuleError(
            phrase(
                "change {number} is no longer the last one, and a later one has changed the "
                "same: {said}",
                number=number,
                said=entry.said,
            ),
            Remedy("list changes"),
        )
    back = [(subject, before) for subject, before, _ in reversed(entry.changes)]
    tournament = with_facts(locked.tournament, back)
    faults = set(tournament.faults()) - set(locked.tournament.faults())
    if faults:
        raise RuleError(
            phrase(
                "without change {number} the tournament contradicts itself: {faults}",
                number=number,
                faults=min(faults),
            )
        )
    return Edit(
        tournament=tournament,
        summary=phrase("undid change {number}: {said}", number=number, said=entry.said),
        reverts=number,
        draw=_plan_back(entry),
    )


def _is_so(held: Value | None, after: Value | None) -> bool:
    """Whether a subject is as a change has left it."""
    if held is None or after is None:
        return held is after
    return all(held.get(name) == value for name, value in after.items())


def redo(locked: LockedFile) -> Reverted | None:
    """The file with the change that was undone last; None if no change is undone."""
    timeline = locked.timeline
    if not timeline.undone or timeline.saved_by_another:
        return None
    entry = timeline.undone[-1]
    number = entry.number if entry.reverts is None else entry.reverts
    return _reverted(locked, entry, number, phrase("made change {number} again", number=number))


def _reverted(locked: LockedFile, entry: Entry, number: int, done: str) -> Reverted:
    original = next((e for e in locked.timeline.entries if e.number == number), entry)
    return Reverted(
        content=entry.former(locked.document.content),
        said=phrase("{done}: {change}", done=done, change=original.said),
        changes=tuple(change.reversed for change in reversed(entry.changes)),
        reverts=number,
        draw=_plan_back(entry),
    )


def _plan_back(entry: Entry) -> Mapping[str, Any]:
    """The change of the plan of prizes that takes that of an entry back; nothing if it has none."""
    change = PlanChange.of(entry.draw)
    return {} if change is None else change.reversed.held


def _refuse_others(timeline: Timeline, what: str) -> None:
    if timeline.saved_by_another and timeline.last is not None:
        raise RuleError(
            phrase(
                "another program has saved the file since change {number} ({time}), so that "
                "it cannot be {what}",
                number=timeline.last.number,
                time=timeline.last.time,
                what=what,
            ),
            Remedy("say what is lost"),
        )


def lost_again(locked: LockedFile, numbers: Collection[int]) -> tuple[Tournament, str]:
    """The tournament with what another program has taken out of the file, and what that is.

    Parameters
    ----------
    numbers
        Numbers of the changes that are brought back; all if there are none.

    Raises
    ------
    RuleError
        If nothing is lost, or it contradicts what the file holds.
    """
    tournament = locked.tournament
    lost = locked.timeline.lost(tournament)
    chosen = [item for item in lost if not numbers or item.entry.number in numbers]
    missing = sorted(set(numbers) - {item.entry.number for item in lost})
    if missing or not chosen:
        which = (
            phrase("of change {number} nothing is lost", number=missing[0])
            if missing
            else phrase("no change is undone or lost")
        )
        raise RuleError(which, Remedy("list changes"))
    try:
        for item in chosen:
            tournament = with_facts(tournament, item.changes)
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        raise RuleError(
            phrase(
                "change {number} cannot be made again without those before it; name their "
                "numbers too",
                number=item.entry.number,
            )
        ) from error
    faults = set(tournament.faults()) - set(locked.tournament.faults())
    if faults:
        raise RuleError(
            phrase(
                "what is lost contradicts the file: {faults}; name single changes",
                faults=min(faults),
            )
        )
    names = ", ".join(str(item.entry.number) for item in chosen)
    return tournament, f"brought back what was lost of {counted(len(chosen), 'change')}: {names}"
