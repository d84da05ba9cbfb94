"""Score groups of a round, and the order within them [K15 4; K12 4.1, 5.2, 6.5]."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ...go.scores import criterion_values
from ...go.tournament import Criterion
from ..papers import seeds
from ..papers.reals import reals
from .columns import Columns, column, fact

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from .conventions import Seeding
    from .past import Past

    Integers = NDArray[np.int64]
    Reals = NDArray[np.float64]

__all__ = ["Seeds"]


@dataclass(frozen=True, eq=False, repr=False)
class Seeds(Columns):
    """Groups of equal scores, and the seeds in them on the scales of the papers."""

    past: Past
    mms: Reals
    rating: Integers

    @fact
    def groups(self) -> int:
        """Number of score groups."""
        return int(self.group.max(initial=-1)) + 1

    @column
    def group(self) -> Integers:
        """Score group γ, 0 for the lowest score."""
        return np.unique(self.mms, return_inverse=True)[1].astype(np.int64)

    @column
    def group_size(self) -> Integers:
        """Players of the group."""
        return np.bincount(self.group)[self.group] if len(self.group) else self.group.copy()

    @column
    def order(self) -> Integers:
        """Place in the group from 1, the weakest."""
        sorting = np.lexsort((-self.past.lots, *reversed(self._strengths), self.group))
        return _places(self.group, sorting)

    @column
    def place(self) -> Integers:
        """Place in the group from 1, which players of equal strength may share [K12 6.5]."""
        return self._shared[0] if self.past.conventions.shared_seeds else self.order

    @column
    def places(self) -> Integers:
        """Number of such places in the group."""
        return self._shared[1] if self.past.conventions.shared_seeds else self.group_size

    @column
    def even(self) -> Reals:
        """Seed s within the group, in [0, 1] [K15 4]."""
        within = {"mid": seeds.mid, "end": seeds.end}[self.past.conventions.even_seeds]
        return within(self.place, self.places)

    @column
    def uneven(self) -> Reals:
        """Seed l or u across groups, from 0 for the weakest [K15 5.3]."""
        if self.past.conventions.uneven_seeds == "rank":
            return reals(self.order - 1)
        return seeds.unit(self.order, self.group_size)[0]

    @column
    def uneven_max(self) -> Reals:
        """Largest such seed L or U of the group."""
        if self.past.conventions.uneven_seeds == "rank":
            return reals(self.group_size - 1)
        return seeds.unit(self.order, self.group_size)[1]

    @column
    def percent(self) -> Reals:
        """Seed in percent [K12 4.1]."""
        return seeds.percent(self.order, self.group_size)

    @column
    def placement(self) -> Integers:
        """Place in the group from 0, the strongest [K12 5.2]."""
        return self.group_size - self.order

    @cached_property
    def _strengths(self) -> list[NDArray[Any]]:
        """Values of the criteria by seat; larger is stronger."""
        return [self._strength(criterion) for criterion in self.past.conventions.seeding]

    def _strength(self, criterion: Seeding) -> NDArray[Any]:
        past = self.past
        if criterion == "sos":
            return self._sos()
        if criterion == "rating":
            return self.rating
        return criterion_values(past.history, _CRITERIA[criterion][past.by_mms], past.rounds)[
            past.row
        ]

    def _sos(self) -> Reals:
        """Sum of the opponents' scores; a missed round counts the own starting score [BGA 4.4]."""
        past = self.past
        theirs = past.of_opponents(past.score[:, past.rounds])
        sums: Reals = np.where(past.seated, theirs, past.score[:, 0][:, None]).sum(axis=1)
        return sums[past.row]

    @cached_property
    def _shared(self) -> tuple[Integers, Integers]:
        """Places that equals share, and the number of places in the group."""
        strengths = np.stack([*self._strengths, np.zeros(len(self.group))])
        place, places = np.empty_like(self.group), np.empty_like(self.group)
        for number in range(self.groups):
            members = np.flatnonzero(self.group == number)
            place[members], places[members] = seeds.shared(strengths[:, members])
        return place, places


_CRITERIA: Mapping[Seeding, tuple[Criterion, Criterion]] = {
    "sosos": (Criterion.SOSOS_WINS, Criterion.SOSOS_MMS),
    "sodos": (Criterion.SODOS_WINS, Criterion.SODOS_MMS),
    "cuss": (Criterion.CUSS_WINS, Criterion.CUSS_MMS),
    "wins": (Criterion.WINS, Criterion.WINS),
    "grade": (Criterion.GRADE, Criterion.GRADE),
}
"""Criteria of the standings by their names in a list of seeding criteria: without and with a McMahon
start."""


def _places(group: Integers, sorting: NDArray[np.intp]) -> Integers:
    """Place from 1 within the group, for players sorted by groups."""
    size = np.bincount(group)
    first = np.cumsum(size) - size
    place = np.empty_like(group)
    place[sorting] = np.arange(len(group)) - first[group[sorting]] + 1
    return place
