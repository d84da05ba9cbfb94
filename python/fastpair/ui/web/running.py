"""The server: started, logged and stopped."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import logging
import os
import pkgutil
import sys
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from time import monotonic
from traceback import extract_tb
from typing import TYPE_CHECKING, Any

import fastpair

from ...app.lookup import load_methods
from ...errors import MissingExtraError, RuleError
from ...files import reason
from ...letters import visible
from ...report.html import load_templates
from ...report.languages import load_catalogs

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Collection, Hashable, Iterator
    from pathlib import Path

    import uvicorn

    from .access import Access, ConnectionLimiter, Guard
    from .app import Site
    from .network import Network


_LOGGERS = ("uvicorn.error", "asyncio")
_MOST_KINDS = 100
_LONGEST = 300


class Brief(logging.Filter):
    """Makes one line of what is logged, and drops what is like a line of the last minute.

    Parameters
    ----------
    seconds
        Between two lines of a kind.
    """

    def __init__(self, seconds: float = 60) -> None:
        super().__init__()
        self._seconds = seconds
        self._last_messages: dict[Hashable, tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is to be written; it is one line then."""
        error = record.exc_info[1] if record.exc_info else None
        first = str(record.msg).strip().partition("\n")[0]
        kind: Hashable = (record.name, first, _place(error))
        if kind not in self._last_messages and len(self._last_messages) >= _MOST_KINDS:
            kind = None
        now = monotonic()
        last, left_out = self._last_messages.get(kind, (-self._seconds, 0))
        if now - last < self._seconds:
            self._last_messages[kind] = last, left_out + 1
            return False
        self._last_messages[kind] = now, 0
        line = record.getMessage().strip().partition("\n")[0]
        if error is not None:
            reason = str(error).partition("\n")[0]
            line = f"{line}: {type(error).__name__}: {reason} ({_place(error)})"
        more = f"; {left_out} more since the last one" if left_out else ""
        record.msg, record.args = visible(f"fastpair serve: {line[:_LONGEST]}{more}"), ()
        record.exc_info = record.exc_text = record.stack_info = None
        return True


def _place(error: BaseException | None) -> str:
    """The place in the code that an error comes from."""
    frames = extract_tb(error.__traceback__) if error is not None else ()
    where = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else "unknown"
    return where if error is not None else ""


@contextmanager
def brief() -> Iterator[None]:
    """Let what the server says be brief, as long as this lasts."""
    short = Brief()
    loggers = [logging.getLogger(name) for name in _LOGGERS]
    for logger in loggers:
        logger.addFilter(short)
    try:
        yield
    finally:
        for logger in loggers:
            logger.removeFilter(short)


_SECONDS_TO_END = 2

_SECONDS_TO_REST = 75
"""Seconds that a connection may rest between two requests. A phone looks every 20 seconds, and a result is entered a
minute after its page was opened: a form that is sent while its connection is ended would be lost."""

_QUEUE = 1024
"""Connections that wait in the system until they are accepted."""


_TURN = 0.0001
"""Seconds of Python that a thread has at a time while others wait. Whoever opens a page waits for a turn after each
look at the disk, behind the threads that write results: with the usual 50 times as long, that was 8 s in a full hall, and
with 5 times as long still 3 s."""


_OBJECTS = 10_000
"""New objects between two searches for cycles, in which ended connections stay; a command makes more and ends."""


_ARENA_MAX, _ARENAS = -8, 2
"""What `mallopt` of glibc calls the number of its heaps, and how many a server has: with one for each thread, a quarter
of its memory would be free, and be found by no other thread."""


def _be_ready_for_many() -> None:
    """Let this process answer some hundred browsers at a time."""
    sys.setswitchinterval(_TURN)
    gc.set_threshold(_OBJECTS)
    gc.collect()
    gc.freeze()  # the package and the tournament stay, and are searched no more
    with suppress(AttributeError, OSError, TypeError):  # where there is no glibc
        ctypes.CDLL(None).mallopt(_ARENA_MAX, _ARENAS)


def _require_packages() -> None:
    """Refuse to start without the packages of the extra, so that none is missed at a table."""
    try:
        import segno  # noqa: F401
        import uvicorn  # noqa: F401

        from . import folder  # noqa: F401
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("fastpair"):
            raise
        raise MissingExtraError("serve", "the director's page") from error


@dataclass(frozen=True, slots=True, kw_only=True)
class Addresses:
    """The addresses of a server."""

    director: str
    """With the token, which makes a browser the director's."""

    hall: str
    """What everybody may see."""

    programs: str
    """What the addresses for other programs begin with."""


class Server:
    """A server for tournaments, which listens already, and answers from `run` on.

    Parameters
    ----------
    path
        A tournament file, or a folder, whose tournaments are served together; a file that does not exist yet
        is made on the first page of its folder. None: no pages.
    host
        Address of this machine to listen to; ``0.0.0.0`` is all of them.
    port
        Port to listen to; 0 is one that is free.
    public_url
        Where browsers find the server through another one that stands before it, such as
        ``https://go.example.org``; empty if they do not.
    certificate, key
        Files for TLS, in PEM; the key may be in the file of the certificate. None: no encryption.
    programs_key
        What other programs show who ask for draws by HTTP; None lets none of them ask.
    programs_origins
        Addresses of pages whose scripts may ask so, too, such as ``https://manager.example.org``.
    sign_in_days
        After how many days a sign-in of the director ends.

    Raises
    ------
    FormatError
        If the file cannot be read, or what is kept beside it.
    RuleError
        If the address cannot be listened to, or the certificate not be used.
    MissingExtraError
        If starlette, uvicorn or another package of the extra is not installed.
    """

    def __init__(
        self,
        path: Path | None,
        host: str,
        port: int,
        *,
        public_url: str = "",
        certificate: Path | None = None,
        key: Path | None = None,
        programs_key: str | None = None,
        programs_origins: Collection[str] = (),
        sign_in_days: int = 7,
    ) -> None:
        _require_packages()
        from ..api.service import Service
        from .access import ConnectionLimiter, descriptors
        from .app import application
        from .folder import Opened
        from .network import Network, hosts_of, listening, public_address, reached_by
        from .responses import Sessions

        if key is not None and certificate is None:
            raise RuleError("the key of a certificate is given, and no certificate")
        scheme = "http" if certificate is None else "https"
        public = public_address(public_url) if public_url else ""
        origins = [*map(public_address, programs_origins)]
        opened = Opened.of(path, sign_in_days)
        service = None
        if programs_key is not None:
            service = Service(programs_key, os.cpu_count() or 1, opened.events, origins)
        self.access: Access = opened.access
        self.folder = opened.folder
        """The folder whose tournaments are served together, if there is no single one."""
        self.read_only = opened.read_only
        """Whether nothing can be changed, since nothing can be written where the tournaments are."""
        self._socket = listening(host, port)
        port = self._socket.getsockname()[1]
        name, outside = reached_by(host)
        address = public or (f"{scheme}://{outside}:{port}" if outside else "")
        self.is_open = bool(outside) and scheme == "http"
        """Whether other machines reach it without encryption."""
        here = self._here = (certificate and public) or f"{scheme}://{name}:{port}"
        limiter = ConnectionLimiter(descriptors(), programs=service is not None)
        sessions = Sessions(self.access, f"fastpair_{port}", public)
        self.network = Network(address, here, hosts_of(host, port))
        self.site: Site = opened.site(sessions, limiter.most, service, self.network)
        self.app: Guard = application(self.site, sessions, self.network, public, service)
        self.addresses = Addresses(
            director=f"{here}/?token={self.access.token}",
            hall=f"{address or here}/hall",
            programs=f"{address or here}/v1",
        )
        self._server = self._prepare(limiter, certificate, key, bool(public))

    def _prepare(
        self,
        limiter: ConnectionLimiter,
        certificate: Path | None,
        key: Path | None,
        is_proxied: bool,
    ) -> uvicorn.Server:
        """What answers, with its certificate loaded."""
        import uvicorn

        from .access import ACCEPTED_AT_ONCE

        config = uvicorn.Config(
            self.app,
            log_config=None,
            access_log=False,
            server_header=False,
            http=limiter.protocol(),
            ws="none",
            # Only a proxy that the director has named says for whom it asks.
            proxy_headers=is_proxied,
            backlog=ACCEPTED_AT_ONCE,
            callback_notify=limiter.sweep,
            timeout_notify=1,
            timeout_keep_alive=_SECONDS_TO_REST,
            timeout_graceful_shutdown=_SECONDS_TO_END,
            ssl_certfile=certificate,
            ssl_keyfile=key,
        )
        try:
            config.load()
        except OSError as error:  # those of ssl among them
            self._socket.close()
            raise RuleError(
                f"{certificate}: no certificate with its key that can be used: {reason(error)}"
            ) from error
        ending = _ending_at_once(uvicorn.Server, self.site.close, self.network, limiter.end_at)
        server: uvicorn.Server = ending(config)
        return server

    def run(self, *, alone: bool = False) -> None:
        """Answer until the process is asked to end.

        Parameters
        ----------
        alone
            Whether the process does nothing else, and is made ready for hundreds of browsers.
        """
        if self.site.routes:
            load_package()
        if alone:
            _be_ready_for_many()
        with self._socket, brief():
            self._server.run(sockets=[self._socket])

    def link(self) -> str:
        """An address that makes one browser the director's, and no second one."""
        return f"{self._here}/?token={self.access.link()}"

    def close(self) -> None:
        """Listen no longer, if it was never run."""
        self._socket.close()

    @property
    def ready(self) -> bool:
        """Whether it answers."""
        return bool(self._server.started)

    def stop(self) -> None:
        """End what `run` does in another thread."""
        self._server.should_exit = True


def _ending_at_once(
    server: Any,  # noqa: ANN401 - a class of uvicorn
    close: Callable[[], None],
    network: Network,
    end_at: Callable[[str], None],
) -> Any:  # noqa: ANN401
    """A server that first lets the browsers go which wait for changes, and that a network can open."""

    class _Ending(server):  # type: ignore[misc]
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            for each in sockets or ():
                each.listen(
                    _QUEUE
                )  # more than are accepted at once, which is all that asyncio asks
            network.attach(self.listen, self.leave)

        async def listen(self, opened: socket.socket) -> Any:  # noqa: ANN401 - a server of asyncio
            """Answer what comes by another socket, as `uvicorn.Server.startup` does."""
            loop, config = asyncio.get_running_loop(), self.config
            more = await loop.create_server(
                lambda: config.http_protocol_class(
                    config=config, server_state=self.server_state, app_state=self.lifespan.state
                ),
                sock=opened,
                ssl=config.ssl,
                backlog=config.backlog,
            )
            opened.listen(_QUEUE)
            self.servers.append(more)
            return more

        async def leave(self, more: Any) -> None:  # noqa: ANN401
            """Answer there no longer, and end what was open."""
            host = more.sockets[0].getsockname()[0]
            more.close()
            self.servers.remove(more)
            end_at(host)

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            close()
            await super().shutdown(sockets)

    return _Ending


_OF_OTHERS = ("fastpair.ui.cli", "fastpair.research")
"""What no page needs, but for models and systems."""


def load_package() -> None:
    """Load all that pages need, so that files of the package may be replaced or removed."""
    from .rendering import load_pages
    from .responses import load_statics

    load_pages()
    load_statics()
    load_templates()
    load_catalogs()
    found = pkgutil.walk_packages(fastpair.__path__, "fastpair.", onerror=lambda name: None)
    for module in found:
        if not module.name.startswith(_OF_OTHERS):
            with suppress(ImportError):  # an extra that is not installed
                import_module(module.name)
    load_methods()
