"""fastpair's own files: everything that a tournament holds, in JSON (docs/reference/json.md)."""

from __future__ import annotations

from ..document import Format

__all__ = ["FORMAT"]


def _is_object(content: bytes) -> bool:
    """Whether the first character opens an object, in UTF-8."""
    return content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")


FORMAT = Format.of(
    __name__,
    name="fastpair",
    title="fastpair JSON",
    suffixes=(".json",),
    recognises=_is_object,
    holds_model=True,
)
"""Comes after other formats in JSON, so that whatever is none of them is told what it lacks."""
