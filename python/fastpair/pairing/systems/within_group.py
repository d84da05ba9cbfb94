"""Who ideally meets whom within a group of equal scores [V 4.2.3].

Places in the group count from 1, the best. Every function takes the number of players, any from 0
on, and returns places of pairs, the better one first, of shape (pairs, 2). Players who are left
over are in the middle, where those to be drawn up or down are taken from.

Let the seeds be at the middle of equal parts (``papers.seeds.mid``), and the number of players even,
or a multiple of 4 for a double fold. Then the deviation of the same name in ``papers.even`` is 0 for
exactly these pairs. A translation is called split and match there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .arguments import from_one

if TYPE_CHECKING:
    from .arguments import Integers

__all__ = ["double_fold", "fold", "translation"]


def fold(players: int) -> Integers:
    """The upper half folded upon the lower one: x meets n + 1 - x [V 4.2.3]."""
    places = from_one(players)
    half = len(places) // 2
    return np.column_stack([places[:half], places[::-1][:half]])


def double_fold(players: int) -> Integers:
    """The outer quarters folded upon the inner ones: each half is folded by itself [V 4.2.3].

    The two halves are even; up to three players in the middle are left over. This departs from the
    print, whose formula is that of a single fold [INTERPRETATION V4.2.3].
    """
    half = len(from_one(players)) // 4 * 2
    upper = fold(half)
    return np.concatenate([upper, players - half + upper])


def translation(players: int) -> Integers:
    """The upper half shifted onto the lower one: x meets x + n / 2 [V 4.2.3]."""
    places = from_one(players)
    half = len(places) // 2
    return np.column_stack([places[:half], places[len(places) - half :]])
