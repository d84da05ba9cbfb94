"""Members of a JSON document that its form does not know, and which known ones they resemble."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from .forms import Form

__all__ = ["looking_like_known", "nearest", "unknown_members"]

_Steps = tuple[str | int, ...]

_SHORT = 5
"""Letters of a name from which on two of them may differ, and not only one."""


def nearest(name: str, form: Form) -> str:
    """Which member of an object, or of objects within it, is named most like this."""
    known = {inner[-1]: inner for inner in reversed(list(_known(form)))}
    return "/".join(known[get_close_matches(name, known, n=1, cutoff=0.0)[0]])


def looking_like_known(
    document: Any,  # noqa: ANN401
    form: Form,
    requested: Mapping[str, tuple[str, ...]],
) -> Iterator[tuple[_Steps, int, str]]:
    """The unknown members that are named like a known one, as if they were misspelt or misplaced.

    Parameters
    ----------
    requested
        Where a request is read, by its name; in no other place is it without a remark.

    Yields
    ------
    tuple of str and int, int, str
        Place of the first one in its list, how many of the list have it too, and the known one.
    """
    found: dict[tuple[_Steps, str], tuple[_Steps, int]] = {}
    for kind, place, held, inner in _objects(document, form, (), ()):
        if held.keys() <= inner.members.keys():
            continue
        for name in held.keys() - inner.members.keys():
            first, count = found.get((kind, name), ((*place, name), 0))
            found[kind, name] = first, count + 1
    for (kind, name), (first, count) in sorted(found.items(), key=lambda entry: str(entry[1])):
        inner = _inner(form, kind)
        meant = [known for known in _known(inner) if _alike(name, known[-1])]
        if meant:
            exact = [known for known in meant if known[-1] == name]
            yield first, count - 1, "/".join((exact or meant)[0])
        elif name in requested:
            yield first, count - 1, "/".join(requested[name])


def unknown_members(
    document: Any,  # noqa: ANN401
    form: Form,
) -> Iterator[tuple[_Steps, Form]]:
    """The places of all members that a form does not know, with the form of the object of each."""
    for _, place, held, inner in _objects(document, form, (), ()):
        for name in held:
            if name not in inner.members:
                yield (*place, name), inner


def _objects(
    value: Any,  # noqa: ANN401
    form: Form,
    kind: _Steps,
    place: _Steps,
) -> Iterator[tuple[_Steps, _Steps, dict[str, Any], Form]]:
    """The objects of a document that have a form: all of a list have one kind."""
    if form.members and isinstance(value, dict):
        yield kind, place, value, form
        for name in form.holding:
            if name in value:
                inner = form.members[name].form
                yield from _objects(value[name], inner, (*kind, name), (*place, name))
    elif form.item is not None and form.item.members and isinstance(value, list):
        for number, item in enumerate(value):
            yield from _objects(item, form.item, (*kind, 0), (*place, number))


def _inner(form: Form, kind: _Steps) -> Form:
    for step in kind:
        inner = form.item if step == 0 else form.members[str(step)].form
        assert inner is not None
        form = inner
    return form


def _known(form: Form) -> Iterator[tuple[str, ...]]:
    """The members of an object, and then those of the objects within it."""
    for name in form.members:
        yield (name,)
    for name, member in form.members.items():
        for inner in _known(member.form):
            yield (name, *inner)


def _alike(name: str, known: str) -> bool:
    """Whether a name is a letter or two from a known one, whatever its capitals."""
    most = 1 if len(known) < _SHORT else 2
    return abs(len(name) - len(known)) <= most and _letters(name.lower(), known) <= most


def _letters(one: str, other: str) -> int:
    """How many letters have to be changed, added or left out to make one word of another."""
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        before, row = row, [i]
        for j, wanted in enumerate(other, 1):
            row.append(min(before[j] + 1, row[-1] + 1, before[j - 1] + (letter != wanted)))
    return row[-1]
