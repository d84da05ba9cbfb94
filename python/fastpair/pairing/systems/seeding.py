"""Who should meet whom within a group of equal scores: how far a pair is from the ideal [V 4.2.3].

Places in the group count from 1, the best, to n. A deviation is an integer, 0 for the ideal pairs
of ``within_group``. With seeds at the middle of equal parts (``papers.seeds.mid``) it follows from
the corresponding deviation d of ``papers.even``: a fold has n d, a translation 2n d, a double fold
n d where n is a multiple of 4, a fine grain n d - 1, and another half 0 or 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from .arguments import Integers

__all__ = ["DEVIATIONS", "Seeding"]

Seeding = Literal["fold", "double-fold", "translation", "fine-grain", "split-and-mix", "random"]
"""Names of the ways to seed a group."""


def _fold(i: Integers, j: Integers, players: int) -> Integers:
    """The best against the last: x meets n + 1 - x."""
    return abs(i + j - (players + 1))


def _double_fold(i: Integers, j: Integers, players: int) -> Integers:
    """Each half is folded by itself; up to three players between the even halves meet anybody.

    A pair across the halves deviates as much as the worst pair of a half.
    """
    half = players // 4 * 2
    upper = (i <= half) & (j <= half)
    lower = (i > players - half) & (j > players - half)
    between = (abs(2 * i - players - 1) < players - 2 * half) & (
        abs(2 * j - players - 1) < players - 2 * half
    )
    ideal = np.where(upper, half + 1, 2 * players - half + 1)
    return np.where(upper | lower, abs(i + j - ideal), np.where(between, 0, half))


def _translation(i: Integers, j: Integers, players: int) -> Integers:
    """The upper half shifted onto the lower one: x meets x + n / 2."""
    return abs(2 * abs(i - j) - players)


def _fine_grain(i: Integers, j: Integers, players: int) -> Integers:
    """Neighbours meet, as in Monrad's system; players next to each other deviate by 0."""
    return abs(i - j) - 1


def _other_half(i: Integers, j: Integers, players: int) -> Integers:
    """Anybody of the other half: 1 within a half [K12 6.5], 0 for who is in the middle."""
    return ((2 * i - players - 1) * (2 * j - players - 1) > 0).astype(np.int64)


DEVIATIONS: Mapping[str, Callable[[Integers, Integers, int], Integers]] = {
    "fold": _fold,
    "double-fold": _double_fold,
    "translation": _translation,
    "fine-grain": _fine_grain,
    "split-and-mix": _other_half,
}
"""Deviations by the name of the seeding. The places broadcast; a random one has none."""
