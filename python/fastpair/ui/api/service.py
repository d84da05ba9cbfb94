"""Documents by HTTP: the requests, the key, and their description in OpenAPI."""

from __future__ import annotations

import asyncio
import hmac
import json
from collections import OrderedDict, deque
from functools import cache
from hashlib import sha256
from importlib.resources import files
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from ... import __version__
from ...app.embedding import ANSWERS, error_document
from ...errors import RuleError
from .pool import Busy, Pool
from .worker import ANSWERED

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping
    from contextlib import AbstractAsyncContextManager

    from starlette.types import Message, Receive, Scope, Send

    from .pool import Answer

    _Endpoint = Callable[[Request], Awaitable[Response]]


_SCHEMAS = {
    "Tournament": ("formats.fastpair", "tournament"),
    "Draw": ("app", "draw"),
    "Explanation": ("app", "explanation"),
    "Standings": ("go", "standings"),
    "TeamStandings": ("go", "team_standings"),
    "Attendance": ("app", "attendance"),
    "Identities": ("app", "identities"),
    "Check": ("app", "check"),
    "Round": ("app", "round"),
    "Error": ("app", "error"),
}
"""Package and name of each schema."""

_GIVES = {
    "draw": ("Draw",),
    "explain": ("Explanation",),
    "standings": ("Standings", "TeamStandings"),
    "attendance": ("Attendance",),
    "identify": ("Identities",),
    "check": ("Check",),
}

_REFUSALS = {
    "400": "The document is not as its schema says; `pointer` says where.",
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
def openapi() -> dict[str, Any]:
    """The description."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "fastpair",
            "version": __version__,
            "description": "A tournament comes as a document, and its draw, an explanation, the "
            "standings or a check goes as another. Nothing is kept but the last answers.",
        },
        "paths": {f"/v1/{name}": {"post": _operation(name)} for name in ANSWERS}
        | {"/v1/events": {"get": _events()}},
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


def _events() -> dict[str, Any]:
    """The rounds of a tournament, as server-sent events [HTML 9.2]."""
    return {
        "operationId": "events",
        "summary": "Hear of the rounds of a tournament that are published, beside its page alone.",
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
        found |= schema.pop("$defs", {})
        found[name] = schema
    return found


def _for_clients(schema: Any) -> Any:  # noqa: ANN401
    """A schema without what generators of clients do not read, since it is no shape of a value.

    These are the names of a document, conditions, and members and items that must not be there.
    """
    if isinstance(schema, list):
        return [_for_clients(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    members_for_clients: dict[str, Any] = {}
    for name, value in schema.items():
        if name in ("properties", "$defs"):
            members = {each: part for each, part in value.items() if part is not False}
            members_for_clients[name] = {each: _for_clients(part) for each, part in members.items()}
        elif name not in _NOT_FOR_CLIENTS and (name, value) != ("items", False):
            members_for_clients[name] = _for_clients(value)
    return members_for_clients


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

    async def drain(self) -> None:
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

    Raises
    ------
    RuleError
        If the key is too short.
    """

    def __init__(self, key: str, processes: int) -> None:
        if len(key) < _SHORTEST_KEY:
            raise RuleError(
                f"the key of other programs needs {_SHORTEST_KEY} characters or more, got {len(key)}"
            )
        self.key = key
        self._pool, self._attempts = Pool(processes), Attempts()
        self._document_bytes = 0
        self._answers: OrderedDict[str, bytes] = OrderedDict()
        self._answer_bytes = 0

    def running(self) -> AbstractAsyncContextManager[None]:
        """Answer meanwhile."""
        return self._pool.running()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        request = Request(scope, _Receiving(receive))
        try:
            answer = await _answer_request(self._answer, request)
        except ClientDisconnect:
            return
        await answer(scope, receive, send)

    def guarded(self, endpoint: _Endpoint) -> _Endpoint:
        """Answer requests with the key, and refuse others."""

        async def check_and_answer(request: Request) -> Response:
            self._check_key(request)
            return await endpoint(request)

        async def answer(request: Request) -> Response:
            return await _answer_request(
                check_and_answer, Request(request.scope, _Receiving(request.receive))
            )

        return answer

    async def _answer(self, request: Request) -> Response:
        name = request.scope["path"].rpartition("/v1/")[2]
        if name == "openapi.json":
            _check_method(request, "GET")
            return _with_tag(request, json.dumps(openapi()).encode())
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
        return await self._document(request, name)

    def _check_key(self, request: Request) -> None:
        """Refuse a request without the key."""
        header = request.headers.get("authorization", "")
        if same(header, f"Bearer {self.key}"):
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
                if size > _LONGEST:
                    raise _RequestError("size", f"expected a document of at most {_LONGEST} bytes")
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

    async def _ask_worker(self, request: Request, question: str, document: bytes) -> Answer | None:
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


async def _answer_request(endpoint: _Endpoint, request: Request) -> Response:
    """The answer to a request, or the error."""
    try:
        return await endpoint(request)
    except _RequestError as error:
        waits = request.headers.get("expect", "").lower() == "100-continue"
        if isinstance(request.receive, _Receiving) and not waits:
            await request.receive.drain()
        return _refusal(error.code, error.message, error.headers)


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
    if request.method != method:
        message = f"expected {method}, got {request.method}"
        raise _RequestError("method", message, allow=method)


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
