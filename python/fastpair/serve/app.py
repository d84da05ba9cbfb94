"""The addresses of the server, and what answers them."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from importlib.resources import files
from typing import TYPE_CHECKING

from anyio import to_thread
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
)
from starlette.routing import Route

from ..director.publication import publications
from ..director.state import last_in_play
from ..errors import FastpairError, FormatError
from .answers import panel, shown
from .asking import Asked, form_of
from .boards import BOARDS
from .guard import Guard
from .hall import hall_page, hall_standings
from .held import Told
from .live import hall_version, version
from .log import LOG
from .phones import table_page
from .players import PLAYERS
from .prints import PRINTS, PRINTS_BY_NAME, codes_page, printed
from .rendering import rendered
from .results import RESULTS
from .seats import swaps_of
from .standings import STANDINGS

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Collection

    from starlette.requests import Request

    from .asking import Desk
    from .live import Live

    _Endpoint = Callable[[Request], Awaitable[Response]]

__all__ = ["application"]

_PARTS = (PLAYERS, BOARDS, RESULTS, STANDINGS, PRINTS, LOG)
_BY_NAME = {part.name: part for part in _PARTS}

_KINDS = {"css": "text/css", "js": "text/javascript"}
_AN_HOUR = "public, max-age=3600"


def application(desk: Desk, live: Live, hosts: Collection[str], cookie: str) -> Guard:
    """The whole server.

    Parameters
    ----------
    desk
        What all answers share.
    live
        Who waits for changes.
    hosts
        Names with port that the server answers to.
    cookie
        Name of the cookie that holds the session of the director's browsers.
    """
    pages = _Pages(desk, live, cookie)

    @asynccontextmanager
    async def watched(_: Starlette) -> AsyncIterator[None]:
        watching = asyncio.create_task(live.watch())
        yield
        live.close()
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching

    routes = [
        Route("/", pages.entrance),
        Route("/events", pages.events),
        Route("/static/{name}", _static),
        Route("/hall", pages.hall),
        Route("/hall/standings", pages.hall_standings),
        Route("/hall/events", pages.hall_events),
        Route("/table/{seat}", pages.table, methods=["GET", "POST"]),
        Route("/boards/{number:int}/prices", pages.prices),
        Route("/prints/{number:int}/codes", pages.codes),
        Route("/prints/{number:int}/page/{name}", pages.printed),
        Route("/{part}/{number:int}", pages.part),
        Route("/{part}/{number:int}/{name}", pages.panel, methods=["GET"]),
        Route("/{part}/{number:int}/{name}", pages.act, methods=["POST"]),
    ]
    app = Starlette(
        routes=routes,
        lifespan=watched,
        exception_handlers={FastpairError: pages.unreadable, HTTPException: _refused},
    )
    app.router.redirect_slashes = False
    return Guard(app, hosts)


class _Pages:
    """What answers each address."""

    def __init__(self, desk: Desk, live: Live, cookie: str) -> None:
        self._desk, self._live, self._cookie = desk, live, cookie

    async def entrance(self, request: Request) -> Response:
        """Let the director in by the token, and show where there is something to do."""
        token = request.query_params.get("token")
        if token is None:
            if not self._session(request):
                return RedirectResponse("/hall", 303)
            return RedirectResponse(await to_thread.run_sync(_next_to_do, self._desk), 303)
        session = self._desk.access.opened_by(token)
        if session is None:
            too_many = self._desk.access.attempts.wrong()
            return HTMLResponse(rendered("closed.html"), 429 if too_many else 403)
        answer = RedirectResponse("/", 303)
        answer.set_cookie(self._cookie, session, httponly=True, samesite="strict")
        return answer

    async def part(self, request: Request) -> Response:
        """A part of the page."""
        asked = await self._asked(request, dict(request.query_params))
        part = _BY_NAME[request.path_params["part"]]
        return await to_thread.run_sync(shown, asked, part, _PARTS)

    async def panel(self, request: Request) -> Response:
        """What is shown beside a list."""
        asked = await self._asked(request, dict(request.query_params))
        part, name = _BY_NAME[request.path_params["part"]], request.path_params["name"]
        if name not in part.panels:
            raise HTTPException(404)
        return await to_thread.run_sync(panel, asked, part, _PARTS, name)

    async def act(self, request: Request) -> Response:
        """Do what a form asks for."""
        session = self._director(request)
        fields = await form_of(request)
        typed = request.headers.get("x-form", fields.get("form_token", ""))
        if not self._desk.access.is_form_token(typed, session):
            raise HTTPException(403, "The page is too old. Open it again.")
        asked = await self._asked(request, fields)
        part, name = _BY_NAME[request.path_params["part"]], request.path_params["name"]
        if name not in part.acts:
            raise HTTPException(404)

        def work() -> Response:
            try:
                told = part.acts[name](asked)
            except FastpairError as error:
                told = Told(refused=str(error))
            return shown(replace(asked, state=self._desk.held.state()), part, _PARTS, told)

        answer = await to_thread.run_sync(work)
        self._live.hurry()
        return answer

    async def prices(self, request: Request) -> Response:
        """What each swap of a player costs, by the ids of the others."""
        asked = await self._asked(request, dict(request.query_params))

        def work() -> Response:
            found = swaps_of(asked, asked.typed("key"))
            return JSONResponse({key: price.text for key, price in found.items()})

        return await to_thread.run_sync(work)

    async def codes(self, request: Request) -> Response:
        """Slips with codes for the phones."""
        asked = await self._asked(request, {})
        return await to_thread.run_sync(codes_page, asked)

    async def printed(self, request: Request) -> Response:
        """A page to be printed."""
        asked, name = (
            await self._asked(request, dict(request.query_params)),
            request.path_params["name"],
        )
        if name not in PRINTS_BY_NAME:
            raise HTTPException(404)
        return await to_thread.run_sync(printed, asked, name)

    async def events(self, request: Request) -> Response:
        """Changes, for the director."""
        self._director(request)
        return self._live.stream(version)

    async def hall_events(self, request: Request) -> Response:
        """Changes of what is published, for everybody."""
        return self._live.stream(hall_version)

    async def hall(self, request: Request) -> Response:
        """The published boards, for everybody."""
        asked, in_place = dict(request.query_params), _in_place(request)
        return await to_thread.run_sync(lambda: hall_page(self._desk, asked, in_place=in_place))

    async def hall_standings(self, request: Request) -> Response:
        """The published standings, for everybody."""
        in_place = _in_place(request)
        return await to_thread.run_sync(lambda: hall_standings(self._desk, in_place=in_place))

    async def table(self, request: Request) -> Response:
        """The page of a table, for its players."""
        form = await form_of(request) if request.method == "POST" else None
        seat = request.path_params["seat"]
        answer = await to_thread.run_sync(table_page, self._desk, seat, form)
        if form is not None:
            self._live.hurry()
        return answer

    async def unreadable(self, request: Request, error: Exception) -> Response:
        """Say that something is wrong with the file; to the director, what it is."""
        said = (
            str(error) if self._session(request) else "The tournament cannot be read at the moment."
        )
        status = 503 if isinstance(error, FormatError) else 409
        if _in_place(request):
            return HTMLResponse(rendered("message.html", refused=said), status)
        return HTMLResponse(rendered("unreadable.html", said=said), status)

    def _session(self, request: Request) -> str:
        """The session of the browser; empty if it is not the director's."""
        session = request.cookies.get(self._cookie, "")
        return session if self._desk.access.knows(session) else ""

    def _director(self, request: Request) -> str:
        session = self._session(request)
        if not session:
            raise HTTPException(403, "This page is the director's.")
        return session

    async def _asked(self, request: Request, fields: dict[str, str]) -> Asked:
        session = self._director(request)
        state = await to_thread.run_sync(self._desk.held.state)
        number = request.path_params["number"]
        if request.path_params.get("part", "boards") not in _BY_NAME:
            raise HTTPException(404)
        if not 1 <= number <= state.tournament.rules.rounds:
            raise HTTPException(404)
        return Asked(
            desk=self._desk,
            state=state,
            number=number,
            fields=fields,
            seen=request.headers.get("x-seen", fields.get("seen", "")),
            in_place=_in_place(request),
            form_token=self._desk.access.form_token(session),
        )


def _next_to_do(desk: Desk) -> str:
    """The address of the part of the page where there is something to do."""
    tournament = desk.held.state().tournament
    playing = last_in_play(tournament)
    if playing is not None:
        published = playing in publications(desk.held.timeline())
        return f"/results/{playing}" if published else f"/boards/{playing}"
    number = tournament.round_to_draw()
    if number is None:
        return f"/standings/{tournament.rules.rounds}"
    return f"/players/{number}"


def _in_place(request: Request) -> bool:
    return request.headers.get("hx-request") == "true"


async def _static(request: Request) -> Response:
    held = _STATIC.get(request.path_params["name"])
    if held is None:
        raise HTTPException(404)
    content, kind = held
    return Response(content, media_type=kind, headers={"cache-control": _AN_HOUR})


def _statics() -> dict[str, tuple[bytes, str]]:
    found = {}
    for path in files(__package__).joinpath("static").iterdir():
        kind = _KINDS.get(path.name.rpartition(".")[2])
        if kind is not None:
            found[path.name] = path.read_bytes(), kind
    return found


_STATIC = _statics()


async def _refused(request: Request, error: Exception) -> Response:
    """Refuse a request in a sentence, as a page or within one."""
    assert isinstance(error, HTTPException)
    said = error.detail
    if _in_place(request):
        page = rendered("message.html", refused=said)
        return HTMLResponse(page, error.status_code, headers=error.headers)
    if error.status_code == 403:
        return HTMLResponse(rendered("closed.html"), 403)
    return PlainTextResponse(f"{said}\n", error.status_code, headers=error.headers)
