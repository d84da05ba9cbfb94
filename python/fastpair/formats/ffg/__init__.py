"""Result files of the French federation: ``.tou`` [FORMATS 3]."""

from __future__ import annotations

from ..document import Format

__all__ = ["FORMAT"]

_FIRST_LINES = (b";name=", b";date=", b";vill=", b";comm=", b";prog=", b";num nom")


def _recognises(content: bytes) -> bool:
    """Whether a file begins with a field such as ``;name=`` or with the names of the columns."""
    return content[:1024].removeprefix(b"\xef\xbb\xbf").lstrip().lower().startswith(_FIRST_LINES)


FORMAT = Format.of(
    __name__,
    name="ffg",
    title="FFG result file",
    suffixes=(".tou",),
    recognises=_recognises,
)
