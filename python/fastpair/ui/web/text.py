"""The language of an answer, and the texts of fields."""

from __future__ import annotations

from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from urllib.parse import quote, urlencode

from markupsafe import Markup
from starlette.requests import HTTPConnection
from starlette.responses import RedirectResponse

from ...errors import RuleError
from ...formats.characters import visible
from ...parameters import parameters, walk
from ...report.languages import LANGUAGES, Language, language, preferred
from ...sentences import marked, phrase

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from starlette.types import ASGIApp, Receive, Scope, Send

    from ...parameters import Parameter


_COOKIE = "language"
_CHOSEN = "speak"
"""In an address: what its browser is answered in from now on."""

_A_YEAR = 365 * 24 * 3600

_CODE: ContextVar[str] = ContextVar("language", default="en")


class LanguageMiddleware:
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
        connection = HTTPConnection(scope)
        chosen = connection.query_params.get(_CHOSEN)
        if chosen in LANGUAGES and scope["method"] == "GET":
            await _redirect_with_language(connection, chosen)(scope, receive, send)
            return
        wished = preferred(connection.headers.get("accept-language", ""))
        kept = connection.cookies.get(_COOKIE)
        _CODE.set(kept if kept in LANGUAGES else wished)
        await self._app(scope, receive, send)


def current_language() -> Language:
    """The language of the answer that is made."""
    return language(_CODE.get())


def translate(text: str, **values: object) -> str:
    """An English text in the language of the answer, with its values put in.

    It is markup if one of its values is; the others are escaped then.
    """
    return _filled(current_language().text(text), values)


def translate_count(one: str, many: str, number: int, **values: object) -> str:
    """The form of a text that a number asks for, in the language of the answer.

    The number itself is put in as ``count``, unless a value of that name is given.
    """
    return _filled(current_language().counted(one, many, number), {"count": number, **values})


def _filled(text: str, values: dict[str, object]) -> str:
    if not values:
        return text
    shown = {name: visible(each) if type(each) is str else each for name, each in values.items()}
    if any(isinstance(each, Markup) for each in values.values()):
        return Markup(text).format(**shown)
    return text.format(**shown)


def _redirect_with_language(connection: HTTPConnection, code: str) -> RedirectResponse:
    """The same page in a language that the browser keeps."""
    rest = urlencode([pair for pair in connection.query_params.multi_items() if pair[0] != _CHOSEN])
    # With one slash in front the address stays on this server, whatever it is.
    place = f"/{quote(connection.scope['path'].lstrip('/'))}"
    answer = RedirectResponse(f"{place}?{rest}" if rest else place, 303)
    answer.set_cookie(_COOKIE, code, max_age=_A_YEAR, httponly=True, samesite="lax")
    return answer


_Typed = TypeVar("_Typed")

_LONGEST = 400
"""Signs of a value."""

_SWITCH = {marked("yes"): True, marked("no"): False}


class Field(NamedTuple):
    """A field of a form."""

    name: str
    label: str
    help: str
    value: str
    choices: tuple[str, ...]
    """What can be chosen; empty if something is typed."""

    type: str
    """Of an input."""


def fields_of(kind: type, *names: str, values: object = None) -> Iterator[Field]:
    """The fields for some values of a dataclass, by default for all.

    Parameters
    ----------
    values
        What stands in them, of the same class; by default nothing.
    """
    held = dict(walk(parameters(kind)))
    for name in names or held:
        yield _field(held[name], getattr(values, name, None))


def parse_form(kind: type[_Typed], form: Mapping[str, str], known: _Typed | None = None) -> _Typed:
    """What a form holds of a dataclass; what is left empty is not typed.

    Parameters
    ----------
    known
        What stood in the fields: one that was emptied is typed, as an empty text.

    Raises
    ------
    RuleError
        If a value is none of its kind.
    """
    stated = {
        name: _value(said, form[name].strip())
        for name, said in walk(parameters(kind))
        if form.get(name, "").strip() or (name in form and getattr(known, name, None) is not None)
    }
    return kind(**stated)


def label_of(name: str) -> str:
    """The label of the field for a value, in English."""
    return _LABELS.get(name) or name.replace("_", " ").capitalize()


_LABELS = {
    "begins": marked("Start date"),
    "ends": marked("End date"),
    "place": marked("Location"),
    "preset": marked("Rules preset"),
    "time": marked("Time control"),
}
"""The labels of fields that are not named as their values."""


def _field(said: Parameter, value: object) -> Field:
    choices = tuple(_SWITCH) if said.kind is bool else said.choices or said.among
    texts: dict[bool | None, str] = {None: "", **{on: text for text, on in _SWITCH.items()}}
    plain = texts[value] if value is None or isinstance(value, bool) else str(value)
    return Field(
        name=said.name,
        label=translate(label_of(said.name)),
        help=translate(f"{said.description}."),
        value=plain,
        choices=choices,
        type={"date": "date"}.get(said.unit, "number" if said.kind is int else "text"),
    )


def _value(said: Parameter, typed: str) -> Any:  # noqa: ANN401 - of the kind that the parameter has
    if len(typed) > _LONGEST:
        raise RuleError(
            phrase(
                "expected at most {longest} signs, got {count}", longest=_LONGEST, count=len(typed)
            ),
            about=said.name,
        )
    if said.kind is bool and typed not in _SWITCH:
        raise RuleError(phrase("expected yes or no, got {got!r}", got=typed), about=said.name)
    return said.read(typed, typed=True)
