"""What becomes of a Python script that is interrupted while it computes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX")

# A parent may have been told to ignore the signal, which children inherit.
BEFORE = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"


def interrupted(preparation, computation):
    """Output and errors of a script that gets Ctrl-C while it computes."""
    script = f"{BEFORE}{preparation}\nprint('ready', flush=True)\n{computation}\nprint('done')\n"
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
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
