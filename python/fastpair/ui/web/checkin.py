"""Check-in: who is here for a round, at the desk."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from ...app.edits.players import describe_registration, first_round
from ...errors import RuleError
from ...report.pages import in_order_of_names
from ...sentences import marked, phrase, phrase_many
from .actions import perform
from .navigation import Part
from .rendering import id_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ...app.action import ActionContext
    from ...app.edits.locked_file import Edit
    from ...go.tournament import Player, Tournament
    from .requests import PageRequest
    from .store import Reply, TournamentState


class _Line(NamedTuple):
    """A player in the list."""

    id: str
    key: str
    name: str
    grade: str
    origin: str
    status: str
    """``waiting``, ``absent`` or ``here``."""


def _status(player: Player, number: int) -> str:
    """Whether a player is here: everybody who is confirmed and not absent."""
    if not player.plays_in(number):
        return "absent"
    return "here" if player.final else "waiting"


def _rows(state: TournamentState, number: int) -> Mapping[str, _Line]:
    return {
        id_of("p", player.key): _Line(
            id=id_of("p", player.key),
            key=player.key,
            name=player.full_name,
            grade=str(player.grade),
            origin=" ".join(filter(None, (player.club, player.country))),
            status=_status(player, number),
        )
        for player in in_order_of_names(state.tournament.players)
    }


def _head(request: PageRequest) -> Mapping[str, Any]:
    states = [_status(player, request.number) for player in request.state.tournament.players]
    waiting, absent = states.count("waiting"), states.count("absent")
    return {
        "players": len(states),
        "waiting": waiting,
        "absent": absent,
        "here": states.count("here"),
        "filter": "waiting" if waiting else "absent" if absent else "all",
    }


def _arrive(request: PageRequest) -> Reply:
    """Check players in, one on a line; no one is checked out."""
    keys = request.text("players").replace("\r", "").split("\n")
    here = {p.key for p in request.state.tournament.players if _status(p, request.number) == "here"}
    late = [key for key in keys if key not in here] or keys

    def in_one_line(context: ActionContext, edit: Edit) -> Edit:
        name = context.tournament.by_key[late[0]].full_name if len(late) == 1 else ""
        if here.issuperset(late):
            message = (
                phrase("{name} is already checked in", name=name)
                if name
                else phrase("they are already checked in")
            )
        elif name:
            message = phrase("{name} checked in", name=name)
        else:
            message = phrase_many(
                "{count} player checked in", "{count} players checked in", len(late)
            )
        return replace(edit, messages=(message, *_entries_late(context, edit, late)))

    return perform(
        request, "present", {"players": late, "rounds": [request.number]}, amend=in_one_line
    )


def _entries_late(context: ActionContext, edit: Edit, keys: Sequence[str]) -> Iterator[str]:
    """Say from which round on the only player takes part who is confirmed now."""
    if len(keys) != 1 or context.tournament.by_key[keys[0]].final:
        return
    player = edit.tournament.by_key[keys[0]]
    if (first_round(edit.tournament, player) or 1) > 1:
        yield describe_registration(edit.tournament, player)


def _waiting(tournament: Tournament, number: int) -> Sequence[Player]:
    players = in_order_of_names(tournament.players)
    return [player for player in players if _status(player, number) == "waiting"]


def _close_panel(request: PageRequest) -> Mapping[str, Any]:
    """The players who would be marked absent."""
    return {"players": _waiting(request.state.tournament, request.number)}


def _close(request: PageRequest) -> Reply:
    """Mark those absent who are not checked in, if they are as many as were shown."""
    count = request.integer("count")
    keys = [player.key for player in _waiting(request.state.tournament, request.number)]

    def refuse_changed(context: ActionContext) -> None:
        now = [player.key for player in _waiting(context.tournament, request.number)]
        if now != keys or len(keys) != count:
            raise RuleError(phrase("somebody has checked in meanwhile; close the check-in again"))

    def in_one_line(context: ActionContext, edit: Edit) -> Edit:
        message = phrase_many(
            "{count} player marked absent in round {round}",
            "{count} players marked absent in round {round}",
            len(keys),
            round=request.number,
        )
        return replace(edit, messages=(message,))

    values = {"players": keys, "rounds": [request.number]}
    return perform(request, "absent", values, check=refuse_changed, amend=in_one_line)


CHECKIN = Part(
    name="checkin",
    phase="players",
    title=marked("Check-in"),
    heading=marked("Players"),
    rows=_rows,
    head=_head,
    acts={"arrive": _arrive, "close": _close},
    helper=frozenset({"arrive", "close"}),
    panels={"close": _close_panel},
)
"""Who is here."""
