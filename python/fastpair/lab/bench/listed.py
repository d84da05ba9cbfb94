"""Matching problems as lists of edges, for graphs that are too large for a matrix."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["ListedInstance", "Pairs", "distinct_pairs", "listed"]

_Integers: TypeAlias = "NDArray[np.int64]"

Pairs: TypeAlias = "tuple[_Integers, _Integers]"
"""Two ends of each edge."""


@dataclass(frozen=True, slots=True, eq=False)
class ListedInstance:
    """A matching problem with few edges."""

    name: str

    size: int
    """Number of vertices."""

    edges: tuple[_Integers, _Integers, _Integers]
    """The edges in order, each once: the two ends, the first one smaller, and the weights."""

    maxcardinality: bool = True
    """Whether more edges are better than more weight."""

    @property
    def sparse(self) -> bool:
        """Solvers are given the edges."""
        return True

    def weights_of(self, first: _Integers, second: _Integers) -> _Integers:
        """The weights of some pairs.

        Raises
        ------
        ValueError
            If one of them is no edge.
        """
        keys = self.edges[0] * self.size + self.edges[1]
        wanted = np.minimum(first, second) * self.size + np.maximum(first, second)
        at = np.minimum(np.searchsorted(keys, wanted), max(len(keys) - 1, 0))
        if len(wanted) and not (len(keys) and (keys[at] == wanted).all()):
            raise ValueError("a pair is no edge")
        return self.edges[2][at]


def distinct_pairs(size: int, first: _Integers, second: _Integers) -> Pairs:
    """The pairs in order, each once and without loops."""
    low, high = np.minimum(first, second), np.maximum(first, second)
    keys = np.unique((low * size + high)[low < high])
    return keys // size, keys % size


def listed(
    name: str,
    size: int,
    first: _Integers,
    second: _Integers,
    weights: _Integers,
    *,
    maxcardinality: bool = True,
) -> ListedInstance:
    """An instance of distinct pairs in any order."""
    low, high = np.minimum(first, second), np.maximum(first, second)
    order = np.lexsort((high, low))
    edges = tuple(each[order].astype(np.int64) for each in (low, high, weights))
    return ListedInstance(name, size, (edges[0], edges[1], edges[2]), maxcardinality)
