"""Invented sparse graphs of up to millions of edges: planar ones, random ones, and trees.

The same arguments give the same instance on every machine with the same numpy and scipy.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from ...errors import MissingExtraError
from .listed import ListedInstance, distinct_pairs, listed

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    from numpy.typing import NDArray

__all__ = ["SPARSE", "Objective", "sparse_instance"]

_Integers: TypeAlias = "NDArray[np.int64]"
_Graph: TypeAlias = "tuple[int, _Integers, _Integers, _Integers]"
"""Number of vertices, the two ends of each edge, and the weights, which are positive."""

_LARGEST = 1_000_000
"""Of the weights by lot."""
_SIDE = 2**24
"""Of the square in which points lie."""
_NEIGHBOURS = 6
_ARRIVING = 3
"""Edges of each new vertex in a graph that grows."""
_OPEN = 0.8
"""Share of the streets of a grid that are there."""
_BENDS = 0.875
"""How many vertices a street has between its crossings, on average: degrees are about 2.5."""


class Objective(StrEnum):
    """What is asked of a matching."""

    WEIGHT = "weight"
    """The greatest weight."""
    CARDINALITY = "cardinality"
    """The most edges, and of these the greatest weight; perfect where the graph has that."""
    UNIT = "unit"
    """The most edges; all weights are 1."""


def sparse_instance(
    family: str, n: int, *, seed: int = 1, objective: str = Objective.CARDINALITY
) -> ListedInstance:
    """Invent a sparse instance.

    Parameters
    ----------
    family
        One of :data:`SPARSE`. In those of points in the plane near ones are preferred: the weight of
        an edge is a constant less its length, so that a perfect matching has the least length.
    n
        Number of vertices, which some families round.
    seed
        Seed of the random generator.
    objective
        One of :class:`Objective`.

    Raises
    ------
    MissingExtraError
        If points in the plane are asked for, and scipy is not installed.
    """
    asked = Objective(objective)
    size, first, second, weights = SPARSE[family](n, np.random.default_rng([seed, n]))
    if asked is Objective.UNIT:
        weights = np.ones_like(weights)
    name = f"{family}-{asked}-n{n}-s{seed}"
    most = asked is not Objective.WEIGHT
    return listed(name, size, first, second, weights, maxcardinality=most)


def _by_lot(size: int, first: _Integers, second: _Integers, rng: np.random.Generator) -> _Graph:
    """Distinct edges with weights by lot."""
    first, second = distinct_pairs(size, first, second)
    return size, first, second, rng.integers(1, _LARGEST + 1, len(first))


def _near(points: _Integers, first: _Integers, second: _Integers) -> _Graph:
    """Distinct edges that weigh the more the shorter they are."""
    first, second = distinct_pairs(len(points), first, second)
    apart = np.rint(np.hypot(*(points[first] - points[second]).T)).astype(np.int64)
    return len(points), first, second, apart.max(initial=0) + 1 - apart


def _points(n: int, rng: np.random.Generator) -> _Integers:
    return rng.integers(0, _SIDE, (n, 2))


def _spatial() -> ModuleType:
    try:
        import scipy.spatial
    except ImportError as error:
        raise MissingExtraError("bench", "a graph of points in the plane") from error
    spatial: ModuleType = scipy.spatial
    return spatial


def _delaunay(n: int, rng: np.random.Generator) -> _Graph:
    """The Delaunay triangulation of points in the plane."""
    points = _points(max(n, 3), rng)
    corners = _spatial().Delaunay(points).simplices.astype(np.int64)
    return _near(points, corners.ravel(), np.roll(corners, -1, axis=1).ravel())


def _nearest(n: int, rng: np.random.Generator) -> _Graph:
    """Points in the plane, each joined to its nearest ones."""
    points = _points(n, rng)
    count = min(_NEIGHBOURS, n - 1)
    near = _spatial().KDTree(points).query(points, count + 1)[1].astype(np.int64)
    return _near(points, np.repeat(near[:, 0], count), near[:, 1:].ravel())


def _random(n: int, rng: np.random.Generator) -> _Graph:
    """Five times as many edges as vertices, by lot."""
    first, second = rng.integers(0, n, (2, 5 * n))
    return _by_lot(n, first, second, rng)


def _streets(width: int) -> tuple[_Integers, _Integers]:
    """The edges of a square grid."""
    numbers = np.arange(width * width).reshape(width, width)
    first = np.concatenate([numbers[:, :-1].ravel(), numbers[:-1].ravel()])
    return first, np.concatenate([numbers[:, 1:].ravel(), numbers[1:].ravel()])


def _grid(n: int, rng: np.random.Generator) -> _Graph:
    """A square grid, which is bipartite."""
    width = max(round(n**0.5), 2)
    return _by_lot(width * width, *_streets(width), rng)


def _triangle_grid(n: int, rng: np.random.Generator) -> _Graph:
    """A square grid with one diagonal in each square."""
    width = max(round(n**0.5), 2)
    first, second = _streets(width)
    corners = np.arange(width * width).reshape(width, width)
    first = np.concatenate([first, corners[:-1, :-1].ravel()])
    second = np.concatenate([second, corners[1:, 1:].ravel()])
    return _by_lot(width * width, first, second, rng)


def _roads(n: int, rng: np.random.Generator) -> _Graph:
    """A grid without some of its streets, the others with bends; planar, of degree about 2.5."""
    width = max(round((n / (1 + 2 * _OPEN * _BENDS)) ** 0.5), 2)
    first, second = _streets(width)
    there = rng.random(len(first)) < _OPEN
    first, second = first[there], second[there]
    bends = rng.geometric(1 / (1 + _BENDS), len(first)) - 1
    size = width * width + int(bends.sum())
    street = np.repeat(np.arange(len(first)), bends)
    bend = np.arange(width * width, size)
    # A street with b bends has b + 1 pieces: each bend ends one, and the far crossing the last.
    starts_street = np.r_[True, street[1:] != street[:-1]] if len(street) else np.zeros(0, bool)
    before = np.where(starts_street, first[street], bend - 1)
    last = first.copy()
    last[street] = bend  # Of the bends of one street the last one stays.
    return _by_lot(size, np.concatenate([before, last]), np.concatenate([bend, second]), rng)


def _power_law(n: int, rng: np.random.Generator) -> _Graph:
    """A graph that grows: each new vertex is joined to ends of earlier edges by lot.

    Batagelj and Brandes 2005: an edge's end is a place in the list of all ends before it. Places of
    such ends are followed until they name a vertex that was new.
    """
    new = np.repeat(np.arange(n), _ARRIVING)
    place = rng.integers(0, 2 * np.arange(len(new)) + 1)
    while (chosen := place % 2 == 1).any():
        place[chosen] = place[place[chosen] // 2]
    return _by_lot(n, new, new[place // 2], rng)


def _tree(n: int, rng: np.random.Generator) -> _Graph:
    """A tree that grows: each new vertex is joined to one before it by lot."""
    new = np.arange(1, n)
    return _by_lot(n, new, rng.integers(0, new), rng)


SPARSE: dict[str, Callable[[int, np.random.Generator], _Graph]] = {
    "delaunay": _delaunay,
    "nearest": _nearest,
    "random": _random,
    "grid": _grid,
    "triangle-grid": _triangle_grid,
    "roads": _roads,
    "power-law": _power_law,
    "tree": _tree,
}
"""The families, by name."""
