"""From one format to another."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ..errors import RuleError
from ..files import Source
from ..go.tournament import key_of
from . import FORMATS, xml
from .characters import TextFile
from .json import pointed
from .limits import fitted, refuse_impossible
from .losses import losses

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from ..go.tournament import Tournament
    from .document import Document, Format
    from .json import Form
    from .xml import Element


# ---- What a file holds beside its tournament, found by comparing the file with a new one ----

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
    if form.name == "trf":
        from .trf import foreign_facts

        return Counter(foreign_facts(content))
    facts = _elements if form.name in ("opengotha", "macmahon") else _header
    return Counter(facts(content)) - Counter(facts(form.new(tournament)))


def foreign_losses(
    before: Counter[tuple[str, str]], after: Counter[tuple[str, str]]
) -> Iterator[str]:
    """Say, one line for each kind of thing, what of one file another one does not hold."""
    lost: dict[str, Counter[str]] = {}
    for (place, value), count in (before - after).items():
        lost.setdefault(place, Counter())[value] += count
    for place, values in lost.items():
        value, count = next(iter(values)), values.total()
        example = f": {value[:_LONGEST]!r}" if count == 1 else f", such as {value[:_LONGEST]!r}"
        what = "is lost" if count == 1 else f"{count} values are lost"
        yield f"{place} {what}{example}" if value else f"{place} {what}"


def _strangers_of(form: Format, content: bytes) -> Iterator[tuple[str, str]]:
    from .fastpair.document import ENVELOPE, TOURNAMENT
    from .json import plain
    from .pairgoth.roster import FILE

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
    return _of_element(xml.parse("", content).root)


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


# ---- A document in another format, and what neither format's tournament holds of it ----


def converted(
    document: Document, origin: Format, form: Format, tournament: Tournament | None = None
) -> bytes:
    """The content of a file that holds as much of a document as its format can.

    fastpair's own files carry the file that they were made of. In that format, it is this file
    again, with what has changed since.

    Parameters
    ----------
    origin
        The format of the document.
    form
        The format of the new file.
    tournament
        What it shall hold; by default the document's.

    Raises
    ------
    FormatError
        If the file that is carried cannot be read.
    RuleError
        If no file of the format can hold the tournament.
    """
    tournament = tournament or document.tournament
    if origin is form and not document.is_read_only:
        return _changed(document, tournament)
    if form.name == "fastpair":
        from .fastpair.document import new_content

        refuse_impossible(form.name, tournament)
        held = None if document.is_read_only else Source.of(origin.name, document.content)
        return new_content(tournament, held)
    carried = _carried(document)
    if carried is None or carried[0] is not form:
        return form.new(tournament)
    with suppress(RuleError):
        return _changed(carried[1], tournament)
    # What a new file holds of the tournament has no value that the format does not know.
    new = form.new(tournament)
    with suppress(RuleError):
        return _changed(carried[1], form.read(document.path, new).tournament)
    return new


def _changed(document: Document, tournament: Tournament) -> bytes:
    """A file with as much of another state of its tournament as it has a place for."""
    return document.content_with(fitted(document.format, tournament, document.tournament))


def _carried(document: Document) -> tuple[Format, Document] | None:
    """The file of another format that a document carries."""
    source: Source | None = getattr(getattr(document, "envelope", None), "source", None)
    if source is None:
        return None
    path = document.path
    if source.format not in FORMATS or source.format == "fastpair":
        others = ", ".join(name for name in FORMATS if name != "fastpair")
        raise pointed(
            path, ("source", "format"), f"expected a format ({others}), got {source.format!r}"
        )
    form = FORMATS[source.format]
    try:
        return form, form.read(path, source.data())
    except ValueError as error:
        why = str(error).removeprefix(f"{path}:").strip()
        message = f"expected a file of {form.title}: {why}"
        raise pointed(path, ("source", "content"), message) from error


def lost(
    document: Document,
    origin: Format,
    path: Path,
    content: bytes,
    form: Format,
    tournament: Tournament,
) -> Iterator[str]:
    """Say what the content of a new file does not hold of a document.

    Parameters
    ----------
    document, origin
        What was read, and its format.
    path, content, form
        The new file, and its format.
    tournament
        The tournament that it shall hold.
    """
    stored = form.read(str(path), content)
    yield from losses(stored.tournament, tournament)
    if form.name == "fastpair" or document.is_read_only:
        return
    before = foreign(origin, document.content, document.tournament)
    carried = _carried(document)
    if carried is not None:
        before += foreign(carried[0], carried[1].content, carried[1].tournament)
    yield from foreign_losses(before, foreign(form, stored.content, stored.tournament))
