"""Play-in and play-out groups [K15 8, 9; K12 7.2, 7.3]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .columns import Columns, column, fact

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .past import Past
    from .seeds import Seeds

    Integers = NDArray[np.int64]
    Bools = NDArray[np.bool_]

__all__ = ["PlayGroups"]


@dataclass(frozen=True, eq=False, repr=False)
class PlayGroups(Columns):
    """Who should play within a group, who should play outside of one, and how often each has."""

    past: Past
    seeds: Seeds

    @fact
    def ins(self) -> bool:
        """Whether there are play-in groups."""
        return bool(self._ins.any())

    @fact
    def outs(self) -> bool:
        """Whether there are play-out groups."""
        return bool(self._outs.any())

    @fact
    def crowd(self) -> Integers:
        """Number of players by McMahon group and play-out group, (groups, play-out groups + 1)."""
        groups = int(self._outs.max(initial=0)) + 1
        crowd = np.zeros((self.seeds.groups, groups), dtype=np.int64)
        np.add.at(crowd, (self.seeds.group, self.out_group), 1)
        return crowd

    @column
    def in_group(self) -> Integers:
        """Play-in group from 1, 0 for none."""
        return self._ins[self.past.row]

    @column
    def in_count(self) -> Integers:
        """Games P^in against members of the own play-in group."""
        found: Integers = self._within(self._ins).sum(axis=1)
        return found

    @column
    def out_group(self) -> Integers:
        """Play-out group from 1, 0 for none."""
        return self._outs[self.past.row]

    @column
    def out_count(self) -> Integers:
        """Games P^out against players who are no members of the own play-out group."""
        member = self.out_group[:, None] != 0
        elsewhere = self.past.at_board[self.past.row] & member & ~self._within(self._outs)
        count: Integers = elsewhere.sum(axis=1)
        return count

    @column
    def inside_count(self) -> Integers:
        """Games against members of the own play-out group."""
        count: Integers = self._within(self._outs).sum(axis=1)
        return count

    @property
    def _ins(self) -> Integers:
        return self.past.roster.people.play_in

    @property
    def _outs(self) -> Integers:
        return self.past.roster.people.play_out

    def _within(self, groups: Integers) -> Bools:
        """Whether each game of a seat was within a group."""
        mine = groups[:, None]
        within = self.past.at_board & (mine != 0) & (self.past.of_opponents(groups) == mine)
        seated: Bools = within[self.past.row]
        return seated
