"""The command on a terminal of its own."""

from __future__ import annotations

import os
import re
import subprocess

from commands import COMMAND
from processes import started


def on_a_terminal(*arguments, columns=80):
    """Lines that a terminal shows."""
    controller, terminal = os.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": str(columns), "LINES": "50"}
    with started(
        [*COMMAND, *map(str, arguments)],
        stdout=terminal,
        stderr=subprocess.DEVNULL,
        env=environment,
    ) as process:
        os.close(terminal)
        output = b""
        while chunk := chunk_of(controller):
            output += chunk
        os.close(controller)
        assert process.wait(timeout=60) == 0
    return re.sub(r"\x1b\[[0-9;]*m|\r", "", output.decode()).splitlines()


def chunk_of(controller):
    """What a terminal shows next; nothing once its program has ended."""
    try:
        return os.read(controller, 65536)
    except OSError:
        return b""
