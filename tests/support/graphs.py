"""Random graphs of every kind, and matchings of them that are found the slow way."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import networkx as nx
import numpy as np

SIZES = (1, 2, 3, 10, 1000, 2**40, 2**59, 2**60)
DENSITIES = (1.0, 1.0, 0.7, 0.4, 0.2, 0.1)


@dataclass(frozen=True)
class Graph:
    """A graph as a symmetric matrix with a mask, and as an edge list."""

    weights: np.ndarray
    allowed: np.ndarray

    def __len__(self):
        return len(self.weights)

    @property
    def edges(self):
        return np.argwhere(np.triu(self.allowed, 1))

    @property
    def edge_list(self):
        i, j = self.edges.T
        return i, j, self.weights[i, j]

    def forms(self):
        """The graph in every form that the solver takes, as arguments and keywords."""
        return [
            ((self.weights,), {"allowed": self.allowed}),
            ((self.edge_list,), {"n": len(self)}),
        ]


def symmetric(matrix):
    upper = np.triu(matrix, 1)
    return upper | upper.T if upper.dtype == np.bool_ else upper + upper.T


def uniform(rng, n, size):
    """Independent weights: with a small size, nearly all of them tie."""
    least = rng.choice([0, -size, -1, 1])
    return symmetric(rng.integers(least, size, size=(n, n), endpoint=True))


def grouped(rng, n, size):
    """Groups of near ties, as score groups are: odd groups make large and nested blossoms."""
    group = np.sort(rng.integers(0, max(1, n // 7) + 1, n))
    distance = np.abs(group[:, None] - group)
    noise = rng.integers(0, max(1, size // 1000), size=(n, n), endpoint=True)
    unit = size // (2 * max(1, int(distance.max(initial=1))) ** 2)
    return symmetric(-unit * distance**2 + noise)


def geometric(rng, n, size):
    """Distances in the plane, negated."""
    point = rng.integers(0, max(2, size // 2), (n, 2))
    return symmetric(-np.abs(point[:, None] - point).sum(axis=2))


def cyclic(rng, n, size):
    """Heavy odd cycles with light chords: blossoms within blossoms."""
    weights = rng.integers(0, max(1, size // 100), size=(n, n), endpoint=True)
    for length in (3, 5, 7):
        cycle = rng.permutation(n)[:length]
        weights[cycle, np.roll(cycle, 1)] = weights[np.roll(cycle, 1), cycle] = size
    return symmetric(np.maximum(weights, weights.T))


def product(rng, n, size):
    """Products of vertex values, with noise: many edges of a vertex are violated at a time."""
    value = rng.integers(0, max(2, int((size / 2) ** 0.5)), n)
    noise = rng.integers(0, max(1, size // 10**4), size=(n, n), endpoint=True)
    return symmetric(np.multiply.outer(value, value) + noise)


KINDS = (uniform, uniform, grouped, geometric, cyclic, product)


def random_graph(rng, most):
    """A graph of at most ``most`` vertices; forbidden cells hold misleading weights."""
    n = int(rng.integers(0, most + 1))
    kind = KINDS[rng.integers(len(KINDS))]
    weights = kind(rng, n, int(rng.choice(SIZES)))
    allowed = symmetric(rng.random((n, n)) < rng.choice([*DENSITIES, 2 / max(n, 2)]))
    weights[~allowed] = rng.choice([0, 2**62, -(2**62), np.iinfo(np.int64).min])
    return Graph(weights, allowed)


def exhaustive(graph, *, maxcardinality):
    """Cardinality and weight of the best matching, by trying them all."""
    neighbours = [
        [(j, int(graph.weights[i, j])) for j in range(i) if graph.allowed[i, j]]
        for i in range(len(graph))
    ]
    worth = (lambda pair: pair) if maxcardinality else (lambda pair: pair[1])

    @cache
    def best(rest):
        if rest == 0:
            return 0, 0
        i = rest.bit_length() - 1
        others = rest ^ (1 << i)
        found = best(others)
        for j, weight in neighbours[i]:
            if others >> j & 1:
                count, total = best(others ^ (1 << j))
                found = max(found, (count + 1, total + weight), key=worth)
        return found

    return best((1 << len(graph)) - 1)


def by_networkx(graph, *, maxcardinality):
    """Cardinality and weight of the best matching, by networkx."""
    other = nx.Graph()
    other.add_weighted_edges_from(
        (int(i), int(j), int(w)) for i, j, w in zip(*graph.edge_list, strict=True)
    )
    pairs = nx.max_weight_matching(other, maxcardinality=maxcardinality)
    return len(pairs), sum(other[i][j]["weight"] for i, j in pairs)


BAD_CHANGES = (
    (OverflowError, lambda solver: solver.set_weight(0, 1, 2**60 + 1)),
    (OverflowError, lambda solver: solver.set_weight(0, 1, 2**70)),
    (IndexError, lambda solver: solver.forbid(0, 4)),
    (IndexError, lambda solver: solver.remove(-1)),
    (ValueError, lambda solver: solver.forbid(2, 2)),
    (ValueError, lambda solver: solver.set_weight(0, 1, np.nan)),
    (ValueError, lambda solver: (solver.remove(1), solver.set_weight(0, 1, 3))),
    (ValueError, lambda solver: (solver.remove(1), solver.set_weight(0, 1, 0.5))),
    (TypeError, lambda solver: solver.set_weight(0, 1, "3")),
    (TypeError, lambda solver: solver.forbid(0, 1.0)),
)
"""What a solver of four vertices refuses in whichever form it holds its weights, and how."""
