"""Commands that are killed, or find no room on the disk, at a moment that a test chooses."""

from __future__ import annotations

import errno
import os
import signal
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO

from fastpair.ui.cli import main

CALLS = ("open", "write", "fsync", "ftruncate", "truncate", "replace", "unlink", "chmod", "chown")
"""What a command asks of the system on its way to a changed file."""


def in_child(work):
    """Run a function in a process of its own; its status as `os.waitpid` gives it."""
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1]
    status = 70
    try:
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            status = work()
    finally:
        os._exit(status)


def command(*arguments):
    """A command, to be run in a child."""
    return lambda: main(list(map(str, arguments)))


def killed_at(moment, work):
    """A command that dies at its n-th call of the system, a write being half done.

    It returns the signal by which it died; 0 if it came to its end before.
    """

    def dying():
        count = iter(range(moment))
        for name in CALLS:
            setattr(os, name, _dying(getattr(os, name), name, count))
        return work()

    return os.WTERMSIG(in_child(dying))


def _dying(call, name, count):
    def wrapped(*arguments, **options):
        if next(count, None) is None:
            if name == "write":
                descriptor, content = arguments
                call(descriptor, content[: len(content) // 2])
            os.kill(os.getpid(), signal.SIGKILL)
        return call(*arguments, **options)

    return wrapped


def without_room_at(moment, work):
    """A command whose n-th write finds half the room that it needs, and all later ones none.

    It returns its exit status.
    """

    def crowded():
        count = iter(range(moment))
        write = os.write
        half = iter([True])

        def wrapped(descriptor, content):
            if next(count, None) is None:
                if next(half, False) and len(content) > 1:
                    return write(descriptor, content[: len(content) // 2])
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return write(descriptor, content)

        os.write = wrapped
        return work()

    return os.waitstatus_to_exitcode(in_child(crowded))
