"""Classes of players who are the same to a formula, so that it is evaluated once for each two."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from .state import State

__all__ = ["Classes", "Classifier"]


class Classifier:
    """Classes the players of a state by any of their columns."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._codes: dict[str, tuple[int, NDArray[np.int64]]] = {}

    def classes(self, columns: tuple[str, ...]) -> Classes:
        """Players who agree in some columns."""
        code = np.zeros(len(self.state.seat), dtype=np.int64)
        for column in columns:
            values, number = self._code(column)
            code = code * values + number
        _, first, number = np.unique(code, return_index=True, return_inverse=True)
        return Classes(self.state[first], number.astype(np.int32))

    def _code(self, column: str) -> tuple[int, NDArray[np.int64]]:
        """How many values a column has, and the number of each player's."""
        if column not in self._codes:
            values, number = np.unique(getattr(self.state, column), return_inverse=True)
            self._codes[column] = len(values), number
        return self._codes[column]


@dataclass(frozen=True, eq=False)
class Classes:
    """Players of a state by what a formula reads of them."""

    representatives: State
    """One player of each class, (k,)."""

    number: NDArray[np.int32]
    """Class of each player, (n,)."""

    def __len__(self) -> int:
        return len(self.representatives.seat)

    def table(self, formula: Callable[[State, State], NDArray[Any]]) -> NDArray[Any]:
        """Values of a formula for any two classes, (k, k)."""
        players = self.representatives
        values = formula(players[:, None], players[None, :])
        return np.ascontiguousarray(np.broadcast_to(values, (len(self), len(self))))

    def pairs(self, related: NDArray[np.bool_]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """All pairs of players i < j of related classes, in any order.

        Parameters
        ----------
        related
            Symmetric, (k, k).
        """
        order = np.argsort(self.number, kind="stable")
        members = np.split(order, np.cumsum(np.bincount(self.number, minlength=len(self)))[:-1])
        first, second = np.nonzero(np.triu(related))
        pairs = [_between(members[a], members[b]) for a, b in zip(first, second, strict=True)]
        i, j = np.concatenate([np.zeros((2, 0), dtype=np.intp), *pairs], axis=1)
        return np.minimum(i, j), np.maximum(i, j)


def _between(first: NDArray[np.intp], second: NDArray[np.intp]) -> NDArray[np.intp]:
    """All pairs of two classes, or of one."""
    if first is second:
        i, j = np.triu_indices(len(first), 1)
        return np.stack([first[i], first[j]])
    return np.stack([np.repeat(first, len(second)), np.tile(second, len(first))])
