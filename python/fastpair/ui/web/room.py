"""Room for connections: how many there may be, how long each may take, and which gives way."""

from __future__ import annotations

import select
from collections import Counter
from time import monotonic
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Mapping

    from uvicorn.protocols.http.h11_impl import RequestResponseCycle


ACCEPTED_AT_ONCE = 16
"""Connections that are accepted before any of them is looked at."""

_WANTED = 8192
"""Descriptors that are asked of the system."""

_KEPT_BACK = 100
"""Descriptors for files, and for connections that are accepted before others have given way."""

_SHARE = 8
"""Where there is no more room, one connection in so many gives way."""

_TO_ASK = 15.0
"""Seconds in which a request has to come, headers and form."""

_TO_TAKE = 60.0
"""Seconds in which an answer has to be taken."""


def descriptors() -> int:
    """Descriptors that this process may have, after the limit is raised as far as it can be."""
    try:
        import resource
    except ModuleNotFoundError:  # Windows has no such limit
        return _WANTED
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    has, may = (_WANTED if n == resource.RLIM_INFINITY else n for n in (soft, hard))
    wanted = max(has, min(may, _WANTED))
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):
        return has
    return wanted


class Connection(H11Protocol):
    """A connection that knows whose it is, and how long it has been waiting.

    What answers its requests finds it as ``connection`` in the state of the request.
    """

    room: Room
    """Where it belongs; every server has a class of its own."""

    def __init__(self, *, app_state: Mapping[str, Any], **others: Any) -> None:  # noqa: ANN401
        super().__init__(app_state={**app_state, "connection": self}, **others)
        self.directors = False
        """Whether the director has asked something by it."""
        self.listens = False
        """Whether it waits for changes."""
        self.since = monotonic()
        self._seen: tuple[object, ...] = (None, True, False)

    @property
    def address(self) -> str:
        """The machine at the other end, or the network behind it."""
        return self.client[0] if self.client else ""

    @property
    def asks(self) -> bool:
        """Whether a request is expected that has not come yet, or not as a whole."""
        cycle: RequestResponseCycle | None = self.cycle  # uvicorn says that there always is one
        return cycle is None or cycle.response_complete or cycle.more_body

    @property
    def rests(self) -> bool:
        """Whether its last answer is finished, and nothing of another request has come; uvicorn ends it in time."""
        return self.timeout_keep_alive_task is not None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Enter the room."""
        super().connection_made(transport)
        self.room.enter(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Leave the room."""
        self.room.leave(self)
        super().connection_lost(exc)

    def is_late(self, now: float) -> bool:
        """Whether it has been doing the same for too long."""
        doing = (self.cycle, self.asks, self.rests)
        if doing != self._seen:
            self._seen, self.since = doing, now
        if self.rests:
            return False
        if self.asks:
            return now - self.since > _TO_ASK
        return not (self.directors or self.listens) and now - self.since > _TO_TAKE


class Room:
    """The connections of a server.

    Whoever comes gets in. Where there is no more room, others give way: first those that have asked
    nothing, then those that wait for changes, of the address that has most of them the oldest
    first; the director's never do.

    Parameters
    ----------
    most
        Descriptors of the process.
    """

    def __init__(self, most: int) -> None:
        self.most = max(most - _KEPT_BACK, _SHARE)
        """Connections that there may be."""
        self._held: dict[Connection, None] = {}

    def __len__(self) -> int:
        return len(self._held)

    def protocol(self) -> type[Connection]:
        """The class of the connections that belong here."""
        return type("Connection", (Connection,), {"room": self})

    def enter(self, connection: Connection) -> None:
        """Let a connection in."""
        self._held[connection] = None
        if len(self._held) > self.most:
            self._make_room()

    def leave(self, connection: Connection) -> None:
        """Forget a connection."""
        self._held.pop(connection, None)

    async def sweep(self) -> None:
        """End what has been waiting for too long."""
        now = monotonic()
        self._end([each for each in self._held if each.is_late(now)])

    def _make_room(self) -> None:
        crowd = Counter(each.address for each in self._held)
        others = [each for each in self._held if not each.directors]
        heard = _with_something_to_read(others)

        def order(each: Connection) -> tuple[int, int]:
            busy = 1 if each.listens else 2 if not each.asks or each in heard else 0
            return busy, -crowd[each.address]

        others.sort(key=order)
        self._end(others[: self.most // _SHARE])

    def _end(self, connections: list[Connection]) -> None:
        for each in connections:
            self.leave(each)
            each.transport.abort()


def _with_something_to_read(connections: list[Connection]) -> set[Connection]:
    """The connections that have been sent something which nobody has read yet."""
    if not hasattr(select, "poll"):
        return set()
    poll, by_number = select.poll(), {}
    for each in connections:
        number = each.transport.get_extra_info("socket").fileno()
        if number >= 0:
            by_number[number] = each
            poll.register(number, select.POLLIN)
    return {by_number[number] for number, _ in poll.poll(0)}
