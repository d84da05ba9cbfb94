"""Families that an adversary found: on each of them some version of the engine took far too long.

Each family is a function of the number of vertices, which it may round, and a random generator.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fastpair.research.bench.instances import Instance, ListedInstance, listed

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

__all__ = ["WORST", "worst_instance"]


def worst_instance(family: str, n: int, *, seed: int = 1) -> Instance | ListedInstance:
    """Make an instance of a family of :data:`WORST`, of about n vertices."""
    name = f"{family}-n{n}-s{seed}"
    return WORST[family](name, n, np.random.default_rng([seed, n]))


def _rows(
    name: str, size: int, parts: list[NDArray[np.int64]], *, maxcardinality: bool = True
) -> ListedInstance:
    """An instance from rows (i, j, weight)."""
    first, second, weights = np.concatenate(parts).T
    return listed(name, size, first, second, weights, maxcardinality=maxcardinality)


def _deep_nest(name: str, n: int, _: np.random.Generator) -> ListedInstance:
    """A windmill nests blossoms n/4 deep around its middle, and n/10 searches pass through it.

    Both ends of each of n/4 pairs are joined to the middle, with weights that fall from one pair
    to the next: each pair makes a blossom around all those before. Then odd circles of five,
    each worth a little more to the middle than the one before, take it from each other.
    """
    pairs, circles = max(n // 4, 1), max(n // 10, 1)
    lowest = 4 * circles + 8  # The outermost blossom outlives all circles.
    heavy = 4 * (lowest + 2 * pairs)
    middle = 2 * pairs
    a = np.arange(0, middle, 2)
    to_middle = heavy // 2 + lowest + 2 * np.arange(pairs, 0, -1)
    windmill = [
        np.column_stack([a, a + 1, np.full(pairs, heavy)]),
        np.column_stack([a, np.full(pairs, middle), to_middle]),
        np.column_stack([a + 1, np.full(pairs, middle), to_middle]),
    ]
    start = middle + 1 + 5 * np.arange(circles)
    # Lighter circles are served later.
    side = 4 * lowest + 4 * np.arange(circles, 0, -1)
    around = [np.column_stack([start + k, start + (k + 1) % 5, side]) for k in range(5)]
    spokes = np.column_stack([np.full(circles, middle), start, 4 + 2 * np.arange(circles)])
    return _rows(name, middle + 1 + 5 * circles, [*windmill, *around, spokes], maxcardinality=False)


def _late_bloomers(name: str, n: int, _: np.random.Generator) -> ListedInstance:
    """Every one of n/2 vertices walks the same path of tight edges before it is left over.

    Vertex 0 is the heaviest partner of them all, but it is taken. What they are worth to the path
    rises from one to the next, so that no one profits from the walk of another.
    """
    size, edges = _bloomers(n)
    return _rows(name, size, edges, maxcardinality=False)


def _late_bloomers_matrix(name: str, n: int, rng: np.random.Generator) -> Instance:
    """The same as a matrix: every other vertex of the path is joined to all between them."""
    size, edges = _bloomers(n)
    path = slice(_HUB, _HUB + _path_length(n))
    parity = np.arange(size)[path] % 2
    first, second, values = np.concatenate(edges).T
    weights = np.full((size, size), -1, np.int64)
    weights[path, path] = np.where(np.not_equal.outer(parity, parity), values[0], -1)
    weights[first, second] = weights[second, first] = values
    # By lot, so that the edges of each vertex are all over its row.
    order = np.r_[:_HUB, _HUB + rng.permutation(size - _HUB)]
    weights = weights[np.ix_(order, order)]
    return Instance(name, weights, weights >= 0, maxcardinality=False)


_HUB = 4
"""The hub, its mate, and the two that keep the mate from wanting the hub."""


def _path_length(n: int) -> int:
    return max(n // 4, 1) * 2


def _bloomers(n: int) -> tuple[int, list[NDArray[np.int64]]]:
    """Hub, path and bloomers: the number of vertices, and the edges by kind, the path first."""
    length = _path_length(n)
    bloomers = max(n - length - _HUB, 1)
    worth = 4 + 2 * np.arange(bloomers)
    # Those with most at the hub are served first, but not before the path is matched.
    at_hub = 4 * int(worth[-1]) + 2 * np.arange(bloomers, 0, -1)
    tight = 2 * int(at_hub[0])
    i = _HUB + np.arange(length - 1)
    each = _HUB + length + np.arange(bloomers)
    top = int(at_hub[0])
    # The last one closes an odd circle, so that the graph is not bipartite.
    around_hub = [(0, 1, 2 * top + 2), (1, 2, 3 * top), (2, 3, 3 * top), (3, int(each[0]), 1)]
    return _HUB + length + bloomers, [
        np.column_stack([i, i + 1, np.full(length - 1, tight)]),
        np.array(around_hub),
        np.column_stack([np.zeros(bloomers, np.int64), each, at_hub]),
        np.column_stack([np.full(bloomers, _HUB), each, tight // 2 + worth]),
    ]


def _triangle_ring(name: str, n: int, _: np.random.Generator) -> ListedInstance:
    """A ring of triangles, each joined to the next, the links a little lighter from one to the next."""
    triangles = max(n // 3, 2)
    corners = 3 * np.arange(triangles)
    heavy = np.full(triangles, 10 * triangles)
    sides = [
        np.column_stack([corners + a, corners + b, heavy]) for a, b in ((0, 1), (1, 2), (0, 2))
    ]
    links = np.column_stack([corners + 2, np.roll(corners, -1), heavy - np.arange(triangles)])
    return _rows(name, 3 * triangles, [*sides, links])


def _product_band(name: str, n: int, _: np.random.Generator) -> ListedInstance:
    """Two halves, with edges ij of weight i j near the diagonal."""
    half = max(n // 2, 1)
    numbers = np.arange(half)
    near = np.abs(np.subtract.outer(numbers, numbers)) <= max(half // 5, 1)
    i, j = np.nonzero(near)
    return listed(name, 2 * half, i, half + j, (i + 1) * (j + 1))


def _three_values(name: str, n: int, rng: np.random.Generator) -> ListedInstance:
    """All edges between two halves, with weights 0, 1 and 2 by lot."""
    half = max(n // 2, 1)
    i, j = np.divmod(np.arange(half * half), half)
    return listed(name, 2 * half, i, half + j, rng.integers(0, 3, half * half))


WORST: dict[str, Callable[[str, int, np.random.Generator], Instance | ListedInstance]] = {
    "deep-nest": _deep_nest,
    "late-bloomers": _late_bloomers,
    "late-bloomers-matrix": _late_bloomers_matrix,
    "triangle-ring": _triangle_ring,
    "product-band": _product_band,
    "three-values": _three_values,
}
"""The families, by name."""
