"""Processes that answer documents, each one at a time."""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import asynccontextmanager, suppress
from math import ceil
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from .worker import READY

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


WORKER = "FASTPAIR_WORKER"
"""What the environment of each process has; the launcher of the application gets it as its argument, too."""

_SECONDS = 50.0
"""In which a document is answered; less than a connection may take."""

_MOST_WAITING = 64
"""Documents that wait for a process."""

_PAUSE = 1.0
"""Seconds until a process that did not begin is begun again."""

_LATEST = 0.1
"""Weight of the last answer in the mean of their times."""


class ProcessAnswer(NamedTuple):
    """The answer of a process."""

    code: str
    """``ANSWERED``, or the code of an error."""

    content: bytes


class Busy(Exception):  # noqa: N818 - it is no error of anybody
    """More documents wait than will be answered soon.

    Parameters
    ----------
    seconds
        When to ask again.
    """

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


def _command() -> list[str]:
    """The command that starts a process: Python, or in the application its launcher."""
    if getattr(sys, "frozen", False):
        return [sys.executable, WORKER]
    # Without -P, the folder in which it is begun may have modules of any name.
    return [sys.executable, "-P", "-m", "fastpair.ui.api.worker"]


class _Worker:
    """One process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process, self._to, self._from = process, process.stdin, process.stdout

    @classmethod
    async def start(cls) -> _Worker:
        """A process, which its pool has to end."""
        process = await asyncio.create_subprocess_exec(
            *_command(),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, WORKER: "1"},
        )
        return cls(process)

    async def begins(self) -> bool:
        """Whether it comes to wait for its first document."""
        try:
            return (await self._read()).code == READY
        except (EOFError, OSError):
            return False

    async def answer(self, question: str, document: bytes) -> ProcessAnswer:
        """Answer a document."""
        self._to.write(f"{question} {len(document)}\n".encode() + document)
        await self._to.drain()
        return await self._read()

    async def end(self) -> None:
        """End it, whatever it does."""
        with suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()

    async def _read(self) -> ProcessAnswer:
        code, length = (await self._from.readuntil()).decode().split()
        return ProcessAnswer(code, await self._from.readexactly(int(length)))


class Pool:
    """Processes that answer documents.

    Parameters
    ----------
    count
        How many.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._idle: asyncio.LifoQueue[_Worker] = asyncio.LifoQueue()
        self._workers: set[_Worker] = set()  # all that have not ended
        self._begun: set[asyncio.Task[None]] = set()
        self._waiting, self._mean = 0, 0.0
        self._ending = False

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Let the processes run meanwhile."""
        for _ in range(self._count):
            self._begin()
        try:
            yield
        finally:
            self._ending = True
            for task in tuple(self._begun):
                task.cancel()
            await asyncio.gather(*self._begun, return_exceptions=True)
            await asyncio.gather(*(worker.end() for worker in self._workers))

    async def answer(self, question: str, document: bytes) -> ProcessAnswer:
        """Answer a document; who asks may be cancelled, and the process that answers with it.

        Raises
        ------
        Busy
            If too many wait already.
        """
        if self._waiting >= _MOST_WAITING:
            raise Busy(max(1, ceil(self._waiting * self._mean / self._count)))
        self._waiting += 1
        try:
            worker = await self._idle.get()
        finally:
            self._waiting -= 1
        since = monotonic()
        try:
            answer = await asyncio.wait_for(worker.answer(question, document), _SECONDS)
        except TimeoutError:
            self._replace(worker)
            return ProcessAnswer("time", b"")
        except (EOFError, OSError):
            self._replace(worker)
            return ProcessAnswer("worker", b"")
        except asyncio.CancelledError:
            self._replace(worker)
            raise
        self._mean += _LATEST * (monotonic() - since - self._mean)
        self._idle.put_nowait(worker)
        return answer

    def _replace(self, worker: _Worker) -> None:
        if not self._ending:
            self._begin(worker)

    def _begin(self, former: _Worker | None = None) -> None:
        task = asyncio.ensure_future(self._enter(former))
        self._begun.add(task)
        task.add_done_callback(self._begun.discard)

    async def _enter(self, former: _Worker | None) -> None:
        """Let a process come in for another one."""
        if former is not None:
            await self._end(former)
        while True:
            with suppress(OSError):
                worker = await _Worker.start()
                self._workers.add(worker)
                if await worker.begins():
                    self._idle.put_nowait(worker)
                    return
                await self._end(worker)
            await asyncio.sleep(_PAUSE)

    async def _end(self, worker: _Worker) -> None:
        await worker.end()
        self._workers.discard(worker)
