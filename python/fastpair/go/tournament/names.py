"""Names as OpenGotha, a program in Java, compares them."""

from __future__ import annotations

from functools import lru_cache

__all__ = ["utf16", "without_case"]


def utf16(text: str) -> bytes:
    """The UTF-16 code units of a text, whose order is that of Java's strings [OPENGOTHA 0]."""
    return text.encode("utf-16-be", "surrogatepass")


@lru_cache(maxsize=1 << 14)
def without_case(text: str) -> str:
    """Text without the difference of capitals, character by character as Java ignores it."""
    return text.lower() if text.isascii() else "".join(map(_small, text))


def _small(character: str) -> str:
    upper = character.upper()
    return (upper if len(upper) == 1 else character).lower()[0]
