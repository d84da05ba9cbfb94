"""The workers that play: processes of this machine, or those of a Dask cluster."""

from __future__ import annotations

import logging
import os
import signal
from concurrent.futures import BrokenExecutor, CancelledError, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from threading import Thread, current_thread, main_thread
from typing import TYPE_CHECKING

from ...errors import MissingExtraError, WorkerError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Executor

__all__ = ["cluster", "processes"]

_PATIENCE = 10
"""Seconds in which a scheduler has to answer."""


@contextmanager
def processes(workers: int) -> Iterator[Executor]:
    """So many processes of this machine, which end with the block.

    Raises
    ------
    WorkerError
        If one of them ends before.
    """
    others = active_children()
    # Forked processes would inherit locks of threads that they do not have.
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_attend)
    try:
        with _deaf():
            for _ in range(workers):
                pool.submit(os.getpid)
        yield pool
    except BrokenExecutor:
        raise WorkerError(
            "a worker process was ended from outside, as it happens when memory is short; fewer"
            " workers need less"
        ) from None
    except BaseException:
        # A worker that is just starting would find its queue gone, and say so at length.
        for worker in active_children():
            if worker not in others:
                worker.terminate()
        raise
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


@contextmanager
def _deaf() -> Iterator[None]:
    """Ignore Ctrl-C in the block: a process that is started in it does so from then on, too."""
    before = signal.getsignal(signal.SIGINT)
    if current_thread() is not main_thread() or before is None:
        yield
        return
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _attend() -> None:
    """Let a worker end silently with the process that has started it.

    A worker that was started deaf stays so, and is terminated at Ctrl-C: if it ended by itself, it
    would take away the queue of one that is just starting. Any other ends at Ctrl-C, silently too.
    """
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """The workers of a Dask cluster, which stay when the block ends.

    Work of a worker that is lost is done again by another one.

    Parameters
    ----------
    address
        Of the scheduler, such as ``tcp://10.0.0.1:8786``.

    Raises
    ------
    MissingExtraError
        If Dask is not installed.
    WorkerError
        If the scheduler cannot be reached, or several workers were lost with the same work.
    """
    try:
        from distributed import Client, KilledWorker
    except ModuleNotFoundError as error:
        raise MissingExtraError("cluster", "a Dask cluster") from error
    try:
        client = Client(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        message = f"no Dask scheduler answers at {address}: {error}; `dask scheduler` starts one"
        raise WorkerError(message) from None
    # What it says at length when workers or schedulers are lost, the errors say in a line.
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
    with client:
        executor = client.get_executor(pure=False)
        try:
            yield executor
        except KilledWorker as error:
            raise WorkerError(f"workers were lost again and again: {error}") from None
        except CancelledError:
            raise WorkerError(f"the Dask scheduler at {address} has left") from None
        finally:
            executor.shutdown(wait=False)
