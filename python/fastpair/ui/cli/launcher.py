"""The launcher of the application, which brings its own Python: see packaging/fastpair.spec.

Without arguments it serves the folder of the tournaments; otherwise it is the command.
"""

from __future__ import annotations

import os
import socket
import sys
from contextlib import suppress
from pathlib import Path

__all__ = ["main", "tournaments_folder"]

_PORT = 8000


def main() -> int:
    """Start what the arguments and the environment name.

    Returns
    -------
    int
        Its exit status.
    """
    from ..api.pool import WORKER

    arguments = sys.argv[1:]
    if WORKER in os.environ:
        # A process of the server never opens a page or starts a server, whatever its arguments are.
        if arguments != [WORKER]:
            return 2
        from ..api import worker

        worker.main()
        return 0
    _restore_library_path()
    from . import main as run

    if arguments:
        return run(arguments)
    status = run(["serve", str(tournaments_folder()), "--port", str(_port())])
    if status == 2 and sys.stdin is not None and sys.stdin.isatty():
        input("Press Enter to close this window.")  # which would take the message with it
    return status


def tournaments_folder() -> Path:
    """The folder of the tournaments in the user's documents, or where there are none, in the home folder."""
    home = Path.home()
    documents = home / "Documents"
    return (documents if documents.is_dir() else home) / "fastpair"


def _port() -> int:
    """The usual port, or 0 if another program listens to it."""
    with socket.socket() as probe, suppress(OSError):
        if os.name == "posix":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(("127.0.0.1", _PORT))
        return _PORT
    return 0


def _restore_library_path() -> None:
    """Let other programs, such as the browser, load their own libraries, not those of the application."""
    if not getattr(sys, "frozen", False):
        return
    name = "LD_LIBRARY_PATH"
    former = os.environ.pop(f"{name}_ORIG", None)
    os.environ.pop(name, None)
    if former is not None:
        os.environ[name] = former
    # A worker is the same program again, which sets that path for itself only if it is told to.
    os.environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"
