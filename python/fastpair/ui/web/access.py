"""Roles and sessions, checks of requests, and limits of connections."""

from __future__ import annotations

import hmac
import re
import secrets
import select
from base64 import urlsafe_b64encode
from collections import Counter
from dataclasses import dataclass, replace
from enum import Enum
from hashlib import sha256
from threading import Lock
from time import monotonic, time
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from uvicorn.protocols.http.h11_impl import H11Protocol

from ...sentences import marked
from ..api.service import Attempts, is_for_programs, malformed, same
from .network import is_loopback
from .store import EventAddress, Helper, SignIn

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Mapping

    from starlette.requests import Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send
    from uvicorn.protocols.http.h11_impl import RequestResponseCycle

    from ...go.tournament import Game
    from .network import Network
    from .store import ServerSettings, Sidecar


_TOKEN_BYTES = 24
_MAC_BYTES = 18

_SECONDS_OF_DAY = 86400

_MOST_SESSIONS = 100
"""Browsers that are known at a time; the oldest is forgotten first."""

_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Those of the codes on slips: none is taken for another one when it is read and typed."""

_CODE_LENGTH = 8
"""Letters of such a code. It is one of 31^8, and the server reads only a few wrong ones of a table in a minute."""

_PLAYER_CODE_LENGTH = 6
"""Letters of the code of a player, of whom a few wrong ones are read in a quarter of an hour."""

_ALL = EventAddress()
"""Where helpers are of all tournaments of a server."""

_SEAT = re.compile(
    rf"([1-9][0-9]{{0,2}})\.([1-9][0-9]{{0,6}})\.([A-Za-z2-9]{{{_CODE_LENGTH}}}|[A-Za-z0-9_-]{{24}})",
    re.ASCII,
)
"""The end of the address of a table: round, table and code; slips of earlier versions have codes of 24 letters."""


@dataclass(frozen=True, slots=True)
class SlipTable:
    """A table of a round, as the address on a slip names it."""

    round: int
    table: int
    mac: str
    """Proves that the director's server has made the address."""


class Role(Enum):
    """The permissions of a browser that has shown a token."""

    DIRECTOR = "director"
    """Everything."""

    HELPER = "helper"
    """See and enter results, and say who is present."""


class Access:
    """Tokens and sessions of a server.

    Parameters
    ----------
    sidecar
        Keeps the helpers and sessions, for all servers of the file and for their next runs.
    sign_in_days
        After how many days a sign-in of the director ends.
    """

    def __init__(self, sidecar: Sidecar, sign_in_days: int) -> None:
        self._sidecar, self._lock = sidecar, Lock()
        self._sign_in_seconds = sign_in_days * _SECONDS_OF_DAY
        self._token = -1, ""
        self.attempts = Attempts()
        self.arrivals = Attempts(most=30)
        """Wrong guesses of who checks in by phone, by address: a hall may share one."""
        self.arrivals_of_player = Attempts(most=2, seconds=_SECONDS_OF_DAY)
        """Wrong guesses of a check-in by phone, by player: a birth year is one of few."""
        self._links: set[str] = set()
        self._opened_by_link: set[str] = set()
        """Digests of sessions. They are kept in memory alone: no file that comes from elsewhere adds to them."""
        self._forms = hmac.digest(bytes.fromhex(sidecar.settings.key), b"forms", sha256)

    @property
    def token(self) -> str:
        """Makes a browser the director's; new in every run, and after the other browsers were signed out."""
        times = self._sidecar.settings.revoked.get(Role.DIRECTOR.value, 0)
        with self._lock:
            if self._token[0] != times:
                self._token = times, secrets.token_urlsafe(_TOKEN_BYTES)
                self._links.clear()
            return self._token[1]

    @property
    def helpers(self) -> Mapping[str, Helper]:
        """The helpers by their names, in the order in which they were added."""
        return self._sidecar.settings.helpers

    def token_of(self, session: str) -> str:
        """The token that opens another session for whoever has this one; empty if nobody has."""
        found = self.sign_in(session)
        if found is None:
            return ""
        return self.helpers[found.helper].token if found.helper else self.token

    def link(self) -> str:
        """A token that opens one browser: other programs can read with what a browser is started."""
        token = secrets.token_urlsafe(_TOKEN_BYTES)
        if self.token:  # which forgets links that were made before a log-out
            self._links.add(token)
        return token

    def is_opened_by_link(self, session: str) -> bool:
        """Whether a session is that of a browser that was opened on this machine, in this run of the server."""
        return _digest(session) in self._opened_by_link

    def holder_of(self, token: str) -> SignIn | None:
        """Whose token it is, signed in now; None if it is not valid."""
        own, links = self.token, tuple(self._links)
        if any(same(token, each) for each in (own, *links)):
            return SignIn(role=Role.DIRECTOR.value, time=time())
        found = [name for name, each in self.helpers.items() if same(token, each.token)]
        return SignIn(role=Role.HELPER.value, time=time(), helper=found[0]) if found else None

    def open_session(self, token: str) -> str | None:
        """Open a session for a token; None if it is not valid."""
        holder = self.holder_of(token)
        if holder is None:
            return None
        with self._lock:
            times, own = self._token
            if not holder.helper and token not in self._links and not same(token, own):
                return None  # another browser has opened the link in this moment
            session = secrets.token_urlsafe(_TOKEN_BYTES)
            if token in self._links:
                self._opened_by_link.add(_digest(session))
                self._links.remove(token)

        def add_session(settings: ServerSettings) -> ServerSettings:
            helper = settings.helpers.get(holder.helper)
            if holder.helper and (helper is None or not same(token, helper.token)):
                return settings  # removed in this moment
            if not holder.helper and settings.revoked.get(holder.role, 0) != times:
                return settings  # logged out in this moment, by another server
            sessions = {
                **_without(settings, self._is_over).sessions,
                _digest(session): holder,
            }
            return replace(settings, sessions=dict([*sessions.items()][-_MOST_SESSIONS:]))

        self._sidecar.change(add_session, can_wait=True)
        return session if self.role_of(session) else None

    def sign_in(self, session: str) -> SignIn | None:
        """Who has a session; None if nobody has, or it has ended."""
        # Sessions are kept by their digests: who reads the file that keeps them learns none.
        settings = self._sidecar.settings
        found = settings.sessions.get(_digest(session))
        if found is None or self._is_over(found):
            return None
        return None if found.helper and found.helper not in settings.helpers else found

    def role_of(self, session: str) -> Role | None:
        """The role of a session; None if there is none."""
        found = self.sign_in(session)
        return next((role for role in Role if found and role.value == found.role), None)

    def _is_over(self, found: SignIn) -> bool:
        """Whether the time of a sign-in has passed; those of helpers end when they are removed."""
        is_old = time() - found.time > self._sign_in_seconds
        return found.role == Role.DIRECTOR.value and is_old

    def end(self, session: str) -> None:
        """End a session."""
        ended = _digest(session)

        def end_session(settings: ServerSettings) -> ServerSettings:
            sessions = {key: each for key, each in settings.sessions.items() if key != ended}
            return replace(settings, sessions=sessions)

        self._sidecar.change(end_session, can_wait=True)

    def count_sessions(self, role: Role, helper: str = "") -> int:
        """The number of browsers with a role, or of a helper."""
        return sum(
            (each.role, each.helper) == (role.value, helper) and not self._is_over(each)
            for each in self._sidecar.settings.sessions.values()
        )

    def helpers_of(self, event: EventAddress) -> Mapping[str, Helper]:
        """The helpers of a tournament."""
        return {name: each for name, each in self.helpers.items() if each.is_of(event)}

    def helper_of(self, session: str) -> Helper | None:
        """The helper who has a session; None if it is somebody else's."""
        found = self.sign_in(session)
        return None if found is None else self.helpers.get(found.helper)

    def add_helper(self, name: str, tables: str, event: EventAddress = _ALL) -> None:
        """Add a helper, or give the one of this name other tables.

        Parameters
        ----------
        tables
            As of `Helper`.
        event
            The tournament; by default all.
        """

        def add(settings: ServerSettings) -> ServerSettings:
            former = settings.helpers.get(name)
            if former is not None and former.is_of(event):
                token = former.token
            else:  # a code of a former tournament of this name opens nothing of this one
                token = secrets.token_urlsafe(_TOKEN_BYTES)
                settings = _without(settings, lambda each: each.helper == name)
            helper = Helper(token=token, tables=tables, event=event.base, identity=event.identity)
            return replace(settings, helpers={**settings.helpers, name: helper})

        self._sidecar.change(add)

    def remove_helper(self, name: str) -> None:
        """Remove a helper, and end all sessions of theirs."""

        def remove(settings: ServerSettings) -> ServerSettings:
            helpers = {key: each for key, each in settings.helpers.items() if key != name}
            settings = _without(settings, lambda each: each.helper == name)
            return replace(settings, helpers=helpers)

        self._sidecar.change(remove, can_wait=True)

    def sign_out_others(self, session: str) -> None:
        """End all sessions of the director but this one; another token opens new ones."""
        stays = _digest(session)

        def end_sessions(settings: ServerSettings) -> ServerSettings:
            name = Role.DIRECTOR.value
            sessions = {
                key: each
                for key, each in settings.sessions.items()
                if each.role != name or key == stays
            }
            times = settings.revoked.get(name, 0) + 1
            return replace(settings, sessions=sessions, revoked={**settings.revoked, name: times})

        self._sidecar.change(end_sessions, can_wait=True)

    def form_token(self, holder: str) -> str:
        """The token of a form, so that no other page can send it.

        Parameters
        ----------
        holder
            The session of the director, or the address of a table.
        """
        return _text(hmac.digest(self._forms, holder.encode(), sha256))

    def is_form_token(self, token: str, holder: str) -> bool:
        """Whether a form is one that was given to this holder."""
        return same(token, self.form_token(holder))


class TableAddresses:
    """The addresses of the tables of a tournament, which only their players know.

    Parameters
    ----------
    key
        Secret of the tournament, which signs them.
    """

    def __init__(self, key: bytes) -> None:
        self._key = key
        self.identity = _text(hmac.digest(key, b"event", sha256))
        """Tells the tournament from others; nobody learns the key by it."""

    def seat(self, game: Game) -> str:
        """The end of the address of a table, which only its two players know."""
        return f"{game.round}.{game.table}.{_code(self._mac(game))}"

    @staticmethod
    def read_seat(address: str) -> SlipTable | None:
        """The table that an address names, whoever made it; None if it names none."""
        found = _SEAT.fullmatch(address)
        if found is None:
            return None
        code = found[3].lower() if len(found[3]) == _CODE_LENGTH else found[3]
        return SlipTable(int(found[1]), int(found[2]), code)

    def admits(self, seat: SlipTable, game: Game) -> bool:
        """Whether an address was made for this game: round, table and both players."""
        mac = self._mac(game)
        expected = _code(mac) if len(seat.mac) == _CODE_LENGTH else _text(mac)
        return (seat.round, seat.table) == (game.round, game.table) and same(seat.mac, expected)

    def player_code(self, key: str) -> str:
        """The code with which a player checks in by phone."""
        text = f"player\0{key}".encode("utf-8", "surrogateescape")
        return _code(hmac.digest(self._key, text, sha256))[:_PLAYER_CODE_LENGTH]

    def captain_code(self, team: str) -> str:
        """The code with which the captain of a team sends line-ups."""
        text = f"captain\0{team}".encode("utf-8", "surrogateescape")
        return _code(hmac.digest(self._key, text, sha256))

    def _mac(self, game: Game) -> bytes:
        # Colours may be exchanged after the slips are printed; players may not.
        text = "\0".join(["table", str(game.round), str(game.table), *sorted(game.players)])
        return hmac.digest(self._key, text.encode("utf-8", "surrogateescape"), sha256)


def _without(settings: ServerSettings, ends: Callable[[SignIn], bool]) -> ServerSettings:
    """The settings without the sessions that are to end."""
    sessions = {key: each for key, each in settings.sessions.items() if not ends(each)}
    return replace(settings, sessions=sessions)


def _digest(session: str) -> str:
    return sha256(session.encode("utf-8", "surrogatepass")).hexdigest() if session else ""


def _code(mac: bytes) -> str:
    """A code that can be typed."""
    number, letters = int.from_bytes(mac[:_MAC_BYTES], "big"), ""
    for _ in range(_CODE_LENGTH):
        number, letter = divmod(number, len(_LETTERS))
        letters += _LETTERS[letter]
    return letters


def _text(mac: bytes) -> str:
    return urlsafe_b64encode(mac[:_MAC_BYTES]).decode("ascii")


_HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
"""Of every answer that does not say otherwise itself.

A form must not be sent without a referrer, since browsers then leave out its origin too.
"""

READING = ("GET", "HEAD")
"""The methods that change nothing."""


class Guard:
    """An application behind checks of where a request comes from.

    The name of the host protects from pages that let their name lead here (DNS rebinding), the
    origin from pages that send forms here. Requests of programs show a key, which no such page has.

    Parameters
    ----------
    app
        The application.
    network
        Knows the names with port that the machine is asked by.
    public
        Where browsers find the server by another way, such as ``https://go.example.org``; empty if they
        do not.
    """

    def __init__(self, app: ASGIApp, network: Network, public: str = "") -> None:
        self._app, self._network, self._public = app, network, public

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        refusal = None
        if not is_for_programs(scope["path"]):
            refusal = self._refuse(scope["method"], scope["scheme"], Headers(scope=scope))
        await (refusal or self._app)(scope, receive, guarded)

    def _refuse(self, method: str, scheme: str, headers: Headers) -> PlainTextResponse | None:
        hosts = headers.getlist("host")
        known = (*self._network.hosts, *self._public.split("://")[1:])
        if len(hosts) != 1 or hosts[0].lower() not in known:
            return PlainTextResponse("This server has another name.\n", 421)
        if method in READING:
            return None
        origin, site = headers.get("origin"), headers.get("sec-fetch-site")
        if (origin or site) is None:
            return PlainTextResponse("The browser does not say which page sent the form.\n", 403)
        own = (None, f"{scheme}://{hosts[0]}", self._public or None)
        if origin not in own or site not in (None, "same-origin"):
            return PlainTextResponse("The form comes from a page of somebody else.\n", 403)
        return None


_FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip")
"""Headers of a request that has come through another server."""


def is_from_here(request: Request) -> bool:
    """Whether a request seems to come from a browser on the machine of the server.

    A proxy there connects from there too: the name that the browser has asked for, the page that sends a form, and
    what the proxy adds tell it from a browser, unless it changes the names and adds nothing.
    """
    ends = [request.scope.get("server"), request.scope.get("client")]
    names = [request.url.hostname]
    if request.method not in READING:
        names.append(urlsplit(request.headers.get("origin", "")).hostname)
    names += [end and end[0] for end in ends]
    is_forwarded = any(name in request.headers for name in _FORWARDED)
    return not is_forwarded and all(name and is_loopback(name) for name in names)


_BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
"""By a word of the header; most browsers name those below themselves, too."""

_SYSTEMS = {
    "Android": "Android",
    "iPhone": "iOS",
    "iPad": "iPadOS",
    "CrOS": "ChromeOS",
    "Windows": "Windows",
    "Mac OS": "macOS",
    "Linux": "Linux",
}


OTHER_BROWSER = marked("another browser")


def browser_of(request: Request) -> str:
    """The name of a browser and its system, such as ``Firefox on Linux``.

    Nothing else of what it says of itself is kept: neither its version nor what it invents.
    """
    agent = request.headers.get("user-agent", "")
    name = next((name for word, name in _BROWSERS.items() if word in agent), OTHER_BROWSER)
    system = next((f" on {name}" for word, name in _SYSTEMS.items() if word in agent), "")
    return name + system


ACCEPTED_AT_ONCE = 16
"""Connections that are accepted before any of them is looked at."""

_DESCRIPTORS = 8192
"""Descriptors that are asked of the system."""

_RESERVE = 100
"""Descriptors for files, and for connections that are accepted before others have given way."""

_SHARE = 8
"""Where there is no more room, one connection in so many gives way."""

_TO_ASK = 15.0
"""Seconds in which a request has to come, headers and form; of a form whose sender is known, the next part of it."""

_TO_TAKE = 60.0
"""Seconds in which an answer has to be taken."""


def descriptors() -> int:
    """Descriptors that this process may have, after the limit is raised as far as it can be."""
    try:
        import resource
    except ModuleNotFoundError:  # Windows has no such limit
        return _DESCRIPTORS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    has, may = (_DESCRIPTORS if n == resource.RLIM_INFINITY else n for n in (soft, hard))
    number = max(has, min(may, _DESCRIPTORS))
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (number, hard))
    except (OSError, ValueError):
        return has
    return number


class Connection(H11Protocol):
    """A connection that knows whose it is, and how long it has been waiting.

    What answers its requests finds it as ``connection`` in the state of the request.
    """

    limiter: ConnectionLimiter
    """Where it belongs; every server has a class of its own."""

    def __init__(self, *, app_state: Mapping[str, Any], **others: Any) -> None:  # noqa: ANN401
        super().__init__(app_state={**app_state, "connection": self}, **others)
        self.directors = False
        """Whether the director has asked something by it."""
        self.listens = False
        """Whether it waits for changes."""
        self.since = self._received = monotonic()
        self._seen: tuple[object, ...] = (None, True, False)
        self._known: RequestResponseCycle | None = None
        """The request whose sender is known."""

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

    def trust(self) -> None:
        """Let the rest of the request take its time, as long as something comes: its sender is known."""
        self._known = self.cycle

    def data_received(self, data: bytes) -> None:
        """Take what has come."""
        self._received = monotonic()
        super().data_received(data)

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no request, to programs by a document."""
        if not self.limiter.programs:
            super().send_400_response(msg)
            return
        content = malformed()
        head = (
            "HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\n"
            f"content-length: {len(content)}\r\nconnection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + content)
        self.transport.close()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Join the connections of the server."""
        super().connection_made(transport)
        self.limiter.enter(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Leave the connections of the server."""
        self.limiter.leave(self)
        super().connection_lost(exc)

    def is_late(self, now: float) -> bool:
        """Whether it has been doing the same for too long."""
        doing = (self.cycle, self.asks, self.rests)
        if doing != self._seen:
            self._seen, self.since = doing, now
        if self.rests:
            return False
        if self.asks:
            is_known = (
                self._known is not None and self._known is self.cycle and self.cycle.more_body
            )
            return now - (self._received if is_known else self.since) > _TO_ASK
        return not (self.directors or self.listens) and now - self.since > _TO_TAKE


class ConnectionLimiter:
    """The connections of a server.

    Whoever comes gets in. Where there is no more room, others give way: first those that have asked
    nothing, then those that wait for changes, of the address that has most of them the oldest
    first; the director's never do.

    Parameters
    ----------
    most
        Descriptors of the process.
    programs
        Whether other programs ask, too.
    """

    def __init__(self, most: int, *, programs: bool = False) -> None:
        self.programs = programs
        self.most = max(most - _RESERVE, _SHARE)
        """Connections that there may be."""
        self._connections: dict[Connection, None] = {}

    def __len__(self) -> int:
        return len(self._connections)

    def protocol(self) -> type[Connection]:
        """The class of the connections that belong here."""
        return type("Connection", (Connection,), {"limiter": self})

    def enter(self, connection: Connection) -> None:
        """Let a connection in."""
        self._connections[connection] = None
        if len(self._connections) > self.most:
            self._make_room()

    def leave(self, connection: Connection) -> None:
        """Forget a connection."""
        self._connections.pop(connection, None)

    def end_at(self, host: str) -> None:
        """End the connections to one of the addresses of this machine."""
        self._end(
            [
                each
                for each in self._connections
                if each.transport.get_extra_info("sockname", ("",))[0] == host
            ]
        )

    async def sweep(self) -> None:
        """End what has been waiting for too long."""
        now = monotonic()
        self._end([each for each in self._connections if each.is_late(now)])

    def _make_room(self) -> None:
        crowd = Counter(each.address for each in self._connections)
        others = [each for each in self._connections if not each.directors]
        senders = _with_something_to_read(others)

        def order(each: Connection) -> tuple[int, int]:
            busy = 1 if each.listens else 2 if not each.asks or each in senders else 0
            return busy, -crowd[each.address]

        others.sort(key=order)
        self._end(others[: self.most // _SHARE])

    def _end(self, connections: list[Connection]) -> None:
        for each in connections:
            self.leave(each)
            each.transport.abort()


def _with_something_to_read(connections: list[Connection]) -> set[Connection]:
    """The connections with unread bytes."""
    if not hasattr(select, "poll"):
        return set()
    poll, by_number = select.poll(), {}
    for each in connections:
        number = each.transport.get_extra_info("socket").fileno()
        if number >= 0:
            by_number[number] = each
            poll.register(number, select.POLLIN)
    return {by_number[number] for number, _ in poll.poll(0)}
