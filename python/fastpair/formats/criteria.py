"""Criteria of standings in files of programs that do not know all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..go.tournament import Criterion

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

__all__ = ["nearest_held"]

_BY_MMS = {
    Criterion.SOS: Criterion.SOS_MMS,
    Criterion.SOS_1: Criterion.SOS_MMS_1,
    Criterion.SOS_2: Criterion.SOS_MMS_2,
    Criterion.SOSOS: Criterion.SOSOS_MMS,
    Criterion.SODOS: Criterion.SODOS_MMS,
}
"""The criteria that come nearest to others where McMahon scores count."""

_BY_WINS = {
    Criterion.SOS: Criterion.SOS_WINS,
    Criterion.SOS_1: Criterion.SOS_WINS_1,
    Criterion.SOS_2: Criterion.SOS_WINS_2,
    Criterion.SOSOS: Criterion.SOSOS_WINS,
    Criterion.SODOS: Criterion.SODOS_WINS,
}
"""The same where wins count."""


def nearest_held(
    criteria: Iterable[Criterion], held: Collection[Criterion]
) -> tuple[Criterion, ...]:
    """The criteria that a program has, or those of its own that come nearest.

    Parameters
    ----------
    criteria
        Those of a tournament.
    held
        Those of the program.
    """
    listed = tuple(criteria)
    near = _BY_MMS if Criterion.MMS in listed else _BY_WINS
    nearest = (near.get(criterion, criterion) for criterion in listed)
    return tuple(criterion for criterion in nearest if criterion in held)
