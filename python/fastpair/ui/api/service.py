"""Documents by HTTP: the requests, the key, and their description in OpenAPI."""

from __future__ import annotations

import asyncio
import hmac
import json
import re
from collections import OrderedDict, deque
from functools import cache
from hashlib import sha256
from importlib.resources import files
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from ... import __version__
from ...app.embedding.answers import ANSWERS, error_document
from ...errors import RuleError
from .pool import Busy, Pool
from .worker import ANSWERED

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Mapping
    from contextlib import AbstractAsyncContextManager

    from starlette.types import Message, Receive, Scope, Send

    from .pool import ProcessAnswer

    _Endpoint = Callable[[Request], Awaitable[Response]]


_SCHEMAS = {
    "Tournament": ("formats.fastpair", "tournament"),
    "Draw": ("app", "draw"),
    "Explanation": ("app", "explanation"),
    "Standings": ("go", "standings"),
    "TeamStandings": ("go", "team_standings"),
    "Comparison": ("go", "comparison"),
    "Attendance": ("app", "attendance"),
    "Identities": ("app", "identities"),
    "Bracket": ("app", "bracket"),
    "Check": ("app", "check"),
    "Round": ("app", "round"),
    "Error": ("app", "error"),
}
"""Package and name of each schema."""

_GIVES = {
    "draw": ("Draw",),
    "explain": ("Explanation",),
    "standings": ("Standings", "TeamStandings", "Comparison"),
    "attendance": ("Attendance",),
    "bracket": ("Bracket",),
    "identify": ("Identities",),
    "check": ("Check",),
}

_REFUSALS = {
    "400": "The document is not as its schema says, and `pointer` says where, or the request is none of HTTP.",
    "401": "The key is missing, or another one.",
    "404": "There is nothing at the address.",
    "405": "The address takes another method.",
    "413": "The document is too long, or needs more memory than there is for one.",
    "415": "The content is neither JSON nor XML, or is packed.",
    "422": "The rules of the tournament do not allow what is asked.",
    "429": "Too many requests came with another key.",
    "503": "More documents wait than are answered soon.",
    "504": "The document was not answered in the time that there is for one.",
}
_LATER = ("429", "503")
"""Answers that say when to ask again."""


@cache
def openapi(events: str = "") -> dict[str, Any]:
    """The description.

    Parameters
    ----------
    events
        The path of the rounds of a tournament; empty if no page is served.
    """
    path = events or "/v1/events"
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "fastpair",
            "version": __version__,
            "description": "A tournament comes as a document, and its draw, an explanation, the "
            "standings or a check goes as another. Nothing is kept but the last answers.",
        },
        "paths": {f"/v1/{name}": {"post": _operation(name)} for name in ANSWERS}
        | {path: {"get": _events(path)}},
        "components": {
            "schemas": _components(),
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{"key": []}],
    }


def _operation(name: str) -> dict[str, Any]:
    summary = (ANSWERS[name].__doc__ or "").partition("\n")[0]
    tag = {"schema": {"type": "string"}, "description": "Digest of the request."}
    return {
        "operationId": name,
        "summary": summary,
        "parameters": [
            {
                "name": "If-None-Match",
                "in": "header",
                "schema": {"type": "string"},
                "description": "Digests of requests whose answers the client has.",
            }
        ],
        "requestBody": {
            "required": True,
            "description": "A tournament as JSON, or the file of OpenGotha or MacMahon that holds it.",
            "content": {
                **_content("Tournament"),
                "application/xml": {"schema": {"type": "string"}},
            },
        },
        "responses": {
            "200": {
                "description": "The answer.",
                "headers": {"ETag": tag},
                "content": _content(*_GIVES[name]),
            },
            "304": {"description": "The client has the answer.", "headers": {"ETag": tag}},
            **{status: _refusal_response(status) for status in _REFUSALS},
        },
    }


def _events(path: str) -> dict[str, Any]:
    """The rounds of a tournament, as server-sent events [HTML 9.2]."""
    names = re.findall("{([a-z]+)}", path)
    shape = {"in": "path", "required": True, "schema": {"type": "string"}}
    return {
        "operationId": "events",
        "summary": "Hear of the rounds of a tournament that are published, where its page is served.",
        "parameters": [{"name": name, **shape} for name in names],
        "responses": {
            "200": {
                "description": "Events `round`, each with a document that `Round` describes.",
                "content": {"text/event-stream": {"schema": {"type": "string"}}},
            },
            **{status: _refusal_response(status) for status in ("401", "404", "405", "429")},
        },
    }


def _refusal_response(status: str) -> dict[str, Any]:
    response: dict[str, Any] = {"description": _REFUSALS[status], "content": _content("Error")}
    if status in _LATER:
        seconds = {"schema": {"type": "integer"}, "description": "Seconds until to ask again."}
        response["headers"] = {"Retry-After": seconds}
    return response


def _content(*schemas: str) -> dict[str, Any]:
    references = [{"$ref": f"{_COMPONENTS}{name}"} for name in schemas]
    return {
        "application/json": {
            "schema": references[0] if len(references) == 1 else {"oneOf": references}
        }
    }


_COMPONENTS = "#/components/schemas/"


def _components() -> dict[str, Any]:
    """The schemas of all documents and of their parts, each under its own name."""
    found: dict[str, Any] = {}
    for name, (package, stem) in _SCHEMAS.items():
        text = files(f"fastpair.{package}").joinpath(f"{stem}.schema.json").read_text("utf-8")
        schema = _for_clients(json.loads(text.replace("#/$defs/", _COMPONENTS)))
        if name == "Tournament":
            _close(schema["$defs"], "Rules")
        found |= schema.pop("$defs", {})
        found[name] = schema
    return found


def _close(parts: dict[str, Any], name: str) -> None:
    """Let a part take no other members, nor the parts in it: of rules a file keeps them, and a request must not."""
    if parts[name].get("type") == "object":
        parts[name]["additionalProperties"] = False
        for inner in re.findall(f'"{_COMPONENTS}([A-Za-z]+)"', json.dumps(parts[name])):
            _close(parts, inner)


def _for_clients(schema: Any) -> Any:  # noqa: ANN401
    """A schema without what generators of clients do not read, since it is no shape of a value.

    These are the names of a document and conditions. Members and items that must not be there are said otherwise.
    """
    if isinstance(schema, list):
        return [_for_clients(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    found: dict[str, Any] = {}
    for name, value in schema.items():
        if name in ("properties", "$defs"):
            members = {each: part for each, part in value.items() if part is not False}
            found[name] = {each: _for_clients(part) for each, part in members.items()}
            if refused := [{"required": [each]} for each in value.keys() - members.keys()]:
                found["not"] = {"anyOf": sorted(refused, key=str)}
        elif name not in _NOT_FOR_CLIENTS and (name, value) != ("items", False):
            found[name] = _for_clients(value)
    if "enum" in schema.get("propertyNames", {}):
        others: dict[str, Any] = {each: {} for each in schema["propertyNames"]["enum"]}
        found |= {
            "properties": others | found.get("properties", {}),
            "additionalProperties": False,
        }
        del found["propertyNames"]
    return found


_NOT_FOR_CLIENTS = ("$schema", "$id", "title", "if", "then", "else")


class Attempts:
    """A count of wrong guesses, which delays only those who guess.

    Parameters
    ----------
    most
        Wrong guesses in `seconds` after which further ones are refused unread.
    """

    def __init__(self, most: int = 20, seconds: float = 60) -> None:
        self._most, self._seconds = most, seconds
        self._wrong: OrderedDict[str, deque[float]] = OrderedDict()
        self._lock = Lock()

    def wrong(self, client: str = "") -> bool:
        """Note a wrong guess, and say whether there have been too many before; of one client, if it is named."""
        with self._lock:
            many = self._are_many(client)
            guesses = self._wrong.setdefault(client, deque(maxlen=self._most))
            guesses.append(monotonic())
            self._wrong.move_to_end(client)
            self._drop_expired()
            return many

    def too_many(self, client: str) -> bool:
        """Whether a client has guessed so often that no guess of it is read."""
        with self._lock:
            return self._are_many(client)

    def forget(self, client: str) -> None:
        """Forget the wrong guesses of a client, who knows what was to be guessed."""
        with self._lock:
            self._wrong.pop(client, None)

    def _drop_expired(self) -> None:
        """Drop the counts that no longer matter, and no others, so that nobody pushes out a count by guessing."""
        now = monotonic()
        while self._wrong and now - next(iter(self._wrong.values()))[-1] >= self._seconds:
            self._wrong.popitem(last=False)

    def _are_many(self, client: str) -> bool:
        guesses = self._wrong.get(client)
        if guesses is None or len(guesses) < self._most:
            return False
        return monotonic() - guesses[0] < self._seconds


def same(key: str, expected: str) -> bool:
    """Whether two texts are the same, in a time that tells nothing of the difference."""
    return hmac.compare_digest(key.encode("utf-8", "surrogatepass"), expected.encode())


def connection_of(request: Request) -> Any | None:  # noqa: ANN401 - that of `ui.web.access`
    """The connection by which a request has come; None if it has come by none."""
    return getattr(request.state, "connection", None)


STATUS = {
    **dict.fromkeys(("rule", "contradiction", "over", "played-scores", "unmatchable"), 422),
    **dict.fromkeys(("memory", "size"), 413),
    **dict.fromkeys(("worker", "busy"), 503),
    "format": 400,
    "key": 401,
    "guessing": 429,
    "address": 404,
    "method": 405,
    "type": 415,
    "time": 504,
}
"""Of an answer, by the code of an error; everything else is 500."""

_LONGEST = 1 << 24
"""Most bytes of a document; one of 10,000 players and five rounds has 4 million."""

_DRAINED = 2 * _LONGEST
"""Most bytes that are read of a request that is refused, ..."""

_DRAINING = 10.0
"""... and for how many seconds at most."""

_MOST_DOCUMENT_BYTES = 1 << 27
"""Most bytes of documents that are held at a time."""

_MOST_ANSWER_BYTES = 1 << 26
"""Most bytes of answers that are kept."""

_GRACE = 1.0
"""Seconds in which an answer may be finished that nobody waits for any more."""

_SHORTEST_KEY = 16

_JSON = "application/json"
_DOCUMENTS = (_JSON, "application/xml")
"""What documents come as; files of OpenGotha and MacMahon are XML."""


class _RequestError(Exception):
    """A request is answered by an error.

    Parameters
    ----------
    code
        By ``error.schema.json``.
    message
        What is wrong, and what to do.
    headers
        Of the answer.
    """

    def __init__(self, code: str, message: str, **headers: str) -> None:
        super().__init__(code, message)
        self.code, self.message = code, message
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}


class _Receiving:
    """The bytes of a request, and whether all have come.

    A connection that is closed while bytes of it have not been read is reset, and the client may
    never read why. So a refused request is read on, to a limit, and its bytes are dropped.
    """

    def __init__(self, receive: Receive) -> None:
        self._receive, self._ended = receive, False

    async def __call__(self) -> Message:
        """The next message."""
        message = await self._receive()
        more = message["type"] == "http.request" and message.get("more_body", False)
        self._ended = self._ended or not more
        return message

    async def hear_out(self, answer: Response, scope: Scope, send: Send) -> None:
        """Send an answer, and end it when what is still on its way has come, or a while has passed."""

        async def send_on(message: Message) -> None:
            is_body = message["type"] == "http.response.body"
            await send({**message, "more_body": True} if is_body else message)

        await answer(scope, self, send_on)
        await self._drain()
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _drain(self) -> None:
        """Read what is still on its way, for a while."""
        left = _DRAINED
        try:
            async with asyncio.timeout(_DRAINING):
                while not self._ended and left > 0:
                    left -= len((await self()).get("body", b""))
        except TimeoutError:
            return


class Service:
    """The endpoints below ``/v1``.

    Parameters
    ----------
    key
        What requests have to show.
    processes
        How many documents are answered at a time.
    events
        The path of the rounds of a tournament, which a page answers; empty if there is none.
    origins
        The pages of others whose scripts may ask, such as ``https://manager.example.org``.

    Raises
    ------
    RuleError
        If the key is too short.
    """

    def __init__(
        self, key: str, processes: int, events: str = "", origins: Collection[str] = ()
    ) -> None:
        if len(key) < _SHORTEST_KEY:
            raise RuleError(
                f"the key of other programs needs {_SHORTEST_KEY} characters or more, got {len(key)}"
            )
        self.key = key
        self._events, self._origins = events, frozenset(origins)
        self._pool, self._attempts = Pool(processes), Attempts()
        self._document_bytes = 0
        self._answers: OrderedDict[str, bytes] = OrderedDict()
        self._answer_bytes = 0

    def running(self) -> AbstractAsyncContextManager[None]:
        """Answer meanwhile."""
        return self._pool.running()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        await self.respond(self._answer, scope, receive, send)

    def guarded(self, endpoint: _Endpoint) -> GuardedEndpoint:
        """Answer requests with the key by an endpoint that reads, and refuse others."""

        async def check_and_answer(request: Request) -> Response:
            _check_method(request, "GET")
            self._check_key(request)
            if request.method == "HEAD":  # a stream without a body would not end
                return Response(media_type="text/event-stream")
            return await endpoint(request)

        return GuardedEndpoint(self, check_and_answer)

    async def respond(
        self, endpoint: _Endpoint, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Answer a request by an endpoint, or refuse it.

        A refusal goes out before what is left of the request has come, and the connection is kept until it has.
        """
        receiving, headers = _Receiving(receive), Headers(scope=scope)
        named = self._named_origin(headers)
        if _ALLOWED in named and scope["method"] == "OPTIONS" and _ASKED_BEFORE in headers:
            await Response(status_code=204, headers=named | _PREFLIGHT)(scope, receive, send)
            return
        try:
            answer = await endpoint(Request(scope, receiving))
        except ClientDisconnect:
            return
        except _RequestError as error:
            answer = _refusal(error.code, error.message, {**error.headers, **named})
            if headers.get("expect", "").lower() != "100-continue":
                await receiving.hear_out(answer, scope, send)
                return
        answer.headers.update(named)
        await answer(scope, receive, send)

    def _named_origin(self, headers: Headers) -> dict[str, str]:
        """What lets the page read the answer whose script asks, if it is one that is named [Fetch 3.2]."""
        if not self._origins:
            return {}
        origin = headers.get("origin", "")
        allowed = {_ALLOWED: origin, "access-control-expose-headers": "ETag, Retry-After"}
        return {"vary": "Origin", **(allowed if origin in self._origins else {})}

    async def _answer(self, request: Request) -> Response:
        name = request.scope["path"].rpartition("/v1/")[2]
        if name == "openapi.json":
            _check_method(request, "GET")
            return _with_tag(request, json.dumps(openapi(self._events)).encode())
        if name not in ANSWERS:
            addresses = ", ".join(f"/v1/{each}" for each in ANSWERS)
            message = f"expected one of {addresses}, /v1/openapi.json, got {request.url.path!r}"
            raise _RequestError("address", message)
        _check_method(request, "POST")
        self._check_key(request)
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind not in _DOCUMENTS:
            expected = " or ".join(_DOCUMENTS)
            raise _RequestError("type", f"expected a document of type {expected}, got {kind!r}")
        packed = request.headers.get("content-encoding", "identity").strip().lower()
        if packed != "identity":
            raise _RequestError(
                "type", f"expected a document as it is, got one packed by {packed!r}"
            )
        _check_length(int(request.headers.get("content-length", "0")))
        return await self._document(request, name)

    def _check_key(self, request: Request) -> None:
        """Refuse a request without the key."""
        scheme, _, key = request.headers.get("authorization", "").partition(" ")
        if same(key.strip(), self.key) and scheme.lower() == "bearer":
            if (connection := connection_of(request)) is not None:
                connection.trust()
            return
        if self._attempts.wrong():
            message = "too many requests came with another key; ask again in a minute"
            raise _RequestError("guessing", message, retry_after="60")
        message = (
            "expected the header Authorization: Bearer KEY with the key that fastpair serve shows"
        )
        raise _RequestError("key", message, www_authenticate="Bearer")

    async def _document(self, request: Request, question: str) -> Response:
        size = 0
        try:
            content = bytearray()
            async for piece in request.stream():
                size += len(piece)
                self._document_bytes += len(piece)
                _check_length(size)
                if self._document_bytes > _MOST_DOCUMENT_BYTES:
                    raise _RequestError(
                        "busy", "too many documents are held; ask again", retry_after="1"
                    )
                content += piece
            return await self._answer_with_tag(request, question, bytes(content))
        finally:
            self._document_bytes -= size

    async def _answer_with_tag(self, request: Request, question: str, document: bytes) -> Response:
        """The answer to a document; one that was answered before costs nothing."""
        tag = _tag(question, document)
        content = self._answers.get(tag)
        if content is None and tag not in _tags(request):
            answer = await self._ask_worker(request, question, document)
            if answer is None:
                raise ClientDisconnect
            if answer.code != ANSWERED:
                return _failure(answer.code, answer.content)
            content = answer.content
            self._keep(tag, content)
        elif content is not None:
            self._answers.move_to_end(tag)
        return _with_tag(request, content or b"", tag)

    async def _ask_worker(
        self, request: Request, question: str, document: bytes
    ) -> ProcessAnswer | None:
        """The answer of a process; None if the client has gone before it was there."""
        work = asyncio.ensure_future(self._pool.answer(question, document))
        disconnect = asyncio.ensure_future(request.receive())  # nothing comes behind a document
        try:
            await asyncio.wait({work, disconnect}, return_when=asyncio.FIRST_COMPLETED)
            if not work.done():
                await asyncio.wait({work}, timeout=_GRACE)
            return work.result() if work.done() else None
        except Busy as busy:
            message = "more documents wait than are answered soon; ask again"
            raise _RequestError("busy", message, retry_after=str(busy.seconds)) from None
        finally:
            work.cancel()
            disconnect.cancel()

    def _keep(self, tag: str, answer: bytes) -> None:
        """Keep an answer, and drop the least recently used ones."""
        if tag in self._answers:  # somebody else has asked for it meanwhile
            return
        self._answers[tag] = answer
        self._answer_bytes += len(answer)
        while self._answer_bytes > _MOST_ANSWER_BYTES:
            self._answer_bytes -= len(self._answers.popitem(last=False)[1])


class GuardedEndpoint:
    """An endpoint that answers requests with the key of a service, as an application.

    Parameters
    ----------
    service
        Answers and refuses.
    endpoint
        What is answered.
    """

    def __init__(self, service: Service, endpoint: _Endpoint) -> None:
        self._service, self._endpoint = service, endpoint

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        await self._service.respond(self._endpoint, scope, receive, send)


_ASKED_BEFORE, _ALLOWED = "access-control-request-method", "access-control-allow-origin"
_PREFLIGHT = {
    "access-control-allow-methods": "GET, HEAD, POST",
    "access-control-allow-headers": "Authorization, Content-Type, If-None-Match",
    "access-control-max-age": "600",
}
"""What a page of others may send, as its browser asks before."""


def is_for_programs(path: str) -> bool:
    """Whether an address is one of this service, or of one that there is not."""
    return re.match(r"(/tournaments/[^/]+)?/v[0-9]+(/|$)", path) is not None


def malformed() -> bytes:
    """The answer to what is no request of HTTP."""
    return json.dumps(error_document("format", "expected a request of HTTP/1.1")).encode()


def _refusal(code: str, message: str, headers: Mapping[str, str]) -> Response:
    """An error as an answer."""
    content = json.dumps(error_document(code, message)).encode()
    return Response(content, STATUS[code], headers, _JSON)


def _failure(code: str, content: bytes) -> Response:
    """The answer that a process gave, or could not give."""
    messages = {
        "time": "the document was not answered in the time that there is for one",
        "worker": "the process that answered has ended; ask again",
    }
    if not content:
        return _refusal(code, messages[code], {})
    return Response(content, STATUS.get(code, 500), media_type=_JSON)


def _check_method(request: Request, method: str) -> None:
    methods = ("GET", "HEAD") if method == "GET" else (method,)
    if request.method not in methods:
        message = f"expected {method}, got {request.method}"
        raise _RequestError("method", message, allow=", ".join(methods))


def _check_length(size: int) -> None:
    if size > _LONGEST:
        raise _RequestError("size", f"expected a document of at most {_LONGEST} bytes")


def _tag(*parts: str | bytes) -> str:
    """A tag that identifies an answer."""
    digest = sha256(__version__.encode())
    for part in parts:
        digest.update(b"\0" + (part.encode() if isinstance(part, str) else part))
    return f'"{digest.hexdigest()}"'


def _tags(request: Request) -> set[str]:
    """The answers that the client has."""
    header = ",".join(request.headers.getlist("if-none-match"))
    return {each.strip().removeprefix("W/") for each in header.split(",")}


def _with_tag(request: Request, content: bytes, tag: str = "") -> Response:
    """An answer, or only that it is the one that the client has."""
    tag = tag or _tag(content)
    headers = {"etag": tag, "cache-control": "private, no-cache"}
    if tag in _tags(request):
        return Response(status_code=304, headers=headers)
    return Response(content, headers=headers, media_type=_JSON)
