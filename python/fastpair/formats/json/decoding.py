"""JSON read as a form says; what is wrong is told with a JSON pointer [RFC 6901]."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import msgspec

from ...errors import FormatError
from .forms import ANYTHING
from .strangers import nearest

if TYPE_CHECKING:
    from .forms import Form

__all__ = ["decode", "plain", "pointed", "pointer", "refuse_twice", "shown", "unknown_member"]

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_PLACE = re.compile(r" - at `\$(.*)`$")
_KEY = re.compile(r" - at `key` in `\$(.*)`$")
_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]|\[\.\.\.\]")
_MISSING = re.compile(r"Object missing required field `([^`]*)`")
_UNKNOWN = re.compile(r"Object contains unknown field `([^`]*)`")
_LONGEST_SHOWN = 60
_TOO_DEEP = "expected JSON that is nested less deeply"


def decode(path: str, document: bytes | dict[str, Any], form: Form) -> Any:  # noqa: ANN401
    """The value in a document.

    Parameters
    ----------
    path
        Where it comes from, for the errors.
    document
        JSON in UTF-8, or what JSON means in Python.

    Raises
    ------
    FormatError
        If it is no JSON, or a value in it is not as the form says.
    """
    try:
        found = _decoded(path, document, form)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise FormatError(path, None, _unreadable(error)) from None
    except RecursionError:
        raise FormatError(path, None, _TOO_DEEP) from None
    return form.read(found) if form.read else found


def _decoded(path: str, document: bytes | dict[str, Any], form: Form) -> Any:  # noqa: ANN401
    """What msgspec makes of a document."""
    try:
        if isinstance(document, bytes):
            return msgspec.json.decode(_without_mark(document), type=form.wire)
        return msgspec.convert(document, form.wire)
    except msgspec.ValidationError as error:
        raise _error(path, document, form, str(error)) from None


def plain(path: str, content: bytes) -> Any:  # noqa: ANN401
    """What a document holds, as lists and dictionaries.

    Raises
    ------
    FormatError
        If it is no JSON.
    """
    return decode(path, content, ANYTHING)


def refuse_twice(path: str, content: bytes, members: Any) -> None:  # noqa: ANN401
    """Refuse JSON in which an object has two members of one name, of which only the last is read.

    Parameters
    ----------
    members
        What the document holds, see ``plain``.

    Raises
    ------
    FormatError
        If there is such an object.
    """

    def checked(members: list[tuple[str, Any]]) -> None:
        names: set[str] = set()
        for name, _ in members:
            if name in names:
                said = f"the name {shown(name)} stands twice in one object; leave one of them"
                raise FormatError(path, None, said)
            names.add(name)

    text = _without_mark(content)
    # What was read is all that stands there: most programs write numbers and letters alike.
    if msgspec.json.format(text, indent=-1) == msgspec.json.encode(members):
        return
    # Numbers stay texts, since Python refuses to convert those of thousands of digits.
    try:
        json.loads(text, object_pairs_hook=checked, parse_int=str, parse_float=str)
    except RecursionError:
        raise FormatError(path, None, _TOO_DEEP) from None


def _without_mark(content: bytes) -> bytes:
    """A document without a byte order mark."""
    return content.removeprefix(_BYTE_ORDER_MARK)


def pointer(steps: tuple[str | int, ...]) -> str:
    """The JSON pointer of a place.

    >>> pointer(("players", 3, "a/b"))
    '/players/3/a~1b'
    """
    return "".join(f"/{str(step).replace('~', '~0').replace('/', '~1')}" for step in steps)


def pointed(path: str, steps: tuple[str | int, ...], message: str) -> FormatError:
    """What is wrong at a place of a document."""
    if not steps:
        return FormatError(path, None, f"document: {message}")
    return FormatError(path, None, message, pointer=pointer(steps))


def shown(value: object) -> str:
    """A value as errors quote it."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list | tuple):
        return "a list"
    words = {None: "null", True: "true", False: "false"}
    if value is None or isinstance(value, bool):
        return words[value]
    text = repr(value)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"


def _unreadable(error: Exception) -> str:
    if isinstance(error, UnicodeDecodeError):
        return f"expected JSON in UTF-8: {error.reason}; save it in that encoding"
    return f"expected JSON: {str(error).removeprefix('JSON is malformed: ')}"


def _error(path: str, document: bytes | dict[str, Any], form: Form, message: str) -> FormatError:
    """The error in words of ours, with the value that was found."""
    if of_key := _KEY.search(message):
        steps = _steps(of_key[1])
        names = [name for name in _at(document, steps) if not isinstance(name, str)]
        return pointed(path, steps, f"expected texts as names of members, got {shown(names[0])}")
    found = _PLACE.search(message)
    steps = _steps(found[1] if found else "")
    if missing := _MISSING.match(message):
        inner = _words(form, (*steps, missing[1]))
        return pointed(path, (*steps, missing[1]), f"expected {inner}, found nothing")
    if other := _UNKNOWN.match(message):
        return unknown_member(path, (*steps, other[1]), _form_at(form, steps))
    expected = f"expected {_words(form, steps)}"
    try:
        held = _at(document, steps)
        wrong = not _holds(_form_at(form, steps), held)
    except (LookupError, TypeError):
        wrong = False
    if wrong:
        return pointed(path, steps, f"{expected}, got {shown(held)}")
    # Of two values of one name, the last is held, and the first was wrong.
    return pointed(path, steps, f"{expected}; a name above it stands twice in one object")


def _holds(form: Form, value: Any) -> bool:  # noqa: ANN401
    """Whether a value is as a form says."""
    try:
        msgspec.convert(value, form.wire)
    except msgspec.ValidationError:
        return False
    return True


def unknown_member(path: str, steps: tuple[str | int, ...], form: Form) -> FormatError:
    """Refuse a member that the form of its object does not know."""
    near = nearest(str(steps[-1]), form)
    return pointed(path, steps, f"unknown member; the nearest known one is {near!r}")


def _steps(place: str) -> tuple[str | int, ...]:
    """The steps in a place as msgspec names it."""
    return tuple(
        step[1] if step[1] else int(step[2]) for step in _STEP.finditer(place) if step[1] or step[2]
    )


def _at(document: bytes | dict[str, Any], steps: tuple[str | int, ...]) -> Any:  # noqa: ANN401
    value: Any = document
    if isinstance(document, bytes):
        value = msgspec.json.decode(_without_mark(document))
    for step in steps:
        value = value[step]
    return value


def _words(form: Form, steps: tuple[str | int, ...]) -> str:
    """What is expected at a place."""
    return _form_at(form, steps).words


def _form_at(form: Form, steps: tuple[str | int, ...]) -> Form:
    for step in steps:
        if isinstance(step, int) and form.item is not None:
            form = form.item
        elif isinstance(step, str) and step in form.members:
            form = form.members[step].form
    return form
