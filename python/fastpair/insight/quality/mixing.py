"""How evenly the countries of the score groups meet, as a function of the opponents [K12 6.7]."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .paired import Paired

    Integers = NDArray[np.int64]

__all__ = ["Mixing"]

_ROUNDING = 1e-9
"""A smaller change of a variance counts as none."""


class Mixing:
    """The score groups of a round with three or more countries.

    The players of one country in one score group are a *part* of the field. With X_ij the games
    between parts i and j, and K the countries of their group, the mixing variances add up to

        Σ_i (Σ_j X_ij² - s_i² / (K - 1)) / (K (K - 2)),    s_i = Σ_j X_ij,    j ≠ i.

    Parameters
    ----------
    paired
        The players of the round.
    """

    def __init__(self, paired: Paired) -> None:
        homes = np.stack([paired.score_x2, paired.country])
        parts, part, self.size = np.unique(homes, axis=1, return_inverse=True, return_counts=True)
        self._part = part.reshape(-1)
        together = parts[0][:, None] == parts[0]
        countries = together.sum(axis=1)
        self.counted = together & ~np.eye(len(together), dtype=np.bool_)
        """(p, p) whether the games between two parts count."""
        self.counted &= (countries > 2)[:, None]
        # Where nothing counts, any number but 0 will do.
        countries = np.maximum(countries, 3)
        self.others = countries - 1
        """(p,) K - 1."""
        self.divisor = countries * (countries - 1) * (countries - 2)
        """(p,) the divisor of a row that has been multiplied by K - 1."""

    def of_pairs(self, values: NDArray[np.generic]) -> Integers:
        """Spread whole numbers of pairs of parts, (p, p), to all pairs of seats, (n, n)."""
        whole: Integers = values.astype(np.int64)[np.ix_(self._part, self._part)]
        return whole

    def games(self, mate: Integers) -> Integers:
        """X, (p, p) int64, from the opponent of every seat, (n,) int64."""
        games = np.zeros(self.counted.shape, dtype=np.int64)
        np.add.at(games, (self._part, self._part[mate]), 1)
        games *= self.counted
        return games

    def variance(self, games: Integers, parts: Integers | slice = slice(None)) -> float:
        """Sum of the mixing variances of all groups, or the share of some parts' rows in it."""
        row = games[parts]
        squares = self.others[parts] * (row**2).sum(axis=1) - row.sum(axis=1) ** 2
        return float((squares / self.divisor[parts]).sum())

    def improved(self, mate: Integers, other: Integers) -> Integers:
        """Take over from another draw each cycle of games that lessens the variance.

        Parameters
        ----------
        mate, other : (n,) int64
            The opponent of every seat in the two draws.

        Returns
        -------
        (n,) int64
        """
        mate, games = mate.copy(), self.games(mate)
        for seats in _cycles(mate, other):
            parts, row = np.unique(self._part[seats], return_inverse=True)
            change = np.zeros((len(parts), len(games)), dtype=np.int64)
            np.add.at(change, (row, self._part[other[seats]]), 1)
            np.add.at(change, (row, self._part[mate[seats]]), -1)
            change *= self.counted[parts]
            before = self.variance(games, parts)
            games[parts] += change
            if self.variance(games, parts) < before - _ROUNDING:
                mate[seats] = other[seats]
            else:
                games[parts] -= change
        return mate


def _cycles(one: Integers, other: Integers) -> list[Integers]:
    """The cycles in which two draws differ; each can be taken from either draw by itself.

    Parameters
    ----------
    one, other : (n,) int64
        The opponent of every seat.

    Returns
    -------
    The seats of each cycle, which runs along games of the two draws in turn.
    """
    parts = []
    left = one != other
    for start in np.flatnonzero(left).tolist():
        part, seat = [], start
        while left[seat]:
            step = int(one[seat])
            left[[seat, step]] = False
            part += [seat, step]
            seat = int(other[step])
        if part:
            parts.append(np.array(part))
    return parts
