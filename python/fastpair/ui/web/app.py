"""The addresses of the server, put together behind its guard."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.convertors import Convertor, register_url_convertor
from starlette.routing import Route

from .boards import BOARDS
from .director_pages import DirectorPages
from .guard import Guard
from .log import LOG
from .players import PLAYERS
from .prints import PRINTS
from .public_pages import PublicPages
from .refusals import refusals
from .results import RESULTS
from .sessions import Sessions
from .standings import STANDINGS
from .statics import static

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Collection

    from .asking import Desk
    from .live import Live

__all__ = ["application"]

_PARTS = (PLAYERS, BOARDS, RESULTS, STANDINGS, PRINTS, LOG)


class _Round(Convertor[int]):
    """The number of a round in an address; whatever else stands there leads to no page."""

    regex = "[1-9][0-9]?"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


register_url_convertor("round", _Round())


def application(
    desk: Desk, live: Live, hosts: Collection[str], cookie: str, public: str = ""
) -> Guard:
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
    public
        Where browsers find the server by another way; empty if they do not.
    """
    sessions = Sessions(desk.access, cookie, public)
    director = DirectorPages(desk, live, sessions, _PARTS)
    hall = PublicPages(desk, live)

    @asynccontextmanager
    async def watched(_: Starlette) -> AsyncIterator[None]:
        watching = asyncio.create_task(live.watch())
        yield
        live.close()
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching

    routes = [
        Route("/", director.entrance),
        Route("/leave", director.leave, methods=["POST"]),
        Route("/events", director.events),
        Route("/static/{name}", static),
        Route("/hall", hall.hall),
        Route("/hall/standings", hall.hall_standings),
        Route("/hall/events", hall.hall_events),
        Route("/table/{seat}", hall.table, methods=["GET", "POST"]),
        Route("/boards/{number:round}/prices", director.prices),
        Route("/prints/{number:round}/codes", director.codes),
        Route("/prints/{number:round}/page/{name}", director.printed),
        Route("/{part}/{number:round}", director.part),
        Route("/{part}/{number:round}/{name}", director.panel, methods=["GET"]),
        Route("/{part}/{number:round}/{name}", director.act, methods=["POST"]),
    ]
    app = Starlette(routes=routes, lifespan=watched, exception_handlers=dict(refusals(sessions)))
    app.router.redirect_slashes = False
    return Guard(app, hosts, public)
