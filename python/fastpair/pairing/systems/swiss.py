"""The Swiss system."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np

from ...go.tournament import Criterion
from ...matching import min_weight_matching
from ...parameters import parameter
from ..papers.seeding import DEVIATIONS, SwissSeeding
from ..solving.costs import LARGEST_COST, composed_cost
from .system import (
    COMPLETE,
    Pairing,
    System,
    among,
    by_rating,
    drawn_lots,
    most_paired,
    spared,
    standing,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...arrays import Bools, Integers
    from .system import Situation


# ---- The Swiss system: players of equal scores meet [V 3.4] ----

if TYPE_CHECKING:
    Level = tuple[Integers, int]


@dataclass(frozen=True, kw_only=True)
class Swiss(System):
    """Players of equal scores meet; who finds nobody there is drawn down to the next group.

    Scores are the points won, and those that the rules give for byes and absences, wherever the
    players started. Of all pairings that pair the most players, the sum of the squared differences
    of scores is the least. Of these the sum of the squared deviations from the seeding is the least;
    then the distance of those who are drawn up and down from the middle of their groups; then lots
    decide, if the seeding leaves anything to them.
    """

    name: ClassVar[str] = "swiss"
    source: ClassVar[str] = "V 3.4, 4.2.3"
    guarantees: ClassVar[str] = most_paired(
        "and no such pairing has smaller differences of scores; nobody has a second bye while another "
        "can be spared."
    )
    fails: ClassVar[str] = COMPLETE

    goes_by: ClassVar[Criterion] = Criterion.WINS

    seeding: SwissSeeding = parameter(
        "fold", "Who meets whom within a group of equal scores", source="V 4.2.3; K12 6.5; K15 4"
    )

    order: Literal["standings", "rating"] = parameter(
        "standings", "What the places within a group go by", source="V 4.2.3"
    )

    @property
    def by_lot(self) -> bool:
        """Whether the seeding leaves something to lots."""
        return self.seeding in ("random", "split-and-mix")

    def pair(self, situation: Situation) -> Pairing:
        """Pair a round."""
        field = situation.field
        order = standing(situation, field.wins_x2)
        bye = spared(situation, order)
        if self.order == "rating":
            order = by_rating(field, field.wins_x2)
        order = order[order != bye]
        groups = _Groups(field.wins_x2[order])
        lots = drawn_lots(situation)[order] if self.by_lot else None
        levels = _levels(self.seeding, groups, lots)
        allowed = among(situation.allowed, order)
        matching = min_weight_matching(_cost(groups, levels, allowed), allowed=allowed)
        return Pairing.of_seats(field, order[matching.edges], bye)


class _Groups:
    """Groups of equal scores, the best first; arrays (n,) over the players, best first."""

    def __init__(self, score: Integers) -> None:
        starts = np.flatnonzero(np.diff(score, prepend=score[:1] + 1))
        self.score = score[starts]
        self.sizes = np.diff(starts, append=len(score))
        self.number = np.repeat(np.arange(len(starts)), self.sizes)
        self.place = np.arange(1, len(score) + 1) - starts[self.number]
        """Place in the group, from 1."""
        self.slices = [
            slice(start, start + size)
            for start, size in zip(starts.tolist(), self.sizes.tolist(), strict=True)
        ]

    @property
    def apart(self) -> Integers:
        """Squared differences of the scores of all pairs, (n, n)."""
        difference = self.score[:, None] - self.score
        return among(difference * difference, self.number)

    @property
    def from_the_middle(self) -> Integers:
        """Twice the distance of each player from the middle of his group."""
        return abs(2 * self.place - 1 - self.sizes[self.number])


def _levels(seeding: SwissSeeding, groups: _Groups, lots: Integers | None) -> Iterator[Level]:
    """Costs that count after the differences of scores, in order, each with the largest total."""
    if seeding in DEVIATIONS:
        yield _within(groups, seeding)
    yield _between(groups)
    if lots is not None:
        yield _by_lot(groups, lots, halves=seeding == "split-and-mix")


def _within(groups: _Groups, seeding: SwissSeeding) -> Level:
    """The squared deviation of each pair of a group from the ideal of the seeding."""
    deviation = DEVIATIONS[seeding]
    cost = np.zeros(2 * groups.number.shape, dtype=np.int64)
    most = 0
    for members, size in zip(groups.slices, groups.sizes.tolist(), strict=True):
        place = groups.place[members]
        found = deviation(place[:, None], place, size)
        cost[members, members] = found * found
        most += size // 2 * int(found.max()) ** 2
    return cost, most


def _between(groups: _Groups) -> Level:
    """How far both players of each pair of different groups are from the middle of theirs."""
    away = groups.from_the_middle
    cost = away[:, None] + away
    for members in groups.slices:
        cost[members, members] = 0
    return cost, int(away.sum())


def _by_lot(groups: _Groups, lots: Integers, *, halves: bool) -> Level:
    """How far apart the lots of each pair of a group are.

    The lots order the players of a group, or those of each half of it. Pairs cost the difference of
    their places in this order; so with halves, players of the same place in theirs cost nothing.
    """
    upper = 2 * groups.place <= groups.sizes[groups.number]
    parts = 2 * groups.number + (upper if halves else 0)
    order = np.lexsort((lots, parts))
    place = np.empty_like(lots)
    place[order] = _Groups(-parts[order]).place
    cost = np.zeros(2 * lots.shape, dtype=np.int64)
    for members in groups.slices:
        cost[members, members] = abs(place[members, None] - place[members])
    return cost, int((groups.sizes // 2 * groups.sizes).sum())


def _cost(groups: _Groups, levels: Iterator[Level], allowed: Bools) -> Integers:
    """One cost that puts the squared differences of scores first, then one level after the other."""
    total = groups.apart
    costs, most = zip(*levels, strict=True)
    if (int(total.max(initial=0)) + 1) * prod(units + 1 for units in most) > LARGEST_COST:
        return composed_cost([total, *costs], allowed)
    for cost, units in zip(costs, most, strict=True):
        total *= units + 1
        total += cost
    return total
