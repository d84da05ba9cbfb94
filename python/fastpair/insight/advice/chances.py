"""Who could win a tournament, by the ratings [V 4.1.1]."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...go.ratings import GoR, rating_or_grade

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ...go.tournament import Player

    Reals = NDArray[np.float64]

__all__ = ["chances_to_win"]

_NODES = 24
"""At which lots between players with equally many wins are averaged."""

_LEAST = 1e-300
"""A factor of a product that is divided by later."""


def chances_to_win(players: Sequence[Player], rounds: int) -> Reals:
    """The chance of each player to be the one who wins, if all started together [V 4.1.1].

    The thesis says that it can be computed from the chances to win a game, and not how. Here
    everybody plays the strongest other players, as many as rounds, whatever the others do; most
    wins make the winner, and a lot decides between equals. Ratings are those of the players, or
    else those of their grades; the chances of a game are those of GoR [V eq. 2.1] without ε.

    Parameters
    ----------
    players
        At least one.

    Returns
    -------
    numpy.ndarray
        In the order of the players; the sum is 1.
    """
    given = [player.rating for player in players], [int(player.grade) for player in players]
    exactly = _wins(rating_or_grade(*given), rounds)
    fewer = np.cumsum(exactly, axis=1) - exactly
    nodes, weights = np.polynomial.legendre.leggauss(_NODES)
    chances = np.zeros(len(players))
    for u, weight in zip((nodes + 1) / 2, weights / 2, strict=True):
        # Who has as many wins and the lot u is before whoever has fewer wins, or a lower lot.
        behind = np.maximum(fewer + u * exactly, _LEAST)
        all_behind = np.log(behind).sum(axis=0)
        chances += weight * (exactly * np.exp(all_behind - np.log(behind))).sum(axis=1)
    shares: Reals = chances / chances.sum()
    return shares


def _wins(ratings: NDArray[np.int64], rounds: int) -> Reals:
    """How probable each number of wins against the strongest others is, (players, rounds + 1)."""
    count = len(ratings)
    strongest = np.argsort(-ratings, kind="stable")[: rounds + 1]
    winning = GoR().probability_of_winning(ratings[:, None], ratings[None, strongest])
    met = np.arange(count)[:, None] != strongest
    if len(strongest) > rounds:
        # Only who is one of the strongest meets the next one, in place of himself.
        met[:, rounds] = np.isin(np.arange(count), strongest[:rounds])
    exactly = np.zeros((count, rounds + 1))
    exactly[:, 0] = 1.0
    for chance in np.where(met, winning, 0.0).T[:, :, None]:
        one_more = np.roll(exactly, 1, axis=1)
        exactly = exactly * (1.0 - chance) + one_more * chance
    return exactly
