"""The command line.

Exit status: 0 done, 1 done but not everybody is paired, 2 bad input, 3 a bug of fastpair,
4 the file was written, but standard output could not be, 130 interrupted, 141 nobody reads the output,
128 and its number ended by another signal. After 2 or 3 no file was written.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from ...errors import TOO_LITTLE_MEMORY, FastpairError, MissingExtraError
from ...letters import visible
from ..process import ending_orderly, open_streams, start_lightly
from .screen import note, worded

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["main"]

_BAD_INPUT, _BUG, _INTERRUPTED = 2, 3, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status.

    Parameters
    ----------
    arguments
        What stands behind ``fastpair``; by default the arguments of the process.
    """
    open_streams()
    start_lightly()
    words = sys.argv[1:] if arguments is None else list(arguments)
    try:
        with ending_orderly():
            return _run(words)
    except KeyboardInterrupt:
        return _INTERRUPTED
    except FastpairError as error:
        if {"-", "--json"} <= {*words}:  # a program that writes a document reads one
            _write_document(error)
        return _report_bug(error) if error.code == "engine" else _refuse(worded(error))
    except OSError as error:
        return _refuse(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except MemoryError:
        return _refuse(TOO_LITTLE_MEMORY)
    except Exception as error:
        return _report_bug(error)


def _run(arguments: list[str]) -> int:
    try:
        from .app import run

        return run(arguments)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("click", "rich"):
            raise
        raise MissingExtraError("cli", "the command line") from error


def _write_document(error: FastpairError) -> None:
    """Write what is wrong as a JSON document."""
    from ...app.embedding.answers import describe_error
    from .screen import write_json

    write_json(describe_error(error))


def _refuse(message: str) -> int:
    note(message)
    return _BAD_INPUT


def _report_bug(error: Exception) -> int:
    if os.environ.get("FASTPAIR_TRACEBACK"):
        import traceback

        text = "".join(traceback.format_exception(error))
        print("\n".join(map(visible, text.splitlines())), file=sys.stderr)
    message = " ".join(f"{type(error).__name__}: {error}".split())
    note(
        f"a bug of fastpair, not of your file: {message}. Please report it with the file"
        " and the command; FASTPAIR_TRACEBACK=1 shows where it happened."
    )
    return _BUG
