"""pairgoth's files: ``.tour``, in JSON [FORMATS 4]."""

from __future__ import annotations

from ..document import Format

__all__ = ["FORMAT"]


def _is_pairgoth(content: bytes) -> bool:
    """Whether it is a JSON object with what every tournament of pairgoth has."""
    start = content.lstrip(b"\xef\xbb\xbf \t\r\n")
    return (
        start.startswith(b"{")
        and b'"fastpair-tournament"' not in content
        and b'"timeSystem"' in content
        and b'"pairing"' in content
    )


FORMAT = Format.of(
    __name__,
    name="pairgoth",
    title="pairgoth",
    suffixes=(".tour",),
    recognises=_is_pairgoth,
)
