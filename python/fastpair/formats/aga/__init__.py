"""Result reports of the American Go Association [FORMATS 6]."""

from __future__ import annotations

from ..document import Format

__all__ = ["FORMAT"]


def _recognises(content: bytes) -> bool:
    """Whether the first line that is no comment begins with ``TOURNEY``."""
    lines = content[:4096].removeprefix(b"\xef\xbb\xbf").splitlines()
    said = (line for line in map(bytes.strip, lines) if line and not line.startswith((b"#", b"//")))
    first = next(said, b"")
    return first.upper().startswith(b"TOURNEY")


FORMAT = Format.of(
    __name__,
    name="aga",
    title="AGA result report",
    suffixes=(".aga.txt", ".txt"),
    recognises=_recognises,
)
