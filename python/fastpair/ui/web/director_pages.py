"""The addresses that only the director's browsers may ask for."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from anyio import to_thread
from starlette.responses import JSONResponse, RedirectResponse

from ...app.edits.confirmation import ReplacedResultError, UnconfirmedError
from ...app.history.publication import publications
from ...app.state import last_in_play
from ...errors import FastpairError, FormatError
from ...sentences import joined, phrase, phrase_many
from .access import Role
from .answers import panel, refusing, shown
from .asking import CONFIRMATIONS, EVEN_SO, LONGEST_LIST, Asked, form_of, upload_of
from .browsers import browser_of
from .files import downloaded, everything
from .held import Told
from .log import undo_change
from .prints import MORE_BY_NAME, PRINTS_BY_NAME, printed
from .refusals import not_found, too_old
from .results import replacement
from .seats import swaps_of
from .sessions import LastForms, is_in_place
from .wording import here

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from starlette.exceptions import HTTPException
    from starlette.requests import Request
    from starlette.responses import Response

    from ...sentences import Sentence
    from .asking import Desk
    from .held import State
    from .live import Live
    from .parts import Part
    from .sessions import Sessions


_LONGEST_NAME = 60

_EVERYWHERE = {"undo": undo_change}
"""What a form does on every part of the page, by the end of its address."""


class DirectorPages:
    """What answers the director.

    Parameters
    ----------
    desk
        What all answers share.
    live
        Who waits for changes.
    sessions
        The director's browsers.
    parts
        The parts of the page, in order.
    """

    def __init__(self, desk: Desk, live: Live, sessions: Sessions, parts: tuple[Part, ...]) -> None:
        self._desk, self._live, self._sessions = desk, live, sessions
        self._parts, self._by_name = parts, {part.name: part for part in parts}
        self._forms: LastForms[Told] = LastForms()

    async def entrance(self, request: Request) -> Response:
        """Let the director in by the token, and show where there is something to do."""
        token = request.query_params.get("token")
        if token is None:
            role = self._desk.access.role_of(self._sessions.of(request))
            if role is None:
                return RedirectResponse(f"{self._desk.base}/hall", 303)
            next_to_do = _next_to_do if role is Role.DIRECTOR else _next_to_help
            place = await to_thread.run_sync(next_to_do, self._desk)
            return RedirectResponse(f"{self._desk.base}{place}", 303)
        return await self._sessions.admit(request, token, f"{self._desk.base}/")

    async def leave(self, request: Request) -> Response:
        """Log a browser out, once it has seen how it gets in again."""
        session = self._sessions.required(request, helper=True)
        return await self._sessions.leave(
            request, await self._form(request, session), self._desk.base
        )

    async def part(self, request: Request) -> Response:
        """A part of the page."""
        part = self._part(request)
        helper = part is not None and part.is_open()
        asked = await self._asked(request, dict(request.query_params), helper=helper)
        if part is None:
            raise self._missing(asked)
        return await self._answered(asked, part, lambda: shown(asked, part, self._parts_of(asked)))

    async def panel(self, request: Request) -> Response:
        """What is shown beside a list."""
        part, name = self._part(request), request.path_params["name"]
        helper = part is not None and part.is_open(name)
        asked = await self._asked(request, dict(request.query_params), helper=helper)
        if part is None or name not in part.panels:
            raise self._missing(asked, part)
        return await self._answered(
            asked, part, lambda: panel(asked, part, self._parts_of(asked), name)
        )

    async def act(self, request: Request) -> Response:
        """Do what a form asks for."""
        part, name = self._part(request), request.path_params["name"]
        helper = part is not None and part.is_open("" if name in _EVERYWHERE else name)
        session = self._sessions.required(request, helper=helper)
        acts = {} if part is None else {**part.acts, **_EVERYWHERE}
        if part is None or name not in acts:
            raise self._missing(await self._asked(request, {}, helper=helper), part)
        fields = await self._form(request, session, long=name in part.long)
        asked = await self._asked(request, fields, helper=helper)

        form = (request.url.path, asked.seen, fields)

        def work() -> Response:
            known = self._forms.answer_to(session, form)
            try:
                told = acts[name](asked) if known is None or not self._is_last(known) else known
            except UnconfirmedError as error:
                told = _question(asked, self._said(error), error.reasons)
            except FastpairError as error:
                told = Told(refused=self._said(error))
            if told.change is not None:
                self._forms.keep(session, form, told)
            now = replace(asked, state=self._desk.held.state())
            return shown(now, part, self._parts_of(asked), told, name)

        answer = await to_thread.run_sync(work)
        self._live.hurry()
        return answer

    async def prices(self, request: Request) -> Response:
        """What each swap of a player costs, by the ids of the others."""
        asked = await self._asked(request, dict(request.query_params))

        def work() -> Response:
            found = swaps_of(asked, asked.typed("key"))
            return JSONResponse({key: here(price.text) for key, price in found.items()})

        return await to_thread.run_sync(work)

    async def known(self, request: Request) -> Response:
        """Who may be meant by the beginning of a name, by the rating lists."""
        asked = await self._asked(request, dict(request.query_params))
        typed = asked.fields.get("name", "")[:_LONGEST_NAME]
        return JSONResponse(await to_thread.run_sync(asked.desk.lists.beginning, typed))

    async def ratings(self, request: Request) -> Response:
        """Keep a rating list that is sent."""
        session = self._sessions.required(request)
        _, content, form_token = await upload_of(request)
        if not self._desk.access.is_form_token(form_token, session):
            raise too_old()
        asked = await self._asked(request, {})

        def work() -> Response:
            try:
                found = asked.desk.lists.take(content)
                number = phrase_many("{count} player", "{count} players", len(found.entries))
                told = Told(
                    lines=(
                        phrase(
                            "the list of the {title} is here: {players}",
                            title=found.title,
                            players=number,
                        ),
                    ),
                    warned=found.remarks,
                )
            except FastpairError as error:
                told = Told(refused=error.said)
            return shown(asked, self._by_name["players"], self._parts_of(asked), told)

        return await to_thread.run_sync(work)

    async def download(self, request: Request) -> Response:
        """The tournament in another format."""
        asked = await self._asked(request, dict(request.query_params))
        return await self._answered(asked, self._by_name["files"], lambda: downloaded(asked))

    async def archive(self, request: Request) -> Response:
        """All that is kept of the tournament."""
        asked = await self._asked(request, {})
        return await self._answered(asked, self._by_name["files"], lambda: everything(asked))

    async def printed(self, request: Request) -> Response:
        """A page to be printed."""
        name = request.path_params["name"]
        asked = await self._asked(request, dict(request.query_params))
        part = self._by_name["prints"]
        if name not in PRINTS_BY_NAME and name not in MORE_BY_NAME:
            raise self._missing(asked, part)
        return await self._answered(asked, part, lambda: printed(asked, name))

    async def missing(self, request: Request) -> Response:
        """Say that there is nothing at an address, and where there is something."""
        session = self._sessions.of(request)
        if not session:
            raise not_found()
        state = await to_thread.run_sync(self._desk.held.state)
        raise self._missing(self._asked_of(request, {}, session, state, 1))

    async def events(self, request: Request) -> Response:
        """Changes, for the director."""
        self._sessions.required(request, helper=True)
        return self._live.for_director()

    async def _form(self, request: Request, session: str, *, long: bool = False) -> dict[str, str]:
        """The fields of a form that a page of this session has sent."""
        fields = await (form_of(request, LONGEST_LIST) if long else form_of(request))
        typed = request.headers.get("x-form", fields.get("form_token", ""))
        if not self._desk.access.is_form_token(typed, session):
            raise too_old()
        return fields

    def _is_last(self, told: Told) -> bool:
        """Whether nothing has been changed since what is told."""
        entries = self._desk.held.timeline().entries
        return bool(entries) and entries[-1].number == told.change

    def _said(self, error: FastpairError) -> Sentence:
        """What an error says; that it is about the file of these pages goes without saying."""
        if isinstance(error, FormatError):
            return error.said
        return error.said.without_place(self._desk.held.file)

    async def _answered(self, asked: Asked, part: Part, work: Callable[[], Response]) -> Response:
        """What is asked for, or why it cannot be shown."""
        try:
            return await to_thread.run_sync(work)
        except FastpairError as error:
            if asked.in_place:
                raise
            parts, status = self._parts_of(asked), 503 if isinstance(error, FormatError) else 409
            raise refusing(asked, part, parts, self._said(error), status) from error

    def _missing(self, asked: Asked, part: Part | None = None, said: str = "") -> HTTPException:
        """Say that there is nothing at an address, or what is wrong with it."""
        said = said or phrase("there is no page at this address")
        return refusing(asked, part, self._parts_of(asked), said, 404)

    def _part(self, request: Request) -> Part | None:
        """The part that an address names; None if there is none."""
        return self._by_name.get(request.path_params["part"])

    def _parts_of(self, asked: Asked) -> tuple[Part, ...]:
        """The parts that a browser may see."""
        return tuple(
            part
            for part in self._parts
            if (asked.director or part.is_open()) and part.shown(asked.state)
        )

    async def _asked(
        self, request: Request, fields: dict[str, str], *, helper: bool = False
    ) -> Asked:
        session = self._sessions.required(request, helper=helper)
        state = await to_thread.run_sync(self._desk.held.state)
        number, last = request.path_params["number"], state.tournament.rules.rounds
        asked = self._asked_of(request, fields, session, state, min(number, last))
        if number > last:
            said = phrase_many(
                "the tournament has {count} round, so that there is no round {number}",
                "the tournament has {count} rounds, so that there is no round {number}",
                last,
                number=number,
            )
            raise self._missing(asked, self._by_name.get(request.path_params.get("part", "")), said)
        return asked

    def _asked_of(
        self, request: Request, fields: dict[str, str], session: str, state: State, number: int
    ) -> Asked:
        """A request of a session that is known."""
        director = self._desk.access.role_of(session) is Role.DIRECTOR
        way_in = "page" if director else "helper's page"
        return Asked(
            desk=self._desk,
            state=state,
            number=number,
            fields=fields,
            seen=request.headers.get("x-seen", fields.get("seen", "")),
            door=f"{way_in}, {browser_of(request)}",
            in_place=is_in_place(request),
            form_token=self._desk.access.form_token(session),
            director=director,
            session=session,
        )


def _question(asked: Asked, said: Sentence, reasons: Sequence[UnconfirmedError]) -> Told:
    """Ask whether a change is to be made all the same, for all reasons that speak against it at once."""
    fields = {
        field: "yes"
        for reason in reasons
        for kind, field in CONFIRMATIONS.items()
        if isinstance(reason, kind)
    }
    if EVEN_SO in fields and not asked.director:
        return Told(refused=joined("; ", [said, phrase("only the director may change that")]))
    told = Told(refused=said, confirmed={**asked.fields, **fields})
    for reason in reasons:
        if isinstance(reason, ReplacedResultError):
            told = replacement(told, reason)
    return told


def _next_to_help(desk: Desk) -> str:
    """The address of the results of the round that is played, or of who comes to the next one."""
    tournament = desk.held.state().drawn
    playing = last_in_play(tournament)
    if playing is not None:
        return f"/results/{playing}"
    number = tournament.round_to_draw() if tournament.players else 1
    return f"/results/{tournament.rules.rounds}" if number is None else f"/players/{number}"


def _next_to_do(desk: Desk) -> str:
    """The address of the part of the page where there is something to do."""
    tournament = desk.held.state().drawn
    playing = last_in_play(tournament)
    if playing is not None:
        published = playing in publications(desk.held.timeline())
        return f"/results/{playing}" if published else f"/boards/{playing}"
    number = tournament.round_to_draw() if tournament.players else 1
    if number is None:
        return f"/standings/{tournament.rules.rounds}"
    return f"/players/{number}"
