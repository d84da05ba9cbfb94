"""Draws by lot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np

from ..._kernels.guided_random import guided_random
from ...go.scores import main_score_x2
from ...matching import min_weight_matching
from ...pairing.field.columns import numbers
from ...pairing.field.field import leads
from ...pairing.solving.costs import only_each_other
from ...pairing.systems.system import (
    COMPLETE,
    Pairing,
    System,
    among,
    drawn_lots,
    salt,
    spared,
    standing,
)
from ...parameters import parameter
from .epm import completed

if TYPE_CHECKING:
    from ...arrays import Bools, Integers
    from ...pairing.systems.system import Situation


# ---- A draw by lot: the floor of every comparison of systems ----


@dataclass(frozen=True, kw_only=True)
class Lots(System):
    """Everybody draws a number, and neighbours meet.

    Where the hard rules keep neighbours apart, the sum of the differences of the numbers is the
    least. As long as they keep nobody apart, all pairings are equally likely.
    """

    name: ClassVar[str] = "lot"
    source: ClassVar[str] = "none: nothing but the hard rules counts"
    guarantees: ClassVar[str] = (
        "As many players as possible are paired, never against a hard rule; nothing else counts."
    )
    fails: ClassVar[str] = COMPLETE

    @property
    def by_lot(self) -> bool:
        """True."""
        return True

    def pair(self, situation: Situation) -> Pairing:
        """Pair a round."""
        order = np.argsort(drawn_lots(situation))
        bye = spared(situation, order)
        order = order[order != bye]
        number = np.arange(len(order))
        apart = abs(number[:, None] - number)
        allowed = among(situation.allowed, order)
        matching = min_weight_matching(apart, allowed=allowed)
        return Pairing.of_seats(situation.field, order[matching.edges], bye)


# ---- GoDraw's guided random pairing [V 5.3] ----


@dataclass(frozen=True, kw_only=True)
class GuidedRandom(System):
    """Opponents within a group by lot, from other countries and clubs if possible.

    From an odd group somebody who has lost his last game is drawn down, by lot; he meets somebody
    who is owed a game with a higher group. Within a group one player after the other is drawn from
    the largest club of the largest country. His opponent is drawn from the next country in size that
    has one for him, if possible from those who need the other colour; his own country comes last, and
    his own club at the very end.
    """

    name: ClassVar[str] = "guided-random"
    source: ClassVar[str] = "V 5.3"
    guarantees: ClassVar[str] = (
        "No pair is against a hard rule, and if the draw is completed, as many players as possible are "
        "paired; nobody meets his own country or club while the lots find him another opponent."
    )
    fails: ClassVar[str] = (
        "The lots take no choice back; unless the draw is completed, players are left over, most often "
        "in small groups."
    )

    compensation: Literal["previous", "any"] = parameter(
        "previous",
        "Who is owed a game with a higher group: who was drawn down and won in the previous round, or "
        "who has won so more often in any round than he was drawn up",
        source="INTERPRETATION 6.1",
    )
    complete: bool = parameter(
        True,
        "Whether players whom the lots leave over are paired, and as few pairs as possible taken "
        "apart for it; false as in the source",
    )

    @property
    def by_lot(self) -> bool:
        """True."""
        return True

    def pair(self, situation: Situation) -> Pairing:
        """Pair a round; the lots give colours, too."""
        field = situation.field
        order = standing(situation, field.main_x2)
        bye = spared(situation, order)
        order = order[order != bye]
        allowed = among(situation.allowed, order)
        balance = field.colour_balance[order]
        forced = _whiter_last(only_each_other(allowed), balance)
        others = np.delete(np.arange(len(order)), forced.ravel())
        mates = self._draw_pairs(situation, order[others], among(allowed, others))
        pairs = np.concatenate([forced, others[mates]])
        if self.complete:
            pairs, new = completed(pairs, field.main_x2[order], allowed)
            pairs = np.concatenate([pairs, _whiter_last(new, balance)])
        return Pairing.of_seats(
            field,
            order[pairs],
            bye,
            reason="" if self.complete else "the lots left him nobody",
            white_first=True,
        )

    def _draw_pairs(self, situation: Situation, order: Integers, allowed: Bools) -> Integers:
        """Places of the pairs that the lots make, White first."""
        field, people = situation.field, situation.people
        row = field.player[order]
        facts = (
            -field.main_x2[order],
            np.unique(people.country_area[row], return_inverse=True)[1],
            np.unique(people.club_area[row], return_inverse=True)[1],
            field.colour_balance[order],
            lost_last_game(situation)[row],
            is_due_higher(situation, self.compensation)[row],
            allowed,
        )
        return guided_random(*facts, numbers(6 * len(order), salt(situation)))


def _whiter_last(pairs: Integers, balance: Integers) -> Integers:
    """The same pairs; who has had White more often than the other takes Black."""
    first, second = balance[pairs].T
    return np.where((first > second)[:, None], pairs[:, ::-1], pairs)


def lost_last_game(situation: Situation) -> Bools:
    """Whether each player has lost his last game, by row."""
    rounds = situation.round_number - 1
    opponent, share_x2 = situation.history.opponent, situation.history.share_x2
    lost = np.zeros(len(opponent), bool)
    for column in range(rounds):
        lost = np.where(opponent[:, column] >= 0, share_x2[:, column] == 0, lost)
    return lost


def is_due_higher(situation: Situation, compensation: str) -> Bools:
    """Whether each player is owed a game with a higher group, as he was drawn down and won, by row."""
    history, rounds = situation.history, slice(situation.round_number - 1)
    lead = leads(history, main_score_x2(history)[:, rounds])
    won_down = (lead > 0) & (history.share_x2[:, rounds] == 2)
    owed: Bools = won_down.sum(axis=1) > (lead < 0).sum(axis=1)
    if compensation == "previous":
        owed = won_down[:, -1:].any(axis=1)
    return owed
