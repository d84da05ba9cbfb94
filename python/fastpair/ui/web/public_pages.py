"""The addresses that everybody may ask for: the hall, and the tables by their own addresses."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from ...app.edits.locked_file import PATIENCE
from .asking import form_of
from .hall import hall_mine, hall_page, hall_screen, hall_standings
from .phones import table_page
from .sessions import is_in_place

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from .asking import Desk
    from .live import Live
    from .public import PublicWork


class PublicPages:
    """What answers everybody.

    Parameters
    ----------
    desk
        What all answers share.
    live
        Who waits for changes.
    work
        Does what is asked, for all tournaments of the server.
    """

    def __init__(self, desk: Desk, live: Live, work: PublicWork) -> None:
        self._desk, self._live, self._work = desk, live, work

    async def hall(self, request: Request) -> Response:
        """The published boards, for everybody."""
        asked, in_place = dict(request.query_params), is_in_place(request)
        return await self._work.read(lambda: hall_page(self._desk, asked, in_place=in_place))

    async def hall_screen(self, request: Request) -> Response:
        """The last published round for a projector."""
        return await self._work.read(lambda: hall_screen(self._desk))

    async def hall_standings(self, request: Request) -> Response:
        """The published standings, for everybody."""
        in_place = is_in_place(request)
        return await self._work.read(lambda: hall_standings(self._desk, in_place=in_place))

    async def hall_wall_list(self, request: Request) -> Response:
        """The published standings with every game, for everybody."""
        in_place = is_in_place(request)
        return await self._work.read(
            lambda: hall_standings(self._desk, in_place=in_place, games=True)
        )

    async def hall_mine(self, request: Request) -> Response:
        """Where somebody plays, for a phone that remembers the name."""
        me = request.query_params.get("me", "")
        return await self._work.read(lambda: hall_mine(self._desk, me))

    async def table(self, request: Request) -> Response:
        """The page of a table, for its players."""
        seat = request.path_params["seat"]
        if request.method != "POST":
            return await self._work.read(lambda: table_page(self._desk, seat))
        form = await form_of(request)
        until = monotonic() + PATIENCE
        answer = await self._work.write(lambda: table_page(self._desk, seat, form, until))
        self._live.hurry()
        return answer

    async def hall_events(self, request: Request) -> Response:
        """Changes of what is published, for everybody."""
        return self._live.for_hall(request)
