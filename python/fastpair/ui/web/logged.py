"""What the server below the pages says of itself: one line, and each kind once a minute."""

from __future__ import annotations

import logging
from contextlib import contextmanager
from time import monotonic
from traceback import extract_tb
from typing import TYPE_CHECKING

from ...formats.characters import visible

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator


_LOGGERS = ("uvicorn.error", "asyncio")
_MOST_KINDS = 100
_LONGEST = 300


class Brief(logging.Filter):
    """Makes one line of what is logged, and drops what is like a line of the last minute.

    Parameters
    ----------
    seconds
        Between two lines of a kind.
    """

    def __init__(self, seconds: float = 60) -> None:
        super().__init__()
        self._seconds = seconds
        self._said: dict[Hashable, tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is to be written; it is one line then."""
        error = record.exc_info[1] if record.exc_info else None
        first = str(record.msg).strip().partition("\n")[0]
        kind: Hashable = (record.name, first, _place(error))
        if kind not in self._said and len(self._said) >= _MOST_KINDS:
            kind = None
        now = monotonic()
        last, left_out = self._said.get(kind, (-self._seconds, 0))
        if now - last < self._seconds:
            self._said[kind] = last, left_out + 1
            return False
        self._said[kind] = now, 0
        line = record.getMessage().strip().partition("\n")[0]
        if error is not None:
            said = str(error).partition("\n")[0]
            line = f"{line}: {type(error).__name__}: {said} ({_place(error)})"
        more = f"; {left_out} more since the last one" if left_out else ""
        record.msg, record.args = visible(f"fastpair serve: {line[:_LONGEST]}{more}"), ()
        record.exc_info = record.exc_text = record.stack_info = None
        return True


def _place(error: BaseException | None) -> str:
    """Where in the code an error comes from."""
    frames = extract_tb(error.__traceback__) if error is not None else ()
    where = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else "unknown"
    return where if error is not None else ""


@contextmanager
def brief() -> Iterator[None]:
    """Let what the server says be brief, as long as this lasts."""
    short = Brief()
    loggers = [logging.getLogger(name) for name in _LOGGERS]
    for logger in loggers:
        logger.addFilter(short)
    try:
        yield
    finally:
        for logger in loggers:
            logger.removeFilter(short)
