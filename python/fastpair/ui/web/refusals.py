"""What a browser gets instead of a page: the reason in a sentence, as a page or within one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from ...errors import FastpairError, FormatError
from .rendering import rendered
from .sessions import is_in_place

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from starlette.requests import Request

    from .sessions import Sessions

    _Handler = Callable[[Request, Exception], Awaitable[Response]]

__all__ = ["refusals"]

_FORBIDDEN = 403


def refusals(sessions: Sessions) -> Mapping[type[Exception], _Handler]:
    """What answers each kind of error. Only the director is told the names of files."""

    async def refused(request: Request, error: Exception) -> Response:
        if not isinstance(error, HTTPException):
            raise error
        if is_in_place(request):
            return _told(request, error.detail, error.status_code)
        if error.status_code == _FORBIDDEN:
            return HTMLResponse(rendered("closed.html"), _FORBIDDEN)
        return PlainTextResponse(f"{error.detail}\n", error.status_code, headers=error.headers)

    async def not_possible(request: Request, error: Exception) -> Response:
        if not isinstance(error, FastpairError):
            raise error
        hidden = "The tournament cannot be read at the moment."
        said = error.said if sessions.of(request) else hidden
        return _told(request, said, 503 if isinstance(error, FormatError) else 409)

    async def broken(request: Request, error: Exception) -> Response:
        said = f"a bug of fastpair, not of your file: {type(error).__name__}; please report it"
        return _told(request, said, 500)

    async def gone(request: Request, error: Exception) -> Response:
        return Response(status_code=400)  # nobody is there to read it

    return {
        HTTPException: refused,
        ClientDisconnect: gone,
        FastpairError: not_possible,
        Exception: broken,
    }


def _told(request: Request, said: str, status: int) -> Response:
    if is_in_place(request):
        return HTMLResponse(rendered("message.html", refused=said), status)
    return HTMLResponse(rendered("unreadable.html", said=said), status)
