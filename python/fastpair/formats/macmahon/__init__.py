"""Files of MacMahon 3.9 by Christoph Gerlach, in XML [FORMATS 5].

No file that the program itself has saved was at hand: names of elements, and that Black's result comes
first, are as pairgoth reads them.
"""

from __future__ import annotations

from ..document import Format

__all__ = ["FORMAT", "is_macmahon"]

_HEAD = 1 << 13


def is_macmahon(content: bytes) -> bool:
    """Whether the root element is that of MacMahon, in whatever encoding."""
    head = content[:_HEAD].replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")
    return head.startswith(b"<") and b"<TournamentData" in head


FORMAT = Format.of(
    __name__,
    name="macmahon",
    title="MacMahon 3.9 XML",
    suffixes=(".xml",),
    recognises=is_macmahon,
)
