"""What has happened to the file, with undo."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ...app.actions import ACTIONS
from ...app.actions.verification import verify_history
from ...errors import RuleError
from ...sentences import marked, message_from, phrase, phrase_many
from .access import OTHER_BROWSER
from .navigation import Part
from .rendering import full
from .requests import dismiss, handler
from .store import Reply
from .text import translate

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...app.actions.action import ActionContext
    from ...app.history.entries import Entry
    from ...app.history.timeline import Timeline
    from .requests import PageRequest


_LATEST = 200
"""Changes that are listed at first."""


class _Line(NamedTuple):
    """A change in the list."""

    number: int
    day: str
    time: str
    summary: str
    came_from: str
    kind: str
    """Of whom it came, see `_ORIGINS`."""

    fate: str
    alone: bool
    """Whether it may be undone without the later ones."""


_ORIGINS = {
    "director": marked("Director"),
    "helper": marked("Helpers"),
    "phone": marked("Phones"),
    "command": marked("Command line"),
}


def _origin(entry: Entry) -> str:
    """The origin of a change."""
    starts = {"page": "director", "helper": "helper", "phone": "phone"}
    found = (kind for start, kind in starts.items() if entry.door.startswith(start))
    return next(found, "command")


def describe_origin(entry: Entry) -> str:
    """The origin of a change, with its browser or table."""
    titles = {
        "director": marked("Director"),
        "helper": marked("Helper"),
        "phone": marked("Phone"),
        "command": marked("Command line"),
    }
    kind = _origin(entry)
    title = translate(titles[kind])
    if entry.helper:
        title = translate("Helper {name}", name=entry.helper)
    if kind == "phone":
        table = entry.door.rpartition(" ")[2]
        return translate("Phone, table {table}", table=table) if table.isdecimal() else title
    _, has_browser, which = entry.door.rpartition(", ")
    return translate(", ").join((title, _browser_in_words(which))) if has_browser else title


def _browser_in_words(name: str) -> str:
    """A browser as `browser_of` names it, in the language of the page."""
    browser, _, system = name.partition(" on ")
    if browser == OTHER_BROWSER:
        browser = translate(OTHER_BROWSER)
    return translate("{browser} on {system}", browser=browser, system=system) if system else browser


def _head(request: PageRequest) -> Mapping[str, Any]:
    timeline = request.state.timeline
    lost = timeline.lost(request.tournament)
    fates = {
        **{item.entry.number: marked("Overwritten") for item in lost},
        **dict.fromkeys(timeline.reverted(), marked("Undone")),
        **dict.fromkeys(timeline.cut_short, marked("Not in the file")),
    }
    entries, show = timeline.entries, request.fields.get("show", "")
    changes = [each for each in entries if not show or _origin(each) == show]
    latest = changes[0 if "all" in request.fields else -_LATEST :]
    return {
        "undo": _last(timeline),
        "redo": timeline.undone[-1] if timeline.undone else None,
        "lost": len(lost),
        "number": len(changes),
        "all": len(entries),
        "origins": {
            kind: (title, count)
            for kind, title in _ORIGINS.items()
            if (count := sum(_origin(each) == kind for each in entries))
        },
        "unread": timeline.unread,
        "changes": [
            _Line(
                number=e.number,
                day=f"{e.local_time:%Y-%m-%d}",
                time=f"{e.local_time:%H:%M}",
                summary=full(message_from(e.message, e.said)),
                came_from=describe_origin(e),
                kind=_origin(e),
                fate=fates.get(e.number, ""),
                alone=e.can_go_alone and e.number not in fates,
            )
            for e in reversed(latest)
        ],
    }


def _last(timeline: Timeline) -> Any:  # noqa: ANN401 - an entry, or None
    """The change that would be undone."""
    done = timeline.done
    return done[-1] if done and done[-1].before and not timeline.saved_by_another else None


def undo_change(request: PageRequest) -> Reply:
    """Take back the change that the browser names; one that is undone is made again."""
    undone = request.state.timeline.undone
    is_undone = undone and undone[-1].number == _number(request)
    return (_redo if is_undone else _undo)(request)


def _number(request: PageRequest) -> int:
    """The number of the change that the browser names, and of no other one."""
    return request.integer("change")


def _refuse_of_director(
    request: PageRequest, values: Mapping[str, Any], context: ActionContext
) -> None:
    """Refuse a helper who takes back what only the director may do."""
    action = ACTIONS.get(_act_of(context.state.timeline, _number(request)))
    if not (request.director or (action is not None and action.helper)):
        raise RuleError(phrase("only the director may undo this change"))


def _act_of(timeline: Timeline, number: int) -> str:
    """The command whose change it is, whatever was undone and made again; empty if there is none."""
    entries = {entry.number: entry for entry in timeline.entries}
    entry = entries.get(number)
    while entry is not None and entry.reverts is not None:
        entry = entries.get(entry.reverts)
    return "" if entry is None else entry.act


def _refuse_earlier(
    request: PageRequest, values: Mapping[str, Any], context: ActionContext
) -> None:
    """Refuse to make another change again than the browser names, or a helper to do it for the director."""
    _refuse_of_director(request, values, context)
    undone = context.state.timeline.undone
    if not undone or undone[-1].number != _number(request):
        raise RuleError(phrase("there is a later change, so that this one cannot be made again"))


_undo = handler("undo", number=_number, check=_refuse_of_director)
_redo = handler("redo", check=_refuse_earlier)


def _lost(request: PageRequest) -> list[int]:
    """Numbers of what another program has taken out of the file."""
    return [item.entry.number for item in request.state.timeline.lost(request.tournament)]


_FINDINGS = 10
"""Differences that are shown."""


def _verify(request: PageRequest) -> Reply:
    """Compare the history with the file."""
    review = verify_history(request.state)
    found = [each.sentence for each in review.findings]
    more = [phrase_many("and {count} more", "and {count} more", len(found) - _FINDINGS)]
    notes = [each.sentence for each in review.notes]
    if not found:
        return Reply(lines=(review.summary,), warnings=(*notes[:_FINDINGS],))
    shown = (*found[:_FINDINGS], *(more if len(found) > _FINDINGS else ()))
    return Reply(refusal=review.summary, warnings=shown)


LOG = Part(
    name="log",
    title=marked("History"),
    by_round=False,
    head=_head,
    acts={
        "redo": _redo,
        "restore": handler("redo", numbers=_lost),
        "accept": dismiss,
        "verify": _verify,
    },
)
"""The history of the file."""
