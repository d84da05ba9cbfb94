"""Seed systems: who of a group of equal scores ideally meets whom, as each paper states it."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Literal, TypeVar

import numpy as np

from ...arrays import Integers, Reals, reals
from ...errors import InputError
from .shapes import sech

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import ArrayLike

    from ...arrays import Bools


# ---- Seeds: the place of a player in the order of a group, on the scales of the papers ----

# ``k`` is the place in the order from 1, the weakest, to ``n``, the strongest, of a group of n
# players. Ties may share a place: then n is the number of distinct strengths [K12 6.5].


def mid(k: ArrayLike, n: ArrayLike) -> Reals:
    """Middle of the k-th of n equal parts of [0, 1]; ½ for n = 1 [INTERPRETATION K15-4].

    With it both the ideal fold and the ideal slide have deviation 0.
    """
    return (reals(k) - 0.5) / reals(n)


def end(k: ArrayLike, n: ArrayLike) -> Reals:
    """Seed from 0 for the weakest to 1 for the strongest; 0 for n = 1 [INTERPRETATION K15-4]."""
    return (reals(k) - 1.0) / np.maximum(reals(n) - 1.0, 1.0)


def unit(k: ArrayLike, n: ArrayLike) -> tuple[Reals, Reals]:
    """Seed of an uneven game, and the largest one of the group [K15 5.3].

    Returns
    -------
    Seed from 0 for the weakest to 1 for the strongest; and the largest seed, 1, or 0 for n = 1.
    """
    return end(k, n), np.minimum(reals(n) - 1.0, 1.0)


def percent(k: ArrayLike, n: ArrayLike) -> Reals:
    """Seed in percent, from 0 for the weakest to 100; 0 for n = 1 [K12 4.1]."""
    return 100.0 * (reals(k) - 1.0) / np.maximum(reals(n) - 1.0, 1.0)


def shared(strengths: ArrayLike) -> tuple[Integers, int]:
    """Places that players of equal strength share, and the number of places [K12 6.5].

    Parameters
    ----------
    strengths
        Numbers for each player of a group, larger is stronger: (n,), or (criteria, n) where the
        first criterion counts first.
    """
    distinct, place = np.unique(np.atleast_2d(strengths), axis=1, return_inverse=True)
    return place.reshape(-1).astype(np.int64) + 1, distinct.shape[1]


def from_one(players: int) -> Integers:
    """The numbers 1 … n, by which the papers call so many players.

    Raises
    ------
    ValueError
        If there are fewer than 0.
    """
    if index(players) < 0:
        raise InputError(f"players={players}: expected a number from 0 on")
    return np.arange(1, players + 1, dtype=np.int64)


# ---- What the seed systems of all papers have in common, on any scale ----

_Seeds = TypeVar("_Seeds", Integers, Reals)

DrawnFrom = Literal["bot", "mid", "top"]
"""Who of a group plays outside of it: the weakest, the middle or the strongest [K12 5.2, 6.4]."""


def off_fold(i: _Seeds, j: _Seeds, ends: int | _Seeds) -> _Seeds:
    """How far a pair is from a fold, in which the strongest meets the weakest.

    Parameters
    ----------
    i, j
        Seeds.
    ends
        Sum of the lowest and the highest seed of the group.
    """
    return abs(i + j - ends)


def off_match(i: _Seeds, j: _Seeds, size: int | _Seeds) -> _Seeds:
    """Twice how far a pair is from half a group apart, as where the upper half slides onto the lower.

    Parameters
    ----------
    i, j
        Seeds.
    size
        Length of the scale, which is the number of players if the seeds are places.
    """
    return abs(2 * abs(i - j) - size)


def other_half(i: _Seeds, j: _Seeds, size: _Seeds) -> Bools:
    """Whether one place from 0, the strongest, is in the upper half, with the middle, and one not."""
    across: Bools = (2 * i < size) != (2 * j < size)
    return across


def off_drawn(mode: str, place: _Seeds, size: _Seeds) -> _Seeds:
    """How far a place is from the one that is drawn up or down first, from 0 to size - 1.

    Parameters
    ----------
    mode
        See ``DrawnFrom``.
    place
        From 0, the strongest.
    """
    if mode == "top":
        return place
    return abs(2 * place - (size - 1)) if mode == "mid" else size - 1 - place


# ---- Deviations within a group by the papers of 2015 and 2010 [K15 4; V 4.2.3] ----

# The seeds lie in [0, 1], see ``mid``; the weakest player has the lowest.


def random(si: ArrayLike, sj: ArrayLike) -> Reals:
    """No preference [K15 4.1]."""
    return np.zeros(np.broadcast_shapes(np.shape(si), np.shape(sj)))


def fine_grain(si: ArrayLike, sj: ArrayLike) -> Reals:
    """Closeness of the seeds, s_i - s_j [K15 4.2]."""
    return reals(si) - reals(sj)


def split_fold(si: ArrayLike, sj: ArrayLike) -> Reals:
    """The strongest against the weakest, |s_i + s_j - 1| [K15 4.3]."""
    return off_fold(reals(si), reals(sj), 1)


def split_fold_ex(si: ArrayLike, sj: ArrayLike) -> Reals:
    """Split and fold, stricter at the strong end [K15 4.3]."""
    return split_fold(si, sj) * _strictness(si, sj)


def split_match(si: ArrayLike, sj: ArrayLike) -> Reals:
    """The upper half slides onto the lower half, ||s_i - s_j| - ½| [K15 4.4]."""
    return off_match(reals(si), reals(sj), 1) / 2.0


def split_match_ex(si: ArrayLike, sj: ArrayLike) -> Reals:
    """Split and match, stricter at the strong end [K15 4.4]."""
    return split_match(si, sj) * _strictness(si, sj)


def split_mix(si: ArrayLike, sj: ArrayLike) -> Reals:
    """Anybody of the upper half against anybody of the lower half [K15 4.5].

    It is never more than ½, so that it needs a large λ to weigh anything [INTERPRETATION K15-4].
    """
    same_half = (reals(si) - 0.5) * (reals(sj) - 0.5)
    return np.where(same_half <= 0, 0.0, same_half * _strictness(si, sj))


def double_fold(si: ArrayLike, sj: ArrayLike) -> Reals:
    """Each half is folded, ||s_i + s_j - 1| - ½|; at most ½, across the halves [V 4.2.3].

    It departs from the print, whose formula is that of a single fold [INTERPRETATION V4.2.3].
    """
    across = (reals(si) - 0.5) * (reals(sj) - 0.5) < 0
    return np.where(across, 0.5, np.abs(split_fold(si, sj) - 0.5))


def _strictness(si: ArrayLike, sj: ArrayLike) -> Reals:
    return 1.0 + 0.5 * (reals(si) + reals(sj))


EVEN_STRATEGIES: Mapping[str, Callable[[ArrayLike, ArrayLike], Reals]] = {
    "random": random,
    "fine-grain": fine_grain,
    "fold": split_fold,
    "fold-ex": split_fold_ex,
    "match": split_match,
    "match-ex": split_match_ex,
    "mix": split_mix,
    "double-fold": double_fold,
}
"""Deviations for games within a group by the name of the strategy."""


# ---- Weights within a group by the paper of 2012 [K12 5.1, 5.2, 6.5] ----


def gotha_seed(
    mode: str, si: ArrayLike, sj: ArrayLike, size: ArrayLike, rho: ArrayLike = 0.0
) -> Reals:
    """Weight of a game within a group by the seed system of Gotha [K12 5.1, 5.2].

    It departs from the print, which has lost a factor of 2 in δ^match [INTERPRETATION K12-5.8].

    Parameters
    ----------
    mode
        ``"fold"`` and ``"match"`` weigh 1 - δ²; ``"random"`` weighs ρ between different halves.
    si, sj
        Places from 0, the strongest.
    size
        Players S of the group.
    rho
        Luck of the pair in [0, 1].
    """
    i, j, count = reals(si), reals(sj), reals(size)
    if mode == "random":
        return np.where(other_half(i, j, count), rho, 0.0)
    if mode == "fold":
        deviation = off_fold(i, j, count - 1) / np.maximum(count - 1, 1)
    else:
        deviation = off_match(i, j, count) / count
    return 1.0 - deviation * deviation


def delta_even_2012(mode: str, i: ArrayLike, j: ArrayLike, size: ArrayLike) -> Reals:
    """Deviation of a game within a group of ``size`` players [K12 6.5].

    Parameters
    ----------
    mode
        ``"match"`` ||j - i| - S/2|, ``"fold"`` |i + j - (S + 1)|, ``"random"`` 0.
    i, j
        Places in the order, 1 for the weakest to S.
    """
    i, j, size = reals(i), reals(j), reals(size)
    if mode == "match":
        return off_match(i, j, size) / 2.0
    return off_fold(i, j, size + 1.0) if mode == "fold" else random(i, j)


def w_even_2012(
    mode: str, i: ArrayLike, j: ArrayLike, size: ArrayLike, alpha: ArrayLike = 0.4
) -> Reals:
    """Weight sech(αδ) of a game within a group [K12 6.5].

    ``"split-random"`` is the discrete T_ij of the paper: 1 in different halves, else 0.
    """
    if mode == "split-random":
        count = reals(size)
        return np.where(other_half(count - reals(i), count - reals(j), count), 1.0, 0.0)
    return sech(reals(alpha) * delta_even_2012(mode, i, j, size))


# ---- Worths within a group in OpenGotha's integers [OPENGOTHA 11.7] ----

# Places count from 0, the strongest; a pair of two groups is worth 0. Split and random goes by the names
# of the players, between the halves.


def split_and_fold(i: Integers, j: Integers, size: Integers, worth: int, same: Bools) -> Integers:
    """The first against the last, the second against the last but one."""
    return _parabola(worth, off_fold(i, j, size - 1), size - 1, same)


def split_and_slip(i: Integers, j: Integers, size: Integers, worth: int, same: Bools) -> Integers:
    """The first of the upper half against the first of the lower half."""
    return _parabola(worth, off_match(i, j, size), size, same)


def _parabola(worth: int, distance: Integers, scale: Integers, same: Bools) -> Integers:
    """Within a group, all of ``worth`` at distance 0 and nothing at a distance of ``scale``."""
    scale = np.maximum(scale, 1)
    once = _divided(worth * distance, scale, same)
    return np.where(same, worth - _divided(once * distance, scale, same), 0)


def _divided(dividend: Integers, divisor: Integers, where: Bools) -> Integers:
    """Quotient only where it is needed, since integer division is the slowest step of all."""
    return np.floor_divide(dividend, divisor, where=where, out=np.zeros_like(dividend))


# ---- Deviations within a group of the Swiss system, in integers [V 4.2.3] ----

# Places count from 1, the best, to n; 0 is the deviation of the ideal pairs below. With ``mid`` for
# seeds it follows from the deviation d of the paper: a fold has n d, a translation 2n d, a double
# fold n d where n is a multiple of 4, a fine grain n d - 1, and another half 0 or 1.

SwissSeeding = Literal[
    "fold", "double-fold", "translation", "fine-grain", "split-and-mix", "random"
]
"""Names of the ways to seed a group."""


def _swiss_double_fold(i: Integers, j: Integers, players: int) -> Integers:
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
    return np.where(upper | lower, off_fold(i, j, ideal), np.where(between, 0, half))


DEVIATIONS: Mapping[str, Callable[[Integers, Integers, int], Integers]] = {
    "fold": lambda i, j, players: off_fold(i, j, players + 1),
    "double-fold": _swiss_double_fold,
    "translation": off_match,
    # Neighbours meet, as in Monrad's system; players next to each other deviate by 0.
    "fine-grain": lambda i, j, players: abs(i - j) - 1,
    # Anybody of the other half: 1 within a half [K12 6.5], 0 for who is in the middle.
    "split-and-mix": lambda i, j, players: (
        (2 * i - players - 1) * (2 * j - players - 1) > 0
    ).astype(np.int64),
}
"""Deviations by the name of the seeding. The places broadcast; a random one has none."""


# ---- Who ideally meets whom within a group of the Swiss system [V 4.2.3] ----

# Every function takes the number of players, any from 0 on, and returns places from 1, the best, of
# pairs, the better one first, of shape (pairs, 2). Players who are left over are in the middle, where
# those to be drawn up or down are taken from. A translation is called split and match in [K15].


def fold_pairs(players: int) -> Integers:
    """The upper half folded upon the lower one: x meets n + 1 - x [V 4.2.3]."""
    places = from_one(players)
    half = len(places) // 2
    return np.column_stack([places[:half], places[::-1][:half]])


def double_fold_pairs(players: int) -> Integers:
    """The outer quarters folded upon the inner ones: each half is folded by itself [V 4.2.3].

    The two halves are even; up to three players in the middle are left over. This departs from the
    print, whose formula is that of a single fold [INTERPRETATION V4.2.3].
    """
    half = len(from_one(players)) // 4 * 2
    upper = fold_pairs(half)
    return np.concatenate([upper, players - half + upper])


def translation_pairs(players: int) -> Integers:
    """The upper half shifted onto the lower one: x meets x + n / 2 [V 4.2.3]."""
    places = from_one(players)
    half = len(places) // 2
    return np.column_stack([places[:half], places[len(places) - half :]])
