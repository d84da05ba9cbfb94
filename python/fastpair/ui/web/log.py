"""What has happened to the file, with undo."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from ...app.actions import ACTIONS
from ...app.edits.locked_file import Edit, PublishedBoardsError
from ...app.edits.undo import lost_again, redo, undo, undone_alone
from ...errors import RuleError
from ...sentences import marked, message_from, phrase
from .rendering import Part, here
from .requests import PLAYERS_KNOW

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...app.edits.locked_file import LockedFile
    from ...app.edits.undo import Reverted
    from ...app.history.timeline import Timeline
    from .requests import PageRequest
    from .store import Reply, TournamentState


_LATEST = 200
"""Changes that are listed at first."""


class _Line(NamedTuple):
    """A change in the list."""

    number: int
    time: str
    act: str
    door: str
    said: str
    fate: str
    alone: bool
    """Whether it may be undone without the later ones."""


def _head(request: PageRequest) -> Mapping[str, Any]:
    timeline = request.server.store.timeline()
    lost = timeline.lost(request.state.tournament)
    fates = {
        **{item.entry.number: marked("lost in part or whole") for item in lost},
        **dict.fromkeys(timeline.reverted(), marked("undone")),
        **dict.fromkeys(timeline.cut_short, marked("not in the file")),
    }
    latest = timeline.entries[0 if "all" in request.fields else -_LATEST :]
    return {
        "undo": _last(timeline),
        "redo": timeline.undone[-1] if timeline.undone else None,
        "lost": len(lost),
        "number": len(timeline.entries),
        "unread": timeline.unread,
        "changes": [
            _Line(
                e.number,
                f"{local_time(e.time):%Y-%m-%d %H:%M:%S}",
                e.act,
                e.door,
                here(message_from(e.message, e.said)),
                fates.get(e.number, ""),
                e.can_go_alone and e.number not in fates,
            )
            for e in reversed(latest)
        ],
    }


def _last(timeline: Timeline) -> Any:  # noqa: ANN401 - an entry, or None
    """The change that would be undone."""
    done = timeline.done
    return done[-1] if done and done[-1].before and not timeline.saved_by_another else None


def local_time(time: str) -> datetime:
    """A time of the history as the clock here shows it."""
    return datetime.fromisoformat(time).astimezone()


def undo_change(request: PageRequest) -> Reply:
    """Take back the change that the browser names, and no other one."""
    number, timeline = request.integer("change"), request.server.store.timeline()
    action = ACTIONS.get(_act_of(timeline, number))
    if not (request.director or (action is not None and action.helper)):
        raise RuleError(phrase("only the director may undo this change"))
    if timeline.undone and timeline.undone[-1].number == number:
        return _redo(request)
    if (timeline.done and timeline.done[-1].number != number) or timeline.saved_by_another:
        act = request.act("undo", str(number))
        return request.server.store.change(act, lambda held: undone_alone(held, number))

    def work(held: LockedFile) -> Reverted:
        done = held.timeline.done
        if done and done[-1].number != number:
            raise RuleError(
                phrase("change {number} is no longer the last one; undo it again", number=number)
            )
        if done and done[-1].act == "publish" and PLAYERS_KNOW not in request.fields:
            raise PublishedBoardsError(
                phrase("players know what was published: {said}", said=done[-1].said)
            )
        return undo(held)

    return request.server.store.revert(request.act("undo"), work)


def _act_of(timeline: Timeline, number: int) -> str:
    """The command whose change it is, whatever was undone and made again; empty if there is none."""
    entries = {entry.number: entry for entry in timeline.entries}
    entry = entries.get(number)
    while entry is not None and entry.reverts is not None:
        entry = entries.get(entry.reverts)
    return "" if entry is None else entry.act


def _redo(request: PageRequest) -> Reply:
    number = request.integer("change")

    def work(held: LockedFile) -> Reverted | None:
        undone = held.timeline.undone
        if not undone or undone[-1].number != number:
            raise RuleError(
                phrase("there is a later change, so that this one cannot be made again")
            )
        return redo(held)

    return request.server.store.revert(request.act("redo"), work)


def _restore(request: PageRequest) -> Reply:
    """Bring back what another program has taken out of the file."""

    def work(held: LockedFile) -> Edit:
        tournament, said = lost_again(held, ())
        return Edit(tournament=tournament, summary=said)

    return request.server.store.change(replace(request.act("redo"), even_so=True), work)


def _rows(state: TournamentState, number: int) -> Mapping[str, Any]:
    """No lines: what a history holds does not follow from the state of the file alone."""
    return {}


LOG = Part(
    name="log",
    title=marked("History"),
    by_round=False,
    rows=_rows,
    head=_head,
    acts={"redo": _redo, "restore": _restore},
)
"""The history of the file."""
