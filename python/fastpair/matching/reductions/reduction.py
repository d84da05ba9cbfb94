"""Edges that are chosen by a matching of a larger graph, which proves that none are better."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..arguments import graph_of
from ..blocks import Blocks
from ..graph import EdgeList
from ..rectangle import Rectangle
from ..solution import matching_of, solution_of
from ..verification import require, verify

if TYPE_CHECKING:
    from typing import Any

    from numpy.typing import ArrayLike, NDArray

    from ..arguments import Weights
    from ..result import Matching

__all__ = ["Reduction", "Subgraph", "edges_of_graph"]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Subgraph:
    """Edges of greatest or of least weight, with their proof."""

    edges: NDArray[np.int64]
    """(k, 2) the edges, each with its smaller vertex first, in order."""

    weight: Any
    """Exact sum of their weights: an int, or a Fraction if the weights were floats and not all of
    them whole numbers."""

    proof: Matching
    """The matching of the larger graph, with its certificate."""

    def __repr__(self) -> str:
        """Return one line, however large it is."""
        return f"<Subgraph: {len(self.edges)} edges, weight={self.weight}>"


@dataclass(frozen=True, slots=True, eq=False)
class Reduction:
    """A larger graph; its best matchings choose the best edges of a given one."""

    given: EdgeList
    graph: EdgeList
    owner: NDArray[np.int64]
    """(edges of ``graph``,) the given edge that each of them chooses, or -1."""

    def solve(self, *, maxcardinality: bool) -> Subgraph:
        """The edges chosen by the heaviest matching."""
        return self._chosen(matching_of(solution_of(self.graph, maxcardinality=maxcardinality)))

    def verify(self, subgraph: Subgraph, *, maxcardinality: bool, perfect: bool) -> None:
        """Prove that a subgraph is the one that the heaviest matching chooses.

        Raises
        ------
        TypeError, EngineError
            As :func:`fastpair.matching.verify`.
        """
        if not isinstance(subgraph, Subgraph):
            raise TypeError(f"expected a Subgraph to verify, got {type(subgraph).__name__}")
        edges = (self.graph.first, self.graph.second, self.graph.weights)
        options = {"maxcardinality": maxcardinality, "perfect": perfect}
        verify(edges, subgraph.proof, n=self.graph.size, **options)
        proven = self._chosen(subgraph.proof)
        same = np.array_equal(proven.edges, subgraph.edges) and proven.weight == subgraph.weight
        require(same, "the edges or their weight are not those of the proof")

    def _chosen(self, matching: Matching) -> Subgraph:
        given = self.given
        is_matched = matching.mate[self.graph.first] == self.graph.second
        chosen = np.unique(self.owner[is_matched & (self.owner >= 0)])
        edges = np.sort(np.column_stack([given.first[chosen], given.second[chosen]]), axis=1)
        total = given.sign * given.unit * sum(given.weights[chosen].tolist())
        weight = total.numerator if given.unit.denominator == 1 else total
        return Subgraph(edges[np.lexsort(edges.T[::-1])], weight, matching)


def edges_of_graph(
    weights: Weights, allowed: ArrayLike | None, n: int | None, *, minimize: bool
) -> EdgeList:
    """The edges of a graph of any form but blocks, of parallel ones the best, as integers.

    Raises
    ------
    TypeError, ValueError, OverflowError
        As :func:`fastpair.matching.max_weight_matching`; blocks are a TypeError.
    """
    graph = graph_of(weights, allowed, n, exact=True, plain=True)
    if isinstance(graph, Blocks):
        raise TypeError("expected a matrix or a list of edges, got Blocks")
    if isinstance(graph, Rectangle):
        graph = graph.edges()
    elif not isinstance(graph, EdgeList):
        first, second = np.nonzero(np.triu(graph.edges))
        values = graph.weights[first, second]
        graph = EdgeList(graph.size, first, second, values, graph.unit)
    return (graph.negated() if minimize else graph).simple()
