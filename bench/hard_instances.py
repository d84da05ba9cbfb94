"""Instances made to be hard for Edmonds' method, for a sparse start, or for scans and queues.

Each family is a function of the number of vertices, which it may round, and a random generator.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fastpair.research.bench.instances import Instance

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

__all__ = ["HARD", "hard_instance"]


def hard_instance(family: str, n: int, *, seed: int = 1) -> Instance:
    """Make an instance of a family of :data:`HARD`, of about n vertices."""
    name = f"{family}-n{n}-s{seed}"
    return HARD[family](name, n, np.random.default_rng([seed, n]))


def _dense(name: str, weights: NDArray[np.int64]) -> Instance:
    """All pairs, with weights of which the upper half counts."""
    upper = np.triu(weights, 1)
    return Instance(name, upper + upper.T, ~np.eye(len(weights), dtype=bool))


def _sparse(name: str, n: int, edges: NDArray[np.int64]) -> Instance:
    """Some edges, as rows (i, j, weight)."""
    weights = np.full((n, n), -1, np.int64)
    allowed = np.zeros((n, n), bool)
    first, second, values = edges.T
    for i, j in ((first, second), (second, first)):
        weights[i, j] = values
        allowed[i, j] = True
    return Instance(name, weights, allowed)


def _constant(name: str, n: int, _: np.random.Generator) -> Instance:
    """Every matching is as good as any other."""
    return _dense(name, np.full((n, n), 7))


def _two_values(name: str, n: int, rng: np.random.Generator) -> Instance:
    """One pair in n/2 has a positive weight: about as many as an unweighted matching needs."""
    return _dense(name, (rng.random((n, n)) < 2 / n).astype(np.int64))


def _one_or_two(name: str, n: int, rng: np.random.Generator) -> Instance:
    """Weights of 1 and 2, equally likely."""
    return _dense(name, rng.integers(1, 3, (n, n)))


def _odd_cycle(name: str, n: int, _: np.random.Generator) -> Instance:
    """One cycle through an odd number of vertices, all edges equal: one blossom of everything."""
    n |= 1
    i = np.arange(n)
    return _sparse(name, n, np.column_stack([i, (i + 1) % n, np.full(n, 5)]))


def _ring(name: str, n: int, _: np.random.Generator) -> Instance:
    """An odd number of points on a circle, near ones preferred: the cycle within a dense graph."""
    n |= 1
    around = np.abs(np.subtract.outer(np.arange(n), np.arange(n)))
    return _dense(name, n - np.minimum(around, n - around))


def _geometric(name: str, n: int, rng: np.random.Generator) -> Instance:
    """Random points in a square, the sum of the distances least."""
    return _near(name, rng.random((n, 2)))


def _clusters(name: str, n: int, rng: np.random.Generator) -> Instance:
    """Clusters of seven points, far from each other: every cluster is a blossom."""
    centres = np.repeat(rng.random((-(-n // 7), 2)) * 100, 7, axis=0)[:n]
    return _near(name, centres + rng.random((n, 2)))


def _near(name: str, points: NDArray[np.float64]) -> Instance:
    """Weights that fall with the distance, in steps of a millionth."""
    apart = np.linalg.norm(points[:, None] - points, axis=2)
    return _dense(name, np.rint(1e6 * (apart.max() - apart)).astype(np.int64))


def _nested(name: str, n: int, _: np.random.Generator) -> Instance:
    """Threes of threes of threes, weighed by the depth at which two part: blossoms nest deeply."""
    vertices = np.arange(n)
    depth = np.zeros((n, n), np.int64)
    size = 3
    while size < n:
        depth += np.equal.outer(vertices // size, vertices // size)
        size *= 3
    return _dense(name, 1000 * depth)


def _stars(name: str, n: int, rng: np.random.Generator) -> Instance:
    """Hubs of ten leaves each, the hubs joined: most vertices stay alone."""
    hubs = max(n // 11, 1)
    leaves = np.arange(hubs, n)
    joined = np.array([(i, j) for i in range(hubs) for j in range(i)], np.int64).reshape(-1, 2)
    pairs = np.concatenate([np.column_stack([leaves % hubs, leaves]), joined])
    return _sparse(name, n, _weighed(pairs, rng, 1000))


def _few_partners(name: str, n: int, rng: np.random.Generator) -> Instance:
    """A third of the vertices are joined to all vertices, the others only to that third."""
    weights = rng.integers(0, 2**30, (n, n))
    allowed = np.zeros((n, n), bool)
    allowed[: n // 3] = allowed[:, : n // 3] = True
    np.fill_diagonal(allowed, False)
    upper = np.triu(weights, 1)
    return Instance(name, np.where(allowed, upper + upper.T, -1), allowed)


def _last_apart(
    share: float, *, maxcardinality: bool
) -> Callable[[str, int, np.random.Generator], Instance]:
    """All pairs but those within the last share of the vertices: many stay alone, or prefer few."""

    def make(name: str, n: int, _: np.random.Generator) -> Instance:
        i = np.arange(n)
        last = i >= n - int(share * n)
        allowed = ~np.logical_and.outer(last, last)
        np.fill_diagonal(allowed, False)
        weights = 7 * np.minimum.outer(i, i) + np.add.outer(i, i) % 5
        values = np.where(allowed, weights, -1)
        return Instance(name, values, allowed, maxcardinality=maxcardinality)

    return make


def _triangles(name: str, n: int, _: np.random.Generator) -> Instance:
    """A chain of triangles, each joined to the next, all edges equal (DIMACS 1990, ``t.f``)."""
    corners = np.arange(0, n - n % 3, 3)
    sides = [np.column_stack([corners + a, corners + b]) for a, b in ((0, 1), (1, 2), (0, 2))]
    links = np.column_stack([corners[:-1] + 2, corners[1:]])
    pairs = np.concatenate([*sides, links])
    return _sparse(name, n, np.column_stack([pairs, np.full(len(pairs), 9)]))


def _triangles_of_triangles(name: str, n: int, _: np.random.Generator) -> Instance:
    """A chain whose links are triangles of triangles: blossoms in blossoms (``tt.f``)."""
    start = np.arange(0, n - n % 9, 9)
    corners = np.concatenate([start + k for k in (0, 3, 6)])
    sides = [np.column_stack([corners + a, corners + b]) for a, b in ((0, 1), (1, 2), (0, 2))]
    inner = [np.column_stack([start + a, start + b]) for a, b in ((0, 3), (4, 7), (1, 6))]
    links = np.column_stack([start[:-1] + 8, start[1:] + 2])
    pairs = np.concatenate([*sides, *inner, links])
    return _sparse(name, n, np.column_stack([pairs, np.full(len(pairs), 9)]))


def _gabow(name: str, n: int, _: np.random.Generator) -> Instance:
    """Gabow's worst case of Edmonds' method (DIMACS 1990, ``hardcard.f``).

    Of 6 k vertices the first 4 k form a clique, and each of the other 2 k is joined to one of them.
    """
    k = max(n // 6, 1)
    allowed = np.zeros((6 * k, 6 * k), bool)
    allowed[: 4 * k, : 4 * k] = True
    np.fill_diagonal(allowed, False)
    inner, outer = np.arange(0, 4 * k, 2), np.arange(4 * k, 6 * k)
    allowed[inner, outer] = allowed[outer, inner] = True
    return Instance(name, np.where(allowed, 1, -1), allowed)


def _product(name: str, n: int, _: np.random.Generator) -> Instance:
    """The least sum of the products i j (Machol and Wien 1976): many changes of duals."""
    return _dense(name, n * n - np.multiply.outer(np.arange(n), np.arange(n)))


def _bipartite_product(name: str, n: int, _: np.random.Generator) -> Instance:
    """The least sum of products between two halves: the assignment problem of Machol and Wien."""
    half = n // 2
    cost = np.multiply.outer(np.arange(half), np.arange(half))
    weights = np.full((2 * half, 2 * half), -1)
    weights[:half, half:] = half * half - cost
    weights[half:, :half] = (half * half - cost).T
    return Instance(name, weights, weights >= 0)


def _rising_path(name: str, n: int, _: np.random.Generator) -> Instance:
    """A path along which the weights rise, so that a search has to go all the way."""
    i = np.arange(n - 1)
    return _sparse(name, n, np.column_stack([i, i + 1, i + 1]))


def _slow_chain(name: str, n: int, _: np.random.Generator) -> Instance:
    """A ladder with weights so close that each change of duals makes only one more edge tight."""
    half = n // 2
    i = np.arange(half - 1)
    rungs = np.column_stack([np.arange(half), half + np.arange(half), 4 * half + np.arange(half)])
    sides = [np.column_stack([low + i, low + i + 1, 4 * half + 2 * i + 1]) for low in (0, half)]
    return _sparse(name, 2 * half, np.concatenate([rungs, *sides]))


def _powers(name: str, n: int, rng: np.random.Generator) -> Instance:
    """Weights of all sizes, from 1 to 2**50."""
    return _dense(name, np.left_shift(1, rng.integers(0, 51, (n, n))))


def _near_ties(name: str, n: int, rng: np.random.Generator) -> Instance:
    """Large weights that differ in their last two bits."""
    return _dense(name, 2**50 + rng.integers(0, 4, (n, n)))


def _vertex_sums(name: str, n: int, rng: np.random.Generator) -> Instance:
    """Weights that are sums of values of the two ends, so that perfect matchings weigh the same."""
    value = rng.integers(0, 2**40, n)
    return _dense(name, np.add.outer(value, value))


def _odd_groups(name: str, n: int, rng: np.random.Generator) -> Instance:
    """Groups of 31 with far heavier pairs inside than between them: each leaves one vertex over."""
    group = np.arange(n) // 31
    apart = np.abs(np.subtract.outer(group, group))
    return _dense(name, 10**9 // (1 + apart) ** 2 + rng.integers(0, 1000, (n, n)))


def _scarce(name: str, n: int, rng: np.random.Generator) -> Instance:
    """A random graph with three edges per vertex, which has no perfect matching."""
    pairs = np.sort(rng.integers(0, n, (3 * n // 2, 2)), axis=1)
    pairs = np.unique(pairs[pairs[:, 0] != pairs[:, 1]], axis=0)
    return _sparse(name, n, _weighed(pairs, rng, 2**30))


def _cliques(name: str, n: int, rng: np.random.Generator) -> Instance:
    """A chain of cliques of nine, joined by single edges."""
    group = np.arange(n) // 9
    first, second = np.nonzero(np.triu(np.equal.outer(group, group), 1))
    links = np.column_stack([np.arange(8, n - 1, 9), np.arange(9, n, 9)])
    return _sparse(
        name, n, _weighed(np.concatenate([np.column_stack([first, second]), links]), rng, 10)
    )


def _weighed(pairs: NDArray[np.int64], rng: np.random.Generator, top: int) -> NDArray[np.int64]:
    """Pairs with random weights."""
    return np.column_stack([pairs, rng.integers(1, top, len(pairs))])


HARD: dict[str, Callable[[str, int, np.random.Generator], Instance]] = {
    "constant": _constant,
    "two-values": _two_values,
    "one-or-two": _one_or_two,
    "odd-cycle": _odd_cycle,
    "ring": _ring,
    "geometric": _geometric,
    "clusters": _clusters,
    "nested": _nested,
    "stars": _stars,
    "few-partners": _few_partners,
    **{
        f"last-{percent}-apart-{aim}": _last_apart(percent / 100, maxcardinality=aim == "most")
        for percent in (30, 40, 50, 60, 70)
        for aim in ("most", "weight")
    },
    "triangles": _triangles,
    "triangles-of-triangles": _triangles_of_triangles,
    "gabow": _gabow,
    "product": _product,
    "bipartite-product": _bipartite_product,
    "rising-path": _rising_path,
    "slow-chain": _slow_chain,
    "powers": _powers,
    "near-ties": _near_ties,
    "vertex-sums": _vertex_sums,
    "odd-groups": _odd_groups,
    "scarce": _scarce,
    "cliques": _cliques,
}
"""The families, by name."""
