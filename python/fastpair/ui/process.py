"""The process of a command: its streams, its signals, and what it need not do."""

from __future__ import annotations

import errno
import gc
import os
import signal
import sys
from contextlib import contextmanager, suppress
from io import FileIO, TextIOBase, TextIOWrapper
from threading import current_thread, main_thread
from typing import TYPE_CHECKING, NoReturn, TextIO

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType


_ENDING = ("SIGTERM", "SIGHUP", "SIGBREAK")
"""Signals that end a program and can be heard; each system has some of them."""

_STREAMS = 3
"""Standard input, output and error are the first three descriptors."""


_BROKEN_PIPE = 141
"""Exit status of a program that writes to a reader who has left: 128 + SIGPIPE."""

_OBJECTS = 200_000
"""New objects between two searches for cycles: more than a draw of 1000 players makes, hardly one of them in a cycle."""


def start_lightly() -> None:
    """Keep the interpreter and numpy from work that no command needs, before numpy is imported."""
    gc.set_threshold(_OBJECTS)
    # Otherwise numpy starts a thread for each core, to multiply matrices.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


class _Closed(TextIOBase):
    """A standard output that was closed before the program began."""

    def write(self, text: str) -> int:
        """Refuse the text."""
        raise OSError(errno.EBADF, "is closed", "standard output")


def open_streams() -> None:
    """Take the place of standard streams that are closed.

    Otherwise the next file that is opened becomes standard output, for whatever writes there.
    Standard output refuses text then, so that no command believes that somebody reads it.
    """
    while (descriptor := os.open(os.devnull, os.O_RDWR)) < _STREAMS:
        pass
    os.close(descriptor)
    if sys.stdout is None:
        sys.stdout = _Closed()
    if sys.stderr is None:
        sys.stderr = TextIOWrapper(FileIO(os.devnull, "w"), encoding="utf-8")


@contextmanager
def ending_orderly() -> Iterator[None]:
    """Let a signal that ends the program clean up what is half done, as an interrupt does.

    The exit status is that of a program that the signal has ended: 128 and its number.
    """
    if current_thread() is not main_thread():
        yield
        return
    before = {}
    for name in _ENDING:
        number = getattr(signal, name, None)
        # A signal that is ignored, as after nohup, stays ignored.
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            before[number] = signal.signal(number, _end)
    try:
        yield
    finally:
        for number, handler in before.items():
            with suppress(ValueError):
                signal.signal(number, handler)


def _end(number: int, _: FrameType | None) -> None:
    raise SystemExit(128 + number)


def write_no_more(stream: TextIO) -> None:
    """Let the interpreter find an open file when it flushes once more at its end."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def print_text(text: str) -> None:
    """Write lines to standard output.

    Raises
    ------
    SystemExit
        If nobody reads it any more, as when piped into ``head``.
    OSError
        If it cannot be written to, as when the disk is full.
    """
    try:
        sys.stdout.write(text + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        write_no_more(sys.stdout)
        raise SystemExit(_BROKEN_PIPE) from None
    except OSError as error:
        write_no_more(sys.stdout)
        raise OSError(error.errno, error.strerror, "standard output") from None
    except (KeyboardInterrupt, SystemExit):
        write_no_more(sys.stdout)  # it would wait for the reader again at its end
        raise


def end_process(status: int) -> NoReturn:
    """End the process, without taking apart what it has loaded: that takes a sixth of a short process.

    Nothing that is to be done at the end of the interpreter is done, but what is written is written.
    """
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):
            stream.flush()
    os._exit(status)


def print_error(line: str) -> None:
    """Write a line to standard error, if that can be written to."""
    try:
        print(line, file=sys.stderr)
    except OSError:
        write_no_more(sys.stderr)
