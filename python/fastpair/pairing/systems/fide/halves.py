"""Two halves who meet: each of the first, one after the other, has the first of the second whom the others can spare.

The order of opponents is read off the duals of a best matching: the pairs without slack are those of all pairings
that are as good.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ....matching import EngineError
from .aims import Stage, pack_levels, rows_in_cache

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ....arrays import Bools, Indices, Integers


class Order(NamedTuple):
    """Players of S1, one after the other, each with the first opponent of S2 that the others can spare.

    Rows are the players of S1, and those of S2 who are left over in no order; columns are the players of S2.
    """

    stage: Stage
    """A matching of S1 and of S2, whose players stand in this order."""

    column: Integers
    """The column that each row has."""

    reasons: Mapping[int, Indices]
    """Columns that a row cannot do without: too few later rows could have them."""

    @classmethod
    def of(cls, stage: Stage) -> Order:
        """The first order of those that are as good as a matching of S1 and S2."""
        mate, rows = stage.matching.mate, stage.matching.cardinality
        column = np.concatenate([mate[:rows], rows + np.flatnonzero(mate[rows:] < 0)]) - rows
        column, reasons = _first_matching(_without_slack(stage), column, rows)
        return cls(stage, column, reasons)

    def pairs(self) -> list[tuple[int, int]]:
        """The pairs, by the numbers of the stage."""
        first, second = np.split(self.stage.numbers, [self.stage.matching.cardinality])
        met = second[self.column[: len(first)]]
        return [(min(pair), max(pair)) for pair in zip(first.tolist(), met.tolist(), strict=True)]

    def prove(self) -> None:
        """Check that no row could have an earlier column; the stage has its own proof.

        Raises
        ------
        EngineError
            If the proof fails: a bug of fastpair.
        """
        tight = _without_slack(self.stage)
        takers = np.packbits(tight.T, axis=1)
        open_, later = np.ones((2, len(tight)), bool)
        for row, column in enumerate(self.column[: self.stage.matching.cardinality].tolist()):
            later[row] = False
            earlier = np.flatnonzero(tight[row, :column] & open_[:column])
            if len(earlier):
                needed = self.reasons.get(row, earlier)
                found = np.bitwise_or.reduce(takers[needed]) & np.packbits(later)
                few = np.unpackbits(found).sum() < len(needed)
                if not (few and open_[needed].all()) or np.isin(earlier, needed).any():
                    raise EngineError("a player of a bracket could have an earlier opponent")
            open_[column] = False


def _without_slack(stage: Stage) -> Bools:
    """Which rows of an `Order` have which columns in the matchings that are as good as that of a stage.

    By complementary slackness their pairs are those without slack, and whoever has a dual above the ground is in all
    of them. The graph is bipartite, so that there are no blossoms.
    """
    rows = stage.matching.cardinality
    first, second = np.split(stage.numbers, [rows])
    tight = np.ones((len(second), len(second)), bool)
    tight[:rows] = stage.allowed[:rows, rows:]
    certificates = stage.matching.certificates
    if any(proof.blossoms for proof in certificates):
        raise EngineError("players of the two halves of a bracket form a blossom")
    step = rows_in_cache(len(second))
    for start in range(0, rows, step):
        some = slice(start, min(start + step, rows))
        levels = iter(pack_levels(stage.aims, first[some], second))
        for proof in certificates:
            duals = proof.vertex_duals_2x
            slack = duals[some, None] + duals[rows:]
            for unit, low in zip(proof.units, proof.taken_off, strict=True):
                if (worth := next(levels) - low).any():  # else the unit may be of any size
                    slack -= 2 * unit * worth
            tight[some] &= slack == 0
    for proof in certificates:
        tight[rows:] &= proof.vertex_duals_2x[rows:] <= proof.ground_2x
    return tight


def _first_matching(
    tight: Bools, column: Integers, rows: int
) -> tuple[Integers, dict[int, Indices]]:
    """Of all perfect matchings of rows and columns the one whose first rows have their first columns.

    A row can have another column if its own can go to another row, whose column goes on, and so on to the one that
    it wants: the search starts at its own. Where it ends, the columns that it has seen are a reason [Hall 1935].

    Parameters
    ----------
    column
        A perfect matching: the column of each row.
    """
    column, owner = column.copy(), np.argsort(column)
    takers = np.packbits(tight.T, axis=1)
    later = np.ones(len(tight), bool)
    reasons = {}
    for row in range(rows):
        later[row] = False
        own = int(column[row])
        earlier = np.flatnonzero(tight[row, :own] & (owner[:own] > row))
        if not len(earlier):
            continue
        holders, left, ways = owner[earlier], later.copy(), [np.array([row])]
        while len(ways[-1]) and left[holders[0]]:
            found = np.bitwise_or.reduce(takers[column[ways[-1]]])
            some = np.unpackbits(found, count=len(left)).view(bool) & left
            left &= ~some
            ways.append(np.flatnonzero(some))
        if left[holders[0]]:
            reasons[row] = np.concatenate([column[way] for way in ways])
        wanted = np.flatnonzero(~left[holders])
        if len(wanted):
            taken = int(earlier[wanted[0]])
            moves, taker = [(row, taken)], int(owner[taken])
            at = next(step for step, way in enumerate(ways) if taker in way)
            for way in reversed(ways[:at]):
                giver = int(way[tight[taker, column[way]].argmax()])
                moves.append((taker, int(column[giver])))
                taker = giver
            for one, other in moves:
                column[one], owner[other] = other, one
    return column, reasons
