"""Checks of the arguments of those systems that know no tournament."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

__all__ = ["Integers", "from_one", "relation", "weighed_pairs"]

Integers = NDArray[np.int64]


def from_one(players: int) -> Integers:
    """The numbers 1 … n, by which the papers call so many players.

    Raises
    ------
    ValueError
        If there are fewer than 0.
    """
    if index(players) < 0:
        raise ValueError(f"players={players}: expected a number from 0 on")
    return np.arange(1, players + 1, dtype=np.int64)


def relation(name: str, pairs: ArrayLike, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """Check the argument of this name: an array of bool, (n, n), that says which players are pairs.

    Raises
    ------
    ValueError
        If it is no symmetric array of bool, or does not have the shape that the others call for.
    """
    known = np.asarray(pairs)
    if known.dtype != np.bool_ or known.shape != shape or known.shape != known.T.shape:
        raise ValueError(
            f"{name}: expected bool (n, n), {shape} by what goes with it, got {known.dtype} "
            f"{known.shape}"
        )
    if (known != known.T).any():
        i, j = np.argwhere(known & ~known.T)[0].tolist()
        raise ValueError(f"{name}: expected a symmetric array, got True at [{i}, {j}] only")
    return known


def weighed_pairs(weights: ArrayLike, allowed: ArrayLike) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    """Check the arguments of these names: the weights of all pairs, and which pairs are allowed.

    Raises
    ------
    ValueError
        If a shape does not fit, ``allowed`` is not symmetric, or a weight is NaN.
    """
    worth = np.asarray(weights)
    edges = relation("allowed", allowed, worth.shape)
    if (worth != worth).any():
        raise ValueError("weights: expected numbers, got NaN")
    return worth, edges
