"""Where browsers reach a server, and how it is opened to other machines while it runs."""

from __future__ import annotations

import asyncio
import os
import socket
from contextlib import suppress
from threading import Lock
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from ...errors import RuleError
from ...files import reason
from ...sentences import Remedy, phrase

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Iterator

_PORTS = {"http": 80, "https": 443}
"""Ports that a browser leaves out."""

EVERYWHERE = ("0.0.0.0", "::")
"""Hosts that stand for all addresses of the machine."""

_SECONDS = 10
"""Until a running server has to listen, or to stop."""


class Network:
    """Where browsers reach a server.

    Parameters
    ----------
    address
        The server as the phones of the players reach it, such as ``http://192.168.1.7:8000``; empty if
        they do not.
    local_address
        The server as this machine reaches it.
    hosts
        Names with port that it is asked by.
    """

    def __init__(
        self, address: str = "", local_address: str = "", hosts: Collection[str] = ()
    ) -> None:
        self.address, self.local_address = address, local_address
        self._fixed_hosts = self.hosts = frozenset(hosts)
        self._lock = Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._opened: Any = None

    def attach(
        self,
        listen: Callable[[socket.socket], Awaitable[Any]],
        leave: Callable[[Any], Awaitable[None]],
    ) -> None:
        """Say how the server that runs in this loop listens to another socket, and leaves it again."""
        self._loop, self._listen, self._leave = asyncio.get_running_loop(), listen, leave

    @property
    def is_opened(self) -> bool:
        """Whether it was opened to other machines while it runs."""
        return self._opened is not None

    @property
    def outside(self) -> str:
        """The address by which other machines would reach it; empty if it cannot be opened to them."""
        host = next(machine_addresses(), "") if self._loop and not self.address else ""
        here = urlsplit(self.local_address)
        return f"{here.scheme}://{in_address(host)}:{here.port}" if host else ""

    def open(self) -> None:
        """Listen to other machines, too.

        Raises
        ------
        RuleError
            If it cannot be.
        """
        with self._lock:
            if not (address := self.outside):
                raise RuleError(phrase("this server cannot be opened to the network while it runs"))
            found = urlsplit(address)
            host, port = found.hostname or "", found.port or 0
            self._opened = self._run(self._listen(listening(host, port)))
            self.address, self.hosts = address, self._fixed_hosts | hosts_of(host, port)

    def close(self) -> None:
        """Listen to this machine alone, if it was opened to others."""
        with self._lock:
            if self._opened is not None:
                self.address, self.hosts = "", self._fixed_hosts
                self._run(self._leave(self._opened))
                self._opened = None

    def _run(self, work: Any) -> Any:  # noqa: ANN401 - what comes of it
        """What comes of work in the loop of the server."""
        assert self._loop is not None
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(_SECONDS)


def hosts_of(host: str, port: int) -> frozenset[str]:
    """The names, with the port, by which a browser may ask for a server that listens to a host."""
    names = {"127.0.0.1", "localhost", "[::1]", in_address(host)}
    if host in EVERYWHERE:
        names |= {in_address(address) for address in machine_addresses()}
        names |= {socket.gethostname().lower(), f"{socket.gethostname().lower()}.local"}
    plain = names if port in _PORTS.values() else set()
    return frozenset(plain | {f"{name}:{port}" for name in names})


def public_address(address: str) -> str:
    """The address of a server behind another one, as browsers send it.

    Raises
    ------
    RuleError
        If it is no such address.
    """
    try:
        found = urlsplit(address)
        host, port = found.hostname, found.port
    except ValueError:
        host, port = None, None
    plain = address.lower().removesuffix("/")
    if (
        not host
        or found.scheme not in _PORTS
        or plain != f"{found.scheme}://{found.netloc.lower()}"
        or "@" in found.netloc
        or not (address.isascii() and address.isprintable())
        or " " in address
    ):
        raise RuleError(f"expected an address such as https://go.example.org, got {address!r}")
    name = in_address(host)
    port_suffix = "" if port in (None, _PORTS[found.scheme]) else f":{port}"
    return f"{found.scheme}://{name}{port_suffix}"


def machine_addresses() -> Iterator[str]:
    """The addresses at which other machines reach this one, the likeliest first.

    Only who asks for more than the first one waits for names to be looked up.
    """
    found = set[str]()
    for address in _listed_addresses():
        if not address.startswith("127.") and address not in found:
            found.add(address)
            yield address


def _listed_addresses() -> Iterator[str]:
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # chooses an interface, and sends nothing
        yield probe.getsockname()[0]
    with suppress(OSError):
        for *_, address in socket.getaddrinfo(socket.gethostname(), None):
            yield str(address[0]).partition("%")[0]


def in_address(host: str) -> str:
    """A host as it stands in the address of a page."""
    return f"[{host}]" if ":" in host else host.lower()


def reached_by(host: str) -> tuple[str, str]:
    """A server that listens to a host, as this machine and as other ones name it; "" if they cannot."""
    name = f"[{host}]" if ":" in host else host
    if host in EVERYWHERE:
        outside = next(machine_addresses(), "")
        return "127.0.0.1", f"[{outside}]" if ":" in outside else outside
    return name, "" if is_loopback(host) else name


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches an address."""
    return host.startswith("127.") or host in ("localhost", "::1")


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens.

    Raises
    ------
    RuleError
        If the address cannot be listened to.

    Notes
    -----
    Its protocol is named, since only then asyncio sends small answers at once: without it, each
    waits for the other side, 40 milliseconds.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP
        )[0]
        opened = socket.socket(family, kind, protocol)
        try:
            if os.name == "posix":
                opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            opened.bind(address)
            opened.listen()
        except BaseException:
            opened.close()
            raise
    except OSError as error:
        raise RuleError(
            f"cannot listen to {host}, port {port}: {reason(error)}", Remedy("take a free port")
        ) from error
    return opened
