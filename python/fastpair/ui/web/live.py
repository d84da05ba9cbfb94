"""Browsers that hear at once that something has changed, whoever changed it."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from contextlib import suppress
from hashlib import blake2s
from typing import TYPE_CHECKING

from anyio import to_thread
from starlette.responses import PlainTextResponse, StreamingResponse

from ...app.history.publication import publications
from ...errors import FastpairError
from .published import boards_shown, round_document
from .sessions import connection_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from starlette.requests import Request
    from starlette.responses import Response

    from .asking import Desk


_PAUSE = 0.4
"""Seconds between two looks at the file, which other programs change too."""

_BREATH = 0.05
"""Seconds after a change here in which its answer is made, before all others are told."""

_SILENCE = 20.0
"""Seconds after which a browser is told that the server is still there."""

_CALM = 3.0
"""Seconds between two events for the hall, whose phones do not ask for every result."""


def version(desk: Desk) -> str:
    """What tells one state of the director's page from another."""
    held = desk.held
    return _short(f"{held.state().digest} {len(held.timeline().entries)} {desk.beside.kept.phones}")


def hall_version(desk: Desk) -> str:
    """What tells one state of the public page from another, and nothing besides."""
    state, timeline = desk.held.state(), desk.held.timeline()

    def made() -> str:
        shown = [
            (
                game.round,
                game.table,
                *game.players,
                game.handicap,
                game.result.value,
                game.by_default,
            )
            for publication in publications(timeline).values()
            for game in boards_shown(publication, state.tournament)
        ]
        return _short(repr((state.tournament.name, desk.beside.kept.next_round, shown)))

    return state.view(("hall version", len(timeline.entries), desk.beside.kept.next_round), made)


class Live:
    """Whoever waits for changes.

    Parameters
    ----------
    desk
        What is looked at.
    most
        Browsers of the hall that may listen at a time; three quarters of them from one address.
    """

    def __init__(self, desk: Desk, most: int) -> None:
        self._desk, self._most = desk, most
        self._versions: dict[Callable[[Desk], str], str] = {}
        self._changed, self._hurried, self._ended = (asyncio.Event() for _ in range(3))
        self._listeners: Counter[str] = Counter()

    async def watch(self) -> None:
        """Look at the file again and again."""
        while not self._ended.is_set():
            self._hurried.clear()
            await self.look()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._hurried.wait(), _PAUSE)
                await asyncio.sleep(_BREATH)

    def hurry(self) -> None:
        """Look at the file at once, since it has been changed here."""
        self._hurried.set()

    async def look(self) -> None:
        """Tell everybody if something has changed."""
        fresh = dict(self._versions)
        for made in (version, hall_version):
            with suppress(FastpairError):
                fresh[made] = await to_thread.run_sync(made, self._desk)
        if fresh != self._versions:
            self._versions = fresh
            self._wake()

    def close(self) -> None:
        """Let everybody go who waits, so that the server can end."""
        self._ended.set()
        self._wake()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    def for_director(self) -> Response:
        """The changes of the director's page, as events for a browser."""
        return StreamingResponse(self._events(version, 0), media_type="text/event-stream")

    def for_hall(self, request: Request) -> Response:
        """The changes of what is published, with a pause after each, as events for a browser."""
        address = request.client.host if request.client else ""
        here, all_here = self._listeners[address], self._listeners.total()
        if all_here >= self._most or 4 * here >= 3 * self._most:
            return PlainTextResponse(
                "Too many browsers listen.\n", 503, headers={"connection": "close"}
            )
        if (connection := connection_of(request)) is not None:
            connection.listens = True
        events = self._counted(address, self._events(hall_version, _CALM))
        return StreamingResponse(events, media_type="text/event-stream")

    async def for_programs(self, request: Request) -> Response:
        """The rounds that are published, and each again when it has changed, for another program."""
        if (connection := connection_of(request)) is not None:
            connection.listens = True
        return StreamingResponse(self._rounds(), media_type="text/event-stream")

    async def _rounds(self) -> AsyncIterator[str]:
        told: dict[int, str] = {}
        async for _ in self._events(hall_version, _CALM):
            for number, document in (await to_thread.run_sync(self._published)).items():
                if told.get(number) != document:
                    told[number] = document
                    yield f"event: round\nid: {number}\ndata: {document}\n\n"
            yield ": still here\n\n"

    def _published(self) -> dict[int, str]:
        """The rounds that are published, as JSON on one line."""
        state, timeline = self._desk.held.state(), self._desk.held.timeline()
        return {
            number: json.dumps(round_document(publication, state.tournament))
            for number, publication in publications(timeline).items()
        }

    async def _counted(self, address: str, events: AsyncIterator[str]) -> AsyncIterator[str]:
        self._listeners[address] += 1
        try:
            async for event in events:
                yield event
        finally:
            self._listeners -= Counter({address: 1})

    async def _events(self, made: Callable[[Desk], str], pause: float) -> AsyncIterator[str]:
        told = ""
        while not self._ended.is_set():
            changed, now = self._changed, self._versions.get(made, told)
            if now != told:
                told = now
                yield f"event: state\ndata: {now}\n\n"
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._ended.wait(), pause)
            try:
                await asyncio.wait_for(changed.wait(), _SILENCE)
            except TimeoutError:
                yield ": still here\n\n"


def _short(text: str) -> str:
    return blake2s(text.encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()
