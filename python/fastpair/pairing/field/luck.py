"""Luck: numbers that look random but follow from the pair [OPENGOTHA 11.2]."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .names import Names

__all__ = ["by_lot", "by_names", "lots", "numbers", "of_pairs", "of_round"]

_MOST_ROUNDS = 256


class _Seated(Protocol):
    """A field or a state."""

    @property
    def seat(self) -> NDArray[np.int64]: ...


class _Named(_Seated, Protocol):
    @property
    def names(self) -> Names: ...


def by_names(a: _Named, b: _Named, most: int) -> NDArray[np.int64]:
    """Number from 0 to ``most`` that follows from the joined names of two players.

    The names are hashed in alphabetical order. If the player who comes first in the field has the
    later name, the number is counted down from ``most``.
    """
    one, other = a.names, b.names
    alphabetical = one.order < other.order
    overlap = np.where(alphabetical, one.length * other.total, other.length * one.total)
    hashed = (one.weighted + other.weighted + overlap) * 1_234_567
    # In numpy, dividing by a scalar is faster than finding the remainder.
    number = hashed - hashed // (most + 1) * (most + 1)
    against = (one.order - other.order) * (a.seat - b.seat) < 0
    luck: NDArray[np.int64] = np.where(against, most - number, number)
    return luck


def by_lot(a: _Seated, b: _Seated, most: int, salt: int) -> NDArray[np.int64]:
    """Number from 0 to ``most``, uniform and independent for every pair; it depends on the salt."""
    fraction = of_pairs(a.seat, b.seat, salt)
    luck: NDArray[np.int64] = np.trunc(fraction * (most + 1)).astype(np.int64)
    return luck


def of_pairs(a: NDArray[np.int64], b: NDArray[np.int64], salt: int) -> NDArray[np.float64]:
    """Number in [0, 1), uniform and independent for every pair, whoever is named first.

    Salt and players are scrambled as SplitMix64 scrambles its counter [Steele, Lea, Flood 2014].
    """
    state = _scrambled(np.array(salt % 2**64, dtype=np.uint64))
    for player in (np.minimum(a, b), np.maximum(a, b)):
        state = _scrambled(state ^ player.astype(np.uint64))
    return (state >> np.uint64(11)).astype(np.float64) * 2.0**-53


def of_round(seed: int, round_number: int) -> int:
    """Salt of a round: every round draws other lots."""
    return seed * _MOST_ROUNDS + round_number


def lots(players: int, salt: int) -> NDArray[np.int64]:
    """Numbers 0, 1, … that the seats draw. All permutations are equally likely over the salts."""
    drawn: NDArray[np.int64] = np.empty(players, dtype=np.int64)
    drawn[np.argsort(numbers(players, salt))] = np.arange(players)
    return drawn


def numbers(count: int, salt: int) -> NDArray[np.uint64]:
    """So many numbers of 64 bits, (count,), uniform and independent; they depend on the salt."""
    state = _scrambled(np.array(salt % 2**64, dtype=np.uint64))
    return _scrambled(state ^ np.arange(count, dtype=np.uint64))


def _scrambled(state: NDArray[np.uint64]) -> NDArray[np.uint64]:
    with np.errstate(over="ignore"):
        state = state + np.uint64(0x9E3779B97F4A7C15)
        state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    scrambled: NDArray[np.uint64] = state ^ (state >> np.uint64(31))
    return scrambled
