"""The two players of a game across groups."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from .state import State

    Reals = NDArray[np.float64]

__all__ = ["lower_upper", "sum_of_sides"]


def lower_upper(a: State, b: State, column: str) -> tuple[NDArray[Any], NDArray[Any]]:
    """Values of a column for the player of the lower McMahon score, and for the other one."""
    first, second = getattr(a, column), getattr(b, column)
    if _in_order(a, b):
        return second, first
    lower = a.mms < b.mms
    return np.where(lower, first, second), np.where(lower, second, first)


def sum_of_sides(
    a: State, b: State, lower: Callable[[State], Reals], upper: Callable[[State], Reals]
) -> Reals:
    """Value of the player of the lower McMahon score plus another value of the other one."""
    downward: Reals = lower(b) + upper(a)
    if _in_order(a, b):
        return downward
    return np.where(a.mms < b.mms, lower(a) + upper(b), downward)


def _in_order(a: State, b: State) -> bool:
    """Whether nobody of a has a lower score than somebody of b, as in a field more or less."""
    ordered: np.bool_ = a.mms.min(initial=np.inf) >= b.mms.max(initial=-np.inf)
    return bool(ordered)
