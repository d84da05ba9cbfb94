"""The two players of a game across groups."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .state import State

__all__ = ["lower_upper"]


def lower_upper(a: State, b: State, column: str) -> tuple[NDArray[Any], NDArray[Any]]:
    """Values of a column for the player of the lower McMahon score, and for the other one."""
    first, second = getattr(a, column), getattr(b, column)
    lower = a.mms < b.mms
    return np.where(lower, first, second), np.where(lower, second, first)
