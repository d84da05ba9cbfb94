"""The rating lists of federations, and the ratings that they change."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ....app.edits.ratings import ratings_in_list, ratings_set
from ....sentences import marked, phrase_many
from ..navigation import Part
from ..requests import handler
from ..store import Reply

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ....app.action import ActionContext
    from ....app.apply import Outcome
    from ..requests import PageRequest


def _update_panel(request: PageRequest) -> Mapping[str, Any]:
    """Which ratings a list would change."""
    found = request.server.lists.find(request.text("title"))
    before = request.tournament
    values, warnings = ratings_in_list(before, found)
    done = ratings_set(before, **values)
    pairs = zip(before.players, done.tournament.players, strict=True)
    return {
        "title": found.title,
        "published": found.published,
        "changes": [(one, other) for one, other in pairs if one != other],
        "notes": (*warnings, *done.warnings),
        "lines": done.messages,
    }


def _update(request: PageRequest) -> Reply:
    """Change the ratings that were shown."""
    if request.fields.get("sure") != request.state.digest:
        return Reply(panel=("update_ratings", _update_panel(request)))
    return _refresh(request)


def _ratings(request: PageRequest) -> Mapping[str, Any]:
    """The ratings that a list has for the players."""
    return _ratings_in_list(request)[0]


def _ratings_in_list(request: PageRequest) -> tuple[Mapping[str, Any], tuple[str, ...]]:
    """The same, and what is doubtful about them."""
    found = request.server.lists.find(request.text("title"))
    return ratings_in_list(request.tournament, found)


def _tell_updated(
    request: PageRequest, _: Mapping[str, Any], context: ActionContext, done: Outcome
) -> Outcome:
    """Say in one line how many ratings have changed."""
    pairs = zip(context.state.tournament.players, done.state.tournament.players, strict=True)
    number = sum(one != other for one, other in pairs)
    message = phrase_many("{count} rating updated", "{count} ratings updated", number)
    return replace(done, said=(message,), warnings=_ratings_in_list(request)[1])


_refresh = handler("register", ratings=_ratings, amend=_tell_updated)


def _head(request: PageRequest) -> Mapping[str, Any]:
    return {"lists": request.server.lists.all()}


LISTS = Part(
    name="lists",
    phase="players",
    title=marked("Rating lists"),
    heading=marked("Players"),
    by_round=False,
    applies=lambda state: state.tournament.kind == "go",
    head=_head,
    acts={"refresh": _update},
    panels={"update_ratings": _update_panel},
)
"""The rating lists of federations."""
