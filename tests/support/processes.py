"""Python without some of its packages, in a process of its own."""

from __future__ import annotations

import subprocess
import sys

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
