"""The addresses of a tournament's page, and what answers them."""

from __future__ import annotations

import asyncio
import re
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, nullcontext, suppress
from dataclasses import replace
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING

from anyio import CapacityLimiter, to_thread
from starlette.applications import Starlette
from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse
from starlette.routing import Mount, Route

from ...app.edits.outcome import (
    NotArrivedError,
    ReplacedResultError,
    UnconfirmedError,
)
from ...app.lookup import AmbiguousPlayerError
from ...app.round_states import last_in_play, round_to_attend
from ...errors import FastpairError, FormatError
from ...sentences import joined, phrase, phrase_many
from ..api.service import is_for_programs
from .access import Guard, Role, browser_of
from .boards import BOARDS, swaps_of
from .files import FILES, download, everything
from .hall import PublicPages
from .lists.ratings import LISTS, load_list
from .live import Live
from .log import LOG, undo_change
from .players import CHECKIN, PLAYERS
from .prints import MORE_BY_NAME, PRINTS, PRINTS_BY_NAME, printed
from .rendering import localized
from .requests import (
    CONFIRMATIONS,
    EVEN_SO,
    LONGEST_LIST,
    PageRequest,
    form_number,
    form_of,
    join_fields,
    list_upload_of,
    namesakes_in,
)
from .responses import (
    LastForms,
    is_in_place,
    not_found,
    page_error,
    refusals,
    render_page,
    render_panel,
    static,
    too_old,
)
from .results import RESULTS, replacement
from .rules import RULES
from .standings import (
    BOARD_PRIZES,
    CROSS_TABLE,
    NORMS,
    PRIZES,
    RATINGS,
    SINGLE,
    STANDINGS,
    WALL_LIST,
)
from .store import Reply
from .teams import TEAMS
from .text import LanguageMiddleware, speak_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator, Sequence
    from contextlib import AbstractAsyncContextManager

    from starlette.exceptions import HTTPException
    from starlette.responses import Response
    from starlette.routing import BaseRoute
    from starlette.types import Receive, Scope, Send

    from ...sentences import Sentence
    from ..api.service import Service
    from .live import PublicWork
    from .navigation import Part
    from .network import Network
    from .requests import TournamentServer
    from .responses import Sessions
    from .store import TournamentState


_LONGEST_NAME = 60

_HELPING = 32
"""Forms of helpers that are written together at most."""

_EVERYWHERE = {"undo": undo_change}
"""What a form does on every part of the page, by the end of its address."""


class DirectorPages:
    """The endpoints of the director's pages.

    Parameters
    ----------
    server
        What all answers share.
    live
        Who waits for changes.
    sessions
        The director's browsers.
    parts
        The parts of the page, in order.
    """

    def __init__(
        self, server: TournamentServer, live: Live, sessions: Sessions, parts: tuple[Part, ...]
    ) -> None:
        self._server, self._live, self._sessions = server, live, sessions.at(server.event)
        self._parts, self._by_name = parts, {part.name: part for part in parts}
        self._forms: LastForms[Reply] = LastForms()
        self._helping = CapacityLimiter(_HELPING)
        self._answering = Lock()
        """Held while an answer to a helper is made."""

    async def entrance(self, request: Request) -> Response:
        """Let the director in by the token, and show where there is something to do."""
        token = request.query_params.get("token")
        if token is None:
            role = self._server.access.role_of(self._sessions.of(request))
            if role is None:
                return RedirectResponse(f"{self._server.base}/hall", 303)
            place = await to_thread.run_sync(_next_place, self._server, role)
            return RedirectResponse(f"{self._server.base}{place}", 303)
        return await self._sessions.admit(request, token, f"{self._server.base}/")

    async def leave(self, request: Request) -> Response:
        """Log a browser out, once it has seen how it gets in again."""
        session = self._sessions.required(request, helper=True)
        return await self._sessions.leave(
            request, await self._form(request, session), self._server.base
        )

    async def part(self, request: Request) -> Response:
        """A part of the page, or what a link of its list opens."""
        part = self._part(request)
        opens = {} if part is None else part.opens
        for field in opens.keys() & request.query_params.keys():
            owner, _, name = opens[field].partition("/")
            return await self._panel(request, self._by_name[owner], name)
        helper = part is not None and part.is_open()
        page_request = await self._page_request(request, helper=helper)
        if part is None:
            raise self._missing(page_request)
        return await self._respond(
            page_request,
            part,
            lambda: render_page(page_request, part, self._parts_of(page_request)),
        )

    async def panel(self, request: Request) -> Response:
        """A panel of a part."""
        return await self._panel(request, self._part(request), request.path_params["name"])

    async def _panel(self, request: Request, part: Part | None, name: str) -> Response:
        helper = part is not None and part.is_open(name)
        page_request = await self._page_request(request, helper=helper)
        if part is not None and name in part.moved:
            place = f"{self._server.base}/{part.moved[name]}/{page_request.number}"
            return RedirectResponse(place, 308)
        if part is None or name not in part.panels:
            raise self._missing(page_request, part)
        return await self._respond(
            page_request,
            part,
            lambda: render_panel(page_request, part, self._parts_of(page_request), name),
        )

    async def act(self, request: Request) -> Response:
        """Do what a form asks for."""
        part, name = self._part(request), request.path_params["name"]
        helper = part is not None and part.is_open("" if name in _EVERYWHERE else name)
        session = self._sessions.required(request, helper=helper)
        acts = {} if part is None else {**part.acts, **_EVERYWHERE}
        if part is None or name not in acts:
            raise self._missing(await self._page_request(request, {}, helper=helper), part)
        fields = await self._form(request, session, long=name in part.long)
        page_request = await self._page_request(request, fields, helper=helper)

        entry = form_number(request)
        page_request = replace(page_request, form=entry)
        form = (request.url.path, "" if entry else page_request.seen, fields)

        def work() -> Response:
            with self._forms.turn(session, entry):
                return done()

        def done() -> Response:
            earlier = self._forms.answer_to(session, form, entry) or self._known_answer(entry)
            try:
                reply = (
                    acts[name](page_request)
                    if earlier is None or not (entry or self._is_last(earlier))
                    else earlier
                )
            except UnconfirmedError as error:
                reply = _question(page_request, self._message(error), error.questions)
            except AmbiguousPlayerError as error:
                choices = namesakes_in(fields, error)
                called = phrase("Several players are called {name}", name=error.text)
                reply = Reply(
                    refusal=called if choices else self._message(error), namesakes=choices
                )
            except FastpairError as error:
                reply = Reply(refusal=self._message(error))
            if reply.change is not None:
                self._forms.keep(session, form, reply, entry)
            parts = self._parts_of(page_request)
            part_to_show, number = _part_in_browser(request, parts) or (part, page_request.number)
            now = replace(
                page_request, state=self._server.store.state(), number=number, reply=reply
            )
            path = f"{part.name}/{page_request.number}/{name}"
            with nullcontext() if page_request.director else self._helpers_turn():
                return render_page(now, part_to_show, parts, reply, path)

        def work_first() -> Response:
            with self._server.store.directing():
                return work()

        if page_request.director:
            answer = await to_thread.run_sync(work_first)
        else:
            answer = await to_thread.run_sync(work, limiter=self._helping)
        self._live.hurry()
        return answer

    @contextmanager
    def _helpers_turn(self) -> Iterator[None]:
        """Answer one helper at a time, and none while the director waits for an answer."""
        with self._answering:
            self._server.store.give_way()
            yield

    async def prices(self, request: Request) -> Response:
        """The price of each swap of a player, by the ids of the others."""
        page_request = await self._page_request(request)

        def work() -> Response:
            found = swaps_of(page_request, page_request.text("key"))
            return JSONResponse({key: localized(price.text) for key, price in found.items()})

        return await to_thread.run_sync(work)

    async def suggestions(self, request: Request) -> Response:
        """Players of the rating lists whose names begin with a text."""
        page_request = await self._page_request(request)
        beginning = page_request.fields.get("name", "")[:_LONGEST_NAME]
        return JSONResponse(
            await to_thread.run_sync(
                page_request.server.lists.beginning, beginning, page_request.tournament
            )
        )

    async def ratings(self, request: Request) -> Response:
        """Keep a rating list that is sent."""
        session = self._sessions.required(request)
        file, fields = await list_upload_of(request)
        try:
            if not self._server.access.is_form_token(fields.get("form_token", ""), session):
                raise too_old()
            page_request = await self._page_request(request, {})

            def work() -> Response:
                begins = page_request.tournament.event.begins
                reply = load_list(page_request.server.lists, file, fields, begins)
                parts = self._parts_of(page_request)
                return render_page(page_request, self._by_name["lists"], parts, reply)

            return await to_thread.run_sync(work)
        except BaseException:
            file.unlink(missing_ok=True)
            raise

    async def loading(self, request: Request) -> Response:
        """How much of a rating list is loaded, in percent; nothing if it is over."""
        page_request = await self._page_request(request)
        loading = page_request.server.lists.loading
        percent = None if loading is None or loading.is_done else loading.percent
        return JSONResponse(percent)

    async def download(self, request: Request) -> Response:
        """The tournament in another format."""
        return await self._show(request, "files", download)

    async def archive(self, request: Request) -> Response:
        """An archive of all files of the tournament."""
        page_request = await self._page_request(request, {})
        return await self._respond(
            page_request, self._by_name["files"], lambda: everything(page_request)
        )

    async def printed(self, request: Request) -> Response:
        """A page to be printed."""
        name = request.path_params["name"]
        if name not in PRINTS_BY_NAME and name not in MORE_BY_NAME:
            raise self._missing(await self._page_request(request), self._by_name["prints"])
        return await self._show(request, "prints", lambda page_request: printed(page_request, name))

    async def _show(
        self, request: Request, part: str, work: Callable[[PageRequest], Response]
    ) -> Response:
        """What is made of a request in a part of the page."""
        page_request = await self._page_request(request)
        return await self._respond(page_request, self._by_name[part], lambda: work(page_request))

    async def missing(self, request: Request) -> Response:
        """Say that there is nothing at an address, and where there is something."""
        session = self._sessions.of(request)
        if not session:
            raise not_found()
        state = await to_thread.run_sync(self._server.store.state)
        raise self._missing(self._page_request_of(request, {}, session, state, 1))

    async def events(self, request: Request) -> Response:
        """Changes, for the director."""
        self._sessions.required(request, helper=True)
        return self._live.for_director()

    async def _form(self, request: Request, session: str, *, long: bool = False) -> dict[str, str]:
        """The fields of a form that a page of this session has sent."""
        fields = await (form_of(request, LONGEST_LIST) if long else form_of(request))
        token = request.headers.get("x-form", fields.get("form_token", ""))
        if not self._server.access.is_form_token(token, session):
            raise too_old()
        return fields

    def _known_answer(self, form: str) -> Reply | None:
        """The answer to a form whose change another run of the server has made."""
        entry = self._server.store.state().timeline.of_form(form)
        return None if entry is None else Reply(lines=(entry.sentence,), change=entry.number)

    def _is_last(self, reply: Reply) -> bool:
        """Whether nothing has been changed since a reply."""
        entries = self._server.store.state().timeline.entries
        return bool(entries) and entries[-1].number == reply.change

    def _message(self, error: FastpairError) -> Sentence:
        """The message of an error, without the name of the file of these pages."""
        if isinstance(error, FormatError):
            return error.message
        return error.message.without_place(self._server.store.file)

    async def _respond(
        self, request: PageRequest, part: Part, work: Callable[[], Response]
    ) -> Response:
        """The requested page, or why it cannot be shown."""
        try:
            return await to_thread.run_sync(work)
        except FastpairError as error:
            if request.in_place:
                raise
            parts, status = self._parts_of(request), 503 if isinstance(error, FormatError) else 409
            raise page_error(request, part, parts, self._message(error), status) from error

    def _missing(
        self, request: PageRequest, part: Part | None = None, message: str = ""
    ) -> HTTPException:
        """Say that there is nothing at an address, or what is wrong with it."""
        message = message or phrase("there is no page at this address")
        return page_error(request, part, self._parts_of(request), message, 404)

    def _part(self, request: Request) -> Part | None:
        """The part that an address names; None if there is none."""
        return self._by_name.get(request.path_params["part"])

    def _parts_of(self, request: PageRequest) -> tuple[Part, ...]:
        """The parts that a browser may see."""
        return tuple(
            part
            for part in self._parts
            if (request.director or part.is_open()) and part.applies(request.state)
        )

    async def _page_request(
        self, request: Request, fields: dict[str, str] | None = None, *, helper: bool = False
    ) -> PageRequest:
        """A request of the director's browser, or of a helper's; its fields are by default those of the address."""
        if fields is None:
            fields = join_fields(request.query_params.multi_items())
        session, version = self._sessions.required(request, helper=helper), self._live.version
        state = await to_thread.run_sync(self._server.store.state)
        number, last = request.path_params["number"], state.tournament.rules.rounds
        page_request = self._page_request_of(request, fields, session, state, min(number, last))
        page_request = replace(page_request, version=version)
        if number > last:
            message = phrase_many(
                "the tournament has {count} round, so that there is no round {number}",
                "the tournament has {count} rounds, so that there is no round {number}",
                last,
                number=number,
            )
            raise self._missing(
                page_request, self._by_name.get(request.path_params.get("part", "")), message
            )
        return page_request

    def _page_request_of(
        self,
        request: Request,
        fields: dict[str, str],
        session: str,
        state: TournamentState,
        number: int,
    ) -> PageRequest:
        """A request of a session that is known."""
        speak_of(state.tournament)
        access = self._server.access
        found = access.sign_in(session)
        name = "" if found is None else found.helper
        helper = access.helpers.get(name)
        return PageRequest(
            server=self._server,
            state=state,
            number=number,
            fields=fields,
            seen=request.headers.get("x-seen", fields.get("seen", "")),
            door=f"{f'helper {name}' if name else 'page'}, {browser_of(request)}",
            in_place=is_in_place(request),
            form_token=self._server.access.form_token(session),
            director=access.role_of(session) is Role.DIRECTOR,
            tables="" if helper is None else helper.tables,
            local=self._sessions.is_local(request, session),
            session=session,
        )


def _question(
    request: PageRequest, message: Sentence, questions: Sequence[UnconfirmedError]
) -> Reply:
    """Ask to confirm a change, with all questions about it."""
    fields = {CONFIRMATIONS[each.code]: "true" for each in questions}
    if EVEN_SO in fields and not request.director:
        return Reply(refusal=joined("; ", [message, phrase("only the director may change that")]))
    reply = Reply(refusal=message, confirmation={**request.fields, **fields})
    for each in questions:
        if each.agree is not None:
            reply = replace(reply, agree=each.agree)
        if isinstance(each, ReplacedResultError):
            reply = replacement(reply, each)
        elif isinstance(each, NotArrivedError):
            reply = replace(reply, lead=(f"/checkin/{each.round}", phrase("Open check-in")))
    return reply


def _part_in_browser(request: Request, parts: Sequence[Part]) -> tuple[Part, int] | None:
    """The part and the round in the browser, if it puts the answer into its page."""
    name, _, number = request.headers.get("x-place", "").rpartition("/")
    part = next((each for each in parts if each.name == name), None)
    if part is None or not is_in_place(request) or not re.fullmatch(_Round.regex, number):
        return None
    return part, int(number)


def _next_place(server: TournamentServer, role: Role) -> str:
    """The address of the part of the page where there is something to do.

    For helpers these are the results of the round that is played, or who comes to the next one.
    """
    tournament, helps = server.store.state().unit_tournament, role is Role.HELPER
    playing = last_in_play(tournament)
    if playing is not None:
        published = helps or playing in server.store.state().published
        return f"/results/{playing}" if published else f"/boards/{playing}"
    number = round_to_attend(tournament) if tournament.players else 1
    if number is None:
        return f"/{'results' if helps else 'standings'}/{tournament.rules.rounds}"
    return f"/{'checkin' if helps else 'players'}/{number}"


_PARTS = (
    RULES,
    PLAYERS,
    CHECKIN,
    TEAMS,
    LISTS,
    BOARDS,
    RESULTS,
    STANDINGS,
    CROSS_TABLE,
    SINGLE,
    WALL_LIST,
    BOARD_PRIZES,
    PRIZES,
    RATINGS,
    NORMS,
    PRINTS,
    FILES,
    LOG,
)


class Site:
    """The routes of a server; without pages, it answers other programs alone."""

    routes: Sequence[BaseRoute] = ()

    async def missing(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer whatever leads nowhere."""
        raise not_found()

    def watching(self) -> AbstractAsyncContextManager[None]:
        """Tell the browsers of changes meanwhile."""
        return nullcontext()

    def close(self) -> None:
        """Let every browser go that waits for changes."""


class _Round(IntegerConvertor):
    """The number of a round in an address; whatever else stands there leads to no page."""

    regex = "[1-9][0-9]?"


register_url_convertor("round", _Round())


class TournamentSite(Site):
    """A tournament with its pages.

    Parameters
    ----------
    server
        What all answers share.
    most
        Browsers of the hall that may listen at a time.
    sessions
        The director's browsers.
    work
        Does what everybody may ask.
    service
        Answers other programs, if they may ask.
    """

    def __init__(
        self,
        server: TournamentServer,
        most: int,
        sessions: Sessions,
        work: PublicWork,
        service: Service | None = None,
    ) -> None:
        self.server, self.live = server, Live(server, most)
        director = DirectorPages(server, self.live, sessions, _PARTS)
        hall = PublicPages(server, self.live, work)
        self.routes: list[BaseRoute] = [
            Route("/", director.entrance),
            Route("/leave", director.leave, methods=["POST"]),
            Route("/events", director.events),
            Route("/hall", hall.hall),
            Route("/hall/screen", hall.hall_screen),
            Route("/hall/standings", hall.hall_standings),
            Route("/hall/crosstable", partial(hall.hall_standings, name="crosstable")),
            Route("/hall/wallist", partial(hall.hall_standings, name="wallist")),
            Route("/hall/mine", hall.hall_mine),
            Route("/hall/team", hall.hall_team),
            Route("/hall/events", hall.hall_events),
            Route("/hall/checkin", hall.arrival, methods=["GET", "POST"]),
            Route("/hall/lineup", hall.lineup, methods=["GET", "POST"]),
            Route("/table/{seat}", hall.table, methods=["GET", "POST"]),
            Route("/table/{seat}/events", hall.table_events),
            Route("/boards/{number:round}/prices", director.prices),
            Route("/players/{number:round}/known", director.suggestions),
            Route("/lists/{number:round}/load", director.ratings, methods=["POST"]),
            Route("/lists/{number:round}/loading", director.loading),
            Route("/files/{number:round}/download", director.download),
            Route("/files/{number:round}/everything", director.archive),
            Route("/prints/{number:round}/page/{name}", director.printed),
            Route("/{part}/{number:round}", director.part),
            Route("/{part}/{number:round}/{name}", director.panel, methods=["GET"]),
            Route("/{part}/{number:round}/{name}", director.act, methods=["POST"]),
        ]
        self._director = director
        if service is not None:
            rounds = service.guarded(self.live.for_programs)
            self.routes.append(Route("/v1/events", rounds))

    async def missing(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer whatever leads nowhere."""
        await self._director.missing(Request(scope, receive, send))

    @asynccontextmanager
    async def watching(self) -> AsyncIterator[None]:
        """Tell the browsers of changes meanwhile."""
        task = asyncio.create_task(self.live.watch())
        yield
        self.close()
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task

    def close(self) -> None:
        """Let every browser go that waits for changes, and write no copy any more."""
        self.live.close()
        self.server.website.close()


def application(
    site: Site,
    sessions: Sessions,
    network: Network,
    public: str = "",
    service: Service | None = None,
) -> Guard:
    """The whole server.

    Parameters
    ----------
    site
        A tournament, or a folder of them.
    sessions
        The director's browsers.
    network
        Knows the names with port that the server answers to.
    public
        Where browsers find the server by another way; empty if they do not.
    service
        Answers other programs, if they may ask.
    """

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(site.watching())
            if service is not None:
                await stack.enter_async_context(service.running())
            yield

    routes = [Route("/static/{name}", static), *site.routes]
    if service is not None:
        routes.append(Mount("/v1", app=service))
    handlers = dict(refusals(sessions, pages=bool(site.routes)))
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers=handlers)

    async def missing(scope: Scope, receive: Receive, send: Send) -> None:
        asks_service = not site.routes or is_for_programs(scope["path"])
        await (service if service and asks_service else site.missing)(scope, receive, send)

    app.router.default = missing
    app.router.redirect_slashes = False
    return Guard(LanguageMiddleware(app), network, public)
