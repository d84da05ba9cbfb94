"""Round robin: everybody meets everybody once [V 3.1]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np

from ...errors import OverError
from ...go.tournament import Criterion
from ...parameters import parameter
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
    placement: ClassVar[tuple[Criterion, ...]] = (
        Criterion.WINS,
        Criterion.SODOS_WINS,
        Criterion.DIRECT_CONFRONTATION,
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
    """The same boards, Black before White, with the colours of Berger's tables.

    The table of the thesis is Berger's under other numbers: whoever meets player 1 has Berger's number
    1, n/2 + 1, 2, n/2 + 2, … by the round, and player 1 the last one, or that of the empty seat.
    White is the smaller number if the sum of both is odd, and the larger one if it is even; the last
    number has Black in rounds 1, 3, 5 …. In all rounds together everybody has each colour
    equally often, or one of them once more, as [V 3.1] has it for player 1.

    Parameters
    ----------
    seats : (rounds, boards, 2) int64
        Upper and lower row of all rounds.
    """
    if not seats.size:
        return seats
    rounds, players = len(seats), int(seats.max())
    after, odd = np.divmod(np.arange(rounds), 2)
    number = np.zeros(players + 1, dtype=np.int64)
    number[seats[:, 0, 1]] = after + 1 + odd * (rounds + 1) // 2
    number[1] = number[0] if players % 2 else players
    upper, lower = np.moveaxis(number[seats], 2, 0)
    white_above = ((upper + lower) % 2 == 1) == (upper < lower)
    if players % 2 == 0:
        white_above[:, 0] = odd == 1
    return np.where(white_above[:, :, None], seats[:, :, ::-1], seats)
