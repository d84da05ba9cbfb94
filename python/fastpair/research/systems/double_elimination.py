"""Double elimination: out after two losses [V 3.2.1; INTERPRETATION V3.2.1]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np

from ...errors import RuleError
from ...go.tournament import Criterion
from ...pairing.draw import HardRule, remaining
from ...pairing.papers.seeding import off_fold
from ...pairing.solving.costs import composed_cost, first_to_spare, least_matching
from ...pairing.systems.schedule import (
    by_strength,
    check_results,
    drawn_by_lot,
    full_name,
    losses,
)
from ...pairing.systems.system import Pairing, System
from ...parameters import parameter

if TYPE_CHECKING:
    from ...arrays import Bools, Integers
    from ...pairing.systems.system import Situation


_LOSSES = 2
"""Whoever has lost so many games is out."""


@dataclass(frozen=True, kw_only=True)
class DoubleElimination(System):
    """Those without a loss meet each other, those with one loss too; out after two losses."""

    name: ClassVar[str] = "double-elimination"
    needs_exact_scores: ClassVar[bool] = False
    source: ClassVar[str] = "V 3.2.1"
    guarantees: ClassVar[str] = (
        "Whoever has lost twice is out, and as many of the others as possible are paired: of these "
        "pairings one with the fewest rematches, then the fewest games between the two groups."
    )
    placement: ClassVar[tuple[Criterion, ...]] = (Criterion.ROUND_OUT_TWICE, Criterion.ROUND_OUT)
    fails: ClassVar[str] = (
        "It refuses a round while a result is missing, and once one player is left; the last players "
        "meet again. A jigo is no loss, so that a tournament of jigos does not end."
    )

    within: Literal["fold", "lot"] = parameter(
        "fold",
        "who meets within a group of equally many losses: the strongest the weakest, or lots decide",
        source="V 4.2.3",
    )

    @property
    def by_lot(self) -> bool:
        """Whether lots decide who meets within a group."""
        return self.within == "lot"

    def pair(self, situation: Situation) -> Pairing:
        """Pair a round.

        Raises
        ------
        RuleError
            If only one player is left, with the code ``over``, or if a result is missing.
        """
        check_results(situation)
        lost = losses(situation)
        _check_going_on(situation, lost)
        rows = by_strength(situation)
        if self.within == "lot":
            rows = rows[drawn_by_lot(len(rows), situation.seed + situation.round_number)]
        rows = rows[situation.waiting[rows] & (lost[rows] < _LOSSES)]
        out = np.flatnonzero(situation.waiting & (lost >= _LOSSES))
        allowed, games_between = _pairs(situation, rows)
        bye = None
        if len(rows) % 2 and not situation.bye_given:
            # The lowest without a bye: who has lost more, and then the weaker.
            byes = situation.history.byes_before(situation.round_number)[rows]
            place = np.arange(len(rows))
            spared = first_to_spare(allowed, np.lexsort((-place, -lost[rows], byes)))
            bye = int(rows[spared])
            rows = np.delete(rows, spared)
            allowed, games_between = _pairs(situation, rows)
        levels = [games_between.astype(np.int64), *_preferences(lost[rows])]
        matching = least_matching(composed_cost(levels, allowed), allowed)
        pairs = rows[matching.edges]
        return Pairing(pairs=pairs, bye=bye, out=tuple(out.tolist()))


def _check_going_on(situation: Situation, lost: Integers) -> None:
    """Refuse a round once one player at most can still win.

    Raises
    ------
    RuleError
        If so, with the winner's name.
    """
    coming = ~situation.history.absent[:, situation.round_number - 1 :]
    left = np.flatnonzero(situation.people.final & coming.any(axis=1) & (lost < _LOSSES)).tolist()
    if len(left) == 1:
        raise RuleError(
            f"the tournament is over: {full_name(situation, left[0])} has won it", code="over"
        )
    if not left:
        raise RuleError("the tournament is over: everybody has lost twice", code="over")


def _pairs(situation: Situation, rows: Integers) -> tuple[Bools, Bools]:
    """Which pairs of players may be drawn, and which of them have met, (n, n) each.

    A rematch is not forbidden here: the last two meet until one of them has lost twice.
    """
    seats = np.ix_(situation.seat[rows], situation.seat[rows])
    removals = situation.removals()
    hard = [removal for removal in removals if removal.rule is not HardRule.REMATCH]
    return remaining(len(situation.field), hard)[seats], situation.field.met[seats]


def _preferences(lost: Integers) -> tuple[Integers, Integers]:
    """Two costs of each pair, the first before the second; players are in the order of places.

    The first is 1 for a game between the groups. The second is the distance from a fold, for a game
    within a group. The fold leaves out the middle player of an odd group, who meets the other group.
    """
    apart = lost[:, None] != lost[None, :]
    group = [np.cumsum(lost == number) - 1 for number in range(_LOSSES)]
    place = np.select([lost == number for number in range(_LOSSES)], group)
    size = np.bincount(lost, minlength=_LOSSES)[lost]
    from_fold = off_fold(place[:, None], place, size[:, None] - 1)
    return apart.astype(np.int64), np.where(apart, 0, from_fold)
