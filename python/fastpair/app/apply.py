"""An action that is performed: what every interface makes of what it hears, and what comes of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import RuleError, in_file
from ..sentences import message_parts, phrase
from .action import ActionContext
from .actions import ACTIONS
from .edits.outcome import (
    LIKELY_MISTAKE,
    PLAYED_SCORES,
    PUBLISHED_BOARDS,
    Former,
    PlayedScoresError,
    changed_below,
    describe_unconfirmed_players,
    moved_score_errors,
    moved_scores,
    published_board_errors,
)
from .history.details import PlanDetails
from .history.entries import Delta, Entry, differences, digest_of
from .history.records import in_file_of, is_model_alone

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from .edits.outcome import Edit, UnconfirmedError
    from .history.state import CongressState
    from .history.timeline import Timeline


class Origin(NamedTuple):
    """Where a change comes from, for the history."""

    door: str
    """By which door it came, such as ``command``."""

    typed: tuple[str, ...] = ()
    """The arguments of the command as they are typed."""


EVEN_SO = frozenset({PLAYED_SCORES, LIKELY_MISTAKE})
"""What a director confirms who lets scores of rounds that are played change."""

EVERYTHING_KNOWN = EVEN_SO | {PUBLISHED_BOARDS}
"""The same, and that what players have already seen changes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """An action with its values: what each interface makes, and a line of the history holds."""

    action: str
    """Its name in `ACTIONS`."""

    values: Mapping[str, Any] = field(default_factory=dict)
    """The values of its arguments, by name; those that are absent have their defaults."""

    round: int | None = None
    """Number from 1; None is the round in play, or else the next one to draw."""

    confirmed: frozenset[str] = frozenset()
    """The codes of the questions that are answered with yes; see `UnconfirmedError`."""


def apply(state: CongressState, call: Call) -> Edit:
    """What comes of an action: a dry run, and what `Desk.do` writes.

    Parameters
    ----------
    state
        The file as it was read, and its history; both stay as they are.

    Returns
    -------
    Edit
        With the questions that are not confirmed.

    Raises
    ------
    RuleError
        If the rules do not allow it, the format cannot hold it, or it changes the boards of a locked round.
    """
    edit = _perform(state, call)
    if edit.in_history:
        return _answered(edit, edit.questions, call, call.confirmed)
    document = state.document
    with in_file(state.file):
        if edit.former is None:
            edit = replace(edit, tournament=document.settled(edit.tournament))
        edit = _with_questions(state, call, edit)
        # What is hardly meant is asked about also where the file could not hold it.
        if edit.former is None and all(each.code != LIKELY_MISTAKE for each in edit.questions):
            document.refuse(in_file_of(document, edit.tournament))
            state.refuse_frozen(edit.tournament)
    return edit


def file_after(state: CongressState, edit: Edit) -> Former | None:
    """The content of the file after an edit, and the changes; None if neither it nor the history changes.

    Raises
    ------
    RuleError
        If the format cannot hold the change.
    """
    document, after = state.document, edit.tournament
    if edit.former is not None:
        return edit.former
    if isinstance(edit.details, PlanDetails):
        return Former(document.content, ())
    if edit.in_history:
        return Former(document.content, ()) if edit.details else None
    content, changes = (
        document.content_with(in_file_of(document, after)),
        differences(document.tournament, after),
    )
    if content == document.content:
        if not changes:
            return None
        if not is_model_alone(changes):
            raise RuleError(phrase("its format cannot hold the change; nothing was written"))
    return Former(content, changes)


def entry_of(
    call: Call, origin: Origin, edit: Edit, new: Former, timeline: Timeline, content: bytes
) -> Entry:
    """The line of the history for an edit that makes something new of the content of a file."""
    return Entry.now(
        number=timeline.next_number,
        act=call.action,
        door=origin.door,
        typed=() if edit.values else origin.typed,
        values=edit.values,
        said=edit.summary,
        message=message_parts(edit.summary),
        changes=new.changes,
        details=edit.details,
        reverts=edit.reverts,
        before=timeline.digest,
        after=digest_of(new.content),
        back=Delta.between(new.content, content),
    )


def _perform(state: CongressState, call: Call) -> Edit:
    """What the function of the action makes of the tournament, with its values for the history."""
    action, values = ACTIONS[call.action], call.values
    for one, other in action.conflicts(values):
        raise RuleError(phrase("choose either {one} or {other}, not both", one=one, other=other))
    context = ActionContext(state, call.round)
    built = {
        name: argument.build(values if argument.input.whole else values.get(name))
        for name, argument in action.arguments.items()
        if name in values or argument.input.record
    }
    edit = action.function(context, **built)
    if action.pairs:
        edit = context.units.of_boards(edit, context.round)
    edit = replace(edit, in_history=action.in_history)
    if not edit.values:
        arguments = {
            name: each
            for name, each in values.items()
            if each not in (None, {}) and each is not action.arguments[name].default
        }
        round = {"round": context.round} if action.by_round else {}
        edit = replace(edit, values=arguments | round)
    return edit


def _with_questions(state: CongressState, call: Call, edit: Edit) -> Edit:
    """An edit with what is to be confirmed of it, and a warning for each of the scores that are."""
    before, after = state.tournament, edit.tournament
    confirmed = call.confirmed | (EVEN_SO if edit.even_so else frozenset())
    questions = list(edit.questions)
    if ACTIONS[call.action].changes_published:
        questions = [each for each in questions if each.code != PUBLISHED_BOARDS]
    elif all(each.code != PUBLISHED_BOARDS for each in questions):
        questions += published_board_errors(state, before, after)
    warnings = [str(each) for each in questions if each.code in confirmed & {LIKELY_MISTAKE}]
    if edit.former is None:
        scores = [
            *map(PlayedScoresError, changed_below(before, after)),
            *moved_score_errors(before, after),
        ]
        questions += scores
        if scores and PLAYED_SCORES in confirmed:
            warnings += changed_below(before, after)
            warnings += describe_unconfirmed_players(before, after)
            warnings += moved_scores(before, after)
    edit = replace(edit, warnings=(*edit.warnings, *warnings))
    return _answered(edit, questions, call, confirmed)


def _answered(
    edit: Edit, questions: Sequence[UnconfirmedError], call: Call, confirmed: frozenset[str]
) -> Edit:
    """An edit with its questions that are not confirmed; its values say if the call confirms others."""
    left = tuple(each for each in questions if each.code not in confirmed)
    answered = {each.code for each in questions} & call.confirmed & EVERYTHING_KNOWN
    values = {**edit.values, "even_so": True} if answered else edit.values
    return replace(edit, questions=left, values=values)
