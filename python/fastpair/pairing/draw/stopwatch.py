"""How long the stages of a draw take."""

from __future__ import annotations

from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, MutableMapping

__all__ = ["timed"]


@contextmanager
def timed(seconds: MutableMapping[str, float], stage: str) -> Iterator[None]:
    """Record under the name of a stage how many seconds it took."""
    started = perf_counter()
    yield
    seconds[stage] = perf_counter() - started
