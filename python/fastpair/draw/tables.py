"""Which board is played at which table [OPENGOTHA 13]."""

from __future__ import annotations

from itertools import count, islice
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Collection

    from numpy.typing import NDArray

__all__ = ["free_tables", "table_order"]


def table_order(
    a: NDArray[np.intp],
    b: NDArray[np.intp],
    place: NDArray[np.int64],
    rating: NDArray[np.int64],
) -> NDArray[np.intp]:
    """Boards from the first table to the last.

    The worse placed player of a board stands for it, of two equally placed the one with the
    higher rating. Boards are ordered by his place, equal ones by his rating, and what is then
    still equal stays in the order given [OPENGOTHA 13].

    Parameters
    ----------
    a, b : (m,) intp
        The two players of each board.
    place, rating : (n,) int
        Of every player; players who are equal on all criteria share a place, 0 is the best.

    Returns
    -------
    (m,) intp
        Indices of the boards.
    """
    a_stands = (place[a] > place[b]) | ((place[a] == place[b]) & (rating[a] >= rating[b]))
    player = np.where(a_stands, a, b)
    return np.lexsort((-rating[player], place[player]))


def free_tables(number: int, taken: Collection[int]) -> list[int]:
    """The first ``number`` tables, from 1, that nobody in ``taken`` sits at."""
    return list(islice((table for table in count(1) if table not in taken), number))
