"""Standings: the players sorted by criteria [OPENGOTHA 7, 8]."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..tournament import Criterion
from .confrontation import direct_confrontation, net_wins, simple_direct_confrontation
from .criteria import CONFRONTATIONS, criterion_values

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from .history import History

__all__ = ["order_by", "places", "standings_order", "standings_values"]


def standings_values(
    history: History, criteria: Sequence[Criterion], after: int
) -> NDArray[np.int64]:
    """Values of all criteria after so many rounds, direct confrontations included.

    Returns
    -------
    int64 of shape (n, len(criteria)), more is better.
    """
    values = np.zeros((len(history.grade), len(criteria)), dtype=np.int64)
    for column, criterion in enumerate(criteria):
        values[:, column] = criterion_values(history, criterion, after)
    for column in _playoffs(criteria):
        values[:, column] = _playoff_wins(history, values[:, :column])
    confronted = [i for i, criterion in enumerate(criteria) if criterion in CONFRONTATIONS]
    if confronted:
        place = places(values[:, : confronted[0]])
        nets = [
            (tied, net_wins(history, after, tied)) for tied in _confronted(history, after, place)
        ]
        for column in confronted:
            if criteria[column] is not Criterion.SIMPLE_DIRECT_CONFRONTATION:
                values[:, column] = _ranks_without_games(place, values[:, column + 1 :])
            for tied, net in nets:
                values[tied, column] = _confrontation(criteria, column, net, values[tied])
        for column in _playoffs(criteria):
            values[:, column] = _playoff_wins(history, values[:, :column])
    return values


def _playoffs(criteria: Sequence[Criterion]) -> Iterator[int]:
    return (i for i, criterion in enumerate(criteria) if criterion is Criterion.PLAYOFF)


def _playoff_wins(history: History, before: NDArray[np.int64]) -> NDArray[np.int64]:
    """Wins less losses in further games against those who are equal by the criteria before [BGA 4.6]."""
    if history.playoffs is None:
        return np.zeros(len(before), dtype=np.int64)
    place = places(before)
    won = history.playoffs * (place[:, None] == place)
    net: NDArray[np.int64] = won.sum(axis=1) - won.sum(axis=0)
    return net


def standings_order(
    history: History, criteria: Sequence[Criterion], after: int
) -> NDArray[np.intp]:
    """Rows of the players, best first; ties are broken by name."""
    return order_by(standings_values(history, criteria, after), history.name_order)


def order_by(values: NDArray[np.int64], name_order: NDArray[np.int64]) -> NDArray[np.intp]:
    """Rows sorted by descending values, the first column first, then by name."""
    return np.lexsort((name_order, *-values.T[::-1]))


def places(values: NDArray[np.int64]) -> NDArray[np.int64]:
    """Place of every row, from 1: one more than the number of better rows; equal rows share it."""
    order = np.lexsort(-values.T[::-1]) if values.shape[1] else np.arange(len(values))
    ranked = values[order]
    new = np.ones(len(values), dtype=np.bool_)
    new[1:] = (ranked[1:] != ranked[:-1]).any(axis=1)
    place = np.empty(len(values), dtype=np.int64)
    place[order] = np.maximum.accumulate(np.where(new, np.arange(1, len(values) + 1), 0))
    return place


def _confronted(
    history: History, after: int, place: NDArray[np.int64]
) -> Iterator[NDArray[np.intp]]:
    """Rows of the players of each place that is shared by two who have played each other."""
    tied = place[:, None] == place[history.opponent[:, :after]]
    player = np.nonzero(history.played[:, :after] & tied)[0]
    for shared in np.unique(place[player]):
        yield np.flatnonzero(place == shared)


def _ranks_without_games(
    place: NDArray[np.int64], following: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Direct confrontation of players who share a place and have not played each other.

    It is the rank by the criteria that follow, counted from the last.
    """
    ahead = places(np.column_stack([-place, following])) - place
    last = np.zeros(len(place) + 1, dtype=np.int64)
    np.maximum.at(last, place, ahead)
    ranks: NDArray[np.int64] = last[place] - ahead
    return ranks


def _confrontation(
    criteria: Sequence[Criterion],
    column: int,
    net: NDArray[np.int64],
    values: NDArray[np.int64],
) -> NDArray[np.int64]:
    if criteria[column] is Criterion.SIMPLE_DIRECT_CONFRONTATION:
        return simple_direct_confrontation(net)
    return direct_confrontation(net, places(values[:, column + 1 :]))
