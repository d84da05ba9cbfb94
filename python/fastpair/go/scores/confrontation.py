"""Direct confrontation: who among tied players has beaten whom [OPENGOTHA 7]."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .history import History

__all__ = ["direct_confrontation", "net_wins", "simple_direct_confrontation"]


def net_wins(history: History, after: int, tied: NDArray[np.intp]) -> NDArray[np.int64]:
    """Wins minus losses of each of the tied players against each other, (m, m).

    Only games with a winner count, and no games decided by forfeit.
    """
    place = np.full(len(history.grade) + 1, -1)
    place[tied] = np.arange(len(tied))
    won = history.won_x2[:, :after]
    opponent = history.opponent[tied, :after]
    counts = history.played[tied, :after] & (place[opponent] >= 0)
    player, column = np.nonzero(counts)
    theirs = opponent[counts]
    lead = np.sign(won[tied[player], column] - won[theirs, column])
    net = np.zeros((len(tied), len(tied)), dtype=np.int64)
    np.add.at(net, (player, place[theirs]), lead)
    return net


def simple_direct_confrontation(net: NDArray[np.int64]) -> NDArray[np.int64]:
    """Number of tied players beaten if all have met each other with a winner, else 0 (SDC)."""
    complete = np.count_nonzero(net) == net.size - len(net)
    beaten: NDArray[np.int64] = (net > 0).sum(axis=1) * complete
    return beaten


def direct_confrontation(net: NDArray[np.int64], place: NDArray[np.int64]) -> NDArray[np.int64]:
    """Rank tied players so that whoever has beaten another stands above him (DC).

    Players who have beaten each other in a circle are ranked together. The ranks are given from the
    bottom. Of the players who have beaten nobody that is still without a rank, those come next who
    are last by the criteria that follow.

    Parameters
    ----------
    net
        ``net_wins`` of the tied players, (m, m).
    place
        Their places by the criteria that follow, (m,); smaller is better, equal is tied.

    Returns
    -------
    Rank counted from the last, which is 0; int64 of shape (m,).
    """
    beaten_by = _beaten_outside_circles(net == 1).T.copy()
    lower = np.count_nonzero(beaten_by, axis=0)
    rank = np.zeros(len(net), dtype=np.int64)
    left = np.ones(len(net), dtype=np.bool_)
    while left.any():
        free = left & (lower == 0)
        last = free & (place == place[free].max())
        left &= ~last
        rank[last] = 1 + np.count_nonzero(left)
        lower -= np.count_nonzero(beaten_by[last], axis=0)
    lowest: int = rank.max(initial=0)
    return lowest - rank


def _beaten_outside_circles(beats: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Victories over members of other circles, each credited to the whole circle of the winner."""
    reach = beats.copy()
    for player in np.flatnonzero(beats.any(axis=0) & beats.any(axis=1)):
        reach[reach[:, player]] |= reach[player]
    mutual = reach & reach.T
    np.fill_diagonal(mutual, val=True)
    circle = mutual.argmax(axis=1)
    winner, loser = np.nonzero(beats & ~mutual)
    shared = np.zeros_like(beats)
    shared[circle[winner], circle[loser]] = True
    return shared[np.ix_(circle, circle)]
