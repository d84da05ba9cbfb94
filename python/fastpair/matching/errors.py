"""What can go wrong with a matching."""

from __future__ import annotations

from ..errors import FastpairError


class UnmatchableError(FastpairError, ValueError):
    """No perfect matching exists.

    Parameters
    ----------
    message
        How many vertices are left over, and which.
    vertices
        Those that a largest matching leaves over.
    """

    code = "unmatchable"

    def __init__(self, message: str, vertices: tuple[int, ...] = ()) -> None:
        super().__init__(message)
        self.vertices = vertices


class EngineError(FastpairError, RuntimeError):
    """A matching is not proven optimal by its certificate.

    Either they belong to other weights than those of the call, or one of them was changed; if not,
    this is a bug in fastpair: please report it.
    """

    code = "engine"
