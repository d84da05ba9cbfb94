"""Classes of players who are the same to a formula, so that it is evaluated once for each two."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from .state import State

__all__ = ["Classes", "Classifier"]


class Classifier:
    """Classes the players of a state by any of their columns."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._codes: dict[str, tuple[int, NDArray[np.int64]]] = {}
        self._classes: dict[tuple[str, ...], Classes] = {}

    def classes(self, columns: tuple[str, ...]) -> Classes:
        """Players who agree in some columns."""
        if columns not in self._classes:
            self._classes[columns] = self._classed(columns)
        return self._classes[columns]

    def _classed(self, columns: tuple[str, ...]) -> Classes:
        code = np.zeros(len(self.state.seat), dtype=np.int64)
        for column in columns:
            values, number = self._code(column)
            code = code * values + number
        _, first, number = np.unique(code, return_index=True, return_inverse=True)
        return Classes(self.state[first], number.astype(np.int32))

    def few(self, columns: tuple[str, ...]) -> bool:
        """Whether there are so few classes that any two are far fewer than the pairs of players."""
        return 4 * len(self.classes(columns)) ** 2 <= len(self.state.seat) ** 2

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
        return self._spread(formula(players[:, None], players[None, :]))

    def agreeing(
        self,
        formula: Callable[[State, State], NDArray[Any]],
        agreement: Mapping[str, bool],
    ) -> NDArray[Any]:
        """The table of a formula, as if all players agreed in some columns, or none did; (k, k)."""
        mine = dict.fromkeys(agreement, np.zeros((1, 1), dtype=np.int64))
        theirs = {column: np.full((1, 1), not agrees) for column, agrees in agreement.items()}
        here = self.representatives[:, None].having(mine)
        there = self.representatives[None, :].having(theirs)
        return self._spread(formula(here, there))

    def _spread(self, values: NDArray[Any]) -> NDArray[Any]:
        return np.ascontiguousarray(np.broadcast_to(values, (len(self), len(self))))
