"""Make text from files safe to show: no character of it controls a terminal or is hidden."""

from __future__ import annotations

import json
import unicodedata

from ..formats.characters import is_hidden

__all__ = ["counted", "cut", "in_json", "width"]

_ELLIPSIS = "…"


def in_json(document: str) -> str:
    r"""A JSON document with the same characters as escapes of JSON, except its own line ends.

    >>> print(in_json('{"name": "Ann\x9b"}'))
    {"name": "Ann\u009b"}
    """
    if document.isascii() and "\x7f" not in document:
        return document
    return "".join(
        json.dumps(letter)[1:-1] if letter != "\n" and is_hidden(letter) else letter
        for letter in document
    )


def width(text: str) -> int:
    """Columns that a visible text takes: two for an East Asian letter, none for a mark."""
    if text.isascii():
        return len(text)
    # Hangul written in parts is as wide as its syllables.
    return sum(map(_columns, unicodedata.normalize("NFC", text)))


def cut(text: str, room: int, *, tail: bool = False) -> str:
    """A visible text in so many columns, with an ellipsis where something is left out.

    Parameters
    ----------
    tail
        Whether the last word is kept, such as the grade behind a name.
    """
    if width(text) <= room:
        return text
    last = ""
    if tail:
        last = " " + text.rpartition(" ")[2]
        # A last word that leaves no room for the others is cut like them.
        last = last if width(last) + 2 <= room else ""
    left, kept = room - width(_ELLIPSIS + last), []
    for letter in text:
        left -= _columns(letter)
        if left < 0:
            break
        kept.append(letter)
    return "".join(kept).rstrip() + _ELLIPSIS + last


def counted(count: int, noun: str) -> str:
    """The number of things with their noun.

    >>> counted(1, "player"), counted(0, "player")
    ('1 player', '0 players')
    """
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _columns(letter: str) -> int:
    if unicodedata.category(letter) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1
