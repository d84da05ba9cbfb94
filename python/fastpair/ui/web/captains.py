"""Line-ups by captains: each sends those of a team from a phone, with a code, until a deadline."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from ...app.actions.apply import Call
from ...app.edits.lineups import TeamDay, refuse_closed
from ...app.edits.snapshots import LineupSnapshot
from ...app.edits.teams import EMPTY_BOARD
from ...app.lookup import team_keyed
from ...app.round_states import describe_time
from ...errors import FastpairError, FormatError
from ...parameters import number_in
from ...report.sheet import Column, Sheet
from ...sentences import phrase
from ..api.service import same
from .phones import NOT_SAVED, PhoneAnswer
from .rendering import code_of
from .requests import handler, this_round
from .text import speak_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from starlette.responses import HTMLResponse

    from ...go.tournament import Team
    from .phones import PhoneRequest
    from .requests import PageRequest, TournamentServer
    from .store import TournamentState

PLACE = "/hall/lineup"
"""Where captains send line-ups."""

DOOR = "phone of a captain"
"""The door of a line-up that a captain has sent."""

_LONGEST = 20
"""Letters of a code that are read."""


def captain_page(request: PhoneRequest) -> HTMLResponse:
    """The page on which a captain sends the line-up of the round that is open.

    Parameters
    ----------
    request
        With ``code``, and if it is sent the players of the boards with ``form_token``.
    """
    state = request.server.store.state()
    speak_of(state.tournament)
    code, team, answer = request.fields.get("code", "").strip().lower()[:_LONGEST], None, None
    if code:
        team, answer = _team_of(request, state, code)
    number = _round_meant(state, request.fields.get("round", ""))
    chosen: Sequence[str] = ()
    if team is not None and number is None:
        answer = PhoneAnswer(phrase("no line-ups are asked for at the moment"), 409)
    elif (
        team is not None
        and number is not None
        and request.sent
        and (chosen := _players(request.fields))
    ):
        answer = _send(request, team, number, chosen)
        state, chosen = request.server.store.state(), () if answer.is_done else chosen
    shown = _form(state, team, number, chosen)
    return request.page("captain.html", PLACE, answer, code=code, **shown)


def _round_meant(state: TournamentState, text: str) -> int | None:
    """The round that is named, or the first whose line-ups are open, or else the last; None if there is none."""
    known = sorted(state.lineup_deadlines)
    named = (number for number in known if str(number) == text)
    still_open = (number for number in known if number in state.awaited_lineups)
    return next(named, None if text else next(still_open, max(known, default=None)))


def _team_of(
    request: PhoneRequest, state: TournamentState, code: str
) -> tuple[Team | None, PhoneAnswer | None]:
    """The team of a code; wrong codes are counted by address, and too many of them are not answered.

    A right one counts at all times: it is too long to be guessed, and somebody else behind the address of the
    hall may have sent the wrong ones.
    """
    server, attempts = request.server, request.server.access.arrivals
    # All are compared: the time tells nothing of the others.
    found = [
        team
        for team in state.tournament.team_list
        if same(code, server.tables.captain_code(team.key))
    ]
    if found:
        return found[0], None
    if attempts.too_many(request.client):
        return None, PhoneAnswer(phrase("too many attempts; ask the tournament director"), 429)
    attempts.wrong(request.client)
    return None, PhoneAnswer(phrase("this code is of no team; ask the tournament director"), 403)


def _form(
    state: TournamentState, team: Team | None, number: int | None, chosen: Sequence[str]
) -> dict[str, Any]:
    """What the form of a team shows: its line-up, or what was refused, to be corrected."""
    if team is None or number is None:
        return {"team": None}
    tournament, team = state.tournament, team_keyed(state.tournament, team.key)
    day = TeamDay.of(tournament, team, number)
    # A draft is nobody's business yet.
    match = None if state.is_draft(number) else day.match
    seen = LineupSnapshot.of(tournament, team, number)
    kept = ["" if key == EMPTY_BOARD else key for key, _ in zip(chosen, day.lineup, strict=False)]
    return {
        "team": team,
        "number": number,
        "rounds": [n for n in sorted(state.awaited_lineups) if n != number],
        "expect": seen.stated(state),
        "match": " – ".join(map(state.unit_tournament.name_of, match.teams)) if match else "",
        "deadline": describe_time(state.lineup_deadlines[number]),
        "closed": _why_closed(state, team, number),
        "entry_time": _time_sent(state, team, number),
        "lineup": kept or day.lineup,
        "players": [(key, tournament.by_key[key].full_name) for key in team.players_in_order],
        "names": [tournament.name_of(key) if key else "" for key in day.lineup],
    }


def _time_sent(state: TournamentState, team: Team, number: int) -> str:
    """When the captain of a team has sent the line-up of a round; empty if nothing was sent."""
    entry = state.lineups_sent.get((number, team.key))
    return f"{entry.local_time:%H:%M}" if entry else ""


def _send(request: PhoneRequest, team: Team, number: int, players: Sequence[str]) -> PhoneAnswer:
    """Set the line-up that a captain has sent."""
    closed = _why_closed(request.server.store.state(), team, number)
    if closed:
        return PhoneAnswer(closed, 409)
    if outdated := request.outdated(PLACE):
        return outdated
    values: dict[str, Any] = {"team": team.key, "rounds": number, "players": players}
    values["expect"] = request.fields.get("expect", "")
    call = Call(action="captain", values=values)
    try:
        request.server.store.do(call, DOOR, form=request.form, until=request.until)
    except FormatError:
        return PhoneAnswer(phrase(NOT_SAVED), 503)
    except FastpairError as error:
        return PhoneAnswer(error.message.alone(), 409)
    return PhoneAnswer(phrase("line-up of round {round} sent", round=number))


def _why_closed(state: TournamentState, team: Team, number: int) -> str:
    """Why a captain can send no line-up of a round; empty if one can."""
    try:
        refuse_closed(state, team, number)
    except FastpairError as error:
        return error.message.alone()
    return ""


def _players(fields: Mapping[str, str]) -> Sequence[str]:
    """The keys of the players at the boards, from board 1 on; a dash for an empty board."""
    seats = {number_in(name[5:]): text for name, text in fields.items() if name[:5] == "board"}
    return [seats[board] or EMPTY_BOARD for board in sorted(filter(None, seats))]


# ---- What the arbiter sees ----


def _codes(server: TournamentServer, state: TournamentState) -> Iterator[tuple[Team, str]]:
    """All teams that are paired with the codes of their captains."""
    for team in state.tournament.team_list:
        yield team, server.tables.captain_code(team.key).upper()


def _address(server: TournamentServer) -> str:
    """Where captains open the page."""
    return f"{server.address or server.local_address}{server.base}{PLACE}"


def captains_panel(request: PageRequest) -> Mapping[str, Any]:
    """The deadline of a round, the codes of the captains, and who has sent a line-up."""
    state, number = request.state, request.number
    server, deadline = request.server, state.lineup_deadlines.get(number)
    lines = [
        {"team": team, "code": code, "sent": _time_sent(state, team, number)}
        for team, code in _codes(server, state)
    ]
    address = _address(server)
    return {
        "lines": lines,
        "missing": sum(not line["sent"] for line in lines),
        "deadline": describe_time(deadline) if deadline else "",
        "is_open": number in state.awaited_lineups,
        "reachable": bool(server.address),
        "address": address,
        "qr_code": Markup(code_of(address)),
    }


def captain_sheet(
    server: TournamentServer, state: TournamentState, _: Callable[[str], str]
) -> Sheet:
    """The codes of all captains with the address, to be cut or sent."""
    columns = Column(_("Team")), Column(_("Captain")), Column(_("Code")), Column(_("Address"))
    address = _address(server)
    rows = tuple((team.name, team.captain, code, address) for team, code in _codes(server, state))
    return Sheet(
        title=state.tournament.name, heading=_("Line-ups by captains"), columns=columns, rows=rows
    )


SET_DEADLINE = handler("lineups", rounds=this_round)
"""Sets until when captains send line-ups of the round."""

PUBLISH_LINEUPS = handler("lineups", time="now", rounds=this_round)
"""Closes the line-ups of the round, which everybody sees from now on."""
