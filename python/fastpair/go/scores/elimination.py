"""The round in which a player goes out of a cup or a double elimination [V 3.2]."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .history import Status

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .history import History

__all__ = ["round_out"]


def round_out(history: History, after: int, losses: int = 1) -> NDArray[np.int64]:
    """Round of the last loss that a player may have, or from which on he is absent.

    A jigo is no loss. Whoever rests in a round of a cup is absent from that round alone, and is in.
    An absence counts if it lasts to the end of the tournament; in a cup, which is of one loss, to the
    next round, since those who are out are absent from the rounds that are drawn.

    Parameters
    ----------
    losses
        How many losses put a player out: 1 in a cup, 2 in a double elimination.

    Returns
    -------
    int64 of shape (n,): 1 to ``after``, and ``after + 1`` of who is in.
    """
    known = history.played | history.by_default
    lost = (history.status == Status.PAIRED) & known & (history.won_x2 == 0)
    before = (lost[:, :after].cumsum(axis=1) < losses).sum(axis=1)
    last = history.rounds if losses > 1 else min(after + 1, history.rounds)
    away = history.status[:, :last][:, ::-1] == Status.ABSENT
    present = last - np.logical_and.accumulate(away, axis=1).sum(axis=1)
    out: NDArray[np.int64] = np.minimum(np.minimum(before, present), after) + 1
    return out
