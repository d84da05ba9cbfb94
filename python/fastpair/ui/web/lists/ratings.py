"""The rating lists of federations, and the ratings that they change."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ....app.edits.ratings import describe_additions, describe_change, ratings_in_list, ratings_set
from ....errors import FastpairError
from ....sentences import marked, phrase, phrase_many
from ..navigation import Part
from ..requests import handler
from ..store import Reply
from .identities import identify_panel, settle_identities

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from ....app.actions.action import ActionContext
    from ....app.actions.apply import ActionResult
    from ....app.lists.rating_lists import RatingLists
    from ....formats.rating_lists import RatingSource
    from ..requests import PageRequest


def _update_panel(request: PageRequest) -> Mapping[str, Any]:
    """Which ratings a list would change."""
    found = request.server.lists.find(request.text("title"), request.tournament)
    before = request.tournament
    values, warnings = _ratings_in_list(request)
    done = ratings_set(before, **values)
    pairs = zip(before.players, done.tournament.players, strict=True)
    changes = [(one, other) for one, other in pairs if one != other]
    described = ((one, other, describe_change(one, other, added=False)) for one, other in changes)
    return {
        "title": found.title,
        "published": found.published,
        "players": len(changes),
        "changes": [
            (one, other, other == replace(one, rating=other.rating), change)
            for one, other, change in described
            if change
        ],
        "added": [*describe_additions(changes)],
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
    """The ratings that a list has for the players, and what is doubtful about them."""
    found = request.server.lists.find(request.text("title"), request.tournament)
    state = request.state
    return ratings_in_list(state.tournament, found, state.document.format, state.identities)


def _tell_updated(
    request: PageRequest, _: Mapping[str, Any], context: ActionContext, done: ActionResult
) -> ActionResult:
    """Say in one line how many ratings have changed, or else how many players."""
    pairs = zip(context.state.tournament.players, done.state.tournament.players, strict=True)
    changes = [(one, other) for one, other in pairs if one != other]
    number = sum(one.rating != other.rating for one, other in changes)
    message = (
        phrase_many("{count} rating updated", "{count} ratings updated", number)
        if number
        else phrase_many("{count} player updated", "{count} players updated", len(changes))
    )
    return replace(done, said=(message,), warnings=_ratings_in_list(request)[1])


_refresh = handler("register", ratings=_ratings, amend=_tell_updated)


def _head(request: PageRequest) -> Mapping[str, Any]:
    lists = request.server.lists
    chosen = {each.path for each in lists.all(request.tournament)}
    loading = lists.loading
    return {
        "lists": [
            (each, each.path in chosen, Path(each.path).name)
            for each in lists.of_game(request.tournament)
        ],
        "loading": loading,
        "loaded": describe_loaded(loading.found) if loading and loading.found else "",
        "rate_names": _RATE_NAMES,
    }


_RATE_NAMES = {
    "standard": marked("Standard"),
    "rapid": marked("Rapid"),
    "blitz": marked("Blitz"),
}


def load_list(
    lists: RatingLists, file: Path, fields: Mapping[str, str], begins: date | None
) -> Reply:
    """Load the rating list of a form for an event that begins on a day; one of FIDE's meanwhile, as it takes a minute."""
    try:
        found = lists.receive(
            file,
            name=fields["name"],
            month=fields.get("month", ""),
            rate=fields.get("rate", ""),
            begins=begins,
        )
    except FastpairError as error:
        return Reply(refusal=error.message)
    return (
        Reply() if found is None else Reply(lines=(describe_loaded(found),), warnings=found.remarks)
    )


def _delete(request: PageRequest) -> Reply:
    """Delete a rating list; it can be loaded again."""
    found = request.server.lists.delete(request.text("name"))
    message = phrase("rating list of the {title} deleted", title=found.title)
    return Reply(lines=(message,))


def describe_loaded(found: RatingSource) -> str:
    """Say which list is loaded."""
    number = phrase_many("{count} player", "{count} players", found.size)
    return phrase("rating list of the {title} loaded: {players}", title=found.title, players=number)


LISTS = Part(
    name="lists",
    phase="players",
    title=marked("Rating lists"),
    heading=marked("Players"),
    by_round=False,
    applies=lambda state: state.tournament.event_kind.has_rating_lists,
    head=_head,
    acts={"refresh": _update, "delete": _delete, "identify": settle_identities},
    panels={"update_ratings": _update_panel, "identify": identify_panel},
    whole=frozenset({"identify"}),
    long=frozenset({"identify"}),
)
"""The rating lists of federations."""
