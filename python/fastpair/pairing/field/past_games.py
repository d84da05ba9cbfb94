"""Totals of the players' games so far: uneven games, colours, results."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ..papers import colour, macmahon
from .columns import Columns, column

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .past import Past

    Integers = NDArray[np.int64]
    Bools = NDArray[np.bool_]

__all__ = ["PastColours", "Results", "UnevenGames"]


@dataclass(frozen=True, eq=False, repr=False)
class UnevenGames(Columns):
    """Games up and down so far [K15 2.3, 5]."""

    past: Past

    @column
    def up(self) -> Integers:
        """Games up U."""
        return self._count(self.past.ups_and_downs[0])

    @column
    def down(self) -> Integers:
        """Games down D."""
        return self._count(self.past.ups_and_downs[1])

    @column
    def out(self) -> Integers:
        """Uneven games m^out = U + D."""
        return self.up + self.down

    @column
    def balance(self) -> Integers:
        """Balance m^bal = U - D."""
        return self.up - self.down

    @column
    def expected_up(self) -> Integers:
        """Games up and lost, U⁻."""
        return self._count(self.past.ups_and_downs[0] & self._ended_with(0))

    @column
    def expected_down(self) -> Integers:
        """Games down and won, D⁺."""
        return self._count(self.past.ups_and_downs[1] & self._ended_with(2))

    @column
    def expected_out(self) -> Integers:
        """Uneven games with the expected result, U⁻ + D⁺."""
        return self.expected_up + self.expected_down

    @column
    def expected_balance(self) -> Integers:
        """Balance of the games with the expected result, U⁻ - D⁺ [K15 5.2]."""
        return self.expected_up - self.expected_down

    def _ended_with(self, won_x2: int) -> Bools:
        return _ended_with(self.past, won_x2)

    def _count(self, games: Bools) -> Integers:
        count: Integers = games.sum(axis=1)[self.past.row]
        return count


@dataclass(frozen=True, eq=False, repr=False)
class PastColours(Columns):
    """Colours so far, handicap games included, with the arrays of ``papers.colour.Colours``."""

    past: Past

    @column
    def balance(self) -> Integers:
        """C^bal: games with White minus games with Black [K15 7]."""
        return colour.balance(self.past.colours)[self.past.row]

    @column
    def alternation(self) -> NDArray[np.float64]:
        """C^alt: how often the colour changed [K15 7]."""
        mode = self.past.conventions.alternation
        return colour.alternation(self.past.colours, mode)[self.past.row]

    @column
    def last(self) -> Integers:
        """Colour c of the earlier round that the next colour should differ from [K15 7]."""
        return self._latest[0]

    @column
    def follows(self) -> Bools:
        """Whether there is an earlier colour that the next one should differ from."""
        return self._latest[1]

    @column
    def previous(self) -> Integers:
        """Colour of the last round, 0 without a game [K12 6.6]."""
        return colour.last(self.past.colours)[0][self.past.row]

    @column
    def imbalance(self) -> NDArray[np.float64]:
        """Y of MacMahon [K12 4.1]."""
        colours = self.past.colours[self.past.row]
        white, black = ((colours == taken).sum(axis=1) for taken in (1, -1))
        return macmahon.colour_imbalance(black, white)

    @cached_property
    def _latest(self) -> tuple[Integers, Bools]:
        last, follows = colour.last(self.past.colours, self.past.conventions.alternation)
        return last[self.past.row], follows[self.past.row]


@dataclass(frozen=True, eq=False, repr=False)
class Results(Columns):
    """Wins and losses so far, and who was beaten."""

    past: Past

    @column
    def wins(self) -> Integers:
        """Games won."""
        wins: Integers = self._won.sum(axis=1)
        return wins

    @column
    def losses(self) -> Integers:
        """Games lost."""
        losses: Integers = _ended_with(self.past, 0)[self.past.row].sum(axis=1)
        return losses

    @column
    def beaten(self) -> Bools:
        """Whether the player has beaten somebody."""
        beaten: Bools = np.logical_or.reduce(self._won, axis=1)
        return beaten

    @column
    def best_beaten(self) -> Integers:
        """Grade of the strongest player beaten; 0 if nobody."""
        lowest = np.iinfo(np.int64).min
        grades = self.past.of_opponents(self.past.history.grade)[self.past.row]
        best = np.where(self._won, grades, lowest).max(axis=1, initial=lowest)
        return np.where(self.beaten, best, 0)

    @property
    def _won(self) -> Bools:
        return _ended_with(self.past, 2)[self.past.row]


def _ended_with(past: Past, won_x2: int) -> Bools:
    """Whether each game was played, and the player won so much of it, doubled."""
    rounds = slice(past.rounds)
    ended: Bools = past.history.played[:, rounds] & (past.history.won_x2[:, rounds] == won_x2)
    return ended
