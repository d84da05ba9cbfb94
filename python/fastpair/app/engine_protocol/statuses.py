"""The statuses with which the engine of managers ends, and what it refuses."""

from __future__ import annotations

DONE, NO_PAIRING, UNEXPECTED, BAD_REQUEST, TOO_LARGE, FILE = range(6)
"""Exit statuses, those of JaVaFo and bbpPairings."""

DIFFERENCE = 1
"""Exit status of a check that has found something."""


class RefusalError(Exception):
    """What the engine refuses, in one line.

    Parameters
    ----------
    status
        With which the process ends.
    message
        What is wrong.
    """

    def __init__(self, status: int, message: str) -> None:
        super().__init__(status, message)
        self.status, self.message = status, message

    def __str__(self) -> str:
        return self.message


class UnstatedSystemError(RefusalError):
    """The system that a report names is none of those here; the request can state one."""


class UnknownSystemError(RefusalError):
    """There is no system of the name that a request states, which is the message."""
