"""Classes of players who are the same to a formula, so that it is evaluated once for each two."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from .state import State

__all__ = ["Classes"]


@dataclass(frozen=True, eq=False)
class Classes:
    """Players of a state by what a formula reads of them."""

    representatives: State
    """One player of each class, (k,)."""

    number: NDArray[np.int32]
    """Class of each player, (n,)."""

    @classmethod
    def of(cls, state: State, columns: tuple[str, ...]) -> Self:
        """Class players by some columns."""
        code = np.zeros(len(state.seat), dtype=np.int64)
        for column in columns:
            values, number = np.unique(getattr(state, column), return_inverse=True)
            code = code * len(values) + number
        _, first, number = np.unique(code, return_index=True, return_inverse=True)
        return cls(state[first], number.astype(np.int32))

    def __len__(self) -> int:
        return len(self.representatives.seat)

    def table(self, formula: Callable[[State, State], NDArray[Any]]) -> NDArray[Any]:
        """Values of a formula for any two classes, (k, k)."""
        players = self.representatives
        values = formula(players[:, None], players[None, :])
        return np.ascontiguousarray(np.broadcast_to(values, (len(self), len(self))))
