"""Which board is played at which table [OPENGOTHA 13]."""

from __future__ import annotations

from itertools import count, islice
from typing import TYPE_CHECKING

import numpy as np

from ...go.scores import places, standings_values
from ...go.scores.criteria import CONFRONTATIONS

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from numpy.typing import NDArray

    from ...go.scores import History

__all__ = ["free_tables", "placed", "places_to_seat", "stands_for", "table_order"]


def places_to_seat(history: History, round_number: int) -> NDArray[np.int64]:
    """Places of all players, from 1, as they are while no game of the round has been played.

    Absences from the round count already; the boards that are to be seated do not. Direct
    confrontations stay as they were before the round, since OpenGotha computes them with the
    standings only [OPENGOTHA 7, 13].
    """
    criteria = history.rules.placement
    values = standings_values(history, criteria, round_number)
    confronted = [i for i, criterion in enumerate(criteria) if criterion in CONFRONTATIONS]
    if confronted:
        before = standings_values(history, criteria, round_number - 1)
        values[:, confronted] = before[:, confronted]
    return places(values)


def stands_for(
    a: NDArray[np.int64],
    b: NDArray[np.int64],
    place: NDArray[np.int64],
    rating: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Which player decides the table of each board: the worse placed of the two.

    If they share a place, it is the one with the higher rating [OPENGOTHA 13].

    Parameters
    ----------
    a, b : (m,) int64
        The two players of each board.
    place, rating : (n,) int64
        Of every player; players who are equal on all criteria share a place.

    Returns
    -------
    (m,) int64
        Players.
    """
    a_stands = (place[a] > place[b]) | ((place[a] == place[b]) & (rating[a] >= rating[b]))
    return np.where(a_stands, a, b)


def table_order(
    player: NDArray[np.int64], place: NDArray[np.int64], rating: NDArray[np.int64]
) -> NDArray[np.intp]:
    """Boards from the first table to the last.

    They are ordered by the place of the player who stands for them, then by his rating. Boards that
    are still equal stay in the order given; OpenGotha's order of them is an accident of its sort.

    Parameters
    ----------
    player : (m,) int64
        Who stands for each board.
    place, rating : (n,) int64
        Of every player.

    Returns
    -------
    (m,) intp
        Indices of the boards.
    """
    return np.lexsort((-rating[player], place[player]))


def free_tables(number: int, taken: Collection[int]) -> list[int]:
    """The first ``number`` tables, from 1, that are not taken."""
    return list(islice((table for table in count(1) if table not in taken), number))


def placed(
    tables: Sequence[int],
    wanted: Sequence[int | None],
    closed: Collection[int],
    taken: Collection[int],
    *,
    afresh: bool,
) -> list[int]:
    """Tables of boards of which some have to be at a certain one.

    Parameters
    ----------
    tables
        Where the boards are so far.
    wanted
        Where they have to be; None for anywhere. If two have to be at one, the first is.
    closed
        Tables that no board uses that may be anywhere.
    taken
        Tables of other games.
    afresh
        Whether the others are numbered in the order of the boards, or stay where they can.
    """
    used, found = set(taken), dict[int, int]()
    for board, table in enumerate(wanted):
        if table is not None and table not in used:
            found[board] = table
            used.add(table)
    if not afresh:
        for board, table in enumerate(tables):
            if board not in found and table not in used and table not in closed:
                found[board] = table
                used.add(table)
    left = [board for board in range(len(tables)) if board not in found]
    found.update(zip(left, free_tables(len(left), used.union(closed)), strict=True))
    return [found[board] for board in range(len(tables))]
