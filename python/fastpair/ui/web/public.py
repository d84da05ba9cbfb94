"""Work for everybody: so little of it at a time that the director does not wait for the hall."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from anyio import CapacityLimiter, to_thread

if TYPE_CHECKING:
    from collections.abc import Callable


_Made = TypeVar("_Made")

_READING = 2
"""Answers to everybody that are made at a time."""

_WRITING = 8
"""Results of phones that are entered at a time; they may wait for the file, and nobody waits for them."""


class PublicWork:
    """The threads of a server that work for everybody, apart from those of the director.

    Whatever a browser may ask that has shown no token is answered through one of these, and from what is
    remembered of the state of a file (`Cache`): a crowd costs the director no more than two requests do.
    """

    def __init__(self) -> None:
        self._reading, self._writing = CapacityLimiter(_READING), CapacityLimiter(_WRITING)

    async def read(self, work: Callable[[], _Made]) -> _Made:
        """Do what changes no file."""
        return await to_thread.run_sync(work, limiter=self._reading)

    async def write(self, work: Callable[[], _Made]) -> _Made:
        """Do what changes a file, for which it may have to wait."""
        return await to_thread.run_sync(work, limiter=self._writing)
