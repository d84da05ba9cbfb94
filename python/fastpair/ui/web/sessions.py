"""The director's browsers, known by a cookie; and which browsers change a page in place."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Generic, TypeVar

from anyio import to_thread
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, RedirectResponse

from ...sentences import phrase
from .access import Role
from .rendering import rendered

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request
    from starlette.responses import Response

    from .access import Access
    from .room import Connection


_MOST_SESSIONS = 100
"""Browsers whose last form is remembered."""


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
    """

    def __init__(self, access: Access, cookie: str, public: str = "") -> None:
        self._access, self._cookie, self._public = access, cookie, public

    def of(self, request: Request) -> str:
        """The session of a browser that has shown a token; empty if it has none."""
        session = request.cookies.get(self._cookie, "")
        if self._access.role_of(session) is None:
            return ""
        if (connection := connection_of(request)) is not None:
            connection.directors = True
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
        if role is None or (role is Role.HELPER and not helper):
            raise HTTPException(403, phrase("this page is the director's"))
        return session

    async def admit(self, request: Request, token: str, place: str) -> Response:
        """Lead a browser that shows the right token to a place; tell it if the token is wrong."""
        session = None
        if self._access.role_by(token) is not None:
            session = await to_thread.run_sync(self._access.opened_by, token)
        if session is None:
            too_many = self._access.attempts.wrong()
            return HTMLResponse(rendered("closed.html"), 429 if too_many else 403)
        answer = RedirectResponse(place, 303)
        self.begin(request, answer, session)
        return answer

    async def end(self, request: Request, answer: Response) -> None:
        """Let a browser forget its session, which is good no longer."""
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
        role = self._access.role_of(self.of(request))
        address = f"{request.url.scheme}://{request.headers['host']}{base}/"
        page = rendered(
            "leave.html",
            base=base,
            form_token=form["form_token"],
            link=f"{address}?token={self._access.tokens[role]}" if role else "",
            director=role is Role.DIRECTOR,
        )
        return HTMLResponse(page)

    def begin(self, request: Request, answer: Response, session: str) -> None:
        """Let a browser keep its session, and send it by no way that is less safe."""
        by_public = self._public == f"https://{request.headers.get('host', '').lower()}"
        secure = by_public or request.url.scheme == "https"
        answer.set_cookie(self._cookie, session, httponly=True, samesite="strict", secure=secure)


class LastForms(Generic[_Answer]):
    """What came of the last form of each browser, so that one that is sent twice is done once."""

    def __init__(self) -> None:
        self._last: OrderedDict[str, tuple[object, _Answer]] = OrderedDict()

    def answer_to(self, session: str, form: object) -> _Answer | None:
        """What came of a form if it is the last one of a browser."""
        last, answer = self._last.get(session, (None, None))
        return answer if last == form else None

    def keep(self, session: str, form: object, answer: _Answer) -> None:
        """Remember what came of a form."""
        self._last[session] = form, answer
        self._last.move_to_end(session)
        while len(self._last) > _MOST_SESSIONS:
            self._last.popitem(last=False)


def connection_of(request: Request) -> Connection | None:
    """The connection by which a request has come; None if it has come by none."""
    return getattr(request.state, "connection", None)


def is_in_place(request: Request) -> bool:
    """Whether the browser puts the answer into the page that it shows."""
    return request.headers.get("hx-request") == "true"
