"""The language of an answer, and the texts of fields."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from urllib.parse import quote, urlencode

from markupsafe import Markup
from starlette.requests import HTTPConnection
from starlette.responses import RedirectResponse

from ...app.forms.labels import CHOICES, FACTS_OF
from ...app.setup.setup import groups_of_choices
from ...errors import InputError
from ...letters import visible
from ...report import languages
from ...report.languages import LANGUAGES, Language, language, preferred
from ...report.sheet import width
from ...sentences import marked, phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from starlette.types import ASGIApp, Receive, Scope, Send

    from ...go.tournament import Player, Tournament
    from ...parameters import Parameter


_COOKIE = "language"
_CHOSEN = "speak"
"""In an address: what its browser is answered in from now on."""

_A_YEAR = 365 * 24 * 3600

_CODE: ContextVar[str] = ContextVar("language", default="en")
_KIND: ContextVar[str] = ContextVar("kind", default="go")


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
        preferred_code = preferred(connection.headers.get("accept-language", ""))
        chosen_code = connection.cookies.get(_COOKIE)
        _CODE.set(chosen_code if chosen_code in LANGUAGES else preferred_code)
        await self._app(scope, receive, send)


def current_language() -> Language:
    """The language of the answer that is made, for the kind of its tournament."""
    return language(_CODE.get(), _KIND.get())


@contextmanager
def in_language(code: str) -> Iterator[None]:
    """Translate into the language of a code, instead of that of the answer."""
    token = _CODE.set(code)
    try:
        yield
    finally:
        _CODE.reset(token)


def in_order_of_names(players: Iterable[Player]) -> list[Player]:
    """Players in the alphabetical order of the language of the answer."""
    return languages.in_order_of_names(players, _CODE.get())


def speak_of(tournament: Tournament) -> None:
    """From here on, the answer is about a tournament, whose kind says which words it has."""
    _KIND.set(tournament.kind)


def translate(text: str, **values: object) -> str:
    """An English text in the language of the answer, with its values put in.

    It is markup if one of its values is; the others are escaped then.
    """
    return _format(current_language().text(text), values)


def title_of_bye(tournament: Tournament) -> str:
    """What who has no opponent in a round has in its place, as a label."""
    return translate("Free round") if tournament.has_free_rounds else translate("Bye")


def translate_count(one: str, many: str, number: int, **values: object) -> str:
    """The form of a text that a number asks for, in the language of the answer.

    The number itself is put in as ``count``, unless a value of that name is given.
    """
    return _format(current_language().counted(one, many, number), {"count": number, **values})


def _format(text: str, values: dict[str, object]) -> str:
    if not values:
        return text
    visible_values = {
        name: visible(each) if type(each) is str else each for name, each in values.items()
    }
    if any(isinstance(each, Markup) for each in values.values()):
        return Markup(text).format(**visible_values)
    return text.format(**visible_values)


def _redirect_with_language(connection: HTTPConnection, code: str) -> RedirectResponse:
    """Redirect to the same page and store its language in the browser."""
    rest = urlencode([pair for pair in connection.query_params.multi_items() if pair[0] != _CHOSEN])
    # With one slash in front the address stays on this server, whatever it is.
    place = f"/{quote(connection.scope['path'].lstrip('/'))}"
    answer = RedirectResponse(f"{place}?{rest}" if rest else place, 303)
    answer.set_cookie(_COOKIE, code, max_age=_A_YEAR, httponly=True, samesite="lax")
    return answer


_Input = TypeVar("_Input")

_LETTERS_OF_HALF_A_ROW = 23
"""Letters of a menu beside another one, of the widest ones, on a screen of 1200 pixels."""

_LONGEST = 400
"""Signs of a value."""

_SWITCH = {marked("yes"): True, marked("no"): False}


class FormField(NamedTuple):
    """A field of a form."""

    name: str
    label: str
    help: str
    value: str
    choices: tuple[tuple[str, str], ...]
    """What can be chosen, each value with what it is called; empty if something is typed."""

    type: str
    """Of an input."""

    error: str = ""
    """What is wrong with the value."""

    formats: str = ""
    """The formats of an event of which it is a question, such as ``Cup``, for style sheets; empty for all."""

    groups: Mapping[str, str] = MappingProxyType({})
    """What the groups of the choices are called, by value; those without one come first."""

    @property
    def grouped_choices(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """The choices of each group, with what it is called."""
        groups: dict[str, list[tuple[str, str]]] = {"": []}
        groups |= {title: [] for title in self.groups.values()}
        for value, text in self.choices:
            groups[self.groups.get(value, "")].append((value, text))
        return [*groups.items()]

    @property
    def is_wide(self) -> bool:
        """Whether it needs a row of its own, since a choice would be cut off in half of one."""
        return any(width(text) > _LETTERS_OF_HALF_A_ROW for _, text in self.choices)


def fields_of(
    record: str,
    *names: str,
    values: Mapping[str, Any] = MappingProxyType({}),
    defaults: Mapping[str, Any] = MappingProxyType({}),
) -> Iterator[FormField]:
    """The fields for some values of a record of `FACTS_OF`, by default for all.

    Parameters
    ----------
    values
        What stands in them, by name; by default nothing.
    defaults
        What is named as the default of a choice, by name.
    """
    by_name = FACTS_OF[record]
    for name in names or by_name:
        yield _field(by_name[name], values.get(name), defaults.get(name))


def stated_in(
    record: str, form: Mapping[str, str], current: Mapping[str, Any] = MappingProxyType({})
) -> dict[str, Any]:
    """What a form states of the facts of a record of `FACTS_OF`, by name; empty fields are left out.

    Parameters
    ----------
    current
        What stood in the fields: one that was emptied is stated, as an empty text.

    Raises
    ------
    InputError
        If a value is none of its kind.
    """
    return {
        name: _value(parameter, form[name].strip())
        for name, parameter in FACTS_OF[record].items()
        if form.get(name, "").strip() or (name in form and current.get(name) is not None)
    }


def _field(parameter: Parameter, value: object, default: object) -> FormField:
    return FormField(
        name=parameter.name,
        label=translate(parameter.label),
        help=translate(parameter.effect) if parameter.effect else "",
        value=text_of(value),
        choices=choices_of(parameter.name, text_of(value), text_of(default)),
        type={"date": "date"}.get(parameter.unit, "number" if parameter.kind is int else "text"),
        groups={
            value: translate(title) for value, title in groups_of_choices(parameter.name).items()
        },
    )


def text_of(value: object) -> str:
    """A value as a form sends it."""
    if value is None or isinstance(value, bool):
        return {None: "", True: "yes", False: "no"}[value]
    return str(value)


def choices_of(name: str, value: str, default: str) -> tuple[tuple[str, str], ...]:
    """The choices of a value, with the default marked; a value that is none of them is added."""
    words = CHOICES.get(name)
    if words is None:
        return ()
    texts = {word: translate(text) for word, text in words.items()}
    found = {word: text[:1].upper() + text[1:] for word, text in texts.items()}
    if value not in found:
        found = {value: value, **found}
    if default in found:
        found[default] = translate("{choice} (default)", choice=found[default])
    return tuple(found.items())


def preset_choices(field: FormField) -> tuple[tuple[str, str], ...]:
    """The choices of the preset, before them what a new tournament has if none is named."""
    return ("", translate("Default")), *(each for each in field.choices if each[0])


def _value(parameter: Parameter, text: str) -> Any:  # noqa: ANN401 - of the kind that the parameter has
    if len(text) > _LONGEST:
        raise InputError(
            phrase(
                "must have at most {longest} characters, not {count}",
                longest=_LONGEST,
                count=len(text),
            ),
            about=parameter.name,
        )
    if parameter.kind is bool and text not in _SWITCH:
        raise InputError(phrase("must be yes or no, not {got!r}", got=text), about=parameter.name)
    return parameter.read(text, from_text=True)
