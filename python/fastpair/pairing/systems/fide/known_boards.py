"""Boards of a round that players know already: how many of them a new pairing of the round keeps, before all criteria."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from .aims import Aim, cells

if TYPE_CHECKING:
    from ....arrays import Bools, Indices, Integers
    from ..criteria import EarlierBoards
    from .players import FidePlayers


@dataclass(frozen=True, eq=False)
class KeptBoards:
    """The boards that are to be kept, and the bye, by the places of the players of a round.

    The pairing of a bracket is completed by that of all others, so that the criteria of a bracket choose among the
    pairings that change the fewest boards of the whole round.
    """

    pairs: Bools
    """Those who meet, (n, n), symmetric."""

    bye: Integers
    """How many boards it is worth that each player has the bye, (n,)."""

    @classmethod
    def of(cls, players: FidePlayers, boards: EarlierBoards, bye: int | None = None) -> Self:
        """The boards of the players of a round; a bye counts as one if the player may have it again.

        Parameters
        ----------
        bye
            The row of who has it in any case, if anybody does.
        """
        count = len(players)
        place = {row: at for at, row in enumerate(players.row.tolist())}
        pairs = np.zeros((count, count), bool)
        for one, other in boards.pairs:
            pairs[place[one], place[other]] = pairs[place[other], place[one]] = True
        stays = np.isin(players.row, boards.byes if bye is None else bye) & ~players.had_bye
        return cls(pairs, stays * np.int64(1 if bye is None else count))

    def take(self, places: Indices) -> Self:
        """Those of some players."""
        return type(self)(self.pairs[np.ix_(places, places)], self.bye[places])

    def aim(self, name: str, place: Indices) -> Aim:
        """The fewest changes, in matchings of as many pairs; `place` are the players by the numbers of the aim."""
        pairs, bye = self.pairs[np.ix_(place, place)], self.bye[place]
        # Each pair has the worth of the bye that it does not take from its player.
        given = int(bye.sum())
        worth = pairs + (given - bye[:, None] - bye)
        return Aim(
            name,
            lambda one, other: cells(worth, one, other),
            int(np.count_nonzero(pairs)) // 2 + given * (len(place) // 2),
        )
