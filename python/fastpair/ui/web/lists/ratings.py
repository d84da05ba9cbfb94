"""The rating lists of federations, and the ratings that they change."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ....app.edits.ratings import ratings_in_list, ratings_set
from ....sentences import marked, phrase_many
from ..navigation import Part
from ..requests import perform
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
    found = request.server.lists.find(request.text("title"))
    values, warnings = ratings_in_list(request.tournament, found)

    def in_one_line(context: ActionContext, done: Outcome) -> Outcome:
        pairs = zip(context.state.tournament.players, done.state.tournament.players, strict=True)
        number = sum(one != other for one, other in pairs)
        message = phrase_many("{count} rating updated", "{count} ratings updated", number)
        return replace(done, said=(message,))

    done = perform(request, "register", {"ratings": values}, amend=in_one_line)
    return replace(done, warnings=warnings)


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
