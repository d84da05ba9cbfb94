"""Even, uneven and handicap games [K15 2.1]."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np

from ...errors import RuleError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["GameClass", "check_offset", "effective_class", "game_class", "handicap"]


class GameClass(IntEnum):
    """Class of a game by the difference of the McMahon scores."""

    EVEN = 0
    UNEVEN = 1
    HANDICAP = 2


def check_offset(offset: float | None) -> None:
    """Refuse a handicap offset H that is positive or no whole number.

    Raises
    ------
    RuleError
        If the offset is refused.
    """
    if offset is not None and (offset > 0 or offset != int(offset)):
        raise RuleError(f"expected a handicap offset of 0, -1, -2, … or none, got {offset!r}")


def game_class(mi: ArrayLike, mj: ArrayLike, offset: float | None = -1) -> NDArray[np.int8]:
    """Class of a game: a ``GameClass`` by D = |m_i - m_j| against |H| [K15 2.1].

    Parameters
    ----------
    mi, mj
        McMahon scores.
    offset
        H, never positive: stones that are added to a difference. With 0 every difference D > 0
        has a handicap; None means a tournament without handicaps [INTERPRETATION K15-2.1].

    Returns
    -------
    int8 of the broadcast shape.
    """
    check_offset(offset)
    difference = np.abs(np.subtract(mi, mj))
    if not offset:
        other = GameClass.UNEVEN if offset is None else GameClass.HANDICAP
        return np.where(difference == 0, np.int8(GameClass.EVEN), np.int8(other))
    size = abs(offset)
    return np.add(difference >= size, difference > size, dtype=np.int8)


def effective_class(
    mi: ArrayLike, mj: ArrayLike, offset: float | None, even_only: ArrayLike
) -> NDArray[np.int8]:
    """Class of a game that may be no handicap game [K15 2.1; INTERPRETATION K15-2.1 (e)].

    Parameters
    ----------
    mi, mj, offset
        As for ``game_class``.
    even_only
        Whether one of the two is at the bar or above it, so that there is no handicap.
    """
    free = game_class(mi, mj, None)
    return np.where(even_only, free, game_class(mi, mj, offset))


def handicap(
    mi: ArrayLike,
    mj: ArrayLike,
    offset: float | None,
    even_only: ArrayLike,
    max_handicap: int = 9,
) -> NDArray[np.int64]:
    """Stones that the lower player gets, D + H in whole stones; 1 is a game without komi [K15 2.1].

    Parameters
    ----------
    max_handicap
        No more stones are given, however large the difference.
    """
    difference = np.abs(np.subtract(mi, mj))
    stones = np.floor(difference - abs(offset or 0))
    handicapped = effective_class(mi, mj, offset, even_only) == GameClass.HANDICAP
    given = np.where(handicapped, np.clip(stones, 0, max_handicap), 0)
    return given.astype(np.int64)
