"""Invented matching instances: congresses after some rounds, and weights without any structure.

The same arguments give the same weights on every machine, except for the last bits of ``exp`` and
``cosh`` in numpy: a sum of eight floors of ``sech`` may differ by a few units.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

__all__ = ["KINDS", "Instance", "instance"]

_Floats: TypeAlias = "NDArray[np.float64]"
_Integers: TypeAlias = "NDArray[np.int64]"

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

    weights: _Integers
    """(n, n), symmetric; -1 where there is no edge."""

    allowed: NDArray[np.bool_]
    """(n, n), where there is an edge."""

    maxcardinality: bool = True
    """Whether more edges are better than more weight."""

    @property
    def size(self) -> int:
        """Number of vertices."""
        return len(self.weights)

    @property
    def edges(self) -> tuple[_Integers, _Integers, _Integers]:
        """The edges as three arrays: the two ends, the first one smaller, and the weights."""
        first, second = (end.astype(np.int64) for end in np.nonzero(np.triu(self.allowed, 1)))
        return first, second, self.weights[first, second]

    @property
    def sparse(self) -> bool:
        """Whether few pairs are edges."""
        return 8 * int(self.allowed.sum()) < self.size**2

    def weights_of(self, first: _Integers, second: _Integers) -> _Integers:
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

    rating: _Floats
    country: _Integers
    club: _Integers
    start: _Integers
    score: _Integers
    colour: _Integers
    """Games as White minus games as Black."""
    drawn_down: _Integers
    """Games against lower scores minus games against higher ones."""
    met: NDArray[np.bool_]


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
    met = np.zeros((n, n), bool)
    colour = np.zeros(n, np.int64)
    drawn_down = np.zeros(n, np.int64)
    for _ in range(rounds):
        order = np.argsort(-(score_x2 + rng.uniform(0, 1.0, n)), kind="stable")
        for i, j in _neighbours(order.tolist(), met):
            white, black = (j, i) if colour[i] > colour[j] else (i, j)
            colour[white] += 1
            colour[black] -= 1
            if score_x2[i] != score_x2[j]:
                upper, lower = (i, j) if score_x2[i] > score_x2[j] else (j, i)
                drawn_down[upper] += 1
                drawn_down[lower] -= 1
            chance = 1.0 / (1.0 + np.exp((rating[black] - rating[white]) / 110.0))
            score_x2[white if rng.random() < chance else black] += 2
    return _Congress(rating, country, club, start, score_x2 // 2, colour, drawn_down, met)


def _players(n: int, rng: np.random.Generator) -> tuple[_Integers, _Floats, _Integers, _Integers]:
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


def _neighbours(free: list[int], met: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Pair each player with the next one whom he has not met, and record that they have met."""
    pairs = []
    while len(free) > 1:
        i = free.pop(0)
        for k, j in enumerate(free):
            if not met[i, j]:
                free.pop(k)
                met[i, j] = met[j, i] = True
                pairs.append((i, j))
                break
    return pairs


def _by_rows(n: int, rows: Callable[[slice], _Integers]) -> _Integers:
    """A matrix from a function that gives some rows of it."""
    weights = np.empty((n, n), np.int64)
    step = max(1, _CELLS // max(n, 1))
    for low in range(0, n, step):
        part = slice(low, min(n, low + step))
        weights[part] = rows(part)
    return weights


def _concave(x: _Floats) -> _Floats:
    """A function that is 1 at 0, and falls faster and faster to 0 at 1."""
    x = np.clip(x, 0.0, 1.0)
    return (1 - x) * (1 + 0.5 * x)


def _gotha(congress: _Congress, _: np.random.Generator) -> _Integers:
    """Groups first, then geography below the bar, draws up and down, seeding and colours."""
    scores, group = np.unique(-congress.score, return_inverse=True)
    groups = len(scores)
    sizes = np.bincount(group, minlength=groups)
    place = np.empty(len(group), np.int64)
    order = np.lexsort((-congress.rating, group))
    place[order] = np.arange(len(group)) - (np.cumsum(sizes) - sizes)[group[order]]
    below = congress.score < _BAR
    clubs, countries = (np.floor(1e11 * _concave(np.array(k / groups))) for k in (3.0, 1.0))

    def rows(part: slice) -> _Integers:
        apart = np.abs(group[part, None] - group)
        same = apart == 0
        weights = np.floor(1e11 * _concave(apart / groups))
        size = sizes[group[part]][:, None]
        half = np.maximum(size // 2, 1)
        off = np.abs(np.abs(place[part, None] - place) - half) / np.maximum(size, 1)
        weights += np.where(same, np.floor(1e6 * (1 - np.minimum(off, 1) ** 2)), 0)
        local = np.where(congress.country[part, None] == congress.country, countries, 1e11)
        local = np.where(congress.club[part, None] == congress.club, clubs, local)
        weights += np.where(below[part, None] & below, local, 0)
        weights += _colour_weights(congress.colour[part, None], congress.colour)
        drawn = congress.drawn_down
        down = group[part, None] < group
        upper = np.where(down, drawn[part, None], drawn)
        lower = np.where(down, drawn, drawn[part, None])
        uneven = np.floor(1e8 * 0.5 * (_compensation(-upper) + _compensation(lower)))
        return (weights + np.where(same, 1e8, uneven)).astype(np.int64)

    return _by_rows(len(group), rows)


def _colour_weights(first: _Integers, second: _Integers) -> _Floats:
    """Weight of opposite wishes for a colour; a wish against no wish counts half."""
    indifferent = np.where((first == 0) | (second == 0), 5e5, 0)
    return np.where(first * second < 0, 1e6, indifferent)


def _compensation(due: _Integers) -> _Floats:
    """Whether an uneven game makes up for an earlier one, or at least does not add to it."""
    return np.where(due > 0, 1, np.where(due == 0, 0.5, 0))


def _sech(congress: _Congress, rng: np.random.Generator) -> _Integers:
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

    def rows(part: slice) -> _Integers:
        weights = np.zeros((part.stop - part.start, n), np.int64)
        for feature, steepness in features:
            apart = np.clip(steepness * (feature[part, None] - feature), -60, 60)
            weights += (2.0**40 / np.cosh(apart)).astype(np.int64)
        return weights

    return _by_rows(n, rows)


def _uniform(top: int, congress: _Congress, rng: np.random.Generator) -> _Integers:
    """Weights drawn by lot for every pair."""
    n = len(congress.score)
    weights = np.zeros((n, n), np.int64)
    for i in range(n):
        weights[i, i + 1 :] = weights[i + 1 :, i] = rng.integers(0, top, n - i - 1)
    return weights


KINDS: dict[str, Callable[[_Congress, np.random.Generator], _Integers]] = {
    "gotha": _gotha,
    "sech": _sech,
    "unif40": partial(_uniform, 2**40),
    "ties100": partial(_uniform, 101),
}
"""How the pairs of a congress are weighed, by name."""

_NUMBERS = {kind: number for number, kind in enumerate(KINDS, 1)}
