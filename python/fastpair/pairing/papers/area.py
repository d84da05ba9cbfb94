"""Clubs, countries and families: the components that keep neighbours apart."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

import numpy as np

from ..._kernels import classes
from ...arrays import reals

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike

    from ...arrays import Indices, Integers, Reals


# ---- Number codes without gaps, and without sorting them where that would take longest ----

SPARSE = 32
"""Codes are sorted only if there may be more than so many per player."""


def numbered(code: Integers, bound: int) -> tuple[Indices, Integers]:
    """The first player with each code, and every player's code without gaps, in the same order.

    Parameters
    ----------
    code : (n,) int64
        From 0.
    bound
        All codes are below it.
    """
    if bound > SPARSE * len(code):
        _, first, number = np.unique(code, return_index=True, return_inverse=True)
        return first, number
    return classes.numbered(code, bound)


# ---- Keeping players of the same area apart [K15 6; K12 6.7] ----

# Areas are numbered; a player without one has a number of his own. The players of a group are given
# in random order, and ``areas`` holds the area of each in that order.

if TYPE_CHECKING:
    Sets = list[deque[int]]


def delta_area(ai: ArrayLike, aj: ArrayLike) -> Reals:
    """Deviation a_i + a_j by area seeds, 0 for a slide partner [K15 6]."""
    deviation: Reals = np.add(ai, aj, dtype=np.float64)
    return deviation


def discrete(same_area: ArrayLike) -> Reals:
    """Weight 0 for a game within an area, 1 for one between areas [K12 6.7]."""
    return np.where(same_area, 0.0, 1.0)


def both(country: ArrayLike, club: ArrayLike) -> Reals:
    """Weight by country and club together, of which they count 20 and 80 percent [K12 5.2]."""
    weight: Reals = (20.0 * np.asarray(country) + 80.0 * np.asarray(club)) / 100.0
    return weight


def area_seeds(areas: ArrayLike, group: ArrayLike = 0) -> Integers:
    """Seeds 1, 2, … for the first half by decreasing size of the areas, -1, -2, … for the rest.

    Of equally large areas the one that appears first comes first, and an odd group has the longer
    first half [K15 6; INTERPRETATION K15-6].

    Parameters
    ----------
    areas
        Area of each player, shuffled, (n,).
    group
        Numbers of the players' groups, of which each is seeded for itself.
    """
    areas = np.asarray(areas, np.int64)
    group = np.broadcast_to(np.asarray(group, np.int64), areas.shape)
    kinds = int(areas.max(initial=0)) + 1
    first, number = numbered(group * kinds + areas, kinds * (int(group.max(initial=0)) + 1))
    size = np.bincount(number)
    order = np.lexsort((first[number], -size[number], group))
    members = np.bincount(group)
    begin = np.cumsum(members) - members
    rank = np.arange(len(areas)) - begin[group[order]]
    half = (members[group[order]] + 1) // 2
    seeds = np.empty(len(areas), np.int64)
    seeds[order] = np.where(rank < half, rank + 1, half - rank - 1)
    return seeds


def mixed_area_seeds(
    areas: Sequence[int], *, ties: str = "switch", halt: str = "largest"
) -> list[int]:
    """Seeds by the algorithm of mixed areas, steps MA0 to MA4 [K15 6.1].

    Within a group, players with opposite seeds are from different areas.

    Parameters
    ----------
    areas
        Area of each player of a group, shuffled.
    ties
        With ``"switch"``, an area is no longer the largest when another one equals it; with
        ``"stay"``, when another one is larger [INTERPRETATION K15-6.1].
    halt
        Which area must have two players left in MA3. ``"largest"`` means the largest one.
        ``"literal"`` means the one just used, as the paper says to the letter; players of one area
        can then be left together.

    Returns
    -------
    Seeds in the order of ``areas``; 0 for whoever is left.
    """
    seeds = [0] * len(areas)
    sets, seed = _sets(areas), 1
    if len(sets) < 2:
        return seeds
    while True:
        sets = _by_size(sets)
        used = sets[0]
        seeds[used.popleft()] = seed
        seeds[sets[-1].pop()] = -seed
        sets = [members for members in sets if members]
        tested = len(used) if halt == "literal" else max(map(len, sets), default=0)
        if len(sets) < 2 or tested < 2:
            return seeds
        others = [members for members in sets if members is not used]
        if len(used) < max(map(len, others)) + (ties == "switch"):
            seed += 1
            sets = [*others, used] if used else others


def mixed_area_matching(areas: Sequence[int]) -> list[tuple[int, int]]:
    """Pairs of places by the algorithm of mixed areas, in the order made [K12 6.7, MA1 to MA4].

    A player of the largest area meets one of the smallest until that area is no longer the
    largest, where a tie counts as no longer [INTERPRETATION K15-6.1, fact 5].
    """
    pairs: list[tuple[int, int]] = []
    sets = _sets(areas)
    while len(sets := _by_size(sets)) > 1:
        used = sets[0]
        pairs.append((used.popleft(), sets[-1].pop()))
        sets = [members for members in sets if members]
        others = [members for members in sets if members is not used]
        if used and len(used) <= max(map(len, others), default=0):
            sets = [*others, used]
    return pairs


def mixing_matrix(first: ArrayLike, second: ArrayLike, areas: int) -> Integers:
    """Games between areas [K12 6.7].

    Parameters
    ----------
    first, second : (m,) arrays of integers
        Areas of the two players of each game, from 0.
    areas
        Number of areas.

    Returns
    -------
    (areas, areas) int64, symmetric; a game within an area counts once on the diagonal.
    """
    a = np.asarray(first, np.int64)
    b = np.asarray(second, np.int64)
    matrix = np.zeros((areas, areas), np.int64)
    np.add.at(matrix, (a, b), 1)
    across = a != b
    np.add.at(matrix, (b[across], a[across]), 1)
    return matrix


def mixing_variance(matrix: ArrayLike) -> float:
    """How unevenly areas mix: mean over the areas of the variance of their games [K12 6.7].

    The paper names no formula. This one, the sample variance of each row without its diagonal,
    gives the paper's 0.50 for its matrix B, and 1.30 for its matrix A, where 1.70 is printed.

    Parameters
    ----------
    matrix : (areas, areas) array of integers
        See ``mixing_matrix``. The variance is 0 for fewer than three areas, which cannot be uneven.
    """
    games = reals(matrix)
    areas = len(games)
    if areas < 3:
        return 0.0
    others = games[~np.eye(areas, dtype=np.bool_)].reshape(areas, areas - 1)
    return float(others.var(axis=1, ddof=1).mean())


def _sets(areas: Sequence[int]) -> Sets:
    """Places of the members of each area, the areas in the order of their first members."""
    sets: dict[int, deque[int]] = {}
    for place, area in enumerate(areas):
        sets.setdefault(area, deque()).append(place)
    return list(sets.values())


def _by_size(sets: Sets) -> Sets:
    return sorted(sets, key=len, reverse=True)
