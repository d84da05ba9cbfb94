"""Processes that tests start: Python without some of its packages, and any that end with their test."""

from __future__ import annotations

import subprocess
import sys
from contextlib import contextmanager, suppress
from threading import Timer

# A finder that comes first, and finds nothing, makes a package absent.
ABSENCE = """
import sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {names!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Absent())
"""


def run_without(names, statements):
    """Run statements in a fresh interpreter that has none of the packages."""
    script = ABSENCE.format(names=set(names)) + statements
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)


@contextmanager
def started(command, seconds=120, **options):
    """A process that lives no longer than the block, whatever happens there, and so many seconds at most.

    `subprocess.Popen` itself waits for its end, and a test that fails meanwhile never does; and a line that does
    not come would be waited for as long as the process lives.
    """
    process = subprocess.Popen(command, **options)
    clock = Timer(seconds, process.kill)
    clock.start()
    try:
        yield process
    finally:
        clock.cancel()
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                with suppress(OSError):  # what it was not sent any more
                    stream.close()
