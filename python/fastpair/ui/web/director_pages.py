"""The addresses that only the director's browsers may ask for."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from anyio import to_thread
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, RedirectResponse

from ...app.edits.players_know import PlayersKnowError
from ...app.history.publication import publications
from ...app.state import last_in_play
from ...errors import FastpairError, PlayedScoresError
from ...go.standings import last_complete_round
from ...report.text import counted
from .access import Role
from .answers import panel, shown
from .asking import EVEN_SO, LONGEST_LIST, PLAYERS_KNOW, Asked, form_of, upload_of
from .browsers import browser_of
from .files import downloaded, everything
from .held import Told
from .log import undo_change
from .prints import PRINTS_BY_NAME, codes_page, printed
from .seats import swaps_of
from .sessions import is_in_place

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from .asking import Desk
    from .live import Live
    from .parts import Part
    from .sessions import Sessions

__all__ = ["DirectorPages"]

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

    async def entrance(self, request: Request) -> Response:
        """Let the director in by the token, and show where there is something to do."""
        token = request.query_params.get("token")
        if token is None:
            parts = self._parts_of(self._sessions.of(request))
            if not parts:
                return RedirectResponse(f"{self._desk.base}/hall", 303)
            next_to_do = _next_to_do if len(parts) > 1 else _results
            place = await to_thread.run_sync(next_to_do, self._desk)
            return RedirectResponse(f"{self._desk.base}{place}", 303)
        return self._sessions.admitted(request, token, f"{self._desk.base}/")

    async def leave(self, request: Request) -> Response:
        """Log a browser out."""
        await self._form(request, self._sessions.required(request, Role.RESULTS.value))
        answer = RedirectResponse(f"{self._desk.base}/hall", 303)
        self._sessions.end(request, answer)
        return answer

    async def part(self, request: Request) -> Response:
        """A part of the page."""
        asked = await self._asked(request, dict(request.query_params))
        part = self._by_name[request.path_params["part"]]
        return await to_thread.run_sync(
            shown, asked, part, self._parts_of(self._sessions.of(request))
        )

    async def panel(self, request: Request) -> Response:
        """What is shown beside a list."""
        asked = await self._asked(request, dict(request.query_params))
        part, name = self._by_name[request.path_params["part"]], request.path_params["name"]
        if name not in part.panels:
            raise HTTPException(404)
        return await to_thread.run_sync(panel, asked, part, self._parts, name)

    async def act(self, request: Request) -> Response:
        """Do what a form asks for."""
        session = self._sessions.required(request, request.path_params["part"])
        part, name = self._by_name.get(request.path_params["part"]), request.path_params["name"]
        acts = {} if part is None else {**part.acts, **_EVERYWHERE}
        if part is None or name not in acts:
            raise HTTPException(404)
        fields = await self._form(request, session, long=name in part.long)
        asked = await self._asked(request, fields)

        def work() -> Response:
            try:
                told = acts[name](asked)
            except PlayedScoresError as error:
                told = Told(refused=error.said, confirmed={**fields, EVEN_SO: "yes"})
            except PlayersKnowError as error:
                told = Told(refused=error.said, confirmed={**fields, PLAYERS_KNOW: "yes"})
            except FastpairError as error:
                told = Told(refused=error.said)
            now = replace(asked, state=self._desk.held.state())
            return shown(now, part, self._parts_of(session), told, name)

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

    async def known(self, request: Request) -> Response:
        """Who may be meant by the beginning of a name, by the rating lists."""
        asked = await self._asked(request, dict(request.query_params), "players")
        typed = asked.fields.get("name", "")[:_LONGEST_NAME]
        return JSONResponse(await to_thread.run_sync(asked.desk.lists.beginning, typed))

    async def ratings(self, request: Request) -> Response:
        """Keep a rating list that is sent."""
        session = self._sessions.required(request, "players")
        _, content, form_token = await upload_of(request)
        if not self._desk.access.is_form_token(form_token, session):
            raise HTTPException(403, "The page is too old. Open it again.")
        asked = await self._asked(request, {}, "players")

        def work() -> Response:
            try:
                found = asked.desk.lists.take(content)
                number = counted(len(found.entries), "player")
                told = Told(
                    lines=(f"the list of the {found.title} is here: {number}",),
                    warned=found.remarks,
                )
            except FastpairError as error:
                told = Told(refused=error.said)
            return shown(asked, self._by_name["players"], self._parts_of(session), told)

        return await to_thread.run_sync(work)

    async def download(self, request: Request) -> Response:
        """The tournament in another format."""
        asked = await self._asked(request, dict(request.query_params), "files")
        return await to_thread.run_sync(downloaded, asked)

    async def archive(self, request: Request) -> Response:
        """All that is kept of the tournament."""
        asked = await self._asked(request, {}, "files")
        return await to_thread.run_sync(everything, asked)

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
        self._sessions.required(request, Role.RESULTS.value)
        return self._live.for_director()

    async def _form(self, request: Request, session: str, *, long: bool = False) -> dict[str, str]:
        """The fields of a form that a page of this session has sent."""
        fields = await (form_of(request, LONGEST_LIST) if long else form_of(request))
        typed = request.headers.get("x-form", fields.get("form_token", ""))
        if not self._desk.access.is_form_token(typed, session):
            raise HTTPException(403, "The page is too old. Open it again.")
        return fields

    def _parts_of(self, session: str) -> tuple[Part, ...]:
        """The parts that a session may see."""
        role = self._desk.access.role_of(session)
        if role is Role.DIRECTOR:
            return self._parts
        return tuple(part for part in self._parts if role is not None and part.name == role.value)

    async def _asked(self, request: Request, fields: dict[str, str], part: str = "") -> Asked:
        session = self._sessions.required(request, request.path_params.get("part", part))
        state = await to_thread.run_sync(self._desk.held.state)
        number = request.path_params["number"]
        if request.path_params.get("part", "boards") not in self._by_name:
            raise HTTPException(404)
        if not 1 <= number <= state.tournament.rules.rounds:
            raise HTTPException(404)
        role = self._desk.access.role_of(session)
        way_in = "page" if role is Role.DIRECTOR else "page of results only"
        return Asked(
            desk=self._desk,
            state=state,
            number=number,
            fields=fields,
            seen=request.headers.get("x-seen", fields.get("seen", "")),
            door=f"{way_in}, {browser_of(request)}",
            in_place=is_in_place(request),
            form_token=self._desk.access.form_token(session),
            session=session,
        )


def _results(desk: Desk) -> str:
    """The address of the results of the round that is played, or was last."""
    tournament = desk.held.state().tournament
    return f"/results/{last_in_play(tournament) or max(1, last_complete_round(tournament))}"


def _next_to_do(desk: Desk) -> str:
    """The address of the part of the page where there is something to do."""
    tournament = desk.held.state().tournament
    playing = last_in_play(tournament)
    if playing is not None:
        published = playing in publications(desk.held.timeline())
        return f"/results/{playing}" if published else f"/boards/{playing}"
    number = tournament.round_to_draw() if tournament.players else 1
    if number is None:
        return f"/standings/{tournament.rules.rounds}"
    return f"/players/{number}"
