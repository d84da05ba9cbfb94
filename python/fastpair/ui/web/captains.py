"""Line-ups by captains: each sends those of a team from a phone, with a code, until a deadline."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from markupsafe import Markup
from starlette.responses import HTMLResponse

from ...app.apply import Call
from ...app.edits.lineups import refuse_closed
from ...app.edits.outcome import PUBLISHED_BOARDS
from ...app.rounds import describe_time
from ...errors import FastpairError, FormatError
from ...go.teams import match_of
from ...report.pages import match_heading
from ...report.sheet import Column, Sheet
from ...sentences import phrase
from ..api.service import same
from .rendering import code_of, render
from .requests import handler, this_round
from .text import speak_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ...go.tournament import Team
    from .requests import PageRequest, TournamentServer
    from .store import TournamentState

PLACE = "/hall/lineup"
"""Where captains send line-ups."""

DOOR = "phone of a captain"
"""The door of a line-up that a captain has sent."""

_LONGEST = 20
"""Letters of a code that are read."""


class _Answer(NamedTuple):
    """What a phone is told."""

    message: str
    status: int = 200


def captain_page(
    server: TournamentServer,
    fields: Mapping[str, str],
    client: str,
    *,
    sent: bool = False,
    until: float | None = None,
) -> HTMLResponse:
    """The page on which a captain sends the line-up of the round that is open.

    Parameters
    ----------
    fields
        ``code``, and if ``sent`` the players of the boards with ``form_token``.
    client, until
        As of `arrival_page`.
    """
    state = server.store.state()
    speak_of(state.tournament)
    code, answer = fields.get("code", "").strip().lower()[:_LONGEST], None
    team = None
    if code:
        team, answer = _team_of(server, state, code, client)
    number = open_round(state)
    players = _players(fields)
    if team is not None and number is not None and sent and players:
        answer = _send(server, team, number, players, fields, until)
        state = server.store.state()
    elif team is not None and number is None:
        answer = _Answer(phrase("no line-ups are asked for at the moment"), 409)
    page = render(
        "captain.html",
        title=state.tournament.name,
        base=server.base,
        path=f"{server.base}{PLACE}",
        code=code,
        answer=answer,
        form_token=server.access.form_token(PLACE),
        **_form(state, team, number),
    )
    return HTMLResponse(page, answer.status if answer else 200)


def open_round(state: TournamentState) -> int | None:
    """The last round whose line-ups captains may send, or could until its deadline; None if there is none."""
    return max(state.lineup_deadlines, default=None)


def _team_of(
    server: TournamentServer, state: TournamentState, code: str, client: str
) -> tuple[Team | None, _Answer | None]:
    """The team of a code; wrong codes are counted by address, and too many are refused unread."""
    attempts = server.access.arrivals
    if attempts.too_many(client):
        return None, _Answer(phrase("too many attempts; ask the tournament director"), 429)
    play = state.tournament.drawn_teams
    # All are compared: the time tells nothing of the others.
    found = [
        team
        for team in (play.teams if play else ())
        if same(code, server.tables.captain_code(team.key))
    ]
    if found:
        return found[0], None
    attempts.wrong(client)
    return None, _Answer(phrase("this code is of no team; ask the arbiter"), 403)


def _form(state: TournamentState, team: Team | None, number: int | None) -> dict[str, Any]:
    """What the form of a team shows."""
    if team is None or number is None:
        return {"team": None}
    tournament, play = state.tournament, state.tournament.drawn_teams
    assert play is not None
    team = next(each for each in play.teams if each.key == team.key)
    lineup = play.at_boards(team, number)
    match, entry = (
        match_of(tournament, team.key, number),
        state.lineups_sent.get((number, team.key)),
    )
    try:
        refuse_closed(state, team, number)
        closed = ""
    except FastpairError as error:
        closed = error.message
    return {
        "team": team,
        "number": number,
        "match": match_heading(tournament, match) if match else "",
        "deadline": describe_time(state.lineup_deadlines[number]),
        "closed": closed,
        "entry_time": f"{entry.local_time:%H:%M}" if entry else "",
        "lineup": lineup,
        "players": [(key, tournament.by_key[key].full_name) for key in team.players_in_order],
        "names": [tournament.name_of(key) if key else "" for key in lineup],
    }


def _send(
    server: TournamentServer,
    team: Team,
    number: int,
    players: Sequence[str],
    fields: Mapping[str, str],
    until: float | None,
) -> _Answer:
    """Set the line-up that a captain has sent."""
    try:
        refuse_closed(server.store.state(), team, number)
    except FastpairError as error:
        return _Answer(error.message, 409)
    if not server.access.is_form_token(fields.get("form_token", ""), PLACE):
        return _Answer(phrase("this page was out of date; try again"), 409)
    values: dict[str, Any] = {"team": team.key, "rounds": number, "players": players}
    # What players see of a round that is out stays as it is until it is published again.
    call = Call(action="captain", values=values, confirmed=frozenset({PUBLISHED_BOARDS}))
    try:
        server.store.do(call, DOOR, until=until)
    except FormatError:
        return _Answer(phrase("this cannot be saved at the moment; try again"), 503)
    except FastpairError as error:
        return _Answer(error.message, 409)
    return _Answer(phrase("line-up of round {round} sent", round=number))


def _players(fields: Mapping[str, str]) -> Sequence[str]:
    """The keys of the players at the boards, from board 1 on; a dash for an empty board."""
    seats = sorted(
        (name for name in fields if name.startswith("board") and name[5:].isdecimal()),
        key=lambda name: int(name[5:]),
    )
    return [fields[name] or "-" for name in seats]


# ---- What the arbiter sees ----


class _CaptainLine(NamedTuple):
    """A team and what its captain has sent."""

    key: str
    name: str
    captain: str
    code: str
    sent: str
    """When; empty if nothing was sent."""


def captains_panel(request: PageRequest) -> Mapping[str, Any]:
    """The deadline of a round, the codes of the captains, and who has sent a line-up."""
    state, number = request.state, request.number
    play = request.tournament.drawn_teams
    codes = request.server.tables
    lines = [
        _CaptainLine(
            team.key,
            team.name,
            team.captain,
            codes.captain_code(team.key).upper(),
            f"{entry.local_time:%H:%M}"
            if (entry := state.lineups_sent.get((number, team.key)))
            else "",
        )
        for team in (play.teams if play else ())
    ]
    deadline = state.lineup_deadlines.get(number)
    server = request.server
    address = f"{server.address or server.local_address}{request.base}{PLACE}"
    return {
        "lines": lines,
        "missing": sum(not line.sent for line in lines),
        "deadline": describe_time(deadline) if deadline else "",
        "reachable": bool(server.address),
        "address": address,
        "qr_code": Markup(code_of(address)),
    }


def captain_sheet(
    server: TournamentServer, state: TournamentState, _: Callable[[str], str]
) -> Sheet:
    """The codes of all captains with the address, to be cut or sent."""
    play, codes = state.tournament.drawn_teams, server.tables
    columns = Column(_("Team")), Column(_("Captain")), Column(_("Code")), Column(_("Address"))
    address = f"{server.address or server.local_address}{server.base}{PLACE}"
    rows = tuple(
        (team.name, team.captain, codes.captain_code(team.key).upper(), address)
        for team in (play.teams if play else ())
    )
    return Sheet(
        title=state.tournament.name, heading=_("Line-ups by captains"), columns=columns, rows=rows
    )


SET_DEADLINE = handler("lineups", rounds=this_round)
"""Sets until when captains send line-ups of the round."""
