"""Round robin: everybody meets everybody once [V 3.1]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np

from ..errors import OverError
from ..parameters import parameter
from .arguments import from_one
from .schedule import by_strength, check, drawn_by_lot, paired
from .system import Pairing, System

if TYPE_CHECKING:
    from .arguments import Integers
    from .system import Situation

__all__ = ["RoundRobin", "black_first", "seats"]


@dataclass(frozen=True, kw_only=True)
class RoundRobin(System):
    """Everybody meets everybody once, by a table that gives the colours too."""

    name: ClassVar[str] = "round-robin"
    source: ClassVar[str] = "V 3.1, table 3.1"
    guarantees: ClassVar[str] = (
        "Nobody meets anybody twice, and after n - 1 rounds, or n if the number n of players is odd, "
        "everybody has met everybody and had at most one bye."
    )
    fails: ClassVar[str] = (
        "It refuses a round behind the table, and all rounds once the players change; whose opponent "
        "is absent rests, and two whom a hard rule keeps apart are left over."
    )

    order: Literal["strength", "lot"] = parameter(
        "strength", "what numbers the players of the table: rating, grade and name, or lots"
    )

    @property
    def by_lot(self) -> bool:
        """Whether lots number the players."""
        return self.order == "lot"

    def pair(self, situation: Situation) -> Pairing:
        """Pair a round.

        Raises
        ------
        OverError
            If the table has no such round.
        RuleError
            If the earlier rounds are not of this table.
        """
        rows = by_strength(situation)
        if self.order == "lot":
            rows = rows[drawn_by_lot(len(rows), situation.seed)]
        table = black_first(seats(len(rows)))
        if situation.round_number > len(table):
            raise OverError(
                f"round {situation.round_number}: a round robin of {len(rows)} players is over after "
                f"round {len(table)}: everybody has met everybody"
            )
        for number in range(1, situation.round_number):
            games, _ = _games(table[number - 1], rows)
            check(situation, number, games, "round robin")
        games, free = _games(table[situation.round_number - 1], rows)
        return paired(situation, games, bye=free[0] if free else None, white_first=True)


def _games(boards: Integers, rows: Integers) -> tuple[list[tuple[int, int]], list[int]]:
    """Rows of those who meet in a round of the table, White first, and of who has a free round."""
    number = np.append(-1, rows)[boards]
    playing = (number >= 0).all(axis=1)
    games = [(white, black) for black, white in number[playing].tolist()]
    return games, number[~playing].max(axis=1, initial=-1).tolist()


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
