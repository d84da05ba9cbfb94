"""A process that answers document after document: ``python -m fastpair.ui.api.worker``.

On standard input each document comes behind a line with what is asked and its length in bytes. On
standard output each answer goes behind a line with what became of it and its length.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from contextlib import suppress

from ...app.embedding.answers import ANSWERS, answered, error_document

READY, ANSWERED = "ready", "answered"
"""What the line before an answer says: once at the beginning, and if it is not an error's code."""

_MEMORY = 2 << 30
"""Bytes that a process may take for documents: one of 10,000 players takes 400 million."""

_FIRST = {
    "format": "fastpair-tournament",
    "version": 1,
    "players": [{"key": key, "name": key, "first_name": "", "grade": "1d"} for key in "ab"],
}
"""A tournament that is drawn before the first document comes, so that everything is imported."""


def main() -> None:
    """Answer documents until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # of the terminal; who has started it ends it
    source = sys.stdin.buffer
    with os.fdopen(os.dup(1), "wb") as target:
        os.dup2(2, 1)  # whatever is printed is no answer

        def send(code: str, content: bytes) -> None:
            target.write(f"{code} {len(content)}\n".encode() + content)
            target.flush()

        for question in ANSWERS:
            answered(question, json.dumps(_FIRST).encode())
        _limit_memory()
        send(READY, b"")
        for header in source:
            question, length = header.decode().split()
            send(*_answer(question, source.read(int(length))))


def _answer(question: str, document: bytes) -> tuple[str, bytes]:
    """The code and the content of an answer."""
    try:
        answer = answered(question, document)
        content = json.dumps(answer, ensure_ascii=False).encode()
    except Exception as error:
        message = (
            f"a bug of fastpair, not of the document: {type(error).__name__}; please report it"
        )
        answer = error_document("error", message)
        content = json.dumps(answer).encode()
    return answer.get("code", ANSWERED), content


def _limit_memory() -> None:
    """Let the process take no more memory than documents need, where the system can see to it."""
    with suppress(ImportError, OSError, ValueError):
        import resource
        from pathlib import Path

        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
        most = pages * resource.getpagesize() + _MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


if __name__ == "__main__":
    main()
