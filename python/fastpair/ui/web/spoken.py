"""The language in which a browser is answered: the one it has chosen, or else the one it wishes."""

from __future__ import annotations

from contextvars import ContextVar
from typing import TYPE_CHECKING
from urllib.parse import quote, urlencode

from markupsafe import Markup
from starlette.requests import HTTPConnection
from starlette.responses import RedirectResponse

from ...formats.characters import visible
from ...report.languages import LANGUAGES, Language, language, preferred

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send


_COOKIE = "language"
_CHOSEN = "speak"
"""In an address: what its browser is answered in from now on."""

_A_YEAR = 365 * 24 * 3600

_CODE: ContextVar[str] = ContextVar("language", default="en")


class Spoken:
    """An application that answers each browser in a language of its own.

    Every page can be asked for with ``?speak=de``: the browser then keeps that language.

    Parameters
    ----------
    app
        The application.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        asked = HTTPConnection(scope)
        chosen = asked.query_params.get(_CHOSEN)
        if chosen in LANGUAGES and scope["method"] == "GET":
            await _kept(asked, chosen)(scope, receive, send)
            return
        wished = preferred(asked.headers.get("accept-language", ""))
        kept = asked.cookies.get(_COOKIE)
        _CODE.set(kept if kept in LANGUAGES else wished)
        await self._app(scope, receive, send)


def speaking() -> Language:
    """The language of the answer that is made."""
    return language(_CODE.get())


def spoken(text: str, **values: object) -> str:
    """An English text in the language of the answer, with its values put in.

    It is markup if one of its values is; the others are escaped then.
    """
    return _filled(speaking().text(text), values)


def spoken_many(one: str, many: str, number: int, **values: object) -> str:
    """The form of a text that a number asks for, in the language of the answer.

    The number itself is put in as ``count``, unless a value of that name is given.
    """
    return _filled(speaking().counted(one, many, number), {"count": number, **values})


def _filled(text: str, values: dict[str, object]) -> str:
    if not values:
        return text
    shown = {name: visible(each) if type(each) is str else each for name, each in values.items()}
    if any(isinstance(each, Markup) for each in values.values()):
        return Markup(text).format(**shown)
    return text.format(**shown)


def _kept(asked: HTTPConnection, code: str) -> RedirectResponse:
    """The same page in a language that the browser keeps."""
    rest = urlencode([pair for pair in asked.query_params.multi_items() if pair[0] != _CHOSEN])
    # With one slash in front the address stays on this server, whatever it is.
    place = f"/{quote(asked.scope['path'].lstrip('/'))}"
    answer = RedirectResponse(f"{place}?{rest}" if rest else place, 303)
    answer.set_cookie(_COOKIE, code, max_age=_A_YEAR, httponly=True, samesite="lax")
    return answer
