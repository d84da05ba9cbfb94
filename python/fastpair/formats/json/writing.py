"""JSON written for programs and people: unknown members kept, and a line for each item of a list."""

from __future__ import annotations

import json
from collections import defaultdict, deque
from typing import TYPE_CHECKING, Any

from ...errors import RuleError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from .forms import Form

__all__ = ["laid_out", "with_strangers"]


def with_strangers(
    new: Any,  # noqa: ANN401
    old: Any,  # noqa: ANN401
    form: Form,
    identities: Mapping[type, tuple[str, ...]],
) -> Any:  # noqa: ANN401
    """A value with those members of an older one that its form does not know.

    The members keep the order of the older value.

    Parameters
    ----------
    new, old
        What JSON knows: texts, numbers, lists and dictionaries.
    identities
        The members by which an object of a list is recognised, by dataclass.
    """
    if form.members and isinstance(new, dict) and isinstance(old, dict):
        return _object_with_strangers(new, old, form, identities)
    if form.item is not None and isinstance(new, list) and isinstance(old, list):
        return list(_items_with_strangers(new, old, form.item, identities))
    return new


def _object_with_strangers(
    new: dict[str, Any],
    old: dict[str, Any],
    form: Form,
    identities: Mapping[type, tuple[str, ...]],
) -> dict[str, Any]:
    """An object; a member that it leaves out, since it has its default, is said if it was before."""
    merged = {}
    for name, value in old.items():
        member = form.members.get(name)
        if member is None:
            merged[name] = value
        elif name in new:
            merged[name] = with_strangers(new[name], value, member.form, identities)
        else:
            merged[name] = member.form.written(member.default)
    return {**merged, **{name: value for name, value in new.items() if name not in merged}}


def _items_with_strangers(
    new: list[Any], old: list[Any], form: Form, identities: Mapping[type, tuple[str, ...]]
) -> Iterable[Any]:
    if form.kind is None:
        # Lists of lists, such as the rounds of a tournament, are compared place by place.
        for place, item in enumerate(new):
            older = old[place] if place < len(old) else None
            yield with_strangers(item, older, form, identities)
        return
    names = identities.get(form.kind, ())
    held: defaultdict[tuple[Any, ...], deque[Any]] = defaultdict(deque)
    for item in old:
        held[_identity(item, names)].append(item)
    for item in new:
        same = held[_identity(item, names)]
        yield with_strangers(item, same.popleft() if same else None, form, identities)


def _identity(item: Mapping[str, Any], names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(json.dumps(item.get(name)) for name in names)


def laid_out(document: Mapping[str, Any]) -> bytes:
    """The text of a document: members on lines of their own, and so the objects of each list.

    Raises
    ------
    RuleError
        If a text in it is none that UTF-8 can hold, or a number is not finite.
    """
    try:
        text = _text(document, "\n")
        return f"{text}\n".encode()
    except UnicodeEncodeError as error:
        letter = error.object[error.start]
        raise RuleError(f"no file can hold the character {letter!r}") from error
    except ValueError as error:
        raise RuleError(f"no file can hold this number: {error}") from error


def _text(value: Any, before: str) -> str:  # noqa: ANN401
    """A value, with its parts on lines of their own if it is an object or a list of objects."""
    inner = f"{before}  "
    if isinstance(value, dict) and value:
        parts = (f"{_short(name)}: {_text(part, inner)}" for name, part in value.items())
        return "{" + inner + f",{inner}".join(parts) + before + "}"
    if isinstance(value, list) and any(isinstance(part, dict | list) for part in value):
        parts = (_line(part, inner) for part in value)
        return "[" + inner + f",{inner}".join(parts) + before + "]"
    return _short(value)


def _line(value: Any, before: str) -> str:  # noqa: ANN401
    """An item of a list: an object on one line, a list of objects on several."""
    return _text(value, before) if isinstance(value, list) else _short(value)


def _short(value: Any) -> str:  # noqa: ANN401
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
