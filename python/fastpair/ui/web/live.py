"""The events that keep pages up to date, and the threads that work for everybody."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from anyio import CapacityLimiter, to_thread
from starlette.responses import PlainTextResponse, StreamingResponse

from ...app.publication.published import round_document
from ...app.round_states import is_past
from ...errors import FastpairError
from ...report.languages import language
from ..api.service import connection_of
from .cache import Cache
from .phones import table_versions
from .published import short_digest, shown, view_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping
    from datetime import datetime

    from starlette.requests import Request
    from starlette.responses import Response

    from .published import PublicState
    from .requests import TournamentServer

_Value = TypeVar("_Value")

_READING = 2
"""Answers to everybody that are made at a time."""

_WRITING = 32
"""Results of phones that are entered at a time; they may wait for the file, and nobody waits for them."""


class PublicWork:
    """The threads of a server that work for everybody, apart from those of the director.

    Whatever a browser may ask that has shown no token is answered through one of these, and from what is
    remembered of the state of a file (`Cache`): a crowd costs the director no more than two requests do.
    """

    def __init__(self) -> None:
        self._reading, self._writing = CapacityLimiter(_READING), CapacityLimiter(_WRITING)

    async def read(self, work: Callable[[], _Value]) -> _Value:
        """Do what changes no file."""
        return await to_thread.run_sync(work, limiter=self._reading)

    async def write(self, work: Callable[[], _Value]) -> _Value:
        """Do what changes a file, for which it may have to wait."""
        return await to_thread.run_sync(work, limiter=self._writing)


_PAUSE = 0.4
"""Seconds between two looks at the file, which other programs change too."""

_BREATH = 0.05
"""Seconds after a change here in which its answer is made, before all others are told."""

_SILENCE = 20.0
"""Seconds after which a browser is told that the server is still there."""

CALM = 1.0
"""Seconds after an event for the hall in which results wait for others; boards that have changed do not wait."""

_FORMER = 64
"""Public states that are kept to tell a phone only what has changed; one that was away for longer asks for its page."""


def _versions(server: TournamentServer) -> tuple[str, PublicState, datetime | None]:
    """A version of the director's page, what everybody sees, and when check-in or line-ups close next."""
    state, now = shown(server)
    server.website.follow(now.public.frame)
    deadlines = (*state.deadlines.values(), *state.lineup_deadlines.values())
    closed = sum(map(is_past, deadlines))
    settings, copy = server.sidecar.settings, server.website.version
    shared = f"{settings.phones} {settings.hall} {settings.website} {copy}"
    text = f"{state.digest} {state.changes} {shared} {closed}"
    coming = (each for each in deadlines if not is_past(each))
    return short_digest(text), now.public, min(coming, default=None)


def version(server: TournamentServer) -> str:
    """A version of the director's page."""
    return _versions(server)[0]


def hall_version(server: TournamentServer) -> str:
    """A version of the public page, which changes with nothing else."""
    return shown(server)[1].public.version


def _seen(server: TournamentServer) -> object:
    """What the versions depend on, without reading the file; None if it cannot be told."""
    with suppress(FastpairError):
        return server.store.fingerprint(), server.sidecar.settings, server.website.version
    return None


class Live:
    """Whoever waits for changes.

    Parameters
    ----------
    server
        What is looked at.
    most
        Browsers of the hall that may listen at a time; three quarters of them from one address.
    """

    def __init__(self, server: TournamentServer, most: int) -> None:
        self._server, self._most = server, most
        self._versions: Mapping[object, str] = {}
        """By what a browser shows: the director's page, that of the hall, or a table by its round and number."""
        self._public: dict[str, PublicState] = {}
        """The last public states by their versions."""
        self._sent_events: Cache = Cache(_FORMER)
        self._seen: object = None
        self._deadline: datetime | None = None
        """When pages become others since check-in or line-ups close."""
        self._changed, self._hurried, self._ended = (asyncio.Event() for _ in range(3))
        self._frame, self._reframed = "", asyncio.Event()
        """A digest of what is published but for results, and whether it has become another one."""
        self._listeners: Counter[str] = Counter()

    @property
    def version(self) -> str:
        """The version of the director's page that browsers were told last."""
        return self._versions.get(version, "")

    async def watch(self) -> None:
        """Look at the file again and again."""
        while not self._ended.is_set():
            self._hurried.clear()
            await self.look()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._hurried.wait(), _PAUSE)
                await asyncio.sleep(_BREATH)

    def hurry(self) -> None:
        """Look at the file immediately after a change here."""
        self._hurried.set()

    async def look(self) -> None:
        """Tell everybody if something has changed."""
        seen = await to_thread.run_sync(_seen, self._server)
        if seen is not None and seen == self._seen and not is_past(self._deadline):
            return  # A state that was forgotten meanwhile is not read for this alone.
        try:
            own, public, self._deadline = await to_thread.run_sync(_versions, self._server)
            tables = await to_thread.run_sync(table_versions, self._server)
        except FastpairError:
            return  # It is tried again.
        self._public[public.version] = public
        for former in [*self._public][:-_FORMER]:
            del self._public[former]
        self._seen = seen
        versions: dict[object, str] = {**tables, version: own, hall_version: public.version}
        if versions != self._versions:
            self._versions = versions
            self._wake()
        if public.frame != self._frame:
            self._frame = public.frame
            self._reframed.set()
            self._reframed = asyncio.Event()

    def close(self) -> None:
        """End all waiting requests, so that the server can end."""
        self._ended.set()
        self._wake()
        self._reframed.set()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    def for_director(self) -> Response:
        """The changes of the director's page, as events for a browser."""
        return StreamingResponse(self._events(version, 0), media_type="text/event-stream")

    def for_public(self, request: Request, subject: object, pause: float) -> Response:
        """The changes of what everybody sees, or of a table, with a pause after each, as events for a browser."""
        address = request.client.host if request.client else ""
        here, all_here = self._listeners[address], self._listeners.total()
        if all_here >= self._most or 4 * here >= 3 * self._most:
            return PlainTextResponse(
                "Too many browsers listen.\n", 503, headers={"connection": "close"}
            )
        _note_listener(request)
        seen = request.headers.get("last-event-id", request.query_params.get("seen", ""))
        events = self._counted(address, self._events(subject, pause, seen))
        return StreamingResponse(events, media_type="text/event-stream")

    async def for_programs(self, request: Request) -> Response:
        """The rounds that are published, and each again when it has changed, for another program."""
        _note_listener(request)
        return StreamingResponse(self._rounds(), media_type="text/event-stream")

    async def _rounds(self) -> AsyncIterator[str]:
        sent: dict[int, str] = {}
        async for _ in self._events(hall_version, CALM):
            for number, document in (await to_thread.run_sync(self._published)).items():
                if sent.get(number) != document:
                    sent[number] = document
                    yield f"event: round\nid: {number}\ndata: {document}\n\n"
            yield ": still here\n\n"

    def _published(self) -> dict[int, str]:
        """The rounds that are published, as JSON on one line."""
        state, now = shown(self._server)
        public = view_of(state, now.frame.hall, language("en"))
        return {number: json.dumps(round_document(public, number)) for number in public.rounds}

    async def _counted(self, address: str, events: AsyncIterator[str]) -> AsyncIterator[str]:
        self._listeners[address] += 1
        try:
            async for event in events:
                yield event
        finally:
            self._listeners -= Counter({address: 1})

    async def _events(self, subject: object, pause: float, sent: str = "") -> AsyncIterator[str]:
        """What has changed since a version that was sent, and again whenever something changes."""
        while not self._ended.is_set():
            changed, reframed = self._changed, self._reframed
            now = self._versions.get(subject, sent)
            if now != sent:
                yield self._sent_events.get((sent, now), partial(self._event, sent, now))
                sent = now
                await _wait_for(reframed, pause)
            if not await _wait_for(changed, _SILENCE):
                yield ": still here\n\n"

    def _event(self, sent: str, now: str) -> str:
        """What tells a browser of a change: the results alone if nothing else is another one."""
        state = self._public.get(now)
        results = None if state is None else state.results_since(self._public.get(sent))
        if results is None:
            return f"event: state\nid: {now}\ndata: {now}\n\n"
        data = json.dumps({"version": now, "results": results}, ensure_ascii=False)
        return f"event: results\nid: {now}\ndata: {data}\n\n"


async def _wait_for(event: asyncio.Event, seconds: float) -> bool:
    """Wait for an event, without a task of its own for each of some hundred who do; whether it has come."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            return await event.wait()
    return False


def _note_listener(request: Request) -> None:
    """Let a connection wait for changes as long as it likes."""
    if (connection := connection_of(request)) is not None:
        connection.listens = True
