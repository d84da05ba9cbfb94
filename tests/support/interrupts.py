"""What becomes of a Python script that is interrupted while it computes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from processes import started

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX")

# The tests may run in the background or under nohup: what ignores a signal passes that on.
BEFORE = """\
import signal
import subprocess
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)
"""


def interrupted(preparation, computation):
    """Output and errors of a script that gets Ctrl-C while it computes."""
    script = f"{BEFORE}{preparation}\nprint('ready', flush=True)\n{computation}\nprint('done')\n"
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    with started(
        [sys.executable, "-c", script],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    ) as process:
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        return process.communicate(timeout=60)
