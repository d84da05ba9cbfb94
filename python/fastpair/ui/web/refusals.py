"""What a browser gets instead of a page: the reason in a sentence, as a page or within one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from ...errors import FastpairError, FormatError
from ...sentences import phrase
from .rendering import rendered
from .sessions import is_in_place

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from starlette.requests import Request

    from .sessions import Sessions

    _Handler = Callable[[Request, Exception], Awaitable[Response]]


_FORBIDDEN, _NOT_FOUND = 403, 404


class PageError(HTTPException):
    """What a browser asks for is refused by a page that leads to others.

    Parameters
    ----------
    status
        Of the answer.
    said
        Why.
    page
        The page.
    """

    def __init__(self, status: int, said: str, page: str) -> None:
        super().__init__(status, said)
        self.page = page


def not_found() -> HTTPException:
    """Say that there is nothing at an address."""
    return HTTPException(_NOT_FOUND, phrase("there is no page at this address"))


def too_old() -> HTTPException:
    """Say that a form comes from a page that another run of the server has made."""
    return HTTPException(_FORBIDDEN, phrase("the page is too old; open it again"))


def refusals(sessions: Sessions, *, pages: bool) -> Mapping[type[Exception], _Handler]:
    """What answers each kind of error. Only the director is told why a file cannot be read.

    Parameters
    ----------
    sessions
        Who is the director.
    pages
        Whether the server has any; if not, programs alone ask.
    """

    async def refused(request: Request, error: Exception) -> Response:
        if not isinstance(error, HTTPException):
            raise error
        status, known = error.status_code, bool(sessions.of(request))
        if not pages:
            return PlainTextResponse(f"{error.detail}\n", status, headers=error.headers)
        if is_in_place(request):
            return _told(request, error.detail, status)
        if isinstance(error, PageError):
            return HTMLResponse(error.page, status)
        if status == _FORBIDDEN and not known:
            return HTMLResponse(rendered("closed.html"), status)
        return _told(request, error.detail, status, error.headers)

    async def not_possible(request: Request, error: Exception) -> Response:
        if not isinstance(error, FastpairError):
            raise error
        hidden = phrase("the tournament cannot be read at the moment")
        said = error.said if sessions.of(request) else hidden
        return _told(request, said, 503 if isinstance(error, FormatError) else 409)

    async def broken(request: Request, error: Exception) -> Response:
        kind = type(error).__name__
        said = phrase("a bug of fastpair, not of your file: {kind}; please report it", kind=kind)
        return _told(request, said, 500)

    async def gone(request: Request, error: Exception) -> Response:
        return Response(status_code=400)  # nobody is there to read it

    return {
        HTTPException: refused,
        ClientDisconnect: gone,
        FastpairError: not_possible,
        Exception: broken,
    }


def _told(
    request: Request, said: str, status: int, headers: Mapping[str, str] | None = None
) -> Response:
    if is_in_place(request):
        return HTMLResponse(rendered("message.html", refused=said), status, headers)
    missing = status == _NOT_FOUND
    page = rendered("unreadable.html", said=said, missing=missing)
    return HTMLResponse(page, status, headers)
