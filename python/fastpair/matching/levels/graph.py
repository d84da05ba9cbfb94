"""A graph whose edges have a weight on each of several levels."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import numpy as np

from ..arguments import Weights, graph_of
from ..blocks import Blocks
from ..graph import DenseGraph, EdgeList
from ..rectangle import Rectangle

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from fractions import Fraction

    from numpy.typing import ArrayLike, NDArray

__all__ = ["LevelEdges", "LevelGraph", "Total", "level_graph_of", "naming"]

Total: TypeAlias = "int | Fraction"


@dataclass(frozen=True, slots=True, eq=False)
class LevelEdges:
    """Some edges, each once, and where the levels hold them."""

    first: NDArray[np.int64]
    second: NDArray[np.int64]
    place: NDArray[np.int64]
    """Index into the weights of each level, as one row."""

    def __len__(self) -> int:
        """Return the number of edges."""
        return len(self.place)

    def some(self, which: NDArray[np.bool_]) -> LevelEdges:
        """The edges that are marked."""
        chosen = np.flatnonzero(which)
        return LevelEdges(self.first[chosen], self.second[chosen], self.place[chosen])


@dataclass(frozen=True, slots=True, eq=False)
class LevelGraph:
    """The same edges with other weights on each level, all integers."""

    levels: tuple[DenseGraph | EdgeList, ...]
    """One graph for each level: all matrices, or all lists of edges."""

    @property
    def size(self) -> int:
        """Number of vertices."""
        return self.levels[0].size

    @property
    def dense(self) -> tuple[DenseGraph, ...] | None:
        """The levels if they are matrices."""
        if isinstance(self.levels[0], DenseGraph):
            return cast("tuple[DenseGraph, ...]", self.levels)
        return None

    def negated(self) -> LevelGraph:
        """The same graph with all weights negated."""
        return LevelGraph(tuple(level.negated() for level in self.levels))

    def edges(self) -> LevelEdges:
        """All edges; of parallel ones the one that is best on the first level that differs."""
        if self.dense is not None:
            return self.between(*np.nonzero(np.triu(self.dense[0].edges, 1)))
        listed = cast("EdgeList", self.levels[0])
        keys = np.minimum(listed.first, listed.second) * self.size
        keys += np.maximum(listed.first, listed.second)
        columns = [level.weights for level in reversed(self.levels)]
        order = np.lexsort((*columns, keys))
        ordered = keys[order]
        last = np.append(ordered[1:] != ordered[:-1], np.ones(min(len(order), 1), np.bool_))
        place = order[last]
        return LevelEdges(ordered[last] // self.size, ordered[last] % self.size, place)

    def between(
        self, first: NDArray[np.integer[Any]], second: NDArray[np.integer[Any]]
    ) -> LevelEdges:
        """The edges of matrices between some pairs of vertices."""
        # Where addresses have 32 bits, so have the places that numpy finds.
        ends = np.asarray(first, np.int64), np.asarray(second, np.int64)
        return LevelEdges(*ends, ends[0] * self.size + ends[1])

    def at(self, place: NDArray[np.int64]) -> LevelEdges:
        """The edges at some places of matrices."""
        first = place // self.size
        return LevelEdges(first, place - first * self.size, place)

    def weights(self, level: int, edges: LevelEdges) -> NDArray[np.int64]:
        """The weights of some edges on a level."""
        return self.levels[level].weights.reshape(-1)[edges.place]

    def totals(self, edges: LevelEdges) -> tuple[Total, ...]:
        """Exact sums of some edges on all levels, in the weights as they were given."""
        return tuple(self._totals(edges))

    def _totals(self, edges: LevelEdges) -> Iterator[Total]:
        nobody = np.empty(0, np.int64)
        for k, level in enumerate(self.levels):
            yield level.total(nobody, sum(self.weights(k, edges).tolist()))


@contextmanager
def naming(number: int) -> Iterator[None]:
    """Let errors say which level they are about."""
    try:
        yield
    except (TypeError, ValueError, OverflowError) as error:
        raise type(error)(f"level {number}: {error}") from None


def level_graph_of(
    levels: Sequence[Weights], allowed: ArrayLike | None, n: int | None, *, plain: bool = False
) -> LevelGraph:
    """Check the arguments of a matching problem on levels.

    Parameters
    ----------
    levels, allowed, n
        As :func:`fastpair.matching.max_weight_matching` gets them.
    plain
        Check here what the engine would check otherwise.

    Raises
    ------
    TypeError, ValueError, OverflowError
        As :func:`fastpair.matching.max_weight_matching`.
    """
    if not isinstance(levels, (list, tuple)) and getattr(levels, "ndim", 0) != 3:
        raise TypeError(
            f"expected a list of levels, each with the weights of all edges, got "
            f"{type(levels).__name__}"
        )
    if len(levels) == 0:
        raise ValueError("expected one level or more, got none")
    graphs = []
    for number, level in enumerate(levels):
        with naming(number):
            graphs.append(graph_of(level, allowed, n, exact=True, plain=plain))
    first = graphs[0]
    for number, graph in enumerate(graphs):
        if isinstance(graph, DenseGraph) and isinstance(first, DenseGraph):
            same = graph.size == first.size
        elif isinstance(graph, EdgeList) and isinstance(first, EdgeList):
            with naming(number):
                graph.require_limit()  # that of matrices is asked for where they are read
            same = graph.size == first.size and all(
                np.array_equal(ends, others)
                for ends, others in ((graph.first, first.first), (graph.second, first.second))
            )
        else:
            raise TypeError(
                "expected levels that are all square matrices, or all lists of edges; blocks and "
                "matrices of rows and columns have none"
            )
        if not same:
            raise ValueError(f"level {number} has other edges than level 0")
    return LevelGraph(
        tuple(graph for graph in graphs if not isinstance(graph, (Blocks, Rectangle)))
    )
