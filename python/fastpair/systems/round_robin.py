"""Round robin: everybody meets everybody once [V 3.1]."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .arguments import from_one

if TYPE_CHECKING:
    from .arguments import Integers

__all__ = ["black_first", "seats"]


def seats(players: int) -> Integers:
    """Seats along a table. Player 1 stays; all others move on by one seat every round [V 3.1].

    Parameters
    ----------
    players
        Their number n, from 0 on.

    Returns
    -------
    int64 of shape (rounds, boards, 2)
        Who sits in the upper and in the lower row. An even number of players has n - 1 rounds. An
        odd number has n rounds, and the player who meets 0 has a free round.

    Raises
    ------
    ValueError
        If the number is negative.
    """
    places = from_one(players)
    if players % 2:
        places = np.append(places, 0)
    boards = len(places) // 2
    moving = np.concatenate([places[1:boards], places[boards:][::-1]])
    step = np.arange(len(moving))
    staying = np.broadcast_to(places[:1], (len(step), len(places) - len(moving)))
    around = np.concatenate([staying, moving[step - step[:, None]]], axis=1)
    return np.stack([around[:, :boards], around[:, boards:][:, ::-1]], axis=2)


def black_first(seats: Integers) -> Integers:
    """The same boards, Black before White: the upper row has Black in rounds 1, 3, 5 … [V 3.1].

    Parameters
    ----------
    seats : (rounds, boards, 2) int64
        Upper and lower row of all rounds.
    """
    boards = seats.copy()
    boards[1::2] = seats[1::2, :, ::-1]
    return boards
