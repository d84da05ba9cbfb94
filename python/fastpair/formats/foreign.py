"""What a file holds beside its tournament, found by comparing the file with a new one."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from .characters import TextFile
from .names import key_of
from .xml import markup

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..go.tournament import Tournament
    from .document import Format
    from .json.forms import Form
    from .xml.markup import Element

__all__ = ["foreign", "foreign_losses"]

_PASSING = frozenset(
    {"saveDT", "runningMode", "externalIPAddress", "dataVersion"}
    | {"fullVersionNumber", "gothaVersion", "gothaMinorVersion"}
)
"""Attributes that say how a file was saved, and nothing of the tournament."""

_LONGEST = 40


def foreign(form: Format, content: bytes, tournament: Tournament) -> Counter[tuple[str, str]]:
    """What a file says and a new file of its tournament does not: places and values, with counts.

    Parameters
    ----------
    form
        The format of the file.
    content
        The file.
    tournament
        What was read from it.
    """
    if form.name in ("pairgoth", "fastpair"):
        return Counter(_strangers_of(form, content))
    facts = _elements if content.lstrip(b"\xef\xbb\xbf\xff\xfe\x00 \t\r\n")[:1] == b"<" else _header
    return Counter(facts(content)) - Counter(facts(form.new(tournament)))


def foreign_losses(held: Counter[tuple[str, str]], kept: Counter[tuple[str, str]]) -> Iterator[str]:
    """Say, one line for each kind of thing, what of one file another one does not hold."""
    lost: dict[str, Counter[str]] = {}
    for (place, value), count in (held - kept).items():
        lost.setdefault(place, Counter())[value] += count
    for place, values in lost.items():
        value, count = next(iter(values)), values.total()
        example = f": {value[:_LONGEST]!r}" if count == 1 else f", such as {value[:_LONGEST]!r}"
        what = "is lost" if count == 1 else f"{count} values are lost"
        yield f"{place} {what}{example}" if value else f"{place} {what}"


def _strangers_of(form: Format, content: bytes) -> Iterator[tuple[str, str]]:
    from .fastpair.shape import ENVELOPE, TOURNAMENT
    from .json.decoding import plain
    from .pairgoth.shape import FILE

    value = plain("", content)
    if form.name == "pairgoth":
        return _strangers(value, FILE, "")
    own = {name: part for name, part in value.items() if name not in ENVELOPE.members}
    return _strangers(own, TOURNAMENT, "")


def _strangers(value: Any, form: Form, path: str) -> Iterator[tuple[str, str]]:  # noqa: ANN401
    """The members that a form does not know, with their values; lists are walked through."""
    if isinstance(value, list) and form.item is not None:
        for item in value:
            yield from _strangers(item, form.item, path)
    elif isinstance(value, dict) and form.members:
        for name, part in value.items():
            place = f"{path}/{name}"
            if name in form.members:
                yield from _strangers(part, form.members[name].form, place)
            elif part not in (None, "", [], {}):
                yield place, str(part)


def _elements(content: bytes) -> Iterator[tuple[str, str]]:
    """Elements, with their attributes and texts, of a file in XML."""
    return _of_element(markup.parse("", content).root)


def _of_element(element: Element) -> Iterator[tuple[str, str]]:
    for name, value in element.attributes.items():
        if value.strip() and name not in _PASSING:
            yield f"<{element.tag} {name}>", _compared(value)
    if element.text:
        yield f"<{element.tag}>", _compared(element.text)
    for child in element.children:
        yield from _of_element(child)


def _compared(text: str) -> str:
    """A text without the spaces and cases in which files differ that say the same."""
    return key_of(text).replace("İ", "I")


def _header(content: bytes) -> Iterator[tuple[str, str]]:
    """The lines of the header of a text."""
    for line in TextFile.of("", content).lines:
        if line.startswith(";"):
            yield "header line", line.strip()
