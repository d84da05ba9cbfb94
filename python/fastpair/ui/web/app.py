"""The addresses of the server, put together behind its guard."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, asynccontextmanager, nullcontext, suppress
from typing import TYPE_CHECKING, Protocol

from starlette.applications import Starlette
from starlette.convertors import Convertor, register_url_convertor
from starlette.requests import Request
from starlette.routing import Mount, Route

from .boards import BOARDS
from .director_pages import DirectorPages
from .files import FILES
from .guard import Guard
from .live import Live
from .log import LOG
from .players import PLAYERS
from .prints import PRINTS
from .prizes import PRIZES
from .public_pages import PublicPages
from .refusals import not_found, refusals
from .results import RESULTS
from .rules import RULES
from .spoken import Spoken
from .standings import STANDINGS
from .statics import static
from .teams import TEAMS

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Collection, Sequence
    from contextlib import AbstractAsyncContextManager

    from starlette.routing import BaseRoute
    from starlette.types import Receive, Scope, Send

    from ..api.service import Service
    from .asking import Desk
    from .public import PublicWork
    from .sessions import Sessions


_PARTS = (RULES, PLAYERS, TEAMS, BOARDS, RESULTS, STANDINGS, PRIZES, PRINTS, FILES, LOG)


class Site(Protocol):
    """What a server shows."""

    @property
    def routes(self) -> Sequence[BaseRoute]:
        """Its addresses."""

    async def missing(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer whatever leads nowhere."""

    def watching(self) -> AbstractAsyncContextManager[None]:
        """Tell the browsers of changes meanwhile."""

    def close(self) -> None:
        """Let every browser go that waits for changes."""


class NoPages:
    """A server that answers other programs alone."""

    routes: Sequence[BaseRoute] = ()

    async def missing(self, scope: Scope, receive: Receive, send: Send) -> None:
        """There is no page at all."""
        raise not_found()

    def watching(self) -> AbstractAsyncContextManager[None]:
        """There is nothing to tell."""
        return nullcontext()

    def close(self) -> None:
        """Nobody waits."""


class _Round(Convertor[int]):
    """The number of a round in an address; whatever else stands there leads to no page."""

    regex = "[1-9][0-9]?"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


register_url_convertor("round", _Round())


class Tournament:
    """A tournament with its pages.

    Parameters
    ----------
    desk
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
        desk: Desk,
        most: int,
        sessions: Sessions,
        work: PublicWork,
        service: Service | None = None,
    ) -> None:
        self.desk, self.live = desk, Live(desk, most)
        director = DirectorPages(desk, self.live, sessions, _PARTS)
        hall = PublicPages(desk, self.live, work)
        self.routes = [
            Route("/", director.entrance),
            Route("/leave", director.leave, methods=["POST"]),
            Route("/events", director.events),
            Route("/hall", hall.hall),
            Route("/hall/screen", hall.hall_screen),
            Route("/hall/standings", hall.hall_standings),
            Route("/hall/wallist", hall.hall_wall_list),
            Route("/hall/mine", hall.hall_mine),
            Route("/hall/events", hall.hall_events),
            Route("/table/{seat}", hall.table, methods=["GET", "POST"]),
            Route("/boards/{number:round}/prices", director.prices),
            Route("/players/{number:round}/known", director.known),
            Route("/players/{number:round}/ratings", director.ratings, methods=["POST"]),
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
        """Let every browser go that waits for changes."""
        self.live.close()


def application(
    site: Site,
    sessions: Sessions,
    hosts: Collection[str],
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
    hosts
        Names with port that the server answers to.
    public
        Where browsers find the server by another way; empty if they do not.
    service
        Answers other programs, if they may ask.
    """

    @asynccontextmanager
    async def watched(_: Starlette) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(site.watching())
            if service is not None:
                await stack.enter_async_context(service.running())
            yield

    routes = [Route("/static/{name}", static), *site.routes]
    if service is not None:
        routes.append(Mount("/v1", app=service))
    refused = dict(refusals(sessions, pages=bool(site.routes)))
    app = Starlette(routes=routes, lifespan=watched, exception_handlers=refused)
    app.router.default = site.missing
    app.router.redirect_slashes = False
    return Guard(Spoken(app), hosts, public)
