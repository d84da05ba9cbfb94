"""Gotha's weights as the paper of 2012 describes them [K12 5].

Places count from 0, the strongest of a group. OpenGotha's own arithmetic is ``models.opengotha``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from .reals import reals
from .shapes import concavity

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Reals = NDArray[np.float64]

__all__ = ["DrawnFrom", "area", "colour", "f_h", "f_s", "fairness", "graded", "seed", "uneven"]

DrawnFrom = Literal["bot", "mid", "top"]
"""Who of a group plays outside of it: the weakest, the middle or the strongest [K12 5.2, 6.4]."""


def colour(balance_i: ArrayLike, balance_j: ArrayLike) -> Reals:
    """C^opp + ½ C^mixed: 1 for opposite balances, ½ for 0 against 2 or more [K12 5.2].

    It departs from the print, which asks for more than 2 [INTERPRETATION K12-5.7].
    """
    product = np.multiply(balance_i, balance_j)
    mixed = (product == 0) & (np.abs(np.add(balance_i, balance_j)) >= 2)
    return np.where(product < 0, 1.0, np.where(mixed, 0.5, 0.0))


def graded(distance: ArrayLike, scale: ArrayLike, k: float = 0.5) -> Reals:
    """Weight Υ(distance / scale): bands, McMahon scores and handicaps [K12 5.2].

    Without a scale there is no distance either, and the weight is 1.
    """
    scale = reals(scale)
    return concavity(np.abs(distance) / np.where(scale > 0, scale, 1.0) * (scale > 0), k)


def f_s(mode: DrawnFrom, s: ArrayLike, size: ArrayLike) -> Reals:
    """Worth of a player's place for an uneven game, from 0 to ½ [K12 5.2].

    It departs from the print, whose f_mid has lost its bars |…| [INTERPRETATION K12-5.9].

    Parameters
    ----------
    mode
        Who of the group should play outside of it.
    s
        Place from 0, the strongest.
    size
        Players S of the group.
    """
    s, size = reals(s), np.asarray(size)
    if mode == "bot":
        nearness = s
    elif mode == "mid":
        nearness = size - 1 - np.abs(2.0 * s - (size - 1))
    else:
        nearness = size - 1 - s
    worth: Reals = nearness / (2.0 * size)
    return worth


def f_h(
    up_j: ArrayLike, down_j: ArrayLike, up_i: ArrayLike, down_i: ArrayLike
) -> NDArray[np.int64]:
    """Worth of the past for an uneven game, 0 to 3; i is the lower player [K12 5.2].

    The paper leaves it open; this is OpenGotha's rule. It is 0 if a player is drawn in his old
    direction again, else 1 plus one for each player who makes up for an earlier game
    [INTERPRETATION K12-5.10].
    """
    again = np.logical_or(np.asarray(down_j) > 0, np.asarray(up_i) > 0)
    compensated = np.add(np.asarray(up_j) > 0, np.asarray(down_i) > 0, dtype=np.int64)
    return np.where(again, 0, 1 + compensated)


def fairness(again: NDArray[np.int64], balancing: NDArray[np.int64]) -> NDArray[np.int64]:
    """Worth of the past for an uneven game as OpenGotha counts it, 0 to 4 [OPENGOTHA 11.6].

    Parameters
    ----------
    again
        How many of the two players are drawn in a direction in which they have been drawn before.
    balancing
        How many are drawn against the direction in which they have mostly been drawn.
    """
    return (2 - again + balancing) * (again < 2)


def uneven(places: ArrayLike, history: ArrayLike) -> Reals:
    """Weight (f_lo + f_hi + f^h) / 4 of an uneven game, in [0, 1) [K12 5.2].

    Parameters
    ----------
    places
        Sum of ``f_s`` of the two players.
    history
        ``f_h``.
    """
    return (reals(places) + reals(history)) / 4.0


def seed(mode: str, si: ArrayLike, sj: ArrayLike, size: ArrayLike, rho: ArrayLike = 0.0) -> Reals:
    """Weight of a game within a group by its seed system [K12 5.1, 5.2].

    It departs from the print, which has lost a factor of 2 in δ^match [INTERPRETATION K12-5.8].

    Parameters
    ----------
    mode
        ``"fold"`` and ``"match"`` weigh 1 - δ²; ``"random"`` weighs ρ between different halves.
    si, sj
        Places from 0.
    size
        Players S of the group.
    rho
        Luck of the pair in [0, 1].
    """
    first, second, count = reals(si), reals(sj), reals(size)
    if mode == "random":
        return np.where((2 * first < count) != (2 * second < count), rho, 0.0)
    if mode == "fold":
        deviation = (first + second - (count - 1)) / np.maximum(count - 1, 1)
    else:
        deviation = (2.0 * np.abs(first - second) - count) / count
    return 1.0 - deviation * deviation


def area(same_country: ArrayLike, same_club: ArrayLike) -> Reals:
    """Weight 1 - (20 L + 80 K) / 100 by country and club [K12 5.2; INTERPRETATION K12-5.12]."""
    shared = 20.0 * np.asarray(same_country) + 80.0 * np.asarray(same_club)
    weight: Reals = 1.0 - shared / 100.0
    return weight
