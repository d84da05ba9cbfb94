"""Instances of matching problems."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from ...errors import MissingExtraError
from ...pairing.papers.shapes import concavity

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    from ...arrays import Bools, Integers, Reals


# ---- Matching problems as lists of edges, for graphs that are too large for a matrix ----

Pairs: TypeAlias = "tuple[Integers, Integers]"
"""Two ends of each edge."""


@dataclass(frozen=True, slots=True, eq=False)
class ListedInstance:
    """A matching problem with few edges."""

    name: str

    size: int
    """Number of vertices."""

    edges: tuple[Integers, Integers, Integers]
    """The edges in order, each once: the two ends, the first one smaller, and the weights."""

    maxcardinality: bool = True
    """Whether more edges are better than more weight."""

    @property
    def sparse(self) -> bool:
        """Solvers are given the edges."""
        return True

    def weights_of(self, first: Integers, second: Integers) -> Integers:
        """The weights of some pairs.

        Raises
        ------
        ValueError
            If one of them is no edge.
        """
        keys = self.edges[0] * self.size + self.edges[1]
        codes = np.minimum(first, second) * self.size + np.maximum(first, second)
        at = np.minimum(np.searchsorted(keys, codes), max(len(keys) - 1, 0))
        if len(codes) and not (len(keys) and (keys[at] == codes).all()):
            raise ValueError("a pair is no edge")
        return self.edges[2][at]


def distinct_pairs(size: int, first: Integers, second: Integers) -> Pairs:
    """The pairs in order, each once and without loops."""
    low, high = np.minimum(first, second), np.maximum(first, second)
    keys = np.unique((low * size + high)[low < high])
    return keys // size, keys % size


def listed(
    name: str,
    size: int,
    first: Integers,
    second: Integers,
    weights: Integers,
    *,
    maxcardinality: bool = True,
) -> ListedInstance:
    """An instance of distinct pairs in any order."""
    low, high = np.minimum(first, second), np.maximum(first, second)
    order = np.lexsort((high, low))
    edges = tuple(each[order].astype(np.int64) for each in (low, high, weights))
    return ListedInstance(name, size, (edges[0], edges[1], edges[2]), maxcardinality)


# ---- Invented matching instances: congresses after some rounds, and weights without any structure ----

# The same arguments give the same weights on every machine, except for the last bits of ``exp`` and
# ``cosh`` in numpy: a sum of eight floors of ``sech`` may differ by a few units.

_GRADES = np.arange(26)  # 20 kyu is 0, 1 dan is 20
_BAR = 22
_COUNTRIES = 30
_CLUBS = 40  # of one country
_CELLS = 4_000_000
"""Cells whose weights are computed at once, so that temporary arrays stay small."""


@dataclass(frozen=True, slots=True, eq=False)
class Instance:
    """A matching problem."""

    name: str

    weights: Integers
    """(n, n), symmetric; -1 where there is no edge."""

    allowed: Bools
    """(n, n), where there is an edge."""

    maxcardinality: bool = True
    """Whether more edges are better than more weight."""

    @property
    def size(self) -> int:
        """Number of vertices."""
        return len(self.weights)

    @property
    def edges(self) -> tuple[Integers, Integers, Integers]:
        """The edges as three arrays: the two ends, the first one smaller, and the weights."""
        first, second = (end.astype(np.int64) for end in np.nonzero(np.triu(self.allowed, 1)))
        return first, second, self.weights[first, second]

    @property
    def sparse(self) -> bool:
        """Whether few pairs are edges."""
        return 8 * int(self.allowed.sum()) < self.size**2

    def weights_of(self, first: Integers, second: Integers) -> Integers:
        """The weights of some pairs.

        Raises
        ------
        ValueError
            If one of them is no edge.
        """
        if not self.allowed[first, second].all():
            raise ValueError("a pair is no edge")
        return self.weights[first, second]


@dataclass(frozen=True, slots=True, eq=False)
class _Congress:
    """Players, strongest first, after some rounds; arrays of shape (n,)."""

    rating: Reals
    country: Integers
    club: Integers
    start: Integers
    score: Integers
    colour: Integers
    """Games as White minus games as Black."""
    drawn_down: Integers
    """Games against lower scores minus games against higher ones."""
    met: Bools


def instance(kind: str, n: int, *, rounds: int = 5, seed: int = 1) -> Instance:
    """Invent an instance.

    Parameters
    ----------
    kind
        One of :data:`KINDS`: ``gotha`` (weights in the manner of OpenGotha's: groups, seeding,
        geography, colours), ``sech`` (sums of eight hyperbolic secants of differences, as in the
        papers), ``unif40`` (uniform below 2**40) or ``ties100`` (uniform from 0 to 100).
    n
        Number of players.
    rounds
        Rounds that they have played; two who have met are no edge.
    seed
        Seed of the random generator.
    """
    rng = np.random.default_rng([seed, n, rounds, _NUMBERS[kind]])
    congress = _congress(n, rounds, rng)
    weights = KINDS[kind](congress, rng)
    weights[congress.met] = -1
    np.fill_diagonal(weights, -1)
    return Instance(f"{kind}-n{n}-r{rounds}-s{seed}", weights, weights >= 0)


def _congress(n: int, rounds: int, rng: np.random.Generator) -> _Congress:
    """Players who have played some rounds against neighbours in the ranking."""
    grade, rating, country, club = _players(n, rng)
    start = np.clip(grade, 0, _BAR).astype(np.int64)
    score_x2 = 2 * start
    games_between = np.zeros((n, n), bool)
    colour = np.zeros(n, np.int64)
    drawn_down = np.zeros(n, np.int64)
    for _ in range(rounds):
        order = np.argsort(-(score_x2 + rng.uniform(0, 1.0, n)), kind="stable")
        for i, j in _neighbours(order.tolist(), games_between):
            white, black = (j, i) if colour[i] > colour[j] else (i, j)
            colour[white] += 1
            colour[black] -= 1
            if score_x2[i] != score_x2[j]:
                upper, lower = (i, j) if score_x2[i] > score_x2[j] else (j, i)
                drawn_down[upper] += 1
                drawn_down[lower] -= 1
            chance = 1.0 / (1.0 + np.exp((rating[black] - rating[white]) / 110.0))
            score_x2[white if rng.random() < chance else black] += 2
    return _Congress(rating, country, club, start, score_x2 // 2, colour, drawn_down, games_between)


def _players(n: int, rng: np.random.Generator) -> tuple[Integers, Reals, Integers, Integers]:
    """Grades, ratings, countries and clubs, strongest first."""
    shares = 0.8 * np.exp(-0.5 * ((_GRADES - 17.0) / 4.0) ** 2)
    shares = shares + 0.2 * np.exp(-0.5 * ((_GRADES - 9) / 5.0) ** 2)
    shares[24:] *= 0.6
    grade = rng.choice(len(_GRADES), size=n, p=shares / shares.sum())
    rating = 100.0 * grade + 100 + rng.normal(0, 45, n)
    order = np.argsort(-rating, kind="stable")
    sizes = 1.0 / np.arange(1, _COUNTRIES + 1) ** 0.9
    country = rng.choice(_COUNTRIES, size=n, p=sizes / sizes.sum())
    club = country * _CLUBS + np.minimum(rng.geometric(0.12, n) - 1, _CLUBS - 1)
    return grade[order], rating[order], country, club


def _neighbours(free: list[int], games_between: Bools) -> list[tuple[int, int]]:
    """Pair each player with the next one whom he has not met, and record that they have met."""
    pairs = []
    while len(free) > 1:
        i = free.pop(0)
        for k, j in enumerate(free):
            if not games_between[i, j]:
                free.pop(k)
                games_between[i, j] = games_between[j, i] = True
                pairs.append((i, j))
                break
    return pairs


def _by_rows(n: int, rows: Callable[[slice], Integers]) -> Integers:
    """A matrix from a function that gives some rows of it."""
    weights = np.empty((n, n), np.int64)
    step = max(1, _CELLS // max(n, 1))
    for low in range(0, n, step):
        part = slice(low, min(n, low + step))
        weights[part] = rows(part)
    return weights


def _gotha(congress: _Congress, _: np.random.Generator) -> Integers:
    """Groups first, then geography below the bar, draws up and down, seeding and colours."""
    scores, group = np.unique(-congress.score, return_inverse=True)
    groups = len(scores)
    sizes = np.bincount(group, minlength=groups)
    place = np.empty(len(group), np.int64)
    order = np.lexsort((-congress.rating, group))
    place[order] = np.arange(len(group)) - (np.cumsum(sizes) - sizes)[group[order]]
    below = congress.score < _BAR
    clubs, countries = (np.floor(1e11 * concavity(np.array(k / groups))) for k in (3.0, 1.0))

    def rows(part: slice) -> Integers:
        apart = np.abs(group[part, None] - group)
        same = apart == 0
        weights = np.floor(1e11 * concavity(apart / groups))
        size = sizes[group[part]][:, None]
        half = np.maximum(size // 2, 1)
        off = np.abs(np.abs(place[part, None] - place) - half) / np.maximum(size, 1)
        weights += np.where(same, np.floor(1e6 * (1 - np.minimum(off, 1) ** 2)), 0)
        local = np.where(congress.country[part, None] == congress.country, countries, 1e11)
        local = np.where(congress.club[part, None] == congress.club, clubs, local)
        weights += np.where(below[part, None] & below, local, 0)
        weights += _colour_weights(congress.colour[part, None], congress.colour)
        draws_down = congress.drawn_down
        down = group[part, None] < group
        upper = np.where(down, draws_down[part, None], draws_down)
        lower = np.where(down, draws_down, draws_down[part, None])
        uneven = np.floor(1e8 * 0.5 * (_compensation(-upper) + _compensation(lower)))
        return (weights + np.where(same, 1e8, uneven)).astype(np.int64)

    return _by_rows(len(group), rows)


def _colour_weights(first: Integers, second: Integers) -> Reals:
    """Weight of opposite wishes for a colour; a wish against no wish counts half."""
    indifferent = np.where((first == 0) | (second == 0), 5e5, 0)
    return np.where(first * second < 0, 1e6, indifferent)


def _compensation(due: Integers) -> Reals:
    """Whether an uneven game makes up for an earlier one, or at least does not add to it."""
    return np.where(due > 0, 1, np.where(due == 0, 0.5, 0))


def _sech(congress: _Congress, rng: np.random.Generator) -> Integers:
    """Sum of hyperbolic secants of the differences in eight features of the players."""
    n = len(congress.score)
    sos = congress.score + rng.normal(0, 2, n)
    sosos = sos + rng.normal(0, 2, n)
    features = [
        (congress.score.astype(float), 1.0),
        (congress.rating / 100.0, 0.6),
        (sos, 0.4),
        (sosos, 0.3),
        (congress.colour + rng.normal(0, 0.3, n), 0.5),
        (congress.drawn_down + rng.normal(0, 0.3, n), 0.5),
        (rng.normal(0, 3, n), 0.3),
        (congress.start + rng.normal(0, 1, n), 0.5),
    ]

    def rows(part: slice) -> Integers:
        weights = np.zeros((part.stop - part.start, n), np.int64)
        for feature, steepness in features:
            apart = np.clip(steepness * (feature[part, None] - feature), -60, 60)
            weights += (2.0**40 / np.cosh(apart)).astype(np.int64)
        return weights

    return _by_rows(n, rows)


def _uniform(top: int, congress: _Congress, rng: np.random.Generator) -> Integers:
    """Weights drawn by lot for every pair."""
    n = len(congress.score)
    weights = np.zeros((n, n), np.int64)
    for i in range(n):
        weights[i, i + 1 :] = weights[i + 1 :, i] = rng.integers(0, top, n - i - 1)
    return weights


KINDS: dict[str, Callable[[_Congress, np.random.Generator], Integers]] = {
    "gotha": _gotha,
    "sech": _sech,
    "unif40": partial(_uniform, 2**40),
    "ties100": partial(_uniform, 101),
}
"""How the pairs of a congress are weighed, by name."""

_NUMBERS = {kind: number for number, kind in enumerate(KINDS, 1)}


# ---- Invented sparse graphs of up to millions of edges: planar ones, random ones, and trees ----

# The same arguments give the same instance on every machine with the same numpy and scipy.

_Graph: TypeAlias = "tuple[int, Integers, Integers, Integers]"
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
    goal = Objective(objective)
    size, first, second, weights = SPARSE[family](n, np.random.default_rng([seed, n]))
    if goal is Objective.UNIT:
        weights = np.ones_like(weights)
    name = f"{family}-{goal}-n{n}-s{seed}"
    most = goal is not Objective.WEIGHT
    return listed(name, size, first, second, weights, maxcardinality=most)


def _by_lot(size: int, first: Integers, second: Integers, rng: np.random.Generator) -> _Graph:
    """Distinct edges with weights by lot."""
    first, second = distinct_pairs(size, first, second)
    return size, first, second, rng.integers(1, _LARGEST + 1, len(first))


def _near(points: Integers, first: Integers, second: Integers) -> _Graph:
    """Distinct edges that weigh the more the shorter they are."""
    first, second = distinct_pairs(len(points), first, second)
    apart = np.rint(np.hypot(*(points[first] - points[second]).T)).astype(np.int64)
    return len(points), first, second, apart.max(initial=0) + 1 - apart


def _points(n: int, rng: np.random.Generator) -> Integers:
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


def _streets(width: int) -> tuple[Integers, Integers]:
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
