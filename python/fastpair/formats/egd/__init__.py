"""Result files of the European Go Database: ``.h9``, and wall lists with tabs [FORMATS 2]."""

from __future__ import annotations

from ..document import Format

__all__ = ["FORMAT", "verify"]


def verify(content: bytes) -> list[str]:
    """Say, one line each, what the server of the database would refuse in a result file.

    An empty list means that the file is accepted, see `fastpair.formats.egd.verification`.
    """
    from .verification import faults_in

    return [
        message if line is None else f"line {line}: {message}"
        for line, message in faults_in(content)
    ]


def _recognises(content: bytes) -> bool:
    from .lines import looks_like_wall_list

    return looks_like_wall_list(content)


FORMAT = Format.of(
    __name__,
    name="egd",
    title="EGD result file",
    suffixes=(".h9", *(f".h{number}" for number in range(9)), ".txt"),
    recognises=_recognises,
)
