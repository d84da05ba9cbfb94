"""The page of a table, on which its players enter their result with a phone."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from typing import TYPE_CHECKING, NamedTuple, Self

from starlette.responses import HTMLResponse

from ...app.actions.apply import Call
from ...app.edits.outcome import PUBLISHED_BOARDS, REPLACED_RESULTS
from ...app.edits.results import ResultInput, describe_ending, games_to_report, read_outcome
from ...app.edits.snapshots import GameSnapshot
from ...app.rounds.next_step import difference_at
from ...errors import FastpairError, FormatError, RuleError
from ...sentences import marked, phrase
from .published import names_in_hall, short_digest
from .rendering import render
from .text import speak_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...app.actions.action import ActionContext
    from ...app.history.entries import Entry
    from ...app.history.state import CongressState
    from ...go.tournament import Game
    from .access import SlipTable
    from .requests import TournamentServer

_ALLOWED = ("1-0", "0-1", "1/2")
"""What players may enter; whatever else has happened is the director's business."""

_ALLOWED_OF_MATCHES = tuple(form.format(each) for form in ("{},", ",{}") for each in _ALLOWED)
"""What players may enter of one game of a match."""


_PHONE = "phone at table {table}"
"""The door of a result that a phone enters."""

CORRECTION = timedelta(minutes=5)
"""For how long the phone that has entered a result may change it."""

PHONE_COOKIE = "fastpair-table"
"""What a phone keeps that has opened the page of a table: its id with a token. Wrong codes of others do not shut it
out, and what it enters is known as its own, although the answer is lost."""

_ID_BYTES = 3

_EVENING = timedelta(hours=12)


class Phone(NamedTuple):
    """A phone that asks for the page of a table."""

    id: str
    """What tells it from others at its table."""

    is_new: bool
    """Whether it has not opened the page before."""

    changes: bool
    """Whether its players want to change their result."""

    client: str
    """The address that it asks from, which all phones of a hall may share."""

    form: str = ""
    """The number of the form that it sends; empty if it has none."""

    @classmethod
    def of(
        cls,
        server: TournamentServer,
        address: str,
        cookie: str,
        *,
        changes: bool,
        client: str,
        form: str = "",
    ) -> Self:
        """The phone that keeps a cookie of a table; one without a good one gets another id."""
        found, _, token = cookie.partition(".")
        is_known = server.access.is_form_token(token, _holder(address, found))
        return cls(
            found if is_known else secrets.token_hex(_ID_BYTES),
            not is_known,
            changes,
            client,
            form,
        )

    def has_made(self, entry: Entry | None) -> bool:
        """Whether a change comes from it."""
        return entry is not None and entry.phone == self.id


class PhoneAnswer(NamedTuple):
    """What a phone is told."""

    message: str
    status: int = 200
    """Of HTTP; only what is done, or known to everybody, has that of success."""

    again: bool = False
    """Whether the player may try again."""

    knows: bool = False
    """Whether the phone has shown whose it is."""

    @property
    def is_done(self) -> bool:
        """Whether nothing of what was sent was refused."""
        return self.status < HTTPStatus.BAD_REQUEST


class PhoneRequest(NamedTuple):
    """What a phone asks the hall for, or sends with a form."""

    server: TournamentServer

    fields: Mapping[str, str]
    """Those of the address, or of the form."""

    client: str
    """The address that it asks from, which all phones of a hall may share."""

    sent: bool = False
    """Whether it sends a form."""

    form: str = ""
    """The number of the form that it sends; empty if it has none."""

    until: float | None = None
    """As of `OpenTournament.do`."""

    def outdated(self, place: str) -> PhoneAnswer | None:
        """The answer to a form that is not of the page as it is now; None if it is."""
        if self.server.access.is_form_token(self.fields.get("form_token", ""), place):
            return None
        return PhoneAnswer(phrase("this page was out of date; try again"), 409, again=True)

    def page(
        self, template: str, place: str, answer: PhoneAnswer | None, **values: object
    ) -> HTMLResponse:
        """A page of a place of the hall, with what the phone is told."""
        server = self.server
        content = render(
            template,
            title=server.store.state().tournament.name,
            base=server.base,
            path=f"{server.base}{place}",
            answer=answer,
            form_token=server.access.form_token(place),
            **values,
        )
        return HTMLResponse(content, answer.status if answer else 200)


NOT_SAVED = marked("this cannot be saved at the moment; try again")
"""What a phone is told where the file cannot be written."""


def _holder(address: str, phone: str) -> str:
    """The holder of the token of a phone that has opened the page of a table."""
    return f"{address} {phone}"


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
    opened = open_table(server, address, phone)
    if isinstance(opened, HTMLResponse):
        return opened
    seat, game = opened
    refusal = ""
    if form is not None:
        try:
            _enter(server, seat, address, form, until, phone)
        except FormatError:
            refusal = phrase("the result cannot be saved at the moment; send it again")
        except FastpairError as error:
            refusal = error.message.alone()
        phone = phone._replace(changes=False)
        game = _game(server, seat) or game
    page = _render_table(server, address, game, phone, refusal)
    state = server.store.state()
    is_entered = form is None or str(game.ending) in (form.get("result"), form.get("confirm"))
    differs = not is_entered and difference_at(state, game, state.tournament) is not None
    answer = HTMLResponse(page, 409 if refusal or differs else 200)
    if phone.is_new:
        answer.set_cookie(
            PHONE_COOKIE,
            f"{phone.id}.{server.access.form_token(_holder(address, phone.id))}",
            max_age=int(_EVENING.total_seconds()),
            path=f"{server.base}/table/{address}",
            httponly=True,
            samesite="strict",
            secure=server.address.startswith("https:"),
        )
    return answer


def _render_table(
    server: TournamentServer, address: str, game: Game, phone: Phone, refusal: str
) -> str:
    """The page of a table as HTML: its result, or the question for it."""
    state, settings = server.store.state(), server.sidecar.settings
    is_open = settings.phones and game.round in state.published
    claim, reported = state.awaited_claim(game), state.claims.get((game.round, game.pair), ())
    entry = state.result_maker(game) if claim is None else claim.entry
    speak_of(state.tournament)
    tournament = names_in_hall(state, settings.hall).shown(state.tournament)
    difference = difference_at(state, game, tournament)
    own = phone.has_made(entry)
    may_change = own and _may_be_corrected(state, game, entry)
    contradicts = not own and difference is None
    changing = phone.changes and is_open and (may_change or contradicts)
    ending = game.ending if claim is None else read_outcome(claim.result)
    known = game.with_ending(ending)
    return render(
        "table.html",
        title=tournament.name,
        game=game,
        white=tournament.by_key[game.white],
        black=tournament.by_key[game.black],
        is_entered=known.has_result or bool(game.sums_halves) or not (claim is None or own),
        is_awaited=claim is not None,
        games=games_to_report(known, changing=changing),
        difference="" if difference is None else difference.sentence,
        is_confirmed=claim is None and any(each.entry.by_phone for each in reported),
        asks=contradicts and is_open,
        changing=changing,
        ending=str(ending),
        outcome=describe_ending(tournament, game, ending),
        at=f"{entry.local_time:%H:%M}" if entry else "",
        by="" if entry is None or entry.by_phone else "helper" if entry.helper else "director",
        until=f"{entry.local_time + CORRECTION:%H:%M}" if may_change and entry else "",
        open=is_open,
        refusal=refusal,
        base=server.base,
        path=f"{server.base}/table/{address}",
        form_token=server.access.form_token(address),
        expect=GameSnapshot.of(state, game),
        version=_version(server, state, game),
    )


def open_table(
    server: TournamentServer, address: str, phone: Phone
) -> tuple[SlipTable, Game] | HTMLResponse:
    """The game of an address, or the answer to a wrong one; wrong codes are counted."""
    attempts, seat = server.access.attempts, server.tables.read_seat(address)
    played = None if seat is None else server.store.state().tournament.round(seat.round)
    if seat is None or played is None or played.at(seat.table) is None:
        return HTMLResponse(render("no_table.html"), 404)  # no table, so that no code opens it
    # Of one table only: a hall behind one address enters its other results meanwhile.
    guesser = f"{phone.client} {seat.round}.{seat.table}"
    if phone.is_new and attempts.too_many(guesser):  # nor counted, so that the minute ends
        return HTMLResponse(render("no_table.html"), 429)
    game = _game(server, seat)
    if game is None:
        attempts.wrong(guesser)
        return HTMLResponse(render("no_table.html"), 404)
    if phone.is_new:
        attempts.forget(guesser)
    return seat, game


def table_versions(server: TournamentServer) -> Mapping[object, str]:
    """What tells whether the page of a table shows what there is, by round and table."""
    state = server.store.state()
    return {
        (game.round, game.table): _version(server, state, game) for game in state.tournament.games
    }


def _version(server: TournamentServer, state: CongressState, game: Game) -> str:
    """A version of the page of a table."""
    shown = sorted(game.players), game.white, game.ending, _last_change(state, game)
    may_enter = server.sidecar.settings.phones, game.round in state.published
    return short_digest(repr((shown, *may_enter)))


def _last_change(state: CongressState, game: Game) -> int:
    """The number of the last change of what is known of the end of a game; 0 if nothing is."""
    claims = state.claims.get((game.round, game.pair), ())
    entries = [state.result_maker(game), *(each.entry for each in claims)]
    return max((each.number for each in entries if each is not None), default=0)


def _may_be_corrected(state: CongressState, game: Game, entry: Entry | None) -> bool:
    """Whether the phone that has entered a result may still change it; not once another one has answered."""
    claims = state.claims.get((game.round, game.pair), ())
    entered = str(game.ending)
    if entry is None or any(each.entry is not entry or each.result == entered for each in claims):
        return False
    # A clock that was set back makes the change one of the future, which nobody knows the age of.
    return bool(claims) or timedelta(0) <= datetime.now(UTC) - entry.local_time < CORRECTION


def _enter(
    server: TournamentServer,
    seat: SlipTable,
    address: str,
    form: Mapping[str, str],
    until: float | None,
    phone: Phone,
) -> None:
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
    chosen = form.get("confirm", "") or form.get("result", "")
    if server.store.state().timeline.of_form(phone.form) is not None:
        return  # its answer was lost
    seen = GameSnapshot.parse(form["expect"]) if "expect" in form else None
    if "confirm" not in form and chosen not in (*_ALLOWED, *_ALLOWED_OF_MATCHES):
        raise RuleError(phrase("choose who won"))

    def check(context: ActionContext) -> None:
        state = context.state
        game = state.tournament.round(seat.round).at(seat.table)
        if game is None or not server.tables.admits(seat, state.with_first_keys(game)):
            raise RuleError(phrase("this table was paired again; ask the director"))
        if seat.round not in state.published:
            raise RuleError(phrase("round {round} is not published yet", round=seat.round))
        claim, now = state.awaited_claim(game), GameSnapshot.of(state, game)
        known = now.result
        is_other = seen is None or seen.players != now.players
        if is_other or ("confirm" in form and chosen != known):
            raise RuleError(phrase("the page was out of date; choose the result again"))
        if chosen == known:
            return
        maker = state.result_maker(game) if claim is None else claim.entry
        if phone.has_made(maker):
            becomes = ResultInput.parse(seat.table, chosen).applied_to(game).ending
            if not (becomes.keeps(game.ending) or _may_be_corrected(state, game, maker)):
                raise RuleError(phrase("this result can no longer be changed here"))
        elif seen != now:
            raise RuleError(phrase("not saved: somebody has entered a result meanwhile"))

    values = {"table": seat.table, "rounds": seat.round, "result": chosen, "phone": phone.id}
    confirmed = frozenset({PUBLISHED_BOARDS, REPLACED_RESULTS})
    call = Call(action="claim", values=values, confirmed=confirmed)
    door = _PHONE.format(table=seat.table)
    server.store.do(call, door, form=phone.form, check=check, until=until)


def _game(server: TournamentServer, seat: SlipTable) -> Game | None:
    """The game that an address was made for."""
    state = server.store.state()
    game = state.tournament.round(seat.round).at(seat.table)
    if game is None or not server.tables.admits(seat, state.with_first_keys(game)):
        return None
    return game
