"""Result files of the European Go Database: ``.h9``, and wall lists with tabs [FORMATS 2]."""

from __future__ import annotations

__all__ = ["verify"]


def verify(content: bytes) -> list[str]:
    """Say, one line each, what the server of the database would refuse in a result file.

    An empty list means that the file is accepted, see `fastpair.formats.egd.writer`.
    """
    from .writer import faults_in

    return [
        message if line is None else f"line {line}: {message}"
        for line, message in faults_in(content)
    ]
