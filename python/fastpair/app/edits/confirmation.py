"""What a change would do that somebody confirms first, whatever the reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...errors import RuleError
from ...sentences import joined, phrase_many
from ..state import in_ranges

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from ...sentences import Remedy


class UnconfirmedError(RuleError):
    """A change that is made only if somebody confirms it."""

    def __init__(self, message: str, *remedies: Remedy, code: str = "unconfirmed") -> None:
        super().__init__(message, *remedies, code=code)

    @property
    def reasons(self) -> tuple[UnconfirmedError, ...]:
        """What speaks against the change; each may be confirmed by itself."""
        return (self,)


class PlayedScoresError(UnconfirmedError):
    """A change that gives rounds that are played other scores, or changes one on which others are drawn."""

    def __init__(self, message: str, *remedies: Remedy) -> None:
        super().__init__(message, *remedies, code="played-scores")


class LikelyMistakeError(UnconfirmedError):
    """A change that is rarely meant; it may be confirmed as one of played scores is."""


class PlayersKnowError(UnconfirmedError):
    """A change of what the players know; it may be confirmed."""


class ReplacedResultError(UnconfirmedError):
    """Typed results that replace others; they may be confirmed.

    Parameters
    ----------
    message
        Which results there are.
    replaced
        Table, result, and the result that replaces it.
    """

    def __init__(self, message: str, replaced: Sequence[tuple[int, str, str]]) -> None:
        super().__init__(message)
        self.replaced = tuple(replaced)


class _SeveralError(UnconfirmedError):
    """A change against which several reasons speak."""

    def __init__(self, reasons: Sequence[UnconfirmedError]) -> None:
        remedies = {each.name: each for reason in reasons for each in reason.said.remedies}
        super().__init__(joined("; ", [reason.said for reason in reasons]), *remedies.values())
        self._reasons = tuple(reasons)

    @property
    def reasons(self) -> tuple[UnconfirmedError, ...]:
        """What speaks against the change."""
        return self._reasons


def raise_unconfirmed(reasons: Sequence[UnconfirmedError]) -> None:
    """Refuse a change until it is confirmed, for all reasons at once.

    Raises
    ------
    UnconfirmedError
        If there is a reason.
    """
    if reasons:
        raise reasons[0] if len(reasons) == 1 else _SeveralError(reasons)


def name_boards(tables: Collection[int]) -> str:
    """The boards at some tables, in words."""
    return phrase_many(
        "the board at table {tables}",
        "the boards at tables {tables}",
        len(tables),
        tables=in_ranges(tables),
    )


def name_results(tables: Collection[int]) -> str:
    """The results at some tables, in words."""
    return phrase_many(
        "the result at table {tables}",
        "the results at tables {tables}",
        len(tables),
        tables=in_ranges(tables),
    )
