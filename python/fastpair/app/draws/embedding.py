"""One JSON document in, one out, and nothing is kept between calls: for programs that embed fastpair."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ... import __version__
from ...errors import FastpairError, FormatError, RuleError
from .asked import PLACES
from .documents import drawn_document
from .drawing import draw_read
from .request import Request

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["draw_document", "drawn_line"]

_SOURCE = "document"
"""What the errors call a document that is in no file."""


def draw_document(document: bytes | str | Mapping[str, Any]) -> dict[str, Any]:
    """Draw a round of the tournament in a document.

    Parameters
    ----------
    document
        A tournament in fastpair's own format, by ``tournament.schema.json``: JSON, or what it means
        in Python. Its member ``draw`` says which round is drawn, by which model and under which
        constraints; by default it is the next round.

    Returns
    -------
    dict
        The draw, by ``draw.schema.json``: boards, bye, colours, handicaps, weights by component,
        and the digest of the proof.

    Raises
    ------
    FormatError
        If something in the document is not as expected; the message starts with its JSON pointer.
    RuleError
        If nobody is left to pair, or the request contradicts itself.
    MissingExtraError
        If msgspec is not installed.
    """
    from ...formats.fastpair.document import read

    content = document.encode() if isinstance(document, str) else document
    held = read(_SOURCE, content if isinstance(content, bytes) else dict(content))
    try:
        drawing = draw_read(held, _SOURCE, Request())
    except RuleError as error:
        said = error.said
        if said.about in PLACES:
            raise FormatError(_SOURCE, None, str(said), pointer=PLACES[said.about]) from None
        raise
    return drawn_document(drawing.before, drawing.draw, drawing.remarks())


def drawn_line(line: bytes) -> dict[str, Any]:
    """Draw a round of the tournament in a document, as ``draw_document``; an error is a document, too.

    Returns
    -------
    dict
        The draw, by ``draw.schema.json``, or what is wrong, by ``error.schema.json``.
    """
    try:
        return draw_document(line)
    except FastpairError as error:
        return {
            "format": "fastpair.error",
            "version": 1,
            "program": f"fastpair {__version__}",
            "code": error.code,
            "pointer": (error.pointer or None) if isinstance(error, FormatError) else None,
            "message": str(error),
        }
