"""An action that is performed: what every interface makes of what it hears, and what comes of it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import convert

from ...errors import RuleError, in_file
from ...formats.limits import holds
from ...go.round_robin import with_rounds_of_table
from ...go.teams import of_teams
from ...go.tournament import Player, Tournament, with_keys, with_rounds_needed
from ...sentences import message_parts, phrase
from ..edits.outcome import (
    BROKEN_CONDITION,
    ENTERED_ABSENT,
    LIKELY_MISTAKE,
    NOT_ARRIVED,
    PLAYED_SCORES,
    PUBLISHED_BOARDS,
    REPLACED_RESULTS,
    PlayedScoresError,
    broken_condition_errors,
    changed_below,
    conditions_missed,
    describe_unconfirmed_players,
    keeping_numbers,
    moved_score_errors,
    moved_scores,
    published_board_errors,
)
from ..history.details import (
    DeadlineDetails,
    DisputeDetails,
    DrawDetails,
    LineupDetails,
    PlanDetails,
    PublicationDetails,
    WithdrawalDetails,
    plain_details,
)
from ..history.entries import Entry, Version, differences
from ..history.keys import RENAMING, renamed_keys, reverted_keys
from ..history.state import CongressState
from ..history.timeline import Timeline
from . import ACTIONS
from .action import ActionContext

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ...formats import Document
    from ..draws.drawing import Drawing
    from ..edits.outcome import Edit, UnconfirmedError
    from ..history.details import Details
    from ..history.entries import Change


class Origin(NamedTuple):
    """Where a change comes from, for the history."""

    door: str
    """By which door it came, such as ``command``."""

    typed: tuple[str, ...] = ()
    """The arguments of the command as they are typed."""

    form: str = ""
    """The number of the form that a browser has sent; empty if it has none."""


EVEN_SO = frozenset({PLAYED_SCORES, LIKELY_MISTAKE, BROKEN_CONDITION})
"""What a director confirms who lets scores of rounds that are played change."""

EVERYTHING_KNOWN = EVEN_SO | {PUBLISHED_BOARDS, REPLACED_RESULTS, NOT_ARRIVED, ENTERED_ABSENT}
"""What `EVEN_SO` holds, and that what players have already seen, or somebody has entered, changes, a round is drawn without
players who are expected, or players come in who are entered as absent."""


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


NOWHERE = Origin("")
"""Of a call that is not written."""


class _Once:
    """What is made when it is first asked for; also where an outcome is replaced by one that says more."""

    __slots__ = ("_make", "_state")

    def __init__(self, make: Callable[[], CongressState]) -> None:
        self._make = make
        self._state: CongressState | None = None

    def __call__(self) -> CongressState:
        if self._state is None:
            self._state = self._make()
        return self._state


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionResult:
    """What comes of an action."""

    next_state: Callable[[], CongressState] = field(repr=False)
    """What makes the tournament after it, which not everybody asks for."""

    summary: str
    """What was done, in a sentence for the history."""

    said: tuple[str, ...]
    """What was done, for the director, one line each."""

    warnings: tuple[str, ...] = ()
    """What makes it doubtful, one line each."""

    details: Details | None = None
    """What it leaves in the history beside the changes, see `Entry.details`."""

    drawing: Drawing | None = None
    """The draw, if it has drawn a round."""

    questions: tuple[UnconfirmedError, ...] = ()
    """What is to be confirmed of it before it is written."""

    @property
    def state(self) -> CongressState:
        """The tournament after it; the very same as before if nothing changes.

        Raises
        ------
        RuleError
            If the format cannot hold it.
        """
        return self.next_state()


def apply(state: CongressState, call: Call, origin: Origin = NOWHERE) -> ActionResult:
    """What comes of an action: a dry run, and what `LockedFile.do` writes.

    Parameters
    ----------
    state
        The file as it was read, and its history; both stay as they are. Of an action that makes a file, what
        that is made of.
    origin
        Where the call comes from, for the history.

    Returns
    -------
    ActionResult
        With the questions that are not confirmed.

    Raises
    ------
    RuleError
        If the rules do not allow it, the format cannot hold it, or it changes the boards of a locked round.
    """
    edit = _perform(state, call)
    if edit.in_history or edit.document is not None:
        return _outcome(state, call, origin, _answered(edit, edit.questions, call, call.confirmed))
    with in_file(state.file):
        if edit.former is None:
            edited = _with_rounds_needed(state.tournament, edit.tournament)
            edit = replace(edit, tournament=state.settled(edited))
        known = _with_known_keys(state, call, edit)
        if edit.former is None and holds(state.document.format, Player, "numbered_as"):
            edit = _keeping_numbers(state.tournament, edit, known)
        edit = _with_questions(state, call, edit, known)
        # What is hardly meant is asked about also where the file could not hold it.
        if edit.former is None and all(each.code != LIKELY_MISTAKE for each in edit.questions):
            state.refuse(edit.tournament)
            state.refuse_frozen(known)
        return _outcome(state, call, origin, edit)


def _outcome(state: CongressState, call: Call, origin: Origin, edit: Edit) -> ActionResult:
    return ActionResult(
        next_state=_Once(partial(_after, state, call, origin, edit)),
        summary=edit.summary,
        said=edit.messages or (edit.summary,),
        warnings=edit.warnings,
        details=edit.details,
        drawing=_drawing_of(edit),
        questions=edit.questions,
    )


def _drawing_of(edit: Edit) -> Drawing | None:
    """The draw that an edit writes; other edits do without the modules that draw."""
    if not isinstance(edit.details, DrawDetails):
        return None
    from ..draws.drawing import DrawEdit

    return edit.drawing if isinstance(edit, DrawEdit) else None


def with_costs(context: ActionContext, done: ActionResult) -> ActionResult:
    """An outcome that says what it costs by the model of the round."""
    whole = done.state.tournament
    after = of_teams(whole)
    costs = context.weigher.describe_edit(context.units.tournament, after)
    return replace(done, said=(*done.said, *costs))


_BESIDE_THE_FILE = (
    DeadlineDetails | DisputeDetails | LineupDetails | PublicationDetails | WithdrawalDetails
)
"""What an action may leave in the history without a change of the file."""


def _after(state: CongressState, call: Call, origin: Origin, edit: Edit) -> CongressState:
    """The state with an edit; the same if neither the file nor the history changes."""
    if edit.document is not None:
        return _begun(state, call, origin, edit, edit.document)
    tournament, after = edit.tournament, state.timeline.version
    changes: tuple[Change, ...] = ()
    if edit.former is not None:
        after, changes = edit.former
    elif edit.in_history or isinstance(edit.details, PlanDetails):
        if edit.details is None:
            return state
        tournament = state.tournament
    else:
        changes = differences(state.tournament, tournament)
        if changes or not _is_in_file(state, tournament):
            after = Version(partial(state.content_with, tournament))
        elif not isinstance(edit.details, _BESIDE_THE_FILE):
            return state
    return state.then(_entry(state.timeline, call, origin, edit, changes, after), tournament)


def _begun(
    state: CongressState, call: Call, origin: Origin, edit: Edit, document: Document
) -> CongressState:
    """The state of a new file, whose history begins with it."""
    blank = Timeline.of((), Version.of(b""))
    after, changes = Version.of(document.content), differences(Tournament(), edit.tournament)
    entry = _entry(blank, call, origin, edit, changes, after)
    return CongressState.of(document, state.file, blank.then(entry))


def _entry(
    timeline: Timeline,
    call: Call,
    origin: Origin,
    edit: Edit,
    changes: tuple[Change, ...],
    after: Version,
) -> Entry:
    """The line of the history for an edit."""
    details = edit.details
    return Entry.now(
        number=timeline.next_number,
        act=call.action,
        door=origin.door,
        form=origin.form,
        # A command states the names of the files that a new one is made of.
        typed=() if edit.values and edit.document is None else origin.typed,
        values=_plain(edit.values),
        said=edit.summary,
        message=tuple(_plain(message_parts(edit.summary))),
        changes=changes,
        details=None if details is None else convert(_plain(plain_details(details)), type(details)),
        reverts=edit.reverts,
        before=timeline.version,
        after=after,
    )


def _plain(value: object) -> Any:  # noqa: ANN401
    """A value as a line of the history gives it back."""
    return json.loads(json.dumps(value))


def _is_in_file(state: CongressState, tournament: Tournament) -> bool:
    """Whether the file, if there is one, holds a tournament that differs at most in the order of what it has."""
    return (
        tournament == state.tournament
        or not state.timeline.version
        or state.content_with(tournament) == state.document.content
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
        boards = context.units.of_boards(edit.tournament, context.round)
        edit = replace(edit, tournament=boards)
    edit = replace(edit, in_history=action.in_history)
    if not edit.values:
        arguments = {
            name: each
            for name, each in values.items()
            if each not in (None, {})
            and each is not action.arguments[name].default
            and not action.arguments[name].input.seen
        }
        round = {"round": context.round} if action.by_round else {}
        edit = replace(edit, values=arguments | round)
    return edit


def _with_rounds_needed(before: Tournament, after: Tournament) -> Tournament:
    """The tournament with the rounds of its table, or of another game of the last two of a double elimination."""
    after = with_rounds_of_table(after)
    if before.games == after.games or after.event_kind.final_losses < 2:
        return after
    rounds = with_rounds_needed(of_teams(after)).rules.rounds
    return replace(after, rules=replace(after.rules, rounds=rounds))


def _keeping_numbers(before: Tournament, edit: Edit, known: Tournament) -> Edit:
    """An edit that says so if it would have moved pairing numbers of an event that has begun, and does not."""
    kept = keeping_numbers(before, edit.tournament, known)
    if kept is edit.tournament:
        return edit
    edit = replace(edit, tournament=kept)
    if not kept.games:
        return edit
    stay = phrase(
        "the pairing numbers stay as they are; for new ones, choose another order in the rules, and then this one again"
    )
    return replace(edit, messages=(*(edit.messages or (edit.summary,)), stay))


def _with_known_keys(state: CongressState, call: Call, edit: Edit) -> Tournament:
    """The tournament of an edit with the keys of players before it: a rename is no other player."""
    before, after, entries = state.tournament, edit.tournament, state.timeline.entries
    if edit.reverts is None and call.action not in RENAMING:
        return after
    changes = differences(before, after) if edit.former is None else edit.former.changes
    if edit.reverts is None:
        renamed = renamed_keys(call.action, edit.values, changes, edit.details)
    else:
        renamed = reverted_keys(changes, edit.reverts, entries)
    return with_keys(after, {new: old for old, new in renamed.items()})


def _with_questions(state: CongressState, call: Call, edit: Edit, after: Tournament) -> Edit:
    """An edit with what is to be confirmed of it, and a warning for each of the scores that are.

    Parameters
    ----------
    after
        The tournament after it, with the keys of players before it.
    """
    before = state.tournament
    confirmed = call.confirmed | (EVEN_SO if edit.even_so else frozenset())
    questions = list(edit.questions)
    if ACTIONS[call.action].changes_published:
        questions = [each for each in questions if each.code != PUBLISHED_BOARDS]
    elif all(each.code != PUBLISHED_BOARDS for each in questions):
        questions += published_board_errors(state, before, after)
    if any(each.code == PUBLISHED_BOARDS for each in questions):  # which names the results, too
        questions = [each for each in questions if each.code != REPLACED_RESULTS]
    if edit.former is None:
        questions += broken_condition_errors(state, before, after)
        edit = replace(edit, warnings=(*edit.warnings, *conditions_missed(state, before, after)))
        if state.assigned_tables and call.action != "table":
            from ..edits.boards import lost_tables

            edit = replace(edit, warnings=(*edit.warnings, *lost_tables(state, after)))
    told = confirmed & {LIKELY_MISTAKE, BROKEN_CONDITION}
    warnings = [str(each) for each in questions if each.code in told]
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
        if before is not after and before.drawn_teams is not None:
            from ..edits.attendance import ended_byes

            warnings += ended_byes(before, after)
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
