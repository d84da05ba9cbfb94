"""Where the players are from, and the seeds that keep those of one area apart [K15 6; K12 6.7]."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ..._kernels.mixed_area import mixed_area_seeds
from ..papers.area import area_seeds
from .columns import Columns, column

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from .past import Past
    from .seeds import Seeds

    Integers = NDArray[np.int64]
    _Seeded = Callable[[Integers, Integers], Integers]

__all__ = ["Homes"]


@dataclass(frozen=True, eq=False, repr=False)
class Homes(Columns):
    """Countries and clubs as areas, and area seeds of those below the bar, 0 for all others."""

    past: Past
    seeds: Seeds
    below: NDArray[np.bool_]

    @column
    def country(self) -> Integers:
        """Equal for players of one country; each without one has his own."""
        return self.past.roster.people.country_area[self.past.row]

    @column
    def club(self) -> Integers:
        """Equal for players of one club of one country; each without one has his own."""
        return self.past.roster.people.club_area[self.past.row]

    @column
    def mixed_country(self) -> Integers:
        """Area seeds a of the countries by the algorithm of mixed areas [K15 6.1]."""
        return self._seeded(self.country, self._mixed)

    @column
    def mixed_club(self) -> Integers:
        """Area seeds a of the clubs by the algorithm of mixed areas [K15 6.1]."""
        return self._seeded(self.club, self._mixed)

    @column
    def sized_country(self) -> Integers:
        """Area seeds a of the countries by their size [K15 6]."""
        return self._seeded(self.country, area_seeds)

    @column
    def sized_club(self) -> Integers:
        """Area seeds a of the clubs by their size [K15 6]."""
        return self._seeded(self.club, area_seeds)

    @cached_property
    def _shuffled(self) -> NDArray[np.intp]:
        """Seats of those below the bar, group by group, by lot."""
        below = np.flatnonzero(self.below)
        return below[np.lexsort((self.past.lots[below], self.seeds.group[below]))]

    def _seeded(self, area: Integers, seeded: _Seeded) -> Integers:
        found = np.zeros(len(area), dtype=np.int64)
        found[self._shuffled] = seeded(area[self._shuffled], self.seeds.group[self._shuffled])
        return found

    def _mixed(self, area: Integers, group: Integers) -> Integers:
        conventions = self.past.conventions
        starts = np.flatnonzero(np.diff(group, prepend=-1, append=-1))
        switch = conventions.area_ties == "switch"
        return mixed_area_seeds(area, starts, switch, conventions.area_halt == "literal")
