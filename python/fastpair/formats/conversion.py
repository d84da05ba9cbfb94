"""A document in another format, and what neither format's tournament holds of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import RuleError
from . import FORMATS
from .foreign import foreign, foreign_losses
from .json.decoding import pointed
from .losses import losses
from .source import Source

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from ..go.tournament import Tournament
    from .document import Document, Format

__all__ = ["converted", "lost"]


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
    if origin is form:
        return document.content_with(tournament)
    if form.name == "fastpair":
        from .fastpair.document import new_content

        return new_content(tournament, Source.of(origin.name, document.content))
    carried = _carried(document)
    if carried is not None and carried[0] is form:
        try:
            return carried[1].content_with(tournament)
        except RuleError:
            pass  # A new file holds as much as it can; what it does not hold is said.
    return form.new(tournament)


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
    document: Document, origin: Format, path: Path, content: bytes, form: Format, asked: Tournament
) -> Iterator[str]:
    """Say what the content of a new file does not hold of a document.

    Parameters
    ----------
    document, origin
        What was read, and its format.
    path, content, form
        The new file, and its format.
    asked
        The tournament that it shall hold.
    """
    kept = form.read(str(path), content)
    yield from losses(kept.tournament, asked)
    if form.name == "fastpair":
        return
    held = foreign(origin, document.content, document.tournament)
    carried = _carried(document)
    if carried is not None:
        held += foreign(carried[0], carried[1].content, carried[1].tournament)
    yield from foreign_losses(held, foreign(form, kept.content, kept.tournament))
