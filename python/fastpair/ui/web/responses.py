"""Answers: pages, what has changed of them, errors, static files, and the session they belong to."""

from __future__ import annotations

import re
from collections import OrderedDict
from contextlib import nullcontext
from dataclasses import replace
from functools import cache
from hashlib import blake2s
from importlib.resources import files
from threading import Lock
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from anyio import to_thread
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response

from ...app.lookup import AmbiguousPlayerError
from ...errors import TOO_LITTLE_MEMORY, FastpairError, FormatError
from ...report.html import chart_style
from ...sentences import phrase
from ..api.service import connection_of
from .access import Role, is_from_here
from .navigation import frame_of
from .rendering import macros, render
from .requests import namesakes_in
from .store import EventAddress, Reply

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping
    from contextlib import AbstractContextManager

    from starlette.requests import Request

    from .access import Access
    from .navigation import Part
    from .requests import PageRequest

    _Handler = Callable[[Request, Exception], Awaitable[Response]]


_MOST_FORMS = 1000
"""Forms that are remembered, of all browsers."""

_TURNS = 64


_Answer = TypeVar("_Answer")


class Sessions:
    """The sessions of the director's browsers.

    Parameters
    ----------
    access
        Knows them.
    cookie
        Name of the cookie; another one for each port, since browsers do not tell ports apart.
    public
        Where browsers find the server by another way; empty if they do not.
    event
        The tournament whose pages are shown; by default none.
    """

    def __init__(
        self, access: Access, cookie: str, public: str = "", event: EventAddress | None = None
    ) -> None:
        self._access, self._cookie, self._public = access, cookie, public
        self._event = event or EventAddress()

    def at(self, event: EventAddress) -> Sessions:
        """These sessions at the pages of a tournament."""
        return Sessions(self._access, self._cookie, self._public, event)

    def of(self, request: Request) -> str:
        """The session of a browser that has shown a token; empty if it has none."""
        session = request.cookies.get(self._cookie, "")
        if self._access.role_of(session) is None:
            return ""
        if (connection := connection_of(request)) is not None:
            connection.directors = True
            connection.trust()
        return session

    def required(self, request: Request, *, helper: bool = False) -> str:
        """The session of the director, or of a helper.

        Parameters
        ----------
        helper
            Whether helpers may ask for it, too.

        Raises
        ------
        HTTPException
            If it is somebody else.
        """
        session = self.of(request)
        role = self._access.role_of(session)
        if role is None and self._cookie in request.cookies:
            raise HTTPException(
                403, phrase("you are signed out; to sign in again, open your address or code")
            )
        if role is None or (role is Role.HELPER and not helper):
            raise HTTPException(403, phrase("this page is the director's"))
        helps = self._access.helper_of(session)
        if helps is not None and not helps.is_of(self._event):
            raise HTTPException(403, phrase("your code is for another tournament"))
        return session

    def is_local(self, request: Request, session: str) -> bool:
        """Whether the browser of a session runs on the machine of the server.

        Behind another server, whose requests come from there too, only one that was opened there does.
        """
        is_known = not self._public or self._access.is_opened_by_link(session)
        return is_known and is_from_here(request)

    async def admit(self, request: Request, token: str, place: str) -> Response:
        """Lead a browser that shows the right token to a place; tell it if the token is wrong."""
        session = None
        if self._access.holder_of(token) is not None:
            session = await to_thread.run_sync(self._access.open_session, token)
        if session is None:
            too_many = self._access.attempts.wrong()
            return HTMLResponse(render("closed.html", message=""), 429 if too_many else 403)
        answer = RedirectResponse(place, 303)
        self.begin(request, answer, session)
        return answer

    async def end(self, request: Request, answer: Response) -> None:
        """End the session of a browser and delete its cookie."""
        await to_thread.run_sync(self._access.end, self.of(request))
        answer.delete_cookie(self._cookie, httponly=True, samesite="strict")

    async def leave(self, request: Request, form: Mapping[str, str], base: str) -> Response:
        """Log a browser out; before it confirms that, say how it gets in again.

        Parameters
        ----------
        form
            What the browser has sent.
        base
            What the addresses of the tournament begin with.
        """
        if "sure" in form:
            answer = RedirectResponse(f"{base}/hall", 303)
            await self.end(request, answer)
            return answer
        session = self.of(request)
        address = f"{request.url.scheme}://{request.headers['host']}{base}/"
        page = render(
            "leave.html",
            base=base,
            form_token=form["form_token"],
            link=f"{address}?token={self._access.token_of(session)}",
            director=self._access.role_of(session) is Role.DIRECTOR,
        )
        return HTMLResponse(page)

    def begin(self, request: Request, answer: Response, session: str) -> None:
        """Let a browser keep its session, and send it by no way that is less safe."""
        by_public = self._public == f"https://{request.headers.get('host', '').lower()}"
        secure = by_public or request.url.scheme == "https"
        answer.set_cookie(self._cookie, session, httponly=True, samesite="strict", secure=secure)


class LastForms(Generic[_Answer]):
    """The results of the last forms, so that one sent twice is done once.

    A browser numbers what it sends again because no answer came; of those without a number, the last one counts.
    """

    def __init__(self) -> None:
        self._last: OrderedDict[tuple[str, str], tuple[object, _Answer]] = OrderedDict()
        self._turns = tuple(Lock() for _ in range(_TURNS))

    def turn(self, session: str, number: str) -> AbstractContextManager[object]:
        """Held while a form is done: the same one, sent again meanwhile, waits for its answer."""
        return self._turns[hash((session, number)) % _TURNS] if number else nullcontext()

    def answer_to(self, session: str, form: object, number: str = "") -> _Answer | None:
        """The result of a form if it is the last one of a browser, or has its number."""
        last, answer = self._last.get((session, number), (None, None))
        return answer if last == form else None

    def keep(self, session: str, form: object, answer: _Answer, number: str = "") -> None:
        """Remember what came of a form."""
        self._last[session, number] = form, answer
        self._last.move_to_end((session, number))
        while len(self._last) > _MOST_FORMS:
            self._last.popitem(last=False)


def is_in_place(request: Request) -> bool:
    """Whether the browser puts the answer into the page that it shows."""
    return request.headers.get("hx-request") == "true"


def unless_known(request: Request, answer: Response) -> Response:
    """An answer, or only that it is the one that the browser has; it asks each time."""
    tag = f'"{blake2s(answer.body, digest_size=12).hexdigest()}"'
    headers = {"etag": tag, "cache-control": "private, no-cache", "vary": "cookie, hx-request"}
    if tag in re.findall(r'"[^"]*"', request.headers.get("if-none-match", "")):
        return Response(status_code=304, headers=headers)
    answer.headers.update(headers)
    return answer


_FORBIDDEN, _NOT_FOUND, _NOT_ALLOWED = 403, 404, 405


class PageError(HTTPException):
    """An error that is answered by a page with links to others.

    Parameters
    ----------
    status
        Of the answer.
    message
        Why.
    page
        The page.
    """

    def __init__(self, status: int, message: str, page: str) -> None:
        super().__init__(status, message)
        self.page = page


def not_found() -> HTTPException:
    """Say that there is nothing at an address."""
    return HTTPException(_NOT_FOUND, phrase("there is no page at this address"))


def too_old() -> HTTPException:
    """Say that a form comes from a page that another run of the server has made."""
    return HTTPException(_FORBIDDEN, phrase("the page is too old; open it again"))


def refusals(sessions: Sessions, *, pages: bool) -> Mapping[type[Exception], _Handler]:
    """Handlers of errors. Only the director is told why a file cannot be read.

    Parameters
    ----------
    sessions
        Who is the director.
    pages
        Whether the server has any; if not, programs alone ask.
    """

    async def http_error(request: Request, error: Exception) -> Response:
        if not isinstance(error, HTTPException):
            raise error
        status, has_session = error.status_code, bool(sessions.of(request))
        if not pages:
            return PlainTextResponse(f"{error.detail}\n", status, headers=error.headers)
        if status == _NOT_ALLOWED:
            error.detail = phrase("this address takes no such request")
        if is_in_place(request):
            return _error_response(request, error.detail, status)
        if isinstance(error, PageError):
            return HTMLResponse(error.page, status)
        if status == _FORBIDDEN and not has_session:
            return HTMLResponse(render("closed.html", message=error.detail), status)
        return _error_response(request, error.detail, status, error.headers)

    async def not_possible(request: Request, error: Exception) -> Response:
        if not isinstance(error, FastpairError):
            raise error
        hidden = phrase("the tournament cannot be read at the moment")
        message = error.message if sessions.of(request) else hidden
        return _error_response(request, message, 503 if isinstance(error, FormatError) else 409)

    async def broken(request: Request, error: Exception) -> Response:
        if isinstance(error, MemoryError):
            return _error_response(request, phrase(TOO_LITTLE_MEMORY), 503)
        kind = type(error).__name__
        message = phrase("a bug of fastpair, not of your file: {kind}; please report it", kind=kind)
        return _error_response(request, message, 500)

    async def disconnected(request: Request, error: Exception) -> Response:
        return Response(status_code=400)  # nobody is there to read it

    return {
        HTTPException: http_error,
        ClientDisconnect: disconnected,
        FastpairError: not_possible,
        Exception: broken,
    }


def _error_response(
    request: Request, message: str, status: int, headers: Mapping[str, str] | None = None
) -> Response:
    if is_in_place(request):
        return HTMLResponse(render("message.html", refusal=message), status, headers)
    missing = status == _NOT_FOUND
    page = render("unreadable.html", message=message, missing=missing)
    return HTMLResponse(page, status, headers)


_KINDS = {"css": "text/css", "js": "text/javascript"}
_AN_HOUR = "public, max-age=3600"


async def static(request: Request) -> Response:
    """A file of the package by its name; no name leads to any other file."""
    file = load_statics().get(request.path_params["name"])
    if file is None:
        raise not_found()
    content, kind = file
    return Response(content, media_type=kind, headers={"cache-control": _AN_HOUR})


@cache
def load_statics() -> dict[str, tuple[bytes, str]]:
    """Content and kind of each file, read once."""
    found = {"chart.css": (chart_style().encode(), _KINDS["css"])}
    for path in files(__package__).joinpath("static").iterdir():
        kind = _KINDS.get(path.name.rpartition(".")[2])
        if kind is not None:
            found[path.name] = path.read_bytes(), kind
    return found


_NOTHING = Reply()

_MOST_LINES = 30
"""Lines that are put into the page one by one, which takes Chromium 34 ms for 3 of 150 lines, 67 for 20 and 224
for 60; all 150 at once take 46."""


def render_page(
    request: PageRequest,
    part: Part,
    parts: tuple[Part, ...],
    reply: Reply = _NOTHING,
    act: str = "",
) -> HTMLResponse:
    """A part of the page.

    A browser that puts changes into its page gets what differs from the state that it shows: the
    lines that do, or all of them if lines have come, gone or moved, or many differ.

    Parameters
    ----------
    reply
        What comes of a change that was asked for.
    act
        What was asked for: the part, the round and the action, as the end of its address.
    """
    state, number = request.state, request.number
    if act and not request.in_place:
        request = replace(request, place=f"{request.base}/{part.name}/{number}")
    rows = part.lines_for(request, state)
    values = {
        "request": request,
        "reply": reply,
        "act": act,
        "part": part,
        "frame": frame_of(request, part, parts, f"{part.name}/{number}"),
        "head": part.head(request),
        "macros": macros(f"{part.template or part.name}.html"),
    }
    if reply.panel is not None and not request.in_place:
        name, values_of_panel = reply.panel
        content = _render_alone(request, part, name, values_of_panel)
        answer = _render_panel_page(request, part, parts, name, content)
        answer.status_code = 409 if reply.refusal else 200
        return answer
    if not request.in_place:
        page = render("page.html", rows=rows.values(), **values)
        return HTMLResponse(page, 409 if reply.refusal else 200)
    seen = request.server.store.cached_state(request.seen)
    before = None if seen is None else part.lines_for(request, seen)
    changed = rows
    if before is not None and list(before) == list(rows):
        changed = {name: row for name, row in rows.items() if row != before[name]}
    all_rows = before is None or list(before) != list(rows) or len(changed) > _MOST_LINES
    panel = "" if reply.panel is None else _render_alone(request, part, *reply.panel)
    return HTMLResponse(
        render(
            "update.html",
            rows=(rows if all_rows else changed).values(),
            all_rows=all_rows,
            panel=panel,
            **values,
        )
    )


def render_panel(
    request: PageRequest, part: Part, parts: tuple[Part, ...], name: str
) -> HTMLResponse:
    """Render a panel of a part, alone or in the page."""
    try:
        content = _render_alone(request, part, name, part.panels[name](request))
    except AmbiguousPlayerError as error:
        choices = namesakes_in(request.fields, error)
        if not choices:
            raise
        values = {"text": error.text, "namesakes": choices, "panel": name}
        content = _render_alone(request, part, "namesakes", values)
    if request.in_place:
        return HTMLResponse(content)
    return _render_panel_page(request, part, parts, name, content)


def _render_alone(request: PageRequest, part: Part, name: str, values: Mapping[str, Any]) -> str:
    """A panel without the page."""
    return render(f"{name}.html", request=request, part=part, **values)


def _render_panel_page(
    request: PageRequest,
    part: Part,
    parts: tuple[Part, ...],
    name: str,
    content: str,
) -> HTMLResponse:
    """Render a panel as a separate page."""
    frame = frame_of(request, part, parts, f"{part.name}/{request.number}/{name}")
    page = render(
        "panel_page.html", request=request, part=part, frame=frame, panel=content, name=name
    )
    return HTMLResponse(page)


def page_error(
    request: PageRequest, part: Part | None, parts: tuple[Part, ...], message: str, status: int
) -> PageError:
    """Refuse a page by one that leads to the rounds and parts of the tournament.

    Parameters
    ----------
    part
        The one that was asked for; None if there is none of its name, or it is not shown.
    message
        Why.
    """
    part = part if part in parts else parts[0]
    frame = frame_of(request, part, parts)
    values = {"request": request, "part": part, "frame": frame, "message": message}
    page = render("missing.html", missing=status == _NOT_FOUND, **values)
    return PageError(status, message, page)
