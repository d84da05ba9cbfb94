"""Undo and redo."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ...errors import RuleError
from ...go.tournament import with_keys
from ...sentences import Remedy, joined, phrase, phrase_many
from ..history.details import DisputeDetails, PlanDetails, publication_of, published_rounds
from ..history.entries import Version, facts, with_facts
from ..history.keys import present_keys, renames_of, with_present_keys
from ..history.state import document_in
from .outcome import Edit, Former, PublishedBoardsError

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from ...go.tournament import Tournament
    from ..history.entries import Entry, Value
    from ..history.state import CongressState
    from ..history.timeline import Timeline


def undo(file: CongressState, number: int | None = None) -> Edit:
    """The file without its last change, to the byte; or the tournament without an earlier one.

    Parameters
    ----------
    number
        Of the change; None is the last.

    Raises
    ------
    RuleError
        If there is none, another program has saved the file since, or the history is damaged; of an earlier
        change, if a later one has changed the same.
    """
    timeline = file.timeline
    if number is not None and not (timeline.done and timeline.done[-1].number == number):
        return _undo_alone(file, number)
    if timeline.saved_by_another and timeline.last is not None and not timeline.ends_unread:
        raise RuleError(
            phrase(
                "another program has saved the file since change {number} ({time}), so that "
                "it cannot be {what}",
                number=timeline.last.number,
                time=timeline.last.time,
                what="undone",
            ),
            Remedy("say what is lost"),
        )
    if not timeline.done:
        message = phrase("no change is left that could be undone")
        past = [line.sentence for line in timeline.unread[-1:]]
        raise RuleError(joined(": ", [message, *past]))
    entry = timeline.done[-1]
    if not entry.before:
        raise RuleError(
            phrase(
                "change {number} created the file and cannot be undone; delete the file instead",
                number=entry.number,
            )
        )
    number = entry.reverts if entry.act == "redo" and entry.reverts else entry.number
    edit = _restore(file, entry, number, phrase("change {number} undone", number=number))
    if entry.act != "publish":
        return edit
    reason = phrase("players have already seen what was published: {said}", said=entry.sentence)
    return replace(edit, questions=(PublishedBoardsError(reason),))


def _why_not_there(timeline: Timeline, number: int) -> str:
    """Say why a change is not there to be undone."""
    if number in timeline.reverted():
        return phrase("change {number} has been undone already", number=number)
    if number in timeline.cut_short:
        return phrase("change {number} is no longer there", number=number)
    return phrase("there is no change {number}", number=number)


def _undo_alone(file: CongressState, number: int) -> Edit:
    """The tournament without a change, and with all later ones."""
    timeline = file.timeline
    gone = timeline.reverted() | timeline.cut_short
    entries = with_present_keys(timeline.entries, timeline.cut_short)
    entry = next((e for e in entries if e.number == number and number not in gone), None)
    if entry is None:
        raise RuleError(_why_not_there(timeline, number), Remedy("list changes"))
    if not entry.can_go_alone:
        raise RuleError(
            phrase(
                "change {number} can be undone after the later ones only: {said}",
                number=number,
                said=entry.sentence,
            ),
            Remedy("list changes"),
        )
    values = facts(file.tournament)
    if not all(_is_so(values.get(subject), after) for subject, _, after in entry.changes):
        raise RuleError(
            phrase(
                "change {number} is no longer the last one, and a later one has changed the "
                "same: {said}",
                number=number,
                said=entry.sentence,
            ),
            Remedy("list changes"),
        )
    back = [(subject, before) for subject, before, _ in reversed(entry.changes)]
    try:
        tournament = _with_former_keys(file, entry, with_facts(file.tournament, back))
        faults = [*{*tournament.faults()} - {*file.tournament.faults()}]
    except RuleError as error:
        faults = [error.message]
    except (TypeError, ValueError) as error:
        raise entry.damaged(error) from error
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
        summary=phrase("change {number} undone: {said}", number=number, said=entry.sentence),
        reverts=number,
        details=_plan_back(entry),
    )


def _with_former_keys(file: CongressState, entry: Entry, tournament: Tournament) -> Tournament:
    """The tournament without a change, after which players whom it has renamed have the keys of their former names."""
    timeline = file.timeline
    present = present_keys(timeline.entries, entry.number, timeline.cut_short)
    original = next(each for each in timeline.entries if each.number == entry.number)
    former = {
        present.get(new, new): old for old, new in renames_of(original, timeline.entries).items()
    }
    others = tournament.by_key.keys() - former.keys()
    return with_keys(tournament, {key: old for key, old in former.items() if old not in others})


def _is_so(expected: Value | None, after: Value | None) -> bool:
    """Whether a subject is as a change has left it."""
    if expected is None or after is None:
        return expected is after
    return all(expected.get(name) == value for name, value in after.items())


def redo(file: CongressState, numbers: Collection[int] | None = None) -> Edit:
    """The file with the change that was undone last, or with what another program has taken out of it.

    Parameters
    ----------
    numbers
        Of the changes that are brought back; all if there are none. None is the change that was undone last,
        if one is.

    Raises
    ------
    RuleError
        If nothing is undone or lost, or what is lost contradicts what the file holds.
    """
    timeline = file.timeline
    if numbers is not None or not timeline.undone or timeline.saved_by_another:
        return _restore_lost(file, numbers or ())
    entry = timeline.undone[-1]
    number = entry.number if entry.reverts is None else entry.reverts
    return _restore(file, entry, number, phrase("change {number} redone", number=number))


def _restore(file: CongressState, entry: Entry, number: int, done: str) -> Edit:
    """The file as it was before an entry, which makes or takes back the change of a number."""
    original = next((e for e in file.timeline.entries if e.number == number), entry)
    content = entry.former(file.document.content)
    return Edit(
        tournament=document_in(file.file, content).tournament,
        summary=phrase("{done}: {change}", done=done, change=original.sentence),
        former=Former(
            Version.of(content), tuple(change.reversed for change in reversed(entry.changes))
        ),
        reverts=number,
        details=_plan_back(entry),
    )


def _plan_back(entry: Entry) -> PlanDetails | None:
    """The change of the plan of prizes that takes that of an entry back; None if it has none."""
    if not isinstance(entry.details, PlanDetails):
        return None
    return PlanDetails(plan=entry.details.plan.reversed)


def _restore_lost(file: CongressState, numbers: Collection[int]) -> Edit:
    """The tournament with what another program has taken out of the file."""
    tournament = file.tournament
    lost = file.timeline.lost(tournament)
    chosen = [item for item in lost if not numbers or item.entry.number in numbers]
    plan = None if chosen else file.timeline.lost_plan
    if plan is not None and (not numbers or plan.number in numbers):
        return Edit(
            tournament=tournament, summary=_brought_back([plan.number]), details=plan.details
        )
    missing = sorted(set(numbers) - {item.entry.number for item in lost})
    if missing or not chosen:
        which = (
            phrase("of change {number} nothing is lost", number=missing[0])
            if missing
            else phrase("there is nothing to redo")
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
    faults = {*tournament.faults()} - {*file.tournament.faults()}
    if faults:
        raise RuleError(
            phrase(
                "what is lost contradicts the file: {faults}; name single changes",
                faults=min(faults),
            )
        )
    message = _brought_back([item.entry.number for item in chosen])
    details = [item.entry.details for item in chosen]
    rounds = [each for detail in details for each in published_rounds(detail)]
    claims = [detail for detail in details if isinstance(detail, DisputeDetails)]
    return Edit(
        tournament=tournament,
        summary=message,
        even_so=True,
        details=publication_of(rounds) or (claims[-1] if claims else None),
    )


def _brought_back(numbers: Sequence[int]) -> str:
    return phrase_many(
        "brought back what was lost of {count} change: {numbers}",
        "brought back what was lost of {count} changes: {numbers}",
        len(numbers),
        numbers=joined(", ", map(str, numbers)),
    )
