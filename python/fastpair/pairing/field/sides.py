"""The two players of a game across groups."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Numbers = NDArray[Any]

__all__ = ["lower_upper", "sum_of_sides"]


class _Levelled(Protocol):
    """A field or a state."""

    @property
    def ahead(self) -> bool: ...
    @property
    def level(self) -> NDArray[Any]: ...


_Players = TypeVar("_Players", bound=_Levelled)


def lower_upper(a: _Levelled, b: _Levelled, column: str) -> tuple[Numbers, Numbers]:
    """Values of a column for the player of the lower group, and for that of the upper one.

    A column of a section is named with it, as in ``"uneven.balance"``.
    """
    first, second = map(attrgetter(column), (a, b))
    if a.ahead:
        return second, first
    lower = a.level < b.level
    return np.where(lower, first, second), np.where(lower, second, first)


def sum_of_sides(
    a: _Players,
    b: _Players,
    lower: Callable[[_Players], Numbers],
    upper: Callable[[_Players], Numbers],
) -> Numbers:
    """Sum of one value of the player of the lower group and another of the upper one's."""
    downward = lower(b) + upper(a)
    if a.ahead:
        return downward
    return np.where(a.level < b.level, lower(a) + upper(b), downward)
