"""An engine for managers: a process that pairs, checks and makes tournaments in reports for FIDE.

It takes the arguments of JaVaFo and bbpPairings, gives their answers, and ends with their statuses. It
loads only what a task needs.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NoReturn

from ...app.engine_protocol.statuses import (
    DONE,
    FILE,
    TOO_LARGE,
    UNEXPECTED,
    RefusalError,
    UnknownSystemError,
    UnstatedSystemError,
)
from ...errors import TOO_LITTLE_MEMORY
from ..process import (
    end_process,
    ending_orderly,
    open_streams,
    print_error,
    print_text,
    start_lightly,
)
from .arguments import USAGE, parse, release

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .arguments import EngineRequest

__all__ = ["main", "run"]

_INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the arguments ask for, and return the exit status.

    Parameters
    ----------
    arguments
        What stands behind ``fastpair-engine``; by default the arguments of the process.

    Returns
    -------
    int
        0 done, 1 no pairing exists, or a check has found a difference, 2 an unexpected error, 3 a bad
        request, 4 too large, 5 a file that cannot be read or written.
    """
    open_streams()
    start_lightly()
    try:
        with ending_orderly():
            return _run(parse(sys.argv[1:] if arguments is None else list(arguments)))
    except RefusalError as refusal:
        _say(_described(refusal))
        return refusal.status
    except KeyboardInterrupt:
        return _INTERRUPTED
    except MemoryError:
        _say(f"Error: {TOO_LITTLE_MEMORY}")
        return TOO_LARGE
    except OSError as error:
        _say(f"Error: {error.filename or 'standard output'}: {error.strerror or error}")
        return FILE
    except Exception as error:
        _say(f"Unexpected error: {type(error).__name__}: {error}")
        return UNEXPECTED


def run() -> NoReturn:
    """Do what the arguments of the process ask for, and end it with the exit status."""
    end_process(main())


def _run(request: EngineRequest) -> int:
    """Do what is asked for."""
    if request.release or not request.task:
        print_text(release())
    if request.task == "pair":
        from .rounds import pair

        pair(request)
    elif request.task in ("rounds", "check"):
        from .rounds import check_rounds

        return check_rounds(request)
    elif request.task == "generate":
        from ...app.engine_protocol.tournaments import make_tournament

        make_tournament(request.system or "dutch", request.config, request.seed, request.output)
    elif not request.release:
        print_text(USAGE)
    return DONE


def _described(refusal: RefusalError) -> str:
    """What is refused, with the arguments that help."""
    if isinstance(refusal, UnknownSystemError):
        return f"Error: unknown argument '--{refusal}' (--help shows the usage)"
    if isinstance(refusal, UnstatedSystemError):
        return f"{refusal}: state one, such as --dutch"
    return str(refusal)


def _say(message: str) -> None:
    """Write a message to standard error, in one line."""
    from ...letters import visible

    print_error(visible(message))
