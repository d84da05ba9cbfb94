"""Letters as people write them and as a terminal or a page may show them."""

from __future__ import annotations

import unicodedata

PLAIN_LETTERS = str.maketrans(
    {"ı": "i", "ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe"}
)
"""Letters that Unicode does not decompose into a plain letter and a mark."""


def without_accents(text: str) -> str:
    """A text in lower case, without accents; spaces and signs stay."""
    if text.isascii():
        return text.lower()
    plain = unicodedata.normalize("NFKD", text).casefold().translate(PLAIN_LETTERS)
    return "".join(sign for sign in plain if not unicodedata.combining(sign))


def folded(text: str) -> str:
    """Only the letters and digits of a name, in lower case and without accents."""
    plain = without_accents(text)
    return plain if plain.isalnum() else "".join(filter(str.isalnum, plain))


_STEERING = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Categories of control characters in Unicode: controls, directions and joiners, lone surrogates,
line ends."""

_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0")
"""Letters and marks that Unicode says to ignore, and that a terminal does not show."""


def shortened(text: str, longest: int) -> str:
    """A text of which no more than so many letters are shown."""
    return text if len(text) <= longest else f"{text[:longest]}…"


def visible(text: str) -> str:
    r"""A text on one line, in which an escape replaces each control or hidden character.

    >>> print(visible("Ann\x9b2J\u202e\n"))
    Ann\x9b2J\u202e\n

    Two names that differ look different, up to letters of different scripts that look alike.
    """
    if text.isprintable() and _BLANK.isdisjoint(text):
        return text
    return "".join(
        letter.encode("unicode_escape").decode("ascii") if is_hidden(letter) else letter
        for letter in text
    )


def is_hidden(letter: str) -> bool:
    """Whether a character controls a terminal, or is not seen on it."""
    return unicodedata.category(letter) in _STEERING or letter in _BLANK
