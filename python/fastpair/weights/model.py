"""What every weight model has in common: components that add up, over views of a field."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from .field import Field, Variant

__all__ = ["WeightModel", "Weights"]

BLOCK = 1 << 15
"""Pairs weighed at a time, so that what lies between the formulas stays in the cache."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Weights:
    """Weights of all pairs of a field; symmetric int64 matrices (n, n).

    The diagonal is no pair, and means nothing.
    """

    components: Mapping[str, NDArray[np.int64]]
    """Shares of the weight, by name."""

    total: NDArray[np.int64]


class WeightModel(ABC):
    """A named list of components, each a formula in two views of a ``Field``."""

    base: int = 0
    """Weight of a pair without any component."""

    @property
    @abstractmethod
    def name(self) -> str:
        """Name by which the model is known in ``MODELS``."""

    @property
    @abstractmethod
    def variant(self) -> Variant:
        """Which fields the model weighs; see ``Field.of``."""

    @abstractmethod
    def components(self, a: Field, b: Field) -> dict[str, NDArray[np.int64]]:
        """Shares of the weight of a meeting b, by name.

        Parameters
        ----------
        a, b
            Views of one field whose columns broadcast: ``field[:, None]`` and ``field[None, :]``
            for the matrix, ``field[i]`` and ``field[j]`` for an edge list or a pair.

        Returns
        -------
        int64 of the broadcast shape, or 0 without dimensions where the rules leave a component out.
        """

    def weight(self, a: Field, b: Field) -> NDArray[np.int64]:
        """Weight of a meeting b: the base and all components."""
        return sum(self.components(a, b).values(), np.int64(self.base))

    def weigh(self, field: Field) -> Weights:
        """Weigh all pairs of a field."""
        size = len(field)
        total = np.empty((size, size), dtype=np.int64)
        components: dict[str, NDArray[np.int64]] = {}
        others = field[None, :]
        step = max(1, BLOCK // max(size, 1))
        for start in range(0, size, step):
            rows = slice(start, start + step)
            total[rows] = self.base
            for name, share in self.components(field[rows, None], others).items():
                whole = components.setdefault(name, np.zeros((size, size), dtype=np.int64))
                if np.ndim(share):
                    whole[rows] = share
                    total[rows] += share
        return Weights(components=components, total=total)
