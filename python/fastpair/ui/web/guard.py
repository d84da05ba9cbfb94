"""What is refused before any page is asked, and what every answer forbids."""

from __future__ import annotations

import socket
from contextlib import suppress
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse

from ...errors import RuleError

if TYPE_CHECKING:
    from collections.abc import Collection

    from starlette.types import ASGIApp, Message, Receive, Scope, Send


_PORTS = {"http": 80, "https": 443}
"""Ports that a browser leaves out."""

EVERYWHERE = ("0.0.0.0", "::")
"""Hosts that stand for all addresses of the machine."""

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

_READING = ("GET", "HEAD")


class Guard:
    """An application behind checks of where a request comes from.

    The name of the host protects from pages that let their name lead here (DNS rebinding), the
    origin from pages that send forms here. Requests of programs show a key, which no such page has.

    Parameters
    ----------
    app
        The application.
    hosts
        Names with port that the machine is asked by.
    public
        Where browsers find the server by another way, such as ``https://go.example.org``; empty if they
        do not.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str], public: str = "") -> None:
        self._app, self._public = app, public
        self._hosts = frozenset((*hosts, *public.split("://")[1:]))

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

        refused = None
        if not scope["path"].startswith("/v1/"):
            refused = self._refused(scope["method"], scope["scheme"], Headers(scope=scope))
        await (refused or self._app)(scope, receive, guarded)

    def _refused(self, method: str, scheme: str, headers: Headers) -> PlainTextResponse | None:
        hosts = headers.getlist("host")
        if len(hosts) != 1 or hosts[0].lower() not in self._hosts:
            return PlainTextResponse("This server has another name.\n", 421)
        if method in _READING:
            return None
        origin, site = headers.get("origin"), headers.get("sec-fetch-site")
        if (origin or site) is None:
            return PlainTextResponse("The browser does not say which page sent the form.\n", 403)
        own = (None, f"{scheme}://{hosts[0]}", self._public or None)
        if origin not in own or site not in (None, "same-origin"):
            return PlainTextResponse("The form comes from a page of somebody else.\n", 403)
        return None


def hosts_of(host: str, port: int) -> frozenset[str]:
    """The names, with the port, by which a browser may ask for a server that listens to a host."""
    names = {"127.0.0.1", "localhost", "[::1]", _in_address(host)}
    if host in EVERYWHERE:
        names |= {_in_address(address) for address in machine_addresses()}
        names |= {socket.gethostname().lower(), f"{socket.gethostname().lower()}.local"}
    plain = names if port in _PORTS.values() else set()
    return frozenset(plain | {f"{name}:{port}" for name in names})


def public_address(typed: str) -> str:
    """Where browsers find a server that is reached through another one, as they say it themselves.

    Raises
    ------
    RuleError
        If it is no such address.
    """
    try:
        found = urlsplit(typed)
        host, port = found.hostname, found.port
    except ValueError:
        host, port = None, None
    plain = typed.lower().removesuffix("/")
    if (
        not host
        or found.scheme not in _PORTS
        or plain != f"{found.scheme}://{found.netloc.lower()}"
    ):
        raise RuleError(f"expected an address such as https://go.example.org, got {typed!r}")
    if "@" in found.netloc or not typed.isascii() or not typed.isprintable() or " " in typed:
        raise RuleError(f"expected an address such as https://go.example.org, got {typed!r}")
    name = _in_address(host)
    named_port = "" if port in (None, _PORTS[found.scheme]) else f":{port}"
    return f"{found.scheme}://{name}{named_port}"


def machine_addresses() -> tuple[str, ...]:
    """The addresses at which other machines reach this one, the likeliest first."""
    found: dict[str, None] = {}
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # chooses an interface, and sends nothing
        found[probe.getsockname()[0]] = None
    with suppress(OSError):
        for *_, address in socket.getaddrinfo(socket.gethostname(), None):
            found[str(address[0]).partition("%")[0]] = None
    return tuple(address for address in found if not address.startswith("127."))


def _in_address(host: str) -> str:
    return f"[{host}]" if ":" in host else host.lower()
