"""The page of a table, on which its players enter their result with a phone."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from starlette.responses import HTMLResponse

from ...app.apply import Call
from ...app.edits.outcome import PUBLISHED_BOARDS, REPLACED_RESULTS
from ...app.edits.results import ResultInput, describe_ending, games_to_report
from ...app.next_step import difference_at
from ...errors import FastpairError, FormatError, RuleError
from ...sentences import phrase
from .published import names_in_hall
from .rendering import render
from .store import Reply
from .text import speak_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ...app.action import ActionContext
    from ...app.history.entries import Entry
    from ...app.history.state import CongressState
    from ...go.tournament import Game
    from .access import SlipTable
    from .requests import TournamentServer

_ALLOWED = ("1-0", "0-1", "1/2")
"""What players may enter; whatever else has happened is the director's business."""

_ALLOWED_OF_MATCHES = tuple(form.format(each) for form in ("{},", ",{}") for each in _ALLOWED)
"""The same of one game of a match."""


class _DiffersError(RuleError):
    """A table has another result than a phone sends."""


class _KnownError(RuleError):
    """A table has the result that a phone sends: only the director confirms what another phone disputes."""


_PHONE = "phone at table {table}"
"""The door of a result that a phone enters."""

CORRECTION = timedelta(minutes=5)
"""For how long the phone that has entered a result may change it."""

PHONE_COOKIE = "fastpair-result"
"""What a phone keeps of the result that it has entered."""

SEAT_COOKIE = "fastpair-table"
"""What a phone keeps that has opened the page of a table, so that wrong codes of others do not shut it out."""

_EVENING = timedelta(hours=12)


class Phone(NamedTuple):
    """A phone that asks for the page of a table."""

    token: str
    """What it keeps of the result that it has entered; empty if it has entered none."""

    changes: bool
    """Whether its players want to change that result."""

    client: str
    """The address that it asks from, which all phones of a hall may share."""

    seat: str = ""
    """What it keeps since it has opened the page; empty if it has not."""


def table_page(
    server: TournamentServer,
    address: str,
    phone: Phone,
    form: Mapping[str, str] | None = None,
    until: float | None = None,
) -> HTMLResponse:
    """The page of a table, after a result is entered if a form comes with it.

    Parameters
    ----------
    address
        The end of the address.
    phone
        Which phone asks.
    until
        As of `OpenTournament.change`.
    """
    opened = _open_table(server, address, phone)
    if isinstance(opened, HTMLResponse):
        return opened
    seat, game = opened
    refusal, change = "", None
    if form is not None:
        try:
            change = _enter(server, seat, address, form, until, phone).change
        except FormatError:
            refusal = phrase("the result cannot be saved at the moment; send it again")
        except FastpairError as error:
            refusal = error.message
        phone = phone._replace(changes=False)
        game = _game(server, seat) or game
    entry = server.store.state().result_maker(game)
    token = phone.token
    if entry is not None and change == entry.number:
        token = server.access.form_token(_token_holder(address, entry))
    page = _render_table(server, address, game, phone._replace(token=token), refusal)
    answer = HTMLResponse(page, 409 if refusal else 200)
    if token != phone.token:
        _keep(server, address, answer, PHONE_COOKIE, token)
    if not _has_opened(server, address, phone):
        _keep(
            server, address, answer, SEAT_COOKIE, server.access.form_token(_opened_holder(address))
        )
    return answer


def _render_table(
    server: TournamentServer, address: str, game: Game, phone: Phone, refusal: str
) -> str:
    """The page of a table as HTML: its result, or the question for it."""
    state, settings = server.store.state(), server.sidecar.settings
    entry = state.result_maker(game)
    speak_of(state.tournament)
    tournament = names_in_hall(state, settings.hall).shown(state.tournament)
    difference = difference_at(state, game, tournament)
    own = _has_entered(server, address, entry, phone.token)
    may_change = own and _may_be_corrected(state, game, entry)
    contradicts = not own and difference is None
    changing = phone.changes and settings.phones and (may_change or contradicts)
    return render(
        "table.html",
        title=tournament.name,
        game=game,
        white=tournament.by_key[game.white],
        black=tournament.by_key[game.black],
        is_entered=game.has_result or bool(game.sums_halves),
        games=games_to_report(game, changing=changing),
        difference="" if difference is None else difference.sentence,
        is_confirmed=(game.round, game.pair) in state.disputes,
        asks=contradicts and settings.phones,
        changing=changing,
        outcome=describe_ending(tournament, game, game.ending),
        at=f"{entry.local_time:%H:%M}" if entry else "",
        until=f"{entry.local_time + CORRECTION:%H:%M}" if may_change and entry else "",
        open=settings.phones,
        refusal=refusal,
        base=server.base,
        path=f"{server.base}/table/{address}",
        form_token=server.access.form_token(address),
    )


def _open_table(
    server: TournamentServer, address: str, phone: Phone
) -> tuple[SlipTable, Game] | HTMLResponse:
    """The game of an address, or the answer to a wrong one; wrong codes are counted."""
    attempts, seat = server.access.attempts, server.tables.read_seat(address)
    played = None if seat is None else server.store.state().tournament.round(seat.round)
    if seat is None or played is None or played.at(seat.table) is None:
        return HTMLResponse(render("no_table.html"), 404)  # no table, so that no code opens it
    # Of one table only: a hall behind one address enters its other results meanwhile.
    guesser = f"{phone.client} {seat.round}.{seat.table}"
    knows = _has_opened(server, address, phone)
    if not knows and attempts.too_many(guesser):  # nor counted, so that the minute ends
        return HTMLResponse(render("no_table.html"), 429)
    game = _game(server, seat)
    if game is None:
        attempts.wrong(guesser)
        return HTMLResponse(render("no_table.html"), 404)
    if not knows:
        attempts.forget(guesser)
    return seat, game


def _has_opened(server: TournamentServer, address: str, phone: Phone) -> bool:
    """Whether a phone has opened the page of a table before."""
    return server.access.is_form_token(phone.seat, _opened_holder(address))


def _opened_holder(address: str) -> str:
    """The holder of the token that a phone keeps since it has opened a page."""
    return f"{address} opened"


def _keep(
    server: TournamentServer, address: str, answer: HTMLResponse, name: str, token: str
) -> None:
    """Let a phone keep a token for the page of a table."""
    answer.set_cookie(
        name,
        token,
        max_age=int(_EVENING.total_seconds()),
        path=f"{server.base}/table/{address}",
        httponly=True,
        samesite="strict",
        secure=server.address.startswith("https:"),
    )


def _token_holder(address: str, entry: Entry) -> str:
    """The holder of the token that a phone keeps after a change."""
    return f"{address} {entry.number}"


def _has_entered(server: TournamentServer, address: str, entry: Entry | None, token: str) -> bool:
    """Whether a phone has entered a result itself."""
    if entry is None or not entry.by_phone:
        return False
    return server.access.is_form_token(token, _token_holder(address, entry))


def _may_be_corrected(state: CongressState, game: Game, entry: Entry | None) -> bool:
    """Whether the phone that has entered a result may still change it; not once another one has answered."""
    if entry is None or (game.round, game.pair) in state.disputes:
        return False
    # A clock that was set back makes the change one of the future, which nobody knows the age of.
    return timedelta(0) <= datetime.now(UTC) - entry.local_time < CORRECTION


def _enter(
    server: TournamentServer,
    seat: SlipTable,
    address: str,
    form: Mapping[str, str],
    until: float | None,
    phone: Phone,
) -> Reply:
    """Enter the result of a table that has none, or only one that this phone may change.

    Raises
    ------
    RuleError, FormatError
        If it may not be entered, or not from here.
    """
    if not server.access.is_form_token(form.get("form_token", ""), address):
        raise RuleError(phrase("the page was out of date; choose the result again"))
    if not server.sidecar.settings.phones:
        raise RuleError(phrase("phones cannot enter results at the moment; tell the director"))
    chosen = form.get("result", "")
    if "confirm" in form:
        return _confirm(server, seat, form["confirm"], until)
    if chosen not in _ALLOWED and chosen not in _ALLOWED_OF_MATCHES:
        raise RuleError(phrase("choose who won"))
    item = ResultInput.parse(seat.table, chosen)

    def check(context: ActionContext) -> None:
        game = context.state.tournament.round(seat.round).at(seat.table)
        if game is None or not server.tables.admits(seat, context.state.with_first_keys(game)):
            raise RuleError(phrase("this table was paired again; ask the director"))
        becomes = item.applied_to(game).ending
        if becomes == game.ending:
            raise _KnownError(phrase("{result} (already entered)", result=becomes))
        if becomes.keeps(game.ending):
            return
        maker = context.state.result_maker(game)
        own = _has_entered(server, address, maker, phone.token)
        if not (own and _may_be_corrected(context.state, game, maker)):
            raise _DiffersError(phrase("another result is entered already"))

    try:
        values = {"results": [item], "rounds": seat.round}
        return _change(server, seat, "result", values, until, check)
    except _KnownError:
        return Reply()
    except _DiffersError:
        if (game := _game(server, seat)) is not None:
            other = str(item.applied_to(game).ending)
            _change(server, seat, "dispute", _dispute_values(seat, other), until)
        raise


def _confirm(server: TournamentServer, seat: SlipTable, result: str, until: float | None) -> Reply:
    """Remember that another phone says the same, unless one says something else.

    Raises
    ------
    RuleError, FormatError
        If another result is entered, or this cannot be saved.
    """

    def check(context: ActionContext) -> None:
        game = context.state.tournament.round(seat.round).at(seat.table)
        if game is None or str(game.ending) != result:
            raise RuleError(phrase("the page was out of date; choose the result again"))
        if context.state.disputes.get((game.round, game.pair), result) != result:
            raise _KnownError(phrase("another result is entered already"))

    with suppress(_KnownError):
        return _change(server, seat, "dispute", _dispute_values(seat, result), until, check)
    return Reply()


def _dispute_values(seat: SlipTable, result: str) -> Mapping[str, Any]:
    """The values of the action that remembers what a phone says."""
    return {"table": seat.table, "rounds": seat.round, "result": result}


def _change(
    server: TournamentServer,
    seat: SlipTable,
    name: str,
    values: Mapping[str, Any],
    until: float | None,
    check: Callable[[ActionContext], None] | None = None,
) -> Reply:
    """Let a phone do an action."""
    confirmed = frozenset({PUBLISHED_BOARDS, REPLACED_RESULTS})
    call = Call(action=name, values=values, confirmed=confirmed)
    return server.store.do(call, _PHONE.format(table=seat.table), check=check, until=until)


def _game(server: TournamentServer, seat: SlipTable) -> Game | None:
    """The game that an address was made for."""
    state = server.store.state()
    game = state.tournament.round(seat.round).at(seat.table)
    if game is None or not server.tables.admits(seat, state.with_first_keys(game)):
        return None
    return game
