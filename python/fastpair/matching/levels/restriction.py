"""The best of those matchings that are best already: some blossoms filled, some vertices matched.

An edge within a blossom to be filled, or at a vertex to be matched, weighs more by a bonus, which is
greater than any two matchings differ by. Where weights and bonuses do not fit into the engine's
integers together, the weights are solved digit by digit, the first digits first. The slack of each
edge under the digits so far says what it is behind. Digits that follow can make up for less than one
of these units for each edge of a matching, so that a larger slack counts as one that is just too
large, and so does the dual of a blossom, and of a vertex.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..graph import EdgeList
from ..quantization import WEIGHT_LIMIT
from ..result import Certificate
from ..solution import certificate_of, solution_of
from .common import Common, key_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Restriction", "doubled_slack"]

_SAFE = 2**59
"""Sums of two duals, two weights and common duals of this size fit into int64."""


@dataclass(frozen=True, slots=True, eq=False)
class Restriction:
    """Some edges, and what a matching of them has to keep."""

    size: int
    """Number of vertices."""
    first: NDArray[np.int64]
    second: NDArray[np.int64]
    filled: dict[bytes, NDArray[np.int64]]
    """Blossoms that have to be filled."""
    bonuses: NDArray[np.int64]
    """(edges,) in how many of these an edge lies, and how many of its ends have to be matched."""
    owed: NDArray[np.bool_]
    """(size,) vertices that have to be matched."""
    fixed: bool
    """Whether only matchings with the most edges count."""

    @property
    def most(self) -> int:
        """How many bonuses an edge has at most."""
        return int(self.bonuses.max(initial=0))

    def solve(self, weights: NDArray[np.int64]) -> tuple[NDArray[np.int64], Certificate]:
        """Find the best matching, and duals of which those of filled blossoms may be negative."""
        low, high = int(weights.min(initial=0)), int(weights.max(initial=0))
        digits = 0
        while not self._fits(low >> digits, high >> digits):
            digits += 1
        mate, proof = self._solved(weights >> digits)
        while digits > 0:
            behind = self._behind(weights >> digits, mate, proof)
            taken = self._room(behind.weights_2x, digits)
            digits -= taken
            following = (weights >> digits) & ((1 << taken) - 1)
            mate, further = self._solved((behind.weights_2x << (taken - 1)) + following)
            proof = behind.joined(further, 1 << taken)
        return mate, proof

    def _fits(self, low: int, high: int) -> bool:
        return max(-low, high) + self.most * self._bonus(low, high) <= WEIGHT_LIMIT

    def _bonus(self, low: int, high: int) -> int:
        """More than two matchings differ by, if weights lie between these and 0."""
        return self.size // 2 * (max(high, 0) - min(low, 0)) + 1

    def _solved(self, weights: NDArray[np.int64]) -> tuple[NDArray[np.int64], Certificate]:
        bonus = 0
        if self.most:
            bonus = self._bonus(int(weights.min(initial=0)), int(weights.max(initial=0)))
        whole = weights + bonus * self.bonuses
        problem = EdgeList(self.size, self.first, self.second, whole)
        solution = solution_of(problem, maxcardinality=self.fixed)
        return solution[0], self._without(bonus, certificate_of(solution))

    def _without(self, bonus: int, proof: Certificate) -> Certificate:
        """The same proof for the weights without their bonuses."""
        if bonus == 0:
            return proof
        given = dict.fromkeys(self.filled, -2 * bonus)
        sets = dict(self.filled)
        _add_duals(sets, given, proof, 1)
        duals = proof.vertex_duals_2x.astype(object) - 2 * bonus * self.owed
        return _certificate(duals, sets, given, proof.ground_2x)

    def _behind(
        self, weights: NDArray[np.int64], mate: NDArray[np.int64], proof: Certificate
    ) -> _Behind:
        """What is left of the weights, and of the duals, when much and too much are one."""
        much = 2 * (self.size // 2)
        common = Common(self.first, self.second, self.size, proof.blossoms)
        slack = doubled_slack(self.first, self.second, weights, proof, common)
        left = -np.minimum(slack, much).astype(np.int64)
        above = np.zeros(self.size, np.int64)
        if not self.fixed or (mate < 0).any():
            ground = proof.ground_2x
            # The difference of two duals may not fit into their integers, unlike the lesser dual.
            least = np.minimum(proof.vertex_duals_2x, ground + much)
            above = np.where(self.owed, 0, least - ground).astype(np.int64)
        left += above[self.first] + above[self.second]
        values = np.minimum(proof.blossom_duals_2x, much).astype(np.int64)
        for k, members in enumerate(proof.blossoms):
            if key_of(members) in self.filled:
                values[k] = 0
        left += common.sums(values)
        return _Behind(proof, left, above, values)

    def _room(self, weights_2x: NDArray[np.int64], digits: int) -> int:
        """How many digits can be solved at once.

        Raises
        ------
        OverflowError
            If there are so many vertices, and so many blossoms in one another, that it is none.
        """
        low, high = int(weights_2x.min(initial=0)), int(weights_2x.max(initial=0))
        for taken in range(digits, 0, -1):
            unit = 1 << (taken - 1)
            if self._fits(low * unit, (high + 2) * unit):
                return taken
        raise OverflowError(f"too many nested blossoms for levels of {self.size} vertices")


@dataclass(frozen=True, slots=True, eq=False)
class _Behind:
    """What the first digits leave of the weights."""

    proof: Certificate
    weights_2x: NDArray[np.int64]
    above_2x: NDArray[np.int64]
    """(size,) what these weights hold of the dual of each vertex."""
    values_2x: NDArray[np.int64]
    """What they hold of the dual of each blossom."""

    def joined(self, further: Certificate, unit: int) -> Certificate:
        """The proof for the first digits and those that follow, of which one unit is so many."""
        rest = self.proof.blossom_duals_2x.astype(object) - self.values_2x
        sets: dict[bytes, NDArray[np.int64]] = {}
        given: dict[bytes, int] = {}
        first = Certificate(self.above_2x, self.proof.blossoms, rest, 0)
        _add_duals(sets, given, first, unit)
        _add_duals(sets, given, further, 1)
        duals = self.proof.vertex_duals_2x.astype(object) - self.above_2x
        ground = further.ground_2x + unit * self.proof.ground_2x
        return _certificate(unit * duals + further.vertex_duals_2x, sets, given, ground)


def doubled_slack(
    first: NDArray[np.int64],
    second: NDArray[np.int64],
    weights: NDArray[np.int64],
    proof: Certificate,
    common: Common,
) -> NDArray[Any]:
    """(edges,) the doubled slacks, int64 or Python integers."""
    duals, values = proof.vertex_duals_2x, proof.blossom_duals_2x
    largest = max(int(np.abs(duals).max(initial=0)), int(np.abs(values).sum()))
    largest = max(largest, int(weights.max(initial=0)), -int(weights.min(initial=0)))
    exact = np.dtype(np.int64 if largest <= _SAFE and values.dtype != object else object)
    duals = duals.astype(exact)
    slack: NDArray[Any] = common.sums(values.astype(exact))
    slack += duals[first] + duals[second] - 2 * weights.astype(exact)
    return slack


def _add_duals(
    sets: dict[bytes, NDArray[np.int64]],
    given: dict[bytes, int],
    proof: Certificate,
    unit: int,
) -> None:
    """Add the duals of blossoms, in multiples of a unit, to those that have been given."""
    duals: list[int] = proof.blossom_duals_2x.tolist()
    for members, dual in zip(proof.blossoms, duals, strict=True):
        key = key_of(members)
        sets[key] = members
        given[key] = given.get(key, 0) + unit * dual


def _certificate(
    duals: NDArray[Any],
    sets: dict[bytes, NDArray[np.int64]],
    given: dict[bytes, int],
    ground_2x: int,
) -> Certificate:
    kept = [key for key, dual in given.items() if dual != 0]
    values = np.array([given[key] for key in kept], object)
    return Certificate(
        _shortest(duals), tuple(sets[key] for key in kept), _shortest(values), ground_2x
    )


def _shortest(values: NDArray[Any]) -> NDArray[Any]:
    """Python integers as int64 if all of them fit."""
    try:
        return np.array(values.tolist(), np.int64)
    except OverflowError:
        return values
